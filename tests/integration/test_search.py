"""One search across all rooms: typed, explained, each thing once, the same on every device."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Found, Identity, InputError, MemoryStore, Room
from sense_memory.core.errors import EncoderError
from sense_memory.core.ports import TextKind
from sense_memory.testing import HashEncoder, ManualClock

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Asking(HashEncoder):
    """An encoder that counts how often it is asked about a query, and fails if told to."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__()
        self.queries = 0
        self._fails = fails

    async def encode(self, texts: Sequence[str], kind: TextKind) -> "NDArray[np.float32]":
        if kind is TextKind.QUERY:
            self.queries += 1
            if self._fails:
                raise EncoderError("no model")
        return await super().encode(texts, kind)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def store(path: Path, clock: ManualClock, **means: object) -> MemoryStore:
    return MemoryStore(Identity.generate(), path=path / "a.db", clock=clock, **means)  # type: ignore[arg-type]


async def fill(there: MemoryStore) -> None:
    """One thing in every room, each with a word that nothing else has."""
    await there.persona_remember("people", "facts", "ada-zither", "Ada plays the zither")
    await there.remember("wifi_gopher", "opensesame")
    await there.pyramid.observe("Ada keeps an aquarium", topic="Ada")
    await there.graph.relate("person:Ada", "entity:Nimbus", "works-at")
    await there.graph.add("concept:Falconry", description="hunting with trained birds")
    await there.graph.note("person:Ada", "is allergic to walnuts")
    await there.conversation("tea").add("user", "My sister moved to Trondheim", speaker="Ada")
    await there.journal("Spent the day pruning the orchard")
    await there.rapport("Ada").layers.edit("base_tone", "Ada dislikes smalltalk")


@pytest.mark.parametrize(
    ("query", "room", "text"),
    [
        ("who plays the zither?", Room.MEMORY, "Ada plays the zither"),
        ("gopher", Room.MEMORY, "wifi_gopher: opensesame"),
        ("aquarium", Room.OBSERVATION, "Ada keeps an aquarium"),
        ("who works at Nimbus?", Room.EDGE, "Ada works at Nimbus"),
        ("falconry", Room.NODE, "Falconry: hunting with trained birds"),
        ("walnuts", Room.NODE, "Ada"),
        ("who moved to Trondheim?", Room.TURN, "Ada: My sister moved to Trondheim"),
        ("pruning an orchard", Room.JOURNAL, "Spent the day pruning the orchard"),
        ("smalltalk", Room.LAYER, "Ada dislikes smalltalk"),
    ],
)
async def test_every_room_answers_by_the_same_measure(
    tmp_path: Path, clock: ManualClock, query: str, room: Room, text: str
) -> None:
    async with store(tmp_path, clock) as there:
        await fill(there)
        first, *_ = await there.search(query)
        assert (first.room, first.text) == (room, text)
        assert 0 < first.score <= 1
        # whatever it names can be named elsewhere
        assert await there.reference(first.reference) == first.reference


async def test_parts_add_up_and_the_best_come_first(tmp_path: Path, clock: ManualClock) -> None:
    for encoder in (None, HashEncoder()):
        (tmp_path / str(encoder is None)).mkdir()
        async with store(tmp_path / str(encoder is None), clock, encoder=encoder) as there:
            await fill(there)
            found = await there.search("what does Ada do at Nimbus?", explain=True)
            every = [*found.hits, *(one.found for one in found.near_misses)]
            assert len({one.room for one in every}) >= 5
            for one in every:
                parts = one.parts
                assert parts.words + parts.meaning + parts.standing == pytest.approx(one.score)
                assert 0 < one.score <= 1
            assert [one.score for one in found.hits] == sorted(
                (one.score for one in found.hits), reverse=True
            )
            assert found.hits[0].text == "Ada works at Nimbus"


