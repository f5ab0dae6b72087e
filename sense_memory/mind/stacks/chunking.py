"""Messages cut into pieces of a sentence or a few: what is weighed, embedded and retrieved.

The pieces are slices of the message, so that nothing of it is changed; between them lies nothing
but white space. Weights hang on what a piece says and where it stands (``signals.signal_id``), so
another way of cutting forgets what was learned of every piece that it cuts otherwise: a golden test
holds this one, and that of ``extracts.sentences`` as far as it is used here.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from ..extracts.sentences import sentence_ends

LEAST_CHARACTERS = 30
"""A piece with fewer takes in the next one. Source of these four numbers: seed 002. It is of
English: a character that is printed as wide as two, of Chinese, Japanese or Korean, is two here."""
LEAST_WORDS = 5
"""One with fewer likewise."""
MOST_CHARACTERS = 400
"""A piece with more is cut."""
MOST_WORDS = 60
"""One with more likewise."""

_FENCE = re.compile(r"`{3,}")
_BLANK_LINES = re.compile(r"\n\s*\n|\r\s*\r|\u2029")
_SPACE = re.compile(r"\s")
_EAST = r"\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_FAR_EAST = r"\U00020000-\U0003ffff"
_SOUTH_EAST = r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ede\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3"
_BEHIND = r"[^\w\s“„«「『（【《〈(\[{]*"
_WORD = re.compile(
    rf"(?:[{_EAST}{_FAR_EAST}]{{1,2}}|[{_SOUTH_EAST}]{{1,4}}){_BEHIND}"
    rf"|[^\s{_EAST}{_FAR_EAST}{_SOUTH_EAST}]+"
)
"""A word of a script that has spaces; of Chinese and Japanese two characters, of Thai, Lao, Khmer,
Burmese and Tibetan four, which is about what a word of them has; with the marks behind it."""
_WIDE = re.compile(
    r"[\u1100-\u115f\u2e80-\u3029\u3030-\u3098\u309b-\ua4cf\uac00-\ud7a3\uf900-\ufaff"
    r"\uff01-\uff60\U00020000-\U0003ffff]"
)
_LINE = re.compile(r"[\n\r\u2028\x85]")
_PAUSE = re.compile(r"(?<!\d)[,;，、；،؛]|[,;，、；،؛](?!\d)")
"""Not the commas of 1,000,000."""

_JOINED = r"\u1160-\u11ff\u200c\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e01ef"
"""What belongs to the character before it, beyond marks: vowels and ends of Korean syllables, forms
and colours of pictures."""
_VIRAMAS = r"\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d"
"""They join two consonants of an Indian script."""

Slice = tuple[int, int]
"""Where a piece begins, and the place behind its end."""


def pieces(text: str) -> list[Slice]:
    """The pieces of a message, in order, as slices of it; none where it is only white space.

    Blocks between triple backticks are pieces of their own. The rest ends with blank lines and
    sentences, of any script; what is small takes in the next one, what is large is cut: where a
    line ends, else at a comma or semicolon, nearest to its middle, else at the middle word. A word
    that is larger than a piece is cut too, between characters as readers see them.

    Args:
        text: Any text; it takes time in proportion to its length, whatever it says.

    Returns:
        At most ``MOST_CHARACTERS`` long and ``MOST_WORDS`` words each, but for the blocks.
    """
    found: list[Slice] = []
    for part, is_block in _parts(text):
        if is_block:
            found.append(part)
            continue
        for piece in _merged(_sentences(text, *part)):
            if piece.is_large:
                found += _Cuts(text, piece).cut()
            else:
                found.append((piece.start, piece.end))
    return found


def piece_texts(text: str) -> list[str]:
    """What the pieces of a message say, verbatim."""
    return [text[start:end] for start, end in pieces(text)]


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    characters: int
    words: int

    @property
    def is_small(self) -> bool:
        return self.characters < LEAST_CHARACTERS or self.words < LEAST_WORDS

    @property
    def is_large(self) -> bool:
        return self.characters > MOST_CHARACTERS or self.words > MOST_WORDS


def _parts(text: str) -> Iterator[tuple[Slice, bool]]:
    """The blocks of code, and what lies between them; whether it is a block.

    A block that is not closed is none. One is closed by as many backticks as open it, or more.
    """
    fences = list(_FENCE.finditer(text)) if "```" in text else []
    begin = number = 0
    while number < len(fences):
        opening = fences[number]
        width = len(opening[0])
        closing = next(
            (at for at in range(number + 1, len(fences)) if len(fences[at][0]) >= width), None
        )
        number += 1
        if closing is None:
            continue
        yield (begin, opening.start()), False
        begin, number = fences[closing].end(), closing + 1
        yield (opening.start(), begin), True
    yield (begin, len(text)), False


def _sentences(text: str, start: int, end: int) -> Iterator[_Piece]:
    """The sentences of what is no code, without the white space around them."""
    begin = start
    for blank in _BLANK_LINES.finditer(text, start, end):
        yield from _of_paragraph(text, begin, blank.start())
        begin = blank.end()
    yield from _of_paragraph(text, begin, end)


def _of_paragraph(text: str, start: int, end: int) -> Iterator[_Piece]:
    paragraph = _SPACE.sub(" ", text[start:end])
    begin = 0
    for stop in (*sentence_ends(paragraph), len(paragraph)):
        sentence = paragraph[begin:stop]
        if bare := sentence.strip():
            at = start + begin + len(sentence) - len(sentence.lstrip())
            yield _Piece(at, at + len(bare), *_size(bare))
        begin = stop


def _size(text: str) -> tuple[int, int]:
    """Its characters and words."""
    if text.isascii():
        return len(text), len(text.split())
    return len(text) + len(_WIDE.findall(text)), len(_WORD.findall(text))


def _merged(sentences: Iterable[_Piece]) -> list[_Piece]:
    """The small ones with the next one, and the last one with the one before if it is small."""
    found: list[_Piece] = []
    for one in sentences:
        if found and found[-1].is_small:
            found[-1] = _joined(found[-1], one)
        else:
            found.append(one)
    if len(found) > 1 and found[-1].is_small:
        last = found.pop()
        found[-1] = _joined(found[-1], last)
    return found


def _joined(one: _Piece, other: _Piece) -> _Piece:
    between = other.start - one.end
    characters = one.characters + between + other.characters
    return _Piece(one.start, other.end, characters, one.words + other.words)


class _Cuts:
    """Where a piece that is too large can be cut; every place is looked for once."""

    def __init__(self, text: str, piece: _Piece) -> None:
        self._text = text
        self._whole = (piece.start, piece.end)
        self._lines = [match.start() for match in _LINE.finditer(text, *self._whole)]
        self._pauses = [match.start() for match in _PAUSE.finditer(text, *self._whole)]
        self._wide = [match.start() for match in _WIDE.finditer(text, *self._whole)]
        self._words = [match.start() for match in _WORD.finditer(text, *self._whole)]

    def cut(self) -> list[Slice]:
        """The parts in order, none of them too large."""
        found: list[Slice] = []
        waiting = [self._whole]
        while waiting:
            start, end = self._stripped(*waiting.pop())
            if self._characters(start, end) <= MOST_CHARACTERS and (
                self._count(start, end) <= MOST_WORDS
            ):
                found.append((start, end))
                continue
            at = (
                self._nearest(self._lines, start, end)
                or self._nearest(self._pauses, start, end)
                or self._middle_word(start, end)
            )
            waiting += [(at, end), (start, at)]
        return found

    def _stripped(self, start: int, end: int) -> Slice:
        """A part without the white space around it."""
        while start < end and self._text[start].isspace():
            start += 1
        while start < end and self._text[end - 1].isspace():
            end -= 1
        return start, end

    def _characters(self, start: int, end: int) -> int:
        return end - start + bisect_left(self._wide, end) - bisect_left(self._wide, start)

    def _count(self, start: int, end: int) -> int:
        """The words of a part, with what is left of the one in which it begins."""
        first, behind = bisect_left(self._words, start), bisect_left(self._words, end)
        is_begun = first == len(self._words) or self._words[first] > start
        return behind - first + is_begun

    def _nearest(self, marks: list[int], start: int, end: int) -> int | None:
        """The place behind the mark nearest to the middle, the first of two.

        None where it leaves too little on a side, as then the others do.
        """
        middle = start + (end - start) // 2
        at = bisect_left(marks, middle)
        near = [
            mark
            for mark in marks[max(0, at - 1) : at + 1]
            if start < mark < end - 1
            and self._is_enough(start, mark + 1)
            and self._is_enough(mark + 1, end)
        ]
        best = min(near, key=lambda mark: abs(mark - middle), default=None)
        return None if best is None else best + 1

    def _is_enough(self, start: int, end: int) -> bool:
        first, behind = self._stripped(start, end)
        return self._characters(first, behind) > LEAST_CHARACTERS

    def _middle_word(self, start: int, end: int) -> int:
        others, last = bisect_right(self._words, start), bisect_left(self._words, end)
        if others < last:
            return self._words[others - 1 + (last - others + 1) // 2]
        return self._between_characters(start, end)

    def _between_characters(self, start: int, end: int) -> int:
        """The place nearest to the middle of a word at which a character begins."""
        middle = start + (end - start) // 2
        at = bisect_left(self._begins, middle)
        near = (place for place in self._begins[max(0, at - 1) : at + 1] if start < place < end)
        return min(near, key=lambda place: abs(place - middle))

    @cached_property
    def _begins(self) -> list[int]:
        """Where characters begin, as readers see them."""
        return [match.start() for match in _character().finditer(self._text, *self._whole)]


@cache
def _character() -> re.Pattern[str]:
    """What a reader sees as one character, or is at least that: letter and marks, flag, family.

    Never more than some hundred code points, so that a word of marks alone can be cut as well.
    """
    # the marks of one version of Unicode, so that a newer Python cuts no other way
    known = unicodedata.ucd_3_2_0
    marks = "".join(chr(at) for at in range(0x300, 0x10000) if known.category(chr(at))[0] == "M")
    joined = rf"[{marks}{_JOINED}]{{0,16}}"
    return re.compile(
        rf"(?:[\U0001f1e6-\U0001f1ff]{{2}}|[\ud800-\udbff][\udc00-\udfff]|\S|\s){joined}"
        rf"(?:(?:\u200d|(?<=[{_VIRAMAS}]))\S{joined}){{0,12}}"
    )
