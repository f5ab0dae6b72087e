"""A folder of text files that a person asked for, and that nobody else may read.

Nothing goes through a symbolic link below the folder, neither what is written nor what is read:
in a folder that others can write to, a link would put plain text where they want it, or tell this
mind what is in any file of its owner. Names come from this program, never from what a file says.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from ..core.errors import InputError, InvalidIdentityError, StorageError
from . import private_files

LARGEST = 256 * 1024 * 1024
"""Bytes of a file that is read."""
MOST_FILES = 100_000
"""Files of a folder that are looked at."""

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # nor wait for a pipe


class PrivateFolder:
    """Files below a folder, each named by its path there, with ``/`` between.

    Args:
        root: The folder; it may be a link, and need not be there.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.expanduser()

    def path(self, name: str) -> Path:
        """Where a file is."""
        return self.root.joinpath(*name.split("/"))

    def write(self, name: str, text: str) -> Path:
        """Write a file, mode 0600, in place of what was there; folders are made with 0700.

        Raises:
            InputError: A folder on the way is a link, or others can read what is put there.
            StorageError: It could not be written; what was there still is.
        """
        path = self.path(name)
        self._refuse_links(path.parent)
        try:
            private_files.make_folder(path.parent)
            private_files.refuse_exposed_place(path, "file")
            private_files.replace(path, text)
        except InvalidIdentityError as error:
            raise InputError(str(error)) from None
        except OSError as error:
            raise StorageError(f"cannot write {path}: {_why(error)}") from None
        return path

    @contextlib.contextmanager
    def new_file(self, name: str, *, force: bool = False) -> Iterator[IO[str]]:
        """A file to write into, mode 0600, that is in its place once it is whole.

        What is done with it does nothing but write. Folders are made with 0700.

        Args:
            name: Which.
            force: Whether it takes the place of whatever is there.

        Raises:
            InputError: It is there already and not to be replaced, a folder on the way is a link,
                or others can read what is put there.
            StorageError: It could not be written; nothing is left of it.
        """
        path = self.path(name)
        self._refuse_links(path.parent)
        try:
            private_files.refuse_exposed_place(path, "file")
            with private_files.new_file(path, force=force) as file:
                yield file
        except InvalidIdentityError as error:
            raise InputError(str(error)) from None
        except FileExistsError:
            raise InputError(
                f"{path} is there already; choose another name, or say that it is to be replaced "
                "(force=True; --force)"
            ) from None
        except OSError as error:
            raise StorageError(f"cannot write {path}: {_why(error)}") from None

    def read(self, name: str) -> str | None:
        """The text of a file as it is, or ``None`` if there is none.

        Raises:
            InputError: It is no ordinary file, a link, too long, or no UTF-8 text.
        """
        path = self.path(name)
        self._refuse_links(path.parent)
        try:
            data = _read(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            why = "it is a symbolic link" if path.is_symlink() else _why(error)
            raise InputError(f"cannot read {path}: {why}") from None
        if len(data) > LARGEST:
            raise InputError(f"{path} is too long (over {LARGEST:,} bytes)")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"{path} is not UTF-8 text (byte {error.start})") from None

    def remove(self, name: str) -> None:
        """Delete a file.

        Raises:
            InputError: A folder on the way is a link.
            StorageError: It could not be deleted.
        """
        path = self.path(name)
        self._refuse_links(path.parent)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"cannot delete {path}: {_why(error)}") from None

    def pages(self, folder: str) -> Iterator[str]:
        """The names of the ``*.md`` in a folder, sorted; ``""`` is the folder itself.

        Raises:
            InputError: It is a link, cannot be listed, or holds too many files.
        """
        path = self.path(folder) if folder else self.root
        self._refuse_links(path)
        try:
            names = sorted(one.name for one in path.iterdir() if one.name.endswith(".md"))
        except FileNotFoundError:
            return
        except OSError as error:
            raise InputError(f"cannot list {path}: {_why(error)}") from None
        if len(names) > MOST_FILES:
            raise InputError(f"{path} holds too many files (over {MOST_FILES:,})")
        yield from (f"{folder}/{name}" if folder else name for name in names)

    def _refuse_links(self, folder: Path) -> None:
        while folder != self.root:
            if folder.is_symlink():
                raise InputError(f"{folder} is a symbolic link, which is not followed")
            folder = folder.parent


def _read(path: Path) -> bytes:
    if path.is_symlink():  # where there is no O_NOFOLLOW
        raise OSError
    descriptor = os.open(path, os.O_RDONLY | _NO_LINK | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError(f"{path} is no ordinary file")
        return file.read(LARGEST + 1)


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__
