"""Dates that a question names: ``2024-05-08``, ``8 May 2024``, ``in March``, ``yesterday``.

English and ISO 8601. Days are those of UTC, so a day beside the one named matches too, but less.
"""

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_SHORT = {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_MONTH = "|".join([*_MONTHS, *_SHORT])
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"

_EXACT = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_YEAR}-(?P<month>\d\d)(?:-(?P<day>\d\d))?\b",
        rf"\b{_DAY}(?: of)? (?P<name>{_MONTH})\b\.?(?:,? {_YEAR}\b)?",
        rf"\b(?P<name>{_MONTH})\b\.? {_DAY}\b(?:,? {_YEAR}\b)?",
        rf"\b(?P<name>{_MONTH})\b\.?,? (?:of )?{_YEAR}\b",
    )
)
_VAGUE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:in|of|during|since|until|last|this) (?P<name>{_MONTH})\b",
        rf"\b(?:in|of|during|since) {_YEAR}\b",
    )
)
"""Looked for only where nothing more exact is named."""
_AGO = re.compile(r"\b(?P<count>\d{1,3}|a|an|one|two|three) (?P<unit>day|week|month)s? ago\b")
_RELATIVE = re.compile(r"\b(?P<word>today|yesterday|last (?:week|month|year))\b")
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}

NEAR = 0.6
"""What a time counts that is up to two days beside the day named."""
SAME_MONTH = 0.3
"""What a time counts that is only in the month of the day named, or in the year named."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A date, as far as it was named.

    Attributes:
        year: ``None`` if it was not.
        month: 1–12, or ``None``.
        day: 1–31, or ``None``.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def __str__(self) -> str:
        year = "????" if self.year is None else f"{self.year:04}"
        rest = "".join(f"-{part:02}" for part in (self.month, self.day) if part is not None)
        return year + rest

    def matches(self, times: NDArray[np.float64]) -> NDArray[np.float32]:
        """How well each time fits, 0–1.

        Args:
            times: Seconds since the epoch; not-a-number fits nothing.
        """
        found = np.zeros(len(times), np.float32)
        first, end = self._span()
        near = np.flatnonzero((times >= first) & (times < end))
        days = times[near].astype("datetime64[s]").astype("datetime64[D]")
        months = days.astype("datetime64[M]")
        fits = np.ones(len(near), bool)
        if self.month is not None:
            fits = months.astype(int) % 12 + 1 == self.month
        if self.day is not None:
            off = np.abs((days - months.astype("datetime64[D]")).astype(int) + 1 - self.day)
            found[near] = fits * np.select([off == 0, off <= 2], [1.0, NEAR], SAME_MONTH)
        else:
            found[near] = fits * (SAME_MONTH if self.month is None else 1.0)
        return found

    def _span(self) -> tuple[float, float]:
        """The year that was named, else all years in which there are dates, in seconds."""
        if self.year is None:
            return -_YEAR_9999, _YEAR_9999
        starts = (datetime(year, 1, 1, tzinfo=UTC) for year in (self.year, self.year + 1))
        first, end = (start.timestamp() for start in starts)
        return first, end


_YEAR_9999 = 253_402_300_800.0


def dates_in(question: str, now: float) -> tuple[Asked, ...]:
    """The dates that a question names.

    Args:
        question: As it was asked.
        now: What ``yesterday`` counts from, seconds since the epoch.
    """
    text = question.lower()
    found = list(_named(text, _EXACT)) + list(_relative(text, now))
    return tuple(dict.fromkeys(found or _named(text, _VAGUE)))


def _named(text: str, patterns: tuple[re.Pattern[str], ...]) -> Iterator[Asked]:
    for pattern in patterns:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            name = parts.get("name")
            month = (_MONTHS.get(name) or _SHORT[name]) if name else _number(parts.get("month"))
            day = _number(parts.get("day"))
            if (month is None or 1 <= month <= 12) and (day is None or 1 <= day <= 31):
                yield Asked(_number(parts.get("year")), month, day)
        text = pattern.sub(" ", text)  # a part of a date is no date of its own


def _number(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _relative(text: str, now: float) -> Iterator[Asked]:
    today = datetime.fromtimestamp(now, UTC)
    for match in _AGO.finditer(text):
        count = _COUNTS.get(match["count"]) or int(match["count"])
        if match["unit"] == "month":
            yield _month(today, count)
        else:
            yield _day(today - timedelta(days=count * (7 if match["unit"] == "week" else 1)))
    for match in _RELATIVE.finditer(text):
        yield from _SAID[match["word"]](today)


def _day(at: datetime) -> Asked:
    return Asked(at.year, at.month, at.day)


def _month(today: datetime, ago: int) -> Asked:
    months = today.year * 12 + today.month - 1 - ago
    return Asked(months // 12, months % 12 + 1)


_SAID: dict[str, Callable[[datetime], list[Asked]]] = {
    "today": lambda today: [_day(today)],
    "yesterday": lambda today: [_day(today - timedelta(days=1))],
    "last week": lambda today: [_day(today - timedelta(days=days)) for days in range(5, 10)],
    "last month": lambda today: [_month(today, 1)],
    "last year": lambda today: [Asked(today.year - 1)],
}


def date_words(question: str) -> str:
    """A question without the dates that it names."""
    text = question.lower()
    for pattern in (*_EXACT, _AGO, _RELATIVE, *_VAGUE):
        text = pattern.sub(" ", text)
    return text
