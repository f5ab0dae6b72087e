"""What a database of conversations becomes, and that nothing happens to it."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Problem, Said
from sense_memory.core.llm import Role
from sense_memory.importers.glenn import read_glenn
from sense_memory.importers.options import Options

TABLES = """
    CREATE TABLE users(id INTEGER PRIMARY KEY, username TEXT);
    CREATE TABLE conversations(id INTEGER PRIMARY KEY, user_id INTEGER);
    CREATE TABLE messages(id INTEGER PRIMARY KEY, conversation_id INTEGER, role TEXT,
                          content TEXT, timestamp TEXT);
    INSERT INTO users VALUES (1, 'Ada'), (2, 'Grace');
    INSERT INTO conversations VALUES (41, 1), (42, 2);
"""
TALK = [
    (41, "user", "Where is Turin?", "2024-05-01 10:00:00"),
    (41, "assistant", "In Italy.", "2024-05-01 10:00:05"),
    (42, "user", "Hello", "2024-05-01 09:00:00"),
    (42, "system", "You are kind", "2024-05-01 09:00:00"),
    (42, "user", None, "2024-05-01 09:00:00"),
    (42, "user", "  ", "2024-05-01 09:00:00"),
]
START = 1_714_557_600.0


def database(folder: Path, rows: Iterable[tuple[Any, ...]] = TALK, tables: str = TABLES) -> Path:
    path = folder / "a % name?.db"
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(tables)
        fields = "(conversation_id, role, content, timestamp)"
        connection.executemany(f"INSERT INTO messages{fields} VALUES (?, ?, ?, ?)", rows)
        connection.commit()
    return path


def read(path: Path, **options: Any) -> list[Item]:
    return list(read_glenn(path, Options(**options)))


def texts(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, Said)]


class TestWhatWasSaid:
    def test_messages_come_with_their_conversation_and_user(self, tmp_path: Path) -> None:
        place = "a % name?.db, message"
        assert read(database(tmp_path)) == [
            Said("glenn", "41", "", Role.USER, TALK[0][2] or "", START, f"{place} 1", "Ada"),
            Said("glenn", "41", "", Role.ASSISTANT, TALK[1][2] or "", START + 5, f"{place} 2"),
            Said("glenn", "42", "", Role.USER, "Hello", START - 3_600, f"{place} 3", "Grace"),
        ]

    def test_one_user_conversation_or_number_may_be_asked_for(self, tmp_path: Path) -> None:
        path = database(tmp_path)
        assert texts(read(path, user="ADA")) == ["Where is Turin?", "In Italy."]
        assert texts(read(path, conversation="42")) == ["Hello"]
        assert texts(read(path, limit=2)) == ["Where is Turin?", "In Italy."]
        assert texts(read(path, user="grace", conversation="41")) == []

    def test_a_name_that_nobody_has_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="no user 'x'"):
            read(database(tmp_path), user="x")

    @pytest.mark.parametrize("said", ["' OR '1'='1", "42 OR 1=1", "42; DROP TABLE messages; --"])
    def test_defect_12_what_is_asked_for_is_no_sql(self, tmp_path: Path, said: str) -> None:
        path = database(tmp_path)
        with pytest.raises(InputError, match="has no user"):
            read(path, user=said)
        assert texts(read(path, conversation=said)) == []
        assert len(texts(read(path))) == 3

    def test_a_message_without_a_conversation_is_read(self, tmp_path: Path) -> None:
        items = read(database(tmp_path, [(99, "user", "Lost", 1_714_557_600_000)]))
        assert [(item.conversation, item.at) for item in items if isinstance(item, Said)] == [
            ("99", START)
        ]

    def test_the_file_is_as_before_and_nothing_lies_beside_it(self, tmp_path: Path) -> None:
        path = database(tmp_path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        before = path.read_bytes()
        path.chmod(0o400)
        items = read_glenn(path, Options())
        assert isinstance(next(items), Said)
        assert [each.name for each in tmp_path.iterdir()] == [path.name]
        assert len(list(items)) == 2
        assert path.read_bytes() == before
        assert [each.name for each in tmp_path.iterdir()] == [path.name]

    def test_what_its_program_has_not_written_into_it_yet_is_told(self, tmp_path: Path) -> None:
        path = database(tmp_path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("INSERT INTO messages(content) VALUES ('x')")
            connection.commit()
            first, *rest = read(path)
        assert isinstance(first, Problem)
        assert "not read" in first.why
        assert len(texts(rest)) == 3


class TestWhatIsWrong:
    def test_contents_of_other_types_are_named(self, tmp_path: Path) -> None:
        rows = [(41, "user", b"\xff", 0), (b"x", b"y", 5, 6), (41, "user", "Hi", "never")]
        items = read(database(tmp_path, rows))
        assert texts(items) == ["Hi"]
        place = "a % name?.db, message"
        assert [item for item in items if isinstance(item, Problem)] == [
            Problem(f"{place} 1", "its content is no text"),
            Problem(f"{place} 3", "its time is none, so it has no time"),
        ]

    def test_text_that_is_no_utf_8_is_read(self, tmp_path: Path) -> None:
        path = database(tmp_path, [])
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "INSERT INTO messages VALUES (1, 41, 'user', CAST(x'41ff42' AS TEXT), 0)"
            )
            connection.commit()
        assert texts(read(path)) == ["A\ufffdB"]

    def test_a_message_that_is_too_long_spares_the_others(self, tmp_path: Path) -> None:
        rows = [(41, "user", "a", 1), (41, "user", "x" * 5_000_000, 2), (41, "user", "b", 3)]
        items = read(database(tmp_path, rows))
        assert texts(items) == ["a", "b"]
        assert [item.place for item in items if isinstance(item, Problem)] == [
            "a % name?.db, message 2"
        ]

    def test_a_damaged_page_spares_what_lies_on_others(self, tmp_path: Path) -> None:
        path = database(tmp_path, [(41, "user", f"{n} " + "x" * 900, n) for n in range(1, 401)])
        raw = bytearray(path.read_bytes())
        middle = raw.index(b"200 xxx") // 4096 * 4096
        raw[middle : middle + 4096] = b"\xff" * 4096
        path.write_bytes(bytes(raw))
        items = read(path)
        numbers = [int(text.split()[0]) for text in texts(items)]
        assert set(range(1, 196)) <= set(numbers)
        assert set(range(205, 401)) <= set(numbers)
        assert len(numbers) == len(set(numbers))
        assert any("damaged" in item.why for item in items if isinstance(item, Problem))

    @pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00" + b"\x00" * 500, b"hello"])
    def test_no_database_is_refused(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "x.db"
        path.write_bytes(content)
        with pytest.raises(InputError, match="x.db is no"):
            read(path)

    def test_a_missing_file_or_folder_is_refused(self, tmp_path: Path) -> None:
        for path in (tmp_path, tmp_path / "none", Path("a\x00b")):
            with pytest.raises(InputError):
                read(path)

    @pytest.mark.parametrize(
        "tables",
        [
            TABLES.replace("username", "name"),
            TABLES.replace("TABLE users", "TABLE people").replace("INTO users", "INTO people"),
            TABLES.replace("TABLE messages", "TABLE m(x); CREATE TABLE other"),
        ],
        ids=["column", "table", "messages"],
    )
    def test_other_tables_are_refused(self, tmp_path: Path, tables: str) -> None:
        path = tmp_path / "x.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(tables)
        with pytest.raises(InputError, match="it needs the table"):
            read(path)

    def test_a_view_without_end_is_not_asked(self, tmp_path: Path) -> None:
        path = tmp_path / "x.db"
        endless = """
            CREATE VIEW messages AS WITH RECURSIVE n(rowid) AS
            (SELECT 1 UNION ALL SELECT rowid + 1 FROM n)
            SELECT rowid, 1 AS conversation_id, 'user' AS role, 'x' AS content, 1 AS timestamp
            FROM n;
        """
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(TABLES.replace("TABLE messages", "TABLE m") + endless)
        with pytest.raises(InputError, match="it needs the table messages"):
            read(path)
