"""The seed's numbers about time, and what becomes of times that it did not think of."""

import math
from datetime import UTC, datetime

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.moments import EARLIEST, LATEST
from sense_memory.core.records.pyramid import Summary
from sense_memory.mind.dates import day_of, minute_of, temporal_prefix
from sense_memory.mind.pyramid.recency import (
    check_time_weight,
    distance_to_best,
    time_penalty,
    weighed,
)
from sense_memory.mind.pyramid.sections import Section, by_section, section_of

from .building import DAY, NOW, observed


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("days", "section"),
    [
        (0, "Last 3 Days"),
        (2.999, "Last 3 Days"),
        (3, "This Week"),
        (6.999, "This Week"),
        (7, "This Month"),
        (29.999, "This Month"),
        (30, "This Quarter"),
        (89.999, "This Quarter"),
        (90, "This Year"),
        (364.999, "This Year"),
        (365, "Earlier"),
        (10_000, "Earlier"),
        (-90, "Last 3 Days"),  # defect 8: what is to come fell out of all
    ],
)
def test_sections(days: float, section: str) -> None:
    assert section_of(NOW - days * DAY, NOW) == section


def test_sections_hold_everything_once_and_are_never_empty() -> None:
    now = 1_000 * DAY
    given = [observed(float(day)) for day in (*range(0, 1_000, 50), 999, 1_020)]
    given.append(observed(None, text="Once."))
    found = by_section(given, now)
    assert list(found) == [one for one in Section if one in found]
    assert sorted(one.id for some in found.values() for one in some) == sorted(
        one.id for one in given
    )
    assert [one.at for one in found[Section.LAST_3_DAYS]] == [999 * DAY, 1_020 * DAY]
    assert found[Section.EARLIER][0].text == "Once."
    summary = Summary("a", "tom", 0, frozenset(("obs/a",)), "x", 0.0, 999 * DAY)
    assert by_section([summary], now) == {Section.LAST_3_DAYS: (summary,)}
    assert by_section([], now) == {}


@pytest.mark.parametrize(
    ("days", "penalty"),
    [(0, 0.0), (30, 0.5), (60, 0.75), (300, 1 - 2**-10), (-90, 0.0), (1e9, 1.0)],
)
def test_penalties(days: float, penalty: float) -> None:
    assert time_penalty(NOW - days * DAY, NOW) == pytest.approx(penalty)
    assert time_penalty(None, NOW) == 0.5
    assert time_penalty(NOW - 7 * DAY, NOW, half_life_days=7) == pytest.approx(0.5)


def test_hits_are_ordered_by_meaning_and_time() -> None:
    assert weighed(0.4, NOW - 30 * DAY, NOW) == pytest.approx(0.4 * 0.7 + 0.5 * 0.3)
    assert weighed(0.4, NOW - 30 * DAY, NOW, 0) == 0.4
    assert weighed(0.4, NOW - 30 * DAY, NOW, 1) == pytest.approx(0.5)
    assert weighed(0.4, NOW + 90 * DAY, NOW, 1) == 0.0


@pytest.mark.parametrize(
    ("score", "best", "distance"),
    [(2, 2, 0), (1.5, 2, 0.5), (1, 2, 1), (0.1, 2, 1), (-1, 2, 1), (0, 0, 0), (-1, 0, 1)],
)
def test_distances_are_on_the_scale_of_penalties(
    score: float, best: float, distance: float
) -> None:
    assert distance_to_best(score, best) == pytest.approx(distance)


@pytest.mark.parametrize("weight", [-0.1, 1.1, math.nan, math.inf, True])
def test_a_weight_is_within_bounds(weight: float) -> None:
    with pytest.raises(InputError, match="0 to 1"):
        check_time_weight(weight)
    with pytest.raises(InputError, match="0 to 1"):
        check_time_weight("0.5")  # type: ignore[arg-type]
    assert [check_time_weight(one) for one in (0, 0.3, 1)] == [0, 0.3, 1]


@pytest.mark.parametrize(
    ("start", "end", "prefix"),
    [
        ("2025-05-31", None, "In May 2025: "),
        ("2025-05-01", "2025-05-31T23:59:59", "In May 2025: "),
        ("2025-05-01", "2025-06-01", "From May to June 2025: "),
        ("2024-12-31", "2025-01-01", "From December 2024 to January 2025: "),
        ("2024-05-01", "2025-05-01", "From May 2024 to May 2025: "),
        (None, "2025-05-01", "In May 2025: "),
        ("2025-06-01", "2025-05-01", "From May to June 2025: "),
        (None, None, ""),
    ],
)
def test_prefixes(start: str | None, end: str | None, prefix: str) -> None:
    first, last = (None if one is None else at(one) for one in (start, end))
    assert temporal_prefix(first, last) == prefix


@pytest.mark.parametrize(
    ("when", "day"),
    [
        (EARLIEST, "0001-01-01"),
        (-1e300, "0001-01-01"),
        (LATEST, "9999-12-31"),
        (1e300, "9999-12-31"),
    ],
)
def test_no_time_is_beyond_words(when: float, day: str) -> None:
    assert day_of(when) == day
    assert temporal_prefix(when).startswith("In ")
    assert minute_of(when).startswith(f"{day} ")
    assert len(minute_of(when)) == len("2025-05-31 12:30")
