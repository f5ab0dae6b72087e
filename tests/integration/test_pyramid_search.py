"""What was observed and summarised is found by words, meaning and time, and by nothing else."""

import asyncio
import math
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    EncoderError,
    Identity,
    InputError,
    LimitError,
    Limits,
    MemoryStore,
    Observation,
    RelayConfig,
    Summary,
    TextKind,
    Topic,
    UnknownMemoryError,
)
from sense_memory.core.change import Edit, Put
from sense_memory.core.records.conversation import turn_origin
from sense_memory.core.records.embedding import Embedding
from sense_memory.core.records.pyramid import summary_id
from sense_memory.core.ref import Ref
from sense_memory.mind.pyramid.making import Task, due
from sense_memory.mind.pyramid.tiers import pyramids
from sense_memory.testing import ManualClock

from .meeting import meet, texts

NOW = 1_800_000_000.0
DAY = 86_400.0
CONFIG = Config(relays=RelayConfig(read_back_delay=0.2))
MEANINGS = (
    {"cat", "feline", "kitten"},
    {"car", "automobile", "vehicle"},
    {"sea", "ocean", "beach"},
)


class Meaning:
    """An encoder that knows a few synonyms, and can be told to fail."""

    id = "meaning:4"

    def __init__(self) -> None:
        self.asked: list[tuple[str, TextKind]] = []
        self.failure: Exception | None = None

    async def encode(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        self.asked += [(text, kind) for text in texts]
        if self.failure is not None:
            raise self.failure
        rows = np.full((len(texts), len(MEANINGS) + 1), 0.01, np.float32)
        for row, text in zip(rows, texts, strict=True):
            said = set(text.lower().replace(".", " ").split())
            for number, words in enumerate(MEANINGS):
                row[number] += len(words & said)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


@asynccontextmanager
async def opened(
    identity: Identity, path: Path | None, *urls: str, **options: Any
) -> AsyncIterator[MemoryStore]:
    options = {"config": CONFIG, "clock": ManualClock(NOW), **options}
    async with MemoryStore(identity, list(urls) or None, path=path, **options) as store:
        yield store


@pytest.fixture
async def store(identity: Identity, tmp_path: Path) -> AsyncIterator[MemoryStore]:
    async with opened(identity, tmp_path / "mind.db") as mind:
        yield mind


async def found(store: MemoryStore, query: str, **options: Any) -> list[str | None]:
    """What the hits say."""
    return [hit.found.text for hit in await store.pyramid.search(query, **options)]


async def commit(store: MemoryStore, *edits: Edit) -> None:
    await (await store._context()).records.commit(*edits)


async def all_of(store: MemoryStore, kind: type[Any]) -> list[Any]:
    context = await store._context()
    return [one.record async for one in context.records.select(kind, scope=context.scope)]


async def summarize(store: MemoryStore) -> list[Summary]:
    """Write what is due, each summary as the words ``digest of`` and its parts."""
    made: list[Summary] = []
    while True:
        stands = pyramids(await all_of(store, Observation), await all_of(store, Summary))
        tasks = [task for one in stands.values() for task in due(one)]
        if not tasks:
            return made
        for task in tasks:
            said = " ".join(str(part.text) for part in task.parts)
            made.append(task.done(f"digest of {said}", "test"))
            await commit(store, Put(Ref(Summary, task.id), made[-1]))


# ------------------------------------------------------------------------ by words and by time


async def test_what_answers_comes_first_with_its_score(store: MemoryStore) -> None:
    for text in (
        "Tom prefers dark mode in every editor",
        "Tom moved to Lisbon",
        "The editor was slow on Monday",
    ):
        await store.pyramid.observe(text, topic="tom", at=NOW - DAY)
    hits = await store.pyramid.search("dark mode editor")
    assert [hit.found.text for hit in hits] == [
        "Tom prefers dark mode in every editor",
        "The editor was slow on Monday",
    ]
    first, second = hits
    assert (first.distance, second.distance) == (0, 1)
    penalty = 1 - 2 ** (-1 / 30)
    assert first.penalty == second.penalty == pytest.approx(penalty)
    assert first.score == pytest.approx(1 - 0.3 * penalty)
    assert second.score == pytest.approx(1 - 0.7 - 0.3 * penalty)
    assert await found(store, "dark mode editor", limit=1) == [first.found.text]
    assert await found(store, "zebra") == []


async def test_of_what_answers_alike_the_newer_comes_first_and_nothing_else_does(
    store: MemoryStore,
) -> None:
    for days in (400, 3, 40):
        await store.pyramid.observe(f"Ann drank tea {days}", at=NOW - days * DAY)
    await store.pyramid.observe("Bob swims", at=NOW)
    assert await found(store, "tea Ann") == [f"Ann drank tea {days}" for days in (3, 40, 400)]
    await store.pyramid.observe("Ann drank tea and more tea, Ann did", at=NOW - 300 * DAY)
    assert (await found(store, "tea Ann", time_weight=0))[
        0
    ] == "Ann drank tea and more tea, Ann did"
    assert await found(store, "tea Ann", time_weight=1) == [
        "Ann drank tea 3",
        "Ann drank tea 40",
        "Ann drank tea and more tea, Ann did",
        "Ann drank tea 400",
    ]


async def test_time_counts_among_what_answers_best_and_nowhere_else(store: MemoryStore) -> None:
    """However much it counts: what is newest of many and has one word of the query is no answer."""
    for text in ("a red otter of Oslo", "the red otter, in Oslo", "red otters: Oslo"):
        await store.pyramid.observe(text, at=NOW - 500 * DAY)
    for number in range(20):
        await store.pyramid.observe(f"a red door {number}", at=NOW)
    (first,) = await store.pyramid.search("red otter Oslo", 1, time_weight=1)
    assert "otter" in str(first.found.text)
    both = await found(store, "red otter Oslo", limit=2, time_weight=1)
    assert all("door" in str(text) for text in both), "three are among the six that answer best"
    assert "otter" in str((await found(store, "red otter Oslo", limit=2))[1])


async def test_what_is_yet_to_come_is_as_recent_as_can_be_and_undated_in_the_middle(
    store: MemoryStore,
) -> None:
    await store.pyramid.observe("the fair is in spring", at=NOW + 90 * DAY)
    await store.pyramid.observe("the fair was in autumn", at=NOW - 200 * DAY)
    undated = Observation("ab" * 16, "the fair is in town", None, None)
    await commit(store, Put(Ref(Observation, undated.id), undated))
    hits = await store.pyramid.search("fair")
    assert [(hit.found.text, hit.penalty) for hit in hits] == [
        ("the fair is in spring", 0.0),
        ("the fair is in town", 0.5),
        ("the fair was in autumn", pytest.approx(1 - 2 ** (-200 / 30))),
    ]
    assert all(0 <= hit.score <= 1 for hit in hits)


async def test_a_date_that_is_named_is_the_date_at_which_it_was_so(store: MemoryStore) -> None:
    await store.pyramid.observe("Ann met the neighbours", at="2026-05-08")
    await store.pyramid.observe("Ann met the mayor", at="2026-09-20")
    assert (await found(store, "whom did Ann meet on 8 May 2026?", time_weight=0))[0] == (
        "Ann met the neighbours"
    )
    assert await found(store, "on 20 September 2026") == ["Ann met the mayor"]
    assert await found(store, "which concert was on 8 May 2026?") == ["Ann met the neighbours"]
    undated = Observation("ab" * 16, "Ann met nobody", None, None)
    await commit(store, Put(Ref(Observation, undated.id), undated))
    assert await found(store, "on 1 January 1970") == []


async def test_what_was_said_around_a_line_counts_for_it(store: MemoryStore) -> None:
    said = [
        ("Ann: Which instrument does your sister play?", 0),
        ("Bob: She took up the cello last year.", 1),
        ("Ann: Lovely weather at the harbour.", 2),
        ("Bob: Let us have some bread.", 3),
        ("Ann: My tent is green.", 4),
    ]
    for text, minute in said:
        await store.pyramid.observe(
            text, at=NOW + 60 * minute, origin=turn_origin("c", f"t{minute}")
        )
    hits = await found(store, "instrument of Bob's sister", time_weight=0)
    assert "Bob: She took up the cello last year." in hits[:2]
    await store.pyramid.observe("He took up the cello", origin="somewhere else")
    assert "He took up the cello" not in await found(store, "instrument of Bob's sister")


async def test_words_of_any_script(store: MemoryStore) -> None:
    await store.pyramid.observe("我喜欢喝绿茶", at=NOW)
    await store.pyramid.observe("Она живёт в Берлине", at=NOW)
    assert await found(store, "绿茶") == ["我喜欢喝绿茶"]
    assert await found(store, "Берлине") == ["Она живёт в Берлине"]


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "3"])
async def test_a_limit_is_a_number_of_hits(store: MemoryStore, limit: Any) -> None:
    with pytest.raises(InputError, match="limit"):
        await store.pyramid.search("tea", limit)


