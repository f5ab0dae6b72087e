"""What was read of a conversation goes with what was said in it: quotes, and all made of them."""

from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    Identity,
    InputError,
    LayerName,
    LLMUnreachableError,
    MemoryStore,
    RapportConfig,
    RelayConfig,
    UnknownMemoryError,
)
from sense_memory.core.records.conversation import turn_origin
from sense_memory.mind.rapport.bounds import INPUTS_BYTES
from sense_memory.testing import ManualClock, ScriptedLLM

from .meeting import meet, texts

SECRET = [{"role": "user", "content": "I feel so lonely! Please be warmer to my xylophone."}]
OTHER = [
    {"role": "user", "content": "Haha, you are so funny! I love our talks about the sea, thanks."},
    {"role": "assistant", "content": "I do, too."},
]
NOW = 1_780_000_000.0
DUE = Config(rapport=RapportConfig(condense_every=1), relays=RelayConfig(read_back_delay=0.1))
READ_BY_MODEL = {
    **{
        name: {"value": 0.9, "signal": "says xylophone", "evidence": "my word is xylophone"}
        for name in ("formality", "warmth", "humor", "depth", "trust", "energy")
    },
    "resilience": {"value": 0.5, "signal": "", "evidence": "", "type": "untested"},
    "explicit_corrections": [
        {"dimension": "warmth", "direction": "higher", "quote": "be warm to xylophones"}
    ],
}


async def said(store: MemoryStore) -> str:
    """Everything that rapport says of the peer, in one text."""
    rapport = store.rapport("vergel")
    kept = await rapport.readings(), await rapport.layers.read(), await rapport.layers.versions()
    return f"{kept}\n{await rapport.context()}"


async def learned(store: MemoryStore) -> None:
    """Two sessions of one conversation, one of them with the secret, are read and condensed."""
    for session in (OTHER, SECRET):
        await store.learn(session, about="vergel", conversation="main")
    await store.rapport("vergel").condense()
    await store.rapport("vergel").layers.save("kept")


async def test_a_forgotten_conversation_takes_what_was_read_of_it_along(identity: Identity) -> None:
    async with MemoryStore(identity, config=DUE) as store:
        await learned(store)
        assert "xylophone" in await said(store)
        await store.conversation("main").forget()
        assert await store.rapport("vergel").readings() == []
        assert "xylophone" not in await said(store)
        await store.rapport("vergel").condense()
        assert "xylophone" not in await said(store)


@pytest.mark.parametrize("how", ["delete", "edit"])
async def test_a_message_takes_the_reading_of_its_session_along_and_no_other(
    identity: Identity, how: str
) -> None:
    async with MemoryStore(identity, config=DUE) as store:
        await learned(store)
        talk = store.conversation("main")
        (turn,) = [one for one in await talk.turns() if "xylophone" in one.text]
        await (talk.delete(turn.id) if how == "delete" else talk.edit(turn.id, "Never mind."))
        rapport = store.rapport("vergel")
        (left,) = await rapport.readings()
        assert left.turns == len(OTHER)
        assert "xylophone" not in await said(store)
        made = await rapport.condense()
        assert made is not None
        assert made.readings == 1
        (tone,) = [one for one in await rapport.layers.read() if one.name is LayerName.BASE_TONE]
        assert tone.shown
        assert "xylophone" not in await said(store)
        assert (await rapport.vector()).session_count == 1


