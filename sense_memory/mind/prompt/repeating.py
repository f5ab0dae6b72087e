"""What says the same as something else: so much of it is not told twice."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ...core.prompt import Section
from ..stemming import stem
from ..stop_words import NEGATIONS
from ..text import content_of, words
from .candidate import Candidate
from .trust import ORDER

ALIKE = 0.75
"""Two texts say about the same if one has all content words of the other, and these are at least
this part of its own."""
LEAST_WORDS = 3
"""A text of fewer content words says the same only as one of exactly those."""
LONGEST = 20_000
"""Characters of a text of which the words are looked at."""
BEFORE = 3
"""So many words before a statement may deny it: it is not true that …"""

_SENTENCE_END = re.compile(r"(?<=[.!?\u2026\u061f\u3002\uff01\uff1f\n])")
_ASKING = ("?", "\u061f", "\uff1f")
_NEGATIONS = frozenset(map(stem, NEGATIONS))

Rank: TypeAlias = tuple[bool, int, int, int]
"""Whether it is quoted, how little it is to be believed, how little it says, where it comes."""


def said_by(text: str) -> tuple[str, ...]:
    """What a text says: the stems of its content words, in order.

    What it asks stands behind that, marked: who asks whether she lives in Rome does not say so.
    """
    start = text[:LONGEST]
    if not any(mark in start for mark in _ASKING):
        return _stems(start)
    sentences = [one for one in _SENTENCE_END.split(start) if one]
    asked = "".join(one for one in sentences if one[-1] in _ASKING)
    stated = "".join(one for one in sentences if one[-1] not in _ASKING)
    return (*_stems(stated), *(f"?{one}" for one in _stems(asked)))


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in content_of(words(text)))


class Shown:
    """Texts that the model is shown anyway."""

    def __init__(self, texts: Iterable[str]) -> None:
        # the words of one text cannot go on in the next
        self._said = [_run(said) for text in texts if (said := said_by(text))]

    def says(self, said: Sequence[str]) -> bool:
        """Whether one of them holds these words, one after the other, or is just these."""
        if not said:
            return False
        run = _run(said)
        if len(said) < LEAST_WORDS:
            return run in self._said
        return any(_holds(one, run) for one in self._said)


def repeated(candidates: Sequence[Candidate], said: Sequence[tuple[str, ...]]) -> dict[int, int]:
    """Which candidates say nothing that a better one does not say.

    The better one is the one that is to be believed more, of those the one that says more, then the
    one that comes first. The last messages, which stand in a prompt as they were said, are better
    than anything, and never repeat each other.

    Args:
        candidates: Of all sections, each section the best first.
        said: What each of them says (``said_by``).

    Returns:
        By the number of each such candidate, that of a better one, which is none of them itself.
    """
    given = zip(candidates, said, strict=True)
    ranks = [rank_of(one, some, at) for at, (one, some) in enumerate(given)]
    told, worse = Told(), dict[int, int]()
    for number in sorted(range(len(candidates)), key=ranks.__getitem__):
        is_recent = candidates[number].section is Section.RECENT
        twin = None if is_recent else told.saying(said[number])
        if twin is None:
            told.tell(number, said[number], ranks[number])
        else:
            worse[number] = twin
    return worse


def rank_of(candidate: Candidate, said: Sequence[str], at: int) -> Rank:
    """What is less is better: of two that say the same it is told.

    Args:
        candidate: Which.
        said: What of it is told.
        at: Where it comes among the others.
    """
    is_quoted = candidate.section is not Section.RECENT
    return is_quoted, ORDER.index(candidate.trust), -len(said), at


class Told:
    """What is told, found by its words."""

    def __init__(self) -> None:
        self._ranks: dict[int, Rank] = {}
        self._exactly: dict[tuple[str, ...], int] = {}
        self._sets: dict[int, frozenset[str]] = {}
        self._runs: dict[int, str] = {}
        self._having: defaultdict[str, list[int]] = defaultdict(list)

    def __contains__(self, number: object) -> bool:
        return number in self._ranks

    def tell(self, number: int, said: tuple[str, ...], rank: Rank) -> None:
        """Something is told."""
        self._ranks[number] = rank
        other = self._exactly.setdefault(said, number)
        if rank < self._ranks[other]:
            self._exactly[said] = number
        self._sets[number] = frozenset(said)
        self._runs[number] = _run(said)
        for word in self._sets[number]:
            self._having[word].append(number)

    def saying(self, said: tuple[str, ...]) -> int | None:
        """The best of what is told that says this; ``None`` if nothing does."""
        if not said:
            return None
        if said in self._exactly:
            return self._exactly[said]
        if len(said) < LEAST_WORDS:
            return None
        own, run = frozenset(said), _run(said)
        found = [one for one in self._sharing(own) if self._says(one, own, run)]
        return min(found, key=self._ranks.__getitem__, default=None)

    def _sharing(self, own: frozenset[str]) -> set[int]:
        """What may have as many of some words as it must: it has one of the rarest of them."""
        least = math.ceil(ALIKE * len(own))
        having = sorted((self._having.get(word, ()) for word in own), key=len)
        return set[int]().union(*having[: len(own) - least + 1])

    def _says(self, number: int, own: frozenset[str], run: str) -> bool:
        told = self._sets[number]
        shared = len(own & told)
        if shared == len(own) and _holds(self._runs[number], run):
            return True
        if (own ^ told) & _NEGATIONS:
            return False
        return shared == min(len(own), len(told)) and shared >= ALIKE * max(len(own), len(told))


def _run(said: Sequence[str]) -> str:
    """Words of which one can look for some that follow each other; none holds a space."""
    return f" {' '.join(said)} "


def _holds(said: str, run: str) -> bool:
    """Whether some words stand in others one after the other, and nothing before denies them."""
    before, found, _ = said.partition(run)
    return bool(found) and _NEGATIONS.isdisjoint(before.split()[-BEFORE:])
