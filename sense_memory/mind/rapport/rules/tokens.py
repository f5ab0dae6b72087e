"""A turn as words, marks and pictures, each with the place where it stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ...stemming import stem
from ...text import fold

_UNSPACED = (
    r"\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ede\u1000-\u1049\u1780-\u17d3"
)
"""Scripts without spaces: each character is a word."""
_EMOJI = r"\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff\u2600-\u27bf\u2b50\u2b55"
_EMOTICON = r"[:;=8xX]['-]?[)(DPpO/|*3](?!\w)|<3+|\^_?\^|[xX]D+(?!\w)|[-;T]_[-;T]"
_TOKEN = re.compile(
    rf"(?P<picture>(?<![\w:])(?:{_EMOTICON})|[{_EMOJI}])"
    rf"|(?P<unspaced>[{_UNSPACED}])"
    # a combining mark belongs to its letter; who piles them up writes no word
    rf"|(?P<word>(?:[^\W_{_UNSPACED}][\u0300-\u036f]{{0,4}})+)"
    r"|(?P<stop>[.!?…\n。！？]+)"
    r"|(?P<pause>[,;:，；：、—–()]+)"
)
_LAUGH = re.compile(
    r"(?:[ab]?(?:h[aeiu]){2,}h?|(?:ha)+h|(?:j[aei]){2,}j?|a(?:h[ae])+h?|(?:ah){2,}|(?:eh){2,}"
    r"|l+o+l+s?|k{3,}|(?:rs){2,}s?|mdr+|ptdr+|xd+|lmf?ao+|rofl)"
)
_DRAWN_OUT = re.compile(r"([^\W\d_])\1\1")
_CASED = re.compile(r"[^\W\d_]")

WORDS_PER_CHARACTER = 0.6
"""How many words a character of a script without spaces is, about."""


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    PICTURE = "picture"
    """An emoji or emoticon."""
    LAUGH = "laugh"
    STOP = "stop"
    """The end of a sentence or line."""
    PAUSE = "pause"
    """A comma, a dash, a bracket."""


@dataclass(frozen=True, slots=True)
class Word:
    """What a word is compared by.

    Attributes:
        folded: Without capitals and accents.
        stem: Without an ending.
        is_laugh: It is written laughter.
        is_drawn_out: A letter stands three times or more: ``sooo``.
        is_capital: Its first letter is one.
        is_shouted: All of it is in capitals, and it has four letters at least.
    """

    folded: str
    stem: str
    is_laugh: bool = False
    is_drawn_out: bool = False
    is_capital: bool = False
    is_shouted: bool = False


@dataclass(slots=True)
class Token:
    """One of a turn's words, marks or pictures.

    Attributes:
        kind: What it is.
        text: As written.
        word: Its forms.
        start: Where it stands in the turn.
        is_first: It begins a sentence.
        sentence: Which sentence of the turn it is in.
        clause: Which clause of the turn it is in.
        size: How many words it counts for.
    """

    kind: Kind
    text: str
    word: Word
    start: int
    is_first: bool
    sentence: int
    clause: int
    size: float


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a turn, in order."""
    is_first = True
    sentence = clause = 0
    for match in _TOKEN.finditer(text):
        raw, start, group = match[0], match.start(), str(match.lastgroup)
        if group in {"word", "unspaced"}:
            word = word_of(raw)
            kind = Kind.LAUGH if word.is_laugh else Kind.WORD
            size = WORDS_PER_CHARACTER if group == "unspaced" else 1.0
            yield Token(kind, raw, word, start, is_first, sentence, clause, size)
            is_first = False
            continue
        yield Token(Kind(group), raw, Word(raw, raw), start, is_first, sentence, clause, 0.0)
        if group == "stop":
            is_first = True
            sentence += 1
        clause += group in ("stop", "pause")


@lru_cache(maxsize=65_536)
def word_of(raw: str) -> Word:
    """The forms of a word as it is written."""
    folded = fold(raw)
    return Word(
        folded,
        stem(folded) if folded else folded,
        is_laugh=_LAUGH.fullmatch(folded) is not None,
        is_drawn_out=_DRAWN_OUT.search(folded) is not None,
        is_capital=raw[0].isupper(),
        is_shouted=len(raw) > 3 and raw.isupper() and _CASED.match(raw) is not None,
    )
