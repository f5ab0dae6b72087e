"""The JSON files of an export, which is one of them, a zip file as it was downloaded, or a folder.

Only what lies in the export is opened: no link is followed, and no name in a zip file becomes a
path. What a zip file unpacks to goes by in pieces and never to disk.
"""

import errno
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ..core.errors import InputError
from ..core.items import Item, Problem
from ..core.legible import label
from .json_entries import Bytes

MOST_EXPANSION = 200
"""How many times larger than the zip file its files may be; JSON of conversations is ten to thirty
times as large, a bomb a thousand times."""
_ALWAYS_FINE = 64 * 2**20
"""Bytes that may be unpacked from any zip file."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What exports are packed with; to unpack the others can need gigabytes of memory."""
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_UNREADABLE = (
    EOFError,
    OSError,
    OverflowError,
    RuntimeError,  # encrypted, or of a method that is not known
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What the zip module raises of content that it cannot read."""
_DEEPEST = 8
"""Folders within each other."""

Read = Callable[[Bytes, str], Iterator[Item]]
"""Reads a JSON file, given what people call it."""


def read_export(path: Path, wanted: re.Pattern[str], read: Read) -> Iterator[Item]:
    """The items of every file of an export.

    Args:
        path: A file of any name, a zip file, or a folder.
        wanted: Which files of a zip file or folder, by the name without folders. If a folder has
            none of them, all its JSON files.
        read: Reads one.

    Raises:
        InputError: The path is not there, is neither file nor folder, or cannot be opened.
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            yield from _folder(path, wanted, read)
            return
        # a pipe would be waited for, a device has no end
        if not stat.S_ISREG(mode):
            raise InputError(f"{path} is neither a file nor a folder")
        file = path.open("rb")
    except InputError:  # a ValueError
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {_reason(error)}") from None
    with file:
        yield from _file(file, path.name, wanted, read)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "there is no such name"


def _file(file: IO[bytes], name: str, wanted: re.Pattern[str], read: Read) -> Iterator[Item]:
    is_zip = file.read(4) in _ZIP
    file.seek(0)
    yield from _zip(file, name, wanted, read) if is_zip else read(file, label(name))


def _folder(path: Path, wanted: re.Pattern[str], read: Read) -> Iterator[Item]:
    found: list[Path] = []
    closed: list[OSError] = []
    for folder, folders, names in os.walk(path, onerror=closed.append, followlinks=False):
        here = Path(folder)
        found += [here / name for name in names]
        for each in (here / name for name in folders):
            if each.is_symlink():
                yield Problem(_named(each, path), "it is a link, and was not followed")
        if len(here.relative_to(path).parts) >= _DEEPEST and folders:
            folders.clear()
            yield Problem(_named(here, path), "the folders in it are too deep, and were not read")
    for error in closed:
        place = _named(Path(error.filename or path), path)
        yield Problem(place, f"it cannot be read: {_reason(error)}")
    chosen = [file for file in found if wanted.fullmatch(file.name)]
    for ending in (".json", ".zip"):
        chosen = chosen or [file for file in found if file.suffix.lower() == ending]
    if not chosen:
        yield Problem(label(path.name), "there is nothing in it that could be such an export")
    for file in sorted(chosen):
        name = _named(file, path)
        try:
            opened = _opened(file)
        except OSError as error:
            yield Problem(name, f"it cannot be read: {_reason(error)}")
            continue
        if opened is None:
            yield Problem(name, "it is a link, or no file, and was not opened")
            continue
        with opened:
            yield from _file(opened, name, wanted, read)


def _named(path: Path, root: Path) -> str:
    """What a file or folder within another is called."""
    return label(path.relative_to(root).as_posix())


def _opened(path: Path) -> IO[bytes] | None:
    """A file that is one; of links and pipes nothing."""
    return path.open("rb") if stat.S_ISREG(path.lstat().st_mode) else None


# ----------------------------------------------------------------------------------- zip


def _zip(file: IO[bytes], name: str, wanted: re.Pattern[str], read: Read) -> Iterator[Item]:
    size = file.seek(0, os.SEEK_END)
    budget = _Budget(max(_ALWAYS_FINE, MOST_EXPANSION * size))
    try:
        archive = zipfile.ZipFile(file)
    except _UNREADABLE:
        yield Problem(label(name), "it begins as a zip file does, and cannot be read as one")
        return
    with archive:
        chosen = _chosen(archive, wanted)
        if not chosen:
            yield Problem(label(name), "there is nothing in it that could be such an export")
        for info in chosen:
            place = label(f"{name}, {info.filename}")
            if info.compress_type not in _PACKED:
                yield Problem(place, "it is packed in a way that exports are not")
                continue
            try:
                packed = archive.open(info)
            except _UNREADABLE:
                yield Problem(place, "it is encrypted or damaged")
                continue
            with packed:
                yield from read(_Unpacked(packed, budget), place)


def _chosen(archive: zipfile.ZipFile, wanted: re.Pattern[str]) -> list[zipfile.ZipInfo]:
    # the Finder puts a file of the same name, which is none, into a folder of its own
    found = [info for info in archive.infolist() if not info.filename.startswith("__MACOSX/")]
    named = [info for info in found if wanted.fullmatch(info.filename.rpartition("/")[2])]
    chosen = named or [info for info in found if info.filename.lower().endswith(".json")]
    return sorted(chosen, key=lambda info: info.filename)


@dataclass(slots=True)
class _Budget:
    """How many bytes a zip file may still unpack to."""

    left: int


class _Unpacked:
    """A file in a zip file, which ends where it is damaged or larger than an export can be."""

    def __init__(self, file: IO[bytes], budget: _Budget) -> None:
        self._file = file
        self._budget = budget

    def read(self, size: int, /) -> bytes:
        """At most so many bytes.

        Raises:
            OSError: The rest is damaged, or too much.
        """
        if self._budget.left <= 0:
            why = f"it unpacks to more than {MOST_EXPANSION} times the size of the zip file"
            raise OSError(errno.EFBIG, why)
        try:
            data = self._file.read(min(size, self._budget.left))
        except _UNREADABLE:
            raise OSError(errno.EIO, "it is damaged") from None
        self._budget.left -= len(data)
        return data
