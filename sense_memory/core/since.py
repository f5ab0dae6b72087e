"""Durations and moments as people write them: ``2d``, ``2026-11-01``, ``2026-11-01T12:30``."""

import re
from datetime import datetime

from .errors import InputError

_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400}
_DURATION = re.compile(r"([0-9]{1,6})([smhdw])", re.ASCII)
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?",
    re.ASCII,
)

FORMS = (
    "a number and s, m, h, d or w (30m, 2d), or a date (2026-11-01, 2026-11-01T12:30, "
    "2026-11-01T12:30:00Z)"
)


def duration(text: str) -> float:
    """The seconds that a text means.

    Raises:
        InputError: It is no number with s, m, h, d or w behind it.
    """
    if found := _DURATION.fullmatch(text):
        return float(int(found[1]) * _SECONDS[found[2]])
    raise InputError(f"a duration is a number and s, m, h, d or w (30m, 2d), got {text[:60]!r}")


def moment(text: str, now: float) -> float:
    """The moment that a text means, seconds since the epoch.

    Args:
        text: A duration before now, or a date; a date without a zone is of this machine's.
        now: Seconds since the epoch.

    Raises:
        InputError: It is neither, there is no such date, or it has not come yet.
    """
    if _DURATION.fullmatch(text):
        return now - duration(text)
    at = _date(text)
    if at > now:
        raise InputError(f"{text} has not come yet")
    return at


def moment_to_come(text: str, now: float) -> float:
    """The same of a duration from now, or a date.

    Raises:
        InputError: It is neither, there is no such date, or it has passed.
    """
    at = now + duration(text) if _DURATION.fullmatch(text) else _date(text)
    if at <= now:
        raise InputError(f"{text} has passed")
    return at


def _date(text: str) -> float:
    """The moment of a date, past or to come; one without a zone is of this machine's.

    Raises:
        InputError: It is no date, or there is no such one.
    """
    if not _DATE.fullmatch(text):
        raise InputError(f"a moment is {FORMS}, got {text[:60]!r}")
    try:
        # astimezone takes a date without a zone for local time, and leaves any other as it is
        return datetime.fromisoformat(text).astimezone().timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(f"there is no such date ({error}): {text!r}") from None
