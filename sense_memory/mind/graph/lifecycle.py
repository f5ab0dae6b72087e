"""What a node or an edge is worth by now, and which state it is in: in closed form, nothing stored.

Between uses salience falls by ``e^(-rate · days)``, counted from the last use or, before the first,
from the creation. What a record says is its salience at that use, so every device that holds the
same record says the same, however often anybody asks and whenever anything runs.

Source of all numbers: seed 004, with its formulas where its own figures differ from them.
"""

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...core.errors import InputError
from ...core.records.graph import Edge, GraphState, Life, Node, NodeType, TTLPolicy
from ...core.records.persona import SECONDS_PER_DAY

BOOST = 0.075
"""What a use adds to salience."""
BASE_RATE = 0.02
"""A day, before the first use: a half-life of 34.66 days."""
CERTAIN = 0.8
"""From this confidence on what nobody used yet does not fade."""
CORE_FROM = 10
"""Uses."""
ARCHIVED_BELOW = 0.01
EPISODIC_DAYS, SEMANTIC_DAYS = 30.0, 90.0
"""Without use, after which what is ephemeral is archived."""

LONGER, SHORTER = 0.1, 0.05
"""What an interval changes the gradient by, at most, if it is longer or shorter than the last."""
LEAST_GRADIENT = 0.5
SPACING_DAYS, FULL_SPACING_DAYS = 20.0, 90.0
LEAST_SPACING = 0.05

_EPISODIC = frozenset((NodeType.SOURCE, NodeType.ARTIFACT))
_MOST_POWERS = 700.0
"""Of e, so that no number overflows."""

Living: TypeAlias = Node | Edge
"""What has a life."""


@dataclass(frozen=True, slots=True)
class Decay:
    """How salience falls: ``salience · e^(-rate · days)``.

    Attributes:
        salience: 0–1, at ``since``.
        rate: A day, 0 or more.
        since: Seconds since the epoch.
    """

    salience: float
    rate: float
    since: float

    def at(self, now: float) -> float:
        """Salience at a time, seconds since the epoch, 0–1; before ``since`` it does not rise."""
        days = max(0.0, (now - self.since) / SECONDS_PER_DAY)
        return self.salience * math.exp(-self.rate * days)

    def reaches(self, threshold: float) -> float | None:
        """When salience has come down to a threshold; ``None`` if it never does."""
        if self.salience < threshold:
            return self.since
        if self.rate == 0:
            return None
        days = math.log(self.salience / threshold) / self.rate
        at = self.since + days * SECONDS_PER_DAY
        return at if math.isfinite(at) else None


def decay(one: Living) -> Decay:
    """How the salience of a node or an edge falls while nobody uses it."""
    since = _since(one)
    if one.ttl_policy is TTLPolicy.KEEP_FOREVER:
        return Decay(1.0, 0.0, since)
    return Decay(one.life.salience, _rate(one.life, one.confidence), since)


def _rate(life: Life, confidence: float) -> float:
    """``0.02 / (1 + uses^gradient)`` a day; before the first use it depends on confidence."""
    if not life.access_count:
        return 0.0 if confidence >= CERTAIN else BASE_RATE * (1.0 + (1.0 - confidence) * 2.0)
    # once used, the gradient does nothing yet: one to any power is one
    powers = min(life.decay_gradient * math.log(life.access_count), _MOST_POWERS)
    return BASE_RATE / (1.0 + math.exp(powers))


def _since(one: Living) -> float:
    last = one.life.last_accessed_at
    return one.created_at if last is None else last


def salience(one: Living, now: float) -> float:
    """What it is worth, 0–1.

    Args:
        one: As it is.
        now: Seconds since the epoch.
    """
    return decay(one).at(now)


def archived_from(one: Living) -> float | None:
    """From when on it is archived if nobody uses it, seconds since the epoch; ``None``: never."""
    if one.ttl_policy is TTLPolicy.KEEP_FOREVER:
        return None
    faded = decay(one).reaches(ARCHIVED_BELOW)
    if one.ttl_policy is not TTLPolicy.EPHEMERAL:
        return faded
    is_episodic = isinstance(one, Node) and one.type in _EPISODIC
    days = EPISODIC_DAYS if is_episodic else SEMANTIC_DAYS
    expired = _since(one) + days * SECONDS_PER_DAY
    return expired if faded is None else min(faded, expired)


def state(one: Living, now: float) -> GraphState:
    """Candidate until it is used; core from ten uses on; archived once it has faded.

    What comes back from the archive is active, however often it was used, and core with the next
    use. A macro is core from the beginning.
    """
    since = archived_from(one)
    if since is not None and now >= since:
        return GraphState.ARCHIVED
    if isinstance(one, Node) and one.type is NodeType.MACRO:
        return GraphState.CORE
    if not one.life.access_count:
        return GraphState.CANDIDATE
    if one.life.access_count >= CORE_FROM and not one.life.is_revived:
        return GraphState.CORE
    return GraphState.ACTIVE


def as_state(given: GraphState | str) -> GraphState:
    """The state of a name.

    Raises:
        InputError: There is none; the message says which there are.
    """
    try:
        return GraphState(given)
    except ValueError:
        raise InputError(f"a state is one of {', '.join(GraphState)}; not {given!r}") from None


def accessed(one: Living, at: float, count: int = 1) -> Life:
    """What becomes of a life by so many more uses.

    Uses of which only the last one's time is known count as if they had been spread evenly. One
    that is older than the last counts, and changes nothing else.

    Args:
        one: As it was.
        at: When the last of them was, seconds since the epoch.
        count: How many; 0 changes nothing.
    """
    life = one.life
    last = life.last_accessed_at
    if not count:
        return life
    if last is not None and at < last:
        return replace(life, access_count=life.access_count + count)
    interval, gradient = life.last_recall_interval, life.decay_gradient
    if last is not None:
        interval = int((at - last) / count / SECONDS_PER_DAY)
        gradient = spaced(gradient, interval, life.last_recall_interval)
    return Life(
        salience=min(1.0, salience(one, at) + BOOST * count),
        access_count=life.access_count + count,
        last_accessed_at=at,
        last_recall_interval=interval,
        decay_gradient=gradient,
        is_revived=count == 1 and state(one, at) is GraphState.ARCHIVED,
    )


def spaced(gradient: float, interval: int, last: int) -> float:
    """The gradient after a recall: what is recalled at growing intervals fades more slowly.

    Args:
        gradient: As it was.
        interval: Whole days since the recall before.
        last: Whole days between that one and the one before it.
    """
    if interval > last:
        return gradient + LONGER * spacing(interval)
    if interval < last:
        return max(LEAST_GRADIENT, gradient - SHORTER * (1.0 - spacing(interval)))
    return gradient


def spacing(days: float) -> float:
    """How far an interval counts as spaced: 0.05 at once, 1 from ninety days on."""
    full = 1.0 - math.exp(-FULL_SPACING_DAYS / SPACING_DAYS)
    part = (1.0 - math.exp(-days / SPACING_DAYS)) / full
    return LEAST_SPACING + (1.0 - LEAST_SPACING) * min(1.0, part)
