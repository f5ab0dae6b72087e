"""Observations, summaries and topics in a store: everything that knows all types knows these."""

import json
from pathlib import Path
from typing import Any

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore, Mention
from sense_memory.core.change import Amend, Edit, Put
from sense_memory.core.records.pyramid import Observation, Summary, Topic, observation_id
from sense_memory.core.ref import Ref
from sense_memory.mind.pyramid.making import due
from sense_memory.mind.pyramid.telling import material, told
from sense_memory.mind.pyramid.tiers import Pyramid, pyramids

from .meeting import meet, texts

NOW = 1_700_000_000.0


def sentence(number: int, topic: str | None = "tom") -> Observation:
    text = f"fact{number}"
    return Observation(observation_id(text, float(number), ""), text, float(number), topic)


def at(one: Observation | Summary | Topic, scope: str = "") -> Ref[Any]:
    return Ref(type(one), one.slug if isinstance(one, Topic) else one.id, scope)


async def commit(store: MemoryStore, *edits: Edit) -> None:
    await (await store._context()).records.commit(*edits)


async def put(store: MemoryStore, *records: Observation | Summary | Topic) -> None:
    await commit(store, *(Put(at(one), one) for one in records))


async def all_of(store: MemoryStore, kind: type[Any]) -> list[Any]:
    context = await store._context()
    found = context.records.select(kind, scope=context.scope)
    return [one.record async for one in found]


async def pyramid(store: MemoryStore) -> Pyramid:
    found = pyramids(await all_of(store, Observation), await all_of(store, Summary))
    return found["tom"]


async def refresh(store: MemoryStore) -> int:
    """What a room will do: make what is due, tell what is known; how many were written."""
    count = 0
    while tasks := due(seen := await pyramid(store)):
        done = [task.done(" ".join(str(p.text) for p in task.parts), "test") for task in tasks]
        await put(store, *done)
        count += len(done)
    given = material(seen, NOW)
    said = " ".join(line for _, lines in given.sections for line in lines)

    def telling(topic: Topic) -> Topic:
        return told(topic, said[:120], said, given, NOW, "test")

    await commit(store, Amend(Ref(Topic, "tom"), telling))
    return count


async def filled(store: MemoryStore) -> None:
    await put(store, Topic("tom", "Tom"), *(sentence(number) for number in range(100)))
    assert await refresh(store) == 11


async def test_what_is_forgotten_is_nowhere_at_once_and_made_anew_without_it(
    identity: Identity,
) -> None:
    gone = sentence(42)
    async with MemoryStore(identity) as store:
        await filled(store)
        named = await store.references(at(gone))
        assert [(one.ref.kind, one.field, one.once_forgotten) for one in named] == [
            (Summary, "inputs", "rebuild")
        ]
        changes = store.changes()
        await store.forget(at(gone))
        blank = [one for one in await all_of(store, Summary) if one.text is None]
        assert sorted(one.tier for one in blank) == [0, 1]
        (topic,) = await all_of(store, Topic)
        assert (topic.name, topic.description, topic.content) == ("Tom", None, None)
        entries = await store.log()
        assert {one.type for one in entries} == {"observation", "summary", "topic"}
        assert not [one for one in entries if one.text and "fact42" in one.text.split()]
        assert (entries[0].word, entries[0].name) == ("forgotten", gone.id)
        assert await refresh(store) == 2
        (topic,) = await all_of(store, Topic)
        assert "fact43" in topic.content.split()
        assert "fact42" not in topic.content.split()
    seen = {change.ref.kind async for change in changes}
    assert seen == {Observation, Summary, Topic}


async def test_a_forgotten_topic_takes_its_summaries_and_nothing_that_was_observed(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await put(store, sentence(500, "user"))
        assert len(await store.references(Ref(Topic, "tom"))) == 111
        await store.forget(Ref(Topic, "tom"))
        assert await all_of(store, Summary) == []
        found = await all_of(store, Observation)
        assert {one.topic for one in found} == {None, "user"}
        assert len(found) == 101


async def test_a_topic_that_tells_nothing_yet_is_nothing_that_others_wait_for(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await put(store, sentence(1), Topic("tom", "Tom"))
        await put(store, Topic("tom", "Thomas"))
        repository = (await store._context()).records
        planner = repository._planner  # type: ignore[attr-defined]
        assert not planner.derived.view.has(""), "nobody read who belongs to it"
        assert await store.references(Ref(Topic, "tom")) == [
            Mention(at(sentence(1)), "topic", "unlink")
        ]


async def test_two_devices_that_summarise_at_once_come_to_one_pyramid(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    async with MemoryStore(identity, relay.url, path=paths[0], addressing="plain") as a:
        await put(a, Topic("tom", "Tom"), *(sentence(number) for number in range(15)))
        await a.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as b:
        await b.sync()
    async with MemoryStore(identity, path=paths[0]) as a:
        await put(a, *(sentence(number) for number in (-5, -4, -3)))
        await refresh(a)
        await a.forget(at(sentence(7)))
    async with MemoryStore(identity, path=paths[1]) as b:
        await refresh(b)
        changed = sentence(3)
        await put(b, Observation(changed.id, "corrected", changed.at, "user"))
        await refresh(b)
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        await meet(a, b)
        seen = await pyramid(a)
        assert seen == await pyramid(b)
        assert await all_of(a, Topic) == await all_of(b, Topic)
        for one in [*await all_of(a, Summary), *await all_of(a, Topic)]:
            assert "fact7" not in str(one).split()
        await refresh(a)
        await meet(a, b)
        after = await pyramid(b)
        assert after == await pyramid(a)
        assert (due(after), after.outdated) == ((), frozenset())
    found = [json.loads(text) for text in await texts(relay.url, identity)]
    said = [str(one.get(name)) for one in found for name in ("text", "synthesized_content")]
    assert "fact6" in " ".join(said).split()
    assert "fact7" not in " ".join(said).split()


async def test_who_files_it_elsewhere_at_once_is_not_asked_and_all_see_it_in_one_place(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    async with MemoryStore(identity, relay.url, path=paths[0], addressing="blinded") as a:
        await put(a, sentence(1, None))
        await a.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as b:
        await b.sync()
    for path, topic in zip(paths, ("tom", "user"), strict=True):
        async with MemoryStore(identity, path=path) as store:
            await put(store, sentence(1, topic))
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        await meet(a, b)
        assert await a.conflicts() == await b.conflicts() == []
        (seen,) = await all_of(a, Observation)
        assert seen.topic in ("tom", "user")
        assert await all_of(b, Observation) == [seen]
        await put(a, sentence(1, "ann"))
        await meet(a, b)
        assert await all_of(b, Observation) == [sentence(1, "ann")]


async def test_an_export_of_events_brings_all_of_it_back(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = [line async for line in store.export_events()]
        before = await pyramid(store), await all_of(store, Topic)
    async with MemoryStore(identity, path=tmp_path / "b.db", addressing="blinded") as store:
        await store.import_events(lines)
        assert (await pyramid(store), await all_of(store, Topic)) == before


async def test_scopes_are_apart(identity: Identity) -> None:
    async with MemoryStore(identity, addressing="blinded") as store:
        await put(store, sentence(1))
        hers = sentence(2)
        await commit(store, Put(at(hers, "user:alice"), hers))
        assert await all_of(store, Observation) == [sentence(1)]
        assert await all_of(store.scope("user:alice"), Observation) == [hers]