@pytest.mark.parametrize("weight", [-0.1, 1.1, math.nan, True, "1"])
async def test_a_weight_is_from_nothing_to_all(store: MemoryStore, weight: Any) -> None:
    with pytest.raises(InputError, match="time_weight"):
        await store.pyramid.search("tea", time_weight=weight)


@pytest.mark.parametrize("query", ["", "  ", "?!", 7])
async def test_a_search_needs_words(store: MemoryStore, query: Any) -> None:
    with pytest.raises(InputError):
        await store.pyramid.search(query)


# ------------------------------------------------------------------------------ topics, scopes


async def test_within_a_topic_that_is_there(store: MemoryStore) -> None:
    await store.pyramid.observe("Tom drinks tea", topic="Tom")
    await store.pyramid.observe("the user drinks tea", topic="user")
    free = await store.pyramid.observe("somebody drinks tea")
    assert await found(store, "tea", topic="tom") == ["Tom drinks tea"]
    assert await found(store, "tea", topic="assistant") == []
    assert len(await found(store, "tea")) == 3
    await store.pyramid.assign(free.id, "tom")
    assert sorted(map(str, await found(store, "tea", topic="Tom"))) == [
        "Tom drinks tea",
        "somebody drinks tea",
    ]
    with pytest.raises(UnknownMemoryError, match="jerry"):
        await store.pyramid.search("tea", topic="jerry")


