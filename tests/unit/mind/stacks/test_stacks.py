"""Which pieces share a stack, and what it is about."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from sense_memory.core.config import ConversationConfig
from sense_memory.mind.stacks.stacks import NO_STACK, Stacks

CONFIG = ConversationConfig()
Floats = NDArray[np.float32]


def unit(*numbers: float) -> Floats:
    """A vector of length 1."""
    vector = np.array(numbers, np.float64)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def at_cosine(cosine: float) -> Floats:
    """A vector that lies so near to ``unit(1, 0)``."""
    return np.array([cosine, math.sqrt(1 - cosine * cosine)], np.float32)


def stacked(
    vectors: Sequence[Floats] | Floats,
    turns: Sequence[int] | None = None,
    config: ConversationConfig = CONFIG,
) -> Stacks:
    """The stacks of some pieces, one a turn unless told otherwise."""
    stacks = Stacks(config)
    rows = np.array(vectors, np.float32)
    stacks.extend(rows, list(range(len(rows))) if turns is None else turns)
    return stacks


def naive(
    vectors: Floats, turns: Sequence[int], config: ConversationConfig = CONFIG
) -> tuple[list[int], list[NDArray[np.float64]]]:
    """The same, as one would write it down: each piece is compared with each stack."""
    members: list[list[int]] = []
    centroids: list[NDArray[np.float64]] = []
    labels: list[int] = []
    rows = vectors.astype(np.float64)
    turns = list(np.maximum.accumulate(turns))
    for at, turn in enumerate(turns):
        length = np.linalg.norm(rows[at])
        if length == 0:
            labels.append(NO_STACK)
            continue
        row = rows[at] = (rows[at] / length).astype(np.float32)
        near = [(round(float(one @ row), 6), stack) for stack, one in enumerate(centroids)]
        cosine, stack = max(near, default=(-math.inf, 0))
        if cosine < config.stack_threshold:
            stack = len(centroids)
            members.append([])
            centroids.append(row)
        members[stack].append(at)
        labels.append(stack)
        weights = {
            one: math.exp(-config.decay_per_turn * (turn - turns[one])) for one in members[stack]
        }
        living = [one for one, weight in weights.items() if weight >= config.death_threshold]
        total = sum((weights[one] * rows[one] for one in living), np.zeros(rows.shape[1]))
        size = np.linalg.norm(total)
        centroids[stack] = total / size if size > 1e-6 else row
    return labels, centroids


# ------------------------------------------------------------------ joining


def test_the_threshold_is_that_of_the_source() -> None:
    assert CONFIG.stack_threshold == 0.55


@pytest.mark.parametrize(("cosine", "joins"), [(0.5501, True), (0.55, True), (0.5499, False)])
def test_a_piece_joins_from_the_threshold_on(cosine: float, joins: bool) -> None:
    assert stacked([unit(1, 0), at_cosine(cosine)]).labels.tolist() == ([0, 0] if joins else [0, 1])


def test_a_piece_joins_the_nearest_stack() -> None:
    labels = stacked([unit(1, 0), unit(0, 1), unit(1, 1.1), unit(1.1, 1), unit(-1, 0)]).labels
    assert labels.tolist() == [0, 1, 1, 1, 2]
    assert stacked([unit(1, 0), unit(0, 1), unit(0.9, 1)]).labels.tolist() == [0, 1, 1]
    assert stacked([unit(1, 0), unit(0, 1), unit(1, 0.9)]).labels.tolist() == [0, 1, 0]


def test_of_two_stacks_as_near_it_joins_the_newer_one() -> None:
    assert stacked([unit(1, 0), unit(0, 1), unit(1, 1)]).labels.tolist() == [0, 1, 1]
    assert stacked([unit(0, 1), unit(1, 0), unit(1, 1)]).labels.tolist() == [0, 1, 1]


def test_a_piece_sees_the_stacks_that_others_of_its_message_began() -> None:
    vectors = [unit(1, 0), unit(0, 1), unit(0.1, 1), unit(1, 0.1)]
    assert stacked(vectors, [7, 7, 7, 7]).labels.tolist() == [0, 1, 1, 0]


def test_pieces_one_by_one_stand_as_all_at_once() -> None:
    rows = made(200, 16, 12, 3)
    whole, stacks = stacked(rows), Stacks(CONFIG)
    for at, row in enumerate(rows):
        stacks.extend([row], [at])
    assert stacks.labels.tolist() == whole.labels.tolist()
    assert stacks.count == whole.count


def test_a_piece_without_a_vector_is_in_no_stack() -> None:
    zero = np.zeros(2, np.float32)
    odd = np.array([math.nan, 1], np.float32)
    stacks = stacked([zero, unit(1, 0), zero, odd, unit(1, 0.1)])
    assert stacks.labels.tolist() == [NO_STACK, 0, NO_STACK, NO_STACK, 0]
    assert np.isfinite(stacks.centroids([1] * 5, [0] * 5, 9)).all()
    nothing = stacked([zero, zero])
    assert nothing.count == 0
    assert len(nothing.centroids([1, 1], [0, 1], 2)) == 0


def test_vectors_of_another_length_point_the_same_way() -> None:
    large, small = unit(1, 0.2) * 1e30, unit(1, 0.1) * 1e-30
    stacks = stacked([large, small])
    assert stacks.labels.tolist() == [0, 0]
    assert np.linalg.norm(stacks.vectors, axis=1) == pytest.approx(1)


def test_pieces_that_cancel_each_other_out_leave_the_newest() -> None:
    config = ConversationConfig(stack_threshold=-1.0, decay_per_turn=0.0)
    stacks = stacked([unit(1, 0), unit(-1, 0), unit(-1, 0.01)], config=config)
    assert stacks.labels.tolist() == [0, 0, 0]
    stacks = stacked([unit(1, 0), unit(-1, 0)], config=config)
    assert stacks.centroids([1, 1], [0, 0], 5).tolist() == [[-1, 0]]


@pytest.mark.parametrize(
    ("vectors", "turns"), [([[1, 0]], [1, 2]), ([1, 0], [1, 2]), ([[1, 0, 0]], [1]), ([], [1])]
)
def test_what_does_not_fit_is_refused(vectors: list[object], turns: list[int]) -> None:
    stacks = stacked([unit(1, 0)])
    with pytest.raises(ValueError, match="turns, but vectors|numbers, but"):
        stacks.extend(vectors, turns)  # type: ignore[arg-type]
    assert stacks.labels.tolist() == [0]


# ------------------------------------------------------------------ as one would write it down


def made(count: int, width: int, topics: int, seed: int, noise: float = 0.8) -> Floats:
    """Vectors around some topics."""
    random = np.random.default_rng(seed)
    about = random.normal(size=(topics, width))
    about /= np.linalg.norm(about, axis=1, keepdims=True)
    rows = about[random.integers(0, topics, count)]
    rows = rows + noise * random.normal(size=(count, width)) / math.sqrt(width)
    rows[random.random(count) < 0.02] = 0
    return rows.astype(np.float32)


@pytest.mark.parametrize(
    ("count", "width", "topics", "noise"),
    [(2_500, 384, 30, 1.0), (2_000, 64, 400, 0.7), (1_500, 8, 5, 2.0), (600, 2, 3, 1.0)],
)
def test_defect_15_products_of_matrices_find_the_stacks_that_one_by_one_would(
    count: int, width: int, topics: int, noise: float
) -> None:
    rows = made(count, width, topics, count, noise)
    turns = [at // 2 for at in range(count)]
    stacks = stacked(rows, turns)
    labels, _ = naive(rows, turns)
    assert stacks.labels.tolist() == labels
    assert stacks.count == max(labels) + 1


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(-2, 2), min_size=3, max_size=3),
            st.sampled_from([0, 0, 1, 90, 300]),
        ),
        max_size=40,
    ),
    st.sampled_from([-1.0, 0.0, 0.55, 0.8, 1.0]),
    st.sampled_from([0.0, 0.05, 0.5, 1.0]),
    st.integers(0, 40),
)
def test_stacks_and_going_back_are_as_one_by_one(
    pieces: list[tuple[list[int], int]], threshold: float, death: float, back: int
) -> None:
    config = ConversationConfig(stack_threshold=threshold, death_threshold=death)
    rows = np.array([one for one, _ in pieces], np.float32).reshape(len(pieces), 3)
    turns = np.cumsum([step for _, step in pieces]).tolist()
    labels, _ = naive(rows, turns, config)
    stacks = Stacks(config)
    stacks.extend(rows, turns)
    assert stacks.labels.tolist() == labels
    stacks.rewind(back)
    assert stacks.labels.tolist() == labels[:back]
    assert stacks.count == max(labels[:back], default=-1) + 1
    stacks.extend(rows[back:], turns[back:])
    assert stacks.labels.tolist() == labels


# ------------------------------------------------------------------ going back


def test_what_follows_a_deleted_piece_stands_as_if_it_had_never_been() -> None:
    rows = made(700, 32, 20, 5)
    turns = list(range(700))
    for gone in (0, 3, 255, 256, 600, 699):
        stacks = stacked(rows, turns)
        stacks.rewind(gone)
        stacks.extend(rows[gone + 1 :], turns[gone + 1 :])
        left = [at for at in turns if at != gone]
        afresh = stacked(rows[left], left)
        assert stacks.labels.tolist() == afresh.labels.tolist()
        ones = [1.0] * 699
        assert stacks.centroids(ones, left, 700) == pytest.approx(
            afresh.centroids(ones, left, 700), abs=1e-6
        )


def test_the_dead_stay_dead_behind_what_is_put_in_again() -> None:
    rows = [*([unit(1, 0)] * 100), at_cosine(0.6), at_cosine(-0.1)]
    turns = [*([0] * 100), 300, 300]
    stacks = stacked(rows, turns)
    assert set(stacks.labels.tolist()) == {0}
    for back in (101, 100, 50):
        stacks.rewind(back)
        stacks.extend(rows[back:], turns[back:])
        assert set(stacks.labels.tolist()) == {0}


def test_going_back_step_by_step_is_going_back() -> None:
    rows = made(400, 16, 9, 6)
    stacks, whole = stacked(rows), stacked(rows)
    for count in range(399, 150, -1):
        stacks.rewind(count)
    ones = [1.0] * 150
    stacks.rewind(150)
    before = stacks.centroids(ones, range(150), 150)
    stacks.extend(rows[150:], range(150, 400))
    assert stacks.labels.tolist() == whole.labels.tolist()
    assert before.tolist() == stacked(rows[:150]).centroids(ones, range(150), 150).tolist()


def test_nothing_of_a_forgotten_piece_stays_in_memory() -> None:
    stacks = stacked([unit(1, 0), unit(0, 1), unit(0, 1)])
    stacks.rewind(1)
    assert len(stacks) == 1
    assert not stacks._vectors[1:].any()
    assert not stacks._sums.any()
    assert not stacks._centroids.any()
    stacks.rewind(0)
    assert (len(stacks), stacks.count) == (0, 0)
    stacks.extend([unit(1, 0, 0)], [4])  # another encoder
    assert stacks.labels.tolist() == [0]


# ------------------------------------------------------------------ centroids


def test_a_centroid_is_the_mean_by_effective_weight() -> None:
    stacks = stacked([unit(1, 0), unit(1, 1)])
    even = stacks.centroids([1, 1], [0, 0], 0)
    assert even[0] == pytest.approx(unit(*(unit(1, 0) + unit(1, 1))), abs=1e-6)
    decayed = stacks.centroids([1, 1], [0, 50], 50)
    assert decayed[0] == pytest.approx(unit(*(0.5 * unit(1, 0) + unit(1, 1))), abs=1e-6)
    boosted = stacks.centroids([3, 1], [50, 50], 50)
    assert boosted[0] == pytest.approx(unit(*(3 * unit(1, 0) + unit(1, 1))), abs=1e-6)
    assert np.linalg.norm(boosted) == pytest.approx(1)


def test_the_dead_say_nothing_of_what_a_stack_is_about() -> None:
    stacks = stacked([unit(1, 0), unit(1, 1)])
    assert stacks.centroids([1, 1], [0, 217], 217)[0] == pytest.approx(unit(1, 1), abs=1e-6)
    both = stacks.centroids([1, 1], [0, 216], 216)[0]
    assert both == pytest.approx(unit(*(0.05006 * unit(1, 0) + unit(1, 1))), abs=1e-4)


def test_a_stack_of_the_dead_is_about_what_it_was_about_before_the_last_one_died() -> None:
    stacks = stacked([unit(1, 0), unit(1, 1), unit(1, 0.5)])
    use = [1, 2, 1], [30, 80, 0]
    last = stacks.centroids(*use, 346)  # the second one dies after turn 346.1, the others before
    assert last[0] == pytest.approx(unit(1, 1), abs=1e-6)
    for turn in (347, 400, 10_000, 10**9):
        assert stacks.centroids(*use, turn) == pytest.approx(last, abs=1e-6)
    two = [1, 1, 1], [80, 80, 0]  # two die in the same turn
    assert stacks.centroids(*two, 900) == pytest.approx(stacks.centroids(*two, 296), abs=1e-6)
    assert stacks.centroids(*two, 296)[0] == pytest.approx(unit(*(unit(1, 0) + unit(1, 1))))


def test_a_stack_that_never_lived_is_about_all_of_it() -> None:
    stacks = stacked([unit(1, 0), unit(1, 1)])
    both = stacks.centroids([1, 1], [0, 0], 0)
    assert stacks.centroids([0.01, 0.01], [0, 0], 900) == pytest.approx(both, abs=1e-6)
    assert stacks.centroids([0.0, 0.0], [0, 0], 9)[0] == pytest.approx(unit(1, 1), abs=1e-6)
    still = stacked([unit(1, 0), unit(1, 1)], config=ConversationConfig(decay_per_turn=0.0))
    assert still.centroids([0.01, 0.01], [0, 0], 900) == pytest.approx(both, abs=1e-6)
    for death in (0.0, 1.0):
        config = ConversationConfig(death_threshold=death)
        odd = stacked([unit(1, 0), unit(1, 1)], config=config)
        assert odd.centroids([1, 1], [0, 0], 900) == pytest.approx(both, abs=1e-6)


def test_defect_8_what_was_edited_weighs_as_of_the_current_turn() -> None:
    # turn 3 was edited in turn 100: its new piece counts from turn 3 on, not as if it were turn 3
    stacks = stacked([unit(1, 0), unit(1, 1)], [0, 3])
    then, now = stacks.centroids([1, 1], [80, 3], 3), stacks.centroids([1, 1], [80, 3], 100)
    assert then[0] == pytest.approx(unit(*(unit(1, 0) + unit(1, 1))), abs=1e-6)
    aged = unit(1, 0) * 2 ** (-20 / 50) + unit(1, 1) * 2 ** (-97 / 50)
    assert now[0] == pytest.approx(unit(*aged), abs=1e-6)


def test_use_moves_no_piece_to_another_stack() -> None:
    rows = made(300, 16, 9, 11)
    stacks = stacked(rows)
    before = stacks.labels.tolist()
    stacks.centroids(np.linspace(0, 8, 300), list(range(300)), 400)
    assert stacks.labels.tolist() == before == naive(rows, list(range(300)))[0]


def test_a_number_that_goes_back_counts_as_the_one_before() -> None:
    rows = made(300, 16, 9, 12)
    turns = [at if at % 7 else 0 for at in range(300)]
    assert stacked(rows, turns).labels.tolist() == naive(rows, turns)[0]
