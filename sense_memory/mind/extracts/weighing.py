"""What the words of a sentence are worth keeping.

Nothing is counted but the sentence itself, so that it weighs the same on every device and in every
company: names, numbers and dates most, then rare words, which are long ones that are in no list of
those that everybody uses.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from ..stemming import stem
from ..text import fold, tokens
from .vocabulary import CALENDAR, COMMON_STEMS, FILLERS, STOP

_UNSPACED = (
    r"\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\uac00-\ud7a3\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ede\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3"
)
_WORD = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    r"|\d+(?:[.,:/-]\d+)*[^\W\d_]*"
    rf"|(?:[^\W_{_UNSPACED}]|[\u0300-\u036f\u0900-\u0963\u0966-\u0dff])+(?:['’-][^\W_{_UNSPACED}]+)*"
)
_BEGINS = re.compile(r"(?:^|[.!?…:。！？]|[\"“„«(\[])\W*$")

NAME = 3.0
NUMBER = 2.0
CALENDAR_WORD = 1.5
PLAIN = 1.0
LITTLE = 0.25
PAIR = 0.5
"""What a pair of characters of a script without spaces is worth."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word as it counts.

    Attributes:
        key: What it is compared by.
        weight: What it is worth, above 0.
        is_name: It is written as names are.
    """

    key: str
    weight: float
    is_name: bool = False


@lru_cache(maxsize=65_536)
def _word(raw: str) -> tuple[str, float, str]:
    """A word's stem, its weight where it is no name, and itself folded."""
    folded = fold(raw).replace("'s", "")
    short = folded.split("'")[0]
    if raw[0].isdigit():
        return folded, NUMBER, folded
    key = stem(short)
    if not short or short in STOP or (len(short) == 1 and short.isascii()):
        return key, 0.0, short
    if short in CALENDAR:
        return key, CALENDAR_WORD, short
    if key in COMMON_STEMS or short in FILLERS:
        return key, LITTLE, short
    return key, PLAIN + 0.06 * min(len(short), 12), short


def terms(text: str) -> list[Term]:
    """The words of a text that are worth anything, in order."""
    found = []
    for match in _WORD.finditer(text):
        raw = match[0]
        if match["unspaced"]:
            found += [Term(pair, PAIR) for pair in tokens(raw) if len(pair) > 1]
            continue
        key, weight, folded = _word(raw)
        if raw[0].isupper() and raw != "I" and folded not in CALENDAR:
            is_inside = _BEGINS.search(text, max(0, match.start() - 4), match.start()) is None
            if is_inside and (weight or len(raw) > 2) and folded not in STOP:
                found.append(Term(key, NAME, is_name=True))
                continue
            if weight > LITTLE and not is_inside:
                weight += 0.3  # it may be a name
        if weight:
            found.append(Term(key, weight))
    return found
