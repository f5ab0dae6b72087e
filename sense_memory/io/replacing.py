"""Putting a new file in the place of an old one, so that a crash at any point loses neither.

The old one keeps its content under another name: a second name for the same bytes is made first,
and the new file then takes the first name in one step. Only one thing takes two steps: an old
write-ahead log must be gone before a new file stands beside it, or SQLite would replay it into that
one. So a finished new file first gets a name of its own, ``NAME.rebuilt``, which says: go on with
this. Whoever opens the file next does.

The caller has the file alone (``FileLock``).
"""

import os
import shutil
from pathlib import Path

from ..core.errors import StorageError
from .private_files import sync_folder

LOGS = ("-wal", "-shm")


def beside(path: Path, ending: str) -> Path:
    """The name of a file, with an ending."""
    return path.with_name(path.name + ending)


def keep(path: Path, kept: Path) -> None:
    """Give a file's content another name too, unless that was done before a crash.

    Raises:
        StorageError: It cannot be done.
    """
    if not kept.exists():
        try:
            kept.hardlink_to(path)
        except (OSError, NotImplementedError):
            _copy(path, kept)  # a file system without second names


def _copy(path: Path, kept: Path) -> None:
    temporary = beside(kept, ".copying")
    try:
        temporary.unlink(missing_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as target, path.open("rb") as source:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        temporary.replace(kept)
    except OSError as error:
        raise StorageError(f"cannot copy {path} to {kept}: {error.strerror}") from error


def put_rebuilt(path: Path, rebuilt: Path, aside: Path) -> None:
    """Let a rebuilt file stand in the place of a damaged one, which is kept as ``aside``.

    Raises:
        StorageError: It cannot be done; it is tried again when the file is opened next.
    """
    try:
        for log in ("", *LOGS):
            if beside(path, log).exists() and log != "-shm":
                keep(beside(path, log), beside(aside, log))
        sync_folder(path.parent)
        for log in LOGS:
            beside(path, log).unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"cannot set {path} aside: {error.strerror}") from error
    take_place(rebuilt, path)


def take_place(new: Path, path: Path) -> None:
    """Let a finished file stand in the place of one whose write-ahead log is gone.

    Raises:
        StorageError: It cannot be done; the old one is where it was.
    """
    try:
        new.replace(path)
    except OSError as error:
        raise StorageError(f"cannot replace {path}: {error.strerror}") from error
    sync_folder(path.parent)
