"""This machine's clock against others."""

from pathlib import Path

import pytest

from sense_memory.core.finding import Level
from sense_memory.io.doctor.clock import look_at_clock
from sense_memory.io.doctor.relay import Call
from sense_memory.io.file_report import FileReport
from sense_memory.io.relay_greeting import Greeting

NOW = 1_800_000_000.0


def calls(*offsets: float | None) -> list[Call]:
    return [Call("wss://relay.example", Greeting("", offset)) for offset in offsets]


def a_file(newest_at: int | None) -> FileReport:
    return FileReport(Path("file"), 2, 1, "0" * 64, "blinded", 1, 0, newest_at, (), ())


@pytest.mark.parametrize(
    ("offsets", "level"),
    [
        ((), Level.OK),
        ((None,), Level.OK),
        ((0.4, -1.2), Level.OK),
        ((61,), Level.WARNING),
        ((-61,), Level.WARNING),
        ((901,), Level.PROBLEM),
        ((-3_600, -3_601), Level.PROBLEM),
        ((86_400, 2), Level.OK),  # the relay that disagrees with the other is wrong itself
    ],
)
def test_against_relays(offsets: tuple[float | None, ...], level: Level):
    (finding,) = look_at_clock(calls(*offsets), None, NOW)
    assert (finding.check, finding.level) == ("clock.relays", level)


def test_the_direction_is_told():
    (behind,) = look_at_clock(calls(3_600), None, NOW)
    (ahead,) = look_at_clock(calls(-3_600), None, NOW)
    assert "3600 s behind the relays'" in behind.message
    assert "3600 s ahead of the relays'" in ahead.message


@pytest.mark.parametrize(
    ("newest_at", "level"),
    [(int(NOW) - 5, Level.OK), (int(NOW) + 899, Level.OK), (int(NOW) + 901, Level.PROBLEM)],
)
def test_against_the_file(newest_at: int, level: Level):
    _, finding = look_at_clock([], a_file(newest_at), NOW)
    assert (finding.check, finding.level) == ("clock.file", level)


def test_whose_clock_is_wrong():
    _, alone = look_at_clock([], a_file(int(NOW) + 9_999), NOW)
    _, agreed = look_at_clock(calls(0.0), a_file(int(NOW) + 9_999), NOW)
    assert "a clock is wrong" in alone.message
    assert "another device's clock was ahead" in agreed.message
    assert len(look_at_clock([], a_file(None), NOW)) == 1
