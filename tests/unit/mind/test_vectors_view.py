"""The matrix of vectors, as memories and their embeddings come, change and go."""

import gc
from typing import Any

import numpy as np
import pytest

from sense_memory import Memory, PersonaMemory, Ref
from sense_memory.core.change import Cause, Change
from sense_memory.core.records.embedding import Embedding, Vector, embedded, embedding_name
from sense_memory.mind.embedded_text import embedded_text, text_sha256
from sense_memory.mind.views.vectors import Vectors

ENCODER = "hash:4"
KEYS = ("east", "north", "up")


def memory(key: str, value: str = "v") -> PersonaMemory:
    return PersonaMemory("people", "facts", key, value)


def ref(key: str, scope: str = "") -> Ref[PersonaMemory]:
    return Ref(PersonaMemory, f"people/facts/{key}", scope)


def vector(of: PersonaMemory | Memory, *numbers: float, encoder: str = ENCODER) -> Vector:
    sha256 = text_sha256(embedded_text(of))
    return Vector(encoder, sha256, np.array(numbers, "<f4").tobytes(), 1.0)


def says(of: object, at: Ref[Any], before: object = None) -> Change[object]:
    return Change(at, before, of, Cause.RELAY)


def embeds(at: Ref[Any], *vectors: Vector) -> Change[object]:
    name = embedding_name(at.kind, at.name)
    there: Ref[Any] = Ref(Embedding, name, at.scope)
    return Change(there, None, Embedding(name, vectors) if vectors else None, Cause.RELAY)


def direction(number: int) -> tuple[float, ...]:
    return tuple(2.0 if at == number else 0.0 for at in range(4))


@pytest.fixture
def view() -> Vectors:
    """Three memories of the root scope, each with a direction of its own."""
    view = Vectors()
    memories = {ref(key): memory(key) for key in KEYS}
    filling = view.begin("", ENCODER)
    view.fill(
        filling,
        {at: text_sha256(embedded_text(one)) for at, one in memories.items()},
        {at: vector(one, *direction(n)) for n, (at, one) in enumerate(memories.items())},
    )
    return view


def nearest(view: Vectors, *numbers: float, scope: str = "") -> list[str]:
    query = np.array(numbers, np.float32)
    found = view.cosines(scope, ENCODER, query / np.linalg.norm(query))
    return [one.name.rpartition("/")[2] for one in found.nearest(10)]


def test_cosines_are_exact_whatever_the_length_of_a_vector(view: Vectors) -> None:
    found = view.cosines("", ENCODER, np.array([0.6, 0.8, 0, 0], np.float32))
    assert dict(found) == pytest.approx({ref("east"): 0.6, ref("north"): 0.8, ref("up"): 0.0})
    assert found.nearest(2) == [ref("north"), ref("east")]
    assert (len(found), found.nearest(0)) == (3, [])


def test_a_memory_whose_text_changed_has_no_vector_until_there_is_a_new_one(view: Vectors) -> None:
    new = memory("north", "another")
    view.apply(says(new, ref("north")))
    assert nearest(view, 0, 1, 0, 0) == ["east", "up"]
    assert view.lacking("", ENCODER) == [ref("north")]
    found = view.cosines("", ENCODER, np.array(direction(1), np.float32))
    assert ref("north") not in found
    assert ref("north") not in set(found)
    view.apply(embeds(ref("north"), vector(new, 0, 0, 0, 3)))
    assert view.lacking("", ENCODER) == []
    assert nearest(view, 0, 0, 0, 1)[0] == "north"


def test_the_old_text_again_has_its_old_vector(view: Vectors) -> None:
    view.apply(says(memory("north", "another"), ref("north")))
    view.apply(says(memory("north"), ref("north")))
    assert view.lacking("", ENCODER) == []


def test_a_use_or_a_link_changes_no_vector(view: Vectors) -> None:
    used = PersonaMemory("people", "facts", "up", "v", access_count=3, connections=("east",))
    view.apply(says(used, ref("up")))
    assert view.lacking("", ENCODER) == []


