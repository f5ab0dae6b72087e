"""The graph as it is written: nodes, relations, notes; what is refused, and what that leaves.

Everything goes through the public face, into real files, by a clock that is moved by hand.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Edge,
    EdgeStatus,
    Graph,
    Identity,
    InputError,
    MemoryStore,
    Node,
    Note,
    ReadFailedError,
    Role,
    TooLargeError,
    UnknownMemoryError,
)
from sense_memory.core.change import Amend
from sense_memory.core.records.graph import note_name
from sense_memory.core.ref import Ref
from sense_memory.io.database import SQLiteDatabase
from sense_memory.mind.graph.notes import digested
from sense_memory.testing import ManualClock

NOW = 1_700_000_000.0
DAY = 86_400.0
ADA, BOB, ACME = "person:ada", "person:bob", "entity:acme"
LONE = "\ud800"
NOWHERE = "ws://127.0.0.1:9"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture
async def store(
    identity: Identity, tmp_path: Path, clock: ManualClock
) -> AsyncIterator[MemoryStore]:
    async with MemoryStore(
        identity, path=tmp_path / "a.db", clock=clock, addressing="plain"
    ) as opened:
        yield opened


@pytest.fixture
def graph(store: MemoryStore) -> Graph:
    return store.graph


async def written(store: MemoryStore) -> list[str]:
    """All that stands in the store, as events."""
    return [line async for line in store.export_events()]


def said(versions: list[EdgeStatus]) -> list[str]:
    return [one.edge.description for one in versions]


async def employed(graph: Graph) -> Edge:
    return await graph.relate("person:Ada", "entity:Acme", "works-at", description="Ada works.")


# --- nodes


async def test_a_node_is_made_once_and_changed_in_what_is_given(
    graph: Graph, store: MemoryStore, clock: ManualClock
) -> None:
    made = await graph.add("person:Ada Lovelace", description="Counts.", confidence=0.5)
    assert made == Node(
        "person:ada-lovelace",
        "Ada Lovelace",
        "Counts.",
        confidence=0.5,
        created_at=NOW,
        updated_at=NOW,
    )
    clock.advance(DAY)
    before = await written(store)
    for again in ("person:Ada Lovelace", "PERSON: Ada Lovelace ", "person:ada-lovelace"):
        assert await graph.add(again) == made
        assert await graph.add(again, description="Counts.", confidence=0.5) == made
    assert await written(store) == before, "nothing new was said"
    kept = await graph.add("person:ada-lovelace", ttl_policy="keep_forever")
    assert kept == replace(made, ttl_policy=kept.ttl_policy, updated_at=NOW + DAY)
    assert kept.ttl_policy == "keep_forever"
    # written as people write it, she is called so
    assert (await graph.add("person:ADA Lovelace")).name == "ADA Lovelace"
    assert (await graph.add("person:ada-lovelace", description="")).name == "ADA Lovelace"
    assert [one.node.description for one in await graph.nodes()] == [""]


async def test_sources_and_artifacts_have_their_time_and_what_they_stand_for(graph: Graph) -> None:
    made = await graph.add("source:Stand-up", at="2023-11-14T12:00:00Z", origin="of my own")
    assert (made.at, made.origin) == (1_699_963_200.0, "of my own")
    assert (await graph.add("artifact:Minutes", at=NOW)).at == NOW
    assert (await graph.add("source:Stand-up")) == made


async def test_nodes_are_listed_by_key_by_type_and_by_state(graph: Graph) -> None:
    for name in ("person:Bob", "concept:Trust", "person:Ada", "entity:Acme"):
        await graph.add(name)
    await graph.node("Ada")
    keys = [one.key for one in await graph.nodes()]
    assert keys == sorted(keys) == ["concept:trust", ACME, ADA, BOB]
    assert [one.key for one in await graph.nodes("person")] == [ADA, BOB]
    assert [one.key for one in await graph.nodes(state="active")] == [ADA]
    assert [one.key for one in await graph.nodes("person", state="candidate")] == [BOB]


async def test_to_ask_for_a_node_is_a_use_and_to_list_it_is_none(
    graph: Graph, clock: ManualClock
) -> None:
    await employed(graph)
    assert (await graph.node("Ada")).state == "candidate"
    clock.advance(DAY)
    await graph.nodes()
    await graph.notes("Ada")
    told = await graph.node("ada")
    assert (told.node.life.access_count, told.node.life.last_accessed_at) == (1, NOW)
    assert (told.key, told.state, told.edges) == (ADA, "active", 1)


async def test_a_name_alone_is_enough_while_one_node_has_it(graph: Graph) -> None:
    await graph.add("person:Ada Lovelace")
    await graph.add("concept:Star Trek: Voyager")
    for name in ("Ada Lovelace", " ada lovelace ", "ADA-LOVELACE", "person:Ada  Lovelace"):
        assert (await graph.node(name)).key == "person:ada-lovelace"
    assert (await graph.node("Star Trek: Voyager")).key == "concept:star-trek-voyager"
    await graph.add("entity:Ada Lovelace")
    with pytest.raises(
        InputError, match="several nodes .*say which: entity:ada-lovelace, person:ada-lovelace$"
    ):
        await graph.node("Ada Lovelace")
    with pytest.raises(UnknownMemoryError, match="mean .*person:ada-lovelace.*add makes it"):
        await graph.node("person:Ada Lovelacce")


async def test_sources_are_linked_with_what_is_in_them(
    graph: Graph, store: MemoryStore, clock: ManualClock
) -> None:
    await graph.add("source:Monday")
    await graph.add("person:Ada")
    await graph.add("artifact:Minutes")
    clock.advance(DAY)
    await graph.link("Monday", "mentions", "Ada")
    linked = await graph.link("source:monday", "produced", "Minutes")
    assert linked.mentions == {ADA}
    assert linked.produced == {"artifact:minutes"}
    assert linked.updated_at == NOW + DAY
    before = await written(store)
    assert await graph.link("Monday", "mentions", "Ada") == linked
    assert await written(store) == before
    left = await graph.unlink("Monday", "mentions", "Ada")
    assert left == replace(linked, mentions=frozenset())
    assert await graph.unlink("Monday", "mentions", "Ada") == left
    await graph.forget("Minutes")
    assert (await graph.node("Monday")).node.produced == frozenset()


# --- relations


async def test_a_relation_is_told_once_with_the_nodes_that_it_joins(
    graph: Graph, store: MemoryStore
) -> None:
    edge = await graph.relate(
        "entity:Acme Ltd.",
        "person:Ada",
        " Works at ",
        description="Ada works.",
        attitude="Favorable",
        proximity=5,
        confidence=0.9,
        valid_from=NOW - DAY,
        recorded_by="gpt-4.1",
        ttl_policy="ephemeral",
    )
    assert edge == Edge(
        edge.id,
        ADA,
        "entity:acme-ltd",
        "Works at",
        "Ada works.",
        attitude=4,
        proximity=5,
        confidence=0.9,
        valid_from=NOW - DAY,
        recorded_at=NOW,
        recorded_by="gpt-4.1",
        orientation=edge.orientation,
        ttl_policy=edge.ttl_policy,
        created_at=NOW,
        updated_at=NOW,
    )
    assert (edge.orientation, edge.ttl_policy) == ("backward", "ephemeral")
    assert [(one.key, one.node.name) for one in await graph.nodes()] == [
        ("entity:acme-ltd", "Acme Ltd."),
        (ADA, "Ada"),
    ]
    before = await written(store)
    for ends in (("Ada", "Acme Ltd."), ("entity:acme-ltd", ADA)):
        for word in ("Works at", "works_at"):
            with pytest.raises(InputError, match=f"edge {edge.id} is current .*supersede.*update"):
                await graph.relate(*ends, word, description="Ada works.")
    assert await written(store) == before
    other = await graph.relate("Ada", "Acme Ltd.", "owns")
    assert (other.recorded_by, other.orientation) == (store.pubkey, "forward")
    assert len(await graph.edges("Ada")) == 2


async def test_what_was_so_before_is_told_beside_what_is_so_now(graph: Graph) -> None:
    await employed(graph)
    past = await graph.relate(
        "Ada",
        "Acme",
        "works-at",
        description="Intern.",
        valid_from=NOW - 9 * DAY,
        valid_to=NOW - 5 * DAY,
    )
    with pytest.raises(InputError, match=f"edge {past.id} holds from .* beside it"):
        await graph.relate(
            "Ada", "Acme", "works-at", valid_from=NOW - 6 * DAY, valid_to=NOW - 2 * DAY
        )
    assert said(await graph.at(NOW - 7 * DAY)) == ["Intern."]
    assert said(await graph.at(NOW - 7 * DAY, NOW - 1)) == []
    assert said(await graph.at(NOW - 3 * DAY)) == []
    assert said(await graph.at(NOW)) == ["Ada works."]


async def test_what_is_corrected_was_believed_until_then(graph: Graph, clock: ManualClock) -> None:
    first = await employed(graph)
    await graph.edge(first.id)
    await graph.note(first, "She has a key.", lifetime="forever")
    clock.advance(DAY)
    second = await graph.update(first, description="Ada advises.", attitude="unfavorable")
    clock.advance(DAY)
    third = await graph.update(
        second.id, relationship_type="advises", valid_from=NOW - 9 * DAY, recorded_by="tom"
    )
    assert (third.valid_from, third.recorded_at) == (NOW - 9 * DAY, NOW + 2 * DAY)
    assert (third.description, third.attitude, third.replaces) == ("Ada advises.", 2, second.id)
    assert (second.recorded_by, third.recorded_by) == (first.recorded_by, "tom")
    assert (third.life.access_count, third.created_at) == (1, NOW), "it takes over its uses"
    (current,) = await graph.edges()
    assert (current.id, [one.content for one in current.notes]) == (third.id, ["She has a key."])
    for valid, known, expected in (
        (NOW, None, third),
        (NOW, NOW + 2 * DAY, third),
        (NOW, NOW + 2 * DAY - 1, second),
        (NOW, NOW + DAY, second),
        (NOW, NOW + DAY - 1, first),
        (NOW - DAY, NOW + DAY, None),
        (NOW - DAY, None, third),
    ):
        held = await graph.at(valid, known)
        assert [one.id for one in held] == ([] if expected is None else [expected.id])
    told = await graph.history(third)
    assert [one.id for one in told] == [third.id, first.id, second.id]
    assert [one.until for one in told] == [None, NOW, NOW]
    assert [one.edge.corrected_at for one in told] == [None, NOW + DAY, NOW + 2 * DAY]
    for old in (first, second):
        with pytest.raises(InputError, match="was corrected already"):
            await graph.update(old, description="Again.")


async def test_to_correct_what_ended_leaves_when_that_was_known(
    graph: Graph, clock: ManualClock
) -> None:
    first = await employed(graph)
    clock.advance(10 * DAY)
    await graph.invalidate(first, NOW + 5 * DAY)
    clock.advance(10 * DAY)
    right = await graph.update(first, description="Ada advised.")
    assert (right.valid_to, right.invalidated_at) == (NOW + 5 * DAY, NOW + 10 * DAY)
    for known, at_four, at_six in (
        (NOW, "Ada works.", "Ada works."),
        (NOW + 10 * DAY, "Ada works.", None),
        (NOW + 20 * DAY, "Ada advised.", None),
    ):
        assert said(await graph.at(NOW + 4 * DAY, known)) == [at_four]
        assert said(await graph.at(NOW + 6 * DAY, known)) == ([at_six] if at_six else [])


async def test_what_changes_nothing_is_no_other_version(
    graph: Graph, store: MemoryStore, clock: ManualClock
) -> None:
    edge = await employed(graph)
    clock.advance(DAY)
    before = await written(store)
    assert await graph.update(edge) == edge
    assert await graph.update(edge, description="Ada works.", attitude=3, confidence=0.8) == edge
    assert await graph.update(edge, valid_from=NOW, ttl_policy="decay") == edge
    assert await written(store) == before
    kept = await graph.update(edge, ttl_policy="keep_forever")
    assert kept == replace(edge, ttl_policy=kept.ttl_policy, updated_at=NOW + DAY)
    assert kept.ttl_policy == "keep_forever"
    assert len(await graph.history(edge)) == 1


async def test_a_text_that_was_made_stays_while_it_is_of_what_was_said(
    graph: Graph, store: MemoryStore, clock: ManualClock
) -> None:
    edge = await employed(graph)
    note = await graph.note(edge, "She has a key.", lifetime="forever")
    digest = digested("Ada works.", [note], "Ada works and has a key.", now=NOW, writer="rules")
    records = (await store._context()).records
    await records.commit(Amend(Ref(Edge, edge.id), lambda one: replace(one, digest=digest)))
    clock.advance(DAY)
    closer = await graph.update(edge, proximity=5)
    assert closer.digest == digest
    assert not (await graph.edge(closer)).is_dirty
    other = await graph.update(closer, description="Ada advises.")
    assert (other.digest, other.shown) == (None, "Ada advises.")
    assert (await graph.edge(other)).is_dirty, "the note is to be told of with the new text"


async def test_what_takes_the_place_of_another_begins_where_that_ends(
    graph: Graph, clock: ManualClock
) -> None:
    first = await graph.relate("person:Bob", "person:Ada", "friend", attitude=5, confidence=0.7)
    clock.advance(10 * DAY)
    second = await graph.supersede(first, relationship_type="rival", attitude="hostile")
    assert (second.valid_from, second.valid_to) == (NOW + 10 * DAY, None)
    assert (second.attitude, second.proximity, second.confidence) == (1, 3, 0.7)
    assert (second.replaces, second.orientation) == (first.id, first.orientation)
    assert second.life.access_count == 0
    placed = f"edge {first.id} is not current any more; edge {second.id} took its place"
    with pytest.raises(InputError, match=placed):
        await graph.supersede(first)
    third = await graph.supersede(second, description="Rivals.", valid_from=NOW + 12 * DAY)
    told = await graph.history(first)
    assert [one.id for one in told] == [first.id, second.id, third.id]
    assert [one.until for one in told] == [NOW + 10 * DAY, NOW + 12 * DAY, None]
    assert [one.id for one in await graph.at(NOW + 11 * DAY, NOW + 9 * DAY)] == [first.id]
    with pytest.raises(InputError, match=f"edge {third.id} began at .*then or later"):
        await graph.supersede(third, valid_from=NOW)


async def test_what_took_a_place_under_another_name_is_put_right_beside_it(graph: Graph) -> None:
    works = await graph.relate("person:Bob", "entity:Acme", "works-at", valid_from="2020-01-01")
    leads = await graph.supersede(works, valid_from="2022-01-01", relationship_type="leads")
    left = await graph.supersede(leads, valid_from="2024-01-01", relationship_type="advises")
    holds = f"edge {works.id} holds from 2020-.* to 2022-.*: .*invalidate it at an earlier one"
    with pytest.raises(InputError, match=holds):
        await graph.update(leads, valid_from="2021-01-01")
    named = await graph.update(leads, relationship_type="runs")
    with pytest.raises(InputError, match=holds):
        await graph.update(named, valid_from="2021-01-01")
    with pytest.raises(InputError, match=holds):
        await graph.update(left, valid_from="2021-01-01")
    with pytest.raises(InputError, match=f"edge {named.id} holds from 2022-.* to 2024-"):
        await graph.update(left, valid_from="2023-01-01")
    sooner = await graph.invalidate(works, "2021-01-01")
    with pytest.raises(InputError, match=f"edge {sooner.id} holds from 2020-.* to 2021-"):
        await graph.update(named, valid_from="2020-06-01")
    await graph.update(named, valid_from="2021-01-01")
    told = [[one.edge.relationship_type for one in await graph.at(at)] for at in _YEARS]
    assert told == [["works-at"], ["runs"], ["runs"], ["advises"]]
    # what is told of itself, and took no place, is free to hold at the same time
    await graph.relate("Bob", "Acme", "founded", valid_from="2020-02-01")
    assert len(await graph.at("2021-06-01")) == 2


_YEARS = ("2020-06-01", "2021-06-01", "2022-06-01", "2024-06-01")


async def test_what_ended_is_ended_once_and_may_begin_anew(
    graph: Graph, clock: ManualClock
) -> None:
    first = await employed(graph)
    clock.advance(10 * DAY)
    ended = await graph.invalidate(first.id, NOW + 5 * DAY)
    assert ended == replace(
        first, valid_to=NOW + 5 * DAY, invalidated_at=NOW + 10 * DAY, updated_at=NOW + 10 * DAY
    )
    assert await graph.edges() == []
    for at in (None, NOW + 5 * DAY, NOW + 7 * DAY):
        with pytest.raises(InputError, match=f"edge {first.id} ended already at"):
            await graph.invalidate(first, at)
    with pytest.raises(InputError, match=f"edge {first.id} is not current any more; nothing is"):
        await graph.supersede(first)
    anew = await graph.relate("Ada", "Acme", "works-at", description="Ada works.")
    assert [one.id for one in await graph.history(first)] == [first.id, anew.id]
    never = await graph.invalidate(anew, anew.valid_from)
    assert never.valid_to == never.valid_from
    with pytest.raises(InputError, match="never was so"):
        await graph.invalidate(anew)
    with pytest.raises(InputError, match="never was so"):
        await graph.update(anew, description="Ada worked.")


@pytest.mark.parametrize("how", ["invalidate", "supersede"])
async def test_what_was_to_end_later_ends_sooner(
    graph: Graph, clock: ManualClock, how: str
) -> None:
    planned = await graph.relate("person:Ada", "entity:Acme", "works-at", valid_to=NOW + 99 * DAY)
    clock.advance(10 * DAY)
    if how == "invalidate":
        sooner = await graph.invalidate(planned)
    else:
        new = await graph.supersede(planned, description="Ada advises.")
        sooner = (await graph.edge(new.replaces)).edge
        assert [one.id for one in await graph.edges()] == [new.id]
    assert (sooner.valid_from, sooner.valid_to) == (NOW, NOW + 10 * DAY)
    assert sooner.replaces == planned.id
    known = [one.id for one in await graph.at(NOW + 20 * DAY, NOW + 9 * DAY)]
    assert known == [planned.id], "that it would go on was believed"
    assert [one.id for one in await graph.at(NOW + 5 * DAY)] == [sooner.id]
    with pytest.raises(InputError, match="corrected already"):
        await graph.invalidate(planned)


async def test_what_was_to_end_later_never_was_so(graph: Graph, clock: ManualClock) -> None:
    planned = await graph.relate("person:Ada", "entity:Acme", "works-at", valid_to=NOW + 99 * DAY)
    with pytest.raises(InputError, match=f"edge {planned.id} began at .*then or later"):
        await graph.invalidate(planned, NOW - DAY)
    clock.advance(DAY)
    never = await graph.invalidate(planned, NOW)
    assert (never.id, never.corrected_at) == (planned.id, NOW + DAY)
    assert await graph.at(NOW + DAY) == []
    assert [one.id for one in await graph.at(NOW + DAY, NOW)] == [planned.id]


async def test_what_is_told_at_one_moment_of_a_clock_is_told_apart(graph: Graph) -> None:
    first = await employed(graph)
    second = await graph.update(first, description="Ada advises.")
    third = await graph.update(second, description="Ada works.")
    never = await graph.invalidate(third, NOW)
    anew = await employed(graph)
    ids = [first.id, second.id, third.id, anew.id]
    assert len(set(ids)) == 4
    assert never.id == third.id
    assert [one.id for one in await graph.edges()] == [anew.id]
    assert {one.id for one in await graph.history(anew)} == set(ids)


# --- notes


async def test_notes_count_for_their_lifetime(
    graph: Graph, store: MemoryStore, clock: ManualClock
) -> None:
    edge = await employed(graph)
    for lifetime, days in (("week", 7), ("month", 30), ("year", 365)):
        note = await graph.note("Ada", f"For a {lifetime}.", lifetime=lifetime)
        assert note.expires_at == NOW + days * DAY
    ever = await graph.note("Ada", "For ever.", lifetime="forever", added_by="tom", at=NOW - DAY)
    assert (ever.expires_at, ever.added_by, ever.added_at) == (None, "tom", NOW - DAY)
    (on_edge,) = [await graph.note(edge, "On an edge.")]
    assert (on_edge.target, on_edge.added_by) == (edge.id, store.pubkey)
    before = await written(store)
    again = await graph.note("Ada", "For ever.", lifetime="week", added_by="tom", at=NOW - DAY)
    assert again == ever, "noted twice at one time, it is one"
    assert await written(store) == before
    for after, left in ((0, 4), (6.9, 4), (0.1, 3), (23, 2), (335, 1), (9_999, 1)):
        clock.advance(after * DAY)
        assert len(await graph.notes("Ada")) == left
    assert await graph.notes(edge.id) == []
    assert await graph.notes("Ada") == [ever]


async def test_a_note_goes_with_what_it_was_learned_from(graph: Graph, store: MemoryStore) -> None:
    conversation = store.conversation("standup")
    turn = await conversation.add(Role.USER, "Ada plays chess.")
    reference = await store.reference(f"stream/standup/turn/{turn.id}")
    await graph.add("source:Stand-up", origin=reference)
    await graph.add("source:Rumour")
    await graph.add("person:Ada")
    heard = await graph.note("Ada", "She plays chess.", source="Stand-up")
    said_so = await graph.note("Ada", "She plays.", source=reference)
    rumour = await graph.note("Ada", "She sings.", source="Rumour")
    assert [one.source for one in (heard, said_so, rumour)] == [
        reference,
        reference,
        "source:rumour",
    ]
    await graph.forget("Rumour")
    assert [one.source for one in await graph.notes("Ada")].count("") == 1
    await conversation.delete(turn.id)
    assert await graph.notes("Ada") == [replace(rumour, source="")]
    assert [one.key for one in await graph.nodes()] == [ADA]


# --- forgetting


async def test_each_is_forgotten_with_what_belongs_to_it(graph: Graph) -> None:
    edge = await employed(graph)
    other = await graph.relate("Ada", "person:Bob", "friend")
    notes = [await graph.note(of, "Something.") for of in ("Ada", "Bob", "Acme", edge, other)]
    await graph.forget(notes[1])
    assert await graph.notes("Bob") == []
    await graph.forget(f"{notes[2].target}/{notes[2].id}")
    assert await graph.notes("Acme") == []
    for what in (notes[1], f"{ADA}/{notes[1].id}"):
        with pytest.raises(UnknownMemoryError):
            await graph.forget(what)
    assert len(await graph.forget(other)) == 64
    for call in (graph.forget, graph.edge, graph.notes, graph.history):
        with pytest.raises(UnknownMemoryError, match=f"no edge {other.id!r}"):
            await call(other)
    await graph.forget(await graph.node("Ada"))
    with pytest.raises(UnknownMemoryError, match="no node"):
        await graph.node("Ada")
    with pytest.raises(UnknownMemoryError, match=f"no edge {edge.id!r}"):
        await graph.notes(edge)
    assert [one.key for one in await graph.nodes()] == [ACME, BOB]
    anew = await employed(graph)
    assert [one.id for one in await graph.edges()] == [anew.id]
    assert await graph.notes("Ada") == []


@pytest.mark.parametrize("is_any_record", [False, True], ids=["graph.forget", "forget"])
async def test_what_came_before_the_node_that_it_hangs_on_is_forgotten_with_it(
    store: MemoryStore,
    identity: Identity,
    tmp_path: Path,
    clock: ManualClock,
    is_any_record: bool,
) -> None:
    await store.graph.add("person:Ada")
    await store.graph.add("entity:Acme")
    async with MemoryStore(
        identity, path=tmp_path / "b.db", clock=clock, addressing="plain"
    ) as other:
        edge = await employed(other.graph)
        note = await other.graph.note("Ada", "She sings.")
        lines = [line async for line in other.export_events()]
    await store.import_events([line for line in lines if "graph/node" not in line])
    assert [one.id for one in await store.graph.edges()] == [edge.id]
    assert await store.graph.notes("Ada") == [note]
    await (store.forget(ADA) if is_any_record else store.graph.forget(ADA))
    assert await store.graph.versions() == []
    records = (await store._context()).records
    gone: list[Ref[Any]] = [Ref(Note, note_name(ADA, note.id)), Ref(Edge, edge.id)]
    left = await records.get_many(gone)
    assert left == [None, None]


# --- what is refused

Call: TypeAlias = Callable[[Graph, Mapping[str, Any]], Awaitable[object]]
BIG = "x" * 60_000
BAD: dict[str, tuple[Call, str]] = {
    "node without a type": (lambda g, _: g.add("Cyd"), "no node 'Cyd'.*TYPE:NAME"),
    "unknown type of node": (
        lambda g, _: g.add("alien:Ada"),
        "the type is one of person, concept, entity, source, artifact, storyline, macro",
    ),
    "unknown type in a list": (lambda g, _: g.nodes("alien"), "one of person, concept.*'alien'"),
    "unknown state": (lambda g, _: g.nodes(state="dead"), "one of candidate, active, core.*'dead'"),
    "no name": (lambda g, _: g.add("person: "), "needs a letter, a digit or a symbol"),
    "no name at all": (lambda g, _: g.node(" "), "TYPE:NAME.*empty"),
    "no text": (lambda g, _: g.add(3), "TYPE:NAME, got int"),  # type: ignore[arg-type]
    "a lone surrogate": (lambda g, _: g.add(f"person:{LONE}"), "lone surrogate"),
    "a bare lone surrogate": (lambda g, _: g.node(LONE), "lone surrogate"),
    "a lone surrogate in a description": (
        lambda g, _: g.add("person:Cyd", description=LONE),
        "description contains a lone surrogate",
    ),
    "a lone surrogate in an origin": (
        lambda g, _: g.add("person:Cyd", origin=LONE),
        "origin contains a lone surrogate",
    ),
    "too large a node": (lambda g, _: g.add("person:Cyd", description=BIG), "too long: 6"),
    "a confidence of 2": (lambda g, _: g.add("person:Cyd", confidence=2), "from 0 to 1, got 2"),
    "a confidence that is none": (
        lambda g, _: g.add("person:Cyd", confidence=float("nan")),
        "from 0 to 1, got nan",
    ),
    "unknown policy": (
        lambda g, _: g.add("person:Cyd", ttl_policy="soon"),
        "one of keep_forever, ephemeral, decay; not 'soon'",
    ),
    "a person with a time": (lambda g, _: g.add("person:Cyd", at=1), "person:cyd is neither"),
    "a time that is none": (lambda g, _: g.add("source:Cyd", at="later"), "a time is .*'later'"),
    "NaN": (lambda g, _: g.add("source:Cyd", at=float("nan")), "years 1 and 9999"),
    "unknown node": (lambda g, _: g.node("Cyd"), "no node 'Cyd'.*person, concept"),
    "unknown node by type": (lambda g, _: g.node("person:Adda"), "did you mean person:ada"),
    "unknown node that is forgotten": (lambda g, _: g.forget("person:cyd"), "no node"),
    "unknown node that is noted of": (lambda g, _: g.note("Cyd", "Sings."), "no node 'Cyd'"),
    "unknown link": (lambda g, _: g.link("Monday", "likes", "Ada"), "one of mentions, produced"),
    "a link that leads elsewhere": (
        lambda g, _: g.link("Ada", "mentions", "Bob"),
        "leads from source to person or concept or entity; not from person to person",
    ),
    "a link that only stories have": (
        lambda g, _: g.link("storyline:s", "about", "Ada"),
        "consolidate.*by hand: mentions, produced",
    ),
    "a link back that only stories have": (
        lambda g, _: g.unlink("storyline:s", "about", "Ada"),
        "consolidate.*by hand: mentions, produced",
    ),
    "a link to nobody": (lambda g, _: g.link("Monday", "mentions", "Cyd"), "no node 'Cyd'"),
    "unknown bare name": (
        lambda g, _: g.relate("Cyd", "person:Dee", "friend"),
        "no node 'Cyd'.*relate and add make one",
    ),
    "one node": (lambda g, _: g.relate("Ada", "person:ADA", "friend"), "joins two nodes"),
    "nodes that no edge joins": (
        lambda g, _: g.relate("Ada", "source:Tuesday", "x"),
        "edges join person, concept, entity; not person and source; a link .*mentions",
    ),
    "no relation": (lambda g, _: g.relate("Ada", "person:Cyd", " "), "relationship_type must be"),
    "no letter": (lambda g, _: g.relate("Ada", "person:Cyd", "--"), "needs a letter or a digit"),
    "too long a relation": (lambda g, _: g.relate("Ada", "person:Cyd", "x" * 65), "65 chars"),
    "a lone surrogate in a relation": (lambda g, _: g.relate("Ada", "person:Cyd", LONE), "lone"),
    "attitude 6": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", attitude=6),
        "attitude is a whole number from 1 to 5, got 6",
    ),
    "attitude of another type": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", attitude="passionate"),
        "hostile, unfriendly, neutral, friendly, close; not 'passionate'",
    ),
    "proximity 0": (lambda g, _: g.relate("Ada", "person:Cyd", "x", proximity=0), "proximity.*0$"),
    "proximity from 1 to 2": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", proximity=(1, 2)),  # type: ignore[arg-type]
        r"proximity.*\(1, 2\)",
    ),
    "a reversed interval": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", valid_from=9, valid_to=3),
        r"valid_to must lie after valid_from \(1970-01-01T00:00:09Z\).*got 1970-01-01T00:00:03Z",
    ),
    "an empty interval": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", valid_from=9, valid_to=9),
        "valid_to must lie after valid_from",
    ),
    "an infinite time": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", valid_to=float("inf")),
        "years 1 and 9999",
    ),
    "NaN as a beginning": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", valid_from=float("nan")),
        "years 1 and 9999",
    ),
    "unknown teller": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", recorded_by=3),  # type: ignore[arg-type]
        "who says so must be a string",
    ),
    "too large an edge": (
        lambda g, _: g.relate("Ada", "person:Cyd", "x", description=BIG),
        "too long: 6",
    ),
    "the same again": (lambda g, _: g.relate("Bob", "Ada", "Friend"), "is current since"),
    "unknown edge": (lambda g, _: g.update("0" * 32, attitude=1), "no edge '0000"),
    "an unknown edge that is noted of": (lambda g, _: g.note("0" * 32, "Sings."), "no edge '0000"),
    "an unknown edge that is forgotten": (lambda g, _: g.forget("0" * 32), "no edge '0000"),
    "an edge by a node's name": (lambda g, _: g.invalidate(ADA), "an edge is meant by its id"),
    "an edge that is no text": (lambda g, _: g.supersede(3), "not int"),  # type: ignore[arg-type]
    "an edge of a lone surrogate": (lambda g, _: g.history(LONE), "lone surrogate"),
    "an update that begins after its end": (
        lambda g, k: g.update(k["past"], valid_from=NOW),
        "valid_to must lie after valid_from",
    ),
    "an update over another one": (
        lambda g, k: g.update(k["past"], valid_from=NOW - 20 * DAY, relationship_type="friend"),
        "edge .* holds from .* beside it, invalidate it at an earlier one",
    ),
    "an update of attitude 6": (lambda g, k: g.update(k["friend"], attitude=6), "got 6"),
    "an end before the beginning": (
        lambda g, k: g.invalidate(k["friend"], NOW - DAY),
        "began at .*then or later",
    ),
    "an end that is none": (lambda g, k: g.invalidate(k["friend"], "soon"), "a time is .*'soon'"),
    "what supersedes begins before": (
        lambda g, k: g.supersede(k["friend"], valid_from=NOW - DAY),
        "began at",
    ),
    "what supersedes is too large": (
        lambda g, k: g.supersede(k["friend"], description=BIG),
        "too long: 6",
    ),
    "an empty note": (lambda g, _: g.note("Ada", " "), "a note says something"),
    "too large a note": (lambda g, _: g.note("Ada", BIG), "too long: 6"),
    "a note of a lone surrogate": (lambda g, _: g.note("Ada", LONE), "lone surrogate"),
    "unknown lifetime": (
        lambda g, _: g.note("Ada", "Sings.", lifetime="day"),
        "one of week, month, year, forever; not 'day'",
    ),
    "a note at no time": (lambda g, _: g.note("Ada", "Sings.", at=float("-inf")), "years 1 and"),
    "a note of an unknown source": (
        lambda g, _: g.note("Ada", "Sings.", source="source:Tuesday"),
        "no node 'source:tuesday'.*; add makes it$",
    ),
    "a note of a source in somebody's words": (
        lambda g, _: g.note("Ada", "Sings.", source="a talk we had"),
        r"source is a node, or a reference as store.reference\(\) says it: .*'a talk we had'",
    ),
    "an unknown note": (
        lambda g, _: g.forget(Note(ADA, "0" * 32, "Sings.")),
        "no note 'person:ada/0000",
    ),
    "another user's node": (
        lambda g, k: g.note(k["their node"], "Sings."),
        "person:ada belongs to the graph of user:alice; this one is [0-9a-f]{64}'s",
    ),
    "a relation of another user's node": (
        lambda g, k: g.relate("Bob", k["their node"], "rival"),
        "belongs to the graph of user:alice",
    ),
    "a link of another user's node": (
        lambda g, k: g.link("Monday", "mentions", k["their node"]),
        "belongs to the graph of user:alice",
    ),
    "a source of another user": (
        lambda g, k: g.note("Ada", "Sings.", source=k["their node"]),
        "belongs to the graph of user:alice",
    ),
    "another user's edge": (
        lambda g, k: g.supersede(k["their edge"]),
        "edge .* belongs to the graph of user:alice",
    ),
    "another user's edge that is noted of": (
        lambda g, k: g.note(k["their edge"], "Sings."),
        "belongs to the graph of user:alice",
    ),
    "another user's edge that is forgotten": (
        lambda g, k: g.forget(k["their edge"]),
        "belongs to the graph of user:alice",
    ),
    "another user's record": (
        lambda g, k: g.update(k["their edge"].edge, attitude=1),
        "there is no edge",
    ),
}


async def test_what_cannot_be_is_refused_and_leaves_nothing(
    graph: Graph, store: MemoryStore
) -> None:
    await graph.add("source:Monday")
    await graph.add("storyline:s")
    friend = await graph.relate("person:Ada", "person:Bob", "friend")
    past = await graph.relate(
        "Ada", "Bob", "rival", valid_from=NOW - 9 * DAY, valid_to=NOW - 5 * DAY
    )
    await graph.relate("Ada", "Bob", "friend", valid_from=NOW - 21 * DAY, valid_to=NOW - 6 * DAY)
    theirs = store.scope("user:alice").graph
    await theirs.relate("person:Ada", "person:Bob", "enemy")
    known = {
        "friend": friend,
        "past": past,
        "their node": await theirs.node("Ada"),
        "their edge": (await theirs.edges())[0],
    }
    before = await written(store)
    for what, (call, message) in BAD.items():
        with pytest.raises(InputError) as refused:
            pytest.fail(f"{what}: {await call(graph, known)!r}")
        assert re.search(message, str(refused.value)), f"{what}: {refused.value}"
        assert BIG[:100] not in str(refused.value)
        assert isinstance(refused.value, TooLargeError) == ("too large" in what), what
        is_unknown = re.search("(^|: )(there is )?no (node|edge|note)", str(refused.value))
        assert isinstance(refused.value, UnknownMemoryError) == bool(is_unknown), what
        assert await written(store) == before, what


async def test_nobody_is_unknown_before_a_relay_was_asked(
    identity: Identity, tmp_path: Path, clock: ManualClock
) -> None:
    async with MemoryStore(identity, NOWHERE, path=tmp_path / "a.db", clock=clock) as store:
        with pytest.raises(ReadFailedError):
            await store.graph.node("Ada")
        with pytest.raises(ReadFailedError):
            await store.graph.relate("Ada", "Bob", "friend")
        edge = await employed(store.graph)
        assert [one.id for one in await store.graph.edges("Ada")] == [edge.id]


# --- at once


@pytest.mark.parametrize("are_apart", [True, False], ids=["two processes", "one process"])
async def test_of_two_who_tell_the_same_at_once_one_is_refused(
    identity: Identity, tmp_path: Path, are_apart: bool
) -> None:
    async with (
        MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as one,
        MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as two,
    ):
        both = (one.graph, two.graph if are_apart else one.graph)
        await one.graph.add("person:Ada")
        assert [node.key for node in await two.graph.nodes()] == [ADA]
        for turn in range(8):
            told = await asyncio.gather(
                *(
                    graph.relate("Ada", f"entity:Acme {turn}", "works-at", description=str(number))
                    for number, graph in enumerate(both)
                ),
                return_exceptions=True,
            )
            refused = [each for each in told if isinstance(each, BaseException)]
            (edge,) = (each for each in told if isinstance(each, Edge))
            assert [type(each) for each in refused] == [InputError]
            assert f"edge {edge.id} is current" in str(refused[0])
            changed = await asyncio.gather(
                both[0].update(edge, description="corrected"),
                both[1].supersede(edge, description="changed", valid_from=edge.valid_from + 1e-3),
                return_exceptions=True,
            )
            for graph in both:
                (current,) = await graph.edges(f"Acme {turn}")
                history = await graph.history(edge)
                # to correct what was superseded meanwhile is no contradiction, the reverse is one
                assert len(history) == 1 + sum(isinstance(each, Edge) for each in changed)
                assert current.id in {each.id for each in changed if isinstance(each, Edge)}


async def test_of_many_at_once_nobody_looks_again_for_every_other_one(
    identity: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[int]()
    look = SQLiteDatabase.last_seq

    async def counted(database: SQLiteDatabase) -> int:
        looks.append(1)
        return await look(database)

    monkeypatch.setattr(SQLiteDatabase, "last_seq", counted)
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        names = [f"person:p{number}" for number in range(60)]
        await asyncio.gather(*(store.graph.relate("person:Ada", name, "knows") for name in names))
        assert len(await store.graph.edges("Ada")) == len(names)
        assert len(looks) <= 6 * len(names)


async def test_who_links_or_notes_while_it_is_forgotten_leaves_nothing_behind(
    identity: Identity, tmp_path: Path
) -> None:
    async with (
        MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as one,
        MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as two,
    ):
        for _ in range(4):
            await one.graph.add("source:Monday")
            await one.graph.add("person:Ada")
            assert {ADA, "source:monday"} <= {each.key for each in await two.graph.nodes()}
            done = await asyncio.gather(
                one.graph.forget("Ada"),
                two.graph.link("Monday", "mentions", "Ada"),
                two.graph.note("Ada", "Sings."),
                two.graph.relate("Ada", "concept:Music", "likes"),
                return_exceptions=True,
            )
            assert all(
                isinstance(each, str | Node | Note | Edge | UnknownMemoryError) for each in done
            ), done
            for graph in (one.graph, two.graph):
                assert (await graph.node("Monday")).node.mentions == frozenset()
                assert await graph.edges() == []
                assert {each.key for each in await graph.nodes()} <= {
                    "source:monday",
                    "concept:music",
                }


async def test_a_store_without_a_file_refuses_what_relays_hold(
    identity: Identity, relay: LocalRelay
) -> None:
    async with MemoryStore(identity, relay.url) as one:
        edge = await employed(one.graph)
    async with MemoryStore(identity, relay.url) as two:
        with pytest.raises(InputError, match=f"edge {edge.id} is current"):
            await employed(two.graph)
        told = await asyncio.gather(
            *(two.graph.update(edge, description=word) for word in ("one", "two")),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in told) == ["Edge", "InputError"]


# --- what devices told apart


@pytest.mark.parametrize("how", ["invalidate", "supersede"])
async def test_what_one_ended_while_another_corrected_it_has_ended(
    identity: Identity, clock: ManualClock, how: str
) -> None:
    async with (
        MemoryStore(identity, clock=clock, addressing="plain") as one,
        MemoryStore(identity, clock=clock, addressing="plain") as two,
    ):
        edge = await employed(one.graph)
        await two.import_events(await written(one))
        clock.advance(10 * DAY)
        if how == "invalidate":
            await one.graph.invalidate(edge, NOW + 5 * DAY)
        else:
            await one.graph.supersede(edge, relationship_type="owns", valid_from=NOW + 5 * DAY)
        right = await two.graph.update(edge, description="Ada advises.")
        for _ in range(2):
            await one.import_events(await written(two))
            await two.import_events(await written(one))
        for store in (one, two):
            told = {each.id: each for each in await store.graph.history(edge)}
            assert told[right.id].until == NOW + 5 * DAY
            assert not told[right.id].is_current
            words = [each.edge.relationship_type for each in await store.graph.edges()]
            assert words == ([] if how == "invalidate" else ["owns"])
            assert said(await store.graph.at(NOW + 4 * DAY)) == ["Ada advises."]
            with pytest.raises(InputError, match="ended already"):
                await store.graph.invalidate(right)


async def test_people_decide_about_what_devices_ended_apart_and_not_about_spellings(
    identity: Identity, clock: ManualClock
) -> None:
    async with (
        MemoryStore(identity, clock=clock, addressing="blinded") as one,
        MemoryStore(identity, clock=clock, addressing="blinded") as two,
    ):
        edge = await employed(one.graph)
        await two.import_events(await written(one))
        for store, days in ((one, 3), (two, 5)):
            clock.advance(DAY)
            await store.graph.invalidate(edge, NOW + days * DAY)
            await store.graph.add(f"concept:{'Trust' if days == 3 else 'TRUST'}")
            await store.graph.add("person:Ada", description=f"Ada, {days}.")
        await one.import_events(await written(two))
        await two.import_events(await written(one))
        told = [await store.conflicts() for store in (one, two)]
        assert told[0] == told[1]
        ends, description = told[0]
        assert (ends.ref.name, ends.field) == (edge.id, "valid_to")
        assert {each.value for each in ends.values} == {NOW + 3 * DAY, NOW + 5 * DAY}
        assert (description.ref.name, description.field) == (ADA, "description")
        await two.resolve(ends, NOW + 3 * DAY)
        await two.resolve(description, "Ada.")
        assert await two.conflicts() == []
        (status,) = await two.graph.history(edge)
        assert status.until == NOW + 3 * DAY
