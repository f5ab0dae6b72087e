"""How fast a relay is written to."""

import pytest

from sense_memory.sync.rate import FASTEST, OKS_PER_STEP, SLOWEST, WriteRate


def test_writes_are_spaced_evenly() -> None:
    rate = WriteRate(5.0)
    assert [rate.take(100.0) for _ in range(4)] == pytest.approx([0, 0.2, 0.4, 0.6])


def test_time_that_passed_unused_is_not_saved_up() -> None:
    """A burst after a pause is what relays dislike."""
    rate = WriteRate(5.0)
    rate.take(100.0)
    assert [rate.take(200.0), rate.take(200.0)] == pytest.approx([0, 0.2])


def test_a_relay_on_this_machine_has_no_limit_until_it_asks_for_one() -> None:
    rate = WriteRate(None)
    assert [rate.take(100.0) for _ in range(100)] == [0] * 100
    rate.refused(100.0)
    assert rate.per_second == FASTEST / 2
    assert rate.take(100.0) == 2.0


def test_every_twentieth_yes_speeds_up_a_little() -> None:
    rate = WriteRate(5.0)
    for _ in range(OKS_PER_STEP - 1):
        rate.accepted()
    assert rate.per_second == 5.0
    rate.accepted()
    assert rate.per_second == 5.5


def test_there_is_a_fastest_rate() -> None:
    rate = WriteRate(FASTEST)
    for _ in range(OKS_PER_STEP * 10):
        rate.accepted()
    assert rate.per_second == FASTEST


def test_rate_limited_halves_the_rate_and_pauses() -> None:
    rate = WriteRate(5.0)
    rate.refused(100.0)
    assert rate.per_second == 2.5
    assert rate.take(100.0) == 2.0


def test_there_is_a_slowest_rate_and_its_pause_is_as_long() -> None:
    rate = WriteRate(5.0)
    for n in range(50):
        rate.refused(100.0 * n)
    assert rate.per_second == SLOWEST
    assert rate.take(100.0 * 49) == pytest.approx(60)


def test_an_unlimited_relay_stays_unlimited_when_it_says_yes() -> None:
    rate = WriteRate(None)
    for _ in range(OKS_PER_STEP):
        rate.accepted()
    assert rate.per_second is None
