"""When a relay has gone too far."""

import pytest

from sense_memory.sync.conduct import MEMORY, TOLERATED, Conduct, Offence, quarantine


@pytest.mark.parametrize("offence", list(Offence))
def test_each_offence_is_tolerated_a_number_of_times(offence: Offence) -> None:
    conduct = Conduct()
    charges = [conduct.charge(offence, 0.0) for _ in range(TOLERATED[offence])]
    assert charges == [False] * (TOLERATED[offence] - 1) + [True]


def test_three_forged_events_are_too_many() -> None:
    assert TOLERATED[Offence.FORGED] == 3


def test_different_offences_are_counted_apart() -> None:
    conduct = Conduct()
    assert not any(conduct.charge(offence, 0.0) for offence in Offence for _ in range(2))


def test_the_same_thing_is_one_offence_however_often_it_is_shown() -> None:
    conduct = Conduct()
    assert not any(conduct.charge(Offence.FORGED, 0.0, "one") for _ in range(100))
    assert not conduct.charge(Offence.FORGED, 0.0, "two")
    assert conduct.charge(Offence.FORGED, 0.0, "three")


def test_an_hour_of_good_conduct_wipes_the_slate() -> None:
    conduct = Conduct()
    assert not conduct.charge(Offence.FORGED, 0.0, "one")
    assert not conduct.charge(Offence.FORGED, 0.0, "two")
    assert not conduct.charge(Offence.FORGED, MEMORY + 1, "three")
    assert not conduct.charge(Offence.FORGED, MEMORY + 2, "one")


def test_a_quarantine_doubles_from_an_hour_to_a_day() -> None:
    hours = [quarantine(times) / 3600 for times in range(7)]
    assert hours == [1, 2, 4, 8, 16, 24, 24]
    assert quarantine(10_000) == 24 * 3600
