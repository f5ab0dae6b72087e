"""Which summaries count, what each is made of, and what is in none of them.

What is summarised is told by membership and never by counting or by ranges of time: what comes
late, or shares its second with a hundred others, is in one summary, or in none yet.

Which count is derived and nothing is written for it (SYNC §2: "greedy by id over the living, a
loser is hidden, its inputs return"). Two devices that summarise at once make overlapping summaries;
when they meet, both see the same ones.
"""

import operator
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

from ...core.records.pyramid import BASE_TOPICS, Observation, Summary, observation_of, summary_of
from .seal import Piece, in_order, seal_of


@dataclass(frozen=True, slots=True)
class Pyramid:
    """What is known of one topic.

    Attributes:
        topic: Its slug.
        pieces: All observations of the topic, and all summaries that count, as inputs call them.
        levels: What is in no summary that counts, oldest first: observations, then summaries of
            tier 0, and so on.
        tiers: The summaries that count, tier by tier from 0, oldest first.
        hidden: Summaries that do not count, whatever they say; they may be deleted.
        outdated: Those that count and are not what would be made now, by what inputs call them.
    """

    topic: str
    pieces: Mapping[str, Piece]
    levels: tuple[tuple[Piece, ...], ...] = ((),)
    tiers: tuple[tuple[Summary, ...], ...] = ()
    hidden: tuple[Summary, ...] = ()
    outdated: frozenset[str] = frozenset()

    @property
    def unsummarised(self) -> tuple[Observation, ...]:
        """The observations that are in no summary, oldest first."""
        return tuple(one for one in self.levels[0] if isinstance(one, Observation))

    def parts(self, summary: Summary) -> tuple[Piece, ...]:
        """What a summary is made of, as far as it is known here, oldest first."""
        return in_order(self.pieces[given] for given in summary.inputs if given in self.pieces)

    def is_whole(self, summary: Summary) -> bool:
        """Whether all that it is made of is known here; what has not arrived yet is not."""
        return all(given in self.pieces for given in summary.inputs)


class Checks:
    """Which summaries are what would be made now, as it was found last.

    That is found out again only where a summary or something that it is made of has changed: of a
    long history nothing but what is new is looked at.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[Summary, tuple[Piece | None, ...], bool]] = {}

    def needs_making(self, pyramid: Pyramid, summary: Summary) -> bool:
        """The same as the function of that name."""
        parts = tuple(pyramid.pieces.get(given) for given in summary.inputs)
        if (found := self._found.get(summary.input)) is not None:
            seen, made_of, is_needed = found
            if seen is summary and all(map(operator.is_, made_of, parts)):
                return is_needed
        is_needed = needs_making(pyramid, summary)
        self._found[summary.input] = summary, parts, is_needed
        return is_needed


def pyramids(
    observations: Iterable[Observation], summaries: Iterable[Summary]
) -> dict[str, Pyramid]:
    """The pyramid of every topic that anything belongs to, and of the two base topics.

    Args:
        observations: All that are known, of every topic and of none: one that belongs elsewhere
            now is not one that has not arrived yet.
        summaries: All that are known.
    """
    observed = {one.input: one for one in observations}
    known = {one.input: one for one in summaries}
    seen: dict[str, list[Observation]] = {topic: [] for topic in BASE_TOPICS}
    made: dict[str, list[Summary]] = {}
    for one in observed.values():
        if one.topic is not None:
            seen.setdefault(one.topic, []).append(one)
    for each in known.values():
        made.setdefault(each.topic, []).append(each)
    return {
        topic: pyramid_of(topic, seen.get(topic, ()), made.get(topic, ()), observed, known)
        for topic in sorted({*seen, *made})
    }


def pyramid_of(
    topic: str,
    observations: Iterable[Observation],
    summaries: Iterable[Summary],
    observed: Mapping[str, Observation],
    known: Mapping[str, Summary],
    checks: Checks | None = None,
) -> Pyramid:
    """The pyramid of one topic.

    Args:
        topic: Its slug.
        observations: Its own.
        summaries: Its own.
        observed: All observations of every topic and of none, as inputs call them.
        known: All summaries of every topic, as inputs call them.
        checks: What was found when it was asked for last.
    """
    found = _Counting(observed, known, {}, set(), set())
    given = sorted(summaries, key=lambda one: (one.tier, one.id))
    found.choose(given)
    hidden = tuple(one for one in given if one.input not in found.counted)
    pieces = {one.input: one for one in observations}
    pyramid = _pyramid(topic, pieces, found.counted, hidden, found.covered)
    return replace(pyramid, outdated=_outdated(pyramid, checks or Checks()))


@dataclass(slots=True)
class _Counting:
    """What was decided so far of one topic, from tier 0 up."""

    observed: Mapping[str, Observation]
    known: Mapping[str, Summary]
    counted: dict[str, Summary]
    covered: set[str]
    empty: set[str]

    def fits(self, one: Summary, given: str) -> bool:
        """Whether a summary may be made of that.

        What has not arrived yet is what the summary took it for: who hid it would have it
        summarised once more.
        """
        if one.tier == 0:
            if (seen := self.observed.get(given)) is not None:
                return seen.topic == one.topic
            return observation_of(given) is not None
        if (below := self.counted.get(given)) is not None:
            return below.tier == one.tier - 1
        return given not in self.known and summary_of(given) is not None

    def choose(self, given: Iterable[Summary]) -> None:
        """Choose among the summaries of a topic, which come by tier and id."""
        for one in given:
            # of what nothing is left nothing is to be said; those above it lose it and no more
            inputs = one.inputs - self.empty
            if not inputs:
                self.empty.add(one.input)
            elif inputs.isdisjoint(self.covered) and all(self.fits(one, each) for each in inputs):
                is_same = inputs == one.inputs
                self.counted[one.input] = one if is_same else replace(one, inputs=inputs)
                self.covered |= inputs


def _pyramid(
    topic: str,
    observed: Mapping[str, Observation],
    counted: Mapping[str, Summary],
    hidden: tuple[Summary, ...],
    covered: Container[str],
) -> Pyramid:
    count = max((one.tier + 1 for one in counted.values()), default=0)
    by_tier: list[list[Summary]] = [[] for _ in range(count)]
    for one in counted.values():
        by_tier[one.tier].append(one)
    levels: list[tuple[Piece, ...]] = [
        in_order(one for one in observed.values() if one.input not in covered)
    ]
    levels += [in_order(one for one in tier if one.input not in covered) for tier in by_tier]
    return Pyramid(
        topic,
        {**observed, **counted},
        tuple(levels),
        tuple(map(in_order, by_tier)),
        hidden,
    )


def _outdated(pyramid: Pyramid, checks: Checks) -> frozenset[str]:
    """The summaries that are not what would be made now: from the bottom up."""
    found = set[str]()
    for tier in pyramid.tiers:
        for one in tier:
            if checks.needs_making(pyramid, one) or not one.inputs.isdisjoint(found):
                found.add(one.input)
    return frozenset(found)


def needs_making(pyramid: Pyramid, summary: Summary) -> bool:
    """Whether a summary has no text, or one that was made of something else.

    Of what is only known in part it cannot be told; then it is believed.
    """
    if summary.text is None:
        return True
    if not pyramid.is_whole(summary):
        return False
    return summary.seal != seal_of(summary, (pyramid.pieces[given] for given in summary.inputs))
