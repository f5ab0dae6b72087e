"""What has drifted, what only looks so, and what does not move at all."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.config import RapportConfig
from sense_memory.core.rapport import Drift
from sense_memory.core.records.rapport import DIMENSIONS, Direction, RapportVector, Reading
from sense_memory.mind.rapport.drift import drifts, in_words, stuck
from sense_memory.mind.rapport.vector import learned, step

from .sessions import (
    AS_PUBLISHED,
    CONFIG,
    HIGHER,
    LOWER,
    reading,
    sessions,
    standing,
    vector_of,
    wish,
)

WARM_UP = RapportConfig(drift_mutes_corrected=False)
MUTED = RapportConfig(drift_warm_up=False)


def found(some: list[Reading], config: RapportConfig, *, before_last: bool = False) -> list[Drift]:
    """What has drifted after some sessions."""
    log = some[:-1] if before_last else some
    return drifts(vector_of(some, config), log, config)


# --- the default function: "0.25 or more from the per-dimension mean, at least 5 entries, all 7"


def test_what_has_drifted_says_from_where_and_which_way() -> None:
    some = [reading(n, {**dict.fromkeys(DIMENSIONS, 0.5), "warmth": 0.1}) for n in range(5)]
    now = RapportVector(warmth=0.4567)
    assert drifts(now, some, AS_PUBLISHED) == [
        Drift("warmth", 0.1, 0.4567, 0.357, Direction.HIGHER)
    ]
    low = RapportVector(humor=0.2, depth=0.0)
    assert [
        (one.dimension, one.direction, one.drift) for one in drifts(low, some, AS_PUBLISHED)
    ] == [
        # the farthest first
        ("depth", LOWER, 0.5),
        ("warmth", HIGHER, 0.4),
        ("humor", LOWER, 0.3),
    ]


@pytest.mark.parametrize(
    ("warmth", "has_drifted"),
    [(0.75, True), (0.7499, False), (0.25, True), (0.2501, False), (0.5, False)],
)
def test_a_quarter_is_a_drift(warmth: float, has_drifted: bool) -> None:
    some = sessions([0.5] * 5)
    assert bool(drifts(RapportVector(warmth=warmth), some, AS_PUBLISHED)) is has_drifted


def test_distances_are_those_that_are_written() -> None:
    # 0.55 − 0.3 is 0.25000000000000006, 0.35 − 0.1 is 0.24999999999999997
    for mean, now in ((0.3, 0.55), (0.1, 0.35), (0.6, 0.85), (0.7, 0.45)):
        assert len(drifts(RapportVector(warmth=now), sessions([mean] * 5), AS_PUBLISHED)) >= 1
        assert (
            drifts(RapportVector(warmth=now), sessions([mean] * 5), AS_PUBLISHED)[0].drift >= 0.25
        )


@pytest.mark.parametrize("config", [CONFIG, AS_PUBLISHED])
def test_it_takes_five_readings_and_all_seven_dimensions(config: RapportConfig) -> None:
    now = standing(1.0, unlearned=(0.1,) * 7)
    assert drifts(now, sessions([0.1] * 4), config) == []
    assert len(drifts(now, sessions([0.1] * 5), config)) == 7
    six = dict.fromkeys(DIMENSIONS[:6], 0.1)
    assert drifts(now, [reading(n, six) for n in range(9)], config) == []
    # a dimension that one of them scores has a mean
    assert len(drifts(now, [reading(n, six) for n in range(5)] + sessions([0.1]), config)) == 7
    assert drifts(now, [], config) == []


def test_the_newest_twenty_readings_count_whether_older_ones_are_there_still_or_not() -> None:
    some = sessions([1.0] * 30 + [0.1] * 20)
    now = standing(0.5, unlearned=(0.0,) * 7)
    (one, *_) = drifts(now, some, CONFIG)
    assert one.baseline == pytest.approx(0.1)
    for there in (some[30:], some[10:], some[::-1]):
        assert drifts(now, there, CONFIG) == drifts(now, some, CONFIG)
    fewer = RapportConfig(kept_readings=5, drift_readings=6)
    assert drifts(now, some, fewer) == []


def test_threshold_and_least_readings_are_settings() -> None:
    now = RapportVector(warmth=0.62)
    assert drifts(now, sessions([0.5] * 5), AS_PUBLISHED) == []
    low = RapportConfig(drift_threshold=0.12, drift_readings=6, drift_warm_up=False)
    assert drifts(now, sessions([0.5] * 5), low) == []
    assert [one.dimension for one in drifts(now, sessions([0.5] * 6), low)] == ["warmth"]


# --- the defect: a peer who was always so is said to have changed, while the vector warms up


@pytest.mark.parametrize(
    ("count", "value", "as_published"),
    [
        (4, 0.05, 0),
        # the published one alerts on all seven at the fifth session of somebody who stands at 0.05
        (5, 0.05, 7),
        # and wherever the distance from the middle is 0.4233 at 5 sessions, 0.4704 at 6
        (5, 0.5 - 0.4234, 7),
        (5, 0.5 - 0.4233, 0),
        (5, 0.5 + 0.4234, 7),
        (5, 0.5 + 0.4233, 0),
        (6, 0.5 - 0.4705, 7),
        (6, 0.5 - 0.4704, 0),
        (6, 0.05, 0),
        (7, 0.0, 0),
    ],
)
def test_who_was_always_so_has_not_drifted(count: int, value: float, as_published: int) -> None:
    some = sessions([value] * count)
    assert len(found(some, AS_PUBLISHED)) == as_published
    assert found(some, WARM_UP) == []
    assert found(some, CONFIG) == []


@given(st.floats(0, 1), st.integers(1, 40), st.floats(0.05, 1), st.booleans())
@settings(deadline=None)
def test_who_was_always_so_has_never_drifted(
    value: float, count: int, confidence: float, corrected: bool
) -> None:
    asked = wish("warmth", HIGHER if value > 0.5 else LOWER) if corrected else ()
    some = [reading(n, value, confidence=confidence, corrections=asked) for n in range(count)]
    assert found(some, WARM_UP) == []


# --- the defect: a lasting step is hardly ever seen


def reported_at(
    stable: Sequence[float], after: Sequence[float], config: RapportConfig, confidence: float = 1.0
) -> list[int]:
    """At which sessions after a change it is reported that the value is higher than it was."""
    some = [
        reading(number, value, confidence=confidence)
        for number, value in enumerate([*stable, *after])
    ]
    return [
        later
        for later in range(1, len(after) + 1)
        for one in found(some[: len(stable) + later], config)[:1]
        if one.direction is HIGHER
    ]


@pytest.mark.parametrize(
    ("far", "stable", "recent", "first"),
    [
        # from 0, after twenty sessions there
        (1.0, 20, 5, 3),
        (0.8, 20, 5, 4),
        (0.6, 20, 5, 5),
        (0.57, 20, 5, 5),
        (0.56, 20, 5, None),
        # after hundreds nothing is left of the start, and a little more has to happen
        (1.0, 300, 5, 3),
        (0.62, 300, 5, 5),
        (0.6, 300, 5, None),
        (0.6, 300, 6, 6),
        # the fewer there were, the sooner
        (0.6, 10, 5, 4),
        # as published nothing of it is seen
        (1.0, 20, 0, None),
        (1.0, 300, 0, None),
    ],
)
def test_a_lasting_step_is_reported_within_six_sessions_while_it_is_new(
    far: float, stable: int, recent: int, first: int | None
) -> None:
    config = RapportConfig(drift_recent=recent)
    seen = reported_at([0.0] * stable, [far] * 20, config)
    assert (seen[0] if seen else None) == first
    # for some sessions, one after the other; then it is how things are
    assert seen == list(range(first, first + len(seen))) if first else not seen
    assert len(seen) < 12
    # down as well as up
    down = found(sessions([1.0] * stable + [1.0 - far] * (first or 5)), config)
    assert {one.direction for one in down} == ({LOWER} if first else set())


@pytest.mark.parametrize(("recent", "first"), [(0, None), (5, 5), (10, 5)])
def test_a_reader_that_is_half_believed_sees_large_steps(recent: int, first: int | None) -> None:
    config = RapportConfig(drift_recent=recent)
    seen = reported_at([0.05] * 20, [0.95] * 15, config, confidence=0.5)
    assert (seen[0] if seen else None) == first


def test_a_step_is_told_against_what_was_before_it() -> None:
    (one, *others) = found(sessions([0.2] * 20 + [0.9] * 5), CONFIG)
    assert (len(others), one.direction) == (6, HIGHER)
    assert one.baseline == pytest.approx(0.2)
    assert one.drift == round(one.current - 0.2, 3)
    assert "higher than the 0.20 of past sessions" in in_words([one])


@pytest.mark.parametrize(
    ("count", "recent", "least", "baseline"),
    [
        # five are left: those count
        (10, 5, 5, 0.1),
        # four would be left: all count
        (9, 5, 5, (4 * 0.1 + 5 * 0.9) / 9),
        (5, 5, 5, 0.9),
        (9, 5, 4, 0.1),
        (10, 0, 5, 0.5),
        (10, 200, 1, 0.5),
        (10, 9, 1, 0.1),
    ],
)
def test_the_newest_are_left_out_where_enough_others_are_kept(
    count: int, recent: int, least: int, baseline: float
) -> None:
    some = sessions([0.1] * 5 + [0.9] * 5 if count == 10 else [0.1] * (count - 5) + [0.9] * 5)
    config = RapportConfig(drift_recent=recent, drift_readings=least, drift_warm_up=False)
    far = 1.0 if baseline < 0.6 else 0.0
    told = drifts(RapportVector(warmth=far), some[::-1], config)
    assert {one.dimension: one.baseline for one in told}["warmth"] == pytest.approx(baseline)


def test_a_dimension_that_only_the_newest_score_has_no_mean() -> None:
    six = dict.fromkeys(DIMENSIONS[:6], 0.1)
    some = [*(reading(n, six) for n in range(5)), *(reading(n, 0.1) for n in range(5, 10))]
    now = standing(1.0, unlearned=(0.1,) * 7)
    assert drifts(now, some, CONFIG) == []
    assert len(drifts(now, some, RapportConfig(drift_recent=0))) == 7


def test_stable_people_who_vary_are_hardly_ever_taken_for_changed() -> None:
    chance = random.Random(20)
    alerts = compared = 0
    for _ in range(20):
        where = {name: chance.random() for name in DIMENSIONS}
        some: list[Reading] = []
        vector = RapportVector()
        for number in range(200):
            scores = {
                name: min(1.0, max(0.0, chance.gauss(usual, 0.15))) for name, usual in where.items()
            }
            some.append(reading(number, scores))
            vector = step(vector, some[-1], CONFIG)
            alerts += len(drifts(vector, some[-CONFIG.kept_readings :], CONFIG))
            compared += len(DIMENSIONS)
    assert compared == 28_000
    assert alerts < compared / 100


def farthest(
    far: float, stable: int, config: RapportConfig, *, before_last: bool
) -> tuple[float, int]:
    """The farthest that a value is above the mean after a step from 0, and how much later."""
    finest = replace(config, drift_threshold=0.01)
    return max(
        (
            (one.drift, later)
            for later in range(1, 15)
            for one in found(
                sessions([0.0] * stable + [far] * later), finest, before_last=before_last
            )
            if one.direction is HIGHER
        ),
        key=lambda one: one[0],
    )


@pytest.mark.parametrize(
    ("config", "far", "stable", "before_last", "peak"),
    [
        # "a real step 0→1 after 20 stable sessions peaks at 0.251": against the twenty before it
        (AS_PUBLISHED, 1.0, 20, True, (0.251, 6)),
        (AS_PUBLISHED, 0.99, 20, True, (0.249, 6)),
        # where the reading counts in the mean as well
        (AS_PUBLISHED, 1.0, 20, False, (0.201, 6)),
        (RapportConfig(drift_recent=0), 1.0, 20, False, (0.204, 7)),
        (RapportConfig(drift_recent=0), 1.0, 300, False, (0.172, 7)),
        # without the newest five in it
        (CONFIG, 1.0, 20, False, (0.441, 5)),
        (CONFIG, 1.0, 300, False, (0.41, 5)),
        # half a step is half as far
        (CONFIG, 0.5, 20, False, (0.221, 5)),
    ],
)
def test_how_far_a_lasting_step_is_seen(
    config: RapportConfig, far: float, stable: int, before_last: bool, peak: tuple[float, int]
) -> None:
    assert farthest(far, stable, config, before_last=before_last) == peak


@pytest.mark.parametrize("far", [0.3, 0.5, 0.8, 0.98, 1.0])
def test_no_step_below_99_percent_fires_as_published(far: float) -> None:
    # "any step below 0.99 never fires"
    fired = [
        later
        for later in range(1, 40)
        for one in found(sessions([0.0] * 20 + [far] * later), AS_PUBLISHED, before_last=True)[:1]
        if one.direction is HIGHER
    ]
    assert bool(fired) is (far == 1.0)


def test_a_lower_threshold_sees_a_smaller_step() -> None:
    low = RapportConfig(drift_threshold=0.15)
    assert reported_at([0.1] * 40, [0.5] * 7, CONFIG) == []
    assert reported_at([0.1] * 40, [0.5] * 7, low)[0] == 5
    # and who was always so has not drifted by it either
    assert found(sessions([0.05] * 5), low) == []


def test_a_return_to_how_it_was_long_ago_is_seen() -> None:
    some = sessions([1.0] * 60 + [0.0] * 14 + [1.0] * 6)
    assert {one.direction for one in found(some, CONFIG)} == {HIGHER}


# --- the defect: what a peer asked for is reported as a drift at once


def a_correction(value: float) -> list[Reading]:
    """Twenty quiet sessions at 0.3, and one in which warmth is asked for, and given."""
    asked = reading(
        99, {**dict.fromkeys(DIMENSIONS, 0.3), "warmth": value}, corrections=wish("warmth", HIGHER)
    )
    return [*sessions([0.3] * 20), asked]


def test_what_was_asked_for_in_the_last_session_is_no_drift() -> None:
    # "a requested correction fires at once (0.271)": a step of 0.6, half of which is made,
    # against all twenty-one sessions
    start = standing(0.3, unlearned=(0.0,) * 7)
    some = a_correction(0.9)
    now = step(start, some[-1], CONFIG)
    (told,) = drifts(now, some, AS_PUBLISHED)
    assert (told.dimension, told.drift) == ("warmth", 0.27)
    one_more = replace(AS_PUBLISHED, kept_readings=21)
    assert drifts(now, some, one_more)[0].drift == 0.271
    # against those before it, it is all of the way that it went
    assert [one.drift for one in drifts(now, some, WARM_UP)] == [0.3]
    assert drifts(now, some, MUTED) == drifts(now, some, CONFIG) == []
    # in the sessions after it, as long as the wish is among those that count
    after = [*some, reading(100, 0.9)]
    on = step(now, after[-1], CONFIG)
    assert drifts(on, after, CONFIG) == []
    assert [one.dimension for one in drifts(on, after, WARM_UP)] == ["warmth"]
    # the other way was not asked for
    back = [*some, *(reading(100 + n, 0.0) for n in range(5))]
    fallen = standing(0.3, warmth=0.0, unlearned=(0.0,) * 7)
    assert [one.direction for one in drifts(fallen, back, CONFIG)] == [LOWER]


def test_only_what_was_asked_for_is_left_out() -> None:
    now = RapportVector(warmth=0.9, humor=0.9, unlearned=(0.0,) * 7)
    for direction in (HIGHER, LOWER, None):
        some = [*sessions([0.5] * 9), reading(9, 0.5, corrections=wish("warmth", direction))]
        assert [one.dimension for one in drifts(now, some, CONFIG)] == ["humor"]
        # the last session is the newest, wherever it stands
        assert [one.dimension for one in drifts(now, some[::-1], CONFIG)] == ["humor"]
    of_style = [*sessions([0.5] * 9), reading(9, 0.5, corrections=wish("style", HIGHER))]
    assert [one.dimension for one in drifts(now, of_style, CONFIG)] == ["warmth", "humor"]


# --- what the comparison is worth where little was learned


def test_a_dimension_that_nothing_has_moved_is_not_compared() -> None:
    # each time it was scored, the peer asked for the opposite: the vector stands at its start
    some = [reading(n, 0.95, corrections=wish("warmth", LOWER)) for n in range(6)]
    now = vector_of(some)
    assert learned(now, "warmth") is None
    assert found(some, WARM_UP) == []
    # without the correction of the start it is 0.45 away from what it was never moved by
    assert [one.dimension for one in found(some, AS_PUBLISHED)] == []
    strict = RapportConfig(drift_warm_up=False, drift_mutes_corrected=False)
    assert [one.dimension for one in found(some, strict)] == ["warmth"]


@pytest.mark.parametrize("confidence", [1.0, 0.5, 0.05, 0.0001])
def test_readings_of_little_weight_are_compared_with_themselves(confidence: float) -> None:
    some = [reading(n, (0.1, 0.5)[n % 2], confidence=confidence) for n in range(6)]
    assert found(some, WARM_UP) == []
    now = vector_of(some)
    assert learned(now, "warmth") == pytest.approx(0.3, abs=0.04)


def test_after_a_correction_the_value_is_half_of_that_one_session() -> None:
    some = a_correction(0.9)
    now = learned(vector_of(some), "warmth")
    assert now == pytest.approx(0.9 * 0.5 + 0.3 * 0.5, abs=0.05)


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.floats(0.05, 1), st.sampled_from((None, *Direction))),
        min_size=5,
        max_size=25,
    )
)
@settings(deadline=None)
def test_nothing_is_said_that_no_reading_said(
    some: list[tuple[float, float, Direction | None]],
) -> None:
    given_ones = [
        reading(n, value, confidence=confidence, corrections=wish("warmth", way) if way else ())
        for n, (value, confidence, way) in enumerate(some)
    ]
    low, high = min(value for value, *_ in some), max(value for value, *_ in some)
    finest = RapportConfig(drift_threshold=0.01)
    for one in found(given_ones, finest):
        assert low - 1e-9 <= one.current <= high + 1e-9
        assert low - 1e-9 <= one.baseline <= high + 1e-9
        assert one.drift <= high - low + 1e-3
        assert one.direction is (HIGHER if one.current > one.baseline else LOWER)


# --- stuck: "max − min of the last 3 sessions is below 0.02"


@pytest.mark.parametrize(
    ("last", "is_stuck"),
    [
        ((0.5, 0.5, 0.5), True),
        ((0.5, 0.51, 0.519), True),
        ((0.5, 0.51, 0.52), False),
        # 0.3 − 0.28 is 0.01999999999999996 to a machine
        ((0.3, 0.28, 0.29), False),
        ((0.28, 0.2801, 0.29999), True),
        ((0.5, 0.9, 0.5), False),
        ((0.5, 0.5), False),
        ((), False),
    ],
)
def test_what_does_not_move_in_three_sessions_is_stuck(
    last: tuple[float, ...], is_stuck: bool
) -> None:
    assert stuck(sessions(last), CONFIG) == (list(DIMENSIONS) if is_stuck else [])
    # what was before does not count, nor does the order they are given in
    before = [0.0, 1.0] if len(last) == 3 else []
    assert stuck(sessions([*before, *last])[::-1], CONFIG) == (list(DIMENSIONS) if is_stuck else [])


def test_only_what_all_three_score_is_stuck() -> None:
    some = [
        reading(0, {**dict.fromkeys(DIMENSIONS, 0.4), "humor": 0.9}),
        reading(1, dict.fromkeys(DIMENSIONS[:-1], 0.4)),
        reading(2, 0.4),
    ]
    assert stuck(some, CONFIG) == [
        name for name in DIMENSIONS if name not in ("humor", "resilience")
    ]


def test_how_many_and_how_close_are_settings() -> None:
    some = sessions([0.4, 0.5, 0.5])
    assert stuck(some, CONFIG) == []
    assert stuck(some, RapportConfig(stuck_readings=2)) == list(DIMENSIONS)
    assert stuck(some, RapportConfig(stuck_range=0.11)) == list(DIMENSIONS)


# --- in words: "text, empty if none"


def test_in_words() -> None:
    assert in_words([]) == ""
    told = in_words(
        [
            Drift("warmth", 0.5, 0.8049, 0.305, HIGHER),
            Drift("humor", 0.512, 0.2, 0.312, LOWER),
        ]
    )
    _, *lines = told.splitlines()
    assert lines == [
        "- warmth: 0.80, 0.30 higher than the 0.50 of past sessions",
        "- humor: 0.20, 0.31 lower than the 0.51 of past sessions",
    ]
