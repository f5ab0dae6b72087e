"""Rows of vectors and slots of documents are found by what moved as they are found anew."""

import random
from typing import Any

import numpy as np
import pytest

from sense_memory.core.change import Cause, Change
from sense_memory.core.records.embedding import Embedding, Vector, embedding_name
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.ref import Ref
from sense_memory.mind.embedded_text import embedded_text, text_sha256
from sense_memory.mind.search.documents import Documents
from sense_memory.mind.search.rows import Rows, rows_of
from sense_memory.mind.views.moves import MOST, Moves
from sense_memory.mind.views.vectors import Vectors

QUERY = np.array([1, 0, 0, 0], np.float32)


def memory(number: int, value: str) -> PersonaMemory:
    return PersonaMemory("people", "facts", f"m{number}", value)


def ref(number: int) -> Ref[PersonaMemory]:
    return Ref(PersonaMemory, f"people/facts/m{number}")


def change(view: Vectors, at: Any, now: object) -> None:
    view.apply(Change(at, None, now, Cause.LOCAL))


def tell(view: Vectors, number: int, value: str | None, chance: random.Random) -> None:
    at, now = ref(number), None if value is None else memory(number, value)
    change(view, at, now)
    name = embedding_name(PersonaMemory, at.name)
    made = None
    if now is not None and chance.random() < 0.8:
        numbers = np.array([chance.gauss(0, 1) for _ in QUERY], "<f4").tobytes()
        made = Embedding(name, (Vector("e", text_sha256(embedded_text(now) or ""), numbers, 0.0),))
    change(view, Ref(Embedding, name), made)


@pytest.mark.parametrize("seed", range(5))
def test_what_moved_is_looked_up_and_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    documents, view = Documents(), Vectors()
    view.fill(view.begin("", "e"), {}, {})
    for step in range(400):
        number = chance.randrange(40)
        value = None if chance.random() < 0.4 else f"value {step}"
        if chance.random() < 0.7:
            tell(view, number, value, chance)
        if chance.random() < 0.7:
            if value is None:
                documents.take_out(ref(number))
            else:
                documents.put(ref(number), memory(number, value))
        if chance.random() < 0.2:
            cosines = view.cosines("", "e", QUERY)
            kept, anew = rows_of(documents, cosines), Rows(documents, cosines)
            assert kept.slots.tolist() == anew.slots.tolist()
            assert kept.rows.tolist() == anew.rows.tolist()
            assert {documents.ref_at(slot) for slot in np.flatnonzero(kept.rows >= 0).tolist()} == (
                documents.slots.keys() & cosines.rows.keys()
            )


def test_after_very_many_moves_everything_may_have_moved() -> None:
    moves: Moves[int] = Moves()
    mark = moves.mark
    for number in range(MOST):
        moves.note(number)
    assert moves.since(mark) == list(range(MOST))
    moves.note(MOST)
    assert moves.since(mark) is None
    assert moves.since(moves.mark) == []


def test_who_asks_the_same_again_gets_what_stands_now() -> None:
    view, chance = Vectors(), random.Random(1)
    view.fill(view.begin("", "e"), {}, {})
    tell(view, 1, "one", random.Random(3))
    asked = view.cosines("", "e", QUERY)
    assert view.cosines("", "e", QUERY) is asked
    assert view.cosines("", "e", -QUERY)[ref(1)] == -asked[ref(1)]
    assert ref(1) in view.cosines("", "e", QUERY)
    change(view, ref(1), memory(1, "another"))
    assert ref(1) not in view.cosines("", "e", QUERY)
    while ref(2) not in view.cosines("", "e", QUERY):
        tell(view, 2, "two", chance)
    change(view, ref(2), None)
    assert ref(2) not in view.cosines("", "e", QUERY)
