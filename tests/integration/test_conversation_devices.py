"""Two devices in one conversation, apart: one order, one count, the same weights on both."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore
from sense_memory.testing import HashEncoder, ManualClock

from .meeting import meet

START = datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()
REX = "My dog Rex barks at the postman."
TOM = "My cat Tom sleeps on the sofa all day."


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "a.db", tmp_path / "b.db"


async def both_know(identity: Identity, url: str, paths: tuple[Path, Path]) -> None:
    """Two devices have one conversation."""
    async with MemoryStore(identity, url, path=paths[0], addressing="blinded") as a:
        talk = a.conversation("main")
        for text in (REX, TOM, *(f"Small talk of the kind {n}." for n in "abcdef")):
            await talk.add("user", text)
        await a.sync()
    async with MemoryStore(identity, url, path=paths[1]) as b:
        await b.sync()
        assert len(await b.conversation("main").turns()) == 8


async def state(store: MemoryStore) -> list[Any]:
    talk = store.conversation("main")
    return [await talk.turns(), await talk.signals(), await talk.stats()]


@pytest.mark.parametrize("encoder", [None, HashEncoder()], ids=["words", "vectors"])
async def test_what_two_devices_said_and_learned_apart_is_the_same_on_both(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path], encoder: HashEncoder | None
) -> None:
    await both_know(identity, relay.url, paths)
    for path, question, reply in (
        (paths[0], "Does my dog Rex bark?", REX),
        (paths[1], "Where does my cat Tom sleep? And does my dog Rex bark?", TOM),
    ):
        async with MemoryStore(identity, path=path, encoder=encoder) as store:
            talk = store.conversation("main")
            if encoder is not None:
                await talk.embed()
            for n in range(3):
                made = await talk.prompt(question)
                await talk.learn(made, f"You said: {reply}")
                await talk.add("user", f"Thank you, says {path.name} for the time {n}.")
            await talk.prompt(question)
    async with (
        MemoryStore(identity, relay.url, path=paths[0], encoder=encoder) as a,
        MemoryStore(identity, relay.url, path=paths[1], encoder=encoder) as b,
    ):
        await meet(a, b)
        one, other = await state(a), await state(b)
        assert one == other
        turns, signals, stats = one
        assert len(turns) == 8 + 2 * 9
        # both gave the same numbers, apart; the next one is a number that nobody has
        assert sorted(turn.turn for turn in turns) == sorted(
            [*range(1, 9), *range(9, 18), *range(9, 18)]
        )
        assert stats.turn_counter == 17
        weights = {one.text: one.base_weight for one in signals}
        assert weights[REX] != 1.0
        assert weights[TOM] != 1.0
        new = await asyncio.gather(
            a.conversation("main").add("user", "again, from a"),
            b.conversation("main").add("user", "again, from b"),
        )
        assert [turn.turn for turn in new] == [18, 18]
        await meet(a, b)
        merged = await state(a)
        assert merged == await state(b)
        assert [one.text for one in merged[0]][-2:] != [one.text for one in turns][-2:]
        # and after a restart
    for path in paths:
        async with MemoryStore(identity, path=path, encoder=encoder) as store:
            assert await state(store) == merged


async def test_a_reply_of_the_device_whose_clock_is_behind_comes_after_what_it_answers(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path]
) -> None:
    ahead, behind = ManualClock(START + 300), ManualClock(START)
    async with (
        MemoryStore(identity, relay.url, path=paths[0], addressing="blinded", clock=ahead) as a,
        MemoryStore(identity, relay.url, path=paths[1], clock=behind) as b,
    ):
        await a.conversation("main").add("user", "What is for lunch?")
        await meet(a, b)
        await b.conversation("main").add("assistant", "Soup.")
        await b.conversation("main").add("user", "Again?")
        await meet(a, b)
        for store in (a, b):
            said = [one.text for one in await store.conversation("main").turns()]
            assert said == ["What is for lunch?", "Soup.", "Again?"]
            numbers = [one.turn for one in await store.conversation("main").turns()]
            assert numbers == [1, 2, 3]


async def test_a_number_that_one_device_forgot_is_given_to_no_turn_of_another(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path]
) -> None:
    await both_know(identity, relay.url, paths)
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        last = (await a.conversation("main").turns())[-1]
        await a.conversation("main").delete(last.id)
        await meet(a, b)
        assert (await b.conversation("main").add("user", "more")).turn == 9


async def test_weights_of_the_time_before_go_with_the_conversation(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path]
) -> None:
    await both_know(identity, relay.url, paths)
    async with MemoryStore(identity, path=paths[1]) as b:
        talk = b.conversation("main")
        await talk.learn(await talk.prompt("Does my dog Rex bark?"), REX)
    async with MemoryStore(identity, path=paths[0]) as a:
        await a.conversation("main").reset()
        await a.conversation("main").add("user", "A new beginning of it all.")
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        await meet(a, b)
        for store in (a, b):
            turns, _, stats = await state(store)
            assert [one.text for one in turns] == ["A new beginning of it all."]
            assert stats.turn_counter == 1


async def test_another_process_sees_what_this_one_says_and_learns(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as a, MemoryStore(identity, path=path) as b:
        for n in range(5):
            await a.conversation("main").add("user", f"Message number {n} from a.")
            await b.conversation("main").add("assistant", f"Message number {n} from b.")
        talk = a.conversation("main")
        made = await talk.prompt("Which message was number 1?")
        await talk.learn(made, "Message number 1 from a.")
        assert await state(a) == await state(b)
        assert [one.turn for one in await b.conversation("main").turns()] == list(range(1, 13))
        await asyncio.gather(
            *(
                store.conversation("main").add("user", f"at once {n}")
                for store in (a, b)
                for n in range(4)
            )
        )
        numbers = [one.turn for one in await a.conversation("main").turns()]
        assert numbers == list(range(1, 21)), "no number twice in one file"
        assert await state(a) == await state(b)
