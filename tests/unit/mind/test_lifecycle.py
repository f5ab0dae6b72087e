"""When memories fade, dissolve and go: every formula and every published time."""

import math
import random
from dataclasses import replace
from typing import Any

import pytest

from sense_memory.core.records.persona import PersonaMemory
from sense_memory.mind.lifecycle import (
    DELETED,
    GRACE,
    StateChange,
    dissolved_since,
    dissolves_at,
    score_reaches,
    state_changes,
)

T0 = 1_700_000_000.0
DAY = 86_400.0
SUPERSEDED = {"superseded_by": "newer"}
CONTRADICTED = {"contradicts": ("newer",), **SUPERSEDED}
LINKED = {"connections": ("a", "b", "c")}
STATES = ("active", "fading", "forgotten", "dissolved")
THRESHOLDS = (0.3, 0.1, 0.01)


def memory(**fields: Any) -> PersonaMemory:
    """A memory last accessed at T0, with the given fields changed."""
    times = {"last_accessed": T0, "last_reinforced": T0, "created_at": T0}
    return PersonaMemory(
        **{"domain": "d", "facet": "f", "key": "k", "value": "v", **times, **fields}
    )


@pytest.mark.parametrize(
    ("fields", "threshold", "days"),
    [
        ({}, 0.3, 52.11),
        ({}, 0.1, 99.66),
        ({}, 0.01, 199.32),
        (SUPERSEDED, 0.3, 52.11 / 4),
        (SUPERSEDED, 0.1, 99.66 / 4),
        (SUPERSEDED, 0.01, 199.32 / 4),
        (CONTRADICTED, 0.3, 5.53),
        (CONTRADICTED, 0.01, 42.33),
        ({"contradicts": ("a",)}, 0.3, 22.11),
        (LINKED, 0.01, 210.67),
        ({"halflife_days": 10.0}, 0.3, 52.11 / 3),
        ({"halflife_days": 365.0}, 0.01, 365 * math.log2(100)),
        ({"relevance": 0.5}, 0.3, 22.11),
        ({"relevance": 0.3}, 0.3, 0.0),
        ({"relevance": 0.1}, 0.3, 0.0),
        ({"due_at": T0 + 100 * DAY}, 0.3, 152.11),
        ({"due_at": T0 - 100 * DAY}, 0.3, 52.11),
    ],
)
def test_the_score_reaches_a_threshold(
    fields: dict[str, Any], threshold: float, days: float
) -> None:
    at = score_reaches(memory(**fields), threshold)
    assert at is not None
    assert (at - T0) / DAY == pytest.approx(days, abs=0.01)


def test_what_is_pinned_reaches_nothing() -> None:
    pinned = memory(pinned=True)
    assert [score_reaches(pinned, threshold) for threshold in THRESHOLDS] == [None] * 3
    assert dissolves_at(pinned, T0) is None
    assert state_changes(pinned, T0) == ()
    assert pinned.current_relevance(T0 + 100_000 * DAY) == 1.0


def test_what_has_a_date_does_not_fade_before_it() -> None:
    due = memory(due_at=T0 + 365 * DAY)
    assert due.current_relevance(T0 + 365 * DAY) == 1.0
    assert due.current_relevance(T0 + 395 * DAY) == 0.5
    assert memory(due_at=T0 - DAY).current_relevance(T0 + 30 * DAY) == 0.5


def test_a_half_life_longer_than_time_reaches_nothing() -> None:
    assert score_reaches(memory(halflife_days=1e308), 0.3) is None


@pytest.mark.parametrize(
    ("fields", "days"),
    [
        ({}, 229.32),
        (SUPERSEDED, 199.32 / 4 + 30),
        (CONTRADICTED, 72.33),
        (LINKED, 240.67),
        ({"due_at": T0 + 365 * DAY}, 365 + 229.32),
    ],
)
def test_it_goes_thirty_days_after_it_dissolved(fields: dict[str, Any], days: float) -> None:
    at = dissolves_at(memory(**fields), T0)
    assert at is not None
    assert (at - T0) / DAY == pytest.approx(days, abs=0.01)


def test_a_contradiction_added_to_an_old_memory_does_not_delete_it_at_once() -> None:
    """By the score alone it would have dissolved 152 days ago."""
    written = T0 + 195 * DAY
    old = memory(**CONTRADICTED)
    assert old.compute_state(written) == "dissolved"
    assert dissolved_since(old, written) == written
    assert dissolves_at(old, written) == written + GRACE


def test_so_many_contradictions_that_it_never_was_above_do_not_either() -> None:
    never = memory(contradicts=tuple("abcdefgh"))
    assert never.compute_state(T0) == "dissolved"
    assert dissolved_since(never, T0 + 5 * DAY) == T0 + 5 * DAY
    assert dissolved_since(never, T0 - 5 * DAY) == T0


def test_what_is_to_come() -> None:
    at = [change.at for change in state_changes(memory(), T0, T0)]
    changes = state_changes(memory(), T0, T0)
    assert [change.state for change in changes] == ["fading", "forgotten", "dissolved", DELETED]
    assert [round((one - T0) / DAY, 2) for one in at] == [52.11, 99.66, 199.32, 229.32]
    later = T0 + 120 * DAY
    assert state_changes(memory(), later, T0) == changes[2:]
    overdue = T0 + 300 * DAY
    assert state_changes(memory(), overdue, T0) == (StateChange(DELETED, at[3]),)


def _random(chance: random.Random) -> PersonaMemory:
    def names(most: int) -> tuple[str, ...]:
        return tuple(f"n{number}" for number in range(chance.randrange(most)))

    return memory(
        relevance=chance.choice((1.0, chance.random(), chance.uniform(0, 3), 0.01, 0.0)),
        halflife_days=chance.choice((30.0, chance.uniform(0.001, 1000))),
        last_accessed=T0 + chance.uniform(-500, 500) * DAY,
        connections=names(6),
        contradicts=names(5),
        superseded_by=chance.choice((None, "newer")),
        pinned=chance.random() < 0.1,
        due_at=chance.choice((None, None, T0 + chance.uniform(-300, 300) * DAY)),
    )


def test_the_dates_are_those_at_which_the_formula_changes_its_mind() -> None:
    """Ten thousand memories: before a date the livelier state, after it the other one."""
    chance = random.Random(5)
    for _ in range(10_000):
        one = _random(chance)
        for number, threshold in enumerate(THRESHOLDS):
            at = score_reaches(one, threshold)
            if at is None:
                assert one.pinned
                continue
            second = max(1.0, one.halflife_days * DAY * 1e-6)
            if one.fades_from is not None and at > one.fades_from:
                assert STATES.index(one.compute_state(at - second)) <= number
            assert STATES.index(one.compute_state(at + second)) > number


def test_states_follow_from_the_record_and_the_time_alone() -> None:
    """What a device would say of the same record, whatever it said before."""
    chance = random.Random(6)
    for _ in range(1_000):
        one = _random(chance)
        twin = PersonaMemory.from_dict(one.to_dict())
        now, written = (T0 + chance.uniform(-600, 1500) * DAY for _ in range(2))
        assert twin == one
        assert twin.compute_state(now) == replace(one, state="dissolved").compute_state(now)
        assert state_changes(twin, now, written) == state_changes(one, now, written)
        assert dissolves_at(twin, written) == dissolves_at(one, written)