async def test_a_room_that_hardly_answers_stands_below_one_that_does(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with store(tmp_path, clock) as there:
        # the best of its own room, and of no use
        await there.persona_remember("people", "facts", "bo", "Bo plays chess")
        await there.pyramid.observe("Ada plays the viola in Lisbon")
        found = await there.search("who plays the viola in Lisbon?")
        assert [one.room for one in found] == [Room.OBSERVATION, Room.MEMORY]
        assert found[1].score < 0.5 * found[0].score


async def test_the_limit_leaves_out_and_says_so(tmp_path: Path, clock: ManualClock) -> None:
    async with store(tmp_path, clock) as there:
        for number in range(12):
            await there.remember(f"k{number}", f"tea number {number} from the shelf")
        found = await there.search("tea", limit=3, explain=True)
        assert len(found.hits) == 3
        assert len(found.near_misses) == 9
        assert {one.why for one in found.near_misses} == {"limit"}
        for limit in (0, -1, True, 1.5):
            with pytest.raises(InputError, match="limit"):
                await there.search("tea", limit=limit)  # type: ignore[arg-type]
        with pytest.raises(InputError):
            await there.search("…")


# --- each thing once


async def test_what_was_learned_from_something_is_shown_once(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with store(tmp_path, clock) as there:
        await there.persona_remember("people", "facts", "js", "Vergel prefers vanilla JS")
        await there.pyramid.observe("Vergel prefers vanilla JS", origin="persona/people/facts/js")
        found = await there.search("what does Vergel prefer?", explain=True)
        assert [one.text for one in found.hits] == ["Vergel prefers vanilla JS"]
        (missed,) = found.near_misses
        assert (missed.why, missed.detail) == ("duplicate", found.hits[0].reference)
        assert {found.hits[0].room, missed.found.room} == {Room.MEMORY, Room.OBSERVATION}


async def test_a_summary_gives_way_to_what_answers_as_well(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with store(tmp_path, clock) as there:
        for number in range(10):
            clock.advance(3_600)
            await there.pyramid.observe(f"Ada repaired clock number {number}", topic="Ada")
        await there.pyramid.refresh()
        found = await there.search("which clock did Ada repair 7?", limit=3, explain=True)
        assert found.hits[0].text == "Ada repaired clock number 7"
        assert Room.SUMMARY not in {one.room for one in found.hits}
        sums = [one for one in found.near_misses if one.found.room is Room.SUMMARY]
        assert [one.why for one in sums] == ["duplicate"]
        assert sums[0].detail.startswith("pyramid/obs/")


# --- what holds, and what does not


async def test_what_was_superseded_stands_below_and_what_ended_is_not_there(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with store(tmp_path, clock) as there:
        await there.persona_remember("people", "facts", "old", "Ada lives in Paris by the river")
        await there.persona_remember("people", "facts", "new", "Ada lives in Rome")
        await there.persona_contradict("people/facts/old", "people/facts/new")
        await there.pyramid.observe("Ada lives near the station")
        edge = await there.graph.relate("person:Ada", "entity:Initech", "works-at")
        clock.advance(10)
        await there.graph.invalidate(edge)
        texts = [one.text for one in await there.search("where does Ada live by the river?")]
        assert texts.index("Ada lives in Rome") < texts.index("Ada lives in Paris by the river")
        assert "Ada works at Initech" not in texts
        assert not [o for o in await there.search("Initech") if o.room is Room.EDGE]


async def test_what_was_read_of_a_statement_stands_below_what_took_its_place(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with store(tmp_path, clock) as there:
        await there.learn("My dog is called Rex.")
        await there.learn("My dog is called Max.")
        found = await there.search("what is my dog called?", limit=20)
        old = [one for one in found if "Rex" in one.text and "dog" in one.text]
        new = [one for one in found if "Max" in one.text and "dog" in one.text]
        assert old
        assert max(one.score for one in old) < min(one.score for one in new)
        # who reads it by itself is told that it is so no more
        assert all(one.is_superseded for one in old)
        assert not any(one.is_superseded for one in new)


async def test_what_is_found_names_what_is_forgotten(tmp_path: Path, clock: ManualClock) -> None:
    async with store(tmp_path, clock) as there:
        await fill(there)
        for query in ("zither", "aquarium", "Nimbus", "falconry", "Trondheim", "gopher"):
            hit = (await there.search(query))[0]
            assert await there.reference(hit) == hit.reference
            await there.forget(hit)
            assert hit.reference not in {one.reference for one in await there.search(query)}
        (line, *_) = await there.about("Ada").lines()
        await there.forget(line)
        assert line not in await there.about("Ada").lines()


async def test_a_faded_memory_stands_below_an_equal_one(tmp_path: Path, clock: ManualClock) -> None:
    async with store(tmp_path, clock) as there:
        await there.persona_remember("people", "facts", "one-tea", "Bo drinks green tea")
        clock.advance(86_400 * 40)
        await there.persona_remember("people", "facts", "two-tea", "Al drinks black tea")
        found = await there.search("tea")
        assert [one.text for one in found] == ["Al drinks black tea", "Bo drinks green tea"]
        clock.advance(86_400 * 400)
        assert await there.search("tea") == []


async def test_what_was_archived_in_the_graph_is_not_found(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with store(tmp_path, clock) as there:
        await there.graph.relate("person:Ada", "entity:Nimbus", "works-at", ttl_policy="ephemeral")
        await there.graph.add("entity:Nimbus", ttl_policy="ephemeral")
        await there.graph.add("person:Ada", ttl_policy="ephemeral")
        assert {one.room for one in await there.search("Nimbus")} == {Room.EDGE, Room.NODE}
        clock.advance(86_400 * 2_000)
        assert {one.state.value for one in await there.graph.nodes()} == {"archived"}
        assert await there.search("Nimbus") == []


async def test_what_came_after_the_first_search_is_found(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with store(tmp_path, clock) as there:
        assert await there.search("orchard smalltalk Trondheim") == []
        await fill(there)
        for word, room in (
            ("orchard", Room.JOURNAL),
            ("smalltalk", Room.LAYER),
            ("Trondheim", Room.TURN),
        ):
            assert [one.room for one in await there.search(word)] == [room]
        await there.rapport("Ada").layers.edit("base_tone", "Ada loves puns")
        assert await there.search("smalltalk") == []


async def test_nothing_of_it_counts_as_used(tmp_path: Path, clock: ManualClock) -> None:
    async with store(tmp_path, clock) as there:
        await fill(there)
        clock.advance(1_000)
        await there.search("what does Ada play?")
        (memory,) = [m for m in await there.persona_recall("people") if m.key == "ada-zither"]
        node = next(n for n in await there.graph.nodes() if n.key == "person:ada")
        assert memory.access_count == 0
        assert node.node.life.access_count == 0


async def test_nothing_of_another_scope(tmp_path: Path, clock: ManualClock) -> None:
    async with store(tmp_path, clock) as there:
        await fill(there.scope("user:ada"))
        assert await there.search("Ada plays the zither at Nimbus smalltalk orchard") == []
        assert await there.scope("user:bo").search("zither") == []
        assert len(await there.scope("user:ada").search("zither")) == 1


async def test_what_is_forgotten_is_not_found(tmp_path: Path, clock: ManualClock) -> None:
    async with store(tmp_path, clock) as there:
        await fill(there)
        for query in ("zither", "gopher", "aquarium", "Nimbus", "falconry", "smalltalk", "orchard"):
            while found := await there.search(query):
                await there.forget(found[0].reference)
                assert found[0] not in await there.search(query)


# --- the encoder


async def test_the_encoder_is_asked_once(tmp_path: Path, clock: ManualClock) -> None:
    encoder = Asking()
    async with store(tmp_path, clock, encoder=encoder) as there:
        await fill(there)
        encoder.queries = 0
        found = await there.search("what does Ada play?", explain=True)
        assert encoder.queries == 1
        assert found.warning is None
        assert any(one.parts.meaning > 0 for one in found.hits)
        await there.search("what does Ada play?")
        assert encoder.queries == 2  # another call asks anew


async def test_an_encoder_that_fails_is_asked_once_too(tmp_path: Path, clock: ManualClock) -> None:
    encoder = Asking(fails=True)
    async with store(tmp_path, clock, encoder=encoder) as there:
        await fill(there)
        found = await there.search("who plays the zither?", explain=True)
        assert encoder.queries == 1
        assert found.warning == "no model"
        assert found.hits[0].text == "Ada plays the zither"
        assert all(one.parts.meaning == 0 for one in found.hits)


# --- the same everywhere


async def test_two_devices_find_the_same_in_the_same_order(
    tmp_path: Path, clock: ManualClock
) -> None:
    identity = Identity.generate()

    async def asked(there: MemoryStore) -> list[list[Found]]:
        queries = ("what does Ada do?", "tea", "who works at Nimbus and plays the zither?")
        return [await there.search(query, limit=20) for query in queries]

    with LocalRelay() as relay:
        one = MemoryStore(identity, relay.url, path=tmp_path / "1.db", clock=clock)
        async with one:
            await fill(one)
            for number in range(6):
                await one.remember(f"tea{number}", "Ada has a favourite tea")
            await one.remember("gone", "Ada")
            await one.forget("gone")  # a slot of the index is used again
            await one.remember("late", "Ada was late for tea")
            await one.sync()
            there = await asked(one)
        two = MemoryStore(identity, relay.url, path=tmp_path / "2.db", clock=clock)
        async with two:
            await two.sync()
            assert await asked(two) == there
    assert all(there)
