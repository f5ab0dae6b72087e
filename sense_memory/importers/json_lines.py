"""The records of a file that has one JSON object a line, as far as they are whole.

Such a file grows while it is read, and the program that writes it may be killed in the middle of a
line. So a reader goes no further than the file reached when it was opened, knows behind which line
it stands, and takes of a torn line the record that was written onto its end.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from ..core.items import Problem

MOST = 32 * 2**20
"""Bytes of a line; what is longer is passed over."""
_CHUNK = 2**20
"""Bytes that are read at once of a line that is passed over."""
_MOST_TOLD = 20
"""How many lines of a file are told of one by one; of the others their number."""
_MOST_TRIES = 64
"""At how many places of a torn line a record is looked for."""
_BLANK = b" \t\r\n\0"
"""What surrounds a record; a file system that lost its power leaves zeros."""
_BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(r"[ \t\r\n\0]*")
_FIRST_KEY = re.compile(r'\{[ \t]{0,64}"[^"\\]{1,64}"')


def _whole(digits: str) -> int | float:
    """An integer; one that no source means, and that Python refuses to convert, is no number."""
    return int(digits) if len(digits) < 1_000 else math.nan


# not strict: an unescaped control character within a text is no reason to lose the text
_decode = json.JSONDecoder(strict=False, parse_int=_whole).raw_decode


@dataclass(frozen=True, slots=True)
class Record:
    """An object of the file.

    Attributes:
        number: The line it stands in, from 1.
        value: As ``json`` decodes it; NaN and infinities are among the numbers.
    """

    number: int
    value: dict[str, Any]


class JSONLines:
    """A file that is being read.

    Attributes:
        offset: Behind which byte the last line ends that was read whole.
        number: Which line that was, from 1; 0 before the first.
    """

    def __init__(
        self,
        file: IO[bytes],
        name: str,
        *,
        end: int,
        offset: int = 0,
        number: int = 0,
        is_growing: bool = False,
    ) -> None:
        """Stand before the first line that is not yet read.

        Args:
            file: A binary file, at ``offset``.
            name: What people call it, for places.
            end: How many bytes of it are read at most, those before ``offset`` included.
            offset: Behind which line to begin.
            number: Which line that was.
            is_growing: Whether the file is read again later: the beginning of a line at its end
                is no mistake then.
        """
        self.offset = offset
        self.number = number
        self._file = file
        self._name = name
        self._end = end
        self._position = offset
        self._is_growing = is_growing
        self._told = 0
        self._is_foreign_told = False

    def place(self, number: int) -> str:
        """A line, as people are told of it."""
        return f"{self._name}, line {number}"

    def __iter__(self) -> Iterator[Record | Problem]:
        """The records of each line, and what is wrong with it."""
        number = self.number
        while True:
            try:
                line, is_ended, is_long = self._line()
            except OSError as error:
                why = error.strerror or "its end cannot be read"
                yield Problem(self._name, f"it could not be read to its end: {why}")
                break
            if not line:
                break
            number += 1
            if is_ended:
                self.offset, self.number = self._position, number
            if is_long:
                yield from self._problem(number, f"it is longer than {MOST:,} bytes")
            else:
                yield from self._records(line, number, is_ended)
        if self._told > _MOST_TOLD:
            more = self._told - _MOST_TOLD
            yield Problem(self._name, f"{more:,} more lines could not be read whole")

    def _line(self) -> tuple[bytes, bool, bool]:
        """The next line, nothing at the end; whether it is ended, and whether it is too long."""
        line = self._file.readline(min(MOST + 1, self._end - self._position))
        self._position += len(line)
        is_ended, is_long = line.endswith(b"\n"), len(line) > MOST
        while is_long and not is_ended:
            rest = self._file.readline(min(_CHUNK, self._end - self._position))
            if not rest:
                break
            self._position += len(rest)
            is_ended = rest.endswith(b"\n")
        return line, is_ended, is_long

    def _records(self, line: bytes, number: int, is_ended: bool) -> Iterator[Record | Problem]:
        if number == 1:
            line = line.removeprefix(_BOM)
        line = line.strip(_BLANK)
        try:
            text = line.decode()
        except UnicodeDecodeError:
            if not is_ended and self._is_growing:
                return  # a character that is not yet written to its end
            text = line.decode(errors="replace")
            if not self._is_foreign_told:
                self._is_foreign_told = True
                why = "some bytes in it are no UTF-8 and were replaced, and so in later lines"
                yield Problem(self.place(number), why)
        position = 0
        while position < len(text):
            try:
                value, position = _decode(text, position)
            except RecursionError:
                yield from self._problem(number, "brackets are nested too deeply")
                return
            except json.JSONDecodeError:
                yield from self._torn(text, position, number, is_ended)
                return
            if isinstance(value, dict):
                yield Record(number, value)
            else:
                yield from self._problem(number, "it is no JSON object")
            if found := _SPACE.match(text, position):
                position = found.end()

    def _torn(
        self, text: str, position: int, number: int, is_ended: bool
    ) -> Iterator[Record | Problem]:
        """What is wrong with a line, and the record that reaches from its middle to its end."""
        if is_ended or not self._is_growing:
            why = "it is no JSON" if is_ended else "the file ends in the middle of it"
            yield from self._problem(number, why)
        if not (first := _FIRST_KEY.match(text, position)):
            return
        start = position
        for _ in range(_MOST_TRIES):
            start = text.find(first[0], start + 1)
            if start < 0:
                return
            try:
                value, end = _decode(text, start)
            except (json.JSONDecodeError, RecursionError):
                continue
            # a part of the torn record would have its brackets behind it
            if end == len(text):
                yield Record(number, value)
                return

    def _problem(self, number: int, why: str) -> Iterator[Problem]:
        self._told += 1
        if self._told <= _MOST_TOLD:
            yield Problem(self.place(number), why)
