"""A topic over time: when something was observed of it, and which times its summaries are of."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ...core.records.pyramid import Observation, Summary
from ...mind.pyramid.seal import began, moment
from ...mind.pyramid.tiers import Pyramid

COLUMNS = 360
"""Ten thousand observations are told as so many counts: no screen has room for more."""


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when.

    Attributes:
        first: Seconds since the epoch.
        last: Likewise; never before the first.
    """

    first: float
    last: float

    def edges(self) -> list[float]:
        """Where its columns begin, oldest first."""
        wide = (self.last - self.first) / COLUMNS
        return [self.first + column * wide for column in range(COLUMNS)]


@dataclass(frozen=True, slots=True)
class Ticks:
    """Observations, column by column; a column without any is left out.

    Attributes:
        start: Where the column begins, seconds since the epoch.
        told: How many of its observations are in a summary.
        waiting: How many are in none yet.
        undated: How many observations have no time, and so no column.
    """

    start: tuple[float, ...]
    told: tuple[int, ...]
    waiting: tuple[int, ...]
    undated: int


@dataclass(frozen=True, slots=True)
class Tier:
    """The summaries of one tier that have a time, oldest first.

    Attributes:
        id: Which each is.
        start: When the first of it was, seconds since the epoch.
        end: When the last of it was.
        is_outdated: 1 where it is to be made anew, else 0.
    """

    id: tuple[str, ...]
    start: tuple[float, ...]
    end: tuple[float, ...]
    is_outdated: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A topic over time.

    Attributes:
        ticks: Its observations.
        tiers: Its summaries, tier by tier from 0.
    """

    ticks: Ticks
    tiers: tuple[Tier, ...]


def span_of(observations: Iterable[Observation], now: float) -> Span:
    """From the first of some observations until now, or until the last of them."""
    times = [one.at for one in observations if one.at is not None]
    return Span(min(times, default=now), max([*times, now]))


def course_of(pyramid: Pyramid, span: Span) -> Course:
    """A topic's.

    Args:
        pyramid: The topic.
        span: All of whose columns it is told in.
    """
    waiting = {one.input for one in pyramid.unsummarised}
    observed = [one for one in pyramid.pieces.values() if isinstance(one, Observation)]
    tiers = tuple(_tier(tier, pyramid.outdated) for tier in pyramid.tiers)
    return Course(ticks_of(observed, waiting, span), tiers)


def ticks_of(observed: Iterable[Observation], waiting: Iterable[str], span: Span) -> Ticks:
    """Observations in columns.

    Args:
        observed: Which.
        waiting: Those of them that are in no summary, as inputs call them.
        span: All of whose columns they are told in.
    """
    edges, left_over = span.edges(), frozenset(waiting)
    told, untold = Counter[int](), Counter[int]()
    undated = 0
    for one in observed:
        if one.at is None:
            undated += 1
            continue
        column = max(0, bisect_right(edges, one.at) - 1)
        (untold if one.input in left_over else told)[column] += 1
    columns = sorted({*told, *untold})
    return Ticks(
        tuple(edges[column] for column in columns),
        tuple(told[column] for column in columns),
        tuple(untold[column] for column in columns),
        undated,
    )


def _tier(summaries: Iterable[Summary], outdated: frozenset[str]) -> Tier:
    dated = [
        (one.id, start, end, int(one.input in outdated))
        for one in summaries
        if (start := began(one)) is not None and (end := moment(one)) is not None
    ]
    columns = tuple(zip(*dated, strict=True)) or ((), (), (), ())
    return Tier(*columns)
