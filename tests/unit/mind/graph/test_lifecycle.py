"""What nodes and edges are worth by now: every number, and the states."""

import math
from dataclasses import replace
from typing import Any

import pytest

from sense_memory.core.records.graph import Edge, GraphState, Life, Node, TTLPolicy
from sense_memory.mind.graph.lifecycle import (
    BASE_RATE,
    Decay,
    accessed,
    archived_from,
    decay,
    salience,
    spaced,
    spacing,
    state,
)

T0 = 1_700_000_000.0
DAY = 86_400.0
UNUSED = Life()
CANDIDATE, ACTIVE, CORE, ARCHIVED = GraphState


def edge(life: Life = UNUSED, **fields: Any) -> Edge:
    return Edge("1", "person:a", "person:b", "friend", life=life, created_at=T0, **fields)


def node(key: str, life: Life = UNUSED, **fields: Any) -> Node:
    return Node(key, "N", life=life, created_at=T0, **fields)


def used(count: int = 1, **fields: Any) -> Life:
    return Life(access_count=count, last_accessed_at=T0, **fields)


def days_until_archived(one: Edge | Node) -> float | None:
    at = archived_from(one)
    return None if at is None else (at - T0) / DAY


def recalled(one: Edge, *days: float) -> Edge:
    """The same after a recall on each of these days."""
    for day in days:
        one = replace(one, life=accessed(one, T0 + day * DAY))
    return one


def test_the_base_formula_takes_195_days_and_halves_in_34() -> None:
    base = Decay(0.5, BASE_RATE, T0)
    assert ((base.reaches(0.01) or 0) - T0) / DAY == pytest.approx(195.6, abs=0.05)
    assert base.at(T0 + 34.66 * DAY) == pytest.approx(0.25, abs=1e-4)


@pytest.mark.parametrize(
    ("one", "days"),
    [
        (edge(), None),
        (edge(confidence=0.8), None),
        (edge(confidence=1.0), None),
        (edge(confidence=0.79), math.log(50) / (0.02 * 1.42)),
        (edge(confidence=0.4), 88.9),
        (edge(confidence=0.0), math.log(50) / 0.06),
        # once it is used, confidence is no matter
        (recalled(edge(), 0), 405.2),
        (recalled(edge(confidence=0.4), 0), 405.2 - 0.0),
        (edge(used(1, salience=0.575, decay_gradient=3.0)), 405.2),
        (edge(used(4, salience=0.5)), math.log(50) / (0.02 / 5)),
        (edge(used(4, salience=0.5, decay_gradient=2.0)), math.log(50) / (0.02 / 17)),
        (edge(used(4, salience=0.5, decay_gradient=0.5)), math.log(50) / (0.02 / 3)),
        (edge(used(1, salience=0.009)), 0.0),
        (edge(ttl_policy=TTLPolicy.KEEP_FOREVER, confidence=0.1), None),
        (edge(ttl_policy=TTLPolicy.EPHEMERAL), 90.0),
        (edge(ttl_policy=TTLPolicy.EPHEMERAL, confidence=0.0), math.log(50) / 0.06),
        (node("person:a", ttl_policy=TTLPolicy.EPHEMERAL), 90.0),
        (node("source:a", ttl_policy=TTLPolicy.EPHEMERAL), 30.0),
        (node("artifact:a", ttl_policy=TTLPolicy.EPHEMERAL), 30.0),
        (node("person:a", confidence=0.4), 88.9),
    ],
)
def test_days_until_it_is_archived(one: Edge | Node, days: float | None) -> None:
    found = days_until_archived(one)
    if days is None or found is None:
        assert found is days
        assert state(one, T0 + 100_000 * DAY) is not ARCHIVED
        return
    assert found == pytest.approx(days, abs=0.05)
    assert state(one, T0 + (found + 0.001) * DAY) is ARCHIVED
    if days:
        assert state(one, T0 + (found - 0.001) * DAY) is not ARCHIVED


def test_forty_percent_is_at_a_tenth_after_36_days_and_a_half_after_15() -> None:
    """Formula, not the document's own figures."""
    one = edge(confidence=0.4)
    assert salience(one, T0 + math.log(2) / 0.044 * DAY) == pytest.approx(0.25)
    assert math.log(2) / 0.044 == pytest.approx(15.8, abs=0.05)


def test_salience_depends_on_the_record_and_the_time_alone() -> None:
    """Asked every night it says the same as asked once: nothing is multiplied up."""
    one = edge(confidence=0.4)
    nights = [salience(one, T0 + night * DAY) for night in range(89)]
    assert nights[20] == pytest.approx(0.5 * math.exp(-0.044 * 20))
    assert state(one, T0 + 88 * DAY) is CANDIDATE
    assert salience(one, T0 - DAY) == 0.5
    assert decay(one) == Decay(0.5, 0.02 * (1 + (1 - 0.4) * 2), T0)


def test_a_use_adds_to_what_is_left() -> None:
    one = edge(confidence=0.4)
    at = T0 + 30 * DAY
    life = accessed(one, at)
    assert life.salience == pytest.approx(0.5 * math.exp(-0.044 * 30) + 0.075)
    assert (life.access_count, life.last_accessed_at) == (1, at)
    assert accessed(edge(used(salience=0.99)), T0).salience == 1.0
    kept = edge(ttl_policy=TTLPolicy.KEEP_FOREVER)
    assert salience(kept, T0 + 1000 * DAY) == accessed(kept, T0).salience == 1.0


