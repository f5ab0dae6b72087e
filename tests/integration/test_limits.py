"""What the seed's tiers allow, row by row, and that nobody loses anything by them."""

import asyncio
import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    ContradictionConfig,
    Identity,
    InputError,
    Insight,
    LimitError,
    Limits,
    MemoryStore,
    TextKind,
)
from sense_memory.testing import HashEncoder, ManualClock

from .meeting import meet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def insight(n: int, domain: str = "people", facet: str = "facts") -> Insight:
    return Insight(domain, facet, f"key-{n}", f"value {n}")


async def names(store: MemoryStore) -> set[str]:
    return {f"{m.domain}/{m.facet}/{m.key}" for m in await store.persona_recall()}


def test_the_tiers_are_the_seeds() -> None:
    assert dataclasses.asdict(Limits.free) == {
        "domains": 1,
        "facets": 1,
        "memories": 100,
        "halflife_days": 30.0,
        "scheduled_introspection": False,
        "embeddings": False,
        "full_compression": False,
    }
    assert dataclasses.asdict(Limits.keep) == {
        "domains": None,
        "facets": None,
        "memories": 10_000,
        "halflife_days": None,
        "scheduled_introspection": True,
        "embeddings": True,
        "full_compression": True,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"domains": 0},
        {"memories": -1},
        {"memories": 1.5},
        {"memories": "100"},
        {"facets": True},
        {"halflife_days": 0.0},
        {"halflife_days": "30"},
        {"halflife_days": float("inf")},
        {"embeddings": None},
    ],
)
def test_a_limit_that_allows_nothing_or_is_no_number_is_none(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"Limits.{next(iter(wrong))} is "):
        Limits(**wrong)  # type: ignore[arg-type]


# ----------------------------------------------------------- the rows of the table


@pytest.mark.parametrize("limits", [Limits.free, Limits.keep], ids=["free", "keep"])
async def test_key_value_memories_and_the_journal_are_unlimited(
    identity: Identity, limits: Limits
) -> None:
    async with MemoryStore(identity, limits=limits) as store:
        for n in range(120):
            await store.remember(f"key-{n}", "value")
        for n in range(3):
            await store.journal(str(n))
        await store.persona_remember("people", "facts", "vergel", "likes tea")
        assert len(await store.recall_all()) == 120


@pytest.mark.parametrize(
    ("domain", "facet", "limit"),
    [("projects", "facts", "domains"), ("people", "beliefs", "facets")],
)
async def test_persona_structure(identity: Identity, domain: str, facet: str, limit: str) -> None:
    async with MemoryStore(identity, limits=Limits.free) as store:
        await store.persona_remember_many([insight(1), insight(2)])
        with pytest.raises(
            LimitError, match=f"limit of {limit}.* 1, .*({domain}|{facet})"
        ) as refused:
            await store.persona_remember(domain, facet, "key", "value")
        assert (refused.value.limit, refused.value.allowed) == (limit, 1)
        await store.persona_remember("people", "facts", "key", "value")
    async with MemoryStore(identity, limits=Limits.keep) as store:
        for n in range(20):
            await store.persona_remember(f"domain-{n % 4}", f"facet-{n % 5}", f"key-{n}", "value")
        assert len(await names(store)) == 20


async def test_max_memories_free(identity: Identity) -> None:
    async with MemoryStore(identity, limits=Limits.free) as store:
        await store.persona_remember_many([insight(n) for n in range(99)])
        with pytest.raises(LimitError, match="limit of memories is 100,"):
            await store.persona_remember_many([insight(99), insight(100)])
        assert len(await names(store)) == 99, "all of them or none"
        await store.persona_remember_many([insight(99)])
        with pytest.raises(LimitError, match="limit of memories is 100,") as refused:
            await store.persona_remember("people", "facts", "one-more", "value")
        assert (refused.value.limit, refused.value.allowed) == ("memories", 100)
        await store.persona_forget("people", "facts", "key-7")
        await store.persona_remember("people", "facts", "one-more", "value")
        assert len(await names(store)) == 100


