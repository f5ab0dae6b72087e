"""What asking a model would cost, about: known before anybody is asked."""

from collections.abc import Iterable, Sequence

from ....core.records.pyramid import STEP, Observation
from ...prompting.cost import Cost, around
from ...token_count import token_count
from ..noted import Sampled
from . import assigning, observing, summarizing, telling

SHARE_NOTED = 8
"""Of so many tokens that were said, about one is noted."""
_ASSIGNMENT = 12
"""Tokens that an assignment takes."""


def observing_cost(messages: Iterable[int], chunk_tokens: int) -> Cost:
    """Of noting what some messages of one conversation say, read chunk by chunk.

    Args:
        messages: What each of them costs in tokens, in their order.
        chunk_tokens: What is read at once.
    """
    most = max(observing.LEAST_TOKENS, chunk_tokens)
    calls = said = noted = room = 0
    for tokens in messages:
        left = tokens
        while left > 0:
            piece = min(left, most - observing.ENVELOPE)
            if piece + observing.ENVELOPE > room:
                calls += 1
                room = most
            room -= piece + observing.ENVELOPE
            said += piece + observing.ENVELOPE
            left -= piece
        noted += tokens
    return Cost(calls, said + calls * around(observing.SYSTEM), noted // SHARE_NOTED)


def assigning_cost(waiting: Sequence[Observation], topics: Sequence[Sampled], tokens: int) -> Cost:
    """Of finding topics for observations, ten at a time.

    Args:
        waiting: For these.
        topics: All that there are.
        tokens: What one request costs at most.
    """
    calls = -(-len(waiting) // STEP)
    if not calls:
        return Cost()
    shown = token_count(assigning.prompt((), topics, tokens))
    said = sum(token_count(one.text) + assigning.ENVELOPE for one in waiting)
    each = min(tokens, shown) + around(assigning.SYSTEM)
    return Cost(calls, calls * each + said, len(waiting) * _ASSIGNMENT)


def summarizing_cost(tiers: Sequence[int], observation_tokens: int, tokens: int) -> Cost:
    """Of summaries.

    Args:
        tiers: How many are written of each tier, from 0.
        observation_tokens: What an observation costs on average.
        tokens: What one request costs at most.
    """
    found = Cost()
    for tier, count in enumerate(tiers):
        part = summarizing.ENVELOPE + (observation_tokens if tier == 0 else _SUMMARY)
        each = min(tokens, STEP * part) + around(summarizing.SYSTEM)
        found += Cost(count, count * each, count * _SUMMARY)
    return found


def telling_cost(materials: Iterable[int]) -> Cost:
    """Of telling topics.

    Args:
        materials: What each is told from, in tokens.
    """
    given = list(materials)
    said = sum(given) + len(given) * around(telling.SYSTEM)
    return Cost(len(given), said, len(given) * telling.WORDS * 3 // 2)


_SUMMARY = summarizing.WORDS * 3 // 2
"""Tokens of a summary, at one and a half a word."""


__all__ = [
    "SHARE_NOTED",
    "assigning_cost",
    "observing_cost",
    "summarizing_cost",
    "telling_cost",
]
