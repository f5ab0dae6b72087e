"""All memories of a mind, as much as a map of them needs at any time."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from ...core.records.persona import (
    CONTRADICTION_FACTOR,
    LINK_BOOST,
    SUPERSEDED_EXPONENT,
    THRESHOLD_DISSOLVED,
    THRESHOLD_FADING,
    THRESHOLD_FORGOTTEN,
    PersonaMemory,
)

HIGHEST = 1e6
"""Relevance. Other clients may write any number, whose product with that of its links is none."""
FARTHEST = 8.64e12
"""Seconds from the epoch to the last day that a browser knows, either way."""
SHORTEST = 1e-4
"""Days of a half-life, nine seconds: what a browser divides by is not to be 0."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Below which relevance a memory is of which state."""

    fading: float = THRESHOLD_FADING
    forgotten: float = THRESHOLD_FORGOTTEN
    dissolved: float = THRESHOLD_DISSOLVED


@dataclass(frozen=True, slots=True)
class Columns:
    """Memories, each a place in all of these.

    The relevance at a time is ``peak · 0.5^(days / halflife)``, days counted from ``fades_from``
    and never negative; before ``created`` there is no memory.

    Attributes:
        name: ``domain/facet/key``.
        peak: Relevance when it was used last, with what links and contradictions do to it.
        fades_from: Seconds since the epoch; ``None`` if it does not fade.
        halflife: Days in which it halves; of one that is superseded a quarter of its own.
        created: Seconds since the epoch.
        used: When it was used last, seconds since the epoch.
        uses: How many times.
        due: The date before which it does not fade, seconds since the epoch.
        is_superseded: Whether another one replaced it, 0 or 1.
    """

    name: tuple[str, ...]
    peak: tuple[float, ...]
    fades_from: tuple[int | None, ...]
    halflife: tuple[float, ...]
    created: tuple[int, ...]
    used: tuple[int, ...]
    uses: tuple[int, ...]
    due: tuple[int | None, ...]
    is_superseded: tuple[int, ...]

    @classmethod
    def of(cls, memories: Iterable[PersonaMemory]) -> Self:
        """The columns of some memories."""
        there = tuple(memories)
        return cls(
            name=tuple(one.name for one in there),
            peak=tuple(round(peak_of(one), 4) for one in there),
            fades_from=tuple(_second(one.fades_from) for one in there),
            halflife=tuple(
                max(
                    SHORTEST,
                    round(one.halflife_days / (SUPERSEDED_EXPONENT if one.superseded_by else 1), 4),
                )
                for one in there
            ),
            created=tuple(_within(one.created_at) for one in there),
            used=tuple(_within(one.last_accessed) for one in there),
            uses=tuple(one.access_count for one in there),
            due=tuple(_second(one.due_at) for one in there),
            is_superseded=tuple(int(one.superseded_by is not None) for one in there),
        )


@dataclass(frozen=True, slots=True)
class MemoryMap:
    """A mind as the map shows it.

    Attributes:
        now: Seconds since the epoch.
        may_write: Whether the page may change anything.
        scope: The one that is looked into; ``""`` is the root.
        thresholds: Of the states.
        memories: All of them.
    """

    now: float
    may_write: bool
    scope: str
    thresholds: Thresholds
    memories: Columns


def peak_of(memory: PersonaMemory) -> float:
    """Its relevance on the day of its last use; above 1 if it is linked."""
    boost = 1.0 + LINK_BOOST * len(memory.connections)
    penalty = math.pow(CONTRADICTION_FACTOR, len(memory.contradicts))
    return max(0.0, min(HIGHEST, memory.relevance * boost * penalty))


def _second(at: float | None) -> int | None:
    return None if at is None else _within(at)


def _within(at: float) -> int:
    return int(max(-FARTHEST, min(FARTHEST, at)))
