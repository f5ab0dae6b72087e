"""What somebody means by a score: each number, each word, a span; and what is refused."""

import re
from typing import get_args

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import EdgeType
from sense_memory.mind.graph.scores import Scored, spans
from sense_memory.mind.graph.words import WORDS

BOTH: tuple[Scored, ...] = get_args(Scored)


@pytest.mark.parametrize("what", BOTH)
@pytest.mark.parametrize("kind", EdgeType)
def test_a_word_means_its_number_in_every_type_that_has_it(kind: EdgeType, what: Scored) -> None:
    for score, word in enumerate(getattr(WORDS[kind], what), start=1):
        assert spans(f" {word.upper()} ", what, kind) == {kind: (score, score)}
        anywhere = spans(word, what)
        assert anywhere[kind] == (score, score)
        for other in EdgeType:
            assert (other in anywhere) == (word in getattr(WORDS[other], what))


def test_a_word_of_several_types_may_mean_several_numbers() -> None:
    assert spans("neutral", "attitude") == {
        EdgeType.HAS_RELATIONSHIP_WITH: (3, 3),
        EdgeType.ENGAGES_WITH: (3, 3),
        EdgeType.ASSOCIATED_WITH: (3, 3),
    }
    # what is called so as an attitude is no proximity
    assert spans("close", "attitude") == {EdgeType.HAS_RELATIONSHIP_WITH: (5, 5)}
    with pytest.raises(InputError, match="proximity"):
        spans("close", "proximity")


@pytest.mark.parametrize("what", BOTH)
def test_numbers_mean_the_same_of_all_types(what: Scored) -> None:
    for score in range(1, 6):
        assert spans(score, what) == dict.fromkeys(EdgeType, (score, score))
    assert spans((2, 4), what) == dict.fromkeys(EdgeType, (2, 4))
    assert spans((3, 3), what, EdgeType.INVOLVES) == {EdgeType.INVOLVES: (3, 3)}
    assert spans(None, what) == dict.fromkeys(EdgeType, (1, 5))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (6, "attitude is a whole number from 1 to 5, got 6"),
        (0, "attitude is a whole number from 1 to 5, got 0"),
        (True, "attitude is a whole number from 1 to 5, got True"),
        (2.0, "attitude is a whole number from 1 to 5, got 2.0"),
        ((0, 3), "attitude is a whole number from 1 to 5, got 0"),
        ((1, 6), "attitude is a whole number from 1 to 5, got 6"),
        ((4, 2), "from the least to the greatest, not from 4 to 2"),
        ((4,), "from the least to the greatest, got (4,)"),
        ("lovely", "of has_relationship_with: hostile, unfriendly, neutral, friendly, close; of"),
        ("", "or one of these words"),
    ],
)
def test_what_no_edge_can_have_is_refused_with_what_is_allowed(given: object, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        spans(given, "attitude")  # type: ignore[arg-type]


def test_a_word_of_another_type_is_refused_with_those_of_this_one() -> None:
    with pytest.raises(InputError) as caught:
        spans("friendly", "attitude", EdgeType.INVOLVES)
    assert "of involves: peripheral, minor, relevant, important, central; not" in str(caught.value)
    assert "hostile" not in str(caught.value)
