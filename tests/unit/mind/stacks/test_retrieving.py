"""Which pieces answer a message: the two tiers, number by number."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from sense_memory.core.config import ConversationConfig
from sense_memory.core.conversation import Signal
from sense_memory.core.llm import Role
from sense_memory.mind.stacks.retrieving import floor, retrieve
from sense_memory.mind.stacks.stacks import Stacks

CONFIG = ConversationConfig()
ASKED = np.array([1.0, 0.0, 0.0], np.float32)


def near(cosine: float, beside: float = 0.0) -> NDArray[np.float32]:
    """A vector at a cosine from what is asked, turned around it by an angle."""
    side = math.sqrt(1 - cosine * cosine)
    return np.array([cosine, side * math.cos(beside), side * math.sin(beside)], np.float32)


class Said:
    """Pieces that were said, one a turn, and the stacks that they are in."""

    def __init__(
        self, vectors: Sequence[NDArray[np.float32]], config: ConversationConfig = CONFIG
    ) -> None:
        self.config = config
        self.stacks = Stacks(config)
        self.stacks.extend(np.array(vectors), range(len(vectors)))
        self.signals = [
            Signal(f"{n:016x}", f"{n:032x}", 0, Role.USER, f"text {n}", n, None, 1.0, n)
            for n in range(len(vectors))
        ]

    def weigh(self, *weights: float, turn: int = 1_000) -> None:
        """Let the pieces have these effective weights in a turn."""
        self.signals = [
            Signal(one.id, one.turn_id, 0, one.role, one.text, one.turn, None, weight, turn)
            for one, weight in zip(self.signals, weights, strict=True)
        ]

    def found(self, turn: int | None = None) -> list[int]:
        """The numbers of the pieces that are retrieved."""
        now = len(self.signals) if turn is None else turn
        result = retrieve(self.signals, self.stacks, ASKED, now, self.config)
        return [one.signal.turn for one in result.signals]


def test_the_numbers_are_those_of_the_source() -> None:
    assert (CONFIG.top_stacks, CONFIG.max_thinking_space) == (6, 25)
    assert (CONFIG.activation_threshold, CONFIG.revival_similarity) == (0.15, 0.45)
    assert floor(CONFIG) == pytest.approx(1 / 3)
    assert floor(ConversationConfig(revival_similarity=0.0)) == 0.0
    assert CONFIG.minimum_similarity == 0.0


def test_a_score_is_weight_times_similarity() -> None:
    said = Said([near(0.8)])
    (one,) = retrieve(said.signals, said.stacks, ASKED, 50, CONFIG).signals
    assert one.similarity == 0.8
    assert one.weight == pytest.approx(0.5)
    assert one.score == pytest.approx(0.4)
    assert one.signal.stack == 0
    assert (one.signal.base_weight, one.signal.last_used_turn) == (1.0, 0)


@pytest.mark.parametrize(
    ("cosine", "is_found"),
    [(0.4501, True), (0.45, True), (0.4499, False), (0.0, False), (-0.9, False)],
)
def test_the_dead_come_back_from_a_cosine_on(cosine: float, is_found: bool) -> None:
    assert bool(Said([near(cosine)]).found(turn=5_000)) is is_found


def test_without_revival_the_dead_stay_dead() -> None:
    config = ConversationConfig(revival_similarity=0.0)
    assert Said([near(1.0)], config).found(turn=5_000) == []
    assert Said([near(1.0)], config).found(turn=0) == [0]


@pytest.mark.parametrize(("cosine", "is_found"), [(0.15, True), (0.1499, False), (0.3, True)])
def test_a_living_piece_is_found_from_the_threshold_on(cosine: float, is_found: bool) -> None:
    assert bool(Said([near(cosine)]).found(turn=0)) is is_found


def test_defect_6_dead_or_nearly_so_only_the_floor_counts() -> None:
    for weight in (0.0, 0.049, 0.051, 0.149, 0.33):
        said = Said([near(0.46)])
        said.weigh(weight)
        assert said.found(1_000) == [0]
        said = Said([near(0.44)])
        said.weigh(weight)
        assert said.found(1_000) == []


def test_defect_7_a_heavy_piece_that_hardly_answers_can_be_kept_out() -> None:
    said = Said([near(0.02)])
    said.weigh(8.0)
    assert said.found(1_000) == [0]
    said.config = ConversationConfig(minimum_similarity=0.1)
    assert said.found(1_000) == []
    said = Said([near(0.1)], ConversationConfig(minimum_similarity=0.1))
    said.weigh(8.0)
    assert said.found(1_000) == [0]


def test_only_the_six_nearest_stacks_are_looked_into() -> None:
    # eight stacks around what is asked; the threshold keeps them apart
    config = ConversationConfig(stack_threshold=0.999)
    cosines = [0.5, 0.9, 0.6, 0.8, 0.55, 0.7, 0.65, 0.75]
    said = Said([near(cosine, n * 0.7) for n, cosine in enumerate(cosines)], config)
    assert said.stacks.count == 8
    result = retrieve(said.signals, said.stacks, ASKED, 8, config)
    assert [stack for stack, _ in result.stacks] == [1, 3, 7, 5, 6, 2]
    assert [cosine for _, cosine in result.stacks] == [0.9, 0.8, 0.75, 0.7, 0.65, 0.6]
    assert result.considered == 6
    assert sorted(one.signal.turn for one in result.signals) == [1, 2, 3, 5, 6, 7]


def test_of_stacks_as_near_the_newer_one_is_looked_into() -> None:
    config = ConversationConfig(stack_threshold=0.999, top_stacks=1)
    assert Said([near(0.8, 0.0), near(0.8, 2.0), near(0.7, 4.0)], config).found(3) == [1]


def test_no_more_than_twenty_five_and_the_best_of_them() -> None:
    said = Said([near(0.9)] * 30)
    said.weigh(*(1 + n / 100 for n in range(30)))
    assert said.found(1_000) == list(range(29, 4, -1))


def test_of_equal_ones_the_later_is_first() -> None:
    said = Said([near(0.9)] * 3)
    said.weigh(1, 1, 1)
    assert said.found(1_000) == [2, 1, 0]
    one = said.signals[0]
    said.signals = [
        Signal(f"{n}", message, index, one.role, "x", 5, None, 1.0, 1_000)
        for n, (message, index) in enumerate([("b", 1), ("b", 0), ("a", 0)])
    ]
    result = retrieve(said.signals, said.stacks, ASKED, 1_000, CONFIG)
    assert [(one.signal.turn_id, one.signal.index) for one in result.signals] == [
        *(("a", 0), ("b", 0), ("b", 1))
    ]


def test_defect_5_nothing_is_used_by_being_looked_at() -> None:
    said = Said([near(0.9)] * 30)
    before = list(said.signals)
    result = retrieve(said.signals, said.stacks, ASKED, 30, CONFIG)
    assert said.signals == before
    assert len(result.signals) == 25
    assert result.considered == 30
    assert all(one.signal.last_used_turn == one.signal.turn for one in result.signals)


def test_what_a_stack_is_about_goes_by_use() -> None:
    config = ConversationConfig(top_stacks=1, stack_threshold=0.6)
    said = Said([near(0.95, 0.0), near(0.4, 0.0), near(0.6, 3.1)], config)
    assert said.stacks.labels.tolist() == [0, 0, 1]
    said.weigh(1, 1, 1)
    first = retrieve(said.signals, said.stacks, ASKED, 1_000, config).stacks[0][0]
    said.weigh(0.01, 8, 1)
    assert first == 0
    assert retrieve(said.signals, said.stacks, ASKED, 1_000, config).stacks[0][0] == 1


def test_where_there_is_nothing_nothing_is_found() -> None:
    empty = Said([near(0.9)])
    empty.stacks.rewind(0)
    assert retrieve([], empty.stacks, ASKED, 0, CONFIG).signals == ()
    without = Said([np.zeros(3, np.float32)])
    assert without.found(1) == []
    said = Said([near(0.9), np.zeros(3, np.float32)])
    assert said.found(2) == [0]
    for direction in (np.zeros(3), np.array([math.nan, 0, 1])):
        assert retrieve(said.signals, said.stacks, direction, 2, CONFIG).signals == ()


def test_the_length_of_the_question_is_no_matter() -> None:
    said = Said([near(0.6)])
    (one,) = retrieve(said.signals, said.stacks, ASKED * 7, 0, CONFIG).signals
    assert one.similarity == 0.6


def test_pieces_that_are_not_those_in_the_stacks_are_refused() -> None:
    said = Said([near(0.9)])
    with pytest.raises(ValueError, match="2 pieces, but 1 in stacks"):
        retrieve(said.signals * 2, said.stacks, ASKED, 1, CONFIG)
