"""Moments as people write them."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.since import moment, moment_to_come

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC).timestamp()


@pytest.fixture
def on_the_west_coast(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "PST8PDT,M3.2.0,M11.1.0")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("45s", 45), ("30m", 1_800), ("2h", 7_200), ("2d", 172_800), ("1w", 604_800), ("0d", 0)],
)
def test_durations_count_back_from_now(text: str, seconds: int):
    assert moment(text, NOW) == NOW - seconds


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-11-01T12:30:00Z", datetime(2026, 11, 1, 12, 30, tzinfo=UTC)),
        ("2026-11-01 12:30:15+02:00", datetime(2026, 11, 1, 10, 30, 15, tzinfo=UTC)),
        # without a zone: of this machine, eight hours behind UTC in November, seven in October
        ("2026-11-02", datetime(2026, 11, 2, 8, 0, tzinfo=UTC)),
        ("2026-10-01T12:30", datetime(2026, 10, 1, 19, 30, tzinfo=UTC)),
    ],
)
def test_dates(on_the_west_coast: None, text: str, at: datetime):
    assert moment(text, NOW) == at.timestamp()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a moment is"),
        ("2", "a moment is"),
        ("2 d", "a moment is"),
        ("-2d", "a moment is"),
        ("1.5h", "a moment is"),
        ("2d ", "a moment is"),
        ("٢d", "a moment is"),
        ("yesterday", "a moment is"),
        ("2026-11", "a moment is"),
        ("20261101", "a moment is"),
        ("2026-W45-1", "a moment is"),
        ("2026-11-01T12", "a moment is"),
        ("2026-11-01\n", "a moment is"),
        ("2026-02-30", "there is no such date"),
        ("2026-13-01", "there is no such date"),
        ("2026-11-01T25:00", "there is no such date"),
        ("2026-11-22", "has not come yet"),
        ("9999-12-31", "has not come yet"),
    ],
)
def test_anything_else_is_refused(text: str, why: str):
    with pytest.raises(InputError, match=why):
        moment(text, NOW)


@pytest.mark.parametrize(
    ("text", "seconds"), [("30d", 30 * 86_400), ("2026-11-21T13:00:00Z", 3_600), ("1s", 1)]
)
def test_what_is_to_come_counts_from_now(text: str, seconds: int):
    assert moment_to_come(text, NOW) == NOW + seconds


@pytest.mark.parametrize("text", ["0d", "2026-11-21T12:00:00Z", "2026-11-01", "soon", "2026-02-30"])
def test_what_has_passed_is_not_to_come(text: str):
    with pytest.raises(InputError):
        moment_to_come(text, NOW)
