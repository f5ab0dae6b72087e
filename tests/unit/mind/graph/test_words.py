"""What attitude and proximity are called: the six tables, whole."""

import re
from itertools import product

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import Edge, EdgeType
from sense_memory.mind.graph.words import (
    WORDS,
    Words,
    check_score,
    numbers,
    relation_text,
    valid_words,
    words,
)

ATTITUDES = {
    "has_relationship_with": "hostile unfriendly neutral friendly close",
    "engages_with": "dislikes skeptical neutral interested passionate",
    "associated_with": "negative-view unfavorable neutral favorable strongly-positive",
    "relates_to": "contradicts conflicts independent complementary integral",
    "involves": "peripheral minor relevant important central",
    "connected_to": "adversarial competing independent cooperative integrated",
}
PROXIMITIES = {
    "has_relationship_with": "stranger acquaintance familiar known-well intimate-knowledge",
    "engages_with": "unfamiliar aware understands experienced expert",
    "associated_with": "distant aware-of familiar-with involved-with deeply-connected",
    "relates_to": "loosely-related somewhat-related related closely-related inseparable",
    "involves": "tangential mentioned involved key-component essential",
    "connected_to": (
        "distantly-connected indirectly-connected connected closely-linked tightly-coupled"
    ),
}


def test_every_type_has_its_words() -> None:
    assert list(WORDS) == list(EdgeType) == list(ATTITUDES)


@pytest.mark.parametrize("kind", ATTITUDES)
def test_every_score_has_its_word_and_every_word_its_score(kind: str) -> None:
    attitudes, proximities = ATTITUDES[kind].split(), PROXIMITIES[kind].split()
    assert valid_words(kind) == Words(tuple(attitudes), tuple(proximities))
    for attitude, proximity in product(range(1, 6), repeat=2):
        said = attitudes[attitude - 1], proximities[proximity - 1]
        assert words(kind, attitude, proximity) == said
        assert numbers(EdgeType(kind), *said) == (attitude, proximity)
        assert numbers(kind, said[0].upper(), f" {said[1].title()} ") == (attitude, proximity)


def test_an_unknown_type_is_told_the_six() -> None:
    for ask in (lambda: valid_words("loves"), lambda: words("loves", 1, 1)):
        with pytest.raises(InputError, match=r"one of has_relationship_with, .*connected_to; not"):
            ask()


@pytest.mark.parametrize("score", [0, 6, -1, 3.0, True, "3", None])
def test_a_score_is_a_whole_number_from_one_to_five(score: object) -> None:
    for what in ("attitude", "proximity"):
        with pytest.raises(InputError, match=f"{what} is a whole number from 1 to 5, got"):
            check_score(score, what)
    with pytest.raises(InputError, match="attitude"):
        words("involves", score, 3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="proximity"):
        words("involves", 3, score)  # type: ignore[arg-type]


def test_an_unknown_word_is_told_those_of_its_type() -> None:
    known = "attitude of involves is one of peripheral, minor, relevant, important, central; not"
    with pytest.raises(InputError, match=re.escape(f"{known} 'close'")):
        numbers("involves", "close", "involved")
    with pytest.raises(InputError, match="proximity of involves is one of tangential, "):
        numbers("involves", "minor", "minor")


def test_a_relation_is_found_by_its_words() -> None:
    edge = Edge("1", "person:a", "person:b", "friend", attitude=5, proximity=4)
    assert relation_text(edge) == "friend close known-well"
    edge = Edge("1", "person:a", "concept:b", "studies", attitude=4, proximity=2)
    assert relation_text(edge) == "studies interested aware"