async def test_a_scope_finds_its_own(identity: Identity, tmp_path: Path) -> None:
    async with opened(identity, tmp_path / "a.db", encoder=Meaning()) as mind:
        alice, bob = mind.scope("alice"), mind.scope("bob")
        await alice.pyramid.observe("Alice has a kitten")
        await bob.pyramid.observe("Bob has a kitten")
        for one, said in ((alice, "Alice has a kitten"), (bob, "Bob has a kitten")):
            assert (await one.pyramid.embed()).made == 1
            assert await found(one, "kitten") == [said]
            assert await found(one, "feline") == [said]
        assert await found(mind, "kitten") == []
        assert await found(mind, "feline") == []


async def test_memories_and_observations_are_no_answers_to_each_others_questions(
    store: MemoryStore,
) -> None:
    await store.persona_remember("people", "facts", "k", "Ann drinks tea")
    await store.remember("drink", "tea")
    await store.pyramid.observe("Bob drinks tea")
    assert await found(store, "tea") == ["Bob drinks tea"]
    assert len(await store.persona_search("tea")) == 2


# --------------------------------------------------------------------------- edited, forgotten


async def test_what_is_edited_is_found_by_its_new_words_alone(store: MemoryStore) -> None:
    one = await store.pyramid.observe("Tom drives an automobile")
    assert len(await found(store, "automobile")) == 1
    await store.pyramid.edit(one.id, "Tom rides a bicycle")
    assert await found(store, "automobile") == []
    assert await found(store, "bicycle") == ["Tom rides a bicycle"]


async def test_what_is_forgotten_is_never_found(identity: Identity, tmp_path: Path) -> None:
    encoder = Meaning()
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        gone = await mind.pyramid.observe("Tom has a kitten")
        await mind.pyramid.observe("Tom has a car")
        assert (await mind.pyramid.embed()).made == 2
        assert (await found(mind, "feline"))[0] == "Tom has a kitten"
        await mind.pyramid.forget(gone.id)
        for query in ("kitten", "feline", "Tom kitten"):
            assert "Tom has a kitten" not in await found(mind, query)
        (left,) = await all_of(mind, Embedding)
        assert gone.id not in left.key
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        assert "Tom has a kitten" not in await found(mind, "feline")
        again = await mind.pyramid.observe("Tom has a kitten")
        assert again.id == gone.id
        assert (await mind.pyramid.embed()).made == 1, "it has no vector of its former life"


