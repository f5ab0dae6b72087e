"""A prompt is learned from where it was made: what one user said is no other one's."""

from collections.abc import Callable

import pytest

from sense_memory import Identity, InputError, MemoryStore, Prompt
from sense_memory.blocking import MemoryStore as BlockingStore

SECRET = "The password of Alice is hunter2."
BESIDE: dict[str, Callable[[MemoryStore], MemoryStore]] = {
    "another scope": lambda store: store.scope("bob"),
    "the root": lambda store: store,
    "the local-only scope beside it": lambda store: store.scope("alice").local_only(),
    "the local-only scope beside the root": lambda store: store.local_only(),
}


async def asked(store: MemoryStore, room: str) -> Prompt:
    if room == "store":
        return await store.prompt(SECRET, conversation="c")
    return await store.conversation("c").prompt(SECRET)


@pytest.mark.parametrize("room", ["store", "conversation"])
@pytest.mark.parametrize("where", BESIDE)
async def test_what_was_asked_in_one_scope_is_not_learned_in_another(
    identity: Identity, where: str, room: str
) -> None:
    async with MemoryStore(identity) as store:
        prompt = await asked(store.scope("alice"), room)
        other = BESIDE[where](store)
        assert prompt.scope == "alice"
        with pytest.raises(InputError, match="another scope") as error:
            await other.conversation("c").learn(prompt, "Noted.")
        if where != "the local-only scope beside it":
            assert "alice" not in str(error.value)
        with pytest.raises(InputError, match="another scope"):
            await other.learn("I live in Bonn.", prompt=prompt)
        assert await other.conversation("c").turns() == []
        assert await other.persona_recall() == []
        # nor the other way round
        back = await asked(other, room)
        with pytest.raises(InputError, match="another scope"):
            await store.scope("alice").conversation("c").learn(back, "Noted.")


async def test_where_it_was_made_it_is_learned_from(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        for one in (store, store.scope("alice"), store.scope("alice").local_only()):
            for room in ("store", "conversation"):
                prompt = await asked(one, room)
                await one.conversation("c").learn(prompt, "Noted.")
                await one.learn("I live in Bonn.", prompt=prompt)
            assert len(await one.conversation("c").turns()) == 4


async def test_what_is_no_prompt_is_not_learned_with(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError, match="what prompt"):
            await store.learn("I live in Bonn.", prompt="Who?")  # type: ignore[arg-type]


def test_the_synchronous_face_refuses_it_too(identity: Identity) -> None:
    with BlockingStore(identity) as store:
        prompt = store.scope("alice").prompt(SECRET, conversation="c")
        assert prompt.scope == "alice"
        with pytest.raises(InputError, match="another scope"):
            store.scope("bob").conversation("c").learn(prompt, "Noted.")
        assert store.scope("bob").conversation("c").turns() == []
