"""Entries in a TOML file: tables, each in two levels below the top."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .entry import Added, Edited, Entry
from .json_file import UnfitError, standing
from .json_text import MalformedError

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

_MARK = "\ufeff"
"""What some editors begin a file with; Codex passes over it."""


def put(text: str, entries: Sequence[Entry]) -> Edited:
    """The text with what is missing in it, behind all else.

    Raises:
        MalformedError: It is no TOML.
        UnfitError: Something else stands in the way.
    """
    done: list[Added] = []
    kept: list[str] = []
    for one in entries:
        document = _parsed(text)
        top: Any = document.unwrap()
        why = standing(top, one)
        if why is not None:
            kept += [why] if why else []
            continue
        outer, name = one.path
        if not isinstance(top.get(outer, {}), dict):
            raise UnfitError(f"{outer} is no table")
        longer = text + _block(text, one)
        if _holds(longer, one):
            text = longer
        else:  # the outer one is written in one line, and is not to be gone on with below
            document[outer][name] = one.value
            text = _marked(text, document)
        done.append(Added(one.path, one.value, is_item=False))
    return Edited(text, tuple(done), (), tuple(kept))


def take(text: str, gone: Sequence[Added]) -> Edited:
    """The text without what was added, as far as it is as it was.

    Raises:
        MalformedError: It is no TOML.
    """
    kept: list[str] = []
    for one in reversed(gone):
        outer, name = one.path
        document = _parsed(text)
        held = document.unwrap().get(outer, {})
        if not isinstance(held, dict) or name not in held:
            continue
        if held[name] != one.value:
            kept.append(f"{'.'.join(one.path)} was changed since, and stays")
            continue
        block = table(one.path, one.value)
        before, found, after = text.rpartition(block)
        if found and not _is_there(shorter := before.removesuffix("\n") + after, one.path):
            text = shorter
            continue
        del document[outer][name]
        text = _marked(text, document)
    return Edited(text, kept=tuple(kept))


def value_of(text: str) -> Any:
    """What it says.

    Raises:
        MalformedError: It is no TOML.
    """
    return _parsed(text).unwrap()


def is_empty(text: str) -> bool:
    """Whether nothing is in it."""
    return not text.removeprefix(_MARK).strip()


def _block(text: str, entry: Entry) -> str:
    """What is written behind a text."""
    block = table(entry.path, entry.value)
    # one line break, which is taken out again, whether or not the last line had one of its own
    return f"\n{block}" if text.removeprefix(_MARK) else block


def table(path: Sequence[str], value: Mapping[str, Any]) -> str:
    """How a table stands in a file.

    Args:
        path: The two keys to it.
        value: What is in it.
    """
    import tomlkit

    document = tomlkit.document()
    outer = tomlkit.table(is_super_table=True)
    inner = tomlkit.table()
    for key, one in value.items():
        inner[key] = one
    outer[path[1]] = inner
    document[path[0]] = outer
    return document.as_string()


def _parsed(text: str) -> "TOMLDocument":
    import tomlkit
    from tomlkit.exceptions import ParseError, TOMLKitError

    try:
        return tomlkit.parse(text.removeprefix(_MARK))
    except ParseError as error:
        raise _malformed(text, error.line, error.col, str(error)) from None
    except TOMLKitError as error:
        raise MalformedError(text, 0, str(error)) from None


def _marked(text: str, document: "TOMLDocument") -> str:
    """A document as the file that it was read from begins."""
    return (_MARK if text.startswith(_MARK) else "") + document.as_string()


def _malformed(text: str, line: int, column: int, why: str) -> MalformedError:
    lines = text.split("\n")
    position = sum(len(one) + 1 for one in lines[: line - 1]) + max(0, column - 1)
    return MalformedError(text, min(position, len(text)), why.partition(" at line ")[0])


def _holds(text: str, entry: Entry) -> bool:
    from tomlkit.exceptions import TOMLKitError

    try:
        return standing(_parsed(text).unwrap(), entry) == ""
    except (MalformedError, TOMLKitError):
        return False


def _is_there(text: str, path: Sequence[str]) -> bool:
    try:
        held: Any = _parsed(text).unwrap()
    except MalformedError:
        return True
    for key in path:
        held = held.get(key) if isinstance(held, dict) else None
    return held is not None