def test_what_is_forgotten_leaves_no_number_in_memory(view: Vectors) -> None:
    secret = np.array([0.12345679, 0.5, -0.25, 0.8], np.float32)
    secret /= np.linalg.norm(secret)
    view.apply(says(memory("secret"), ref("secret")))
    view.apply(embeds(ref("secret"), vector(memory("secret"), *secret.tolist())))
    assert nearest(view, *secret)[0] == "secret"
    view.apply(says(None, ref("secret"), memory("secret")))
    assert sorted(nearest(view, *secret)) == sorted(KEYS)
    assert ref("secret") not in view.memories("")
    gc.collect()
    matrices = [one for one in gc.get_objects() if isinstance(one, np.ndarray) and one.ndim == 2]
    matrices += [one._matrix for scope in view._scopes.values() for one in scope.tables.values()]
    assert not any(one.shape[1:] == (4,) and (one == secret).all(axis=1).any() for one in matrices)


@pytest.mark.parametrize("gone", KEYS)
def test_the_rows_of_the_others_stay_theirs(view: Vectors, gone: str) -> None:
    view.apply(embeds(ref(gone)))
    for number, key in enumerate(KEYS):
        assert (nearest(view, *direction(number))[0] == key) == (key != gone)
    assert view.lacking("", ENCODER) == [ref(gone)]


def test_it_grows(view: Vectors) -> None:
    for number in range(500):
        one = memory(f"n{number}")
        view.apply(says(one, ref(one.key)))
        view.apply(embeds(ref(one.key), vector(one, 0, 0, 1, number / 100)))
    assert len(view.memories("")) == 503
    assert view.lacking("", ENCODER) == []
    assert nearest(view, 0, 0, 0, 1)[0] == "n499"
    assert nearest(view, 1, 0, 0, 0)[0] == "east"


@pytest.mark.parametrize(
    "numbers", [(0.0, 0.0, 0.0, 0.0), (float("nan"), 1, 1, 1), (float("inf"), 1, 1, 1), (1.0, 2.0)]
)
def test_a_vector_that_is_none_is_as_good_as_absent(
    view: Vectors, numbers: tuple[float, ...]
) -> None:
    view.apply(embeds(ref("up"), vector(memory("up"), *numbers)))
    assert view.lacking("", ENCODER) == [ref("up")]
    assert nearest(view, 0, 0, 1, 0) == ["east", "north"]


def test_a_vector_of_an_unknown_text_is_of_no_use(view: Vectors) -> None:
    nobody = Vector(ENCODER, "", np.array(direction(3), "<f4").tobytes(), 1.0)
    view.apply(embeds(ref("up"), nobody))
    view.apply(embeds(ref("a-memory-that-is-not-there-yet"), nobody))
    assert view.lacking("", ENCODER) == [ref("up")]
    assert nearest(view, 0, 0, 0, 1) == ["east", "north"]


def test_one_damaged_vector_does_not_decide_how_long_the_others_are() -> None:
    view = Vectors()
    texts = {ref(key): text_sha256(embedded_text(memory(key))) for key in KEYS}
    vectors = {ref(key): vector(memory(key), *direction(0)) for key in KEYS[1:]}
    vectors = {ref(KEYS[0]): vector(memory(KEYS[0]), 1.0), **vectors}
    view.fill(view.begin("", ENCODER), texts, vectors)
    assert view.lacking("", ENCODER) == [ref(KEYS[0])]


def test_vectors_of_another_encoder_are_not_compared(view: Vectors) -> None:
    one = memory("east")
    view.apply(embeds(ref("east"), vector(one, 0, 0, 0, 9, encoder="other")))
    assert view.lacking("", ENCODER) == [ref("east")]
    both = vector(one, *direction(3)), vector(one, 1, 1, encoder="other")
    view.apply(embeds(ref("east"), *both))
    assert nearest(view, 0, 0, 0, 1)[0] == "east"


