"""What a file holds and how it is, read without opening the store: no key, and no change."""

import contextlib
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..core.errors import CorruptDatabaseError, NewerFileError, StorageError
from . import sqlite_wal
from .clones import COPIED_AT
from .connections import mapped_errors
from .file_lock import FileLock
from .integrity import thorough_look
from .opening import SET_ASIDE
from .planning import ADDRESSED
from .pool import VANISHED
from .replacing import beside
from .tables import APPLICATION_ID, FILE_VERSION, stays

PATIENCE = 5.0
"""Seconds to wait for a process that is writing."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a relay answered to writes that it did not take.

    Attributes:
        state: ``waiting`` (it is tried again), ``parked`` (with the next sync), ``dead`` (never).
        said: The relay's words.
        count: How many writes.
    """

    state: str
    said: str
    count: int


@dataclass(frozen=True, slots=True)
class RelayReport:
    """What a file remembers of a relay.

    Attributes:
        url: The relay.
        verdict: Of the last load, or ``None`` if there was none.
        read_at: When that began, seconds since the epoch.
        complete_at: When the last one began that was complete.
        compared_at: When the last one began that was complete and of everything.
        waiting: Writes it has not accepted yet, parked and dead ones not counted.
        parked: Writes it keeps refusing.
        dead: Writes it will never take.
        waiting_since: When the oldest of the waiting and parked ones was written.
        refusals: What it said, the most frequent first.
        rolled_back: Places where it served an older version than it once did.
        withheld: Places where it served nothing any more.
        quarantined_until: Until when it is left alone, or ``None``.
        offence: Why.
    """

    url: str
    verdict: str | None
    read_at: float | None
    complete_at: float | None
    compared_at: float | None
    waiting: int
    parked: int
    dead: int
    waiting_since: float | None
    refusals: tuple[Refusal, ...]
    rolled_back: int
    withheld: int
    quarantined_until: float | None
    offence: str | None


@dataclass(frozen=True, slots=True)
class FileReport:
    """A file, as it is at this moment.

    Attributes:
        path: Where it is.
        version: Of its form.
        size_bytes: Of the file, and of what is not yet written back into it.
        owner: The public key whose memories it holds.
        addressing: ``plain``, ``blinded``, or ``None`` while nobody has said.
        records: Living records, the store's own among them.
        local_only: How many of these go to no relay.
        held: Writes that wait for the addressing.
        newest_at: The newest date of an event in it, seconds since the epoch.
        unreadable: Reason and count of the events that were kept aside.
        relays: The relays that it knows.
        vanished: Relay and time, seconds since the epoch, of each request to vanish.
        set_aside: The damaged file from which this one was rebuilt, while it is there.
        copied_at: When a copy of it was met last, seconds since the epoch.
    """

    path: Path
    version: int
    size_bytes: int
    owner: str
    addressing: str | None
    records: int
    held: int
    newest_at: int | None
    unreadable: tuple[tuple[str, int], ...]
    relays: tuple[RelayReport, ...]
    vanished: tuple[tuple[str, float], ...] = ()
    set_aside: Path | None = None
    copied_at: float | None = None
    local_only: int = 0

    def relay(self, url: str) -> RelayReport | None:
        """One of the relays."""
        return next((relay for relay in self.relays if relay.url == url), None)


def examine(path: Path) -> FileReport:
    """Look at a file.

    Raises:
        StorageError: It is missing, damaged, newer, locked, or another program's.
    """
    with _reading(path) as connection:
        meta = dict(connection.execute("SELECT name, value FROM meta").fetchall())
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        records, local_only, held, newest_at = connection.execute(
            f"SELECT sum(NOT deleted), sum(NOT deleted AND {stays()}), "
            f"sum(own = 2 AND NOT {stays()}), max(created_at) FROM head"
        ).fetchone()
        unreadable = connection.execute(
            "SELECT reason, count(*) FROM quarantine GROUP BY 1 ORDER BY 2 DESC, 1"
        ).fetchall()
        relays = connection.execute("SELECT * FROM relay ORDER BY url")
        relays.row_factory = _by_name
        return FileReport(
            path,
            version,
            sum(_size(one) for one in (path, beside(path, "-wal")) if one.exists()),
            str(meta["owner"]),
            meta.get(ADDRESSED),
            records or 0,
            held or 0,
            newest_at,
            tuple((str(reason), int(count)) for reason, count in unreadable),
            tuple(_relay(connection, row) for row in relays.fetchall()),
            tuple(
                (name.removeprefix(VANISHED), float(at))
                for name, at in meta.items()
                if name.startswith(VANISHED)
            ),
            _set_aside(path, meta.get(SET_ASIDE)),
            float(meta[COPIED_AT]) if meta.get(COPIED_AT) else None,
            local_only or 0,
        )