async def test_a_summary_is_found_until_something_that_it_says_is_forgotten(
    store: MemoryStore,
) -> None:
    made = [await store.pyramid.observe(f"fact{n}", topic="tom", at=NOW - n) for n in range(10)]
    (summary,) = await summarize(store)
    hits = await store.pyramid.search("digest")
    assert [hit.found for hit in hits] == [summary]
    assert await found(store, "digest", topic="tom") == [summary.text]
    await store.pyramid.forget(made[3].id)
    assert await found(store, "digest") == []
    assert await found(store, "fact3") == []
    assert await found(store, "fact4") == ["fact4"]


async def test_a_summary_that_is_out_of_date_is_not_found_until_it_is_made_anew(
    store: MemoryStore,
) -> None:
    made = [await store.pyramid.observe(f"fact{n}", topic="tom", at=NOW - n) for n in range(10)]
    await summarize(store)
    await store.pyramid.edit(made[3].id, "another thing")
    assert await found(store, "digest") == []
    assert await found(store, "fact3") == []
    (anew,) = await summarize(store)
    assert await found(store, "digest") == [anew.text]
    await store.pyramid.assign(made[5].id, "user")
    assert await found(store, "digest") == [], "what it is made of belongs elsewhere"


async def test_of_summaries_of_the_same_things_the_one_that_counts_is_found(
    store: MemoryStore,
) -> None:
    made = [await store.pyramid.observe(f"fact{n}", topic="tom", at=NOW - n) for n in range(11)]
    rivals = [
        Task(summary_id("tom", 0, inputs), "tom", 0, inputs, parts, is_new=True).done(
            f"digest from {parts[0].text}", "test"
        )
        for parts in (tuple(made[:10]), tuple(made[1:]))
        for inputs in [frozenset(one.input for one in parts)]
    ]
    await commit(store, *(Put(Ref(Summary, one.id), one) for one in rivals))
    first, second = sorted(rivals, key=lambda one: one.id)
    assert await found(store, "digest") == [first.text]
    # nothing of the other one changes; it counts because the first is gone
    await store.forget(Ref(Summary, first.id))
    assert await found(store, "digest") == [second.text]


async def test_a_summary_stands_above_its_parts_or_not_at_all(store: MemoryStore) -> None:
    for number in range(10):
        await store.pyramid.observe(f"Tom painted wall {number}", topic="tom", at=NOW - number)
    await summarize(store)
    assert all(isinstance(hit.found, Observation) for hit in await store.pyramid.search("wall 3"))
    first, *rest = await store.pyramid.search("digest of walls that Tom painted")
    assert isinstance(first.found, Summary)
    assert rest, "what a summary says more roughly is found too"
    assert all(isinstance(hit.found, Observation) for hit in rest)


async def test_a_forgotten_topic_takes_its_summaries_and_leaves_its_observations(
    store: MemoryStore,
) -> None:
    for number in range(10):
        await store.pyramid.observe(f"fact{number}", topic="tom", at=NOW - number)
    await summarize(store)
    assert len(await found(store, "digest")) == 1
    await store.pyramid.forget_topic("tom")
    assert await found(store, "digest") == []
    assert await found(store, "fact4") == ["fact4"]


# --------------------------------------------------------------------------------- by meaning


