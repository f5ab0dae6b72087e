"""Relations as plain sentences: what is said of one is told if it says more."""

import pytest

from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.sentences import edge_sentence

NAMES = {"person:vergel": "vergel", "entity:berlin": "Berlin"}


def told(description: str, relation: str = "lives-in") -> str:
    edge = new_edge(
        *("person:vergel", "entity:berlin", relation),
        now=1_700_000_000.0,
        description=description,
        attitude=3,
        proximity=3,
        recorded_by="me",
    )
    return edge_sentence(edge, NAMES.__getitem__)


@pytest.mark.parametrize(
    "description",
    ["", "He lives in Berlin.", "I live in Berlin", "lives in berlin!", "is living in Berlin"],
)
def test_what_says_nothing_more_is_not_told(description: str) -> None:
    assert told(description) == "vergel lives in Berlin"


@pytest.mark.parametrize(
    "description",
    [
        *("He lives in Berlin since 2020.", "He will live in Berlin.", "not in Berlin"),
        *("He moved to Berlin.", "in a small flat", "vivo a Berlino", "🙂", "He lived in Berlin?!"),
    ],
)
def test_what_says_more_is_told(description: str) -> None:
    assert told(description) == f"vergel lives in Berlin: {description}"


def test_what_names_both_says_it_all() -> None:
    assert told("Vergel has a home in Berlin.") == "Vergel has a home in Berlin."
