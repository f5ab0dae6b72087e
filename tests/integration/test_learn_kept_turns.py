"""What a conversation keeps is learned from, too: turns that nobody has read yet, each once."""

import asyncio

from sense_memory import Identity, MemoryStore, Message, NotLearned, Role
from sense_memory.testing import HashEncoder, ManualClock, ScriptedLLM

from .test_learn import edges, everything, observed

LIVES = "I live in Berlin."
MEMORY = "persona/people/facts/vergel-i-live-in-berlin"


def exchange(message: str, reply: str = "Nice.") -> list[Message]:
    return [Message(Role.USER, message), Message(Role.ASSISTANT, reply)]


async def test_what_learning_from_a_reply_kept_is_learned_by_every_room(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        chat = store.conversation("vergel")
        prompt = await store.prompt(LIVES, about="vergel", conversation="vergel")
        await chat.learn(prompt, "Nice.")
        learned = await store.learn(exchange(LIVES), about="vergel", prompt=prompt)
        turns = await chat.turns()
        assert [one.text for one in turns] == [LIVES, "Nice."]
        assert learned.turns == ()
        assert learned.memories == (MEMORY,)
        (memory,) = await store.persona_recall()
        assert memory.source == await store.reference(turns[0])
        (seen,) = await store.pyramid.observations()
        assert (seen.text, seen.origin) == (LIVES, memory.source)
        assert await edges(store) == {"person:vergel lives-in entity:berlin"}
        assert len(await store.rapport("vergel").readings()) == 1
        # it goes with the turn
        await chat.delete(turns[0].id)
        assert await store.persona_recall() == []
        assert (await observed(store), await edges(store)) == ([], set())
        assert await store.rapport("vergel").readings() == []


async def test_what_was_added_is_read_once(identity: Identity) -> None:
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as store:
        chat = store.conversation("main")
        said = [*exchange("Hello!", "Hi."), *exchange(LIVES), *exchange("Thanks!", "Sure.")]
        for one in said:
            clock.advance(60)
            await chat.add(one.role, one.text)
        first = await store.learn(said, about="vergel", conversation="main")
        assert (first.memories, len(first.readings)) == ((MEMORY,), 1)
        before = await everything(store)
        clock.advance(60)
        for again in (said, said[2:], said[:4], said[-2:]):
            learned = await store.learn(again, about="vergel", conversation="main")
            assert learned.references == ()
            assert await everything(store) == before
        # the next exchange is a session of its own
        clock.advance(60)
        more = exchange("I work at Acme.", "Since when?")
        for one in more:
            await chat.add(one.role, one.text)
        learned = await store.learn([*said, *more], about="vergel", conversation="main")
        assert learned.memories == ("persona/people/facts/vergel-i-work-at-acme",)
        assert len(learned.readings) == 1
        (reading,) = [
            one for one in await store.rapport("vergel").readings() if one.id in str(learned)
        ]
        assert reading.turns == 2


async def test_without_anybody_small_talk_is_read_again_and_adds_nothing(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        for text in ("Hi!", LIVES):
            await store.conversation("main").add("user", text)
        said = [Message(Role.USER, "Hi!"), Message(Role.USER, LIVES)]
        assert len((await store.learn(said)).memories) == 1
        before = await everything(store)
        again = await store.learn(said)
        assert (again.references, await everything(store)) == ((), before)
        assert [(one.text, one.why) for one in again.skipped] == [
            (LIVES, NotLearned.KNOWN),
            ("Hi!", NotLearned.EMPTY),
        ]


async def test_kept_and_new_messages_are_learned_together(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        chat = store.conversation("vergel")
        first = await store.learn(exchange("I work at Acme."), about="vergel")
        await chat.learn(await chat.prompt(LIVES), "Nice.")
        said = [*exchange("I work at Acme."), *exchange(LIVES), *exchange("I like tea.")]
        learned = await store.learn(said, about="vergel")
        assert [one.text for one in await chat.turns()] == [one.text for one in said]
        assert len(learned.turns) == 2
        assert MEMORY in learned.memories
        assert first.memories[0] not in learned.memories
        assert len(await store.rapport("vergel").readings()) == 2
        assert (await store.learn(said, about="vergel")).references == ()


async def test_what_was_forgotten_since_stays_so(identity: Identity) -> None:
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as store:
        chat = store.conversation("vergel")
        prompt = await chat.prompt(f"{LIVES} I bought a boat in Faro.")
        kept = await chat.learn(prompt, "Nice.")
        source = f"stream/vergel/turn/{kept.user_turn}"
        # as a client with memory lets the mind learn
        clock.advance(60)
        learned = await store.learn(prompt.message, about="vergel", source=source)
        clock.advance(60)
        for one in learned.memories:
            await store.forget(one)
        assert await observed(store) == []
        clock.advance(60)
        again = await store.learn(exchange(prompt.message), about="vergel")
        assert (again.memories, again.observations, again.edges) == ((), (), ())
        assert (await store.persona_recall(), await observed(store)) == ([], [])
        assert {one.why for one in again.skipped} == {NotLearned.KNOWN}
        assert {one.detail for one in again.skipped} >= set(learned.memories)
        # who says it anew is believed
        clock.advance(60)
        await chat.learn(await chat.prompt(f"Well, {LIVES}"), "Ah.")
        await chat.add("user", LIVES)
        assert (await store.learn([Message(Role.USER, LIVES)], about="vergel")).memories == (
            MEMORY,
        )


async def test_an_observation_that_was_forgotten_stays_so(identity: Identity) -> None:
    clock = ManualClock()
    boat = "I bought a boat in Faro."
    async with MemoryStore(identity, clock=clock) as store:
        await store.conversation("main").add("user", boat)
        said = [Message(Role.USER, boat)]
        learned = await store.learn(said)
        assert len(learned.observations) == 1
        clock.advance(60)
        for one in (*learned.observations, *learned.memories):
            await store.forget(one)
        clock.advance(60)
        assert (await store.learn(said)).observations == ()
        assert await observed(store) == []


async def test_what_is_so_again_is_believed_again_only_from_when_it_is_said(
    identity: Identity,
) -> None:
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as store:
        chat = store.conversation("vergel")
        for text in (LIVES, "I live in Paris."):
            clock.advance(60)
            await store.learn(text, about="vergel")
            if text == LIVES:
                clock.advance(60)
                await chat.add("user", LIVES)
        clock.advance(60)
        old = await store.learn([Message(Role.USER, LIVES)], about="vergel")
        assert old.memories == (), "it was said before he moved"
        clock.advance(60)
        await chat.add("user", "So I moved back.")
        await chat.add("user", LIVES)
        clock.advance(60)
        said = [Message(Role.USER, "So I moved back."), Message(Role.USER, LIVES)]
        assert (await store.learn(said, about="vergel")).memories == (MEMORY,)


async def test_a_session_that_was_read_elsewhere_counts_once(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        chat = store.conversation("vergel")
        said = exchange(LIVES)
        inputs = [await store.reference(await chat.add(one.role, one.text)) for one in said]
        await store.rapport("vergel").observe(said, session="talk", inputs=inputs)
        learned = await store.learn(said, about="vergel")
        assert (learned.memories, learned.readings) == ((MEMORY,), ())
        assert len(await store.rapport("vergel").readings()) == 1
        # with somebody else it was another one
        assert len((await store.learn(said, about="anna", conversation="vergel")).readings) == 0


async def test_a_turn_that_says_something_else_is_read_anew(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        chat = store.conversation("vergel")
        turn = await chat.add("user", "I live in Bonn.")
        await store.learn([Message(Role.USER, "I live in Bonn.")], about="vergel")
        await chat.edit(turn.id, LIVES)
        assert await store.persona_recall() == []
        learned = await store.learn([Message(Role.USER, LIVES)], about="vergel")
        assert learned.memories == (MEMORY,)
        assert len(await chat.turns()) == 1


async def test_at_once_it_is_learned_once(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.conversation("main").add("user", LIVES)
        said = [Message(Role.USER, LIVES)]
        await asyncio.gather(
            *(store.learn(said, about="vergel", conversation="main") for _ in range(5))
        )
        assert await observed(store) == [LIVES]
        assert len(await store.persona_recall()) == 1
        assert len(await store.graph.edges()) == 1
        assert len(await store.rapport("vergel").readings()) == 1


async def test_a_long_session_counts_once(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        chat = store.conversation("vergel")
        said = [Message(Role.USER, "Thanks!" if n % 3 else "Hi!") for n in range(300)]
        for one in said:
            await chat.add(one.role, one.text)
        assert len((await store.learn(said, about="vergel")).readings) == 1
        assert (await store.learn(said, about="vergel")).references == ()
        assert len(await store.rapport("vergel").readings()) == 1


async def test_a_model_is_not_asked_again(identity: Identity) -> None:
    noted = {
        "text": "Vergel lives in Berlin.",
        "message": 1,
        "about": "speaker",
        "kind": "fact",
        "when": "",
    }
    llm = ScriptedLLM(answers=[{"facts": [noted], "relations": []}])
    async with MemoryStore(identity, llm=llm) as store:
        chat = store.conversation("main")
        for one in (*exchange(LIVES), *exchange("Thanks!", "Sure.")):
            await chat.add(one.role, one.text)
        said = [*exchange(LIVES), *exchange("Thanks!", "Sure.")]
        assert len((await store.learn(said)).memories) == 1
        assert len(llm.asked) == 1
        learned = await store.learn(said)
        assert (learned.references, learned.failures) == ((), ())
        assert len(llm.asked) == 1


async def test_a_session_that_was_forgotten_is_not_read_again(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        for text in ("Hi!", "Thanks!"):
            await store.conversation("kept").add("user", text)
        said = [Message(Role.USER, text) for text in ("Hi!", "Thanks!")]
        for conversation in ("kept", "learned"):
            learned = await store.learn(said, about="vergel", conversation=conversation)
            (reading,) = learned.readings
            await store.forget(reading)
            for again in (said, said[1:]) if conversation == "learned" else (said,):
                once_more = await store.learn(again, about="vergel", conversation=conversation)
                assert once_more.references == ()
        assert await store.rapport("vergel").readings() == []


async def test_what_has_vectors_is_read(identity: Identity) -> None:
    async with MemoryStore(identity, encoder=HashEncoder()) as store:
        await store.conversation("main").add("user", LIVES)
        learned = await store.learn(
            [Message(Role.USER, LIVES)], about="vergel", conversation="main"
        )
        assert learned.memories == (MEMORY,)
