"""When layers are to be condensed: at every fifth session, whenever somebody looks."""

import pytest

from sense_memory.core.records.rapport import Layer, LayerName
from sense_memory.mind.rapport.due import is_due


def layers(condensed_at: int, text: str | None = "") -> list[Layer]:
    """All three, condensed when there were so many sessions."""
    return [Layer("peer", name, text, sessions=condensed_at) for name in LayerName]


@pytest.mark.parametrize("sessions", range(23))
def test_who_looks_after_every_session_condenses_at_multiples_of_five(sessions: int) -> None:
    condensed_at = (sessions - 1) // 5 * 5 if sessions else 0
    assert is_due(sessions, layers(condensed_at), 5) is (sessions > 0 and sessions % 5 == 0)


@pytest.mark.parametrize(
    ("condensed_at", "sessions", "every", "due"),
    [
        (0, 0, 5, False),
        (0, 4, 5, False),
        # sessions of another device came with the fifth: it is not missed
        (0, 7, 5, True),
        (4, 6, 5, True),
        (7, 9, 5, False),
        (7, 10, 5, True),
        (5, 19, 5, True),
        (5, 5, 5, False),
        # sessions were forgotten since
        (10, 9, 5, False),
        (0, 1, 1, True),
        (1, 1, 1, False),
        (0, 999, 1_000, False),
    ],
)
def test_a_multiple_that_was_passed_counts(
    condensed_at: int, sessions: int, every: int, due: bool
) -> None:
    assert is_due(sessions, layers(condensed_at), every) is due


def test_what_is_blank_since_something_was_forgotten_is_due_at_once() -> None:
    first, *others = layers(7)
    assert is_due(8, [first, *others], 5) is False
    assert is_due(8, [Layer("peer", LayerName.BASE_TONE, None, sessions=7), *others], 5) is True
    assert is_due(8, layers(7, None), 5) is True


def test_one_layer_that_was_condensed_is_enough() -> None:
    # a person's texts, imported later, tell of no session
    mixed = [*layers(5)[:1], *layers(0)[1:]]
    assert is_due(6, mixed, 5) is False
    assert is_due(6, [], 5) is True
