"""What Claude gives the tool: the fields of each command, and what a path may be."""

import re
from collections.abc import Mapping
from urllib.parse import unquote

from anthropic.lib.tools import ToolError

from ...core.records.names import canonical
from ...mind.files import Path, is_name

ROOT = "/memories"

_FIELDS: Mapping[str, Mapping[str, type]] = {
    "view": {"path": str},
    "create": {"path": str, "file_text": str},
    "str_replace": {"path": str, "old_str": str, "new_str": str},
    "insert": {"path": str, "insert_line": int, "insert_text": str},
    "delete": {"path": str},
    "rename": {"old_path": str, "new_path": str},
}
_WORDS = {str: "text", int: "a whole number"}
_MOST_DECODED = 4
"""How often a path is decoded to look for what climbs out: nobody encodes it that often."""


def check(given: object) -> None:
    """Refuse what is no command of the tool.

    Raises:
        ToolError: It is another command, or a field is missing or of another type.
    """
    if not isinstance(given, Mapping):
        raise ToolError("a command of the memory tool is an object with the field `command`")
    fields = _FIELDS.get(str(given.get("command")))
    if fields is None:
        raise ToolError(f"`command` is one of {', '.join(_FIELDS)}, got {given.get('command')!r}")
    for name, kind in fields.items():
        if not _is(given.get(name), kind):
            raise ToolError(f"{given['command']} needs `{name}`, {_WORDS[kind]}")
    lines = given.get("view_range")
    if lines is None:
        return
    if not (isinstance(lines, list) and len(lines) == 2 and all(_is(one, int) for one in lines)):
        raise ToolError("`view_range` is two line numbers, [first, last]; -1 is the last line")


def path_of(given: str) -> Path:
    """The path below ``/memories`` that is meant; empty for that directory itself.

    Raises:
        ToolError: It leads elsewhere, or has a name that no file can have.
    """
    root, *names = given.split("/")[1:] if given.startswith("/") else [given]
    if f"/{root}" != ROOT:
        raise ToolError(f"Path must start with {ROOT}, got: {given}")
    decoded = given
    for _ in range(_MOST_DECODED):
        if ".." in re.split(r"[/\\]", decoded):
            raise ToolError(f"Path {given} would escape {ROOT} directory")
        decoded = unquote(decoded)
    path = tuple(canonical(name) for name in names if name not in ("", "."))
    for name in path:
        if not is_name(name):
            raise ToolError(f"a file cannot be called {name!r}: what it holds cannot be shown")
    return path


def _is(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