@pytest.mark.timeout(180)
async def test_max_memories_keep(identity: Identity) -> None:
    config = Config(contradictions=ContradictionConfig(enabled=False))  # which is not the point
    assert Limits.keep.memories == 10_000
    limits = dataclasses.replace(Limits.keep, memories=1_000)
    async with MemoryStore(identity, limits=limits, config=config) as store:
        for start in range(0, 1_000, 250):
            await store.persona_remember_many([insight(n) for n in range(start, start + 250)])
        with pytest.raises(LimitError, match="limit of memories is 1000,"):
            await store.persona_remember("people", "facts", "one-more", "value")
        await store.persona_remember("people", "facts", "key-7", "another value")


async def test_knowledge_halflife(identity: Identity) -> None:
    async with MemoryStore(identity, limits=Limits.free) as store:
        with pytest.raises(LimitError, match="30 days") as refused:
            await store.persona_remember("people", "facts", "tea", "…", halflife_days=90)
        assert (refused.value.limit, refused.value.allowed) == ("halflife_days", 30.0)
        assert await names(store) == set()
        await store.persona_remember("people", "facts", "tea", "…", halflife_days=30)
        await store.persona_remember("people", "facts", "coffee", "…")
        assert {m.halflife_days for m in await store.persona_recall()} == {30.0}
    async with MemoryStore(identity, limits=Limits.keep) as store:
        await store.persona_remember("people", "facts", "tea", "…", halflife_days=90)
        assert (await store.persona_recall())[0].halflife_days == 90.0
    async with MemoryStore(identity, limits=Limits(halflife_days=7.0)) as store:
        await store.persona_remember("people", "facts", "tea", "…")
        assert (await store.persona_recall())[0].halflife_days == 7.0


async def test_introspection(identity: Identity) -> None:
    async with MemoryStore(identity, limits=Limits.free, clock=ManualClock()) as store:
        await store.persona_remember("people", "facts", "tea", "…")
        with pytest.raises(LimitError, match="by hand") as refused:
            store.run()
        assert (refused.value.limit, refused.value.allowed) == ("scheduled_introspection", False)
        assert (await store.persona_introspect()).total_memories == 1
        assert (await store.sleep()).is_whole
        store.run(sleep_every=None)
    async with MemoryStore(identity, limits=Limits.keep, clock=ManualClock()) as store:
        async for report in store.run():
            assert report.sleep is not None
            break


class Counting(HashEncoder):
    """Counts the questions that it is asked."""

    asked = 0

    async def encode(self, texts: Sequence[str], kind: TextKind) -> "NDArray[np.float32]":
        self.asked += 1
        return await super().encode(texts, kind)


async def test_semantic_search(identity: Identity) -> None:
    for limits, is_asked in ((Limits.free, False), (Limits.keep, True)):
        encoder = Counting()
        async with MemoryStore(identity, limits=limits, encoder=encoder) as store:
            await store.persona_remember("people", "facts", "tea", "likes Assam", ["drinks"])
            for query in ("Assam", "drinks", "tea"):
                assert [m.key for m in await store.persona_search(query)] == ["tea"]
            assert bool(encoder.asked) is is_asked
            if is_asked:
                await store.persona_embed()
                continue
            with pytest.raises(LimitError, match="vectors") as refused:
                await store.persona_embed()
            assert (refused.value.limit, refused.value.allowed) == ("embeddings", False)
            assert encoder.asked == 0


async def test_compression(identity: Identity) -> None:
    said = "We chose Orpheus over Kokoro because of the warmth"
    written = []
    for limits in (Limits.free, Limits.keep, None):
        async with MemoryStore(identity, limits=limits) as store:
            await store.persona_remember("projects", "decisions", "voice", said)
            written.append(await store.persona_compress())
    basic, full, unlimited = written
    assert said in basic
    assert "orpheus>kokoro (warmth)" in full.lower()
    assert unlimited == full


