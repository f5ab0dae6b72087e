"""The best of several rooms by one measure.

Each room ranks its own, by all that it knows of its kind: the lines around a line, who said it,
dates. That order stands. What one room's best is worth beside another's is told by a measure that
is the same for all: which part of the words that were asked for it has, each counting the more the
rarer it is in all rooms together, and how near its vector is. So a room whose best hardly answers
stands below one whose best does, however it is ranked at home.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.config import SearchConfig
from ...core.found import Found, FoundParts, NearlyFound, Room
from ...core.ref import Ref
from ..text import content_of, query_tokens, tokens, words
from .documents import Documents
from .question import Question

NEAR = 0.25
"""The cosine from which on a vector is near at all, as in the graph."""
SUPERSEDED = 0.5
"""What is left of the score of what something else took the place of."""
AS_GOOD = 0.8
"""The part of its score from which on something that a summary is made of answers as well."""
SHORTEST = 3
"""Words from which on two that say the same are one too many."""
LIMIT, DUPLICATE = "limit", "duplicate"
_NAME = 2
"""What a name counts among the words of a question, as within a room."""
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Answer:
    """Something that a room found.

    Attributes:
        ref: The record.
        score: As its room scores it; so are the next two.
        words: What its words have in that.
        meaning: What its vector has in that.
        cosine: How near that is; ``None`` where it has none, or no encoder was asked.
        reference: What names it.
        room: Of what kind it is.
        text: What it says.
        at: Since when, or when it was said; ``None`` if nobody knows.
        source: Where it comes from, in words.
        origins: The references of what it was learned from, or is made of.
        is_made: Whether it sums up what it is made of.
        is_superseded: Whether something else took its place.
    """

    ref: Ref[Any]
    score: float
    words: float
    meaning: float
    cosine: float | None
    reference: str
    room: Room
    text: str
    at: float | None = None
    source: str = ""
    origins: frozenset[str] = frozenset()
    is_made: bool = False
    is_superseded: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a room found, of which the best are here.

    Attributes:
        documents: All that it searches.
        answers: The best, in its own order.
    """

    documents: Documents
    answers: Sequence[Answer]


def across(
    rooms: Collection[Ranked], question: Question, config: SearchConfig
) -> tuple[Found, ...]:
    """All that was found, the best first; of equals the newer, then by reference.

    Args:
        rooms: What each room found.
        question: What was asked.
        config: The weights.
    """
    measure = _Measure([room.documents for room in rooms], question, config)
    found = [one for room in rooms for one in _measured(room, measure, config)]
    return tuple(sorted(found, key=_order))


def _order(one: Found) -> tuple[float, float, str]:
    return -one.score, 0.0 if one.at is None else -one.at, one.reference


def _measured(room: Ranked, measure: "_Measure", config: SearchConfig) -> Iterable[Found]:
    """The answers of a room, each with its part of what the room's best is worth."""
    # what is there no more was forgotten while other rooms were asked
    answers = [
        _without_what_is_far(one, room.documents)
        for one in room.answers
        if one.ref in room.documents.slots
    ]
    best = max((one.score for one in answers), default=0.0)
    if best <= 0:
        return
    level = max(_worth(room, one, measure, config) for one in answers)
    for one in answers:
        scale = level / best
        score = max(0.0, one.score * scale)
        if one.is_superseded:
            score *= SUPERSEDED
        if (score := round(score, _DIGITS)) <= 0:
            continue
        of_words = round(min(one.words * scale, score), _DIGITS)
        of_meaning = round(min(one.meaning * scale, score - of_words), _DIGITS)
        parts = FoundParts(of_words, of_meaning, round(score - of_words - of_meaning, _DIGITS))
        yield Found(
            one.reference,
            one.room,
            one.text,
            score,
            parts,
            one.at,
            one.source,
            one.is_superseded,
        )


def _without_what_is_far(one: Answer, documents: Documents) -> Answer:
    """Within a room the nearest vector counts, however far it is; beside other rooms it does not.

    A line of a conversation is near together with those around it.
    """
    is_line = int(documents.source[documents.slots[one.ref]]) in documents.conversations
    if is_line or one.cosine is None or one.cosine >= NEAR:
        return one
    return replace(one, score=one.score - one.meaning, meaning=0.0)


def _worth(room: Ranked, one: Answer, measure: "_Measure", config: SearchConfig) -> float:
    """How well something answers by itself, 0–1: by its words, and its vector where it has one."""
    covered = measure.covered(room.documents, room.documents.slots[one.ref])
    if one.cosine is None:
        return covered
    near = min(1.0, max(0.0, (one.cosine - NEAR) / (1.0 - NEAR)))
    return (covered + config.vector_weight * near) / (1.0 + config.vector_weight)


