"""The lines of a Markdown file, in sections that are parsed one after the other.

A parser wants a text as a whole. A file of many megabytes is cut where a heading begins, so that
not more than a section of it is in memory; what does not belong to the text is taken out before.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from ..core.items import Problem

_LONGEST_LINE = 2**20
"""Bytes; what is longer is passed over."""
_LONG = 2**17
"""Characters of a section, after which it ends before the next heading."""
_LONGER = 2**19
"""The same, before any line behind an empty one; with twice as many it ends anywhere but within
code or a comment."""
_LONGEST = 2**21
"""The same, after which the rest of code or of a comment is passed over; what is left of it is
longer than a statement may be."""
_MOST_LINES_IN_FRONT = 200
_BOM = b"\xef\xbb\xbf"
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_FENCE = re.compile(r"\s*(?:[-*+>]\s+)*(`{3,}(?=[^`]*$)|~{3,})")
_TAG = re.compile(r"\s*</?[A-Za-z][\w-]*(?:\s[^<>]*)?>\s*")
_PAIR = re.compile(r"\s*(?:- +)?([A-Za-z_][\w-]*)\s*:(?:\s+(.*))?")
_MEMBER = re.compile(r"\s*- +(.*)")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a file that can be parsed without the rest.

    Attributes:
        number: Its first line, from 1.
        text: Its lines, each ended by a line feed; as many as stand in the file.
    """

    number: int
    text: str


@dataclass(slots=True)
class FrontMatter:
    """What a file says of itself before its text, as far as it is simple: a name and its values."""

    _values: dict[str, list[str]] = field(default_factory=dict)
    _last: str = ""

    def add(self, line: str) -> None:
        """Take a line of YAML; what is not understood is passed over."""
        if self._last and (member := _MEMBER.fullmatch(line)) and not _PAIR.fullmatch(member[1]):
            self._values[self._last].append(_unquoted(member[1]))
        elif pair := _PAIR.fullmatch(line):
            self._last = pair[1].casefold()
            value = (pair[2] or "").strip()
            is_list = value.startswith("[") and value.endswith("]")
            members = value[1:-1].split(",") if is_list else [value]
            found = [text for member in members if (text := _unquoted(member))]
            self._values.setdefault(self._last, []).extend(found)

    def first(self, *names: str) -> str:
        """The first value of the first of these names that has one, or nothing."""
        return next(iter(self.all(*names)), "")

    def all(self, *names: str) -> list[str]:
        """The values of these names."""
        return [value for name in names for value in self._values.get(name, ())]


def _unquoted(text: str) -> str:
    text = text.strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


class Sections:
    """A file that is being read.

    Attributes:
        front_matter: What stands before the text; known with the first section.
    """

    def __init__(self, file: IO[bytes], name: str, *, end: int) -> None:
        """Stand at the beginning.

        Args:
            file: A binary file, at its beginning.
            name: What people call it, for places.
            end: How many bytes of it are read at most.
        """
        self.front_matter = FrontMatter()
        self._file = file
        self._name = name
        self._left = end
        self._number = 0
        self._problems: list[Problem] = []
        self._is_foreign_told = False
        self._fence = ""
        self._comment = 0
        """In which line a comment began that is not closed yet, or 0."""

    def __iter__(self) -> Iterator[Section | Problem]:
        """The sections, and what is wrong with the lines."""
        lines: list[str] = []
        first, length = 1, 0
        for line in self._text():
            if lines and self._is_end(line, lines[-1], length):
                yield Section(first, "".join(lines))
                lines.clear()
                length = 0
            if not lines:
                first = self._number
            cleaned = self._cleaned(line)
            if length < _LONGEST:
                lines.append(cleaned)
                length += len(line)
                if length >= _LONGEST and (self._fence or self._comment):
                    self._tell("from here on code or a comment was passed over, up to its end")
            elif not (self._fence or self._comment):
                lines.append(cleaned)
            yield from self._told()
        if self._comment:
            place = f"{self._name}, line {self._comment}"
            self._problems.append(Problem(place, "a comment that begins there does not end"))
        yield from self._told()
        if lines:
            yield Section(first, "".join(lines))

    def _told(self) -> Iterator[Problem]:
        problems, self._problems = self._problems, []
        yield from problems

    def _text(self) -> Iterator[str]:
        """The lines behind the front matter."""
        lines = self._lines()
        first = next(lines, None)
        if first is None:
            return
        if first.rstrip() != "---":
            yield first
            yield from lines
            return
        front = [first]
        for line in lines:
            front.append(line)
            if line.rstrip() in ("---", "..."):
                for pair in front[1:-1]:
                    self.front_matter.add(pair.rstrip("\n"))
                yield from lines
                return
            if len(front) > _MOST_LINES_IN_FRONT:
                break
        # it was a rule
        self._number -= len(front)
        for line in front:
            self._number += 1
            yield line
        yield from lines

    def _lines(self) -> Iterator[str]:
        while line := self._read(_LONGEST_LINE + 1):
            self._number += 1
            if len(line) > _LONGEST_LINE:
                self._tell(f"it is longer than {_LONGEST_LINE:,} bytes")
                while not line.endswith(b"\n") and (line := self._read(_LONGEST_LINE)):
                    pass
                line = b"\n"
            if self._number == 1:
                line = line.removeprefix(_BOM)
            try:
                text = line.decode()
            except UnicodeDecodeError:
                text = line.decode(errors="replace")
                if not self._is_foreign_told:
                    self._is_foreign_told = True
                    self._tell("some bytes in it are no UTF-8 and were replaced")
            # a line feed for whatever ends it, also at the end of the file
            yield text.rstrip("\r\n").replace("\r", " ") + "\n"

    def _read(self, size: int) -> bytes:
        try:
            line = self._file.readline(min(size, self._left))
        except OSError as error:
            why = error.strerror or "its end cannot be read"
            self._problems.append(Problem(self._name, f"it could not be read to its end: {why}"))
            line = b""
        self._left -= len(line)
        return line

    def _tell(self, why: str) -> None:
        self._problems.append(Problem(f"{self._name}, line {self._number}", why))

    def _is_end(self, line: str, before: str, length: int) -> bool:
        if length < _LONG or self._fence or self._comment:
            return False
        if length >= 2 * _LONGER:
            return True
        is_apart = length >= _LONGER and not before.strip() and not line.startswith((" ", "\t"))
        return is_apart or _HEADING.match(line) is not None

    def _cleaned(self, line: str) -> str:
        """The line, without comments and tags that stand alone; code is left as it is."""
        if self._fence:
            bare = line.strip()
            if len(bare) >= len(self._fence) and not bare.strip(self._fence[0]):
                self._fence = ""
            return line
        if not self._comment and (fence := _FENCE.match(line)):
            self._fence = fence[1]
            return line
        line = self._without_comments(line)
        return "\n" if _TAG.fullmatch(line) else line

    def _without_comments(self, line: str) -> str:
        kept: list[str] = []
        while True:
            if self._comment:
                _, closed, line = line.partition("-->")
                if not closed:
                    return "".join(kept).rstrip() + "\n"
                self._comment = 0
            text, opened, line = line.partition("<!--")
            kept.append(text)
            if not opened:
                return "".join(kept)
            self._comment = self._number
