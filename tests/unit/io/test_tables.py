"""The tallies of a file: whatever statement changes a row, they say what is there."""

import sqlite3
from collections.abc import Iterator

import pytest

from sense_memory.io import tables
from sense_memory.io.tables import SMALL_COLUMNS, Tally

OWNER = "a" * 64


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:", isolation_level=None)
    tables.make(made, OWNER)
    yield made
    made.close()


def _counted(connection: sqlite3.Connection, name: str) -> Tally:
    """The tally of a table, from its rows."""
    if name == "head_numbers":
        (numbers,) = connection.execute(f"SELECT sum({tables.head_numbers()}) FROM head").fetchone()
        (count,) = connection.execute("SELECT count(*) FROM head").fetchone()
        return Tally(count, numbers or 0)
    if name in tables.OF_HEADS:
        texts = connection.execute(f"SELECT {tables.OF_HEADS[name]()} FROM head")
        sums = [tables.text_sum(text) for (text,) in texts]
    else:
        rows = connection.execute(f"SELECT {SMALL_COLUMNS[name]} FROM {name}")
        sums = [tables.row_sum(*row) for row in rows]
    return Tally(len(sums), sum(sums))


def _assert_tallied(connection: sqlite3.Connection) -> None:
    said = tables.tallied(connection)
    for name in (*tables.OF_HEADS, *SMALL_COLUMNS):
        assert said[name] == _counted(connection, name), name


def test_a_new_file_is_tallied(connection: sqlite3.Connection) -> None:
    _assert_tallied(connection)
    assert tables.tallied(connection)["meta"].rows == 1
    assert tables.tallied(connection)["tables"] == tables.tables_found(connection)


@pytest.mark.parametrize(
    "statements",
    [
        ["INSERT INTO head VALUES ('a', 'i', 1, 'b', 1, 0, 1, 7, '{}')"],
        [
            "INSERT INTO head VALUES ('a', 'i', 1, 'b', 1, 0, 1, 7, '{}')",
            "INSERT OR REPLACE INTO head VALUES ('a', 'j', 2, 'b', 1, 1, 2, 8, '{}')",
            (
                "INSERT INTO head VALUES ('a', 'k', 3, 'c', 1, 1, 3, 9, '{}') "
                "ON CONFLICT DO UPDATE SET id = excluded.id, bucket = excluded.bucket, seq = 3"
            ),
        ],
        [
            "INSERT INTO head VALUES ('a', 'i', 1, 'b', 1, 0, 1, 7, '{}')",
            "UPDATE head SET own = 2",
            "DELETE FROM head",
        ],
        [
            "INSERT INTO relay (url) VALUES ('wss://one.example')",
            "INSERT OR IGNORE INTO relay (url) VALUES ('wss://one.example')",
            "UPDATE relay SET complete_at = 5, verdict = 'complete'",
        ],
        [
            "INSERT INTO outbox VALUES ('r', 'a', 'i', 'waiting', 1.5, 0, 0, '')",
            (
                "INSERT INTO outbox VALUES ('r', 'a', 'j', 'waiting', 2.5, 0, 0, '') "
                "ON CONFLICT (relay, address) DO UPDATE SET id = excluded.id"
            ),
            (
                "INSERT INTO outbox VALUES ('r', 'a', 'j', 'waiting', 3.5, 0, 0, '') "
                "ON CONFLICT (relay, address) DO UPDATE SET id = excluded.id WHERE outbox.id != 'j'"
            ),
        ],
        ["INSERT INTO outbox SELECT 'r', 'a', name, 'dead', 1, 2, 3, value FROM meta"],
        ["INSERT INTO ledger VALUES ('i', 1, 7, '{}')", "UPDATE ledger SET event = '[]'"],
    ],
)
def test_every_change_is_tallied(connection: sqlite3.Connection, statements: list[str]) -> None:
    for statement in statements:
        connection.execute(statement)
        _assert_tallied(connection)


def test_what_is_undone_is_not_tallied(connection: sqlite3.Connection) -> None:
    before = tables.tallied(connection)
    connection.execute("BEGIN")
    connection.execute("INSERT INTO lost VALUES ('a')")
    assert tables.tallied(connection) != before
    connection.execute("ROLLBACK")
    assert tables.tallied(connection) == before


def test_every_small_column_is_summed_up(connection: sqlite3.Connection) -> None:
    """A column that is added to a table is added to its sum, unless no memory hangs on it."""
    for name, columns in SMALL_COLUMNS.items():
        declared = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        assert columns.split(", ") == [column for column in declared if column != "event"], name
    declared = [row[1] for row in connection.execute("PRAGMA table_info(head)")]
    assert {*tables.HEAD_TEXTS, *tables.HEAD_NUMBERS, "event"} == set(declared)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    names -= {
        "head",
        "head_address",
        "head_seq",
        "head_bucket",
        "tally",
        "past",
        "seen",
        "issued",
        "touch",
        "digest",
    }
    assert names == set(SMALL_COLUMNS)
