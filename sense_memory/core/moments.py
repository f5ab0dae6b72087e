"""Moments as callers give them: a number, a ``datetime``, or a date that somebody wrote."""

import math
from datetime import UTC, datetime, timedelta

from .errors import InputError

EARLIEST, LATEST = -62_135_596_800.0, 253_402_300_799.0
"""The first and last second that has a date: years 1 to 9999."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WRITTEN = "ISO 8601 (2026-11-01, 2026-11-01T12:30:00Z)"
_FORMS = f"seconds since the epoch, a datetime, or {_WRITTEN}"


def moment_of(at: float | datetime | str) -> float:
    """Seconds since the epoch; a date without a zone is of this machine's.

    Raises:
        InputError: It is no time between the years 1 and 9999.
    """
    # who writes a date at a command line cannot say a number
    forms = _WRITTEN if isinstance(at, str) else _FORMS
    try:
        if isinstance(at, str):
            at = datetime.fromisoformat(at)
        seconds = at.timestamp() if isinstance(at, datetime) else float(at)
    except (TypeError, ValueError, OverflowError, OSError) as error:
        raise InputError(f"a time is {forms}, got {str(at)[:60]!r} ({error})") from None
    if isinstance(at, bool) or not math.isfinite(seconds) or not EARLIEST <= seconds <= LATEST:
        raise InputError(f"a time between the years 1 and 9999 is needed, got {at!r}")
    return seconds


def dated(seconds: float) -> str:
    """A moment in words that ``moment_of`` takes, for an error: ISO 8601, UTC.

    Args:
        seconds: Since the epoch, as ``moment_of`` gives them.
    """
    return (_EPOCH + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")