class _Measure:
    """Which part of a question the words of anything cover, whatever room it is of."""

    def __init__(
        self, rooms: Sequence[Documents], question: Question, config: SearchConfig
    ) -> None:
        count = sum(map(len, rooms))
        self._config = config
        self._rarity: dict[str, float] = {}
        for word in question.words:
            held = sum(room.postings.frequency(word) for room in rooms)
            rarity = log(1.0 + (count - held + 0.5) / (held + 0.5))
            self._rarity[word] = rarity * (_NAME if word in question.proper else 1)
        self._means = _mean_lengths(rooms)[:, np.newaxis]
        self._weights = np.array(
            [config.key_weight, config.theme_weight, config.value_weight], np.float64
        )[:, np.newaxis]

    def covered(self, documents: Documents, slot: int) -> float:
        """0–1: 1 has every word, where one expects it."""
        k, b = self._config.saturation, self._config.length_normalisation
        length = 1 - b + b * documents.lengths[:, [slot]] / self._means
        covered = 0.0
        for word, rarity in self._rarity.items():
            counts = documents.postings.counts_in(slot, word)
            if counts is None:
                continue
            column = np.array(counts, np.float64)[:, np.newaxis]
            weighed = float((self._weights * column / length).sum())
            covered += rarity * min(1.0, weighed * (k + 1) / (weighed + k))
        whole = sum(self._rarity.values())
        return covered / whole if whole else 0.0


def _mean_lengths(rooms: Sequence[Documents]) -> NDArray[np.float64]:
    """Words per field, on average over all that has any there; at least 1."""
    lengths = np.hstack([room.lengths[:, : room.end] for room in rooms]) if rooms else None
    if lengths is None or not lengths.size:
        return np.ones(3)
    filled = np.maximum(1, np.count_nonzero(lengths, axis=1))
    means: NDArray[np.float64] = np.maximum(1.0, lengths.sum(axis=1, dtype=np.float64) / filled)
    return means


# --- each only once


def once(
    found: Sequence[Found], answers: Mapping[str, Answer], limit: int
) -> tuple[tuple[Found, ...], tuple[NearlyFound, ...]]:
    """What is shown, and what is not because there is no room or something else says the same.

    The same is said by what has the same words in the same order but for stop words; by what was
    learned from something, or the other way round, and has no word more; and by what sums up
    something that answers as well. Of what was learned from something and says it in its words that
    is shown from which it was learned: whoever forgets what they see forgets both.

    Args:
        found: All of it, the best first.
        answers: The same by reference.
        limit: How many are shown at most.
    """
    found = _learned_behind(found, answers)
    scores = {one.reference: one.score for one in found}
    shown, missed = dict[str, Found](), list[NearlyFound]()
    said = dict[tuple[str, ...], str]()
    for one in found:
        answer = answers[one.reference]
        content = tuple(content_of(words(one.text)))
        twin = said.get(content) or _part_as_good(answer, scores) or _kin(answer, answers, shown)
        if twin is not None:
            missed.append(NearlyFound(one, DUPLICATE, twin))
        elif len(shown) < limit:
            shown[one.reference] = one
            if len(content) >= SHORTEST:
                said[content] = one.reference
        else:
            missed.append(NearlyFound(one, LIMIT))
    return tuple(shown.values()), tuple(missed)


def _learned_behind(found: Sequence[Found], answers: Mapping[str, Answer]) -> list[Found]:
    """The same, what was learned and what it was learned from in each other's place where need be.

    That is where they say the same, and what was learned stands before.
    """
    ordered = list(found)
    places = {one.reference: place for place, one in enumerate(ordered)}
    for place in range(len(ordered)):
        one = ordered[place]
        answer = answers[one.reference]
        content = content_of(words(one.text))
        for reference in sorted(answer.origins & places.keys()):
            source = ordered[places[reference]]
            if (
                places[reference] > place
                and not answer.is_made
                and not answers[reference].is_superseded
                and content_of(words(source.text)) == content
            ):
                ordered[place] = replace(source, score=one.score, parts=one.parts)
                ordered[places[reference]] = replace(one, score=source.score, parts=source.parts)
                places[one.reference], places[reference] = places[reference], place
                break
    return ordered


def _part_as_good(one: Answer, scores: Mapping[str, float]) -> str | None:
    """What something that sums up is made of, and answers as well."""
    if not one.is_made:
        return None
    least = AS_GOOD * scores[one.reference]
    parts = [part for part in one.origins if scores.get(part, 0.0) >= least]
    return min(parts, key=lambda part: (-scores[part], part), default=None)


def _kin(one: Answer, answers: Mapping[str, Answer], shown: Iterable[str]) -> str | None:
    """What is shown, was learned from this or this from it, and says all of it."""
    for reference in shown:
        other = answers[reference]
        if reference not in one.origins and one.reference not in other.origins:
            continue
        if one.is_made and not other.is_made:
            return reference
        if set(query_tokens(one.text)) <= set(tokens(other.text)):
            return reference
    return None
