"""The rule for derived data on record types that are not there yet: a row in a table each.

Observations are what others are made of; digests are made of observations, and of each other; a
remark hangs on an observation and is nothing without it.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore, Mention
from sense_memory.core.change import Edit, Forget, Put
from sense_memory.core.ref import Ref
from sense_memory.io import derivation, ingest, repository
from sense_memory.store import references as store_references
from sense_memory.wire import address, codec, schemas
from sense_memory.wire.body import Policy
from sense_memory.wire.schema import OnceForgotten, Reference, Schema

from .meeting import meet, texts


@dataclass(frozen=True)
class Observation:
    text: str


@dataclass(frozen=True)
class Digest:
    text: str | None
    of: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Remark:
    text: str
    on: str


def _to(kind: type) -> Any:
    return lambda ref, name: Ref(kind, name, ref.scope)


ROWS: tuple[Schema[Any], ...] = (
    Schema(
        record=Observation,
        type="test:observation",
        root="sense-memory/test/observation/",
        fields={"text": Policy.REGISTER},
        alive="text",
        encode=lambda one: {"text": one.text},
        decode=lambda _name, fields, _at: Observation(fields["text"]),
        name=lambda _fields: None,
        is_name=lambda name: "/" not in name,
    ),
    Schema(
        record=Digest,
        type="test:digest",
        root="sense-memory/test/digest/",
        fields={
            "tier": Policy.REGISTER,
            "text": Policy.REGISTER,
            "of": Policy.SET,
            "parts": Policy.SET,
        },
        alive="tier",
        encode=lambda one: {
            "tier": 0,
            **({} if one.text is None else {"text": one.text}),
            "of": one.of,
            "parts": one.parts,
        },
        decode=lambda _name, fields, _at: Digest(
            fields.get("text"), tuple(fields.get("of", ())), tuple(fields.get("parts", ()))
        ),
        name=lambda _fields: None,
        is_name=lambda name: "/" not in name,
        references={
            "of": Reference((Observation,), OnceForgotten.REBUILD, _to(Observation)),
            "parts": Reference((Digest,), OnceForgotten.REBUILD, _to(Digest)),
        },
        rebuilt=("text",),
    ),
    Schema(
        record=Remark,
        type="test:remark",
        root="sense-memory/test/remark/",
        fields={"text": Policy.REGISTER, "on": Policy.REGISTER},
        alive="text",
        encode=lambda one: {"text": one.text, "on": one.on},
        decode=lambda _name, fields, _at: Remark(fields["text"], fields.get("on", "")),
        name=lambda _fields: None,
        is_name=lambda name: "/" not in name,
        references={
            "on": Reference(
                (Observation, Remark),
                OnceForgotten.CASCADE,
                lambda ref, name: Ref(
                    Remark if name.startswith("r") else Observation, name, ref.scope
                ),
            )
        },
    ),
)


@pytest.fixture(autouse=True)
def more_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rows more in the table of record types."""
    longer = (*ROWS, *schemas.SCHEMAS)
    for module in (schemas, address, codec, repository, ingest, derivation, store_references):
        monkeypatch.setattr(module, "SCHEMAS", longer)
    for row in ROWS:
        monkeypatch.setitem(schemas._by_record, row.record, row)
        monkeypatch.setitem(codec._by_type, row.type, row)


async def commit(store: MemoryStore, *edits: Edit) -> None:
    await (await store._context()).records.commit(*edits)


async def stands(store: MemoryStore, kind: type, name: str) -> Any:
    context = await store._context()
    return await context.records.get(context.ref(kind, name))


def observed(*names: str) -> list[Edit]:
    return [Put(Ref(Observation, name), Observation(f"what {name} says")) for name in names]


def digested(name: str, of: str = "", parts: str = "") -> Edit:
    made = f"of {of}{parts}"
    return Put(Ref(Digest, name), Digest(made, tuple(of.split()), tuple(parts.split())))


def remarked(name: str, on: str) -> Edit:
    return Put(Ref(Remark, name), Remark(f"about {on}", on))


