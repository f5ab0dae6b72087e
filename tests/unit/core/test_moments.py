"""Moments as callers give them."""

from datetime import UTC, datetime

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.moments import EARLIEST, LATEST, dated, moment_of

NOON = datetime(2026, 11, 1, 12, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "at",
    [
        NOON.timestamp(),
        int(NOON.timestamp()),
        NOON,
        "2026-11-01T12:30:00Z",
        "2026-11-01 13:30+01:00",
        "2026-11-01T12:30:00.000Z",
    ],
)
def test_one_moment_in_many_forms(at: float | datetime | str) -> None:
    assert moment_of(at) == NOON.timestamp()


def test_a_date_without_a_zone_is_of_this_machine() -> None:
    assert moment_of("2026-11-01") == datetime(2026, 11, 1).timestamp()  # noqa: DTZ001


@pytest.mark.parametrize(
    "at", ["yesterday", "2d", "", "2026-02-30", True, float("nan"), float("inf"), 1e12, None, []]
)
def test_what_is_no_moment_is_refused(at: object) -> None:
    with pytest.raises(InputError, match="a time"):
        moment_of(at)  # type: ignore[arg-type]


def test_a_duration_is_not_offered_where_none_is_taken() -> None:
    with pytest.raises(InputError) as raised:
        moment_of("next week")
    assert "2d" not in str(raised.value)
    assert "ISO 8601" in str(raised.value)


@pytest.mark.parametrize("at", [0.0, -1.5, NOON.timestamp(), 1_795_324_893.25, EARLIEST, LATEST])
def test_what_an_error_says_of_a_moment_means_it(at: float) -> None:
    assert moment_of(dated(at)) == at
