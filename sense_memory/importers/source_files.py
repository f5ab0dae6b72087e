"""The files of a source: one that was named, or those of a folder.

Only files that lie in the folder are opened: no link in it is followed, so none can lead out of it
or in a circle, and nothing that would be waited for for ever is opened.
"""

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import IO

from ..core.errors import InputError
from ..core.items import Problem
from ..core.legible import label

_DEEPEST = 16
"""Folders within each other."""
_FOREIGN = frozenset(
    {".git", ".hg", ".venv", "__pycache__", "node_modules", "site-packages", "venv"}
)
"""Folders of what others wrote."""
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04")
"""How files begin that were packed with gzip, Zstandard or zip."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to be read.

    Attributes:
        path: Where it is; absolute.
        name: What people call it: its path in the folder that was named, in one line.
        file: The file, open at its beginning until the next one is asked for.
    """

    path: Path
    name: str
    file: IO[bytes]


def source_files(path: Path, wanted: re.Pattern[str]) -> Iterator[SourceFile | Problem]:
    """What is to be read, one after the other; of a folder by name.

    Args:
        path: A file of any name, or a folder. It may be a link itself.
        wanted: Which files of a folder and of those in it, by the name without folders.

    Raises:
        InputError: The path is not there, is neither file nor folder, or cannot be looked at.
    """
    try:
        mode = path.stat().st_mode
        path = path.absolute()
        # a pipe would be waited for, a device has no end
        if not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
            raise InputError(f"{path} is neither a file nor a folder")
        file = path.open("rb") if stat.S_ISREG(mode) else None
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{path} cannot be read: {_why(error)}") from None
    except ValueError:
        raise InputError(f"{path} cannot be read: there is no such name") from None
    if file is None:
        yield from _folder(path, wanted)
        return
    with file:
        yield _packed(file, label(path.name)) or SourceFile(path, label(path.name), file)


def _folder(path: Path, wanted: re.Pattern[str]) -> Iterator[SourceFile | Problem]:
    is_empty = True
    unreadable: list[OSError] = []
    for folder, folders, names in os.walk(path, onerror=unreadable.append):
        here = Path(folder)
        folders[:] = sorted(set(folders) - _FOREIGN)
        for name in folders:
            if _is_link(here / name):  # os.walk passes it over
                yield Problem(_name(here / name, path), "it is a link, and was not followed")
        if len(here.relative_to(path).parts) >= _DEEPEST and folders:
            folders.clear()
            yield Problem(_name(here, path), "folders are nested too deeply and were not opened")
        for name in sorted(names):
            if wanted.fullmatch(name):
                is_empty = False
                yield from _file(here / name, path)
    for error in unreadable:
        where = Path(os.fsdecode(error.filename or "."))
        yield Problem(_name(where, path), f"it cannot be read: {_why(error)}")
    if is_empty:
        yield Problem(label(path.name), "there is no file of this format in it")


def _is_link(path: Path) -> bool:
    try:
        return path.is_symlink()
    except OSError:
        return False  # os.walk meets that too, and it is told then


def _file(path: Path, root: Path) -> Iterator[SourceFile | Problem]:
    name = _name(path, root)
    try:
        file = path.open("rb") if stat.S_ISREG(path.lstat().st_mode) else None
    except OSError as error:
        yield Problem(name, f"it cannot be read: {_why(error)}")
        return
    if file is None:
        yield Problem(name, "it is a link, or no file, and was not opened")
        return
    with file:
        yield _packed(file, name) or SourceFile(path, name, file)


def _packed(file: BufferedReader, name: str) -> Problem | None:
    """What is wrong with a file that cannot be read, or has to be unpacked first."""
    try:
        beginning = file.peek(4)
    except OSError as error:
        return Problem(name, f"it cannot be read: {_why(error)}")
    if beginning.startswith(_PACKED):
        return Problem(name, "it is packed; unpack it, and name what comes out")
    return None


def _name(path: Path, root: Path) -> str:
    return label(path.relative_to(root).as_posix()) or label(path.name) or "a file"


def _why(error: OSError) -> str:
    return error.strerror or "it is not there"
