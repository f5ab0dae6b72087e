"""How much a search prefers what is recent."""

import math

from ...core.errors import InputError
from .sections import SECONDS_PER_DAY

HALF_LIFE_DAYS = 30.0
"""After so many days half of the greatest penalty is reached. Source: seed 003."""
TIME_WEIGHT = 0.3
"""What time counts unless somebody says otherwise (0–1). Source: seed 003."""
UNDATED = 0.5
"""The penalty of what has no time. Source: seed 003."""
CANDIDATES = 3
"""How many times as many are looked at as are wanted. Source: seed 003."""
FARTHEST = 0.5
"""The part of the best score from which down everything is equally far from the query."""


def time_penalty(at: float | None, now: float, half_life_days: float = HALF_LIFE_DAYS) -> float:
    """0 for what is now or yet to come, towards 1 for what is long ago: 1 - 2^(-age / half-life).

    Args:
        at: When it was, seconds since the epoch; of a summary when the last of it was.
        now: The same for now.
        half_life_days: Days, above 0.
    """
    if at is None:
        return UNDATED
    age = max(0.0, now - at) / SECONDS_PER_DAY
    return 1.0 - math.pow(2.0, -age / half_life_days)


def distance_to_best(score: float, best: float) -> float:
    """How far something is from what answers a query best, 0–1.

    Not the cosine distance of two texts: where there is an encoder its vectors are a part of the
    score, beside words, neighbouring lines, speaker and date. On five conversations of LoCoMo, the
    day after the last of them and at the usual weight of time, 78 % of the evidence is among the
    first ten by this, and 54 % by the cosine alone; by the part of the best score that is lacking
    it is 76 %, since what answers somewhat lies too close to what answers.

    Args:
        score: How well it answers.
        best: How well the best does.

    Returns:
        0 for the best; 1 for whatever answers no better than ``FARTHEST`` of it.
    """
    if best <= 0:
        return 0.0 if score >= best else 1.0
    return min(1.0, max(0.0, (1.0 - score / best) / (1.0 - FARTHEST)))


def weighed(
    distance: float, at: float | None, now: float, time_weight: float = TIME_WEIGHT
) -> float:
    """What hits are ordered by, the least first: distance · (1 - w) + penalty · w, 0–1.

    Args:
        distance: 0–1; both terms have one scale, else the weight would say nothing.
        at: As for ``time_penalty``.
        now: As for ``time_penalty``.
        time_weight: 0 is meaning alone, 1 is time alone.
    """
    return distance * (1.0 - time_weight) + time_penalty(at, now) * time_weight


def check_time_weight(time_weight: float) -> float:
    """The weight, if it is one.

    Raises:
        InputError: It is not within 0–1.
    """
    is_number = isinstance(time_weight, (int, float)) and not isinstance(time_weight, bool)
    if not is_number or not 0 <= time_weight <= 1:
        raise InputError(f"time_weight is 0 to 1, got {time_weight!r}")
    return time_weight
