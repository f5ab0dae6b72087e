"""The clauses of a sentence, without the words with which somebody begins to speak.

A clause is cut off where the sentence says that another one begins, and only where neither needs
the other to be true: what ``but`` takes back stays with what it takes back.
"""

import re
from collections.abc import Collection

from ..stop_words import NEGATIONS
from ..text import fold
from .names import is_called
from .vocabulary import FILLERS

_JOINS = re.compile(
    r"\s+[-–—]\s+|\s*—\s*|[;；]\s*|,\s+(?=(?:and|but|so|because|which|while|und|aber|denn|weil|et|mais|"
    r"car|y|pero|porque|e|ma|perché|mas|en|maar|и|но|потому)\s)|，(?=但|所以|因为|而且|不过)"
)
_LEAD = re.compile(r"[^,.!?:;，。！？]{1,40}[,!，！]+\s+")
_WORD = re.compile(r"[^\W_]+")
_AND = re.compile(r"(?:and|und|et|y|e|en|и)\s")
_LEAST = 20
"""Characters of a clause that is cut off."""
_TAKES_BACK = re.compile(r"(?:but|aber|mais|pero|ma|mas|maar|но|但|不过)\b")
_NEGATED = re.compile(r"n['’]t\b|不|没")


def clauses(sentence: str, names: Collection[str]) -> list[tuple[str, str]]:
    """The clauses of a sentence, in order, each as it stands there, and what joins it to the next.

    Args:
        sentence: One.
        names: Folded names by which those who speak call each other.
    """
    rest = _without_lead(sentence, names)
    found: list[tuple[str, str]] = []
    begin = 0
    for join in _JOINS.finditer(rest):
        before, after = rest[begin : join.start()], rest[join.end() :]
        if len(before) < _LEAST or len(after) < _LEAST or _belongs(after):
            continue
        if "," in before and _AND.match(after):
            continue  # of a list the last one is no clause
        found.append((before.strip(), join[0]))
        begin = join.end()
    found.append((rest[begin:].strip(), ""))
    return found


def _without_lead(sentence: str, names: Collection[str]) -> str:
    """The sentence without "Wow, Anna, " at its beginning; whole if nothing else is left.

    It begins with a capital then, if a word of small letters comes first.
    """
    rest = sentence
    while lead := _LEAD.match(rest):
        words = [fold(word) for word in _WORD.findall(lead[0])]
        if len(words) > 3 or not all(w in FILLERS or is_called(w, names) for w in words):
            break
        if any(word in NEGATIONS for word in words):
            break
        rest = rest[lead.end() :]
    if rest == sentence or not any(char.isalnum() for char in rest):
        return sentence
    begins = _WORD.match(rest)
    return rest[0].upper() + rest[1:] if begins and begins[0].islower() else rest


def _belongs(after: str) -> bool:
    """Whether what follows takes back what was said before."""
    if not _TAKES_BACK.match(after):
        return False
    words = [fold(word) for word in _WORD.findall(after)]
    return bool(_NEGATED.search(after)) or any(word in NEGATIONS for word in words)
