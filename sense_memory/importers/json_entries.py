"""The entries of a large JSON file, one after the other, and what is intact of a damaged one.

An export is an array of thousands of entries, or an object with such arrays in it. The entries are
decoded one at a time by the decoder of the standard library, which says exactly where it stopped;
no more than one of them and a megabyte of the file are in memory.

A streaming parser in C was tried for this and is not used: ijson 3.6 stops at the first byte that
is no UTF-8 and at every NaN that Python itself writes, cannot go on behind a mistake, and an
integer of five thousand digits ends the whole process with a segmentation fault.

What is broken costs as little as possible. Of an entry that cannot be decoded, what stands before
the mistake is kept, with the brackets closed that were open; the reading goes on at the next place
that begins as entries of this file begin, ``{"uuid":``.
"""

import codecs
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ..core.items import Problem

MOST = 32 * 2**20
"""Characters of an entry; what is longer is taken as far as this."""
CUT = "\x00cut"
"""A key of every object that was open where an entry is broken off: something of it is missing."""
_CHUNK = 2**20
"""Bytes that are read at once."""
_SHORT = 2**13
"""Characters that are tried first. An error of the decoder costs as much as all that stands before
it, so that many small mistakes in a long text would cost the square of it."""
_LONGEST_WORD = 16
"""More than a constant has characters: a mistake nearer to the end may be none with more text."""
_LONGEST_HEAD = 2_000
"""More than the head of an entry has characters."""
_MOST_AGAIN = 2**26
"""Characters that are looked through a second time, in all."""
_DEEP = 2**16
"""How many characters are passed over where brackets are nested too deeply to decode them."""


def _whole(digits: str) -> int | float:
    """An integer; one that no source means, and that Python refuses to convert, is no number."""
    return int(digits) if len(digits) < 1_000 else math.nan


