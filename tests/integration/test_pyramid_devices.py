"""Devices, and processes of one machine, that observe and summarise without seeing each other."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Config, Identity, MemoryStore, Observation, RelayConfig, Summary
from sense_memory.core.records.pyramid import summary_id
from sense_memory.testing import ManualClock

from .meeting import meet, texts

NOW = 1_800_000_000.0
QUICK = Config(relays=RelayConfig(read_back_delay=0.1, close_timeout=2))


def at(number: int) -> float:
    return NOW - 1e7 + number * 3_600


async def observe(store: MemoryStore, *numbers: int, topic: str = "tom") -> list[str]:
    made = [
        await store.pyramid.observe(f"The fact{number}x is so.", topic=topic, at=at(number))
        for number in numbers
    ]
    return [one.id for one in made]


async def pyramid(store: MemoryStore, topic: str = "tom") -> list[Summary | Observation]:
    """What counts, and what is in nothing."""
    pieces = await store.pyramid.cover(topic)
    return [*await store.pyramid.summaries(topic), *pieces]


async def refreshed(store: MemoryStore) -> int:
    """Bring a store up to date; how many summaries that took."""
    done = await store.pyramid.refresh()
    assert not (await store.pyramid.status()).is_dirty
    return sum(done.summaries)


def names(*numbers: int) -> frozenset[str]:
    return frozenset(f"fact{number}x" for number in numbers)


def said(pieces: Sequence[Summary | Observation]) -> set[str]:
    words = " ".join(one.text or "" for one in pieces).split()
    return {word for word in words if word.startswith("fact")}


async def lines(store: MemoryStore) -> list[str]:
    return [line async for line in store.export_events()]


async def tell_each_other(*stores: MemoryStore) -> None:
    for _ in range(2):
        for one in stores:
            for other in stores:
                if one is not other:
                    await other.import_events(await lines(one))


def is_of(line: str, kind: str) -> bool:
    """Whether an event of a plain store stands below ``pyramid/{kind}/``."""
    tags = dict(tag[:2] for tag in json.loads(line)["tags"])
    return f"pyramid/{kind}/" in tags.get("d", "")


async def test_two_devices_that_summarise_at_once_count_the_same(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    async with (
        MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as one,
        MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK) as two,
    ):
        await observe(one, *range(0, 200, 2))
        await meet(one, two)
    # each alone with something that the other has not heard of
    for path, own in (("a.db", range(1, 24, 2)), ("b.db", range(101, 124, 2))):
        async with MemoryStore(identity, path=tmp_path / path, config=QUICK) as alone:
            await observe(alone, *own)
            assert await refreshed(alone) >= 11
    async with (
        MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as one,
        MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK) as two,
    ):
        await meet(one, two)
        before = await pyramid(one)
        assert before == await pyramid(two)
        inputs = Counter(
            given for each in await one.pyramid.summaries("tom") for given in each.inputs
        )
        assert set(inputs.values()) == {1}, "what is in two summaries is told twice"
        await refreshed(one)
        await refreshed(two)
        await meet(one, two)
        assert await pyramid(one) == await pyramid(two)
        for store in (one, two):
            assert await refreshed(store) == 0
            status = await store.pyramid.topic("tom")
            assert status.observations == 100 + 24
            assert status.unsummarised < 10
        assert len(await pyramid(one)) < 30


async def test_what_one_forgets_goes_from_what_the_other_made_of_it(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    async with (
        MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as one,
        MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK) as two,
    ):
        ids = await observe(one, *range(100))
        await meet(one, two)
    async with MemoryStore(identity, path=tmp_path / "b.db", config=QUICK) as alone:
        assert await refreshed(alone) == 11
    async with MemoryStore(identity, path=tmp_path / "a.db", config=QUICK) as alone:
        await alone.pyramid.forget(ids[42])
    async with (
        MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as one,
        MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK) as two,
    ):
        await meet(one, two)
        for store in (one, two):
            waiting = [each for each in await store.pyramid.summaries("tom") if each.text is None]
            assert [each.tier for each in waiting] == [1, 0]
            assert (await store.pyramid.topic("tom")).topic.content is None
            assert "fact42x" not in said(await pyramid(store))
        assert not [text for text in await texts(relay.url, identity) if "fact42x" in text]
        assert await refreshed(two) == 2
        await meet(one, two)
        assert await refreshed(one) == 0
        assert await pyramid(one) == await pyramid(two)
        assert "fact42x" not in said(await pyramid(one))
        # and what another process says of it again is a new observation
        assert not [text for text in await texts(relay.url, identity) if "fact42x" in text]


async def test_what_was_deleted_here_is_not_there_again_because_it_was_made_anew_there(
    identity: Identity,
) -> None:
    clock = ManualClock(NOW)
    async with (
        MemoryStore(identity, clock=clock, addressing="plain") as one,
        MemoryStore(identity, clock=clock, addressing="plain") as two,
    ):
        ids = await observe(one, *range(20))
        await refreshed(one)
        await tell_each_other(one, two)
        await one.pyramid.edit(ids[3], "The fact3x was so.")
        assert await refreshed(one) == 1
        await two.pyramid.assign(ids[4], "user")
        assert (await two.pyramid.refresh()).deleted == 1
        await tell_each_other(one, two)
        for store in (one, two):
            assert len(await store.pyramid.summaries("tom")) == 1
            assert (await store.pyramid.refresh()).deleted == 0


async def test_what_machines_do_brings_nothing_back_that_somebody_forgets(
    identity: Identity,
) -> None:
    clock = ManualClock(NOW)
    async with (
        MemoryStore(identity, clock=clock, addressing="plain") as one,
        MemoryStore(identity, clock=clock, addressing="plain") as two,
    ):
        (filed,) = await observe(one, 1, topic="tom")
        waiting = [await one.pyramid.observe(f"The fact{n}x is so.") for n in (2, 3, 4)]
        await tell_each_other(one, two)
        # one forgets all of it, and the other files, counts and tells
        for name in (filed, *(each.id for each in waiting)):
            await one.pyramid.forget(name)
        await one.pyramid.forget_topic("tom")
        for _ in range(3):
            await two.pyramid.refresh()
        assert (await two.pyramid.topic("tom")).is_told
        await two.pyramid.assign(waiting[0].id, "user")
        # but who corrects it says it anew
        await two.pyramid.edit(waiting[1].id, "The fact9x is so.")
        await tell_each_other(one, two)
        for store in (one, two):
            (kept,) = await store.pyramid.observations()
            assert kept.text == "The fact9x is so."
            assert "tom" not in {each.slug for each in await store.pyramid.topics()}


async def test_what_arrives_after_what_was_made_of_it_is_found_in_it(identity: Identity) -> None:
    clock = ManualClock(NOW)
    async with (
        MemoryStore(identity, clock=clock, addressing="plain") as one,
        MemoryStore(identity, clock=clock, addressing="plain") as two,
    ):
        ids = await observe(one, *range(20))
        await refreshed(one)
        # summarised on a third device that had not heard of it yet
        gone = ids[13]
        events = await lines(one)
        await one.pyramid.assign(gone, "user")
        later = await lines(one)
        await two.import_events(line for line in events if not is_of(line, "obs"))
        assert len(await two.pyramid.summaries("tom")) == 2
        assert said(await two.pyramid.cover("tom")) == names(*range(20))
        # by one, in any order
        for line in (line for line in reversed(later) if is_of(line, "obs")):
            await two.import_events([line])
            assert len(await two.pyramid.cover("tom"))
        (kept,) = await two.pyramid.summaries("tom")
        assert kept.text is not None
        assert said(await two.pyramid.cover("tom")) == names(*range(20)) - {"fact13x"}
        status = await two.pyramid.topic("tom")
        assert (status.observations, status.unsummarised) == (19, 9)


async def test_two_processes_of_one_file_see_what_the_other_does(
    identity: Identity, tmp_path: Path
) -> None:
    async with (
        MemoryStore(identity, path=tmp_path / "a.db", config=QUICK) as one,
        MemoryStore(identity, path=tmp_path / "a.db", config=QUICK) as two,
    ):
        assert await two.pyramid.observations() == []
        ids = await observe(one, *range(30))
        assert len(await two.pyramid.observations("tom")) == 30
        # both at once, and each says the same
        await asyncio.gather(one.pyramid.refresh(), two.pyramid.refresh())
        assert len(await one.pyramid.summaries("tom")) == 3
        assert await pyramid(one) == await pyramid(two)
        await two.pyramid.forget(ids[5])
        waiting = [each for each in await one.pyramid.summaries("tom") if each.text is None]
        assert len(waiting) == 1
        assert "fact5x" not in said(await one.pyramid.cover("tom"))
        assert await refreshed(one) == 1
        assert not (await two.pyramid.status()).is_dirty
        await one.pyramid.forget_topic("tom")
        assert [each.slug for each in await two.pyramid.topics()] == ["assistant", "user"]
        assert (await two.pyramid.status()).unassigned == 29


@pytest.mark.parametrize("is_scoped", [False, True])
async def test_a_device_that_comes_later_has_all_of_it(
    identity: Identity, relay: LocalRelay, is_scoped: bool
) -> None:
    async with MemoryStore(identity, relay.url, config=QUICK) as store:
        one = store.scope("work") if is_scoped else store
        await observe(one, *range(12))
        await one.pyramid.refresh()
        shown = await pyramid(one)
        topic = await one.pyramid.topic("tom")
        await store.sync()
    async with MemoryStore(identity, relay.url, config=QUICK) as store:
        two = store.scope("work") if is_scoped else store
        assert await pyramid(two) == shown
        assert await two.pyramid.topic("tom") == topic
        inputs = {f"obs/{one.id}" for one in (await two.pyramid.observations("tom"))[:10]}
        (made,) = await two.pyramid.summaries("tom")
        assert made.id == summary_id("tom", 0, inputs)