async def test_by_meaning_and_the_encoder_is_asked_for_the_query_alone(
    identity: Identity, tmp_path: Path
) -> None:
    encoder = Meaning()
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        await mind.pyramid.observe("Tom has a kitten", at="2026-05-08")
        await mind.pyramid.observe("Tom has a car", at="2026-05-09", topic="tom")
        report = await mind.pyramid.embed()
        assert (report.encoder, report.made, report.kept, report.failed) == (encoder.id, 2, 0, 0)
        assert sorted(encoder.asked) == [
            ("In May 2026: Tom has a car", TextKind.DOCUMENT),
            ("In May 2026: Tom has a kitten", TextKind.DOCUMENT),
        ]
        assert (await found(mind, "feline"))[0] == "Tom has a kitten"
        assert (await found(mind, "a vehicle"))[0] == "Tom has a car"
        assert await found(mind, "feline", topic="tom") == ["Tom has a car"]
        assert encoder.asked[2:] == [
            (query, TextKind.QUERY) for query in ("feline", "a vehicle", "feline")
        ]
        assert (await mind.pyramid.embed()).kept == 2
        assert (await mind.pyramid.embed(force=True)).made == 2
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        assert (await found(mind, "feline"))[0] == "Tom has a kitten"


async def test_a_changed_text_is_not_found_by_what_it_meant(
    identity: Identity, tmp_path: Path
) -> None:
    encoder = Meaning()
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        one = await mind.pyramid.observe("Tom has a kitten")
        await mind.pyramid.embed()
        await mind.pyramid.edit(one.id, "Tom has a car")
        assert await found(mind, "feline") == []
        status = mind.status().embedding
        assert (status.pieces, status.pieces_lacking, status.memories) == (1, 1, None)
        assert (await mind.pyramid.embed()).made == 1
        assert await found(mind, "vehicle") == ["Tom has a car"]


async def test_summaries_have_vectors_of_their_span_and_lose_them_with_their_text(
    identity: Identity, tmp_path: Path
) -> None:
    encoder = Meaning()
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        made = [
            await mind.pyramid.observe(f"fact{n} kitten", topic="tom", at=f"2026-0{n + 1}-01")
            for n in range(9)
        ]
        made.append(await mind.pyramid.observe("fact9", topic="tom", at="2026-10-01"))
        await summarize(mind)
        await mind.pyramid.embed()
        assert any(
            text.startswith("From January to October 2026: digest") for text, _ in encoder.asked
        )
        status = mind.status().embedding
        assert (status.pieces, status.pieces_lacking) == (11, 0)
        await mind.pyramid.forget(made[9].id)
        status = mind.status().embedding
        assert (status.pieces, status.pieces_lacking) == (9, 0), "a blank one has nothing to embed"
        hits = await mind.pyramid.search("feline")
        assert len(hits) == 9
        assert all(isinstance(hit.found, Observation) for hit in hits)
        (anew,) = await summarize(mind)
        assert (await mind.pyramid.embed()).made == 1
        assert any(hit.found == anew for hit in await mind.pyramid.search("feline digest"))


async def test_memories_and_pieces_are_counted_apart(identity: Identity, tmp_path: Path) -> None:
    encoder = Meaning()
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        await mind.persona_remember("people", "facts", "k", "a kitten")
        await mind.remember("flat", "a car")
        await mind.pyramid.observe("the ocean")
        status = mind.status().embedding
        assert (status.memories, status.pieces) == (None, None)
        assert (await mind.persona_embed()).kept == 1
        assert (await mind.pyramid.embed()).made == 1
        status = mind.status().embedding
        assert (status.memories, status.lacking) == (2, 0)
        assert (status.pieces, status.pieces_lacking) == (1, 0)
        assert [one.key for one in await mind.persona_search("feline", 1)] == ["k"]
        assert await found(mind, "beach", limit=1) == ["the ocean"]
        assert await found(mind, "feline") == ["the ocean"], (
            "all that has a vector answers a little"
        )
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        assert (await mind.persona_embed()).kept == 2
        of_memories = mind.status().embedding.bytes
        assert (await mind.pyramid.embed()).kept == 1
    async with opened(identity, tmp_path / "b.db", encoder=encoder) as mind:
        await mind.persona_remember("people", "facts", "k", "a kitten")
        await mind.remember("flat", "a car")
        await mind.persona_embed()
    async with opened(identity, tmp_path / "b.db", encoder=encoder) as mind:
        assert (await mind.persona_embed()).kept == 2
        assert mind.status().embedding.bytes == of_memories, "it holds none of the others"


