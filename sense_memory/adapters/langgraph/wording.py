"""An item's value as text that a person, a search and a prompt can read, and nothing is lost of it.

One field a line, ``field: text``. A text stands there as it is, unless it would be taken for
something else; anything else is JSON. Fields of fields have their names joined by dots, and the
further lines of a text are indented by two spaces::

    kind: preference
    content.said: I like vanilla JS,
      and never a framework.
    content.times: 3
    themes: ["js", "web"]

A text in which no fields stand is the item ``{"text": …}``: so an item that has nothing else is
written, and so is read what somebody wrote in the place of one, with words of their own.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...core.errors import InputError

DEEPEST = 64
"""How deep lists and dicts may stand within each other."""
MOST_BITS = 8192
"""Of a whole number: of much longer ones Python makes no decimal digits."""
ALONE = "text"
"""The one field of a text that names none."""

_INDENT = "\n  "
_STRING = r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"'
_WORD = r"[^\W_](?:[\w -]*\w)?"
_FIELD = re.compile(rf"(?:{_WORD}|_\w*|{_STRING})(?=[.:])")
_PLAIN = re.compile(rf"{_WORD}|_\w*")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_JSON = json.JSONDecoder()


def written(value: Mapping[str, Any]) -> str:
    """The value of an item as text.

    Args:
        value: As JSON has it: dicts with strings for keys, lists, strings, numbers, ``True``,
            ``False``, ``None``. A tuple is a list.

    Raises:
        InputError: Something in it is not. The field is named, and not what it says.
    """
    if not isinstance(value, Mapping):
        raise InputError(f"the value of an item is a dict, got {type(value).__name__}")
    checked = _checked(value, "", 1)
    alone = checked.get(ALONE)
    if len(checked) == 1 and isinstance(alone, str) and _is_plain(alone) and _fields(alone) is None:
        return alone
    return "\n".join(f"{'.'.join(path)}: {_text(leaf)}" for path, leaf in _leaves(checked, ()))


def read(text: str) -> dict[str, Any]:
    """The value whose text this is."""
    value = _fields(text)
    if value is None:
        return {ALONE: text}
    try:
        checked: dict[str, Any] = _checked(value, "", 1)
    except InputError:
        return {ALONE: text}  # nobody could put it again as anything else
    return checked


# ------------------------------------------------------------------------ writing


def _checked(value: Any, where: str, depth: int) -> Any:
    """The value in JSON's own types, or an error that says which field has no place in it."""
    field = f"the field {where}" if where else "the value of an item"
    if depth > DEEPEST:
        raise InputError(f"{field} is nested more than {DEEPEST} deep, or holds itself")
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                raise InputError(f"{field} has a name that is no string: {type(name).__name__}")
        return {
            name: _checked(one, f"{where}.{name}" if where else name, depth + 1)
            for name, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [_checked(one, f"{where}[{at}]", depth + 1) for at, one in enumerate(value)]
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{field} is no number that JSON has, but {value!r}")
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise InputError(f"{field} is a number of more than {MOST_BITS} bits; store it as a text")
    if value is None or isinstance(value, str | int | float):
        return value
    raise InputError(
        f"{field} is a {type(value).__name__}, which JSON has not; store a text, a number, a list "
        "or a dict"
    )


def _leaves(value: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, one in value.items():
        here = (*path, name if _PLAIN.fullmatch(name) else _json(name))
        if isinstance(one, dict) and one:
            yield from _leaves(one, here)
        else:
            yield here, one


def _text(leaf: Any) -> str:
    if not isinstance(leaf, str):
        return _json(leaf)
    if _is_plain(leaf) and leaf[0] not in '"[{' and isinstance(_leaf(leaf), str):
        return leaf.replace("\n", _INDENT)
    return _json(leaf)


def _is_plain(text: str) -> bool:
    """Whether a text shows as it is: not empty, nothing at its ends, nothing unseen in it."""
    return bool(text) and text == text.strip() and not _UNSEEN.search(text)


def _json(leaf: Any) -> str:
    text = json.dumps(leaf, ensure_ascii=False)
    return json.dumps(leaf) if _UNSEEN.search(text) else text


# ------------------------------------------------------------------------ reading


def _fields(text: str) -> dict[str, Any] | None:
    """The fields in a text; ``None`` where something else stands in it."""
    value: dict[str, Any] = {}
    if not text:
        return value
    for line in re.split(r"\n(?!  )", text):
        path, rest = _path(line)
        if not path or not _is_set(value, path, _leaf(rest.replace(_INDENT, "\n"))):
            return None
    return value


def _path(line: str) -> tuple[list[str], str]:
    """The names of a field and what stands behind them; no names where none stand there."""
    path, at = list[str](), 0
    while (found := _FIELD.match(line, at)) is not None:
        name, at = found[0], found.end()
        path.append(_JSON.decode(name) if name[0] == '"' else name)
        if line.startswith(": ", at):
            return path, line[at + 2 :]
        at += 1
    return [], ""


def _leaf(text: str) -> Any:
    """What a text says that stands for a field."""
    try:
        return json.loads(text, parse_constant=_number, parse_float=_number)
    except (ValueError, RecursionError):
        return text


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("JSON has no such number")
    return number


def _is_set(value: dict[str, Any], path: list[str], leaf: Any) -> bool:
    """Set a field; whether there was a place for it."""
    *outer, last = path
    inside: Any = value
    for name in outer:
        inside = inside.setdefault(name, {})
        if not isinstance(inside, dict):
            return False
    if last in inside:
        return False
    inside[last] = leaf
    return True
