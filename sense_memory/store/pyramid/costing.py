"""What a refresh would take of a model, about."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from ...core.pyramid import RefreshPlan
from ...core.records.pyramid import STEP, Observation
from ...mind.pyramid.making import estimate
from ...mind.pyramid.noted import Sampled
from ...mind.pyramid.prompts.cost import (
    assigning_cost,
    summarizing_cost,
    telling_cost,
)
from ...mind.pyramid.telling import material
from ...mind.pyramid.tiers import Pyramid
from ...mind.token_count import token_count
from ...mind.views.pyramids import KnownPyramid
from ..context import Context
from . import topics

MEASURED = 500
"""Observations by which it is told how long they are."""


def costed(context: Context, there: KnownPyramid, plan: RefreshPlan) -> RefreshPlan:
    """The same with what it takes of a model.

    Args:
        context: The store.
        there: What is known.
        plan: What would be done.
    """
    config, now = context.config.pyramid, context.clock.now()
    waiting = there.unassigned
    slugs = there.slugs
    each = _length(there, waiting)
    told = []
    for slug in slugs:
        pyramid = there.pyramid(slug)
        given = material(pyramid, now, config.telling_tokens)
        if waiting or not topics.is_told(context, there.topic(slug), pyramid, now):
            told.append(given.tokens)
    # nobody knows yet to which of them what waits will belong
    more = len(waiting) * each // max(1, len(told))
    cost = (
        assigning_cost(
            waiting,
            [Sampled(there.topic(slug), there.samples(slug)) for slug in slugs],
            config.chunk_tokens,
        )
        + summarizing_cost(plan.summaries, each, config.chunk_tokens)
        + telling_cost(min(config.telling_tokens, tokens + more) for tokens in told)
    )
    return replace(
        plan,
        calls=cost.calls,
        input_tokens=cost.input_tokens,
        output_tokens=cost.output_tokens,
    )


def summaries_at_most(pyramids: Iterable[Pyramid], waiting: int) -> tuple[int, ...]:
    """How many summaries are to be written of each tier, at most.

    Args:
        pyramids: All topics.
        waiting: Observations of which nobody knows yet which topic they belong to: as if it were
            always the one that lacks them to a full group.
    """
    given = list(pyramids)
    counts = _summed(map(estimate, given))
    if not waiting:
        return counts
    standing = _summed(tuple(map(len, one.levels)) for one in given)
    anew = _summed(
        tuple(sum(one.input in pyramid.outdated for one in tier) for tier in pyramid.tiers)
        for pyramid in given
    )
    found = list[int]()
    made = waiting
    tier = 0
    while tier < len(standing) or made >= STEP:
        made = (_at(standing, tier) + made) // STEP
        found.append(made + _at(anew, tier))
        tier += 1
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _summed(counts: Iterable[Sequence[int]]) -> tuple[int, ...]:
    found = list[int]()
    for one in counts:
        found += [0] * (len(one) - len(found))
        for tier, count in enumerate(one):
            found[tier] += count
    return tuple(found)


def _at(counts: Sequence[int], tier: int) -> int:
    return counts[tier] if tier < len(counts) else 0


def _length(there: KnownPyramid, waiting: Sequence[Observation]) -> int:
    """What an observation costs on average, that is to be summarised."""
    standing = (one for slug in there.slugs for one in there.pyramid(slug).unsummarised)
    measured = [*islice(waiting, MEASURED // 2), *islice(standing, MEASURED // 2)]
    total = sum(token_count(one.text) for one in measured)
    return -(-total // len(measured)) if measured else 0
