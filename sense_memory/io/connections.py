"""SQLite connections, transactions on them, and SQLite's errors in our words."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from ..core.errors import CorruptDatabaseError, LockedError, StorageError, StorageFullError

REOPEN = "Close the store and open it again: it is rebuilt from what is readable and from relays"

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_FULL = (
    sqlite3.SQLITE_IOERR_WRITE,  # a quota, or a limit on the size of files
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_TRUNCATE,
)


def connect(path: Path | None, busy_timeout: float) -> sqlite3.Connection:
    """A connection that begins no transaction by itself and may move between threads."""
    return sqlite3.connect(
        path or ":memory:",
        timeout=busy_timeout,
        isolation_level=None,
        check_same_thread=False,
    )


def use_wal(connection: sqlite3.Connection, busy_timeout: float) -> None:
    """Write ahead. SQLite does not wait for other processes while it changes the mode, so we do."""
    deadline = time.monotonic() + busy_timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if primary_code(error) not in _BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.005)
        else:
            return


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Write lock first: a deferred BEGIN fails half-way when two processes write."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has rolled back already
            connection.execute("ROLLBACK")
        raise


def primary_code(error: Exception) -> int:
    """The result code without SQLite's extension; 0 for errors of the Python module itself."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


@contextlib.contextmanager
def mapped_errors(path: Path | None) -> Iterator[None]:
    """SQLite's errors in our words."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if is_no_text(error):
            where = path or "the in-memory database"
            raise CorruptDatabaseError(
                f"{where} is damaged (a text is not UTF-8). {REOPEN}"
            ) from None
        raise _mapped(error, path) from error


def _mapped(error: Exception, path: Path | None) -> StorageError:
    code = primary_code(error)
    where = path or "the in-memory database"
    if code == sqlite3.SQLITE_FULL or getattr(error, "sqlite_errorcode", 0) in _FULL:
        return StorageFullError(
            f"no space left for {where} ({error}); nothing was written. Free some space and try "
            "again"
        )
    if code in _BUSY:
        return LockedError(f"another process keeps {where} locked; nothing was written. Try again")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return CorruptDatabaseError(f"{where} is damaged ({error}). {REOPEN}")
    return StorageError(f"{where}: {error}")


def is_no_text(error: Exception) -> bool:
    """Whether a text is not UTF-8, which was all that was ever written.

    The message goes on with the text itself, and is not to be shown.
    """
    return isinstance(error, UnicodeDecodeError) or str(error).startswith(
        "Could not decode to UTF-8"
    )
