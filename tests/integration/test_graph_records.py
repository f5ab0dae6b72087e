"""Nodes, edges and notes in a store: what goes with whom, and what devices agree on."""

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Config, DeviceConfig, Identity, MemoryStore, RelayConfig
from sense_memory.core.change import Amend, Edit, Forget, Put
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import (
    ConversationHead,
    Turn,
    head_name,
    turn_name,
    turn_origin,
)
from sense_memory.core.records.graph import Digest, Edge, Node, Note, TTLPolicy, note_name
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.lifecycle import salience
from sense_memory.mind.graph.notes import digested, new_note
from sense_memory.testing import ManualClock

from .meeting import meet, texts

NOW = 1_700_000_000.0
DAY = 86_400.0
ADA, BOB, ACME = "person:ada", "person:bob", "entity:acme"
KINDS: tuple[type[Any], ...] = (Node, Edge, Note)
WORKS = new_edge(ADA, ACME, "works-at", now=NOW, description="Ada works at Acme.")
KNOWS = new_edge(BOB, ADA, "friend", now=NOW, description="Bob knows Ada from school.")
OWNS = new_edge(BOB, ACME, "owns", now=NOW, description="Bob owns a part.")
ON_ADA = new_note(ADA, "Ada plays chess.", now=NOW, source="source:monday", lifetime="forever")
ON_WORKS = new_note(WORKS.id, "Ada has a key to Acme.", now=NOW)
ON_BOB = new_note(BOB, "Bob sings.", now=NOW)


def node(key: str, **others: Any) -> Node:
    return Node(key, key.partition(":")[2].title(), created_at=NOW, updated_at=NOW, **others)


MOVED = Digest("Ada moved.", frozenset(), "seal", NOW, "rules")
STORY = node(
    "storyline:ada",
    digest=MOVED,
    about=frozenset((ADA,)),
    includes=frozenset(("source:monday", "source:tuesday")),
)
SOURCES = (node("source:monday", mentions=frozenset((ADA, BOB))), node("source:tuesday"))
NODES = (node(ADA, description="Ada counts."), node(BOB), node(ACME), *SOURCES, STORY)
EVERYTHING: tuple[Any, ...] = (*NODES, WORKS, KNOWS, OWNS, ON_ADA, ON_WORKS, ON_BOB)


def ref_of(one: Any, scope: str = "") -> Ref[Any]:
    match one:
        case Node():
            return Ref(Node, one.key, scope)
        case Edge():
            return Ref(Edge, one.id, scope)
        case _:
            return Ref(Note, note_name(one.target, one.id), scope)


def puts(records: Iterable[Any], scope: str = "") -> list[Edit]:
    return [Put(ref_of(one, scope), one) for one in records]


async def commit(store: MemoryStore, *edits: Edit) -> None:
    await (await store._context()).records.commit(*edits)


async def all_of(store: MemoryStore, scope: str = "") -> dict[str, Any]:
    records = (await store._context()).records
    return {
        one.ref.name: one.record
        for kind in KINDS
        async for one in records.select(kind, scope=scope)
    }


def named(records: Iterable[Any]) -> set[str]:
    return {ref_of(one).name for one in records}


async def hand_over(teller: MemoryStore, hearer: MemoryStore) -> None:
    await hearer.import_events([line async for line in teller.export_events()])


