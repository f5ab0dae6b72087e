"""Reviews through the store: what is kept of them, what is followed, and what they leave alone."""

import time
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    ContradictionConfig,
    Decision,
    Dismissal,
    Identity,
    InputError,
    Insight,
    IntrospectionConfig,
    MemoryStore,
    Ref,
    SuggestionKind,
    UnknownMemoryError,
)
from sense_memory.testing import ManualClock

from . import raw
from .meeting import meet, texts

DAY = 86_400.0
SECRET = "vergels-secret"
PAIR = ("people/facts/tea", "projects/facts/kettle")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(time.time())


async def remember_pair(store: MemoryStore) -> None:
    """Two memories that share two themes, and a third one that nothing is to be said about."""
    await store.persona_remember_many(
        [
            Insight("people", "facts", "tea", "likes tea", ["drinks", "warm"]),
            Insight("projects", "facts", "kettle", "builds a kettle", ["warm", "drinks"]),
            Insight("people", "facts", "vergel", "prefers vanilla JS", ["js"]),
        ]
    )


async def connection(store: MemoryStore) -> str:
    """The id of the one suggestion."""
    (suggestion,) = await store.persona_suggestions()
    assert (suggestion.kind, suggestion.names) == (SuggestionKind.CONNECTION, PAIR)
    return suggestion.id


# ------------------------------------------------------------------- reports


