"""What each command of the memory tool does to the files, and what Claude is told of it.

The answers are worded as the protocol has them, for the model knows those.
"""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from anthropic.lib.tools import ToolError

from ...core.errors import InputError, SenseMemoryError, TooLargeError, UnknownMemoryError
from ...core.expected import ChangedMeanwhileError
from ...mind.files import Path
from ...store import MemoryStore, files_of
from ...store.files import File
from . import telling
from .given import ROOT, path_of
from .known import FOLDER, known_pages

P = ParamSpec("P")
T = TypeVar("T")
Command = Callable[P, Coroutine[Any, Any, T]]

_ATTEMPTS = 64
"""How often an edit is made anew on what somebody else wrote in the meantime. Of those who write a
file at the same time one gets through each time."""


def _refusing(command: Command[P, str]) -> Command[P, str]:
    """A command that says to Claude what the store refuses, or could not do."""

    @wraps(command)
    async def refused(*given: P.args, **named: P.kwargs) -> str:
        try:
            for _ in range(_ATTEMPTS):
                try:
                    return await command(*given, **named)
                except (ChangedMeanwhileError, UnknownMemoryError):
                    continue
        except TooLargeError as error:
            raise ToolError(
                f"nothing was written: the file would have {error.size_bytes} bytes as it is kept, "
                f"and {error.limit_bytes} fit. Split it into several files"
            ) from error
        except InputError as error:
            raise ToolError(f"nothing was written: {error}") from error
        except SenseMemoryError as error:
            raise ToolError(f"the memory cannot be used now: {error}") from error
        raise ToolError("nothing was written: others write this all the time. View it, try again")

    return refused


