"""What becomes of one file of a host: shown first, and written if nobody else wrote it since."""

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...io import private_files
from ..exits import Code, CommandError
from . import json_file, toml_file
from .entry import Added, Edited, Entry, HostFile
from .json_file import UnfitError, standing, staying
from .json_text import MalformedError, parsed
from .receipts import Receipt
from .shown import shown, words

BACKUP = ".before-sense-memory"
"""What stands behind the name of a file's copy as it was."""
_AS_IT_IS = getattr(os, "O_BINARY", 0)  # or Windows would write line breaks of its own
_MOST = 64 * 2**20
"""Bytes of a file that is somebody's configuration."""
_NOTHING = Receipt(was_there=True, added=(), made=())


@dataclass(frozen=True, slots=True)
class Change:
    """A file as it is and as it is to be.

    Attributes:
        file: Which, as people know it.
        before: What it holds; ``None`` if it is not there.
        after: What it is to hold; ``None`` if it is to go.
        receipt: What will have been added to it; ``None`` if nothing.
        kept: What stays as it is although something else was wanted, in sentences.
        remarks: What else a person should hear of the file, in sentences.
        ours: The words in it that are this program's.
        is_first: Nothing was added to it before, so that a copy of it is kept.
        is_undone: What was added goes, and the copy with it.
    """

    file: Path
    before: str | None
    after: str | None
    receipt: Receipt | None
    kept: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    ours: frozenset[str] = frozenset()
    is_first: bool = False
    is_undone: bool = False

    @property
    def is_one(self) -> bool:
        """Whether anything changes."""
        return self.before != self.after

    @property
    def diff(self) -> str:
        """What changes, and nothing around it; see ``shown``."""
        return shown(self.file, self.before, self.after, self.ours)

    def check(self) -> None:
        """See that the file is the one that was read.

        Raises:
            CommandError: It is another one by now.
        """
        if self.is_one and read(self.file) != self.before:
            raise CommandError(
                Code.ERROR,
                f"{self.file} was written by somebody else at this moment, and was left as it is; "
                "call it again",
            )

    def write(self) -> None:
        """Do it: a copy of what was stands beside it until it is undone.

        Raises:
            CommandError: The file is another one by now, or cannot be written.
        """
        there = self.file.resolve()
        backup = there.with_name(there.name + BACKUP)
        try:
            if self.is_one:
                self._write(there, backup)
            if self.is_undone:
                for left in (backup, _part(backup), _part(there)):
                    left.unlink(missing_ok=True)
        except OSError as error:
            why = error.strerror or type(error).__name__
            if error.filename is not None and Path(error.filename).parent != there.parent:
                why = f"{error.filename}: {why}"
            raise CommandError(
                Code.ERROR,
                f"{self.file} could not be written ({why}), and was left as it is; once that is "
                "mended, call it again",
            ) from None

    def _write(self, there: Path, backup: Path) -> None:
        self.check()
        mode = 0o600 if self.before is None else stat.S_IMODE(there.stat().st_mode)
        if self.after is None:
            there.unlink()
            return
        there.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.before is not None and self.is_first:
            _replace(backup, self.before, mode)
        _replace(there, self.after, mode)


def adding(wanted: HostFile, receipt: Receipt | None) -> Change:
    """What installing does to a file: what was added before and is not wanted any more goes.

    Raises:
        CommandError: It cannot be read, or not be added to.
    """
    before = read(wanted.path)
    if receipt is not None and not _is_there(wanted, before, receipt):
        receipt = None  # broken off before the file was written, or somebody took all of it out
    old = receipt or replace(_NOTHING, was_there=before is not None)
    entries = (*wanted.frame, *wanted.entries)
    ours = words((*entries, *old.added))
    asked = {(one.path, repr(one.value)) for one in entries}
    gone = [one for one in old.added if (one.path, repr(one.value)) not in asked]
    still = tuple(one for one in old.added if one not in gone)
    text = before or ""
    taken = Edited(text)
    if gone and before is not None:
        taken = _take(wanted, text, gone, ())
    done = _put(wanted, taken.text)
    remarks = tuple(wanted.remarks(_value(wanted, done.text)))
    if not done.added and not gone:
        return Change(wanted.path, before, before, receipt, done.kept, remarks)
    made = tuple(dict.fromkeys((*old.made, *done.made)))
    new = Receipt(old.was_there, (*still, *(a for a in done.added if a not in still)), made)
    kept = tuple(dict.fromkeys((*taken.kept, *done.kept)))
    is_first = receipt is None
    return Change(wanted.path, before, done.text, new, kept, remarks, ours, is_first=is_first)


