"""Files and directories as the protocol shows them to Claude."""

from collections.abc import Iterator, Mapping, Sequence

from anthropic.lib.tools import ToolError

from ...mind.files import Path
from ...store.files import File

MOST_LINES = 999_999
_END = "\n"
"""What ends a line: no carriage return, and none of Unicode's."""
_WIDTH = len(str(MOST_LINES))
_DEPTH = 2
"""Levels of a directory that are listed."""
_AROUND = 2
"""Lines before and after an edit that are shown."""


def file(given: str, one: File, lines: Sequence[int] | None) -> str:
    """A file with its lines numbered; what devices wrote apart, one version after the other.

    Args:
        given: Its path.
        one: The file.
        lines: The first and the last that are shown, -1 for the last there is; ``None`` for all.

    Raises:
        ToolError: It has too many lines.
    """
    split = one.text.split(_END)
    if len(split) > MOST_LINES:
        raise ToolError(f"File {given} exceeds maximum line limit of 999,999 lines.")
    first, last = lines or (1, -1)
    start = max(1, first) - 1
    shown = _numbered(split[start : None if last == -1 else last], start + 1)
    told = f"Here's the content of {given} with line numbers:\n{shown}"
    for other in one.others:
        told += (
            f"\n\nAnother device wrote {given} at the same time; above is the later version, here "
            "is the other one. The next edit, of what is above, decides: carry over what is worth "
            f"keeping.\n{_numbered(other.split(_END), 1)}"
        )
    return told


def edited(text: str, line: int) -> str:
    """What stands around an edit.

    Args:
        text: The file as it is now.
        line: Where the edit begins, from 0.
    """
    lines = text.split(_END)
    first = max(0, line - _AROUND)
    shown = _numbered(lines[first : line + _AROUND + 1], first + 1)
    return (
        "The memory file has been edited. Here is the snippet showing the change (with line "
        f"numbers):\n{shown}"
    )


def lines_with(text: str, part: str) -> Iterator[int]:
    """The line of each occurrence, from 1, of those that overlap, too."""
    line, before, at = 1, 0, text.find(part)
    while at != -1:
        line, before = line + text.count(_END, before, at), at
        yield line
        at = text.find(part, at + 1)


def directory(given: str, path: Path, texts: Mapping[Path, str]) -> str:
    """What is in a directory, two levels deep, with sizes in bytes; a directory's is of all in it.

    What begins with a dot is not listed, as nowhere.
    """
    depth = len(path)
    sizes: dict[Path, int] = {path: 0}
    is_file = set[Path]()
    for where, text in texts.items():
        if where[:depth] != path or len(where) == depth:
            continue
        size = len(text.encode())
        is_file.add(where)
        for level in range(depth, len(where) + 1):
            sizes[where[:level]] = sizes.get(where[:level], 0) + size
    told = (
        f"Here're the files and directories up to {_DEPTH} levels deep in {given}, excluding "
        f"hidden items:\n{_human(sizes.pop(path))}\t{given}"
    )
    for where in sorted(sizes):
        names = where[depth:]
        if len(names) <= _DEPTH and not any(name.startswith(".") for name in names):
            end = "" if where in is_file else "/"
            told += f"\n{_human(sizes[where])}\t{given.rstrip('/')}/{'/'.join(names)}{end}"
    return told


def _numbered(lines: Sequence[str], first: int) -> str:
    return _END.join(f"{number:>{_WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def _human(size: int) -> str:
    """A size in bytes, in the greatest unit of which it is at least one."""
    value, units = float(size), list("BKMG")
    while value >= 1024 and len(units) > 1:
        value /= 1024
        units.pop(0)
    return f"{value:.0f}{units[0]}" if value.is_integer() else f"{value:.1f}{units[0]}"
