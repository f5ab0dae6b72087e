"""What is known, written down for a prompt: the same on every device, and no use of any memory."""

import random
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    CompressedLine,
    Config,
    Identity,
    InputError,
    InvalidKeyError,
    Limits,
    MemoryStore,
    RelayConfig,
    parse_compressed,
)
from sense_memory.mind.token_count import token_count
from sense_memory.testing import ManualClock

DAY = 86_400.0
KNOWN = (
    ("people", "facts", "vergel-prefers-js", "Vergel prefers vanilla JS"),
    ("people", "facts", "vergel-timezone", "America/Vancouver"),
    ("people", "facts", "lisa", "Lisa is an artist."),
    ("projects", "decisions", "voice", "We chose Orpheus over Kokoro because of its warmth"),
)
WRITTEN = """\
[domain:people/facet:facts]
lisa: artist
vergel: prefers vanilla JS, timezone America/Vancouver

[domain:projects/facet:decisions]
voice: orpheus>kokoro (warmth)"""


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1_800_000_000)


async def fill(store: MemoryStore) -> None:
    for memory in KNOWN:
        await store.persona_remember(*memory)


async def test_what_is_known_is_written_down_and_reads_back(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        assert await store.persona_compress() == ""
        await fill(store)
        assert await store.persona_compress() == WRITTEN
        people = await store.persona_compress("people")
        made = await store.persona_compression("projects", budget=20)
    assert parse_compressed(people) == (
        CompressedLine("people", "facts", "lisa", ("artist",)),
        CompressedLine(
            "people", "facts", "vergel", ("prefers vanilla JS", "timezone America/Vancouver")
        ),
    )
    assert (made.text, made.left_out) == (WRITTEN.rpartition("\n\n")[2], ())
    assert (made.tokens, made.budget) == (token_count(made.text), 20)
    assert [each.name for each in made.included] == ["projects/decisions/voice"]


async def test_key_value_memories_are_in_the_domain_flat(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await store.remember("user_timezone", "America/Vancouver")
        expected = "[domain:flat/facet:facts]\nuser_timezone: America/Vancouver"
        assert await store.persona_compress() == await store.persona_compress("flat") == expected


# S-11.1
async def test_it_keeps_nothing_alive_and_writes_nothing(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(identity, clock=clock, path=tmp_path / "a.db") as store:
        await fill(store)
        clock.advance(10 * DAY)
        before = await store.persona_recall()
        events = await store.log()
        for budget in (0, 20, 500):
            await store.persona_compress(budget=budget)
            await store.persona_compress("people", budget)
        assert await store.persona_recall() == before
        assert await store.log() == events
        assert {memory.access_count for memory in before} == {0}
        clock.advance(50 * DAY)
        assert await store.persona_compress() == ""
    async with MemoryStore(identity, clock=clock, path=tmp_path / "a.db") as store:
        assert {memory.access_count for memory in await store.persona_recall()} == {0}


async def test_two_devices_write_the_same_bytes(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    config = Config(relays=RelayConfig(read_back_delay=0.1))
    chance = random.Random(5)
    with LocalRelay() as relay:

        def device(name: str) -> MemoryStore:
            path = tmp_path / f"{name}.db"
            return MemoryStore(identity, relay.url, path=path, clock=clock, config=config)

        async with device("one") as one:
            for memory in chance.sample(KNOWN, len(KNOWN)):
                await one.persona_remember(*memory)
            await one.sync()
            async with device("other") as other:
                await other.sync()
                for _ in range(30):
                    clock.advance(chance.random() * DAY)
                    budget = chance.randrange(60)
                    made = await one.persona_compression(budget=budget)
                    assert await other.persona_compression(budget=budget) == made


async def test_another_scope_is_not_in_it(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await fill(store)
        alice = store.scope("user:alice")
        await alice.persona_remember("people", "facts", "lisa", "Lisa owes her 10 dollars")
        assert await store.persona_compress() == WRITTEN
        assert "dollars" in await alice.persona_compress()
        assert "Vancouver" not in await alice.persona_compress()


# S-11.4
async def test_what_was_contradicted_is_not_shown_wherever_the_newer_one_stands(
    identity: Identity, clock: ManualClock
):
    async with MemoryStore(identity, clock=clock) as store:
        await fill(store)
        await store.persona_remember("world", "facts", "lisa-now", "Lisa is a lawyer")
        await store.persona_contradict("people/facts/lisa", "world/facts/lisa-now")
        for domain in (None, "people"):
            made = await store.persona_compression(domain)
            assert made.replaced == ("people/facts/lisa",)
            assert "artist" not in made.text
        await store.persona_forget("world", "facts", "lisa-now")
        assert "lisa: artist" in await store.persona_compress("people")


async def test_a_forgotten_memory_is_not_in_it(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await fill(store)
        await store.persona_forget("people", "facts", "lisa")
        made = await store.persona_compression()
    assert "lisa" not in repr(made)


async def test_without_full_compression_values_are_written_out(
    identity: Identity, clock: ManualClock
):
    async with MemoryStore(identity, clock=clock, limits=Limits(full_compression=False)) as store:
        await fill(store)
        assert await store.persona_compress("projects") == (
            "[domain:projects/facet:decisions]\n"
            "voice: We chose Orpheus over Kokoro because of its warmth"
        )


@pytest.mark.parametrize("budget", [-1, True, 2.5, "500"])
async def test_a_budget_that_is_none_is_refused_before_anything_is_read(
    identity: Identity, budget: int
):
    async with MemoryStore(identity, "ws://127.0.0.1:1") as store:
        with pytest.raises(InputError, match="budget"):
            await store.persona_compress(budget=budget)


async def test_a_domain_that_is_none_is_refused(identity: Identity):
    async with MemoryStore(identity) as store:
        with pytest.raises(InvalidKeyError, match="Domain"):
            await store.persona_compress("a/b")
        assert await store.persona_compress("nobody-there") == ""