# --------------------------------------------------------------- nothing is lost


async def test_what_is_there_can_always_be_written_again(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await store.persona_remember("people", "facts", "a", "1", halflife_days=90)
        await store.persona_remember("projects", "decisions", "b", "2")
        await store.persona_remember("projects", "facts", "c", "3")
    small = Limits(domains=1, facets=1, memories=1, halflife_days=30.0)
    async with MemoryStore(identity, path=path, limits=small) as store:
        assert len(await names(store)) == 3
        await store.persona_remember("people", "facts", "a", "one")
        await store.persona_remember(
            "projects", "decisions", "b", "two", connections=["people/facts/a"]
        )
        await store.persona_contradict("projects/facts/c", "a")
        found = {m.key: m for m in await store.persona_recall()}
        assert {key: m.value for key, m in found.items()} == {"a": "one", "b": "two", "c": "3"}
        assert found["a"].halflife_days == 90.0
        for where in (("people", "facts"), ("projects", "facts")):
            with pytest.raises(LimitError, match="memories"):
                await store.persona_remember(*where, "new", "…")


async def test_names_are_one_however_they_are_typed(identity: Identity) -> None:
    async with MemoryStore(identity, limits=Limits(domains=1)) as store:
        await store.persona_remember("caf\u00e9", "facts", "a", "…")
        await store.persona_remember("cafe\u0301", "facts", "b", "…")
        assert len(await names(store)) == 2


async def test_many_calls_at_once_take_no_more_than_there_is(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db", limits=Limits(memories=5)) as store:
        done = await asyncio.gather(
            *(store.persona_remember_many([insight(n)]) for n in range(20)),
            *(store.persona_remember_many([insight(0)]) for n in range(3)),
            return_exceptions=True,
        )
        taken = [one.key for one in await store.persona_recall()]
        assert len(taken) == 5
        # nobody says who is first; what one that is there says anew is never refused
        assert sum(isinstance(one, LimitError) for one in done) == 15 + 3 * ("key-0" not in taken)
        # what was refused, and what failed, takes no room for ever
        await store.persona_forget("people", "facts", taken[0])
        with pytest.raises(InputError):
            await store.persona_remember("people", "facts", "x", "…", connections=["nobody"])
        await store.persona_remember_many([insight(30)])
        assert len(await names(store)) == 5


async def test_what_relays_bring_is_never_refused(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as rich:
        await rich.persona_remember_many([insight(n, f"domain-{n % 3}") for n in range(12)])
        await rich.sync()
        few = Limits(domains=1, facets=1, memories=2)
        async with MemoryStore(identity, relay.url, path=tmp_path / "b.db", limits=few) as poor:
            await meet(rich, poor)
            assert await names(poor) == await names(rich)
            lines = [line async for line in rich.export_events()]
    async with MemoryStore(identity, path=tmp_path / "c.db", limits=few) as restored:
        await restored.import_events(lines)
        assert len(await names(restored)) == 12


async def test_each_scope_has_the_limits_of_its_own(identity: Identity) -> None:
    async with MemoryStore(identity, limits=Limits(memories=1)) as store:
        for one in (store, store.scope("user:alice"), store.scope("user:bob")):
            await one.persona_remember("people", "facts", "a", "…")
            with pytest.raises(LimitError):
                await one.persona_remember("people", "facts", "b", "…")


async def test_the_message_says_what_is_allowed_and_quotes_no_value(identity: Identity) -> None:
    async with MemoryStore(identity, limits=Limits(memories=1)) as store:
        await store.persona_remember("people", "facts", "a", "…")
        with pytest.raises(LimitError) as refused:
            await store.persona_remember("people", "facts", "b", "a secret value")
    assert re.search(r"limit of memories is 1, .*'people/facts/b'", str(refused.value))
    assert "secret" not in str(refused.value)
