"""What was written into hosts' files from this machine, so that it can be taken back exactly.

The receipt holds command lines and paths, no secret and no memory.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...io import private_files
from ...io.file_lock import FileLock
from ...io.profile import data_folder
from ..exits import Code, CommandError
from .entry import Added

_PATIENCE = 10.0
"""Seconds for somebody else to be done, who does not ask anybody meanwhile."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done to a file.

    Attributes:
        was_there: It was there before.
        added: What was added to it.
        made: Tables and lists that were made for that.
    """

    was_there: bool
    added: tuple[Added, ...]
    made: tuple[tuple[str, ...], ...]


def place() -> Path:
    """The file that the receipts are in, beside the profiles' folders."""
    return data_folder() / "installed.json"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Be the only one on this machine who writes into hosts' files, and keeps receipts of it.

    Raises:
        LockedError: Somebody else was it for too long.
        StorageError: The folder cannot be written to.
    """
    private_files.make_folder(place().parent)
    with FileLock(place()) as lock:
        lock.alone(_PATIENCE)
        yield


def load() -> dict[Path, Receipt]:
    """The receipts, by the path of the file that each is of.

    Raises:
        CommandError: Somebody changed the file.
    """
    path = place()
    try:
        held: Any = json.loads(path.read_text("utf-8"))
        return {Path(file): _receipt(one) for file, one in held.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError, AttributeError):
        raise CommandError(
            Code.ERROR,
            f"{path}, which says what was installed, cannot be read; move it away, and take out "
            "by hand what hosts have",
        ) from None


def save(receipts: Mapping[Path, Receipt]) -> None:
    """Keep the receipts.

    Raises:
        CommandError: The file cannot be written.
    """
    held = {
        str(file): {
            "was_there": one.was_there,
            "added": [
                {"path": list(a.path), "value": a.value, "is_item": a.is_item} for a in one.added
            ],
            "made": [list(path) for path in one.made],
        }
        for file, one in sorted(receipts.items())
    }
    try:
        private_files.replace(place(), json.dumps(held, indent=1) + "\n")
    except OSError as error:  # a full disk names no file
        raise CommandError(
            Code.ERROR,
            f"{place()}, which says what was installed, could not be written: "
            f"{error.strerror or type(error).__name__}",
        ) from None


def _receipt(one: Any) -> Receipt:
    return Receipt(
        bool(one["was_there"]),
        tuple(Added(tuple(a["path"]), a["value"], bool(a["is_item"])) for a in one["added"]),
        tuple(tuple(path) for path in one["made"]),
    )
