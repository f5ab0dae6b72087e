"""When memories fade, are forgotten, dissolve and go: all in closed form, nothing stored.

The score of a memory is ``product · 0.5^(days/halflife)`` with ``product = relevance · (1 +
0.1·links) · 0.5^contradictions``, the decay to the fourth power if it is superseded. So it falls
below a threshold after ``halflife / k · log2(product / threshold)`` days, ``k`` = 4 if it is
superseded and 1 if not, and every device that holds the same record says the same dates, whenever
it is asked.
"""

import math
from dataclasses import dataclass

from ..core.records.persona import (
    CONTRADICTION_FACTOR,
    LINK_BOOST,
    SECONDS_PER_DAY,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
    SUPERSEDED_EXPONENT,
    THRESHOLD_DISSOLVED,
    THRESHOLD_FADING,
    THRESHOLD_FORGOTTEN,
    PersonaMemory,
)

GRACE = 30 * SECONDS_PER_DAY
"""Seconds for which a memory stays dissolved before it may be deleted. All devices must agree."""

DISSOLUTION_FIELDS = frozenset(
    (
        "value",
        "relevance",
        "halflife_days",
        "connections",
        "contradicts",
        "superseded_by",
        "pinned",
        "due_at",
    )
)
"""Who writes one of these has had to do with the memory: the thirty days begin anew. Otherwise a
contradiction that is added to an old memory would make it one that dissolved long ago."""

DELETED = "deleted"
"""What follows the four states."""

_THRESHOLDS = (
    (STATE_FADING, THRESHOLD_FADING),
    (STATE_FORGOTTEN, THRESHOLD_FORGOTTEN),
    (STATE_DISSOLVED, THRESHOLD_DISSOLVED),
)


@dataclass(frozen=True, slots=True)
class StateChange:
    """What will become of a memory that nobody uses, links or writes any more.

    Attributes:
        state: ``fading``, ``forgotten``, ``dissolved``, or ``deleted``.
        at: Seconds since the epoch from which on.
    """

    state: str
    at: float


def score_reaches(memory: PersonaMemory, threshold: float) -> float | None:
    """When the score of a memory has come down to a threshold, and falls below it.

    Args:
        memory: As it is now.
        threshold: Above 0.

    Returns:
        Seconds since the epoch, never before it began to fade; ``None`` if it never does: it is
        pinned, or it would take longer than a number can say.

    Source: the v2 design's formula, solved for time.
    """
    since = memory.fades_from
    if since is None:
        return None
    product = (
        memory.relevance
        * (1.0 + LINK_BOOST * len(memory.connections))
        * math.pow(CONTRADICTION_FACTOR, len(memory.contradicts))
    )
    if product <= threshold:
        return since
    speed = SUPERSEDED_EXPONENT if memory.superseded_by else 1
    days = memory.halflife_days / speed * math.log2(product / threshold)
    at = since + days * SECONDS_PER_DAY
    return at if math.isfinite(at) else None


def dissolved_since(memory: PersonaMemory, written_at: float | None) -> float | None:
    """From when on a memory counts as dissolved, or will; ``None`` if it never does.

    Args:
        memory: As it is now.
        written_at: The newest write in any of ``DISSOLUTION_FIELDS``, seconds since the epoch;
            ``None`` where that is not known.

    Returns:
        The later of that write and of the time when the score falls below 0.01.
    """
    crossing = score_reaches(memory, THRESHOLD_DISSOLVED)
    if crossing is None or written_at is None:
        return crossing
    return max(crossing, written_at)


def dissolves_at(memory: PersonaMemory, written_at: float | None) -> float | None:
    """When a memory may be deleted, if nobody touches it until then: after thirty days dissolved.

    Arguments and ``None`` as for ``dissolved_since``; without ``written_at`` it is the earliest
    that it can be.
    """
    since = dissolved_since(memory, written_at)
    return None if since is None else since + GRACE


def state_changes(
    memory: PersonaMemory, now: float, written_at: float | None = None
) -> tuple[StateChange, ...]:
    """What is still to come for a memory that nobody touches any more, the next first.

    A deletion may be overdue: it waits for what stands in its way.

    Args:
        memory: As it is now.
        now: Seconds since the epoch.
        written_at: As for ``dissolved_since``.
    """
    changes: list[StateChange] = []
    for state, threshold in _THRESHOLDS:
        at = score_reaches(memory, threshold)
        if at is not None and memory.current_relevance(now) >= threshold:
            changes.append(StateChange(state, max(at, now)))
    gone = dissolves_at(memory, written_at)
    if gone is not None:
        changes.append(StateChange(DELETED, gone))
    return tuple(changes)


__all__ = [
    "DELETED",
    "DISSOLUTION_FIELDS",
    "GRACE",
    "StateChange",
    "dissolved_since",
    "dissolves_at",
    "score_reaches",
    "state_changes",
]
