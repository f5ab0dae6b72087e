"""An older file becomes a new one beside it, which is checked before it takes its place.

The old one is kept as ``NAME.v1``. Until the last step, one rename, it is the file; a crash before
that leaves nothing but a half-made copy, which the next attempt throws away.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from nips import nip01
from nips.errors import NipError
from nips.nip01 import Event

from ..core.errors import CorruptDatabaseError, LockedError, StorageError
from . import private_files
from .connections import REOPEN, connect, mapped_errors, transaction
from .integrity import thorough_look
from .replacing import LOGS, beside, keep, take_place
from .tables import SMALL_COLUMNS, make, text_sum

log = logging.getLogger("sense_memory.io.upgrade")

_ALWAYS = {
    "meta": "name, value",
    "past": "address, id",
    "outbox": "relay, address, id, state, queued_at, next_at, attempts, said",
}
_COPIED = {
    1: {
        **_ALWAYS,
        "relay": "url, verdict, read_at, complete_at, full_at, information, information_at",
    },
    2: {
        **_ALWAYS,
        "relay": "url, verdict, read_at, complete_at, full_at, information, information_at, "
        "quarantined_until, quarantines, offence, rolled_back, withheld, alarmed_at",
        "seen": "relay, kind, address, created_at, id",
        "lost": "address",
    },
    3: {
        **_ALWAYS,
        "relay": SMALL_COLUMNS["relay"],
        "seen": "relay, kind, address, created_at, id",
        "lost": "address",
        "issued": "address, t, how",
        "erasure": SMALL_COLUMNS["erasure"],
        "touch": "address, slot, count, at",
        "digest": "address, id, digest",
    },
}
"""What each version held and is taken over as it is."""
_TALLIED = 3
"""The version since which a file says what its tables hold, in the same words as now."""
_DELETION = "address, id, created_at, moved"
_DELETED = {1: "address, id, created_at, 0", 2: _DELETION, 3: _DELETION}


def upgrade(path: Path, version: int, owner: str, busy_timeout: float) -> None:
    """Bring a file up to date. The caller has it alone (``FileLock``).

    Args:
        path: The file.
        version: What it is; older than the present one.
        owner: The public key whose memories it holds.
        busy_timeout: Seconds to wait for a process that has it open.

    Raises:
        LockedError: A process of an older release has it open.
        CorruptDatabaseError: It is damaged.
        StorageError: It cannot be copied; it is as it was.
    """
    new = beside(path, ".upgrading")
    for ending in ("", "-journal", *LOGS):
        beside(new, ending).unlink(missing_ok=True)
    try:
        private_files.make_empty(new)
        with mapped_errors(path), contextlib.closing(connect(new, busy_timeout)) as connection:
            _copy(connection, path, version, owner)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    if any(beside(path, ending).exists() for ending in LOGS):
        raise LockedError(f"a process of an older release has {path} open; close it and try again")
    kept = _free_name(path, version)
    keep(path, kept)
    take_place(new, path)
    log.info("%s was upgraded from version %d; the old file is kept as %s", path, version, kept)


def _free_name(path: Path, version: int) -> Path:
    """A name for the old file: one of its own, or the one it got before a crash."""
    kept, number = beside(path, f".v{version}"), 1
    while kept.exists() and not kept.samefile(path):
        number += 1
        kept = beside(path, f".v{version}-{number}")
    return kept


def _copy(connection: sqlite3.Connection, path: Path, version: int, owner: str) -> None:
    """Copy an older version into a new file, and take its write-ahead log into the old one."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("ATTACH ? AS old", (str(path),))
    connection.execute("PRAGMA old.locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")  # a process that has the old file open is noticed here
    connection.execute("ROLLBACK")
    (found,) = connection.execute("PRAGMA old.integrity_check(1)").fetchone()
    if found != "ok":
        raise CorruptDatabaseError(f"{path} is damaged ({found}). {REOPEN}")
    with transaction(connection):
        make(connection, owner)
        connection.execute("DELETE FROM meta")
        for table, columns in _COPIED[version].items():
            connection.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM old.{table}")
        connection.execute(f"INSERT INTO deleted SELECT {_DELETED[version]} FROM old.deleted")
        small = "address, id, created_at, bucket, own, deleted, seq"
        for table, marks, query in (
            ("head", "?, ?, ?, ?, ?, ?, ?", f"SELECT {small}, event FROM old.head"),
            ("ledger", "?, ?", "SELECT id, created_at, event FROM old.ledger"),
            ("quarantine", "?, ?", "SELECT id, reason, event FROM old.quarantine"),
        ):
            connection.executemany(
                f"INSERT INTO {table} VALUES ({marks}, ?, ?)",
                _with_sums(connection.execute(query), path),
            )
    if version >= _TALLIED:
        _compare(connection, path)
    found = thorough_look(connection)
    if found is not None:
        raise StorageError(f"{path} could not be copied ({found}); it is as it was")
    connection.execute("PRAGMA old.wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA old.journal_mode = DELETE")
    connection.execute("DETACH old")


def _compare(connection: sqlite3.Connection, path: Path) -> None:
    """What was copied is what the old file says that it holds: else a row of it has changed."""
    query = "SELECT name, rows, sum FROM {}.tally WHERE name NOT IN ('tables', 'head_bucket')"
    old, new = ({*connection.execute(query.format(where))} for where in ("old", "main"))
    if old != new:
        names = ", ".join(sorted({name for name, *_ in old ^ new}))
        raise CorruptDatabaseError(
            f"{path} is damaged (rows of {names} are missing or have changed). {REOPEN}"
        )


def _with_sums(rows: sqlite3.Cursor, path: Path) -> Iterator[tuple[object, ...]]:
    """The rows, each with the checksum of its event, once that is known to be whole."""
    with contextlib.closing(rows):  # while a cursor is open, so is the file
        for *small, text in rows:
            if not _is_whole(text):
                raise CorruptDatabaseError(f"an event in {path} is damaged. {REOPEN}")
            yield (*small, text_sum(text), text)


def _is_whole(text: object) -> bool:
    try:
        event = Event.from_json(str(text))
        return event.id == nip01.event_id(
            event.pubkey, event.created_at, event.kind, event.tags, event.content
        )
    except NipError:
        return False
