"""The file, frozen: what older versions wrote is read for ever.

``file_version_N.sql`` makes a file as a release of that version left it: memories of every kind,
one forgotten, one that nobody can read yet, and everything still to be sent.
"""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from sense_memory import Config, Identity, LockedError, MemoryStore, RelayConfig
from sense_memory.io.tables import FILE_VERSION
from sense_memory.testing import ManualClock

IDENTITY = Identity.from_hex("0123456789abcdef" * 4)
RELAY = "ws://127.0.0.1:9"
SAYS = {"greeting": "hello again", "long": "x" * 2000}
"""The key-value memories of the file."""
CONFIG = Config(relays=RelayConfig(close_timeout=0.0))


def make_version(version: int, path: Path) -> None:
    """A file as an older release left it."""
    sql = (Path(__file__).parent / f"file_version_{version}.sql").read_text("utf-8")
    path.touch(mode=0o600)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA journal_mode = WAL;" + sql)


def make_version_1(path: Path) -> None:
    """A file as the first release left it."""
    make_version(1, path)


versions = pytest.mark.parametrize("version", range(1, FILE_VERSION))


def _store(path: Path, *relays: str) -> MemoryStore:
    clock = ManualClock(1_800_000_200.0)
    return MemoryStore(IDENTITY, list(relays) or None, path=path, clock=clock, config=CONFIG)


def _rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


async def _assert_all_there(store: MemoryStore) -> None:
    greeting = await store.recall("greeting")
    assert greeting.value == "hello again"
    assert greeting.created_at == 1_800_000_060.0
    assert (await store.recall("long")).value == "x" * 2000
    assert await store.recall("secret") is None
    assert (await store.scope("user:alice").recall("name")).value == "Alice"
    assert [entry.content for entry in await store.recent()] == ["a day"]
    (bob,) = await store.persona_recall("people")
    assert (bob.value, bob.themes) == ("likes tea", ("tea",))
    assert store.status().unreadable == 1


@versions
async def test_a_file_of_an_older_version_is_read(tmp_path: Path, version: int) -> None:
    path = tmp_path / "store.db"
    make_version(version, path)
    async with _store(path) as store:
        await _assert_all_there(store)
        await store.remember("greeting", "and on it goes")
    async with _store(path) as store:
        assert (await store.recall("greeting")).value == "and on it goes"
    assert _rows(path, "PRAGMA user_version") == [(FILE_VERSION,)]


@versions
async def test_the_old_file_is_kept_as_it_was(tmp_path: Path, version: int) -> None:
    path = tmp_path / "store.db"
    make_version(version, path)
    before = _rows(path, "SELECT * FROM head")
    async with _store(path):
        pass
    kept = tmp_path / f"store.db.v{version}"
    assert _rows(kept, "SELECT * FROM head") == before
    assert _rows(kept, "PRAGMA user_version") == [(version,)]
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {"store.db", "store.db.lock", f"store.db.v{version}"}
    assert {file.stat().st_mode & 0o077 for file in (path, kept)} == {0}


@versions
async def test_what_waited_to_be_sent_still_waits(tmp_path: Path, version: int) -> None:
    path = tmp_path / "store.db"
    make_version(version, path)
    before = _rows(path, "SELECT * FROM outbox")
    async with _store(path, RELAY) as store:
        assert store.status().relays[0].waiting == len(before)
        assert (
            store.status().device == _rows(path, "SELECT value FROM meta WHERE name='device'")[0][0]
        )
        assert store.status().absence_known
    assert [row[:5] for row in _rows(path, "SELECT * FROM outbox")] == [row[:5] for row in before]


async def test_a_log_that_a_killed_process_left_is_upgraded_too(tmp_path: Path) -> None:
    first, path = tmp_path / "first.db", tmp_path / "store.db"
    make_version_1(first)
    with contextlib.closing(sqlite3.connect(first)) as connection:
        connection.execute("DELETE FROM head WHERE address = 'sense-memory/long'")
        connection.commit()
        for ending in ("", "-wal"):
            data = first.with_name(first.name + ending).read_bytes()
            path.with_name(path.name + ending).write_bytes(data)
    async with _store(path) as store:
        assert await store.recall("long") is None
        assert (await store.recall("greeting")).value == "hello again"


async def test_a_process_of_an_older_release_is_not_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    make_version_1(path)
    config = Config(database=CONFIG.database.__class__(busy_timeout=0.2))
    store = MemoryStore(IDENTITY, path=path, config=config)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT count(*) FROM head").fetchone()
        with pytest.raises(LockedError, match="another process"):
            await store.recall("greeting")
    assert _rows(path, "PRAGMA user_version") == [(1,)]
    async with store:
        await _assert_all_there(store)


@versions
async def test_a_damaged_file_of_an_older_version_is_rebuilt(tmp_path: Path, version: int) -> None:
    path = tmp_path / "store.db"
    make_version(version, path)
    data = bytearray(path.read_bytes())
    data[data.index(b'"content":"') + 100] ^= 1
    path.write_bytes(data)
    async with _store(path) as store:
        await _assert_all_there(store)
        assert store.status().salvaged is not None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE head SET bucket = '46092df046e50555' WHERE address = 'sense-memory/greeting'",
        "UPDATE head SET seq = seq + 64 WHERE address = 'sense-memory/greeting'",
        "DELETE FROM outbox WHERE address = 'sense-memory/long'",
    ],
)
async def test_a_row_that_is_not_what_the_old_file_says_of_it_is_not_taken_over(
    tmp_path: Path, change: str
) -> None:
    """SQLite and the events find nothing wrong with it: only the tally knows."""
    path = tmp_path / "store.db"
    make_version(3, path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()
    async with _store(path) as store:
        await _assert_all_there(store)
        assert store.status().salvaged is not None


async def test_a_name_that_is_taken_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    make_version_1(path)
    taken = tmp_path / "store.db.v1"
    taken.write_text("mine")
    async with _store(path) as store:
        await _assert_all_there(store)
    assert taken.read_text() == "mine"
    assert _rows(tmp_path / "store.db.v1-2", "PRAGMA user_version") == [(1,)]


@versions
async def test_a_file_of_this_release_that_says_it_is_older_is_damaged(
    version: int, tmp_path: Path
) -> None:
    """It is rebuilt, and not upgraded to what it is already."""
    path = tmp_path / "store.db"
    async with _store(path) as store:
        await store.remember("k", "v")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    async with _store(path) as store:
        assert (await store.recall("k")).value == "v"
        assert store.status().salvaged is not None
    assert not path.with_name(f"{path.name}.v{version}").exists()
    assert _rows(path, "PRAGMA user_version") == [(FILE_VERSION,)]
