"""The order in which memories answer a question: words, context, dates, vectors and relevance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.config import SearchConfig
from ...core.ref import Ref
from ...core.search_result import Filters
from ..views.vectors import Cosines
from .bm25 import Matches
from .context import Floats, Mask, beside, context_of, lines_in, of_greatest, scale_of
from .documents import Documents
from .filters import lives, places
from .question import Question
from .rows import rows_of

_STEP = 1e-5
"""By how much a memory stands below what superseded it, at least."""
_CHAIN = 16
"""How often one memory may have superseded another in turn for all of them to be in order."""
_LOOKED_UP = 2_000
"""Vectors of which it is looked up which memory each is of, and memories whose vector is."""
_SHARPNESS = 4
"""The power to which the nearness of a line is raised. This and the next one, and the weight, were
chosen with all-MiniLM-L6-v2 on four conversations of LoCoMo at a time, and tried on the fifth."""
_AROUND = np.float32(0.5)
"""What the lines around a line count in its nearness, against its own."""
_AT_FIRST = 64
"""Candidates that are put in order at first, then twice as many, and so on: the others are often
many thousands."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that may be shown.

    Attributes:
        ref: Which.
        slot: Where it is in the index.
        score: How well it answers; only the order within one search means something.
        is_direct: Whether its key or a theme holds a word of the question, or its vector is near.
    """

    ref: Ref[Any]
    slot: int
    score: float
    is_direct: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """All memories that answer a question somehow.

    Attributes:
        matches: What the words found.
        parts: What each part of the score gives each slot.
        factor: What relevance makes of their sum, by slot.
        scores: The outcome, by slot; what superseded a memory is put above it.
        is_found: Which slots answer at all.
        is_allowed: Which of them the filters let through.
        is_direct: Which hold a word in their key or themes, or have a near vector.
    """

    documents: Documents
    matches: Matches
    parts: Mapping[str, Floats]
    factor: NDArray[np.float64]
    scores: NDArray[np.float64]
    is_found: Mask
    is_allowed: Mask
    is_direct: Mask

    def best(self) -> Iterator[Candidate]:
        """What the filters let through, best first."""
        return self._ordered(self.is_found & self.is_allowed)

    def filtered(self) -> Iterator[Candidate]:
        """What answers but is not let through, best first."""
        return self._ordered(self.is_found & ~self.is_allowed)

    def _ordered(self, wanted: Mask) -> Iterator[Candidate]:
        slots = np.flatnonzero(wanted)
        # sums are rounded, so that devices which added them up in another order agree
        scores = np.round(self.scores[slots], 6)
        count = _AT_FIRST
        while len(slots) > count:
            least = -np.partition(-scores, count - 1)[count - 1]
            is_first = scores >= least
            yield from self._sorted(slots[is_first], scores[is_first])
            slots, scores = slots[~is_first], scores[~is_first]
            count *= 2
        yield from self._sorted(slots, scores)

    def _sorted(self, slots: NDArray[np.int64], scores: NDArray[np.float64]) -> Iterator[Candidate]:
        # of equals the newer one comes first, then the name decides: slots differ by device
        created_at = self.documents.created_at
        rows = sorted(
            zip(slots.tolist(), scores.tolist(), strict=True),
            key=lambda row: (-row[1], -created_at[row[0]], self.documents.ref_at(row[0]).name),
        )
        for slot, score in rows:
            ref = self.documents.ref_at(slot)
            yield Candidate(ref, slot, score, bool(self.is_direct[slot]))


def rank(
    documents: Documents,
    question: Question,
    filters: Filters,
    config: SearchConfig,
    now: float,
    cosines: Mapping[Ref[Any], float] | None = None,
) -> Ranking:
    """Rank the memories of a scope.

    Args:
        documents: The memories.
        question: What is asked for.
        filters: What may be found.
        config: The weights.
        now: Seconds since the epoch.
        cosines: How near each memory's vector is to the question's, −1 to 1; one that has none
            counts as the farthest. ``None`` searches by words alone.
    """
    lines = lines_in(documents)
    matches = Matches(documents, question, lines, config)
    is_found = matches.scores > 0
    is_direct = matches.is_direct
    parts = {"words": of_greatest(matches.scores)}
    parts |= context_of(documents, question, matches, lines, config)
    if lines is not None:
        is_found |= lines & (parts["neighbours"] > 0)
    if question.dates:
        dates, fits = _dates(documents, question, lines, config)
        parts["date"] = dates * scale_of(lines, config)
        is_found |= fits
    if cosines:
        cosine = _by_slot(cosines, documents, scores=matches.scores)
        parts["vector"] = _nearness(cosine, _farthest(cosines), documents, lines, config)
        is_found |= np.isfinite(cosine)
        is_direct = is_direct | (cosine >= config.direct_cosine)
    relevance = documents.relevance(now)
    factor = 1.0 - config.relevance_weight + config.relevance_weight * relevance
    scores = np.sum(list(parts.values()), axis=0, dtype=np.float64) * factor
    allowed = places(filters, documents) & lives(filters, documents, relevance, is_direct)
    _put_newer_above(documents, scores, is_found)
    return Ranking(documents, matches, parts, factor, scores, is_found, allowed, is_direct)


def _dates(
    documents: Documents, question: Question, lines: Mask | None, config: SearchConfig
) -> tuple[Floats, Mask]:
    """What a date gives each slot, and which slots answer by their date alone.

    A line is said at its date, and a memory is due at its own. When a fact was stored says much
    less of when it was true.
    """
    end = documents.end
    created = np.zeros(end, np.float32)
    due = np.zeros(end, np.float32)
    for date in question.dates:
        np.maximum(created, date.matches(documents.created_at[:end]), out=created)
        np.maximum(due, date.matches(documents.due_at[:end]), out=due)
    is_line = np.zeros(end, bool) if lines is None else lines
    of_created = np.where(is_line, config.date_weight, config.stored_date_weight) * created
    part = np.maximum(of_created, config.date_weight * due).astype(np.float32)
    fits = (part > 0) if question.is_only_dates else (is_line & (created > 0)) | (due > 0)
    return part, fits


def _by_slot(cosines: Mapping[Ref[Any], float], documents: Documents, scores: Floats) -> Floats:
    """Cosines in the order of the slots, not-a-number where there is none.

    Of very many only those that can come first are looked up: the nearest, and those of the
    memories whose words answer best.
    """
    cosine = np.full(documents.end, np.nan, np.float32)
    if not isinstance(cosines, Cosines):
        for ref, value in cosines.items():
            if (slot := documents.slots.get(ref)) is not None:
                cosine[slot] = value
        return cosine
    numbers, found = cosines.numbers, rows_of(documents, cosines)
    near = np.flatnonzero(np.isfinite(numbers))
    if len(near) > 2 * _LOOKED_UP:
        # all that are as near as the last of them, so that devices agree
        least = -np.partition(-numbers[near], _LOOKED_UP - 1)[_LOOKED_UP - 1]
        near = near[numbers[near] >= least]
        count = min(_LOOKED_UP, len(scores))
        best = np.argpartition(-scores, count - 1)[:count]
        best = best[documents.is_here[best]]
        cosine[best] = np.append(numbers, np.float32(np.nan))[found.rows[best]]
    slots = found.slots[near]
    cosine[slots[slots >= 0]] = numbers[near[slots >= 0]]
    return cosine


def _farthest(cosines: Mapping[Ref[Any], float]) -> float:
    """The least of all cosines, also of those that are not looked up."""
    if isinstance(cosines, Cosines):
        return float(np.nanmin(cosines.numbers))
    return min(cosines.values())


def _nearness(
    cosine: Floats, farthest: float, documents: Documents, lines: Mask | None, config: SearchConfig
) -> Floats:
    """What its vector gives each slot: its part of the span between the farthest and the nearest.

    A line is read together with those around it, as its words are. Most lines are about something
    else, and their cosines tell little from each other: the power leaves the word to the nearest.
    """
    known = np.isfinite(cosine)
    nearest = cosine[known].max(initial=-1.0)
    near = known.astype(np.float32)
    if farthest < nearest:
        near[known] = (cosine[known] - farthest) / (nearest - farthest)
    part = near * scale_of(lines, config) * np.float32(config.vector_weight)
    if lines is not None:
        sharp: Floats = (near * lines) ** _SHARPNESS
        together = (sharp + _AROUND * beside(sharp, documents)) * lines
        of_lines = of_greatest(together) * sharp.max(initial=0.0)
        part = np.where(lines, of_lines * np.float32(config.line_vector_weight), part)
    return part.astype(np.float32)


def _put_newer_above(documents: Documents, scores: NDArray[np.float64], is_found: Mask) -> None:
    """Let what superseded a memory that answers answer too, and stand above it."""
    old, new = documents.as_it_is("superseded", _superseded)
    for _ in range(_CHAIN):
        lower = is_found[old] & (~is_found[new] | (scores[new] < scores[old] + _STEP))
        if not lower.any():
            return
        at_least = scores[old[lower]] + _STEP
        scores[new[lower & ~is_found[new]]] = -np.inf
        is_found[new[lower]] = True
        np.maximum.at(scores, new[lower], at_least)


def _superseded(documents: Documents) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The slots of what was superseded, and of what did it, where that is still there."""
    pairs = [
        (old, documents.slots[ref])
        for old, ref in documents.superseded.items()
        if ref in documents.slots
    ]
    old, new = np.array(pairs, np.int64).reshape(-1, 2).T
    return old, new