async def test_an_encoder_that_fails_leaves_the_words(identity: Identity, tmp_path: Path) -> None:
    encoder = Meaning()
    async with opened(identity, tmp_path / "a.db", encoder=encoder) as mind:
        await mind.pyramid.observe("Tom has a kitten")
        await mind.pyramid.embed()
        encoder.failure = EncoderError("no model here")
        assert await found(mind, "kitten") == ["Tom has a kitten"]
        assert await found(mind, "feline") == []
        assert mind.status().embedding.failure == "no model here"
        report = await mind.pyramid.embed(force=True)
        assert (report.is_failed, report.failure) == (True, "no model here")
        encoder.failure = None
        assert await found(mind, "feline") == ["Tom has a kitten"]
        assert mind.status().embedding.failure is None


async def test_vectors_need_an_encoder_that_the_limits_allow(
    identity: Identity, tmp_path: Path
) -> None:
    async with opened(identity, tmp_path / "a.db") as mind:
        await mind.pyramid.observe("Tom has a kitten")
        with pytest.raises(InputError, match="encoder"):
            await mind.pyramid.embed()
    encoder = Meaning()
    async with opened(identity, tmp_path / "a.db", encoder=encoder, limits=Limits.free) as mind:
        assert await found(mind, "kitten") == ["Tom has a kitten"]
        with pytest.raises(LimitError):
            await mind.pyramid.embed()
    assert encoder.asked == []


# ------------------------------------------------------------------ other devices and processes