async def test_it_is_forgotten_on_every_device_whichever_hears_of_what_first(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    paths = tmp_path / "a.db", tmp_path / "b.db"
    async with (
        MemoryStore(identity, relay.url, path=paths[0], config=DUE, addressing="plain") as one,
        MemoryStore(identity, relay.url, path=paths[1], config=DUE) as two,
    ):
        await learned(one)
        await meet(one, two)
        assert "xylophone" in await said(two)
    # the one forgets it, while the other makes more of it
    async with MemoryStore(identity, path=paths[0], config=DUE) as one:
        talk = one.conversation("main")
        (turn,) = [each for each in await talk.turns() if "xylophone" in each.text]
        await talk.delete(turn.id)
    async with MemoryStore(identity, path=paths[1], config=DUE) as two:
        rapport = two.rapport("vergel")
        inputs = [turn_origin("main", turn.id)]
        await rapport.observe(SECRET, session="again", inputs=inputs)
        await rapport.condense()
        assert len(await rapport.readings()) == 3
    async with (
        MemoryStore(identity, relay.url, path=paths[0], config=DUE) as one,
        MemoryStore(identity, relay.url, path=paths[1], config=DUE) as two,
    ):
        await meet(one, two)
        for store in (one, two):
            assert len(await store.rapport("vergel").readings()) == 1
            assert "xylophone" not in await said(store)
        await one.rapport("vergel").condense()
        await meet(one, two)
        assert "xylophone" not in await said(two)
    assert not any("xylophone" in text for text in await texts(relay.url, identity))


async def test_what_was_told_of_sessions_that_are_folded_goes_with_their_conversation(
    identity: Identity,
) -> None:
    """What versions and anchors say outlasts the readings; it is not to outlast the source."""
    config = Config(rapport=RapportConfig(condense_every=1, kept_readings=5))
    clock = ManualClock(NOW)
    async with MemoryStore(identity, config=config, clock=clock, addressing="plain") as store:
        rapport = store.rapport("vergel")
        await store.learn(SECRET, about="vergel", conversation="main")
        await rapport.condense()
        await rapport.layers.save("then")
        assert "xylophone" in repr(await rapport.layers.versions())
        for number in range(8):
            again = [{"role": "user", "content": f"{number}: {OTHER[0]['content']}"}]
            clock.advance(3_600)
            await store.learn(again, about="vergel", conversation=f"talk {number}")
            await rapport.condense()
        assert [one for one in await rapport.readings() if "xylophone" in repr(one)] == []
        assert "xylophone" in repr(await rapport.layers.versions())
        before = await rapport.vector()
        await store.conversation("main").forget()
        assert "xylophone" not in await said(store)
        assert await rapport.vector() == before, "numbers hold no words"
        made = await rapport.condense()
        assert made is not None
        assert "xylophone" not in await said(store)
        (tone, *_) = await rapport.layers.read()
        assert tone.text


async def test_what_a_model_read_of_a_session_goes_with_its_turns(identity: Identity) -> None:
    llm = ScriptedLLM(answers=[READ_BY_MODEL])
    async with MemoryStore(identity, llm=llm) as store:
        turn = await store.conversation("main").add("user", SECRET[0]["content"])
        origin = turn_origin("main", turn.id)
        done = await store.rapport("vergel").observe(SECRET, inputs=[origin])
        assert done.reading.inputs == {origin}
        assert "xylophone" in await said(store)
        await store.conversation("main").forget()
        assert await store.rapport("vergel").readings() == []


async def test_what_rules_read_in_place_of_a_model_goes_likewise(identity: Identity) -> None:
    down = LLMUnreachableError("nobody is there")
    async with MemoryStore(identity, llm=ScriptedLLM(answers=[down, down])) as store:
        assert (await store.learn(SECRET, about="vergel")).failures
        assert len(await store.rapport("vergel").readings()) == 1
        await store.conversation("vergel").forget()
        assert await store.rapport("vergel").readings() == []


async def test_of_more_turns_than_can_be_named_no_words_are_kept(identity: Identity) -> None:
    """And it goes with the conversation all the same."""
    many = [
        {"role": "user", "content": f"Number {n}: I feel so lonely, please be warmer! xylophone"}
        for n in range(400)
    ]
    async with MemoryStore(identity) as store:
        await store.learn(many, about="vergel")
        (reading,) = await store.rapport("vergel").readings()
        assert reading.turns == len(many)
        assert INPUTS_BYTES * 0.9 < sum(len(one) + 2 for one in reading.inputs) <= INPUTS_BYTES
        newest = (await store.conversation("vergel").turns())[-1]
        assert turn_origin("vergel", newest.id) in reading.inputs
        assert not any(one.signal or one.evidence for one in reading.scores)
        assert reading.corrections
        assert not any(one.quote for one in reading.corrections)
        assert any(one.value != 0.5 for one in reading.scores)
        await store.conversation("vergel").forget()
        assert await store.rapport("vergel").readings() == []


async def test_as_many_turns_as_can_be_named_keep_the_words(identity: Identity) -> None:
    many = [
        {"role": "user", "content": f"Number {n}: please be warmer! xylophone"} for n in range(150)
    ]
    async with MemoryStore(identity) as store:
        await store.learn(many, about="vergel")
        (reading,) = await store.rapport("vergel").readings()
        assert len(reading.inputs) == len(many)
        assert any(one.signal for one in reading.scores)
        assert "be warmer" in reading.corrections[-1].quote


async def test_a_session_is_read_only_of_turns_that_nobody_forgot(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        talk, rapport = store.conversation("main"), store.rapport("vergel")
        turn = await talk.add("user", "hello")
        origin = turn_origin("main", turn.id)
        await talk.delete(turn.id)
        with pytest.raises(UnknownMemoryError, match="was forgotten"):
            await rapport.observe(SECRET, inputs=[origin])
        for other in ("main", "stream/main/head", "people/facts/ada"):
            with pytest.raises(InputError, match="references to turns"):
                await rapport.observe(SECRET, inputs=[other])
        assert await rapport.readings() == []


async def test_a_session_of_no_conversation_depends_on_none(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.rapport("vergel").observe(SECRET)
        await store.learn(OTHER, about="vergel", conversation="main")
        await store.conversation("main").forget()
        (reading,) = await store.rapport("vergel").readings()
        assert reading.inputs == frozenset()
