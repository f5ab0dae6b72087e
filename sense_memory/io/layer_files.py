"""The three texts about a peer as markdown files, for people and their editors.

What is known of somebody is plain text here, so the files are private like a key's. Neither way
goes through a symbolic link: what is written replaces the link, and a link is not read, or a folder
that others can write to would tell this mind what is in any file of its owner.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from ..core.errors import InputError, InvalidIdentityError, StorageError
from ..core.records.rapport import LayerName
from . import private_files

MAX_BYTES = 65_536
"""Of a file: more than any record holds."""

_WHAT = "layer file"
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # nor wait for a pipe


def file_name(layer: LayerName) -> str:
    """What the file of a layer is called."""
    return f"{layer.value}.md"


def write(folder: Path, texts: Mapping[LayerName, str]) -> list[Path]:
    """Write each to its file, mode 0600, in a folder of mode 0700.

    Each ends with a line break but an empty one. A file that was there is replaced.

    Raises:
        InputError: Others can read what is put there.
        StorageError: A file could not be written; those before it were.
    """
    paths = []
    for name, text in texts.items():
        path = folder / file_name(name)
        try:
            private_files.make_folder(folder)
            private_files.refuse_exposed_place(path, _WHAT)
            private_files.replace(path, _normal(text) + "\n" if _normal(text) else "")
        except InvalidIdentityError as error:
            raise InputError(str(error)) from None
        except OSError as error:
            raise StorageError(f"cannot write the {_WHAT} {path}: {_why(error)}") from None
        paths.append(path)
    return paths


def read(folder: Path) -> dict[LayerName, str]:
    """What the files say that are there, without line breaks at the end.

    Raises:
        InputError: There is none of the three, or one is no file, too long, or no UTF-8 text.
    """
    found = {}
    for name in LayerName:
        path = folder / file_name(name)
        try:
            data = _read(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            why = "it is a symbolic link" if path.is_symlink() else _why(error)
            raise InputError(f"cannot read the {_WHAT} {path}: {why}") from None
        found[name] = _text(path, data)
    if not found:
        names = ", ".join(map(file_name, LayerName))
        raise InputError(f"there is none of {names} in {folder}; an export writes them")
    return found


def _read(path: Path) -> bytes:
    if path.is_symlink():  # where there is no O_NOFOLLOW
        raise OSError
    descriptor = os.open(path, os.O_RDONLY | _NO_LINK | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError(f"the {_WHAT} {path} is no ordinary file")
        return file.read(MAX_BYTES + 1)


def _text(path: Path, data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise InputError(f"the {_WHAT} {path} is too long (over {MAX_BYTES:,} bytes)")
    try:
        return _normal(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"the {_WHAT} {path} is not UTF-8 text (byte {error.start})") from None


def _normal(text: str) -> str:
    return text.replace("\r\n", "\n").rstrip("\n")


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__
