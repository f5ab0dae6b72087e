"""What a reply makes of the pieces in its prompt."""

import pytest

from sense_memory.core.config import ConversationConfig
from sense_memory.core.conversation import Action, Contribution, Signal
from sense_memory.core.llm import Role
from sense_memory.mind.stacks.contributing import contributions

CONFIG = ConversationConfig()


def signal(name: str, text: str = "text", base: float = 1.0) -> Signal:
    """A piece."""
    return Signal(name, "m" * 32, 0, Role.USER, text, 3, None, base, 3)


@pytest.mark.parametrize(
    ("similarity", "action", "weight"),
    [
        (1.0, Action.BOOST, 1.1),
        (0.55, Action.BOOST, 1.1),
        (0.5499999, Action.BOOST, 1.1),  # what 0.55 is in singles may be less
        (0.5499, Action.NONE, 1.0),
        (0.2001, Action.NONE, 1.0),
        (0.2000000030, Action.DEMOTE, 0.95),  # likewise
        (0.20, Action.DEMOTE, 0.95),
        (0.0, Action.DEMOTE, 0.95),
        (-1.0, Action.DEMOTE, 0.95),
    ],
)
def test_from_where_a_piece_helped_and_up_to_where_it_did_not(
    similarity: float, action: Action, weight: float
) -> None:
    (found,) = contributions(["a"], {"a": signal("a")}, {"a": similarity}, CONFIG)
    assert found == Contribution("a", "text", similarity, 1.0, found.new_weight, action)
    assert found.new_weight == pytest.approx(weight)


def test_the_cap_holds_and_the_action_is_told() -> None:
    (found,) = contributions(["a"], {"a": signal("a", base=7.9)}, {"a": 0.9}, CONFIG)
    assert (found.old_weight, found.new_weight, found.action) == (7.9, 8.0, Action.BOOST)


def test_eighty_characters_of_a_piece_are_told() -> None:
    (found,) = contributions(["a"], {"a": signal("a", "x" * 200)}, {"a": 0.3}, CONFIG)
    assert found.text == "x" * 80


def test_defect_3_what_was_deleted_since_the_prompt_does_not_come_back() -> None:
    known = {name: signal(name) for name in "ac"}
    found = contributions("cba", known, dict.fromkeys("abc", 0.9), CONFIG)
    assert [one.signal_id for one in found] == ["c", "a"]


def test_a_piece_is_judged_once_and_by_the_weight_that_it_has_now() -> None:
    known = {"a": signal("a", base=2.0)}
    (found,) = contributions("aa", known, {"a": 0.9}, CONFIG)
    assert found.old_weight == 2.0
    assert found.new_weight == pytest.approx(2.2)


def test_without_a_similarity_there_is_nothing_to_judge_by() -> None:
    assert contributions("a", {"a": signal("a")}, {}, CONFIG) == ()
