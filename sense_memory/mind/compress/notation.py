r"""The written form of compressed memories, and how to read it back.

A header, ``[domain:X/facet:Y]``, stands above the lines of a facet; a line is ``subject: part,
part``, with one part for each memory; the last line may be ``(+12 more)``.

Keys are written with spaces for hyphens, which costs fewer tokens; a key that would not be read
back from that stands in quotation marks. Names cannot contain a backslash, so characters that no
line may hold are written as ``\u2028`` there. Parts are separated by a comma and a space outside
round brackets; what a memory says never holds one there, nor a line break, so it can pass neither
for a second part nor for a line or header of its own.
"""

import re
from collections.abc import Iterable

from ...core.compression import CompressedLine
from ...core.errors import InputError

NOTHING = "-"
"""What is written of a memory that says nothing."""

_HEADER = re.compile(r"\[domain:([^/]+)/facet:([^/]+)\]")
_MORE = re.compile(r"\(\+[0-9]+ more\)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)+)": ')
_ESCAPE = re.compile(r'\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(["]))')
_OPENING = ('"', "[", "(")

# what turns the direction of writing, and what is never seen: neither says anything, both deceive
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e01ef]"
)
_UNSAFE = re.compile(_INVISIBLE.pattern + r"|[^\S ]")
"""What cannot stand in a name as it is."""


def header(domain: str, facet: str) -> str:
    """The line above the memories of a facet."""
    return f"[domain:{_escaped(domain)}/facet:{_escaped(facet)}]"


def more(count: int) -> str:
    """The line that says how many memories were left out."""
    return f"(+{count} more)"


def subject_text(key: str) -> str:
    """A key as it stands at the beginning of a line."""
    if is_plain(key):
        return key.replace("-", " ")
    return '"' + _escaped(key).replace('"', '\\"') + '"'


def is_plain(key: str) -> bool:
    """Whether a key is read back from its words."""
    spaced = key.replace("-", " ")
    return (
        " " not in key
        and not _UNSAFE.search(key)
        and not key.startswith(_OPENING)
        and spaced == spaced.strip(" ")
        and "  " not in spaced
        and ": " not in spaced
    )


def line(subject: str, parts: Iterable[str]) -> str:
    """A line of one or more parts, each as ``part`` made it."""
    return f"{subject_text(subject)}: {', '.join(parts)}"


def part(text: str) -> str:
    """What a memory says as a part of a line: on one line, brackets closed, no separator in it."""
    return _without_separators(_balanced(visible(text))) or NOTHING


def visible(text: str) -> str:
    """The text on one line, without what is not seen."""
    return " ".join(seen(text).split())


def seen(text: str) -> str:
    """The text without what is not seen; white space stays."""
    return _INVISIBLE.sub("", text)


def parse_compressed(text: str) -> tuple[CompressedLine, ...]:
    """Read back what ``persona_compress`` wrote.

    Args:
        text: All of it.

    Returns:
        The lines in order; how many memories were left out is not among them.

    Raises:
        InputError: A line is neither a header nor a subject with what is said of it.
    """
    lines = []
    domain = facet = None
    for number, written in enumerate(text.split("\n"), 1):
        if not written or _MORE.fullmatch(written):
            continue
        if found := _HEADER.fullmatch(written):
            domain, facet = (_unescaped(name) for name in found.groups())
        elif domain is None or facet is None:
            raise InputError(f"line {number} stands under no [domain:…/facet:…]")
        else:
            subject, parts = _parse_line(written, number)
            lines.append(CompressedLine(domain, facet, subject, parts))
    return tuple(lines)


def _parse_line(written: str, number: int) -> tuple[str, tuple[str, ...]]:
    if quoted := _QUOTED.match(written):
        subject, said = _unescaped(quoted[1]), written[quoted.end() :]
    else:
        words, _, said = written.partition(": ")
        subject = words.replace(" ", "-")
    if not subject or not said:
        raise InputError(f"line {number} is no subject with a colon, a space and what is said")
    return subject, tuple(_split(said))


def _split(said: str) -> list[str]:
    """The parts of a line, cut at each comma and space outside round brackets."""
    parts = []
    depth = start = 0
    for at, char in enumerate(said):
        if char == "(":
            depth += 1
        elif char == ")":
            depth = max(0, depth - 1)
        elif char == "," and depth == 0 and said.startswith(", ", at):
            parts.append(said[start:at])
            start = at + 2
    return [*parts, said[start:]]


def _balanced(text: str) -> str:
    """The text with a square bracket for each round one that is never closed."""
    if "(" not in text:
        return text
    open_at: list[int] = []
    chars = list(text)
    for at, char in enumerate(text):
        if char == "(":
            open_at.append(at)
        elif char == ")" and open_at:
            open_at.pop()
    for at in open_at:
        chars[at] = "["
    return "".join(chars)


def _without_separators(text: str) -> str:
    return "; ".join(_split(text)) if ", " in text else text


def _escaped(name: str) -> str:
    return _UNSAFE.sub(lambda found: _code(ord(found[0])), name)


def _code(point: int) -> str:
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _unescaped(name: str) -> str:
    return _ESCAPE.sub(lambda found: found[3] or chr(int(found[1] or found[2], 16)), name)
