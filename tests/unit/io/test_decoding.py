"""Finding the few records that say something without making records of all of them."""

import json
import logging
from typing import Any

import pytest

from nips import nip78
from sense_memory import Identity
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.store_settings import Addressing, BlindingKey
from sense_memory.core.ref import Ref
from sense_memory.io.decoding import Decoder
from sense_memory.io.identity import as_signer
from sense_memory.io.names import Names
from sense_memory.io.rows import Head
from sense_memory.wire import codec
from sense_memory.wire.address import blinded, path_of
from sense_memory.wire.body import Body
from sense_memory.wire.codec import Opened
from sense_memory.wire.merge import merge, put
from sense_memory.wire.naming import Naming
from sense_memory.wire.schemas import schema_of
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_800_000_000
KEY = BlindingKey(b"k" * 32)
LIMIT = 40_960
FIELDS = ("connections", "contradicts", "superseded_by")


class File:
    """Heads of one identity, as its file holds them."""

    def __init__(self) -> None:
        self.identity = Identity.generate()
        self.signer = as_signer(self.identity)
        key = self.identity.public_key_hex
        self.decoder = Decoder(self.signer, Names(Naming(key, KEY, Addressing.PLAIN, {})))

    async def head(self, ref: Ref[Any], body: Body, address: str = "") -> Head:
        text = codec.plaintext(ref, body, Addressing.PLAIN, LIMIT)
        return await self.head_of(text, address or path_of(ref))

    async def head_of(self, text: str, address: str) -> Head:
        (payload,) = await self.signer.encrypt([text])
        tags = (("d", address),)
        event = self.identity.sign_event(kind=nip78.KIND, content=payload, tags=tags)
        return Head(address, event, "", True, False, 1)

    async def memory(self, name: str, device: str = "aa", address: str = "", **fields) -> Head:
        ref = Ref(PersonaMemory, f"people/facts/{name}")
        return await self.head(ref, body_of(ref, memory(name, **fields), device), address)

    async def names(self, heads: list[Head], fields: tuple[str, ...] = FIELDS) -> list[str]:
        found = await self.decoder.saying(heads, fields)
        return [item.ref.name[13:] for _, item in found if isinstance(item, Opened)]


def memory(name: str, **fields) -> PersonaMemory:
    return PersonaMemory("people", "facts", name, "a value", created_at=NOW, **fields)


def body_of(ref: Ref[Any], record: object, device: str) -> Body:
    schema = schema_of(ref.kind)
    return put(None, path_of(ref), schema.encode(record), Dot(hlc(NOW), device), schema)


@pytest.fixture
def file() -> File:
    return File()


async def test_what_names_another_one_is_found_among_those_that_name_none(file: File) -> None:
    heads = [await file.memory(f"alone {number}") for number in range(40)]
    heads.insert(7, await file.memory("linked", connections=("people/facts/x",)))
    heads.append(await file.memory("replaced", superseded_by="people/facts/y"))
    heads.append(await file.memory("doubted", contradicts=("people/facts/z",)))
    assert await file.names(heads) == ["linked", "replaced", "doubted"]
    assert await file.names(heads) == ["linked", "replaced", "doubted"], "decoded already"
    assert await file.names(heads, ()) == [], "of what is decoded, too, only what may be meant"


async def test_a_plain_writers_link_is_found(file: File) -> None:
    text = json.dumps(memory("plain", connections=("people/facts/x",)).to_dict())
    head = await file.head_of(text, "sense-memory/persona/people/facts/plain")
    assert await file.names([head]) == ["plain"]


async def test_values_that_stand_beside_each_other_are_found(file: File) -> None:
    ref = Ref(Memory, "k")
    schema = schema_of(Memory)
    one, other = (body_of(ref, Memory("k", text, NOW), device) for text, device in ("ab", "cd"))
    both = await file.head(ref, merge(one, other, schema))
    alone = await file.head(Ref(Memory, "j"), body_of(Ref(Memory, "j"), Memory("j", "v", NOW), "a"))
    assert [head for head, _ in await file.decoder.saying([both, alone], ())] == [both]
    await file.decoder.heads([both, alone])
    assert [head for head, _ in await file.decoder.saying([both, alone], ())] == [both]


async def test_two_versions_of_one_memory_are_both_returned(file: File) -> None:
    """Merged, they may say what neither says alone."""
    path = "sense-memory/persona/people/facts/moved"
    old = await file.memory("moved", "aa")
    new = await file.memory("moved", "bb", blinded(path, KEY))
    alone = await file.memory("alone")
    assert await file.names([old, alone, new], ()) == ["moved", "moved"]


async def test_a_version_that_is_decoded_already_has_a_twin_too(file: File) -> None:
    old = await file.memory("moved", "aa")
    await file.decoder.heads([old])
    path = "sense-memory/persona/people/facts/moved"
    new = await file.memory("moved", "bb", blinded(path, KEY))
    assert await file.names([old, new], ()) == ["moved", "moved"]


async def test_what_cannot_be_read_is_told(file: File, caplog: pytest.LogCaptureFixture) -> None:
    foreign = await File().memory("foreign")
    broken = await file.head_of("{", "sense-memory/broken")
    with caplog.at_level(logging.WARNING):
        found = await file.decoder.saying([foreign, broken], FIELDS)
    assert [head for head, _ in found] == [foreign, broken]
    assert caplog.text.count("is unusable") == 2


async def test_only_what_is_below_a_path_becomes_a_record(file: File) -> None:
    root = "sense-memory/persona/people/"
    here = [await file.memory(f"here {number}") for number in range(3)]
    elsewhere = Ref(PersonaMemory, "people/beliefs/else\n“where”")
    there = await file.head(elsewhere, body_of(elsewhere, memory("x"), "aa"))
    ref = Ref(PersonaMemory, "people/facts/escaped")
    said = codec.plaintext(ref, body_of(ref, memory("escaped"), "aa"), Addressing.PLAIN, LIMIT)
    escaped = await file.head_of(said.replace("/", "\\/"), blinded(path_of(ref), KEY))
    plain = json.dumps(memory("plain").to_dict())
    by_address = await file.head_of(plain, f"{root}facts/plain")
    of_others = await file.head_of(plain.replace("facts", "beliefs"), f"{root}beliefs/plain")
    foreign = await File().memory("foreign")
    heads = [*here, there, escaped, by_address, of_others, foreign]
    found = await file.decoder.below(heads, f"{root}facts/")
    assert [head for head, _ in found] == [*here, escaped, by_address, foreign]
    await file.decoder.heads([of_others])
    found = await file.decoder.below(heads, f"{root}facts/")
    assert of_others in [head for head, _ in found], "decoded already"
