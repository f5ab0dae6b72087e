"""What SQLite really asks of the disk, noted or refused: every write and every fsync of a process.

The library's own layer below (its VFS) is replaced in place, for files that are opened from then
on. What was written and not yet fsynced is what a power loss may drop, or tear.
"""

import ctypes
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Disk", "Operation", "after_power_loss", "library"]

SECTOR = 512
"""Bytes that a disk writes whole or not at all."""
IOERR_WRITE = 10 | 3 << 8
"""SQLITE_IOERR_WRITE, https://www.sqlite.org/rescode.html"""
_WRITE, _TRUNCATE, _SYNC = 2, 3, 4
"""Places in sqlite3_io_methods."""

# SQLite: "the string will remain valid and unchanged until xClose() is called"; so the pointer is
# handed on, not a copy of Python's that is gone when the call returns
_Open = ctypes.CFUNCTYPE(
    ctypes.c_int,
    *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int),
    ctypes.c_void_p,
)
_Delete = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
_Write = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3: https://www.sqlite.org/c3ref/io_methods.html"""

    _fields_ = (  # type: ignore[mutable-override]
        ("version", ctypes.c_int),
        ("functions", ctypes.c_void_p * 18),
    )


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(_Methods)),)  # type: ignore[mutable-override]


class _VFS(ctypes.Structure):
    """The beginning of sqlite3_vfs: https://www.sqlite.org/c3ref/vfs.html"""

    _fields_ = (  # type: ignore[mutable-override]
        *(("version", ctypes.c_int), ("file_size", ctypes.c_int), ("longest_path", ctypes.c_int)),
        *(("next", ctypes.c_void_p), ("name", ctypes.c_char_p), ("data", ctypes.c_void_p)),
        *(("open", ctypes.c_void_p), ("delete", ctypes.c_void_p)),
    )


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that was asked of the disk, or a mark between such things.

    Attributes:
        what: ``write``, ``truncate``, ``sync``, ``delete``, or ``mark``.
        name: Of the file, without its folder; of a mark, whatever was said.
        offset: Where it is written, or to what length it is cut.
        data: What is written.
    """

    what: str
    name: str
    offset: int = 0
    data: bytes = b""


def library() -> Path | None:
    """The shared library that Python's sqlite3 uses; ``None`` where it is part of Python."""
    import _sqlite3  # noqa: F401 - maps the library

    try:
        lines = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return None
    return next((Path(line.split()[-1]) for line in lines if "libsqlite3" in line), None)


@dataclass(slots=True)
class Disk:
    """Notes what is asked of it; a context for one process, never undone.

    Attributes:
        operations: In order.
        fails: Whether every write fails.
    """

    operations: list[Operation] = field(default_factory=list)
    fails: bool = False
    _names: dict[int, str] = field(default_factory=dict)
    _kept: list[object] = field(default_factory=list)

    def mark(self, said: str) -> None:
        """Note that everything up to here was done before something was said."""
        self.operations.append(Operation("mark", said))

    def install(self) -> None:
        """Stand below SQLite from now on.

        Raises:
            RuntimeError: This Python's SQLite cannot be reached.
        """
        found = library()
        if found is None:
            raise RuntimeError("SQLite is a part of Python here")
        sqlite = ctypes.CDLL(str(found))
        sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(_VFS)
        vfs = sqlite.sqlite3_vfs_find(None).contents
        original = _Open(vfs.open)

        def opened(this: int, name: int | None, file: int, flags: int, out: int) -> int:
            code = original(this, name, file, flags, out)
            if code == 0 and name is not None:
                self._names[file] = ctypes.string_at(name).decode().rpartition("/")[2]
                self._wrap(_File.from_address(file))
            return int(code)

        delete = _Delete(vfs.delete)

        def deleted(this: int, name: bytes, sync_folder: int) -> int:
            code = delete(this, name, sync_folder)
            if code == 0:
                self.operations.append(Operation("delete", name.decode().rpartition("/")[2]))
            return int(code)

        callbacks = _Open(opened), _Delete(deleted)
        self._kept += [sqlite, original, delete, callbacks]
        vfs.open, vfs.delete = (ctypes.cast(one, ctypes.c_void_p).value for one in callbacks)

    def _wrap(self, file: _File) -> None:
        methods = file.methods.contents
        own = _Methods(methods.version, methods.functions)
        write = _Write(methods.functions[_WRITE])
        truncate = _Truncate(methods.functions[_TRUNCATE])
        sync = _Sync(methods.functions[_SYNC])

        def written(at: int, data: int, size: int, offset: int) -> int:
            if self.fails:
                return IOERR_WRITE
            self._note("write", at, offset, ctypes.string_at(data, size))
            return int(write(at, data, size, offset))

        def truncated(at: int, size: int) -> int:
            self._note("truncate", at, size)
            return int(truncate(at, size))

        def synced(at: int, flags: int) -> int:
            code = int(sync(at, flags))
            if code == 0:
                self._note("sync", at)
            return code

        callbacks = _Write(written), _Truncate(truncated), _Sync(synced)
        for place, callback in zip((_WRITE, _TRUNCATE, _SYNC), callbacks, strict=True):
            own.functions[place] = ctypes.cast(callback, ctypes.c_void_p).value
        self._kept += [own, callbacks, write, truncate, sync]
        file.methods = ctypes.pointer(own)

    def _note(self, what: str, at: int, offset: int = 0, data: bytes = b"") -> None:
        self.operations.append(Operation(what, self._names[at], offset, data))


def after_power_loss(operations: Sequence[Operation], chance: random.Random) -> dict[str, bytes]:
    """What may be on the disk when the power fails after these operations, by name of file.

    What was fsynced is there. Of every other write it is a matter of chance whether it is, or how
    many of its sectors.
    """
    safe: dict[str, bytearray] = {}
    loose: dict[str, list[Operation]] = {}
    for one in operations:
        if one.what == "mark":
            continue
        if one.what == "delete":
            safe.pop(one.name, None)
            loose.pop(one.name, None)
            continue
        file = safe.setdefault(one.name, bytearray())
        waiting = loose.setdefault(one.name, [])
        waiting.append(one)
        if one.what == "sync":
            for each in waiting:
                _apply(file, each, len(each.data))
            waiting.clear()
    for name, waiting in loose.items():
        for each in waiting:
            sectors = -(-len(each.data) // SECTOR)
            kept = chance.choice((0, sectors, chance.randrange(sectors + 1)))
            if each.what == "write" and kept:
                _apply(safe[name], each, kept * SECTOR)
            elif each.what == "truncate" and chance.random() < 0.5:
                _apply(safe[name], each, 0)
    return {name: bytes(data) for name, data in safe.items()}


def _apply(file: bytearray, one: Operation, size: int) -> None:
    if one.what == "truncate":
        del file[one.offset :]
    elif one.what == "write":
        data = one.data[:size]
        file.extend(bytes(max(0, one.offset + len(data) - len(file))))
        file[one.offset : one.offset + len(data)] = data
