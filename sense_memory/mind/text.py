"""Words of text in any script, the same on every device.

Scripts that put spaces between words give words; Chinese, Japanese, Korean, Thai, Lao, Khmer,
Burmese and Tibetan give overlapping pairs of their characters, which need no dictionary.
"""

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from .stemming import stem
from .stop_words import NEGATIONS, STOP_WORDS, language_of

_MARKS = re.compile(
    r"[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u0640]"
)
"""Accents of Latin, Greek and Cyrillic; points of Hebrew and Arabic, which most writers omit."""

_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "’": "'",
        "ʼ": "'",
    }
)
"""Letters that are no letter with an accent to Unicode."""

_INDIC = r"\u0900-\u0963\u0966-\u0dff"
_SOUTH_EAST = (
    r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ede\u0f40-\u0fbc\u1000-\u1049\u1050-\u109f\u1780-\u17d3"
)
_EAST = (
    r"\u3005-\u3007\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
_PIECE = re.compile(
    rf"(?P<pairs>[{_EAST}{_SOUTH_EAST}]+)"
    r"|(?P<named>(?<![^\W_])[a-z](?:\+\+|#))"
    r"|(?P<number>\d+(?:[.,]\d+)+)"
    rf"|(?P<word>(?:[^\W_{_EAST}{_SOUTH_EAST}]|[{_INDIC}])+(?:'(?:[^\W_{_EAST}{_SOUTH_EAST}])+)*)"
)
_PLAIN = re.compile(r"[a-z0-9]+")
_ASCII = re.compile(r"(?<![a-z0-9])[a-z](?:\+\+|#)|[0-9]+(?:[.,][0-9]+)+|[a-z0-9]+(?:'[a-z0-9]+)*")
"""What ``_PIECE`` finds in ASCII."""
_SPECIAL = re.compile(r"'|[a-z](?:\+\+|#)|\d[.,]\d")
"""Without this there is nothing in ASCII but plain words, which are found faster."""
_UNIT = re.compile(
    r".[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u0f71-\u0fbc"
    r"\u102b-\u103e\u1056-\u1059\u17b6-\u17d3\u3099\u309a]*"
)
"""A character with the vowels and tones that are written around it."""
_WHOLE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")
"""Characters that are often words by themselves."""
_CONTRACTED = frozenset(("ll", "re", "ve"))
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def fold(text: str) -> str:
    """The text without what differs between two spellings of it.

    Compatibility forms, capitals, accents, and the points of Hebrew and Arabic.
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFKC", _MARKS.sub("", decomposed)).translate(_LETTERS)


def words(text: str) -> list[str]:
    """The words of a text, folded, in order; of scripts without spaces, pairs of characters."""
    return _pieces(text, with_single=False)


def tokens(text: str) -> list[str]:
    """What a text is found by: the stems of its words, in order.

    A character that is often a word by itself is there alone too, so that one who asks for it alone
    finds it.
    """
    return [stem(word) for word in _pieces(text, with_single=True)]


def key_tokens(key: str) -> list[str]:
    """What a name is found by: its words as written, and the parts of ``camelCase``."""
    found = tokens(key)
    parts = _CAMEL.sub(" ", key)
    return found if parts == key else [*found, *tokens(parts)]


def query_tokens(query: str) -> list[str]:
    """What a question asks for, each once: without the stop words of its language.

    Where it is nothing but stop words, they are what is asked for.
    """
    asked = words(query)
    return list(dict.fromkeys(stem(word) for word in (content_of(asked) or asked)))


def content_of(some: Iterable[str]) -> list[str]:
    """The words that say what a text is about, and those that negate; all that ``words`` gave."""
    given = list(some)
    language = language_of(given)
    if language is None:
        return given
    stop = STOP_WORDS[language]
    return [word for word in given if word not in stop or word in NEGATIONS]


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts have the same words in the same order, but for stop words."""
    return content_of(words(one)) == content_of(words(other))


def _pieces(text: str, *, with_single: bool) -> list[str]:
    text = fold(text)
    found: list[str] = []
    if text.isascii():
        if _SPECIAL.search(text) is None:
            return _PLAIN.findall(text)
        for piece in _ASCII.findall(text):
            if "'" in piece:
                found += _parts(piece)
            else:
                found.append(piece.replace(",", ""))
        return found
    for match in _PIECE.finditer(text):
        piece = match[0]
        if match.lastgroup == "number":
            found.append(piece.replace(",", ""))
        elif match.lastgroup == "pairs":
            found += _pairs(piece, with_single=with_single)
        elif "'" in piece:
            found += _parts(piece)
        else:
            found.append(piece)
    return found


def _parts(piece: str) -> list[str]:
    """What is left of ``l'amour``, ``don't``, ``O'Brien`` and ``it's`` is its longer parts."""
    parts = piece.split("'")
    return [part for part in parts if len(part) > 1 and part not in _CONTRACTED] or parts[:1]


def _pairs(piece: str, *, with_single: bool) -> list[str]:
    units = _UNIT.findall(piece)
    if len(units) == 1:
        return units
    pairs = [first + second for first, second in pairwise(units)]
    return [*pairs, *(unit for unit in units if _WHOLE.match(unit))] if with_single else pairs
