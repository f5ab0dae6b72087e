"""What an embedding is on the wire: whole, damaged, of other programs, by several encoders."""

import base64
import json
from typing import Any

import numpy as np
import pytest

from sense_memory import Memory, Observation, PersonaMemory, Ref, Summary
from sense_memory.core.records.embedding import Embedding, Vector
from sense_memory.core.records.store_settings import Addressing
from sense_memory.wire import codec, references
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body
from sense_memory.wire.merge import MAX_VERSIONS, merge, put
from sense_memory.wire.plain_edit import absorbed
from sense_memory.wire.schema import OnceForgotten
from sense_memory.wire.schemas import EMBEDDING, KV, PERSONA
from sense_memory.wire.stamp import Dot

NAME = "persona/people/facts/vergel"
REF: Ref[Embedding] = Ref(Embedding, NAME)
SHA = "ab" * 32


def vector(encoder: str, *numbers: float, sha256: str = SHA, at: float = 1.0) -> Vector:
    return Vector(encoder, sha256, np.array(numbers, "<f4").tobytes(), at)


def written(before: Body | None, by: str, number: int, made: Vector) -> Body:
    dot = Dot(f"{0x018BCFE568000000 + number:016x}", by)
    return put(before, path_of(REF), EMBEDDING.encode(Embedding(NAME, (made,))), dot, EMBEDDING)


def shown(body: Body) -> Embedding:
    found = codec.record_of(REF, body, EMBEDDING)
    assert isinstance(found, Embedding)
    return found


def opened(fields: dict[str, Any]) -> Embedding:
    """What is read of the body of another program."""
    found = codec.opened(
        json.dumps(fields),
        d=path_of(REF),
        created_at=1_700_000_000,
        event_id="e" * 64,
        keys=[],
        public_key="f" * 64,
    )
    assert found.ref == REF
    assert isinstance(found.record, Embedding)
    return found.record


def test_two_encoders_stand_beside_each_other_and_each_replaces_its_own() -> None:
    one = written(None, "alpha", 1, vector("a", 1, 0))
    mine = written(one, "alpha", 2, vector("a", 0, 1, sha256="cd" * 32))
    yours = written(one, "beta", 3, vector("b", 1, 2, 3))
    both = merge(mine, yours, EMBEDDING)
    assert shown(both) == Embedding(
        NAME, (vector("b", 1, 2, 3), vector("a", 0, 1, sha256="cd" * 32))
    )
    again = written(both, "beta", 4, vector("b", 3, 2, 1))
    assert {one.encoder: one.numbers for one in shown(again).vectors} == {
        "a": vector("a", 0, 1).numbers,
        "b": vector("b", 3, 2, 1).numbers,
    }
    text = codec.plaintext(REF, again, Addressing.PLAIN, 40_960)
    assert opened(json.loads(text)) == shown(again)


def test_of_one_encoder_the_last_stands() -> None:
    mine = written(None, "alpha", 1, vector("a", 1, 0))
    yours = written(None, "beta", 2, vector("a", 0, 1))
    for met in (merge(mine, yours, EMBEDDING), merge(yours, mine, EMBEDDING)):
        assert shown(met).vectors == (vector("a", 0, 1),)


def test_a_writer_leaves_the_newest_four() -> None:
    body = None
    for number in range(7):
        body = written(body, "alpha", number, vector(f"e{number}", 1, number))
    assert body is not None
    assert [one.encoder for one in shown(body).vectors] == ["e6", "e5", "e4", "e3"]
    assert len(shown(body).vectors) == MAX_VERSIONS


@pytest.mark.parametrize("dimension", [384, 768, 1_536, 3_072, 4_096])
def test_however_many_encoders_there_are_the_record_fits_an_event(dimension: int) -> None:
    body = None
    for number in range(6):
        made = vector(f"an-encoder-with-a-long-name-{number}", *[0.1234567] * dimension)
        body = written(body, f"device{number}", number, made)
        assert len(codec.plaintext(REF, body, Addressing.PLAIN, 40_960)) <= 40_960
    assert body is not None
    sizes = {384: 4, 768: 4, 1_536: 3, 3_072: 2, 4_096: 1}
    assert len(shown(body).vectors) == sizes[dimension]


def test_the_list_of_the_v2_design_is_read_and_nobody_knows_of_which_text_it_is() -> None:
    found = opened(
        {
            "type": "sense-memory:embedding",
            "key": NAME,
            "embedding": [0.5, -1, 0.25],
            "model": "text-embedding-3-small",
            "created_at": 1_700_000_000.5,
        }
    )
    expected = vector("text-embedding-3-small", 0.5, -1, 0.25, sha256="", at=1_700_000_000.5)
    assert found == Embedding(NAME, (expected,))


