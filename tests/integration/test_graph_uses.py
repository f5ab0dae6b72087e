"""Uses of nodes and edges that their own records do not say yet, as the graph shows them."""

import asyncio
import os
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from relay_fixtures import LocalRelay
from sense_memory import Config, DeviceConfig, Edge, Identity, MemoryStore, RelayConfig
from sense_memory.core.change import Amend
from sense_memory.core.records.graph import Life, Node
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.lifecycle import accessed
from sense_memory.testing import ManualClock

from .meeting import meet

DAY = 86_400.0


async def shown(store: MemoryStore) -> dict[str, Life]:
    """What uses made of each node and edge."""
    lives = {one.key: one.node.life for one in await store.graph.nodes()}
    return lives | {one.id: one.edge.life for one in await store.graph.edges()}


async def uses(store: MemoryStore) -> dict[str, int]:
    """How often each was used."""
    return {name: life.access_count for name, life in (await shown(store)).items()}


async def read_anew(store: MemoryStore) -> dict[str, Life]:
    """What uses made of each, as the records say by themselves."""
    records = (await store._context()).records
    nodes = {one.ref.name: one.record.life async for one in records.select(Node, held=True)}
    edges = {one.ref.name: one.record.life async for one in records.select(Edge, held=True)}
    return nodes | edges


async def write_down(store: MemoryStore) -> None:
    """Let the file have the uses of this process, as after half a minute."""
    repository = store._lifetime.repository
    assert repository is not None
    await repository._touch_writer.write_down()


async def say(store: MemoryStore, name: str) -> None:
    """Let the record of an edge say how often it was used."""
    records = (await store._context()).records
    await records.commit(
        Amend(Ref(Edge, name), lambda edge: replace(edge, updated_at=edge.updated_at + 1))
    )


async def test_own_uses_are_shown_at_once_and_counted_once_whatever_is_written(
    identity: Identity, tmp_path: Path
) -> None:
    clock = ManualClock(1_700_000_000.0)
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        graph = store.graph
        works = await graph.relate("person:Ada", "entity:Acme", "works-at", confidence=0.4)
        for times in (1, 2, 3):
            clock.advance(10 * DAY)
            was = await graph.edge(works.id)
            assert was.edge.life.access_count == times - 1
            life = (await shown(store))[works.id]
            assert (life.access_count, life.last_accessed_at) == (times, clock.now())
        # apart by days, so that each counts at its time
        recalled = works
        for days in (20, 10, 0):
            recalled = replace(recalled, life=accessed(recalled, clock.now() - days * DAY))
        (found,) = await graph.edges()
        assert (found.edge.life, found.salience) == (recalled.life, recalled.life.salience)
        await write_down(store)
        assert (await uses(store))[works.id] == 3
        await say(store, works.id)
        assert (await uses(store))[works.id] == 3
        await graph.node("Ada")
        await graph.edge(works.id)
        assert await shown(store) == await read_anew(store)
        assert await uses(store) == {
            "person:ada": 1,
            "entity:acme": 0,
            works.id: 4,
        }
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        assert (await uses(store))[works.id] == 4


async def test_what_is_used_while_it_is_written_is_counted_once(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        works = await store.graph.relate("person:Ada", "entity:Acme", "works-at")

        async def recalls() -> None:
            for _ in range(20):
                await store.graph.edge(works.id)

        async def edits() -> None:
            for count in range(10):
                await say(store, works.id)
                await store.graph.relate("person:Ada", f"entity:Firm {count}", "knows")

        async def reads() -> None:
            for _ in range(30):
                assert (await uses(store))[works.id] <= 40
                await asyncio.sleep(0)

        await asyncio.gather(recalls(), edits(), reads(), recalls())
        assert (await uses(store))[works.id] == 40
        assert await shown(store) == await read_anew(store)


async def test_uses_at_one_time_are_each_counted_once(identity: Identity, tmp_path: Path) -> None:
    """Also where each is to be in the file at once, as what comes back from the archive."""
    names = [f"person:n{number}" for number in range(6)]
    clock, path = ManualClock(1_700_000_000.0), tmp_path / "a.db"
    async with MemoryStore(identity, path=path, clock=clock) as store:
        for name in names:
            await store.graph.add(name)
        records = (await store._context()).records
        refs = [Ref(Node, name) for name in names]
        await asyncio.gather(*(records.touch(ref, at_once=True) for ref in refs * 3))
        assert await uses(store) == dict.fromkeys(names, 3)
    async with MemoryStore(identity, path=path, clock=clock) as store:
        assert await uses(store) == dict.fromkeys(names, 3)


async def test_uses_of_another_process_are_shown_once_it_has_written_them_down(
    identity: Identity, tmp_path: Path
) -> None:
    other = """
import asyncio, sys
from sense_memory import Identity, MemoryStore

async def main(path: str, edge: str) -> None:
    async with MemoryStore(Identity.from_environment(), path=path) as store:
        for _ in range(3):
            await store.graph.edge(edge)
        await store.graph.node("person:ada")

asyncio.run(main(*sys.argv[1:]))
"""
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        works = await store.graph.relate("person:Ada", "entity:Acme", "works-at")
        await store.graph.edge(works.id)
        assert (await uses(store))[works.id] == 1
        for rounds in (1, 2):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", other, str(path), works.id),
                env={**os.environ, "SENSE_MEMORY_NSEC": identity.nsec},
            )
            assert await process.wait() == 0
            # no record was written, so that nothing but the count of uses says it
            assert (await uses(store))[works.id] == 1 + 3 * rounds
            assert (await uses(store))["person:ada"] == rounds
        await store.graph.edge(works.id)
        assert await shown(store) == await read_anew(store)
        await say(store, works.id)
        assert (await uses(store))[works.id] == 8
    async with MemoryStore(identity, path=path) as one, MemoryStore(identity, path=path) as two:
        await shown(one)
        await two.graph.edge(works.id)
        await say(two, works.id)
        assert (await uses(one))[works.id] == 9
        assert await shown(one) == await shown(two) == await read_anew(one)