@asynccontextmanager
async def stores(identity: Identity, count: int) -> AsyncIterator[list[MemoryStore]]:
    """Devices without a relay that hand each other their events."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(MemoryStore(identity, addressing="blinded"))
            for _ in range(count)
        ]


# --- what goes with whom


async def test_a_node_goes_with_its_edges_their_notes_and_its_story(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *puts(EVERYTHING), *puts(EVERYTHING, "user:alice"))
        await commit(store, Forget(ref_of(NODES[0])))
        found = await all_of(store)
        assert found.keys() == named((*NODES[1:-1], OWNS, ON_BOB))
        assert found["source:monday"].mentions == {BOB}
        assert (await all_of(store, "user:alice")).keys() == named(EVERYTHING)
        lines = "".join([line async for line in store.export_jsonl()])
        assert "Ada" not in lines
        assert "person:ada" not in lines


async def test_an_edge_goes_with_its_notes_and_nothing_else(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *puts(EVERYTHING))
        await commit(store, Forget(ref_of(WORKS)))
        left = [one for one in EVERYTHING if one not in (WORKS, ON_WORKS)]
        assert await all_of(store) == {ref_of(one).name: one for one in left}


async def test_a_source_that_is_forgotten_is_named_no_more_and_its_story_is_blank(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *puts(EVERYTHING))
        await commit(store, Forget(ref_of(SOURCES[0])))
        found = await all_of(store)
        assert found[ref_of(ON_ADA).name] == replace(ON_ADA, source="")
        assert found[STORY.key].includes == {"source:tuesday"}
        assert (found[STORY.key].digest.text, found[STORY.key].shown) == (None, "")
        again = replace(found[STORY.key], digest=replace(MOVED, text="Ada stays."))
        await commit(store, *puts([again]))
        assert (await all_of(store))[STORY.key].shown == "Ada stays."


async def test_what_was_learned_from_a_turn_goes_with_the_conversation(identity: Identity) -> None:
    origin = turn_origin("standup", "1")
    learned = replace(new_note(BOB, "Bob moves.", now=NOW), source=origin)
    source = replace(node("source:standup"), origin=origin)
    async with MemoryStore(identity) as store:
        head: Ref[Any] = Ref(ConversationHead, head_name("standup"))
        turn: Ref[Any] = Ref(Turn, turn_name("standup", "1"))
        await commit(
            store,
            Put(head, ConversationHead("standup")),
            Put(turn, Turn("standup", "1", Role.USER, "Bob moves.")),
            *puts([node(BOB), source, learned, ON_BOB]),
        )
        await commit(store, Forget(head))
        assert (await all_of(store)).keys() == named([node(BOB), ON_BOB])


async def test_a_note_that_expired_takes_nothing_with_it_that_was_made_of_it(
    identity: Identity,
) -> None:
    made = digested("Ada counts.", [ON_ADA], "Ada plays chess.", now=NOW, writer="rules")
    for why, shown in (("fold", "Ada plays chess."), ("forget", "Ada counts.")):
        async with MemoryStore(identity) as store:
            await commit(store, *puts(EVERYTHING))
            await commit(store, Amend(ref_of(NODES[0]), lambda one: replace(one, digest=made)))
            await commit(store, Forget(ref_of(ON_ADA), why))
            assert (await all_of(store))[ADA].shown == shown


async def test_the_notes_of_one_target_and_the_nodes_of_one_type_are_read_by_themselves(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *puts(EVERYTHING))
        records = (await store._context()).records
        for prefix, expected in (
            (note_name(ADA, ""), {ON_ADA}),
            (note_name(WORKS.id, ""), {ON_WORKS}),
            ("", {ON_ADA, ON_WORKS, ON_BOB}),
        ):
            assert {one.record async for one in records.select(Note, prefix)} == expected
        sources = {one.record async for one in records.select(Node, "source:")}
        assert sources == set(SOURCES)


# --- devices


def _ended(at: float, one: Edge) -> Edge:
    return replace(one, valid_to=at, invalidated_at=at)


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_who_is_met_anew_has_nothing_of_the_time_before(
    identity: Identity, order: tuple[int, ...]
) -> None:
    """One forgets and meets her anew, one writes on of the former, one only listens."""
    async with stores(identity, 3) as (here, there, listener):
        await commit(here, *puts(EVERYTHING))
        await hand_over(here, there)
        await commit(here, Forget(ref_of(NODES[0])))
        again = replace(NODES[0], created_at=NOW + DAY, description="Another Ada.")
        anew = new_edge(BOB, ADA, "neighbour", now=NOW + DAY)
        await commit(here, *puts([again, anew]))
        late = new_note(ADA, "Ada has a cat.", now=NOW)
        lent = new_edge(ADA, "concept:trust", "lends", now=NOW)
        await commit(there, *puts([late, node("concept:trust"), lent]))
        everybody = [here, there, listener]
        for _ in range(2):
            for teller in order:
                for hearer in everybody:
                    if hearer is not everybody[teller]:
                        await hand_over(everybody[teller], hearer)
        found = [await all_of(store) for store in everybody]
        assert found[0] == found[1] == found[2]
        left = (*NODES[1:-1], again, anew, OWNS, ON_BOB, node("concept:trust"))
        assert found[0].keys() == named(left)


async def test_what_arrives_of_the_time_before_goes_at_once(identity: Identity) -> None:
    async with stores(identity, 2) as (here, there):
        await commit(here, *puts(EVERYTHING))
        await hand_over(here, there)
        await commit(here, Forget(ref_of(NODES[0])))
        await commit(here, *puts([replace(NODES[0], created_at=NOW + DAY)]))
        lent = new_edge(BOB, ADA, "lends", now=NOW)
        given = new_edge(ADA, ACME, "gives", now=NOW)
        note = new_note(ADA, "Ada has a cat.", now=NOW)
        told = replace(STORY, key="macro:ada", about=frozenset(), rooted_in=frozenset((ADA,)))
        on_lent = new_note(lent.id, "Since May.", now=NOW)
        await commit(there, *puts([lent, given, note, told, on_lent]))
        before = await all_of(here)
        await hand_over(there, here)
        assert await all_of(here) == before


async def test_a_node_that_is_forgotten_takes_along_an_edge_that_came_before_its_node(
    identity: Identity,
) -> None:
    """Two make one node apart; a third hears of the edge of one and the node of the other."""
    async with AsyncExitStack() as stack:
        one, other, third = [
            await stack.enter_async_context(MemoryStore(identity, addressing="plain"))
            for _ in range(3)
        ]
        await one.graph.relate("person:Ada", "person:Bob", "friend")
        await other.graph.add("person:Ada")
        told = [line async for line in one.export_events()]
        await third.import_events([line for line in told if "graph/edge/" in line])
        await hand_over(other, third)
        assert len(await third.graph.edges()) == 1
        await third.graph.forget("person:ada")
        assert await third.graph.edges() == []
        await third.import_events(told)
        # the node of the first was made by somebody who knew of no other, and is there again
        assert (await all_of(third)).keys() == {ADA, BOB}


async def test_devices_that_end_one_edge_and_open_others_show_the_same_history(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{name}.db" for name in ("one", "two")]

    def online(path: Path) -> MemoryStore:
        return MemoryStore(identity, relay.url, path=path)

    async with online(paths[0]) as one, online(paths[1]) as two:
        await commit(one, *puts(EVERYTHING))
        await meet(one, two)
    for path, word, end in zip(paths, ("declined", "left"), (15, 20), strict=True):
        new = new_edge(ADA, ACME, "works-at", now=NOW + end * DAY, description=word)
        async with MemoryStore(identity, path=path) as apart:
            await commit(apart, Amend(ref_of(WORKS), partial(_ended, new.valid_from)), *puts([new]))
    async with online(paths[0]) as one, online(paths[1]) as two:
        await meet(one, two)
        found = await all_of(one)
        assert found == await all_of(two)
        assert found.keys() > named(EVERYTHING)
        assert len(found) == len(EVERYTHING) + 2
        assert found[WORKS.id].valid_to in (NOW + 15 * DAY, NOW + 20 * DAY)
        repository = one._lifetime.repository
        assert repository is not None
        bodies = await repository.bodies("")
        (ends,) = (body.fields["valid_to"] for ref, body in bodies if ref.name == WORKS.id)
        assert set(ends.values()) == {NOW + 15 * DAY, NOW + 20 * DAY}
        await commit(two, Forget(ref_of(NODES[0])))
        await meet(one, two)
        assert "Ada" not in "".join(await texts(relay.url, identity))


async def test_recalls_of_all_devices_count_once(identity: Identity, tmp_path: Path) -> None:
    clock = ManualClock(time.time())
    config = Config(
        relays=RelayConfig(read_back_delay=0.1), devices=DeviceConfig(name="d", interval=60)
    )
    faded = replace(OWNS, created_at=clock.now(), ttl_policy=TTLPolicy.DECAY)
    with LocalRelay() as relay:

        def opened(name: str) -> MemoryStore:
            return MemoryStore(
                identity, relay.url, path=tmp_path / name, clock=clock, config=config
            )

        async def recall(name: str, times: int) -> None:
            clock.advance(DAY)
            async with opened(name) as store:
                await store.sync()
                records = (await store._context()).records
                for _ in range(times):
                    await records.touch(ref_of(faded))
            async with opened(name) as store:
                await store.sync()

        async with opened("a") as store:
            await commit(store, *puts([*NODES, faded]))
            await store.sync()
        for name, times in (("a", 3), ("b", 2), ("a", 1)):
            await recall(name, times)
        shown = []
        for name in "baba":
            clock.advance(100)
            async with opened(name) as store:
                await store.sync()
                shown.append((await all_of(store))[faded.id])
        assert [one.life.access_count for one in shown] == [6] * 4
        assert shown[-1].life == shown[-2].life
        assert salience(shown[-1], clock.now()) == salience(shown[-2], clock.now())


# --- a mind that moves


async def test_a_graph_moves_to_another_key_and_hangs_together_there(
    identity: Identity, tmp_path: Path
) -> None:
    new = Identity.generate()
    async with MemoryStore(identity, path=tmp_path / "old.db") as store:
        await commit(store, *puts(EVERYTHING))
        await store.rotate(new, tmp_path / "new.db")
    async with MemoryStore(new, path=tmp_path / "new.db") as store:
        assert await all_of(store) == {ref_of(one).name: one for one in EVERYTHING}
        await commit(store, Forget(ref_of(NODES[0])))
        assert (await all_of(store)).keys() == named((*NODES[1:-1], OWNS, ON_BOB))


async def test_a_graph_that_is_let_go_joins_the_one_that_is_there(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        here = store.local_only()
        scope = here._scope
        await commit(store, *puts([node(ADA), node(ACME), OWNS]))
        await commit(store, Forget(ref_of(node(ACME))))
        await commit(store, *puts([node(ACME)]))
        await commit(here, *puts(EVERYTHING, scope))
        released = await store.release_local()
        assert [ref.name for ref in released.left] == [ADA, OWNS.id]
        # Acme says the same on both sides, and so is one; Ada says more, and stays here, too
        found = await all_of(store)
        assert found.keys() == named(EVERYTHING) - {OWNS.id}
        assert (found[ADA], (await all_of(store, scope))[ADA]) == (node(ADA), NODES[0])
        # what belonged to those of this scope belongs to those of the other one now
        async with MemoryStore(identity, path=tmp_path / "b.db") as other:
            await hand_over(store, other)
            await commit(other, *puts([node("person:eve")]))
            assert (await all_of(other)).keys() == found.keys() | {"person:eve"}
            await commit(other, Forget(ref_of(node(ADA))))
            left = (*NODES[1:-1], ON_BOB, node("person:eve"))
            assert (await all_of(other)).keys() == named(left)


@pytest.mark.parametrize("scope", ["", "user:alice"])
async def test_who_says_something_that_is_let_go_is_the_user_of_both(
    identity: Identity, tmp_path: Path, scope: str
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        there = store.scope(scope) if scope else store
        here = there.local_only()
        told = await here.graph.relate("person:Ada", "person:Bob", "friend")
        (status,) = await here.graph.edges()
        await there.graph.add("person:Cyd")
        (cyd,) = await there.graph.nodes()
        user = scope or cyd.user_id
        assert user not in ("", "local-only")
        assert (told.recorded_by, status.user_id) == (user, user)
        assert (await there.release_local()).left == ()
        assert await there.graph.edges() == [status]


async def test_what_belongs_to_one_that_cannot_be_let_go_stays_with_it(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        here = store.local_only()
        scope = here._scope
        await commit(store, *puts([node(ADA)]))
        await commit(store, Forget(ref_of(node(ADA))))
        everything = [one for one in EVERYTHING if one is not STORY]
        await commit(here, *puts(everything, scope))
        released = await store.release_local()
        stays = (NODES[0], WORKS, KNOWS, ON_ADA, ON_WORKS)
        assert {ref.name for ref in released.left} == named(stays)
        assert (await all_of(store, scope)).keys() == named(stays)
        assert (await all_of(store)).keys() == named(everything) - named(stays)
