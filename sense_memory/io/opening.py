"""What is done before a file is used: is it ours, of this release, and as it was left?"""

import contextlib
import logging
import sqlite3
from pathlib import Path

from ..core.errors import CorruptDatabaseError, NewerFileError, StorageError
from . import private_files, sqlite_wal
from .connections import REOPEN, connect, mapped_errors
from .file_lock import FileLock
from .integrity import quick_look, thorough_look
from .replacing import beside, put_rebuilt
from .tables import APPLICATION_ID, FILE_VERSION, TABLES, statements, tables_found

log = logging.getLogger("sense_memory.io.opening")

SET_ASIDE = "set_aside"
"""In the file: the name under which a damaged one, from which it was rebuilt, was set aside."""
UNACCOUNTED = "unaccounted"
"""In the file: nobody can say what the damaged one held besides."""
REBUILT = ".rebuilt"

OLDEST = 1
"""The oldest version that is read."""

_MAGIC = b"SQLite format 3\0"
_FEW_BITS = 2


def claim(path: Path, owner: str, busy_timeout: float) -> FileLock:
    """Share a file with whoever uses it already; whoever is first looks at it.

    Args:
        path: The file; made if it is not there.
        owner: The public key whose memories it holds.
        busy_timeout: Seconds to wait for another process that is looking or rebuilding.

    Returns:
        The lock, to be released when the file is closed.

    Raises:
        StorageError: It cannot be opened, is somebody else's, newer, or damaged.
    """
    try:
        if not path.exists():
            private_files.make_empty(path)
    except OSError as error:
        raise StorageError(f"cannot open {path}: {error.strerror}") from error
    lock = FileLock(path)
    try:
        if lock.try_alone():
            examine(path, owner, lock, busy_timeout)
        lock.share(busy_timeout)
    except BaseException:
        lock.release()
        raise
    return lock


def examine(path: Path, owner: str, lock: FileLock, busy_timeout: float) -> None:
    """Look at a file that nobody has open, as closely as there is reason to.

    An older one is brought up to date, and what a crash left unfinished is finished.

    Raises:
        CorruptDatabaseError: It is damaged.
        StorageError: It is somebody else's, or newer.
    """
    _finish_rebuilding(path, busy_timeout)
    wal = sqlite_wal.read(beside(path, "-wal"))
    size = path.stat().st_size
    if size:
        with path.open("rb") as file:
            _refuse_others(path, file.read(100), owner)
    if wal.damage is not None:
        raise CorruptDatabaseError(f"{path} is damaged ({wal.damage}). {REOPEN}")
    if not size and not wal.frames:
        return
    with mapped_errors(path), contextlib.closing(connect(path, busy_timeout)) as connection:
        version = _version(connection, path)
        if version == FILE_VERSION and (wal.frames or lock.is_suspect):
            found = thorough_look(connection)
            if found is not None:
                raise CorruptDatabaseError(f"{path} is damaged ({found}). {REOPEN}")
    if OLDEST <= version < FILE_VERSION:
        from .upgrade import upgrade  # rarely needed

        upgrade(path, version, owner, busy_timeout)
    lock.trust()


def is_sound(path: Path, owner: str, lock: FileLock, busy_timeout: float) -> bool:
    """Whether a file that nobody has open is as it was written.

    Raises:
        StorageError: It is somebody else's, or newer.
    """
    try:
        examine(path, owner, lock, busy_timeout)
        with mapped_errors(path), contextlib.closing(connect(path, busy_timeout)) as connection:
            return _version(connection, path) == 0 or quick_look(connection) is None
    except CorruptDatabaseError:
        return False


def _finish_rebuilding(path: Path, busy_timeout: float) -> None:
    """A finished new file that did not come to take its place."""
    rebuilt = beside(path, REBUILT)
    if rebuilt.exists():
        with mapped_errors(rebuilt), contextlib.closing(connect(rebuilt, busy_timeout)) as made:
            query = "SELECT value FROM meta WHERE name = ?"
            (aside,) = made.execute(query, (SET_ASIDE,)).fetchone()
        put_rebuilt(path, rebuilt, path.with_name(aside))
        log.warning("%s was damaged and rebuilt; the damaged file is kept as %s", path, aside)


def _refuse_others(path: Path, header: bytes, owner: str) -> None:
    """Tell another program's file from a damaged one of ours.

    Raises:
        StorageError: It is another program's.
        CorruptDatabaseError: It is ours, with a damaged header.
    """
    application = int.from_bytes(header[68:72])
    bits_off = (int.from_bytes(header[:16]) ^ int.from_bytes(_MAGIC)).bit_count()
    if not bits_off and _is_sound(header):
        if application == APPLICATION_ID or not application:
            return  # without tables it is a new file, with tables another program's
        if (application ^ APPLICATION_ID).bit_count() > _FEW_BITS:
            raise StorageError(f"{path} is not a sense-memory file; choose another path")
    elif application != APPLICATION_ID and (bits_off > _FEW_BITS or any(header)):
        raise StorageError(
            f"{path} is not a sense-memory file, or its beginning is destroyed; choose another "
            "path, or move it aside: relays or a backup restore what it held"
        )
    if owner.encode() not in path.read_bytes():
        raise StorageError(f"{path} is damaged and holds nothing of the identity {owner[:8]}…")
    raise CorruptDatabaseError(f"the header of {path} is damaged. {REOPEN}")


def _is_sound(header: bytes) -> bool:
    """Whether a header says what ours say, where SQLite or we would be led astray."""
    # https://www.sqlite.org/fileformat2.html §1.3: versions for writing and reading (2 for WAL),
    # reserved bytes, payload fractions; schema format; text encoding (1 for UTF-8)
    page_size = int.from_bytes(header[16:18])
    return (
        header[18:20] in (b"\1\1", b"\2\2")
        and header[20:24] == b"\0\x40\x20\x20"
        and (page_size == 1 or page_size & (page_size - 1) == 0)
        and int.from_bytes(header[44:48]) in (0, 4)
        and int.from_bytes(header[56:60]) in (0, 1)
    )


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file; 0 for one without tables.

    Raises:
        CorruptDatabaseError: Its tables are of another version than it says.
        NewerFileError: It is newer than this release.
        StorageError: It is another program's.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    names = _names(connection)
    if not version and not names:
        return 0
    if not names & {"meta", "head"}:
        raise StorageError(f"{path} is not a sense-memory file; choose another path")
    if version < OLDEST or (version != FILE_VERSION and _is_of_this_release(connection, version)):
        raise CorruptDatabaseError(
            f"{path} is damaged (its tables are not those of version {version}). {REOPEN}"
        )
    refuse_newer(path, version)
    return int(version)


def refuse_newer(path: Path | None, version: int) -> None:
    """Leave a file of a newer release as it is.

    Raises:
        NewerFileError: It is one.
    """
    if version > FILE_VERSION:
        raise NewerFileError(
            f"{path} was written by a newer release (file version {version}, this one "
            f"reads {FILE_VERSION}); upgrade sense-memory"
        )


def _is_of_this_release(connection: sqlite3.Connection, version: int) -> bool:
    """Whether this release made the tables of a file that says another version.

    What a newer one put beside them shows that it says so rightly.
    """
    with contextlib.closing(sqlite3.connect(":memory:")) as new:
        for statement in statements(TABLES):
            new.execute(statement)
        if tables_found(connection) != tables_found(new):
            return False
        others = _names(connection) - _names(new)
    return version < FILE_VERSION or all(name.startswith("sqlite_") for name in others)


def _names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
