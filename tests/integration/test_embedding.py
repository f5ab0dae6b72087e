"""Vectors of memories: made, shared, outdated, forgotten; by encoders that fail, and by several."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    EmbeddingConfig,
    EncoderError,
    Identity,
    InputError,
    Insight,
    LimitError,
    Limits,
    MemoryStore,
    OpenAIEncoder,
    RelayConfig,
    TextKind,
)
from sense_memory.testing import HashEncoder

from ..unit.io.endpoint import Asked, Reply, openai, serving
from . import raw
from .meeting import meet, texts

CONFIG = Config(relays=RelayConfig(read_back_delay=0.2))


class Counting(HashEncoder):
    """An encoder that remembers what it was asked, and can be told to fail."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name=name)
        self.asked: list[str] = []
        self.failure: BaseException | None = None

    async def encode(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        if self.failure is not None:
            raise self.failure
        self.asked += texts
        return await super().encode(texts, kind)


@asynccontextmanager
async def store(
    identity: Identity, path: Path | None, *urls: str, encoder: Any = None, **options: Any
) -> AsyncIterator[MemoryStore]:
    relays = list(urls) or None
    options = {"config": CONFIG, **options}
    async with MemoryStore(identity, relays, path=path, encoder=encoder, **options) as opened:
        yield opened


async def remember(mind: MemoryStore, key: str, value: str = "it lives in Vancouver") -> None:
    await mind.persona_remember("people", "facts", key, value)


async def found(mind: MemoryStore, query: str) -> list[str]:
    """Keys of what is found by meaning, and not by words: none of these share one."""
    return [memory.key for memory in await mind.persona_search(query)]


def embeddings(said: Sequence[str]) -> list[str]:
    return [one for one in said if '"type":"sense-memory:embedding"' in one]


async def test_what_is_remembered_has_a_vector_by_the_same_call(
    identity: Identity, tmp_path: Path
) -> None:
    encoder = Counting()
    async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
        await remember(mind, "vergel-lives")
        assert encoder.asked == ["vergel lives: it lives in Vancouver"]
        await remember(mind, "vergel-lives")
        assert len(encoder.asked) == 1, "the same text has the same vector"
        await mind.persona_remember_many(
            Insight("people", "facts", f"n{n}", f"value {n}") for n in range(3)
        )
        assert len(encoder.asked) == 4
        report = await mind.persona_embed()
        assert (report.encoder, report.made, report.kept, report.failed) == (encoder.id, 0, 4, 0)
    async with store(identity, tmp_path / "a.db", encoder=Counting()) as mind:
        assert mind.status().embedding is not None
        assert (await mind.persona_embed()).kept == 4, "they are in the file"


async def test_a_changed_text_gets_a_new_vector_and_a_use_does_not(
    identity: Identity, tmp_path: Path
) -> None:
    encoder = Counting()
    async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
        await remember(mind, "k", "one")
        await remember(mind, "other", "two")
        encoder.asked.clear()
        await mind.persona_recall("people", "facts", "k")
        await mind.persona_connect("k", "other")
        assert encoder.asked == []
        await remember(mind, "k", "another")
        assert encoder.asked == ["k: another"]
        assert (await mind.persona_embed()).kept == 2


async def test_memories_from_before_are_brought_up_to_date_and_key_value_ones(
    identity: Identity, tmp_path: Path
) -> None:
    async with store(identity, tmp_path / "a.db") as mind:
        await remember(mind, "k")
        await mind.remember("user_timezone", "America/Vancouver")
        assert mind.status().embedding is None
        with pytest.raises(InputError, match="encoder"):
            await mind.persona_embed()
    encoder = Counting()
    async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
        status = mind.status().embedding
        assert status is not None
        assert (status.encoder, status.memories) == (encoder.id, None)
        assert (await mind.persona_embed()).made == 2
        status = mind.status().embedding
        assert status is not None
        assert (status.memories, status.lacking, status.failure) == (2, 0, None)
        assert status.bytes > 0
        assert sorted(encoder.asked)[1] == "user timezone: America/Vancouver"
        await mind.remember("user_timezone", "Europe/Berlin")
        status = mind.status().embedding
        assert status is not None
        assert status.lacking == 1
        assert (await mind.persona_embed(force=True)).made == 2


@pytest.mark.parametrize(
    "failure", [EncoderError("no model here"), TimeoutError(), ValueError("the canary 4711")]
)
async def test_an_encoder_that_fails_costs_no_memory(
    identity: Identity,
    tmp_path: Path,
    failure: BaseException,
    caplog: pytest.LogCaptureFixture,
) -> None:
    encoder = Counting()
    encoder.failure = failure
    async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
        with caplog.at_level(logging.WARNING, "sense_memory"):
            await remember(mind, "vergel-lives", "the canary 4711")
        assert "has no vector yet" in caplog.text
        assert "4711" not in caplog.text
        assert (await mind.persona_recall("people", "facts", "vergel-lives"))[0].value
        assert await found(mind, "canary") == ["vergel-lives"], "words find it"
        status = mind.status().embedding
        assert status is not None
        assert status.failure
        assert "4711" not in status.failure
        encoder.failure = None
        assert (await mind.persona_embed()).made == 1
        status = mind.status().embedding
        assert status is not None
        assert status.failure is None


async def test_a_slow_encoder_is_not_waited_for(identity: Identity, tmp_path: Path) -> None:
    class Slow(HashEncoder):
        async def encode(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
            await asyncio.sleep(3_600)
            raise AssertionError("nobody waits so long")

    patience = EmbeddingConfig(remember_timeout=0.2, query_timeout=0.2)
    config = replace(CONFIG, embedding=patience)
    async with store(identity, tmp_path / "a.db", encoder=Slow(), config=config) as mind:
        await remember(mind, "k", "by words")
        assert await found(mind, "words") == ["k"]
        explained = await mind.persona_search("words", explain=True)
        assert "took longer than 0.2 seconds" in str(explained.warning)


async def test_a_search_asks_the_encoder_for_its_query_alone(
    identity: Identity, tmp_path: Path
) -> None:
    async with store(identity, tmp_path / "a.db") as mind:
        await remember(mind, "k")
    encoder = Counting()
    async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
        await mind.persona_search("Vancouver")
        assert encoder.asked == ["Vancouver"]


async def test_a_text_that_is_refused_keeps_no_other_from_its_vector(
    identity: Identity, tmp_path: Path
) -> None:
    def answer(asked: Asked) -> Reply:
        refuses = any("poison" in text for text in asked.body["input"])
        return Reply(400, {"error": "no"}) if refuses else openai(asked)

    async with store(identity, tmp_path / "a.db") as mind:
        insights = [Insight("people", "facts", f"n{n}", f"value {n}") for n in range(20)]
        insights[7] = replace(insights[7], value="poison")
        await mind.persona_remember_many(insights)
    with serving(answer) as endpoint:
        encoder = OpenAIEncoder("m", endpoint.url, "")
        async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
            report = await mind.persona_embed()
            assert (report.made, report.failed, report.is_failed) == (19, 1, False)
            assert "HTTP 400" in str(report.failure)


async def test_what_was_made_before_the_endpoint_went_is_kept(
    identity: Identity, tmp_path: Path
) -> None:
    times = iter(range(99))
    async with store(identity, tmp_path / "a.db") as mind:
        insights = [Insight("people", "facts", f"n{n}", f"value {n}") for n in range(10)]
        await mind.persona_remember_many(insights)

    def answer(asked: Asked) -> Reply:
        return openai(asked) if next(times) < 2 else Reply(500)

    config = replace(CONFIG, embedding=EmbeddingConfig(batch=3))
    with serving(answer) as endpoint:
        encoder = OpenAIEncoder("m", endpoint.url, "")
        async with store(identity, tmp_path / "a.db", encoder=encoder, config=config) as mind:
            report = await mind.persona_embed()
            assert (report.made, report.failed, report.is_failed) == (6, 4, False)
        times = iter((0, 0, 0, 0))
        async with store(identity, tmp_path / "a.db", encoder=encoder, config=config) as mind:
            report = await mind.persona_embed()
            assert (report.made, report.kept, report.failed) == (4, 6, 0)


@pytest.mark.parametrize(
    "rows", [np.zeros((1, 4)), np.full((1, 4), np.nan), np.ones((2, 4)), np.ones(4)]
)
async def test_an_encoder_that_makes_nonsense_is_not_believed(
    identity: Identity, tmp_path: Path, rows: NDArray[np.float64]
) -> None:
    class Nonsense(HashEncoder):
        async def encode(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
            return rows.astype(np.float32)

    async with store(identity, tmp_path / "a.db", encoder=Nonsense()) as mind:
        await remember(mind, "k")
        assert (await mind.persona_embed()).failed == 1
        assert await found(mind, "Vancouver") == ["k"]


async def test_another_encoder_loses_nothing(identity: Identity, tmp_path: Path) -> None:
    first, second = Counting("one"), Counting("two")
    async with store(identity, tmp_path / "a.db", encoder=first) as mind:
        await remember(mind, "k")
    async with store(identity, tmp_path / "a.db", encoder=second) as mind:
        assert (await mind.persona_embed()).made == 1
    for encoder in (Counting("one"), Counting("two")):
        async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
            assert (await mind.persona_embed()).kept == 1


async def test_the_free_tier_has_no_vectors(identity: Identity, tmp_path: Path) -> None:
    encoder = Counting()
    async with store(identity, tmp_path / "a.db", encoder=encoder, limits=Limits.free) as mind:
        await remember(mind, "k")
        assert await found(mind, "Vancouver") == ["k"]
        with pytest.raises(LimitError):
            await mind.persona_embed()
    assert encoder.asked == []


async def test_scopes_have_vectors_of_their_own(identity: Identity, tmp_path: Path) -> None:
    encoder = Counting()
    async with store(identity, tmp_path / "a.db", encoder=encoder) as mind:
        alice, bob = mind.scope("alice"), mind.scope("bob")
        await remember(alice, "k", "alice lives in Vancouver")
        await remember(bob, "k", "bob lives in Berlin")
        assert [one.value for one in await alice.persona_search("lives")] == [
            "alice lives in Vancouver"
        ]
        assert (await bob.persona_embed()).kept == 1
        assert (await mind.persona_embed()).kept == 0


# ---------------------------------------------------------------- several devices


async def test_a_device_uses_the_vectors_that_another_one_made(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    first, second = Counting(), Counting()
    async with (
        store(identity, tmp_path / "a.db", relay.url, encoder=first) as here,
        store(identity, tmp_path / "b.db", relay.url, encoder=second) as there,
    ):
        await remember(here, "k")
        await meet(here, there)
        assert (await there.persona_embed()).kept == 1
        assert second.asked == []


async def test_what_came_without_a_vector_is_found_by_words_and_gets_one(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    encoder = Counting()
    async with (
        store(identity, tmp_path / "a.db", relay.url, encoder=encoder) as here,
        store(identity, tmp_path / "b.db", relay.url) as plain,
    ):
        await remember(here, "mine")
        assert await found(here, "Vancouver") == ["mine"]
        await remember(plain, "theirs", "Vancouver it is")
        await meet(here, plain)
        assert sorted(await found(here, "Vancouver")) == ["mine", "theirs"]
        status = here.status().embedding
        assert status is not None
        assert status.lacking == 1
        assert (await here.persona_embed()).made == 1
        await remember(plain, "mine", "he moved to Berlin")
        await meet(here, plain)
        status = here.status().embedding
        assert status is not None
        assert status.lacking == 1, "the vector is of the text that was there before"


async def test_two_encoders_do_not_undo_each_others_work(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    """However often both bring their vectors up to date, each memory costs each of them one."""
    one, two = Counting("one"), Counting("two")
    async with (
        store(identity, tmp_path / "a.db", relay.url, encoder=one) as here,
        store(identity, tmp_path / "b.db", relay.url, encoder=two) as there,
    ):
        for number in range(5):
            await remember(here, f"n{number}", f"value {number}")
        await meet(here, there)
        made = [(await here.persona_embed()).made, (await there.persona_embed()).made]
        await meet(here, there)
        for _ in range(3):
            made += [(await here.persona_embed()).made, (await there.persona_embed()).made]
            await meet(here, there)
        assert made == [0, 5, 0, 0, 0, 0, 0, 0]
        said = embeddings(await texts(relay.url, identity))
        assert len(said) == 5, "one record a memory"
        assert all('"hash:one:64"' in text and '"hash:two:64"' in text for text in said)
        # at the same time, not having seen each other
        await here.persona_embed(force=True)
        await there.persona_embed(force=True)
        await meet(here, there)
        assert [(await here.persona_embed()).made, (await there.persona_embed()).made] == [0, 0]


# S-3.6
async def test_forgotten_with_its_memory_here_on_relays_and_elsewhere(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    async with (
        store(identity, tmp_path / "a.db", relay.url, encoder=Counting()) as here,
        store(identity, tmp_path / "b.db", relay.url, encoder=Counting()) as there,
    ):
        await remember(here, "gone")
        await remember(here, "stays", "something else")
        await here.remember("flat", "a value")
        await here.persona_embed()
        await meet(here, there)
        assert (await there.persona_embed()).kept == 3
        assert len(embeddings(await texts(relay.url, identity))) == 3
        await here.persona_forget("people", "facts", "gone")
        await here.forget("flat")
        await meet(here, there)
        (left,) = embeddings(await texts(relay.url, identity))
        assert "people/facts/stays" in left
        for mind in (here, there):
            status = mind.status().embedding
            assert status is not None
            assert (status.memories, status.lacking) == (1, 0) or mind is here
            assert (await mind.persona_embed()).kept == 1
        requests = await raw.ask(relay.url, {"kinds": [5], "limit": 10})
        named = {tag[1] for event in requests for tag in event["tags"] if tag[0] == "a"}
        assert any("embed/persona/people/facts/gone" in address for address in named)
        assert any(address.endswith("embed/flat") for address in named)
        await remember(here, "gone", "it is back")
        assert (await here.persona_embed()).kept == 2


async def test_nothing_of_a_forgotten_vector_is_left_in_the_file(
    identity: Identity, tmp_path: Path
) -> None:
    plain = {"addressing": "plain", "encoder": Counting()}
    async with store(identity, tmp_path / "a.db", **plain) as mind:
        before = {line async for line in mind.export_events()}
        await remember(mind, "gone")
        events = [json.loads(line) async for line in mind.export_events() if line not in before]
        vectors = [event for event in events if "embed/" in raw.d_of(event)]
        assert len(vectors) == 1
        await mind.persona_forget("people", "facts", "gone")
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert raw.d_of(vectors[0]).encode() in held, "the place is known to be forgotten"
    assert vectors[0]["content"].encode() not in held


async def test_a_vector_that_was_made_while_its_memory_was_forgotten_goes_too(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    """Made offline, on a device that had not heard of it; the two meet."""
    async with store(identity, tmp_path / "a.db", relay.url) as here:
        await remember(here, "gone")
        async with store(identity, tmp_path / "b.db", relay.url) as there:
            await meet(here, there)
    async with store(identity, tmp_path / "b.db", encoder=Counting()) as apart:
        assert (await apart.persona_embed()).made == 1
    async with store(identity, tmp_path / "a.db", relay.url) as here:
        await here.persona_forget("people", "facts", "gone")
        async with store(identity, tmp_path / "b.db", relay.url, encoder=Counting()) as there:
            await meet(here, there)
            assert embeddings(await texts(relay.url, identity)) == []
            assert (await there.persona_embed()).kept == 0


async def test_vectors_are_no_news_to_people(identity: Identity, tmp_path: Path) -> None:
    async with store(identity, tmp_path / "a.db", encoder=Counting()) as mind:
        changes = mind.changes()
        await remember(mind, "k")
        await mind.persona_embed(force=True)
        await remember(mind, "l")
        first, second = [await anext(changes) for _ in range(2)]
        assert (first.ref.name, second.ref.name) == ("people/facts/k", "people/facts/l")
        assert {entry.type for entry in await mind.log()} == {"persona"}
        assert await mind.conflicts() == []


async def test_a_store_without_a_file_has_vectors_too(
    identity: Identity, relay: LocalRelay
) -> None:
    async with store(identity, None, relay.url, encoder=Counting()) as mind:
        await remember(mind, "k")
        assert len(embeddings(await texts(relay.url, identity))) == 1
    async with store(identity, None, relay.url, encoder=Counting()) as mind:
        assert (await mind.persona_embed()).kept == 1
