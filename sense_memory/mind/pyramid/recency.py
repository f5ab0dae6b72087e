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
"""How many times as many are looked at as are wanted, where time counts. Source: seed 003."""


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


def distance_of(similarity: float) -> float:
    """The cosine distance of two texts, 0–1; what is opposite is as far as what is unrelated.

    Args:
        similarity: Their cosine, -1 to 1.
    """
    return 1.0 - min(1.0, max(0.0, similarity))


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


def candidates(limit: int, time_weight: float = TIME_WEIGHT) -> int:
    """How many hits by distance are to be weighed for so many wanted."""
    return limit if time_weight == 0 else CANDIDATES * limit


def check_time_weight(time_weight: float) -> float:
    """The weight, if it is one.

    Raises:
        InputError: It is not within 0–1.
    """
    if isinstance(time_weight, bool) or not 0 <= time_weight <= 1:
        raise InputError(f"time_weight is 0 to 1, got {time_weight!r}")
    return time_weight