# S-3.3
async def test_one_forgetting_reaches_everything_in_one_transaction(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await commit(
            store,
            *observed("oak", "elm", "fir"),
            digested("low", of="oak elm"),
            digested("other", of="fir"),
            digested("high", parts="low other"),
            digested("top", parts="high"),
            remarked("r1", "oak"),
            remarked("r2", "r1"),
            remarked("r3", "fir"),
        )
        changes = store.changes()
        await commit(store, Forget(Ref(Observation, "oak")))
        assert await stands(store, Digest, "low") == Digest(None, ("elm",))
        assert await stands(store, Digest, "high") == Digest(None, (), ("low", "other"))
        assert await stands(store, Digest, "top") == Digest(None, (), ("high",))
        assert await stands(store, Digest, "other") == Digest("of fir", ("fir",))
        assert await stands(store, Remark, "r1") is None
        assert await stands(store, Remark, "r2") is None, "what hangs on it goes, too"
        assert await stands(store, Remark, "r3") is not None
    seen = {change.ref.name async for change in changes}
    assert seen == {"oak", "low", "high", "top", "r1", "r2"}


async def test_what_would_become_of_each_can_be_asked_before(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await commit(
            store,
            *observed("oak", "elm"),
            digested("low", of="oak elm"),
            digested("other", of="elm"),
            remarked("r1", "oak"),
        )
        assert await store.references(Ref(Observation, "oak")) == [
            Mention(Ref(Digest, "low"), "of", "rebuild"),
            Mention(Ref(Remark, "r1"), "on", "cascade"),
        ]
        await store.forget(Ref(Observation, "oak"))
        assert await stands(store, Digest, "low") == Digest(None, ("elm",))
        assert await stands(store, Remark, "r1") is None
        await store.forget(Ref(Digest, "low"))
        assert await store.references(Ref(Observation, "elm")) == [
            Mention(Ref(Digest, "other"), "of", "rebuild"),
        ]


async def test_what_was_made_anew_is_blank_no_more(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *observed("oak", "elm"), digested("low", of="oak elm"))
        await commit(store, digested("high", parts="low"))
        await commit(store, Forget(Ref(Observation, "oak")))
        await commit(store, Put(Ref(Digest, "low"), Digest("of elm alone", ("elm",))))
        await commit(store, digested("high", parts="low"))
        assert await stands(store, Digest, "low") == Digest("of elm alone", ("elm",))
        assert await stands(store, Digest, "high") == Digest("of low", (), ("low",))


async def test_what_is_made_of_a_forgotten_one_is_not_kept(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *observed("oak"))
        await commit(store, Forget(Ref(Observation, "oak")))
        await commit(store, digested("low", of="oak"), remarked("r1", "oak"))
        assert await stands(store, Digest, "low") == Digest(None)
        assert await stands(store, Remark, "r1") is None


@pytest.fixture
async def paths(identity: Identity, relay: LocalRelay, tmp_path: Path) -> list[Path]:
    """Two files that know the same observations."""
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    async with MemoryStore(identity, relay.url, path=paths[0], addressing="plain") as first:
        await commit(first, *observed("oak", "elm"))
        await first.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as second:
        await second.sync()
    return paths


@pytest.mark.parametrize("first", [0, 1], ids=["the forgetting", "what was made"])
async def test_what_was_made_apart_goes_when_they_meet(
    identity: Identity, relay: LocalRelay, paths: list[Path], first: int
) -> None:
    async with MemoryStore(identity, path=paths[0]) as store:
        await commit(store, Forget(Ref(Observation, "oak")))
    async with MemoryStore(identity, path=paths[1]) as store:
        await commit(store, digested("low", of="oak elm"), remarked("r1", "oak"))
        await commit(store, digested("high", parts="low"), remarked("r2", "r1"))
    order = [paths[first], paths[1 - first]]
    async with MemoryStore(identity, relay.url, path=order[0]) as store:
        await store.sync()
    async with (
        MemoryStore(identity, relay.url, path=order[0]) as one,
        MemoryStore(identity, relay.url, path=order[1]) as other,
    ):
        await meet(one, other)
        for store in (one, other):
            assert await stands(store, Digest, "low") == Digest(None, ("elm",))
            assert await stands(store, Digest, "high") == Digest(None, (), ("low",))
            assert await stands(store, Remark, "r1") is None
            assert await stands(store, Remark, "r2") is None
    assert [text for text in await texts(relay.url, identity) if "oak" in text] == []


@pytest.mark.parametrize("writer", ["this process", "another one"])
async def test_what_is_made_at_the_moment_of_forgetting(
    identity: Identity, tmp_path: Path, writer: str
) -> None:
    """Neither plan knows of the other: the two touch no record in common."""
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        other = store if writer == "this process" else twin
        for turn in range(10):
            oak = f"oak{turn}"
            await commit(store, *observed(oak))
            await stands(other, Observation, oak)
            work = [
                commit(store, Forget(Ref(Observation, oak))),
                commit(other, digested(f"low{turn}", of=oak), remarked(f"r{turn}", oak)),
            ]
            await asyncio.gather(*(work if turn % 2 else reversed(work)))
            for one in (store, twin):
                assert await stands(one, Observation, oak) is None
                assert await stands(one, Digest, f"low{turn}") == Digest(None)
                assert await stands(one, Remark, f"r{turn}") is None


async def test_who_forgot_mends_alone_what_another_one_made(
    identity: Identity, relay: LocalRelay, paths: list[Path]
) -> None:
    """Nothing that arrives says anything of the forgotten one; its tombstone is in the file."""
    async with MemoryStore(identity, path=paths[0]) as store:
        await commit(store, Forget(Ref(Observation, "oak")))
    async with MemoryStore(identity, relay.url, path=paths[1]) as store:
        await commit(store, digested("low", of="oak elm"), remarked("r1", "oak"))
        await store.sync()
    async with MemoryStore(identity, relay.url, path=paths[0]) as store:
        await store.sync()
        assert await stands(store, Digest, "low") == Digest(None, ("elm",))
        assert await stands(store, Remark, "r1") is None
        await store.sync()
    assert [text for text in await texts(relay.url, identity) if "oak" in text] == []
