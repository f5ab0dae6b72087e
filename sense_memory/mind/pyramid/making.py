"""What is to be summarised next, and what comes of it.

A pyramid is made from the bottom up: ``due`` names what is to be made of what stands there already,
all of it at once and in any order; when it stands, ask again, until nothing is due. Only full
groups of ten are summarised, so the newest observations are read as they are.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from ...core.records.pyramid import STEP, Summary, summary_id
from .seal import Piece, in_order, seal_of, span
from .tiers import Pyramid, needs_making


@dataclass(frozen=True, slots=True)
class Task:
    """A summary that is to be written.

    Attributes:
        id: What it will be called.
        topic: Its topic.
        tier: Its tier.
        inputs: What it is made of, as inputs are called; some may not have arrived yet.
        parts: The same, as far as it is known here, oldest first: what is to be summarised.
        is_new: Nothing that counts stands there. Else it is made anew, which says nothing new about
            the record itself: it is to be amended, so that whoever deleted it meanwhile has.
    """

    id: str
    topic: str
    tier: int
    inputs: frozenset[str]
    parts: tuple[Piece, ...]
    is_new: bool

    def done(self, text: str, writer: str) -> Summary:
        """The summary, once somebody has written it."""
        start, end = span(self.parts)
        made = Summary(self.id, self.topic, self.tier, self.inputs, text, start, end, "", writer)
        return replace(made, seal=seal_of(made, self.parts))


def due(
    pyramid: Pyramid,
    *,
    max_tier: int | None = None,
    max_observations: int | None = None,
    step: int = STEP,
    skip: Container[str] = frozenset(),
) -> tuple[Task, ...]:
    """What can be made now: all of the lowest tier that has anything to be made.

    Args:
        pyramid: What stands.
        max_tier: No higher one is made; ``None``: as high as it goes.
        max_observations: No more than so many that are in no summary yet are summarised by what is
            named, the oldest; whoever asks again says how many are left.
        step: How many pieces a full group has, on all devices.
        skip: Ids of summaries that are not to be made, as if they were not due.
    """
    highest = len(pyramid.levels) - 1
    for tier in range((highest if max_tier is None else min(highest, max_tier)) + 1):
        found = [*_anew(pyramid, tier), *_new(pyramid, tier, max_observations, step)]
        if tasks := tuple(task for task in found if task.id not in skip):
            return tasks
    return ()


def estimate(pyramid: Pyramid) -> tuple[int, ...]:
    """How many summaries are to be written of each tier, from 0, at most, until nothing is due.

    Fewer are where one that is made anew says what it said before.
    """
    anew = [sum(one.input in pyramid.outdated for one in tier) for tier in pyramid.tiers]
    counts = list[int]()
    made = 0
    tier = 0
    while tier < len(pyramid.levels) or made >= STEP:
        standing = len(pyramid.levels[tier]) if tier < len(pyramid.levels) else 0
        made = (standing + made) // STEP
        counts.append(made + (anew[tier] if tier < len(anew) else 0))
        tier += 1
    while counts and not counts[-1]:
        counts.pop()
    return tuple(counts)


def _anew(pyramid: Pyramid, tier: int) -> Iterator[Task]:
    """The summaries of a tier that are to be made anew, of parts that stand."""
    for one in pyramid.tiers[tier] if tier < len(pyramid.tiers) else ():
        if one.input in pyramid.outdated and needs_making(pyramid, one):
            parts = pyramid.parts(one)
            if parts and not any(part.input in pyramid.outdated for part in parts):
                yield Task(one.id, one.topic, tier, one.inputs, parts, is_new=False)


def _new(pyramid: Pyramid, tier: int, max_observations: int | None, step: int) -> Iterator[Task]:
    """The full groups among what is in no summary, oldest first."""
    waiting = [one for one in pyramid.levels[tier] if one.input not in pyramid.outdated]
    if tier == 0 and max_observations is not None:
        waiting = waiting[:max_observations]
    for first in range(0, len(waiting) - step + 1, step):
        parts = in_order(waiting[first : first + step])
        inputs = frozenset(part.input for part in parts)
        name = summary_id(pyramid.topic, tier, inputs)
        yield Task(name, pyramid.topic, tier, inputs, parts, is_new=True)
