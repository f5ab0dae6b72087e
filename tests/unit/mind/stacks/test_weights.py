"""What pieces weigh, number by number."""

import math

import pytest

from sense_memory.core.config import ConversationConfig
from sense_memory.core.conversation import Signal
from sense_memory.core.errors import InputError
from sense_memory.core.llm import Role
from sense_memory.mind.stacks.weights import (
    boost,
    demote,
    effective_weight,
    effective_weights,
    exponential_decay,
    half_life_turns_to_decay,
    is_living,
    refresh,
    turns_to_death,
)

CONFIG = ConversationConfig()
RATE = CONFIG.decay_per_turn


def signal(base: float = 1.0, last_used: int = 0) -> Signal:
    """A piece that was said in turn 0."""
    return Signal("0" * 16, "m" * 32, 0, Role.USER, "text", 0, None, base, last_used)


def test_the_numbers_are_those_of_the_source() -> None:
    assert pytest.approx(math.log(2) / 50) == RATE
    assert (CONFIG.death_threshold, CONFIG.boost, CONFIG.demote) == (0.05, 1.10, 0.95)
    assert CONFIG.max_base_weight == 8.0


@pytest.mark.parametrize(
    ("base", "last_used", "turn", "weight"),
    [
        (1.0, 0, 0, 1.0),
        (1.0, 0, 50, 0.5),
        (1.0, 0, 100, 0.25),
        (1.0, 30, 80, 0.5),
        (8.0, 0, 150, 1.0),
        (1.0, 0, 216, 0.05006),
        (1.0, 0, 217, 0.04937),
        (1.0, 90, 40, 1.0),  # used in a turn that this device does not know of yet
        (0.0, 0, 10, 0.0),
        (1.0, 0, 10**9, 0.0),
    ],
)
def test_half_the_weight_is_left_after_fifty_turns_without_use(
    base: float, last_used: int, turn: int, weight: float
) -> None:
    assert effective_weight(signal(base, last_used), turn, CONFIG) == pytest.approx(
        weight, abs=1e-5
    )
    assert exponential_decay(base, RATE, last_used, turn) == pytest.approx(weight, abs=1e-5)
    assert effective_weights([base], [last_used], turn, CONFIG) == pytest.approx(weight, abs=1e-5)


def test_defect_6_a_piece_is_dead_below_the_threshold_and_not_at_it() -> None:
    assert is_living(signal(), 216, CONFIG)
    assert not is_living(signal(), 217, CONFIG)
    assert is_living(signal(0.05), 0, CONFIG)
    assert not is_living(signal(0.0499), 0, CONFIG)


def test_a_use_starts_the_clock_anew_and_never_sets_it_back() -> None:
    used = refresh(signal(0.7, 10), 90)
    assert (used.last_used_turn, used.base_weight) == (90, 0.7)
    assert refresh(used, 40) == used
    assert effective_weight(used, 90, CONFIG) == 0.7


@pytest.mark.parametrize(
    ("base", "boosted"), [(1.0, 1.1), (7.0, 7.7), (7.5, 8.0), (8.0, 8.0), (9.0, 9.0), (0.0, 0.0)]
)
def test_what_helped_weighs_a_tenth_more_up_to_the_cap(base: float, boosted: float) -> None:
    assert boost(base, CONFIG) == pytest.approx(boosted)


def test_what_did_not_help_weighs_a_twentieth_less_without_a_floor() -> None:
    assert demote(1.0, CONFIG) == pytest.approx(0.95)
    weight = 1.0
    for _ in range(200):
        weight = demote(weight, CONFIG)
    assert 0 < weight < 1e-4
    assert ConversationConfig(demote=0.0).demote == 0
    assert demote(1.0, ConversationConfig(demote=0.0)) == 0.0


def test_defect_13_half_lives_are_in_turns() -> None:
    assert half_life_turns_to_decay(50) == pytest.approx(RATE)
    assert exponential_decay(1.0, half_life_turns_to_decay(7), 3, 10) == pytest.approx(0.5)
    for wrong in (0, -1, math.nan, math.inf):
        with pytest.raises(InputError, match="turns above 0"):
            half_life_turns_to_decay(wrong)


@pytest.mark.parametrize(
    ("base", "rate", "threshold", "turns"),
    [
        (1.0, RATE, 0.05, 216.096),
        (8.0, RATE, 0.05, 366.096),
        (0.05, RATE, 0.05, 0.0),
        (0.01, RATE, 0.05, 0.0),
        (0.0, RATE, 0.0, 0.0),
        (1.0, 0.0, 0.05, math.inf),
        (1.0, RATE, 0.0, math.inf),
    ],
)
def test_after_how_many_turns_a_piece_is_dead(
    base: float, rate: float, threshold: float, turns: float
) -> None:
    assert turns_to_death(base, rate, threshold) == pytest.approx(turns, abs=1e-3)


def test_the_turn_after_death_is_the_first_below_the_threshold() -> None:
    turns = turns_to_death(1.0, RATE, CONFIG.death_threshold)
    assert is_living(signal(), math.floor(turns), CONFIG)
    assert not is_living(signal(), math.ceil(turns), CONFIG)