def undoing(wanted: HostFile, receipt: Receipt | None) -> Change:
    """What taking back does to a file: what was added goes, as far as it is as it was.

    Args:
        wanted: The file, and what installing puts into it.
        receipt: What was added to it; ``None`` if nothing was, from here.

    Raises:
        CommandError: It cannot be read.
    """
    before = read(wanted.path)
    if before is None:
        return Change(wanted.path, None, None, None, is_undone=receipt is not None)
    if receipt is None:
        return Change(wanted.path, before, before, None, _staying(wanted, before, wanted.entries))
    done = _take(wanted, before, receipt.added, receipt.made)
    is_empty = toml_file.is_empty if wanted.is_toml else json_file.is_empty
    if not receipt.was_there and not is_empty(done.text):
        # what somebody else put into it since needs what it was begun with
        frame = {one.path for one in wanted.frame}
        added = [one for one in receipt.added if one.path not in frame]
        done = _take(wanted, before, added, receipt.made)
    after = None if not receipt.was_there and is_empty(done.text) else done.text
    items = [one for one in wanted.entries if one.is_item]
    kept = (*done.kept, *_staying(wanted, done.text, items))
    ours = words(receipt.added)
    return Change(wanted.path, before, after, None, kept, ours=ours, is_undone=True)


def _is_there(wanted: HostFile, text: str | None, receipt: Receipt) -> bool:
    """Whether anything that was added to a file stands in it."""
    if text is None:
        return False
    with _refused(wanted.path):
        top = _value(wanted, text)
    added = (Entry(one.path, one.value, one.is_item) for one in receipt.added)
    return any(standing(top, one) == "" for one in added)


def _staying(wanted: HostFile, text: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    with _refused(wanted.path):
        top = _value(wanted, text)
    return tuple(why for one in entries if (why := staying(top, one)) is not None)


def read(path: Path) -> str | None:
    """What a file holds; ``None`` if there is none.

    Raises:
        CommandError: It is no text, or no file.
    """
    try:
        if not path.is_file() and path.exists():
            raise CommandError(Code.ERROR, f"{path} is no file")
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    if len(data) > _MOST:
        raise CommandError(Code.ERROR, f"{path} is too long to be a configuration")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(
            Code.ERROR, f"{path} is not UTF-8 text (byte {error.start}), and was left as it is"
        ) from None


def _put(wanted: HostFile, text: str) -> Edited:
    with _refused(wanted.path):
        if wanted.is_toml:
            return toml_file.put(text, wanted.entries)
        return json_file.put(text, wanted.entries, wanted.frame)


def _take(
    wanted: HostFile, text: str, gone: Sequence[Added], made: Sequence[tuple[str, ...]]
) -> Edited:
    with _refused(wanted.path):
        if wanted.is_toml:
            return toml_file.take(text, gone)
        return json_file.take(text, gone, made)


def _value(wanted: HostFile, text: str) -> Mapping[str, Any]:
    """What a file says, which was read a moment ago."""
    value = toml_file.value_of(text) if wanted.is_toml else parsed(text).value
    return value if isinstance(value, dict) else {}


@contextlib.contextmanager
def _refused(path: Path) -> Iterator[None]:
    """Name the file in what is wrong with it."""
    try:
        yield
    except MalformedError as error:
        kind = "TOML" if path.suffix == ".toml" else "JSON"
        raise CommandError(
            Code.ERROR, f"{path} is no {kind} ({error}); it was left as it is"
        ) from None
    except UnfitError as error:
        raise CommandError(Code.ERROR, f"{path}: {error}; it was left as it is") from None


def _part(path: Path) -> Path:
    """A file while it is written."""
    return path.with_name(f"{path.name}.part-of-sense-memory")


def _replace(path: Path, text: str, mode: int) -> None:
    """Let a file hold a text, at once and with a mode."""
    part = _part(path)
    part.unlink(missing_ok=True)  # of one who was killed while he wrote it; nobody else does now
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _AS_IT_IS, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    private_files.sync_folder(path.parent)
