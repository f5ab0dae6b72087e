r"""Files that nobody else on this machine may read: the one place that makes and judges them.

On POSIX systems a private file has mode 0600, in a folder made with 0700; one that group or others
may read is exposed.

On Windows modes mean nothing and access lists decide. A file inside the user's own profile folder
(``C:\Users\name``) inherits the list of that folder: the user, the system and its administrators.
Such a file counts as private. On other drives and folders every user of the machine may read by
default, so a file there counts as exposed, whatever its own list says: a secret is neither read
from there nor written there. What is encrypted may lie anywhere.
"""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import IO

from ..core.errors import InvalidIdentityError

MAX_BYTES = 64 * 1024
"""Longest file that is read as a secret; a longer one is something else."""

_AS_IT_IS = getattr(os, "O_BINARY", 0)  # or Windows would write line breaks of its own


@dataclass(frozen=True, slots=True)
class Place:
    """All that the judgement is made of.

    Attributes:
        path: Absolute, without symbolic links.
        mode: Permission bits; they count on POSIX.
        home: The user's profile folder; it counts on Windows. ``None`` if there is none.
    """

    path: PurePath
    mode: int
    home: PurePath | None


@dataclass(frozen=True, slots=True)
class FileText:
    """What a file holds, and whether that is a secret of its owner.

    Attributes:
        text: UTF-8 text.
        exposure: Why others can read it, and what to do; ``None`` if they cannot.
    """

    text: str = field(repr=False)
    exposure: str | None


def exposure(place: Place) -> str | None:
    """Why others can read a file, and what to do; ``None`` if they cannot."""
    if isinstance(place.path, PureWindowsPath):
        if place.home is not None and place.path.is_relative_to(place.home):
            return None
        where = f" ({place.home})" if place.home is not None else ""
        return (
            f"is outside your user folder{where}, where Windows lets others read by default; "
            "move it there"
        )
    if place.mode & 0o077:
        return f"can be read by others (mode {place.mode:o}); run: chmod 600 {place.path}"
    return None


def read(path: Path, what: str) -> FileText:
    """Read a file that should hold a secret, and judge it by the very file that was read.

    Args:
        path: The file.
        what: Its name in errors: ``"key file"``.

    Raises:
        InvalidIdentityError: It cannot be read, is too long, or is no text.
    """
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise InvalidIdentityError(f"cannot read the {what} {path}: {why}") from None
    if len(data) > MAX_BYTES:
        raise InvalidIdentityError(f"the {what} {path} is too long to be one ({MAX_BYTES} bytes)")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidIdentityError(
            f"the {what} {path} is not UTF-8 text (byte {error.start})"
        ) from None
    return FileText(text, exposure(_place(path, mode)))


def read_secret(path: Path, what: str) -> str:
    """Read a file that must be private.

    Raises:
        InvalidIdentityError: Others can read it, or it cannot be read.
    """
    found = read(path, what)
    if found.exposure is not None:
        raise InvalidIdentityError(f"the {what} {path} {found.exposure}")
    return found.text


def refuse_exposed_place(path: Path, what: str) -> None:
    """Refuse to write a secret where a new file cannot be private.

    Raises:
        InvalidIdentityError: It cannot.
    """
    why = exposure(_place(path, 0o600))
    if why is not None:
        raise InvalidIdentityError(f"the {what} {path} {why}")


def make_folder(path: Path) -> None:
    """Make a folder for private files, if it is not there."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)


def make_empty(path: Path) -> None:
    """Make a private file, if it is not there.

    Raises:
        OSError: It cannot be made.
    """
    make_folder(path.parent)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def create(path: Path, text: str) -> None:
    """Write a new private file, on disk when this returns.

    Raises:
        FileExistsError: There is such a file; it is left as it is.
        OSError: It cannot be written; nothing is left of it.
    """
    make_folder(path.parent)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _AS_IT_IS, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink()
        raise
    sync_folder(path.parent)


@contextlib.contextmanager
def new_file(path: Path, *, force: bool = False) -> Iterator[IO[str]]:
    """A new private file to write into: it is in its place once it is whole, and on disk.

    Args:
        path: Where.
        force: Whether it takes the place of whatever is there.

    Raises:
        FileExistsError: There is such a file, now or by the time that this one is whole; it is left
            as it is, and nothing is left of the new one.
        OSError: It cannot be written; nothing is left of it.
    """
    make_folder(path.parent)
    if not force:
        _refuse_existing(path)
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _AS_IT_IS, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if force:
            part.replace(path)
        else:
            _put(part, path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


def _refuse_existing(path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _put(part: Path, path: Path) -> None:
    """Let a whole file have its name, unless another one has it."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        # a file system without links: another program may take the name between the two
        _refuse_existing(path)
        part.rename(path)


def replace(path: Path, text: str) -> None:
    """Write a private file in place of whatever was there: readers see the old one or the new one.

    Raises:
        OSError: It cannot be written; the old one is left as it is.
    """
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    create(temporary, text)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink()
        raise
    sync_folder(path.parent)


def _place(path: Path, mode: int) -> Place:
    resolved = path.expanduser().resolve()
    home = None
    with contextlib.suppress(RuntimeError):  # a user without a folder
        home = Path.home().resolve()
    pure = PureWindowsPath if os.name == "nt" else PurePosixPath
    return Place(pure(resolved), mode, pure(home) if home is not None else None)


def sync_folder(folder: Path) -> None:
    """Let the name, not only the content, survive a power cut."""
    if os.name == "nt":
        return
    # Not every file system can do this to a folder, and the file is written by now.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
