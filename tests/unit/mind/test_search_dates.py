"""Dates that a question names."""

from datetime import UTC, datetime

import numpy as np
import pytest

from sense_memory.mind.search.dates import NEAR, SAME_MONTH, Asked, date_words, dates_in

NOW = datetime(2024, 3, 10, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What happened on 2023-05-08?", ["2023-05-08"]),
        ("on 8 May 2023", ["2023-05-08"]),
        ("on the 8th of May, 2023", ["2023-05-08"]),
        ("on May 8th, 2023", ["2023-05-08"]),
        ("on Sept. 3", ["????-09-03"]),
        ("in March 2024", ["2024-03"]),
        ("plans for 2024-07", ["2024-07"]),
        ("what did she do in June?", ["????-06"]),
        ("what happened in 2022", ["2022"]),
        ("yesterday", ["2024-03-09"]),
        ("3 days ago", ["2024-03-07"]),
        ("two weeks ago", ["2024-02-25"]),
        ("a month ago", ["2024-02"]),
        ("three months ago", ["2023-12"]),
        ("last month", ["2024-02"]),
        ("last year", ["2023"]),
        ("between 1 May 2023 and 3 May 2023", ["2023-05-01", "2023-05-03"]),
        ("May I ask how you march?", []),
        ("room 2023", []),
        ("on 2023-13-40", []),
        ("1234-56", []),
    ],
)
def test_what_is_taken_for_a_date(question: str, expected: list[str]):
    assert [str(date) for date in dates_in(question, NOW)] == expected


def test_an_exact_date_makes_its_parts_no_dates_of_their_own():
    assert dates_in("8 May 2023, in May", NOW) == (Asked(2023, 5, 8),)


def _fits(asked: Asked, *dates: tuple[int, int, int]) -> list[float]:
    times = [datetime(*date, 12, tzinfo=UTC).timestamp() for date in dates]
    return [round(float(value), 3) for value in asked.matches(np.array(times))]


def test_how_well_a_time_fits():
    day = Asked(2023, 5, 8)
    dates = ((2023, 5, 8), (2023, 5, 6), (2023, 5, 20), (2023, 6, 8), (2022, 5, 8))
    assert _fits(day, *dates) == [1.0, NEAR, SAME_MONTH, 0.0, 0.0]
    assert _fits(Asked(month=5, day=8), *dates) == [1.0, NEAR, SAME_MONTH, 0.0, 1.0]
    assert _fits(Asked(2023, 5), *dates) == [1.0, 1.0, 1.0, 0.0, 0.0]
    assert _fits(Asked(2023), *dates) == [SAME_MONTH] * 4 + [0.0]


def test_a_time_that_is_none_fits_nothing():
    times = np.array([float("nan"), float("inf"), 1e300, -1e300])
    assert not Asked(month=1).matches(times).any()


def test_what_is_left_of_a_question_without_its_dates():
    assert date_words("what did we do on 8 May 2023").split() == ["what", "did", "we", "do", "on"]