async def test_what_is_used_in_one_scope_is_shown_in_no_other(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as here, MemoryStore(identity, path=path) as there:
        alice, bob = here.scope("user:alice"), here.scope("user:bob")
        works = await alice.graph.relate("person:Ada", "entity:Acme", "works-at")
        await bob.graph.add("person:Ada")
        await bob.persona_remember("people", "facts", "ada", "likes tea")
        assert await uses(bob) == {"person:ada": 0}
        records = (await bob._context()).records
        heard = records.uses_heard
        # in this process, and then told by the file
        for store, each in ((here, 1), (there, 2)):
            await store.scope("user:alice").graph.node("Acme")
            await store.scope("user:alice").graph.edge(works)
            await store.scope("user:bob").persona_recall("people", "facts", "ada")
            await store.scope("user:bob").graph.node("Ada")
            await write_down(store)
            assert await uses(alice) == {"person:ada": 0, "entity:acme": each, works.id: each}
            assert await uses(bob) == {"person:ada": each}
        used = await records.used_since(heard, (Node, Edge), "user:bob")
        assert used == [Ref(Node, "person:ada", "user:bob")]


async def test_uses_of_another_device_are_shown_when_it_tells_of_them(
    identity: Identity, tmp_path: Path
) -> None:
    clock = ManualClock(time.time())
    with LocalRelay() as relay:

        def opened(name: str) -> MemoryStore:
            config = Config(
                relays=RelayConfig(read_back_delay=0.1),
                devices=DeviceConfig(name=name, interval=60),
            )
            return MemoryStore(
                identity, relay.url, path=tmp_path / name, clock=clock, config=config
            )

        async with opened("one") as one:
            works = await one.graph.relate("person:Ada", "entity:Acme", "works-at")
            async with opened("two") as two:
                await meet(one, two)
                await shown(one)
                # a first use is told by the record itself, which is in another state from then on
                await two.graph.node("Acme")
                await two.graph.edge(works.id)
                await write_down(two)
                await meet(two, one)
                assert await uses(one) == {"person:ada": 0, "entity:acme": 1, works.id: 1}
                # the next are told, when it closes, by what it says of itself
                clock.advance(100)
                await two.graph.node("Acme")
                await two.graph.edge(works.id)
            await one.graph.edge(works.id)
            await one.sync()
            expected = {"person:ada": 0, "entity:acme": 2, works.id: 3}
            assert await uses(one) == expected
            assert await shown(one) == await read_anew(one)
            # and then by the records
            for name in ("two", "one"):
                clock.advance(100)
                async with opened(name) if name == "two" else nullcontext(one) as store:
                    await say(store, works.id)
                    await store.sync()
                await one.sync()
                assert await uses(one) == expected
                assert await shown(one) == await read_anew(one)
            async with opened("two") as two:
                await meet(one, two)
                assert (await shown(one))[works.id] == (await shown(two))[works.id]
                assert await uses(two) == expected


async def test_what_is_back_from_the_archive_begins_anew_however_often_it_was_used_before(
    identity: Identity, tmp_path: Path
) -> None:
    clock = ManualClock(1_700_000_000.0)
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        graph = store.graph
        works = await graph.relate("person:Ada", "entity:Acme", "works-at")
        knows = await graph.relate("person:Ada", "person:Bo", "friend")
        for _ in range(10):
            await graph.edge(works)
        for one in (knows, "Bo"):
            await (graph.node(one) if isinstance(one, str) else graph.edge(one))
        await write_down(store)  # each begins another state, so their records say it
        for _ in range(2):
            await graph.edge(works)
        await graph.edge(knows)
        await write_down(store)
        await graph.node("Bo")
        clock.advance(5_000 * DAY)
        for told in (await graph.edge(works), await graph.edge(knows), await graph.node("Bo")):
            assert told.state == "archived"
        (bo,) = [one for one in await graph.nodes() if one.node.key == "person:bo"]
        edges = {one.edge.id: one for one in await graph.edges()}
        for found, life, uses in (
            (edges[works.id], edges[works.id].edge.life, 13),
            (edges[knows.id], edges[knows.id].edge.life, 3),
            (bo, bo.node.life, 3),
        ):
            assert (found.state, life.access_count) == ("active", uses)
            assert 0.075 <= found.salience < 0.085
        await graph.edge(works)
        assert {one.edge.id: one.state for one in await graph.edges()}[works.id] == "core"
