"""A topic over time: when something was observed of it, and which times its summaries are of."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ...core.records.pyramid import Observation, Summary
from ...mind.pyramid.seal import Piece, began, moment
from ...mind.pyramid.tiers import Pyramid

COLUMNS = 360
"""Ten thousand observations are told as so many counts: no screen has room for more."""


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when.

    Attributes:
        first: Seconds since the epoch.
        last: Likewise; never before the first.
        columns: Into how many columns, all as wide, it is divided.
    """

    first: float
    last: float
    columns: int = COLUMNS

    def column(self, at: float) -> int:
        """In which of its columns a time is, from 0."""
        if self.last <= self.first:
            return 0
        place = int((at - self.first) / (self.last - self.first) * self.columns)
        return min(place, self.columns - 1)


@dataclass(frozen=True, slots=True)
class Ticks:
    """Observations, column by column; a column without any is left out.

    Attributes:
        column: Which, from 0.
        told: How many of its observations are in a summary.
        waiting: How many are in none yet.
        undated: How many observations have no time, and so no column.
    """

    column: tuple[int, ...]
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


def span_of(pieces: Iterable[Piece], now: float) -> Span:
    """From the first of some observations until now, or until the last of them.

    Args:
        pieces: Those, in any order, and summaries, which are of no other time.
        now: Seconds since the epoch.
    """
    times = [one.at for one in pieces if isinstance(one, Observation) and one.at is not None]
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
    left_over = frozenset(waiting)
    told, untold = Counter[int](), Counter[int]()
    undated = 0
    for one in observed:
        if one.at is None:
            undated += 1
        else:
            (untold if one.input in left_over else told)[span.column(one.at)] += 1
    columns = tuple(sorted({*told, *untold}))
    return Ticks(
        columns,
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