@pytest.mark.parametrize(
    "damage",
    [
        {"embedding": "AAAA"},
        {"embedding": ""},
        {"embedding": []},
        {"embedding": "not base64!!"},
        {"embedding": [1, "2"]},
        {"embedding": [1e39]},
        {"embedding": {"0": 1}},
        {"dim": 3},
        {"dim": "2"},
        {"model": 7},
        {"created_at": "now"},
        {"text_sha256": None},
    ],
)
def test_what_is_damaged_is_as_good_as_absent(damage: dict[str, Any]) -> None:
    whole = {
        "type": "sense-memory:embedding",
        "key": NAME,
        "embedding": base64.b64encode(np.array([1, 2], "<f4").tobytes()).decode(),
        "model": "a",
        "dim": 2,
        "text_sha256": SHA,
        "created_at": 1,
    }
    assert opened(whole).vectors == (vector("a", 1, 2),)
    assert opened({**whole, **damage}).vectors == ()


def test_a_hash_that_is_none_is_no_hash() -> None:
    made = vector("a", 1, 2, sha256="zz" * 32)
    assert shown(written(None, "alpha", 1, made)).vectors[0].text_sha256 == ""


def test_one_damaged_version_leaves_the_others() -> None:
    one = written(None, "alpha", 1, vector("a", 1, 0))
    bad = EMBEDDING.encode(Embedding(NAME, (vector("b", 1, 2),))) | {"dim": 77}
    both = put(one, path_of(REF), bad, Dot("018bcfe5680000ff", "beta"), EMBEDDING)
    assert shown(both).vectors == (vector("a", 1, 0),)


def test_numbers_that_another_program_changed_are_not_taken_for_those_of_the_text() -> None:
    """It wrote new numbers under the old hash; which text they are of, nobody knows."""
    here = written(None, "alpha", 1, vector("a", 1, 0))
    fields = json.loads(codec.plaintext(REF, here, Addressing.PLAIN, 40_960))
    fields["embedding"] = base64.b64encode(np.array([3, 4], "<f4").tobytes()).decode()
    edit = codec.opened(
        json.dumps(fields),
        d=path_of(REF),
        created_at=1_800_000_000,
        event_id="e" * 64,
        keys=[],
        public_key="f" * 64,
    )
    assert edit.plain_dot is not None
    for base in (here, None):
        after = absorbed(here, edit.body, base, EMBEDDING)
        made = (one for one in shown(after).vectors if one.text_sha256)
        assert [one.numbers for one in made] in ([], [vector("a", 1, 0).numbers])


def test_it_belongs_to_its_memory_by_its_name_alone() -> None:
    body = written(None, "alpha", 1, vector("a", 1, 0))
    memory = Ref(PersonaMemory, "people/facts/vergel", "alice")
    here = Ref(Embedding, NAME, "alice")
    assert references.targets(here, body, EMBEDDING) == {memory: {OnceForgotten.CASCADE}}
    assert references.named(here, shown(body), EMBEDDING) == {memory}
    kinds = (EMBEDDING, PERSONA, KV)
    assert list(references.owned_by(memory, kinds)) == [here]
    assert list(references.owned_by(Ref(Memory, "k"), kinds)) == [Ref(Embedding, "k")]
    assert list(references.owned_by(here, kinds)) == []


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("k", Ref(Memory, "k", "alice")),
        ("persona/people/facts/k", Ref(PersonaMemory, "people/facts/k", "alice")),
        (f"pyramid/obs/{SHA[:32]}", Ref(Observation, SHA[:32], "alice")),
        (f"pyramid/summary/{SHA[:32]}", Ref(Summary, SHA[:32], "alice")),
    ],
)
def test_a_name_tells_the_record_and_the_record_the_name(name: str, owner: Ref[Any]) -> None:
    assert EMBEDDING.is_name(name)
    assert EMBEDDING.owner is not None
    assert EMBEDDING.owner.of(Ref(Embedding, name, "alice")) == owner
    assert EMBEDDING.owner.owned(owner) == Ref(Embedding, name, "alice")


@pytest.mark.parametrize(
    "name", ["", "pyramid/obs/", "pyramid/obs/a/b", "pyramid/topic/a", "persona/a/b", "a/b"]
)
def test_other_names_are_none(name: str) -> None:
    assert not EMBEDDING.is_name(name)


def test_of_everything_in_a_small_record_only_names_and_sizes_show_its_size() -> None:
    """384 numbers, as most small models make, still fit the second size of a blinded store."""
    made = vector("fastembed:sentence-transformers/all-MiniLM-L6-v2", *[0.05] * 384, at=1.7e9)
    body = written(None, "alpha23456", 1, made)
    padded = codec.plaintext(REF, body, Addressing.BLINDED, 40_960)
    assert len(padded.encode()) == 2_560
