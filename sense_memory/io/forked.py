"""Files that the parent had open when this process was forked: they are not opened here.

SQLite's locks belong to the process that took them, and what SQLite knows of them in memory is
copied by a fork. It would take the parent's for its own: both would write as if alone, and damage
the file.
"""

import os
from pathlib import Path

from ..core.errors import StorageError

Place = tuple[int, int]
"""Device and inode."""

_open: set[tuple[Place, int]] = set()
_inherited: set[Place] = set()


def note_open(path: Path, holder: object) -> None:
    """This process has a file open."""
    _open.add((_place(path), id(holder)))


def note_closed(holder: object) -> None:
    """Whoever had a file open has it no more."""
    for entry in [one for one in list(_open) if one[1] == id(holder)]:
        _open.discard(entry)


def refuse_inherited(path: Path) -> None:
    """Raise if the parent had a file open when it forked.

    Raises:
        StorageError: It had.
    """
    if _inherited and path.exists() and _place(path) in _inherited:
        raise StorageError(
            f"{path} was open in the process that this one was forked from, and two that share it "
            "so would damage it; close the store before forking, or start processes with 'spawn'"
        )


def _place(path: Path) -> Place:
    found = path.stat()
    return found.st_dev, found.st_ino


def _after_fork() -> None:
    _inherited.update(place for place, _ in _open)
    _open.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
