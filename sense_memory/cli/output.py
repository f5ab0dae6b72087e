"""What is printed where: data on standard output, words on standard error."""

import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_KEPT = frozenset("\n\t")
_FIELD = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def printable(text: str) -> str:
    """The text without what would steer a terminal: relays and other agents wrote parts of it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char.encode("unicode_escape").decode("ascii")
        if char in _BIDI or (unicodedata.category(char) == "Cc" and char not in _KEPT)
        else char
        for char in text
    )


def say(text: str) -> None:
    """A line of words on standard error."""
    print(printable(text).replace("\n", " "), file=sys.stderr, flush=True)


def data(text: str, *, at_once: bool = False) -> None:
    """A datum on standard output: exact for a pipe, harmless for a terminal.

    Args:
        text: The datum.
        at_once: Whether whoever reads a pipe is to see it now, and not with what follows.
    """
    print(printable(text) if sys.stdout.isatty() else text, flush=at_once)


def is_unicode() -> bool:
    """Whether standard output takes every character."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def data_json(value: Mapping[str, Any] | None) -> None:
    """One JSON value on a line of its own, on standard output."""
    print(json.dumps(value, ensure_ascii=not is_unicode()), flush=True)


def data_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table for people; for a pipe a line per row, with tabs between and escaped within."""
    if not sys.stdout.isatty():
        for row in rows:
            print("\t".join(field.translate(_FIELD) for field in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", show_header=any(columns))
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(field)) for field in row))
    Console().print(table)


def number_of(count: int, one: str, many: str | None = None) -> str:
    """How many there are of something: ``1 entry``, ``1,000 entries``.

    Args:
        count: How many.
        one: What one is called.
        many: What several are called; ``None`` is an s more.
    """
    return f"1 {one}" if count == 1 else f"{count:,} {many or one + 's'}"


def counted(count: int) -> str:
    """How many memories, in words."""
    return "1 memory" if count == 1 else f"{count} memories"


def reason(url: str, error: str) -> str:
    """What went wrong at a relay, where its URL has been said already."""
    return error.removeprefix(f"{url}: ")


def error_console() -> "Console":
    """Where progress is drawn."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def iso(seconds: float | None) -> str | None:
    """A time as UTC text, to the second."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def local_time(seconds: float) -> str:
    """A time as people here write it."""
    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
