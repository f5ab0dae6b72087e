"""Times in words: what a text is embedded with, and the days that people are shown.

All in UTC, and in English whatever the machine speaks: what is embedded on one device is found on
another.
"""

from datetime import UTC, datetime, timedelta

from ..core.moments import EARLIEST, LATEST

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def temporal_prefix(start: float | None, end: float | None = None) -> str:
    """What is put before a text that is embedded: ``"In May 2025: "``; ``""`` for no time.

    Args:
        start: When it was, or began; seconds since the epoch.
        end: When it ended, if it took a while.
    """
    known = sorted(at for at in (start, end) if at is not None)
    if not known:
        return ""
    first, last = _date(known[0]), _date(known[-1])
    (year, month), (to_year, to_month) = (first.year, first.month), (last.year, last.month)
    if (year, month) == (to_year, to_month):
        return f"In {MONTHS[month - 1]} {year}: "
    if year == to_year:
        return f"From {MONTHS[month - 1]} to {MONTHS[to_month - 1]} {year}: "
    return f"From {MONTHS[month - 1]} {year} to {MONTHS[to_month - 1]} {to_year}: "


def day_of(at: float) -> str:
    """The day of a time: ``2025-05-31``."""
    return _date(at).date().isoformat()


def minute_of(at: float) -> str:
    """The minute of a time: ``2025-05-31 12:30``."""
    return _date(at).replace(tzinfo=None).isoformat(" ", "minutes")


def _date(at: float) -> datetime:
    """The date of a time; one beyond the years 1 to 9999 has the first or the last."""
    return _EPOCH + timedelta(seconds=min(LATEST, max(EARLIEST, at)))