def test_the_first_vector_of_a_scope_says_how_long_they_are() -> None:
    view = Vectors()
    view.fill(view.begin("", ENCODER), {ref("k"): text_sha256(embedded_text(memory("k")))}, {})
    assert view.lacking("", ENCODER) == [ref("k")]
    assert view.fits("", ENCODER, 7)
    assert not view.cosines("", ENCODER, np.ones(7, np.float32))
    view.apply(embeds(ref("k"), vector(memory("k"), 3, 4)))
    assert view.lacking("", ENCODER) == []
    assert dict(view.cosines("", ENCODER, np.array([0.6, 0.8], np.float32))) == pytest.approx(
        {ref("k"): 1.0}
    )


def test_vectors_too_long_to_be_squared_are_directions_too() -> None:
    view = Vectors()
    far, nothing = memory("far"), memory("nothing")
    given = {ref("far"): vector(far, 3e30, 4e30), ref("nothing"): vector(nothing, 0, 0)}
    texts = {ref(one.key): text_sha256(embedded_text(one)) for one in (far, nothing)}
    view.fill(view.begin("", ENCODER), texts, given)
    assert view.lacking("", ENCODER) == [ref("nothing")]
    assert dict(view.cosines("", ENCODER, np.array([0.6, 0.8], np.float32))) == pytest.approx(
        {ref("far"): 1.0}
    )


def test_a_query_of_another_length_is_near_to_nothing(view: Vectors) -> None:
    assert not view.fits("", ENCODER, 3)
    assert view.fits("", ENCODER, 4)
    assert not view.cosines("", ENCODER, np.ones(3, np.float32))


def test_scopes_know_nothing_of_each_other(view: Vectors) -> None:
    one = memory("west")
    view.apply(says(one, ref("west", "alice")))
    view.apply(embeds(ref("west", "alice"), vector(one, *direction(0))))
    assert not view.has("alice", ENCODER)
    assert sorted(nearest(view, *direction(0))) == sorted(KEYS)


def test_what_changes_while_a_scope_is_read_counts_more() -> None:
    view = Vectors()
    kept, gone, late = memory("kept"), memory("gone"), memory("late")
    filling = view.begin("", ENCODER)
    newer = memory("kept", "newer")
    view.apply(says(newer, ref("kept")))
    view.apply(says(None, ref("gone"), gone))
    view.apply(embeds(ref("late"), vector(late, *direction(2))))
    view.apply(says(late, ref("late")))
    view.apply(says(memory("elsewhere"), ref("elsewhere", "alice")))
    view.fill(
        filling,
        {ref(one.key): text_sha256(embedded_text(one)) for one in (kept, gone)},
        {ref(one.key): vector(one, *direction(0)) for one in (kept, gone)},
    )
    assert view.memories("") == [ref("kept"), ref("late")]
    assert view.lacking("", ENCODER) == [ref("kept")]
    assert nearest(view, 0, 0, 1, 0) == ["late"]


def test_a_filling_that_failed_is_forgotten() -> None:
    view = Vectors()
    filling = view.begin("", ENCODER)
    view.abandon(filling)
    view.apply(says(memory("k"), ref("k")))
    assert not view.has("", ENCODER)


def test_a_second_encoder_finds_the_texts_that_the_first_has_brought(view: Vectors) -> None:
    newer = memory("east", "newer")
    filling = view.begin("", "other")
    stale = {ref("east"): text_sha256(embedded_text(memory("east")))}
    view.apply(says(newer, ref("east")))
    view.fill(filling, stale, {ref("east"): vector(newer, 1, 1, encoder="other")})
    assert view.lacking("", "other") == [ref("north"), ref("up")]


def test_key_value_memories_are_among_them(view: Vectors) -> None:
    flat: Ref[Memory] = Ref(Memory, "tz")
    one = Memory("tz", "UTC")
    view.apply(says(one, flat))
    assert view.lacking("", ENCODER) == [flat]
    view.apply(embeds(flat, vector(one, *direction(3))))
    assert view.cosines("", ENCODER, np.array([0, 0, 0, 1], np.float32)).nearest(1) == [flat]


def test_an_embedding_is_named_after_its_memory() -> None:
    assert embedding_name(PersonaMemory, "a/b/c") == "persona/a/b/c"
    assert embedded("persona/a/b/c") == (PersonaMemory, "a/b/c")
    assert embedding_name(Memory, "persona") == "persona"
    assert embedded("persona") == (Memory, "persona")