@pytest.mark.parametrize(
    ("count", "expected"), [(0, CANDIDATE), (1, ACTIVE), (9, ACTIVE), (10, CORE), (11, CORE)]
)
def test_a_state_follows_from_uses(count: int, expected: GraphState) -> None:
    one = edge() if count == 0 else recalled(edge(), *(day for day in range(count)))
    assert one.life.access_count == count
    assert state(one, T0 + 12 * DAY) is expected


def test_what_comes_back_is_active_first_and_core_with_the_next_use() -> None:
    one = recalled(edge(), *range(10))
    assert state(one, T0 + 10 * DAY) is CORE
    gone = archived_from(one)
    assert gone is not None
    late = (gone - T0) / DAY + 1
    assert state(one, T0 + late * DAY) is ARCHIVED
    one = recalled(one, late)
    assert state(one, T0 + late * DAY) is ACTIVE
    one = recalled(one, late + 1)
    assert state(one, T0 + (late + 1) * DAY) is CORE


def test_what_is_ephemeral_comes_back_for_as_long_again() -> None:
    one = recalled(edge(ttl_policy=TTLPolicy.EPHEMERAL), 100)
    assert state(one, T0 + 189 * DAY) is ACTIVE
    assert state(one, T0 + 191 * DAY) is ARCHIVED


def test_a_macro_is_core() -> None:
    macro = node("macro:m", ttl_policy=TTLPolicy.KEEP_FOREVER)
    assert state(macro, T0 + 10_000 * DAY) is CORE
    assert state(node("storyline:s"), T0) is CANDIDATE


@pytest.mark.parametrize(
    ("days", "expected"),
    [(0, 0.05), (1, 0.0969), (7, 0.3337), (14, 0.5336), (30, 0.7963), (60, 0.9628), (90, 1.0)],
)
def test_spacing(days: float, expected: float) -> None:
    assert spacing(days) == pytest.approx(expected, abs=5e-5)


def test_spacing_is_whole_from_ninety_days_on() -> None:
    assert spacing(91) == spacing(10_000) == 1.0


@pytest.mark.parametrize(
    ("gradient", "interval", "last", "expected"),
    [
        (1.0, 7, 0, 1.0 + 0.1 * 0.3337),
        (1.0, 90, 30, 1.1),
        (1.0, 7, 7, 1.0),
        (1.0, 0, 7, 1.0 - 0.05 * 0.95),
        (1.0, 7, 14, 1.0 - 0.05 * (1 - 0.3337)),
        (1.0, 90, 120, 1.0),
        (0.51, 0, 7, 0.5),
        (0.5, 0, 7, 0.5),
    ],
)
def test_growing_intervals_slow_and_shrinking_ones_speed_fading(
    gradient: float, interval: int, last: int, expected: float
) -> None:
    assert spaced(gradient, interval, last) == pytest.approx(expected, abs=1e-5)


def test_only_a_recall_changes_the_gradient_and_the_first_has_no_interval() -> None:
    one = recalled(edge(), 50)
    assert (one.life.decay_gradient, one.life.last_recall_interval) == (1.0, 0)
    one = recalled(one, 57)
    assert one.life.last_recall_interval == 7
    assert one.life.decay_gradient == pytest.approx(1 + 0.1 * 0.3337, abs=1e-5)
    before = one.life
    assert salience(one, T0 + 500 * DAY) < before.salience
    assert one.life == before
    one = recalled(one, 57.2)
    assert one.life.last_recall_interval == 0
    assert one.life.decay_gradient == pytest.approx(before.decay_gradient - 0.05 * 0.95)


def test_uses_told_together_count_as_if_spread_evenly() -> None:
    start = edge(used(1, salience=0.2, last_recall_interval=7))
    life = accessed(start, T0 + 21 * DAY, 3)
    assert life.access_count == 4
    assert (life.last_recall_interval, life.decay_gradient) == (7, 1.0)
    assert life.salience == pytest.approx(salience(start, T0 + 21 * DAY) + 3 * 0.075)
    assert not life.is_revived


def test_what_comes_back_by_several_uses_is_core_at_once() -> None:
    faded = edge(used(9, salience=0.001))
    assert state(faded, T0) is ARCHIVED
    assert state(replace(faded, life=accessed(faded, T0 + DAY)), T0 + DAY) is ACTIVE
    assert state(replace(faded, life=accessed(faded, T0 + DAY, 2)), T0 + DAY) is CORE


def test_a_use_that_is_heard_of_late_counts_and_changes_nothing_else() -> None:
    one = edge(used(3))
    assert accessed(one, T0 - DAY) == replace(one.life, access_count=4)
    assert accessed(one, T0 + DAY, 0) == one.life


def test_no_number_overflows() -> None:
    one = edge(used(10**9, salience=1.0, decay_gradient=1e6))
    assert salience(one, T0 + 1e6 * DAY) == 1.0
    assert state(one, T0) is CORE
    assert archived_from(one) is None
