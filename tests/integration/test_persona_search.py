"""persona_search on real stores: what is found, by whom, and that looking changes nothing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    Explanation,
    Identity,
    InputError,
    Insight,
    InvalidKeyError,
    MemoryStore,
    Missed,
    ReadFailedError,
    SearchConfig,
)
from sense_memory.testing import HashEncoder, ManualClock

from . import raw

DAY = 86_400.0
START = 1_800_000_000.0


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


async def keys(store: MemoryStore, query: str, **given: Any) -> list[str]:
    return [memory.key for memory in await store.persona_search(query, **given)]


async def test_what_is_remembered_changed_and_forgotten_is_found_as_it_is(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        await store.persona_remember("people", "facts", "vergel", "prefers vanilla JS", ["js"])
        assert await keys(store, "what does Vergel prefer?") == ["vergel"]
        await store.persona_remember("people", "facts", "lisa", "paints with vanilla")
        assert await keys(store, "vanilla") == ["lisa", "vergel"]
        await store.persona_remember("people", "facts", "vergel", "prefers TypeScript")
        assert await keys(store, "vanilla") == ["lisa"]
        assert await keys(store, "typescript") == ["vergel"]
        await store.persona_forget("people", "facts", "vergel")
        assert await keys(store, "typescript js vergel") == []
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        assert await keys(store, "typescript js vergel vanilla") == ["lisa"]


async def test_key_value_memories_are_of_the_domain_flat(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.remember("user_timezone", "America/Vancouver")
        (found,) = await store.persona_search("timezone")
        assert (found.domain, found.facet, found.key) == ("flat", "facts", "user_timezone")
        assert await keys(store, "vancouver", domain="flat") == ["user_timezone"]
        assert await keys(store, "vancouver", domain="people") == []
        await store.forget("user_timezone")
        assert await keys(store, "vancouver") == []


async def test_scopes_are_searched_apart(identity: Identity):
    async with MemoryStore(identity) as store:
        alice = store.scope("user:alice")
        await store.persona_remember("people", "facts", "here", "otters")
        await alice.persona_remember("people", "facts", "there", "otters")
        assert await keys(store, "otters") == ["here"]
        assert await keys(alice, "otters") == ["there"]


async def test_the_index_follows_what_relays_bring(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db")
    async with first, second:
        await first.persona_remember("people", "facts", "vergel", "prefers vanilla JS")
        await first.sync()
        await second.sync()
        assert await keys(second, "vanilla") == ["vergel"]
        await first.persona_remember("people", "facts", "lisa", "loves vanilla")
        await first.persona_forget("people", "facts", "vergel")
        await first.sync()
        await second.sync()
        assert await keys(second, "vanilla") == ["lisa"]
        assert await keys(second, "vergel") == []


async def test_the_index_follows_another_process(identity: Identity, tmp_path: Path):
    first = MemoryStore(identity, path=tmp_path / "a.db")
    second = MemoryStore(identity, path=tmp_path / "a.db")
    async with first, second:
        assert await keys(second, "otters") == []
        await first.persona_remember("people", "facts", "a", "otters")
        assert await keys(second, "otters") == ["a"]
        await first.persona_remember("people", "facts", "a", "seals")
        assert await keys(second, "otters") == []
        await first.persona_forget("people", "facts", "a")
        assert await keys(second, "seals") == []


async def test_searching_is_no_use_and_writes_nothing(
    identity: Identity, relay: LocalRelay, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", clock=clock) as store:
        await store.persona_remember("people", "facts", "a", "otters")
        await store.sync()
        before = {event["id"] for event in await raw.ask(relay.url, {"kinds": [30078]})}
        clock.advance(20 * DAY)
        for _ in range(5):
            await store.persona_search("otters", explain=True)
        (found,) = await store.persona_search("otters")
        assert (found.access_count, found.last_accessed) == (0, START)
        await store.sync()
        after = {event["id"] for event in await raw.ask(relay.url, {"kinds": [30078]})}
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        (found,) = await store.persona_recall("people")
    assert (found.access_count, found.last_accessed) == (0, START)
    told = [event for event in after - before if event]
    assert len(told) <= 1  # the record that the device keeps about itself


async def test_memories_fade_out_of_sight_and_come_back_by_a_use(
    identity: Identity, clock: ManualClock
):
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember("people", "facts", "otters", "they swim")
        await store.persona_remember("people", "facts", "a", "otters dive")
        assert sorted(await keys(store, "otters")) == ["a", "otters"]
        clock.advance(60 * DAY)  # 0.25: fading
        assert await keys(store, "otters") == ["otters"]
        (found,) = await store.persona_search("otters")
        assert found.state == "fading"
        assert sorted(await keys(store, "otters", states=("fading", "forgotten"))) == [
            "a",
            "otters",
        ]
        clock.advance(60 * DAY)  # 0.06: forgotten
        assert await keys(store, "otters") == []
        assert sorted(await keys(store, "otters", states=("forgotten",))) == ["a", "otters"]
        await store.persona_recall("people", "facts", "a")
        assert await keys(store, "otters") == ["a"]
        (found,) = await store.persona_search("otters")
        assert (found.state, found.access_count) == ("active", 1)


async def test_what_was_superseded_comes_after_what_superseded_it(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "home", "Vergel lives in Lisbon")
        await store.persona_remember("people", "facts", "new-home", "It is Oslo these days")
        await store.persona_contradict("home", "new-home")
        assert await keys(store, "where does Vergel live, in Lisbon?") == ["new-home", "home"]


async def test_a_twin_is_not_shown_and_the_explanation_says_so(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "mode", "The user prefers dark mode")
        await store.persona_remember("self", "beliefs", "screen", "user prefers dark-mode.")
        found = await store.persona_search("dark mode", explain=True)
    assert isinstance(found, Explanation)
    assert [hit.memory.key for hit in found.hits] == ["mode"]
    ((miss),) = found.near_misses
    assert (miss.name, miss.why) == ("self/beliefs/screen", Missed.DUPLICATE)
    assert miss.detail == "people/facts/mode"


async def test_an_explanation_names_what_was_left_out(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember("people", "facts", "old", "otters swim far away")
        clock.advance(60 * DAY)
        await store.persona_remember("people", "facts", "a", "otters swim")
        clock.advance(1)
        await store.persona_remember("people", "facts", "b", "otters dive")
        await store.persona_remember("world", "facts", "c", "otters eat")
        found = await store.persona_search(
            "What did otters eat yesterday?", 1, domain="people", explain=True
        )
    assert [hit.memory.key for hit in found.hits] == ["b"]
    missed = {miss.name: (miss.why, miss.detail) for miss in found.near_misses}
    assert missed == {
        "people/facts/a": (Missed.LIMIT, ""),
        "world/facts/c": (Missed.FILTER, ""),
        "people/facts/old": (Missed.INDIRECT, "fading"),
    }
    assert found.words == ("otter", "eat")
    assert found.dates == ("2027-03-15",)
    assert found.answering == 4
    assert found.warning is None


async def test_many_that_are_not_to_be_shown_do_not_hide_the_rest(identity: Identity):
    insights = [Insight("people", "facts", f"k{n}", "otters swim in rivers") for n in range(60)]
    async with MemoryStore(identity) as store:
        await store.persona_remember_many(insights)
        await store.persona_remember("people", "facts", "last", "otters are somewhere in a river")
        found = await keys(store, "otters swim", limit=2)
    assert found[1:] == ["last"]


async def test_filters_take_names_in_any_normal_form(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.persona_remember("café", "facts", "a", "otters", ["Café"], source="chat")
        assert await keys(store, "otters", domain="café") == ["a"]
        assert await keys(store, "otters", theme="cafe", source="chat") == ["a"]
        assert await keys(store, "otters", theme="caf") == []


@pytest.mark.parametrize(
    ("query", "given"),
    [
        ("", {}),
        (" \n", {}),
        ("?!", {}),
        ("otters", {"limit": 0}),
        ("otters", {"limit": -1}),
        ("otters", {"limit": 1.5}),
        ("otters", {"limit": True}),
        ("otters", {"states": ()}),
        ("otters", {"states": "active"}),
        ("otters", {"states": ("asleep",)}),
        ("otters", {"since": float("nan")}),
        ("otters", {"until": "yesterday"}),
        ("otters", {"theme": 3}),
        ("x" * 65_001, {}),
        (None, {}),
    ],
)
async def test_what_is_of_no_use_is_refused(identity: Identity, query: Any, given: dict[str, Any]):
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError):
            await store.persona_search(query, **given)


async def test_names_that_are_not_taken_are_refused(identity: Identity):
    async with MemoryStore(identity) as store:
        with pytest.raises(InvalidKeyError):
            await store.persona_search("otters", domain="a/b")


async def test_questions_of_stop_words_and_of_ten_thousand_characters(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.persona_remember("self", "facts", "a", "who am i")
        await store.persona_remember("self", "facts", "b", "otters")
        assert await keys(store, "who am I?") == ["a"]
        assert await keys(store, "word " * 2_000 + "otters") == ["b"]


async def test_words_and_meaning_are_joined(identity: Identity):
    """The encoder knows no meanings, only which letters words share; that is enough to be heard."""
    async with MemoryStore(identity, encoder=HashEncoder()) as store:
        await store.persona_remember("people", "facts", "a", "gardening in spring")
        await store.persona_remember("people", "facts", "b", "spring cleaning of the house")
        found = await store.persona_search("gardening", explain=True)
    (first, *_) = found.hits
    assert first.memory.key == "a"
    assert first.parts.vector > 0
    assert first.parts.value > 0


async def test_relevance_can_have_its_whole_weight(identity: Identity, clock: ManualClock):
    seeds, ours = SearchConfig(relevance_weight=1.0), SearchConfig()
    for search, expected in ((seeds, ["b", "a"]), (ours, ["a", "b"])):
        async with MemoryStore(identity, clock=clock, config=Config(search=search)) as store:
            await store.persona_remember("people", "facts", "a", "otters swim")
            clock.advance(30 * DAY)
            await store.persona_remember("people", "facts", "b", "otters swim in a cold river")
            assert await keys(store, "otters swim") == expected
            await store.persona_recall("people", "facts", "a")
            assert await keys(store, "otters swim") == ["a", "b"]


async def test_where_nothing_is_known_it_says_so(identity: Identity, tmp_path: Path):
    store = MemoryStore(identity, "ws://127.0.0.1:9", path=tmp_path / "a.db")
    async with store:
        with pytest.raises(ReadFailedError):
            async with asyncio.timeout(30):
                await store.persona_search("otters")


async def test_searches_and_writes_at_the_same_time(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:

        async def write() -> None:
            for number in range(30):
                await store.persona_remember("people", "facts", f"k{number}", f"otter {number}")
                if number % 3 == 2:
                    await store.persona_forget("people", "facts", f"k{number}")

        async def search() -> None:
            for _ in range(30):
                for memory in await store.persona_search("otter", 50):
                    assert memory.value.startswith("otter")

        await asyncio.gather(write(), search(), search())
        assert len(await store.persona_search("otter", 50)) == 20
