"""Numbers of turns, uses and weights: kept over restarts, once each, gone with what they are of."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Config, Identity, MemoryStore, RecordConfig, RelayConfig, Signal
from sense_memory.core.change import Alter, Ensure, Put
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import (
    ConversationHead,
    Turn,
    Weight,
    Weights,
    head_name,
    turn_name,
    weights_name,
)
from sense_memory.core.ref import Ref
from sense_memory.mind.views.conversations import folded_weights
from sense_memory.store.conversation.weighing import (
    Weighing,
    _with as weighing_with,
    most_weights,
)
from sense_memory.testing import HashEncoder, ManualClock

from .meeting import texts

START = datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()
SISTER = "My sister lives in Lyon with two cats."
QUICK = Config(relays=RelayConfig(read_back_delay=0.0, close_timeout=2))


async def all_weights(store: MemoryStore) -> dict[str, Weights]:
    context = await store._context()
    found = context.records.select(Weights, scope=context.scope)
    return {one.ref.name: one.record async for one in found}


async def say(store: MemoryStore, *said: str, conversation: str = "main") -> list[Turn]:
    talk = store.conversation(conversation)
    return [await talk.add("user", text) for text in said]


async def weight_of(store: MemoryStore, text: str) -> Signal:
    (found,) = [one for one in await store.conversation("main").signals() if one.text == text]
    return found


# ------------------------------------------------------------------- numbers


# S-17.1
async def test_the_number_of_a_forgotten_turn_is_given_to_no_other(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        one, two, three = await say(store, "one is said", "two is said", "three is said")
        assert [turn.turn for turn in (one, two, three)] == [1, 2, 3]
        await store.conversation("main").delete(three.id)
        assert (await store.conversation("main").stats()).turn_counter == 3
    async with MemoryStore(identity, path=path) as store:
        (four,) = await say(store, "four is said")
        assert four.turn == 4
        talk = store.conversation("main")
        await talk.delete(two.id)  # not the newest: nothing is to be remembered of its number
        await talk.delete(four.id)
        await talk.delete(one.id)
        assert await talk.turns() == []
    async with MemoryStore(identity, path=path) as store:
        assert (await store.conversation("main").stats()).turn_counter == 4
        assert (await say(store, "five is said"))[0].turn == 5


async def test_an_edited_turn_keeps_its_number_and_its_pieces_weigh_one_again(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        told, *_ = await say(
            store, "My dog Rex barks at the postman.", *(f"talk {n}" for n in "abcd")
        )
        talk = store.conversation("main")
        made = await talk.prompt("Does the dog Rex bark?")
        await talk.learn(made, "Your dog Rex barks at the postman.")
        assert (await weight_of(store, told.text)).base_weight == 1.1
        edited = await talk.edit(told.id, "My cat Rex sleeps on the sofa.")
        assert (edited.turn, edited.id) == (1, told.id)
        now = await weight_of(store, "My cat Rex sleeps on the sofa.")
        assert (now.base_weight, now.last_used_turn, now.turn) == (1.0, 1, 1)
        gone = {one.signal.id for one in made.retrieved if one.signal.turn_id == told.id}
        assert gone
        left = {w.signal for one in (await all_weights(store)).values() for w in one.weights}
        assert not gone & left, "nothing of what it said is left in any record"
        # the same text again is a piece that nobody has used
        await talk.edit(told.id, told.text)
        assert (await weight_of(store, told.text)).base_weight == 1.0


async def test_imported_turns_are_numbered_by_their_place(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        context = await store._context()
        turns = [Turn("main", f"{n:032x}", Role.USER, f"said {n}", float(n + 1)) for n in range(4)]
        await context.records.commit(
            Ensure(Ref(ConversationHead, head_name("main")), ConversationHead("main")),
            *(Put(Ref(Turn, turn_name("main", one.id)), one) for one in turns),
        )
        (new,) = await say(store, "said now")
        assert new.turn == 5
        await store.conversation("main").delete(turns[1].id)
        assert [one.turn for one in await store.conversation("main").signals()] == [1, 2, 3, 5]


async def test_a_reply_never_comes_before_what_it_answers(identity: Identity) -> None:
    clock = ManualClock(START)
    async with MemoryStore(identity, clock=clock) as store:
        talk = store.conversation("main")
        await talk.add("user", "by a clock that is ahead", at=START + 14 * 60)
        reply = await talk.add("assistant", "the reply")
        assert (reply.at, reply.order) == (START + 14 * 60, 1)
        await talk.add("user", "by a clock that is wrong", at=START + 16 * 60)
        other = await talk.add("assistant", "another reply")
        assert (other.at, other.order) == (START + 14 * 60, 2), "what is wrong moves nobody"
        clock.advance(20 * 60)
        assert (await talk.add("user", "later")).at == START + 20 * 60


# ------------------------------------------------------------------- uses


async def test_what_a_prompt_used_is_known_after_a_restart(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    told = "My dog Rex barks at the postman."
    async with MemoryStore(identity, path=path) as store:
        await say(store, told, *(f"small talk number {n}" for n in range(9)))
        before = len(await store.log(limit=1000))
        for _ in range(3):
            await store.conversation("main").prompt("Does the dog Rex bark?")
            await store.conversation("main").retrieve("Does the dog Rex bark?")
        assert (await weight_of(store, told)).last_used_turn == 10
        assert len(await store.log(limit=1000)) == before, "a use is no write"
        assert await all_weights(store) == {}
    async with MemoryStore(identity, path=path) as store:
        assert (await weight_of(store, told)).last_used_turn == 10
        assert list(await all_weights(store)) == [weights_name("main", 0)]
        assert (await store.conversation("main").stats()).turn_counter == 10


async def test_uses_ride_with_the_next_write(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        told = "My dog Rex barks at the postman."
        await say(store, told, *(f"small talk number {n}" for n in range(17)))
        await store.conversation("main").prompt("Does the dog Rex bark?")
        context = await store._context()
        seen: list[Any] = []

        class Watch:
            def apply(self, change: Any) -> None:
                seen.append(change.ref.kind)

        context.records.attach(Watch())  # type: ignore[attr-defined]
        await say(store, "and so on")
        assert seen.count(Turn) == seen.count(Weights) == 1
        assert ConversationHead not in seen
        # what was used in the turns from 16 on stands in a record of theirs
        assert set(await all_weights(store)) == {weights_name("main", 1)}
        seen.clear()
        await say(store, "nothing was used since")
        assert seen == [Turn]


async def test_uses_of_which_some_cannot_be_told_are_told_of_the_others(
    identity: Identity, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # no record of the first one has room for more than its name
    path, names = tmp_path / "a.db", ("\N{GRINNING FACE}" * 64, "b")
    async with MemoryStore(identity, path=path) as store:
        for name in names:
            await say(store, SISTER, "And so on.", conversation=name)
    tight = Config(records=RecordConfig(max_plaintext_bytes=512))
    async with MemoryStore(identity, path=path, config=tight) as store:
        for name in names:
            assert (await store.conversation(name).retrieve("Where does my sister live?")).signals
    assert [one.getMessage()[:48] for one in caplog.records] == [
        "uses of what was said were not written down: the"
    ]
    async with MemoryStore(identity, path=path) as store:
        assert set(await all_weights(store)) == {weights_name("b", 0)}


async def test_only_what_is_returned_is_refreshed(identity: Identity) -> None:
    async with MemoryStore(identity, encoder=HashEncoder()) as store:
        await say(store, *(f"My dog number{n} barks at the postman." for n in range(40)))
        await say(store, *(f"and on to subject{n}" for n in range(5)))
        talk = store.conversation("main")
        found = await talk.retrieve("Does my dog bark at the postman?")
        assert len(found.signals) == 25
        assert found.considered >= 40
        shown = {one.signal.id for one in found.signals}
        used = {
            one.id for one in await talk.signals() if one.last_used_turn == 45 and one.turn < 45
        }
        assert used == shown
        # and of a prompt that has room for little
        made = await talk.prompt("Does my dog bark at the postman?", budget=150)
        assert 0 < len(made.retrieved) < 25


async def test_there_is_room_for_what_was_learned_first(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await say(store, "something is said")
        context = await store._context()
        there = context.views.conversations.known("", "main")
        assert there is not None
        most = most_weights(RecordConfig())
        there.use(f"{n:016x}" for n in range(most + 50))
        weighing = Weighing("", "main", there, most, learned={f"{1:016x}": 1.1, f"{2:016x}": 0.95})
        await context.records.commit(*weighing.edits)
        (kept,) = (await all_weights(store)).values()
        assert len(kept.weights) == most
        learned = {one.signal: one.base_weight for one in kept.weights if one.base_weight != 1.0}
        assert learned == {f"{1:016x}": 1.1, f"{2:016x}": 0.95}


async def test_where_records_are_small_nothing_that_is_said_is_refused_for_what_was_used(
    identity: Identity,
) -> None:
    config = Config(records=RecordConfig(max_plaintext_bytes=512))
    async with MemoryStore(identity, config=config) as store:
        talk = store.conversation("main")
        for number in range(20):
            await talk.add("user", f"Dog {number} barks")
            assert (await talk.retrieve("Which dog barks?")).signals
        assert len(await talk.turns()) == 20


async def test_what_two_devices_used_apart_fits_one_record(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    most = most_weights(RecordConfig())
    window = 80_000

    async def use(store: MemoryStore, start: int) -> None:
        context = await store._context()
        head = Ref(ConversationHead, head_name("main"), "")
        ref = Ref(Weights, weights_name("main", window), "")
        for done in range(0, most, 25):  # as many commits as there may be exchanges in a window
            told = [
                Weight(f"{start + n:016x}", window * 16 + n % 16, 1.123456 + n)
                for n in range(done, min(most, done + 25))
            ]
            await context.records.commit(
                Ensure(head, ConversationHead("main")),
                Alter(ref, weighing_with("main", window, told, most)),
            )

    paths = tmp_path / "a.db", tmp_path / "b.db"
    async with MemoryStore(
        identity, relay.url, path=paths[0], addressing="plain", config=QUICK
    ) as store:
        await say(store, "something is said")
        await store.sync()
    for start, path in enumerate(paths):
        async with MemoryStore(identity, path=path, addressing="plain", config=QUICK) as store:
            await use(store, start * most)
    found: list[Weights] = []
    for path in (*paths, paths[0]):
        async with MemoryStore(identity, relay.url, path=path, config=QUICK) as store:
            await store.sync()
            assert store.status().unreadable == 0
            found = list((await all_weights(store)).values())
    (kept,) = found
    assert len(kept.weights) == 2 * most


def test_of_two_uses_apart_the_later_one_counts_and_of_equal_ones_the_heavier() -> None:
    found = folded_weights(
        [Weight("a", 5, 2.0), Weight("a", 6, 0.9), Weight("b", 5, 1.1), Weight("b", 5, 0.95)]
    )
    assert found == {"a": Weight("a", 6, 0.9), "b": Weight("b", 5, 1.1)}


# ------------------------------------------------------------------- forgetting


async def test_a_message_that_is_forgotten_by_reference_goes_as_its_conversation_lets_it_go(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        talk = store.conversation("main")
        dog = (await say(store, "My dog Rex barks at the postman.", "small talk"))[0]
        assert (await talk.retrieve("Whom does the dog bark at?")).signals
        long = " ".join(f"Sentence {n} is said about a dog." for n in range(900))
        newest = await talk.add("user", long)
        assert len([one async for one in (await turn_records(store))]) > 3
        await store.forget(newest)
        await store.forget(f"stream/main/turn/{dog.id}")
        assert [one.text for one in await talk.turns()] == ["small talk"]
        # no part of it, nothing of its pieces, and its number is not given again
        assert len([one async for one in (await turn_records(store))]) == 1
        assert not any(one.weights for one in (await all_weights(store)).values())
        assert (await talk.add("user", "what is said next")).turn == newest.turn + 1


async def turn_records(store: MemoryStore) -> Any:
    context = await store._context()
    return context.records.select(Turn, scope=context.scope)


@pytest.mark.parametrize("how", ["forget", "reset"])
async def test_a_forgotten_conversation_takes_its_weights_and_its_counter(
    identity: Identity, relay: LocalRelay, tmp_path: Path, how: str
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, addressing="plain", config=QUICK
    ) as store:
        told = "My dog Rex barks at the postman."
        await say(store, told, *(f"small talk number {n}" for n in range(5)))
        talk = store.conversation("main")
        made = await talk.prompt("Does the dog Rex bark?")
        await talk.learn(made, "Your dog Rex barks at the postman.")
        name = next(one.signal.id for one in made.retrieved if one.signal.text == told)
        await store.sync()
        assert [one for one in await texts(relay.url, identity) if name in one]
        await talk.prompt("Does the dog Rex bark?")  # a use that waits goes, too
        if how == "reset":
            assert await talk.reset() == 8
            assert await talk.reset() == 0
        else:
            await talk.forget()
        assert await all_weights(store) == {}
        stats = await talk.stats()
        assert (stats.total_signals, stats.turn_counter) == (0, 0)
        await store.sync()
        assert not [one for one in await texts(relay.url, identity) if name in one]
    async with MemoryStore(identity, relay.url, path=path, config=QUICK) as store:
        assert await all_weights(store) == {}
        (turn,) = await say(store, told)
        assert turn.turn == 1
        assert (await weight_of(store, told)).base_weight == 1.0


async def test_reset_takes_a_conversation_that_does_not_exist(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        assert await store.conversation("nobody").reset() == 0
        assert await store.conversations() == []


async def test_what_was_used_in_a_scope_is_told_in_that_scope(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        hers = store.scope("user:alice")
        await say(hers, "My dog Rex barks at the postman.", *(f"small talk {n}" for n in range(5)))
        await hers.conversation("main").prompt("Does the dog Rex bark?")
        assert await all_weights(store) == {}
    async with MemoryStore(identity, path=path) as store:
        assert await all_weights(store) == {}
        assert len(await all_weights(store.scope("user:alice"))) == 1