def alone(path: Path, relays: Sequence[str]) -> int:
    """How many living records none of these relays is known to have accepted.

    What goes to no relay is not counted.

    A relay has what it showed or took since it was last compared with the whole file.

    Raises:
        StorageError: As ``examine``.
    """
    # outbox rows are what a relay lacks; before the first comparison there are none of these yet
    query = (
        f"SELECT address FROM head WHERE NOT deleted AND NOT {stays()} AND NOT EXISTS ("
        "SELECT 1 FROM relay WHERE url = ? AND full_at IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM outbox WHERE outbox.relay = relay.url AND outbox.address = head.address "
        "AND outbox.state != 'accepted'))"
    )
    with _reading(path) as connection:
        living = f"SELECT count(*) FROM head WHERE NOT deleted AND NOT {stays()}"
        (count,) = connection.execute(living).fetchone()
        lacked = [{a for (a,) in connection.execute(query, (relay,))} for relay in relays]
        return len(set.intersection(*lacked)) if lacked else int(count)


def fault(path: Path) -> str | None:
    """What is wrong with the file, or ``None``; reads all of it.

    Raises:
        StorageError: As ``examine``.
    """
    with _opened(path) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == FILE_VERSION:
            return thorough_look(connection)
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        return None if found == "ok" else str(found)


def is_open_elsewhere(path: Path) -> bool:
    """Whether somebody has the file open; nobody can tell on Windows."""
    with FileLock(path) as lock:
        return not lock.try_alone()


def _relay(connection: sqlite3.Connection, row: dict[str, Any]) -> RelayReport:
    counts = connection.execute(
        "SELECT state, said, count(*), min(queued_at) FROM outbox WHERE relay = ? "
        "AND state != 'accepted' GROUP BY 1, 2 ORDER BY 3 DESC, 2",
        (row["url"],),
    ).fetchall()
    by_state = {
        state: sum(count for s, _, count, _ in counts if s == state)
        for state in ("waiting", "parked", "dead")
    }
    return RelayReport(
        row["url"],
        row["verdict"],
        row["read_at"],
        row["complete_at"],
        row["full_at"],
        **by_state,
        waiting_since=min((at for state, _, _, at in counts if state != "dead"), default=None),
        refusals=tuple(Refusal(state, said, n) for state, said, n, _ in counts if said),
        # a file of version 1, which is upgraded when its store is opened, has none of these
        rolled_back=row.get("rolled_back", 0),
        withheld=row.get("withheld", 0),
        quarantined_until=row.get("quarantined_until"),
        offence=row.get("offence"),
    )


def _set_aside(path: Path, name: str | None) -> Path | None:
    aside = path.with_name(name) if name else None
    return aside if aside is not None and aside.exists() else None


def _by_name(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> dict[str, Any]:
    return {column[0]: value for column, value in zip(cursor.description, row, strict=True)}


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for several questions about one moment."""
    with _opened(path) as connection:
        connection.execute("BEGIN")
        yield connection


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing, to a file of ours.

    What a crash left in the write-ahead log stays there: whoever opens the store must see it as it
    was left.
    """
    if not path.exists():
        raise StorageError(f"there is no file {path}")
    with FileLock(path) as lock:
        is_alone = lock.try_alone()
        if not is_alone:
            lock.share(PATIENCE)
        log = beside(path, "-wal")
        is_left = log.exists() and _size(log) > 0
        if is_alone and is_left and (damage := sqlite_wal.read(log).damage) is not None:
            raise CorruptDatabaseError(f"{path} is damaged: {damage}")
        # a file that nobody writes is read as it lies there, and nothing is made beside it
        is_still = is_alone and not is_left and sys.platform != "win32"
        uri = f"file:{quote(str(path))}?mode=ro" + ("&immutable=1" if is_still else "")
        with (
            mapped_errors(path),
            contextlib.closing(
                sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
            ) as connection,
        ):
            _refuse_foreign(connection, path)
            yield connection


def _size(path: Path) -> int:
    return path.stat().st_size


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StorageError(f"{path} is not a sense-memory file")
    if version > FILE_VERSION:
        raise NewerFileError(
            f"{path} was written by a newer release (file version {version}, this one reads "
            f"{FILE_VERSION}); upgrade sense-memory"
        )