# not strict: an unescaped end of line within a text is no reason to lose the text
_decode = json.JSONDecoder(strict=False, parse_int=_whole).raw_decode
_SPACE = re.compile(r"[ \t\n\r\ufeff]*")
_NAME = r'"([^"\\]{1,64})"\s{0,64}:\s{0,64}'
_SIMPLE = r'(?:"(?:[^"\\]|\\.){0,300}+"|[-+.\w]{1,40})\s{0,64},\s{0,64}'
_HEADS = (
    re.compile(rf"\{{\s{{0,64}}{_NAME}{_SIMPLE}{_NAME}", re.DOTALL),
    re.compile(rf"\{{\s{{0,64}}{_NAME}"),
)
"""How an entry begins: two keys and a simple value between them, else one key."""
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{},]', re.DOTALL)
"""A whole text, a quotation mark of one that is not, or what gives JSON its structure."""
_CLOSING = f",{json.dumps(CUT)}:true}}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of the file.

    Attributes:
        key: In which array of the outermost object it stands, or nothing where an array is
            outermost. All else that the outermost object has is one entry, without a key, behind
            the others.
        number: The how manieth of its array it is, from 1.
        value: As ``json`` decodes it; NaN and infinities are among the numbers.
        is_around: It is what an outermost object has besides arrays of entries.
        is_whole: Nothing of it is lost. Of what is not whole somebody has been told; and behind a
            mistake it may be a part of an entry, which is to be passed over.
    """

    key: str
    number: int
    value: Any
    is_around: bool = False
    is_whole: bool = True


class Bytes(Protocol):
    """A file, as far as it is needed."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes, and none only at the end.

        Raises:
            OSError: There are more, and they cannot be read; what came before is used.
        """
        ...


class _BrokenError(Exception):
    """The text cannot be decoded.

    Attributes:
        start: Where the value begins that is broken, in the buffer.
        at: Where the mistake is.
        resume: From where on to look for something whole.
        why: What is wrong.
    """

    def __init__(self, start: int, at: int, why: str, *, resume: int | None = None) -> None:
        self.start = start
        self.at = at
        self.resume = max(at if resume is None else resume, start + 1)
        self.why = why
        super().__init__(why)


def entries(file: Bytes, name: str, noun: str, keys: frozenset[str]) -> Iterator[Entry | Problem]:
    """The entries of a file, and what is wrong with it.

    Args:
        file: UTF-8, or UTF-16 with a byte order mark.
        name: What people call it, for places.
        noun: What an entry is, for places: ``conversation``.
        keys: Which arrays of an outermost object hold entries.
    """
    return _Reader(_Text(file), name, noun, keys).documents()


class _Text:
    """What has been read of a file and is not yet done with."""

    def __init__(self, file: Bytes) -> None:
        self._file = file
        self._decoder: codecs.IncrementalDecoder | None = None
        self.characters = ""
        self.position = 0
        """Where in ``characters`` the next value is."""
        self.passed = 0
        """How many characters of the file stand before ``characters``."""
        self.is_at_end = False
        """Whether everything has been read."""
        self.is_foreign = False
        """Whether there were bytes that mean nothing; they are lone surrogates."""
        self.failure = ""
        """Why it could not be read to its end, if that is so."""

    def more(self) -> bool:
        """Read at least as much as there is; whether anything was."""
        if self.is_at_end:
            return False
        rest = self.characters[self.position :]
        try:
            data = self._file.read(max(_CHUNK, len(rest)))
        except OSError as error:
            self.failure = error.strerror or "its end cannot be read"
            data = b""
        if self._decoder is None:
            wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
            decoder = codecs.getincrementaldecoder("utf-16" if wide else "utf-8-sig")
            self._decoder = decoder("replace" if wide else "surrogateescape")
        self.is_at_end = not data
        added = self._decoder.decode(data, final=self.is_at_end)
        if not self.is_foreign:
            try:
                added.encode()
            except UnicodeEncodeError:
                self.is_foreign = True
        self.passed += self.position
        self.characters, self.position = rest + added, 0
        return bool(added) or not self.is_at_end

    def next_character(self) -> str:
        """What stands behind the spaces, or nothing at the end."""
        while True:
            found = _SPACE.match(self.characters, self.position)
            self.position = found.end() if found else self.position
            if self.position < len(self.characters):
                return self.characters[self.position]
            if not self.more():
                return ""

    def value(self) -> Any:
        """Decode what stands here, and stand behind it.

        Raises:
            _BrokenError: It is no JSON, ends with the file, or is too long.
        """
        length = _SHORT
        while True:
            text = self.characters[self.position : self.position + length]
            is_all = self.position + length >= len(self.characters)
            try:
                value, end = _decode(text)
            except RecursionError:
                start = self.position
                why = "brackets are nested too deeply"
                raise _BrokenError(start, start, why, resume=start + _DEEP) from None
            except json.JSONDecodeError as error:
                is_cut = error.pos > len(text) - _LONGEST_WORD or error.msg.startswith("Untermin")
                if is_cut and (not is_all or (len(text) < MOST and self.more())):
                    length *= 4
                    continue
                raise self._broken(error, is_cut=is_cut) from None
            if end == len(text) and isinstance(value, int | float) and (not is_all or self.more()):
                length *= 4  # a number may go on
                continue
            self.position += end
            return value

    def _broken(self, error: json.JSONDecodeError, *, is_cut: bool) -> _BrokenError:
        is_over = error.msg.startswith("Untermin") or self.position + error.pos >= len(
            self.characters
        )
        if not is_cut or (self.is_at_end and not is_over):
            why = "from there it is no JSON"
        elif self.is_at_end:
            why = "the file ends in the middle of it"
        else:
            why = f"it is longer than {MOST:,} characters"
        return _BrokenError(self.position, self.position + error.pos, why)

    def skip_to(self, start: re.Pattern[str]) -> bool:
        """Stand at the next place that looks like this; whether there is one."""
        while True:
            if found := start.search(self.characters, self.position):
                self.position = found.start()
                return True
            # a beginning may be cut at the end of what was read
            rest = len(self.characters) - _LONGEST_HEAD
            self.position = max(self.position, min(rest, len(self.characters)))
            if not self.more():
                self.position = len(self.characters)
                return False


class _Reader:
    def __init__(self, text: _Text, name: str, noun: str, keys: frozenset[str]) -> None:
        self._text = text
        self._name = name
        self._noun = noun
        self._keys = keys
        self._numbers: dict[str, int] = {}
        self._head: re.Pattern[str] | None = None
        """How the entries of this array begin."""
        self._again = _MOST_AGAIN
        self._is_broken = False

    def documents(self) -> Iterator[Entry | Problem]:
        """Everything; several documents behind each other, or one a line, are read as well."""
        is_told = False
        while character := self._text.next_character():
            if character in ",]}":
                self._text.position += 1
            elif character == "[":
                yield from self._array("")
            elif character == "{":
                yield from self._object()
            else:
                start = self._text.position
                yield from self._mend("", _BrokenError(start, start, "from there it is no JSON"))
            if self._text.is_foreign and not is_told:
                is_told = True
                yield Problem(self._name, "some bytes in it are no UTF-8 and were replaced")
        if self._text.failure:
            yield Problem(self._name, f"it could not be read to its end: {self._text.failure}")

    def _array(self, key: str) -> Iterator[Entry | Problem]:
        self._text.position += 1
        self._head = None
        while character := self._text.next_character():
            if character in ",]":
                self._text.position += 1
                if character == "]":
                    return
                continue
            number = self._count(key)
            try:
                value = self._entry()
            except _BrokenError as error:
                yield from self._mend(key, error)
                return
            yield Entry(key, number, value)
        yield self._end(key)

    def _object(self) -> Iterator[Entry | Problem]:
        """The members of an outermost object: arrays of entries, and the rest as one entry."""
        number = self._count("")
        self._learn_head()
        self._text.position += 1
        rest: dict[str, Any] = {}
        length = 0
        is_whole = True
        is_around = False
        while (character := self._text.next_character()) not in ("", "}"):
            if character == ",":
                self._text.position += 1
                continue
            key = ""
            start = self._text.passed + self._text.position
            try:
                key = self._key()
                if key in self._keys and self._text.next_character() == "[":
                    is_around = True
                    yield from self._array(key)
                    continue
                value = self._text.value()
            except _BrokenError as error:
                yield self._problem("", number, error)
                if (salvaged := self._cut(error)) and key:
                    rest[key] = salvaged
                yield Entry("", number, rest, is_whole=False)
                yield from self._recovered("")
                return
            length += self._text.passed + self._text.position - start
            if length <= MOST:
                rest[key] = value
            elif is_whole:
                is_whole = False
                yield Problem(self._place("", number), f"it is longer than {MOST:,} characters")
        self._text.position += bool(character)
        if not character:
            is_whole = False
            if not self._is_broken:
                yield self._end("")
        yield Entry("", number, rest, is_around, is_whole)

    def _key(self) -> str:
        """The name of a member, and stand behind its colon."""
        start = self._text.position
        key = self._text.value() if self._text.characters[start] == '"' else None
        if not isinstance(key, str) or self._text.next_character() != ":":
            at = self._text.position
            raise _BrokenError(min(start, at), at, "from there it is no JSON")
        self._text.position += 1
        self._text.next_character()
        return key

    def _entry(self) -> Any:
        start = self._text.position
        if self._head and self._text.characters[start] == "[":
            # the entries of this array are objects: the bracket is a slip
            raise _BrokenError(start, start, "from there it is no JSON")
        self._learn_head()
        return self._text.value()

    def _learn_head(self) -> None:
        if self._head:
            return
        for head in _HEADS:
            if found := head.match(self._text.characters, self._text.position):
                names = [re.escape(name) for name in found.groups()]
                quoted = [rf'"{name}"\s{{0,64}}:\s{{0,64}}' for name in names]
                self._head = re.compile(rf"\{{\s{{0,64}}{_SIMPLE.join(quoted)}", re.DOTALL)
                return

    def _mend(self, key: str, error: _BrokenError) -> Iterator[Entry | Problem]:
        """What is wrong, what stands before it, and whatever begins as an entry behind it."""
        yield from self._given_up(key, error)
        yield from self._recovered(key)

    def _given_up(self, key: str, error: _BrokenError) -> Iterator[Entry | Problem]:
        number = self._numbers.get(key, 0)
        yield self._problem(key, number, error)
        if salvaged := self._cut(error):
            yield Entry(key, number, salvaged, is_whole=False)

    def _cut(self, error: _BrokenError) -> Any:
        """What is intact of something broken, and stand behind it.

        Where a bracket was lost, the entries that follow seem to lie within the one that lost it,
        so it ends where the next begins.
        """
        text = self._text
        end, resume = error.at, error.resume
        if self._head:
            # where a quotation mark was lost, the next entry has begun before the mistake is seen
            stop = end + _LONGEST_HEAD
            following = self._head.search(text.characters, error.start + 1, stop)
            if following and following.start() < end:
                self._again -= end - following.start()
                if self._again > 0:
                    end = resume = following.start()
        salvaged = _salvaged(text.characters[error.start : end])
        text.position = min(resume, len(text.characters))
        return salvaged

    def _recovered(self, key: str) -> Iterator[Entry | Problem]:
        """Whatever begins as an entry; where none was seen yet, whatever begins as an object."""
        self._is_broken = True
        while self._text.skip_to(self._head or _HEADS[1]):
            number = self._count(key)
            try:
                value = self._text.value()
            except _BrokenError as error:
                yield from self._given_up(key, error)
            else:
                yield Entry(key, number, value, is_whole=False)

    def _count(self, key: str) -> int:
        self._numbers[key] = number = self._numbers.get(key, 0) + 1
        return number

    def _place(self, key: str, number: int) -> str:
        return f"{self._name}, {key or self._noun} {number}" if number else self._name

    def _problem(self, key: str, number: int, error: _BrokenError) -> Problem:
        at = self._text.passed + error.at + 1
        return Problem(f"{self._place(key, number)}, character {at}", error.why)

    def _end(self, key: str) -> Problem:
        number = self._numbers.get(key, 0)
        return Problem(self._place(key, number), "behind it the file ends, which it should not yet")


def _salvaged(text: str) -> Any:
    """What a text holds that was JSON as far as it goes: its brackets are closed, or nothing.

    Objects that were open say so with ``CUT``.
    """
    closing: list[str] = []
    end = 0
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "{" | "[" as bracket:
                closing.append("]" if bracket == "[" else _CLOSING)
                end = token.end()
            case "}" | "]":
                if not closing:
                    return None
                closing.pop()
                end = token.end()
            case ",":
                end = token.start()
            case '"':
                break
    intact = text[:end]
    if intact.endswith("{"):  # there is nothing before it
        closing[-1] = _CLOSING.lstrip(",")
    try:
        return _decode(intact + "".join(reversed(closing)))[0]
    except (json.JSONDecodeError, RecursionError):
        return None