class Commands:
    """The six commands, and the one to forget all files.

    Args:
        mind: Where the files are.
        known: Whether what else it knows is shown.
    """

    def __init__(self, mind: MemoryStore, *, known: bool) -> None:
        self._mind = mind
        self._files = files_of(mind)
        self._known = known
        self._shown: dict[Path, File] = {}
        """What Claude saw of a file the last time; of others it has seen nothing."""

    @_refusing
    async def view(self, given: str, lines: Sequence[int] | None) -> str:
        """A file, or a directory."""
        path = path_of(given)
        files = {
            where: one for where, one in (await self._files.all()).items() if where[0] != FOLDER
        }
        if (file := files.get(path)) is not None:
            shown = telling.file(given, file, lines)
            self._shown[path] = file
            return shown
        texts = {where: one.text for where, one in files.items()}
        if self._known and path[:1] in ((), (FOLDER,)):
            texts |= await known_pages(self._mind)
        if path in texts:
            return telling.file(given, File(texts[path]), lines)
        if path and not _below(path, texts):
            raise _missing(given)
        return telling.directory(given, path, texts)

    @_refusing
    async def create(self, given: str, text: str) -> str:
        """A new file."""
        path = _own(given)
        files = await self._files.all()
        if not path or path in files or _below(path, files):
            raise ToolError(f"File {given} already exists")
        _check_room(path, files)
        await self._files.write(path, text, None)
        self._shown[path] = File(text)
        return f"File created successfully at: {given}"

    @_refusing
    async def str_replace(self, given: str, old: str, new: str) -> str:
        """Another text in place of one."""
        path, file = await self._one(given)
        self._check_decided(path, file)
        count = file.text.count(old)
        if count == 0:
            raise ToolError(
                f"No replacement was performed, old_str `{old}` did not appear verbatim in {given}."
            )
        if count > 1:
            where = ", ".join(map(str, telling.lines_with(file.text, old)))
            raise ToolError(
                f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
                f"{where}. Please ensure it is unique"
            )
        before, _, after = file.text.partition(old) if old else ("", "", file.text)
        text = before + new + after
        await self._write(path, text, file)
        return telling.edited(text, before.count("\n"))

    @_refusing
    async def insert(self, given: str, line: int, text: str) -> str:
        """Lines after one."""
        path, file = await self._one(given)
        self._check_seen(given, path, file)
        lines = file.text.removesuffix("\n").split("\n") if file.text else []
        if not 0 <= line <= len(lines):
            raise ToolError(
                f"Invalid `insert_line` parameter: {line}. "
                f"It should be within the range [0, {len(lines)}]."
            )
        whole = "\n".join([*lines[:line], text.rstrip("\n"), *lines[line:]])
        await self._write(path, whole if whole.endswith("\n") else f"{whole}\n", file)
        return f"The file {given} has been edited."

    @_refusing
    async def delete(self, given: str) -> str:
        """Forget a file, or a directory."""
        path = _own(given)
        if not path:
            raise ToolError(f"Cannot delete the {ROOT} directory itself")
        gone = await self._at(path, f"The path {given} does not exist")
        for where, file in gone.items():
            self._check_seen(_text_of(where), where, file)
        await self._files.forget({where: file.text for where, file in gone.items()})
        for where in gone:
            self._shown.pop(where, None)
        return f"Successfully deleted {given}"

    @_refusing
    async def rename(self, given: str, wanted: str) -> str:
        """Another path."""
        old, new = _own(given), _own(wanted)
        if not old:
            raise ToolError(f"Cannot rename the {ROOT} directory itself")
        files = await self._files.all()
        if not new or new in files or _below(new, files):
            raise ToolError(f"The destination {wanted} already exists")
        moved = await self._at(old, f"The path {given} does not exist")
        if new[: len(old)] == old:
            raise ToolError(f"Cannot rename {given} to a path within itself")
        _check_room(new, files)
        for where, file in moved.items():
            if file.others:
                raise ToolError(
                    f"{_text_of(where)} was written on several devices at the same time: view it, "
                    "decide by an edit what it says, then rename it"
                )
        to = {where: new + where[len(old) :] for where in moved}
        await self._files.move({where: file.text for where, file in moved.items()}, to)
        for where in moved:
            if (seen := self._shown.pop(where, None)) is not None:
                self._shown[to[where]] = seen
        return f"Successfully renamed {given} to {wanted}"

    @_refusing
    async def clear(self) -> str:
        """Forget all files."""
        files = await self._files.all()
        await self._files.forget({where: file.text for where, file in files.items()})
        self._shown.clear()
        return "All memory cleared"

    async def _one(self, given: str) -> tuple[Path, File]:
        """The file that is to be edited."""
        path = _own(given)
        files = await self._files.all()
        if path in files:
            return path, files[path]
        if not path or _below(path, files):
            raise ToolError(f"The path {given} is not a file.")
        raise _missing(given)

    async def _at(self, path: Path, missing: str) -> dict[Path, File]:
        """The file at a path, or those below it."""
        files = await self._files.all()
        found = {path: files[path]} if path in files else _below(path, files)
        if not found:
            raise ToolError(missing)
        return found

    async def _write(self, path: Path, text: str, before: File) -> None:
        await self._files.write(path, text, before.text)
        seen = self._shown.get(path)
        if seen == before:
            # what somebody else added to a text that Claude saw, it has not seen yet
            self._shown[path] = File(text)

    def _check_seen(self, given: str, path: Path, file: File) -> None:
        """Claude must not lose, or count the lines of, what it has not seen."""
        if self._shown.get(path, file) != file:
            raise ToolError(
                f"nothing was changed: somebody else has edited {given} since you viewed it. View "
                "it again, then decide"
            )
        self._check_decided(path, file)

    def _check_decided(self, path: Path, file: File) -> None:
        """Of what devices wrote apart, Claude must have seen all before it decides."""
        if file.others and self._shown.get(path) != file:
            raise ToolError(
                f"nothing was changed: {_text_of(path)} was written on several devices at the same "
                "time. View it: all versions are shown"
            )


def _own(given: str) -> Path:
    """A path that Claude may write to."""
    path = path_of(given)
    if path[:1] == (FOLDER,):
        raise ToolError(
            f"{ROOT}/{FOLDER} is made of what else this memory knows and cannot be edited: use "
            "another directory"
        )
    return path


def _below(path: Path, files: Mapping[Path, T]) -> dict[Path, T]:
    """What is in a directory, at any depth."""
    depth = len(path)
    return {one: it for one, it in files.items() if len(one) > depth and one[:depth] == path}


def _check_room(path: Path, files: Mapping[Path, object]) -> None:
    """A file is no directory."""
    for depth in range(1, len(path)):
        if path[:depth] in files:
            raise ToolError(f"The path {_text_of(path[:depth])} is a file, not a directory")


def _text_of(path: Path) -> str:
    return "/".join((ROOT, *path))


def _missing(given: str) -> ToolError:
    return ToolError(f"The path {given} does not exist. Please provide a valid path.")
