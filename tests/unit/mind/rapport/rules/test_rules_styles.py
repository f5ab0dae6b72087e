"""A slice of the eval: conversations of known style are read the right way."""

import pytest

from sense_memory.core.records.rapport import DIMENSIONS
from tests.evals import rapport
from tests.evals.rapport_conversations import DIALOGUES, made, written

MADE = made(seed=7, each=2)
WRITTEN = written()


@pytest.fixture(scope="module")
def of_made():
    return rapport.directions(MADE, rapport.by_rules)


@pytest.fixture(scope="module")
def of_written():
    return rapport.directions(WRITTEN, rapport.by_rules)


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_made_conversations_are_read_the_right_way(of_made, dimension: str):
    assert rapport.total(of_made, dimension).part >= rapport.ENOUGH


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_written_conversations_are_read_the_right_way(of_written, dimension: str):
    assert rapport.total(of_written, dimension).part >= rapport.ENOUGH


def test_every_language_and_dimension_is_measured(of_made, of_written):
    wanted = {(dimension, language) for dimension in DIMENSIONS for language in DIALOGUES}
    assert set(of_made) == wanted
    assert set(of_written) == wanted


def test_who_scores_all_alike_gets_nothing():
    some = rapport.directions(MADE, rapport.constant)
    assert all(share.right == 0 for share in some.values())
