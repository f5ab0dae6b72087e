"""While no relay can be read, what is held here answers: an empty room is no empty mind."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sense_memory import Identity, MemoryStore, ReadFailedError

DEAD = ["ws://127.0.0.1:9"]
SAID = [
    {"role": "user", "content": "I like cocoa."},
    {"role": "assistant", "content": "Noted."},
]


Call = Callable[[MemoryStore], Awaitable[object]]
CALLS: dict[str, Call] = {
    "search": lambda store: store.search("cocoa"),
    "prompt": lambda store: store.prompt("Who likes cocoa?"),
    "prompt with": lambda store: store.prompt("Who?", about="ada", conversation="ada"),
    "about": lambda store: store.about("ada").lines(past=True),
    "export": lambda store: store.about("ada").export(),
}
NOT_ASKED = {"turn": {"prompt"}, "diary": {"prompt", "prompt with"}}
"""A prompt has nothing of the diary, and of a conversation only if it is given."""


FILLINGS: dict[str, Call] = {
    "text": lambda store: store.learn("Ada likes cocoa", about="ada"),
    "key": lambda store: store.remember("ada", "Ada likes cocoa"),
    "memory": lambda store: store.persona_remember("people", "facts", "ada", "Ada likes cocoa"),
    "observation": lambda store: store.pyramid.observe("Ada likes cocoa", topic="ada"),
    "edge": lambda store: store.graph.relate("person:Ada", "concept:cocoa", "likes"),
    "turn": lambda store: store.conversation("ada").add("user", "I like cocoa"),
    "diary": lambda store: store.journal("Ada likes cocoa"),
    "messages": lambda store: store.learn(SAID, about="ada"),
}


@pytest.mark.parametrize("room", FILLINGS)
async def test_what_one_room_holds_is_found_though_no_relay_was_ever_read(
    identity: Identity, tmp_path: Path, room: str
):
    async with MemoryStore(identity, DEAD, path=tmp_path / "a.db") as store:
        await FILLINGS[room](store)
    async with MemoryStore(identity, DEAD, path=tmp_path / "a.db") as store:
        assert [one.text for one in await store.search("cocoa") if "cocoa" in one.text]
        for name, call in CALLS.items():
            if name not in NOT_ASKED.get(room, ()):
                await call(store)
        assert (await store.about("nobody").forget()).forgotten == ()


async def test_what_was_learned_is_told_corrected_and_forgotten_without_any_relay(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, DEAD, path=tmp_path / "a.db") as store:
        (kept,) = (await store.learn("Ada likes cocoa", about="ada")).memories
        assert "cocoa" in (await store.prompt("Who likes cocoa?")).system
        ada = store.about("ada")
        await ada.correct(kept, "Ada likes tea")
        assert "Ada likes tea" in [one.text for one in await ada.lines()]
        assert [hit.value for hit in await store.persona_search("tea")] == ["Ada likes tea"]
        assert (await ada.forget()).forgotten
        assert await ada.lines(past=True) == []


async def test_where_nothing_at_all_is_known_an_outage_is_an_error(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, DEAD, path=tmp_path / "a.db") as store:
        for call in CALLS.values():
            with pytest.raises(ReadFailedError):
                await call(store)
        with pytest.raises(ReadFailedError):
            await store.persona_search("cocoa")


async def test_a_room_alone_that_knows_nothing_is_still_an_error(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, DEAD, path=tmp_path / "a.db") as store:
        await store.remember("ada", "Ada likes cocoa")
        await store.search("cocoa")
        await store.about("ada").lines()
        for search in (store.graph.search, store.pyramid.search):
            with pytest.raises(ReadFailedError):
                await search("cocoa")