async def test_devices_share_vectors_and_forgetting(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    here_encoder, there_encoder = Meaning(), Meaning()
    async with (
        opened(identity, tmp_path / "a.db", relay.url, encoder=here_encoder) as here,
        opened(identity, tmp_path / "b.db", relay.url, encoder=there_encoder) as there,
    ):
        gone = await here.pyramid.observe("Tom has a kitten")
        await here.pyramid.observe("Tom has a car")
        await here.pyramid.embed()
        await meet(here, there)
        assert (await there.pyramid.embed()).kept == 2
        assert (await found(there, "feline"))[0] == "Tom has a kitten"
        await there.pyramid.forget(gone.id)
        await meet(here, there)
        for mind in (here, there):
            assert "Tom has a kitten" not in await found(mind, "feline kitten")
            assert (await mind.pyramid.embed()).kept == 1
        assert not [said for said in await texts(relay.url, identity) if gone.id in said]
    assert {kind for _, kind in there_encoder.asked} == {TextKind.QUERY}


async def test_the_vector_of_a_text_goes_with_what_the_text_was_made_of(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    """Also one that was made meanwhile, by a device that had not heard of it."""

    async def vectors(mind: MemoryStore) -> set[str]:
        return {one.key for one in await all_of(mind, Embedding)}

    async with (
        opened(identity, tmp_path / "a.db", relay.url) as here,
        opened(identity, tmp_path / "b.db", relay.url) as there,
    ):
        made = [await here.pyramid.observe(f"fact{n}", topic="tom", at=NOW - n) for n in range(10)]
        (summary,) = await summarize(here)
        await meet(here, there)
    name = f"pyramid/summary/{summary.id}"
    async with opened(identity, tmp_path / "b.db", encoder=Meaning()) as apart:
        assert (await apart.pyramid.embed()).made == 11
        assert name in await vectors(apart)
    async with opened(identity, tmp_path / "a.db", encoder=Meaning()) as here:
        assert (await here.pyramid.embed()).made == 11
        await here.pyramid.forget(made[0].id)
        assert await vectors(here) == {f"pyramid/obs/{one.id}" for one in made[1:]}
    async with (
        opened(identity, tmp_path / "a.db", relay.url, encoder=Meaning()) as here,
        opened(identity, tmp_path / "b.db", relay.url, encoder=Meaning()) as there,
    ):
        await meet(here, there)
        assert not [said for said in await texts(relay.url, identity) if f"embed/{name}" in said]
        for mind in (here, there):
            assert await vectors(mind) == {f"pyramid/obs/{one.id}" for one in made[1:]}
        await summarize(here)
        assert (await here.pyramid.embed()).made == 1, "what is made anew has a vector again"
        await meet(here, there)
        assert name in await vectors(there)
        assert (await there.pyramid.embed()).made == 0


async def test_a_vector_that_comes_after_its_text_is_gone_goes_too(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    """It was made and sent before; who made it does not come back."""
    async with (
        opened(identity, tmp_path / "a.db", relay.url) as here,
        opened(identity, tmp_path / "b.db", relay.url, encoder=Meaning()) as there,
    ):
        made = [await here.pyramid.observe(f"fact{n}", topic="tom", at=NOW - n) for n in range(10)]
        await summarize(here)
        await meet(here, there)
    async with opened(identity, tmp_path / "a.db") as here:
        await here.pyramid.forget(made[0].id)
    async with opened(identity, tmp_path / "b.db", relay.url, encoder=Meaning()) as there:
        assert (await there.pyramid.embed()).made == 11
        await there.sync()
    async with opened(identity, tmp_path / "a.db", relay.url) as here:
        await meet(here)
        assert {one.key for one in await all_of(here, Embedding)} == {
            f"pyramid/obs/{one.id}" for one in made[1:]
        }
        said = await texts(relay.url, identity)
        assert not [one for one in said if "embed/pyramid/summary" in one or "fact0" in one]


async def test_a_vector_that_is_being_made_while_its_text_goes_is_not_kept(
    identity: Identity, tmp_path: Path
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    class Slow(Meaning):
        async def encode(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
            begun.set()
            await go_on.wait()
            return await super().encode(texts, kind)

    async with opened(identity, tmp_path / "a.db", encoder=Slow()) as mind:
        made = [await mind.pyramid.observe(f"fact{n}", topic="tom", at=NOW - n) for n in range(10)]
        await summarize(mind)
        embedding = asyncio.create_task(mind.pyramid.embed())
        await begun.wait()
        await mind.pyramid.forget(made[0].id)
        go_on.set()
        await embedding
        assert {one.key for one in await all_of(mind, Embedding)} == {
            f"pyramid/obs/{one.id}" for one in made[1:]
        }
        status = mind.status().embedding
        assert (status.pieces, status.pieces_lacking) == (9, 0)


_OTHER = """
import asyncio, sys
from sense_memory import Identity, MemoryStore

async def main(secret, path):
    async with MemoryStore(Identity.from_nsec(secret), path=path) as store:
        (hit,) = await store.pyramid.search("kitten")
        await store.pyramid.edit(hit.found.id, "Tom has a piano")
        await store.pyramid.observe("Tom has a violin")
        (gone,) = await store.pyramid.search("trumpet")
        await store.pyramid.forget(gone.found.id)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_what_another_process_writes_is_found_here(
    identity: Identity, tmp_path: Path
) -> None:
    async with opened(identity, tmp_path / "a.db", clock=ManualClock(NOW)) as mind:
        await mind.pyramid.observe("Tom has a kitten")
        await mind.pyramid.observe("Tom has a trumpet")
        assert len(await found(mind, "Tom")) == 2
        other = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _OTHER, identity.nsec, str(tmp_path / "a.db")
        )
        assert await other.wait() == 0
        assert sorted(map(str, await found(mind, "Tom"))) == ["Tom has a piano", "Tom has a violin"]
        assert await found(mind, "kitten trumpet") == []


async def test_what_is_written_while_the_first_search_reads_is_found(store: MemoryStore) -> None:
    """More than are taken in at once, so that others come between."""
    for number in range(3):
        await asyncio.gather(
            *(store.pyramid.observe(f"fact{number}-{n}", at=NOW) for n in range(200))
        )
    gone, *_ = await store.pyramid.observations()

    async def write() -> None:
        await store.pyramid.observe("a late walrus", at=NOW)
        await store.pyramid.forget(gone.id)

    await asyncio.gather(store.pyramid.search("walrus"), store.pyramid.search("seal"), write())
    assert await found(store, "walrus") == ["a late walrus"]
    assert gone.text not in await found(store, str(gone.text), limit=50)


async def test_topics_by_their_names_are_no_hits(store: MemoryStore) -> None:
    await store.pyramid.add_topic("Walrus watching")
    assert await found(store, "walrus") == []
    assert [one.slug for one in await store.pyramid.topics() if isinstance(one, Topic)][2:] == [
        "walrus-watching"
    ]
