"""Moments as sources write them: seconds, milliseconds, ISO 8601 with a zone or without."""

import math
import re
from datetime import UTC, datetime, timedelta

LATEST = 2**33
"""The first second that is no moment, in the year 2242; what a relay would refuse too."""

_UNITS = ((10**11, 1), (10**14, 10**3), (10**17, 10**6), (math.inf, 10**9))
"""Below which number it counts in what part of a second: until the year 5138 they do not meet."""

_NUMBER = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?", re.ASCII)
_LONGEST = 40
"""Characters; no moment that somebody wrote is longer."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ImpossibleTimeError(ValueError):
    """Something that stands for a time, and is none."""

    def __init__(self) -> None:
        super().__init__("its time is none, so it has no time")


def moment(value: object) -> float | None:
    """The moment that a value means, seconds since the epoch, to the microsecond.

    Args:
        value: A number, or a text with a number in it, of seconds, milli-, micro- or nanoseconds;
            a date in ISO 8601, in UTC where it says no zone; a ``datetime``. ``None``, zero and the
            empty text are no time, and nothing is wrong with that.

    Raises:
        ImpossibleTimeError: It is something else, before 1970 or after 2242.
    """
    if value is None:
        return None
    if isinstance(value, datetime):
        return _possible(_since_epoch(value))
    if isinstance(value, str):
        return _written(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _counted(value) if value else None
    raise ImpossibleTimeError


def _written(text: str) -> float | None:
    if not text:
        return None
    if len(text) > _LONGEST:
        raise ImpossibleTimeError
    if _NUMBER.fullmatch(text):
        return _counted(float(text)) if float(text) else None
    try:
        return _possible(_since_epoch(datetime.fromisoformat(text)))
    except (ValueError, OverflowError):
        raise ImpossibleTimeError from None


def _since_epoch(at: datetime) -> float:
    return ((at if at.tzinfo else at.replace(tzinfo=UTC)) - _EPOCH) / timedelta(seconds=1)


def _counted(number: float) -> float:
    # compared before it is converted: an integer of a thousand digits is no float
    if not 0 < number < 10**20:  # nor is NaN
        raise ImpossibleTimeError
    parts = next(parts for bound, parts in _UNITS if number < bound)
    return _possible(number / parts)


def _possible(seconds: float) -> float:
    rounded = round(seconds, 6)
    if not 0 < rounded < LATEST:
        raise ImpossibleTimeError
    return rounded