async def test_a_report_is_kept_and_told_again(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await remember_pair(store)
        report = await store.persona_introspect()
        assert report.timestamp == clock.now()
        assert (report.total_memories, report.active) == (3, 3)
        assert report.suggested_connections == (PAIR,)
        assert report.orphaned == ("people/facts/tea", "people/facts/vergel", PAIR[1])
        assert await store.persona_introspections() == [report]
        clock.advance(60 * DAY)
        later = await store.persona_introspect()
        assert (later.active, later.fading) == (0, 3)
        assert await store.persona_introspections() == [later, report]
        assert await store.persona_introspections(1) == [later]
        clock.advance(1)
        await store.persona_introspect(keep=False)
        assert len(await store.persona_introspections()) == 2


async def test_key_value_memories_and_other_scopes_are_not_reviewed(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.remember("timezone", "UTC")
        await remember_pair(store.scope("user:alice"))
        assert (await store.persona_introspect()).total_memories == 0
        alice = store.scope("user:alice")
        assert (await alice.persona_introspect()).total_memories == 3
        assert [r.total_memories for r in await store.persona_introspections()] == [0]
        assert [r.total_memories for r in await alice.persona_introspections()] == [3]


async def test_the_newest_reports_are_kept(identity: Identity, clock: ManualClock) -> None:
    config = Config(introspection=IntrospectionConfig(kept_reports=3))
    async with MemoryStore(identity, clock=clock, config=config) as store:
        for _ in range(5):
            clock.advance(1)
            await store.persona_introspect()
        kept = await store.persona_introspections()
    assert [report.timestamp for report in kept] == [clock.now() - n for n in range(3)]


async def test_a_report_of_many_names_fits_a_record(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember_many(
            Insight("people", "facts", f"{n:03}{'名' * 200}", "…") for n in range(150)
        )
        report = await store.persona_introspect()
        (kept,) = await store.persona_introspections()
    assert len(report.orphaned) == 150
    assert kept.overloaded_facets == ("people/facts",)
    assert kept.orphaned == report.orphaned[: len(kept.orphaned)]
    assert dict(kept.left_out) == {"orphaned": 150 - len(kept.orphaned)}


# S-3.7
async def test_where_a_report_is_and_that_it_quotes_nothing(
    identity: Identity, relay: LocalRelay, clock: ManualClock
) -> None:
    async with MemoryStore(identity, relay.url, clock=clock, addressing="plain") as store:
        await remember_pair(store)
        report = await store.persona_introspect()
        await store.sync()
    stored = await raw.ask(relay.url, {"kinds": [30078], "limit": 100})
    places = [raw.d_of(event) for event in stored]
    assert f"sense-memory/introspection/{report.timestamp}" in places
    (text,) = [t for t in await texts(relay.url, identity) if '"sense-memory:introspection"' in t]
    assert PAIR[0] in text
    for said in ("likes tea", "builds a kettle", "drinks", "vanilla JS"):
        assert said not in text


# S-11.1
async def test_reviewing_keeps_nothing_alive(identity: Identity, tmp_path: Path) -> None:
    """Reports are the only thing that is written: every memory is as it was, to the last bit."""
    clock = ManualClock(time.time())

    async def all_there_is() -> list[Any]:
        async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
            return await store.persona_recall()

    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        await remember_pair(store)
    clock.advance(40 * DAY)
    before = await all_there_is()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        report = await store.persona_introspect()
        await store.persona_suggestions()
        await store.persona_stats()
        named = await store.persona_named(sorted(report.names))
        await store.sleep()
        await store.sleep(dry_run=True)
    assert await all_there_is() == before
    assert [memory.key for memory in named] == ["tea", "vergel", "kettle"]
    clock.advance(20 * DAY)  # 60 days since the last use
    assert {memory.state for memory in await all_there_is()} == {"fading"}


async def test_what_a_report_names_is_found_in_order_without_what_is_gone(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await remember_pair(store)
        names = [PAIR[1], "people/facts/nobody", PAIR[0]]
        clock.advance(60 * DAY)
        found = await store.persona_named(names)
        assert [(memory.key, memory.state) for memory in found] == [
            ("kettle", "fading"),
            ("tea", "fading"),
        ]
        assert await store.persona_named([]) == []
        for wrong in ("people/facts/tea", ["tea"]):
            with pytest.raises(InputError):
                await store.persona_named(wrong)
        for count in (0, -1):
            with pytest.raises(InputError):
                await store.persona_introspections(count)


# ---------------------------------------------------------------- suggestions


async def test_a_connection_that_is_accepted_is_made(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await remember_pair(store)
        id_ = await connection(store)
        accepted = await store.persona_accept(id_)
        assert accepted.names == PAIR
        links = {m.key: m.connections for m in await store.persona_recall()}
        assert links == {"tea": (PAIR[1],), "kettle": (PAIR[0],), "vergel": ()}
        assert await store.persona_suggestions() == []
        assert (await store.persona_introspect()).orphaned == ("people/facts/vergel",)
        # whoever takes the link away again does not want to hear of it
        await store.persona_disconnect("tea", "kettle")
        assert await store.persona_suggestions() == []


async def test_what_is_dismissed_is_not_suggested_again_and_can_be_accepted(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await remember_pair(store)
        id_ = await connection(store)
        for _ in range(2):
            assert (await store.persona_dismiss(id_)).id == id_
        assert await store.persona_suggestions() == []
        assert (await store.persona_introspect()).suggested_connections == ()
        await store.persona_accept(id_)
        assert (await store.persona_recall("people", "facts", "tea"))[0].connections == (PAIR[1],)


async def test_a_contradiction_that_is_accepted_supersedes_the_older_memory(
    identity: Identity, clock: ManualClock
) -> None:
    config = Config(contradictions=ContradictionConfig(supersede_above=1.01))
    async with MemoryStore(identity, clock=clock, config=config) as store:
        await store.persona_remember("people", "facts", "move", "Vergel lives in Vancouver")
        clock.advance(DAY)
        await store.persona_remember("people", "facts", "home", "Vergel lives in Berlin")
        (suggestion,) = await store.persona_suggestions()
        assert suggestion.kind is SuggestionKind.CONTRADICTION
        assert suggestion.names == ("people/facts/move", "people/facts/home")
        report = await store.persona_introspect()
        assert report.suggested_contradictions == (suggestion.names,)
        await store.persona_accept(suggestion.id)
        old = (await store.persona_recall("people", "facts", "move"))[0]
        assert (old.superseded_by, old.contradicts) == ("home", ("home",))
        report = await store.persona_introspect()
        assert report.contradictions == (suggestion.names,)
        assert report.suggested_contradictions == ()
        await store.persona_reconcile("move", "home")
        assert await store.persona_suggestions() == []


async def test_a_revision_that_is_accepted_is_done(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.persona_remember("self", "beliefs", "doubt", "perhaps", confidence=0.2)
        (suggestion,) = await store.persona_suggestions()
        assert suggestion.kind is SuggestionKind.REVISION
        (before,) = await store.persona_recall()
        await store.persona_accept(suggestion.id)
        assert await store.persona_suggestions() == []
        assert await store.persona_recall() == [before]


async def test_an_unknown_suggestion_is_refused(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await remember_pair(store)
        for wrong in ("0" * 16, "tea", ""):
            with pytest.raises(InputError):
                await store.persona_accept(wrong)
            with pytest.raises(InputError):
                await store.persona_dismiss(wrong)
        assert len(await store.persona_suggestions()) == 1


async def test_no_device_suggests_again_what_was_dismissed_on_one(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await remember_pair(first)
        await first.sync()
    async with (
        MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second,
        MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first,
    ):
        await second.sync()
        id_ = await connection(second)
        await second.persona_dismiss(id_)
        await meet(first, second)
        assert await first.persona_suggestions() == []
        clock = ManualClock(time.time())
        reports = []
        for name in ("a.db", "b.db"):
            path = tmp_path / name
            async with MemoryStore(identity, path=path, clock=clock) as store:
                reports.append(await store.persona_introspect(keep=False))
        assert reports[0] == reports[1]


# ----------------------------------------------------------------- forgetting


# S-3.7
async def test_a_forgotten_memory_leaves_every_report_and_takes_its_dismissals_along(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.persona_remember_many(
            [
                Insight("people", "facts", SECRET, "something", ["a", "b"]),
                Insight("people", "facts", "near", "in the same facet", ["a", "b"]),
                Insight("people", "facts", "other", "…", ["a", "b"]),
            ]
        )
        report = await store.persona_introspect()
        assert len(report.suggested_connections) == 3
        ids = {one.names: one.id for one in await store.persona_suggestions()}
        for id_ in ids.values():
            await store.persona_dismiss(id_)
        assert any(SECRET in repr(kept) for kept in await store.persona_introspections())
        await store.persona_forget("people", "facts", SECRET)
        (kept,) = await store.persona_introspections()
        assert kept.suggested_connections == (("people/facts/near", "people/facts/other"),)
        assert kept.orphaned == ("people/facts/near", "people/facts/other")
        assert kept.total_memories == 3
        await store.sync()
        said = await texts(relay.url, identity)
        assert [text for text in said if SECRET in text] == []
        assert sum('"sense-memory:dismissal"' in text for text in said) == 1
        # it is a new memory if it is remembered again
        await store.persona_remember("people", "facts", SECRET, "again", ["a", "b"])
        assert len(await store.persona_suggestions()) == 2


async def test_a_report_and_a_dismissal_made_apart_from_the_forgetting_name_it_no_more(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    paths = tmp_path / "a.db", tmp_path / "b.db"
    async with MemoryStore(identity, relay.url, path=paths[0]) as first:
        await remember_pair(first)
        await first.persona_remember("people", "facts", SECRET, "…", ["drinks", "warm"])
        await first.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as second:
        await second.sync()
    async with MemoryStore(identity, path=paths[0]) as offline:
        await offline.persona_forget("people", "facts", SECRET)
    async with MemoryStore(identity, path=paths[1]) as offline:
        await offline.persona_introspect()
        for one in await offline.persona_suggestions():
            await offline.persona_dismiss(one.id)
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as first,
        MemoryStore(identity, relay.url, path=paths[1]) as second,
    ):
        await meet(first, second)
        assert [text for text in await texts(relay.url, identity) if SECRET in text] == []
        for store in (first, second):
            (kept,) = await store.persona_introspections()
            assert SECRET not in repr(kept)
            assert await store.persona_suggestions() == []
    said = [text for text in await texts(relay.url, identity) if '"sense-memory:dismissal"' in text]
    assert len(said) == 1


async def test_two_decisions_made_apart_come_to_one(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    paths = tmp_path / "a.db", tmp_path / "b.db"
    async with MemoryStore(identity, relay.url, path=paths[0]) as first:
        await remember_pair(first)
        id_ = await connection(first)
        await first.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as second:
        await second.sync()
    async with MemoryStore(identity, path=paths[0]) as offline:
        await offline.persona_dismiss(id_)
    async with MemoryStore(identity, path=paths[1]) as offline:
        await offline.persona_accept(id_)
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as first,
        MemoryStore(identity, relay.url, path=paths[1]) as second,
    ):
        await meet(first, second)
        for store in (first, second):
            records = await store._lifetime.opened()
            said = await records.get(Ref(Dismissal, id_))
            assert said.verdict is Decision.ACCEPTED
            assert await store.conflicts() == []
            assert await store.persona_suggestions() == []


async def test_a_memory_that_is_forgotten_meanwhile_is_not_connected(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await remember_pair(store)
        id_ = await connection(store)
        await store.persona_forget("people", "facts", "tea")
        with pytest.raises(InputError):
            await store.persona_accept(id_)
        assert not isinstance(InputError, UnknownMemoryError)


# ----------------------------------------------------------------------- stats


async def test_the_counts_of_everything(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        assert (await store.persona_stats())["total"] == 0
        await remember_pair(store)
        clock.advance(60 * DAY)
        await store.remember("timezone", "UTC")
        await store.persona_remember("people", "facts", "new", "né", connections=["tea"])
        stats = await store.persona_stats()
        assert {key: value for key, value in stats.items() if isinstance(value, int)} == {
            "total": 5,
            "links": 1,
            "bytes": len("likes tea" + "builds a kettle" + "prefers vanilla JS" + "UTC") + 3,
        }
        assert dict(stats["states"]) == {
            "active": 2,
            "fading": 3,
            "forgotten": 0,
            "dissolved": 0,
        }
        assert dict(stats["domains"]) == {"flat": 1, "people": 3, "projects": 1}
        assert dict(stats["facets"]) == {
            "flat/facts": 1,
            "people/facts": 3,
            "projects/facts": 1,
        }
        for mapping in (stats, stats["domains"]):
            with pytest.raises(TypeError):
                mapping["total"] = 7  # type: ignore[index]
