"""Conversations, verbatim: kept, read in one order, corrected, forgotten with all made of them."""

import json
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    ConversationStatus,
    Identity,
    InputError,
    InvalidKeyError,
    MemoryStore,
    Observation,
    RecordConfig,
    RelayConfig,
    Role,
    Summary,
    Turn,
    UnknownMemoryError,
)
from sense_memory.core.change import Cause, Edit, Ensure, Forget, Put
from sense_memory.core.records.conversation import (
    ConversationHead,
    head_name,
    turn_name,
    turn_origin,
)
from sense_memory.core.records.pyramid import observation_id, summary_id
from sense_memory.core.ref import Ref
from sense_memory.mind.conversation.messages import messages
from sense_memory.store.conversation.parts import PART_BYTES, bytes_of_part, parts_of
from sense_memory.testing import ManualClock

from .meeting import meet, texts

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
QUICK = Config(relays=RelayConfig(read_back_delay=0.0, close_timeout=2))


async def put(store: MemoryStore, *edits: Edit) -> None:
    await (await store._context()).records.commit(*edits)


async def all_of(store: MemoryStore, kind: type[Any]) -> list[Any]:
    context = await store._context()
    return [one.record async for one in context.records.select(kind, scope=context.scope)]


async def said(store: MemoryStore, conversation: str = "standup") -> list[str]:
    return [turn.text for turn in await store.conversation(conversation).turns()]


def observed(turn: Turn, text: str) -> Put[Observation]:
    """What somebody observed in a turn, as it is kept."""
    origin = turn_origin(turn.conversation, turn.id)
    one = Observation(observation_id(text, turn.at, origin), text, turn.at, "user", origin)
    return Put(Ref(Observation, one.id), one)


def summarised(*edits: Put[Observation]) -> Put[Summary]:
    inputs = frozenset(edit.record.input for edit in edits)
    text = " ".join(edit.record.text for edit in edits)
    one = Summary(summary_id("user", 0, inputs), "user", 0, inputs, text)
    return Put(Ref(Summary, one.id), one)


# ------------------------------------------------------------------- kept and read


async def test_what_is_said_is_read_as_it_was_said_in_the_order_of_time(
    identity: Identity, tmp_path: Path
) -> None:
    later = START.timestamp() + 60
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        talk = store.conversation("standup")
        assert (await talk.turns(), await store.conversations()) == ([], [])
        second = await talk.add("assistant", " Good morning!\r\n", at=later)
        first = await talk.add(Role.USER, "Good morning\0, 日本 🗼", at=START, speaker="Ada")
        third = await talk.add("user", "…", at="2026-05-01T12:01:00Z")
        assert (first.at, second.at, third.at) == (START.timestamp(), later, later)
        assert (second.order, third.order) == (0, 1), "what is said at one time has an order"
        assert await talk.turns() == [first, second, third]
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        talk = store.conversation("standup")
        assert await talk.turns() == [first, second, third]
        assert await talk.recent(2) == [second, third]
        assert await talk.recent(9) == [first, second, third]
        assert first.speaker == "Ada"
        status = ConversationStatus("standup", "", "", 3, START.timestamp(), later)
        assert await talk.status() == status
        await store.conversation("older").add("user", "hi", at=5)
        assert [one.id for one in await store.conversations()] == ["standup", "older"]
        assert (await store.conversations())[0] == status
        assert repr(talk) == "Conversation('standup')"


async def test_what_is_said_without_a_pause_stays_in_its_order(identity: Identity) -> None:
    clock = ManualClock(START.timestamp())
    async with MemoryStore(identity, clock=clock) as store:
        for number in range(12):
            await store.conversation("standup").add("user", f"{number}")
        assert await said(store) == [f"{number}" for number in range(12)]


def test_the_order_is_the_same_whatever_is_heard_first() -> None:
    turns = [
        Turn("a", "2", Role.USER, "third", 5.0, order=1),
        Turn("a", "9", Role.USER, "second", 5.0),
        Turn("a", "1", Role.USER, "fourth", 5.5),
        Turn("a", "8", Role.USER, "first", None, order=3),
        Turn("a", "7", Role.USER, "before all", None, order=2),
        Turn("a", "6", Role.USER, "before time", -5.0),
    ]
    expected = ["before all", "first", "before time", "second", "third", "fourth"]
    for heard in (turns, turns[::-1], sorted(turns, key=lambda one: one.id)):
        assert [one.turn.text for one in messages(heard)] == expected


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("system", "x"), "of the role user or assistant, got 'system'"),
        (("user", " \n"), "nothing but space"),
        (("user", "\ud800"), "lone surrogate"),
        (("user", 5), "must be a string"),
    ],
)
async def test_what_is_no_turn_is_refused(
    identity: Identity, arguments: tuple[Any, Any], why: str
) -> None:
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError, match=why):
            await store.conversation("standup").add(*arguments)
        assert await store.conversations() == []


@pytest.mark.parametrize("at", ["yesterday", float("nan"), 1e18, True, "2026-13-01"])
async def test_what_is_no_time_is_refused(identity: Identity, at: Any) -> None:
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError, match="a time"):
            await store.conversation("standup").add("user", "x", at=at)


async def test_what_is_not_there_is_told_from_what_is_empty(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        for name in ("", "a/b", "a" * 65, "..", "\\"):
            with pytest.raises(InvalidKeyError):
                store.conversation(name)
        talk = store.conversation("standup")
        for missing in (talk.status(), talk.forget(), talk.delete("a"), talk.edit("a", "b")):
            with pytest.raises(UnknownMemoryError):
                await missing
        for count in (0, -1, True, 1.5):
            with pytest.raises(InputError, match="from 1"):
                await talk.recent(count)  # type: ignore[arg-type]


# ------------------------------------------------------------------- long messages


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300).map(lambda some: some * 7), st.integers(8, 400))
def test_a_message_in_parts_is_the_message(text: str, most: int) -> None:
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") or "x"
    parts = parts_of("a", "b" * 32, Role.USER, text, 1.0, "Ada", 2, part_bytes=most)
    assert "".join(part.text for part in parts) == text
    assert all(len(json.dumps(p.text, ensure_ascii=False).encode()) - 2 <= most for p in parts)
    assert {part.parts for part in parts} == {len(parts)}
    (whole,) = messages(reversed(parts))
    assert (whole.turn.text, whole.turn.id, whole.turn.parts) == (text, "b" * 32, len(parts))
    assert whole.kept == tuple(part.id for part in parts)


def test_a_message_is_cut_where_a_sentence_ends() -> None:
    text = "One sentence. Another one, of more words.\n" * 600
    parts = parts_of("a", "b", Role.USER, text)
    assert len(parts) > 2
    assert all(part.text.endswith("\n") for part in parts)
    assert all(len(part.text) > PART_BYTES // 2 for part in parts[:-1])
    assert len(parts_of("a", "b", Role.USER, "x" * PART_BYTES)) == 1


def test_parts_are_as_small_as_records_must_be() -> None:
    assert bytes_of_part(RecordConfig()) == PART_BYTES
    assert bytes_of_part(RecordConfig(max_plaintext_bytes=2_560)) < 2_560 - 1_000
    assert bytes_of_part(RecordConfig(max_plaintext_bytes=512)) > 0


async def test_a_message_of_any_length_is_kept_and_edited_and_forgotten_whole(
    identity: Identity, relay: LocalRelay
) -> None:
    long = "".join(f"Line {number} said “so” \\ {number} 🗼\n" for number in range(3_000))
    longer = long + "and more " * 9_000
    async with MemoryStore(identity, relay.url, addressing="blinded", config=QUICK) as store:
        talk = store.conversation("standup")
        turn = await talk.add("user", long, at=START, speaker="Ada")
        assert turn.parts > 5
        assert await talk.turns() == [turn]
        for text in ("short", longer, long):
            new = await talk.edit(turn.id, text)
            assert (new.text, new.id, new.at, new.speaker) == (text, turn.id, turn.at, "Ada")
            assert await talk.turns() == [new]
            assert len(await all_of(store, Turn)) == new.parts
        # who names a part means the message
        await talk.delete(f"{turn.id}-2")
        assert (await talk.turns(), await all_of(store, Turn)) == ([], [])
        assert (await talk.status()).turns == 0
        await store.sync()
        assert not [text for text in await texts(relay.url, identity) if "Line" in text]


async def test_of_a_message_whose_end_has_not_come_the_beginning_is_read(
    identity: Identity,
) -> None:
    parts = parts_of("standup", "a" * 32, Role.USER, "x" * 30_000)
    async with MemoryStore(identity) as store:
        head = ConversationHead("standup")
        await put(
            store,
            Ensure(Ref(ConversationHead, head_name("standup")), head),
            *(Put(Ref(Turn, turn_name("standup", p.id)), p) for p in parts if p != parts[2]),
        )
        assert await said(store) == ["x" * len(parts[0].text + parts[1].text)]
        await store.conversation("standup").delete("a" * 32)
        assert await all_of(store, Turn) == [], "what was not shown goes, too"


# ------------------------------------------------------------------- forgetting


async def test_a_forgotten_turn_takes_what_was_observed_and_blanks_what_was_made_of_it(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        talk = store.conversation("standup")
        turns = [await talk.add("user", f"fact{n}", at=float(n + 1)) for n in range(10)]
        seen = [observed(turn, f"It is fact{n}.") for n, turn in enumerate(turns)]
        await put(store, *seen, summarised(*seen))
        named = await store.references(Ref(Turn, turn_name("standup", turns[3].id)))
        assert [(one.ref, one.field, one.once_forgotten) for one in named] == [
            (seen[3].ref, "origin", "cascade")
        ]
        await talk.delete(turns[3].id)
        (summary,) = await all_of(store, Summary)
        assert (summary.text, len(summary.inputs)) == (None, 9)
        assert len(await all_of(store, Observation)) == 9
        assert "fact3" not in " ".join(await said(store))
        assert not [one for one in await store.log() if "fact3" in (one.text or "")]


async def test_an_edited_turn_is_another_one_to_whoever_observes(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        talk = store.conversation("standup")
        wrong = await talk.add("user", "We move to Lille.")
        right = await talk.add("user", "It is warm.")
        await put(store, observed(wrong, "They move to Lille."), observed(right, "It is warm."))
        new = await talk.edit(wrong.id, "We move to Lyon.")
        assert [one.text for one in await all_of(store, Observation)] == ["It is warm."]
        assert await said(store) == ["We move to Lyon.", "It is warm."]
        assert await talk.edit(new.id, "We move to Lyon.") == new


async def test_a_forgotten_conversation_takes_all_of_it(
    identity: Identity, relay: LocalRelay
) -> None:
    async with MemoryStore(identity, relay.url, addressing="plain", config=QUICK) as store:
        talk, other = store.conversation("standup"), store.conversation("other")
        turns = [await talk.add("user", f"canary{n}") for n in range(5)]
        kept = await other.add("user", "This stays.")
        seen = [observed(turn, f"seen in canary{n}") for n, turn in enumerate(turns)]
        await put(store, *seen, observed(kept, "It stays."), summarised(*seen))
        await store.sync()
        await talk.forget()
        assert [one.text for one in await all_of(store, Observation)] == ["It stays."]
        (summary,) = await all_of(store, Summary)
        assert (summary.text, summary.inputs) == (None, frozenset())
        assert await talk.turns() == []
        assert [one.id for one in await store.conversations()] == ["other"]
        with pytest.raises(UnknownMemoryError):
            await talk.status()
        await store.sync()
        assert not [text for text in await texts(relay.url, identity) if "canary" in text]
        # it may be held anew, and nothing of before comes back
        await talk.add("user", "again")
        assert await said(store) == ["again"]


async def test_scopes_are_apart(identity: Identity) -> None:
    async with MemoryStore(identity, addressing="blinded") as store:
        hers = store.scope("user:alice")
        turn = await store.conversation("standup").add("user", "mine")
        await hers.conversation("standup").add("user", "hers")
        await put(store, observed(turn, "Mine."))
        await hers.conversation("standup").forget()
        assert (await said(store), await said(hers)) == (["mine"], [])
        assert len(await all_of(store, Observation)) == 1
        assert await hers.conversations() == []


# ------------------------------------------------------------------- several devices


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "a.db", tmp_path / "b.db"


async def both_know(identity: Identity, url: str, paths: tuple[Path, Path]) -> Turn:
    """Two devices have one conversation of one turn."""
    async with MemoryStore(identity, url, path=paths[0], addressing="blinded") as a:
        turn = await a.conversation("standup").add("user", "canary one", at=1.0)
        await a.sync()
    async with MemoryStore(identity, url, path=paths[1]) as b:
        await b.sync()
    return turn


async def test_what_devices_heard_apart_is_one_conversation(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path]
) -> None:
    await both_know(identity, relay.url, paths)
    for number, path in enumerate(paths):
        async with MemoryStore(identity, path=path) as store:
            for at in range(3):
                await store.conversation("standup").add("user", f"{at} at {number}", at=9.0 + at)
            await store.conversation(f"alone{number}").add("user", "hi")
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        await meet(a, b)
        turns = await a.conversation("standup").turns()
        assert turns == await b.conversation("standup").turns()
        assert len(turns) == 7
        assert all((one.at or 0) <= (two.at or 0) for one, two in pairwise(turns))
        assert await a.conversations() == await b.conversations()
        assert len(await a.conversations()) == 3


async def test_a_conversation_that_is_forgotten_takes_what_another_device_made_of_it_meanwhile(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path]
) -> None:
    turn = await both_know(identity, relay.url, paths)
    async with MemoryStore(identity, path=paths[0]) as a:
        await a.conversation("standup").forget()
    async with MemoryStore(identity, path=paths[1]) as b:
        talk = b.conversation("standup")
        more = await talk.add("user", "canary two")
        edited = await talk.edit(turn.id, "canary three")
        seen = [observed(edited, "canary four"), observed(more, "canary five")]
        await put(b, *seen, summarised(*seen))
        filed = await b.pyramid.assign(seen[0].record.id, "assistant")
        await b.pyramid.edit(filed.id, "canary six")
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        await meet(a, b)
        for store in (a, b):
            assert await all_of(store, Turn) == await all_of(store, Observation) == []
            assert [one.text for one in await all_of(store, Summary)] == [None]
            assert await store.conversations() == []
        await a.conversation("standup").add("user", "anew")
        await meet(a, b)
        assert await said(b) == ["anew"]
        await a.sync()
    assert not [text for text in await texts(relay.url, identity) if "canary" in text]


async def test_a_turn_that_is_forgotten_while_it_is_edited_stands_and_its_observations_do_not(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path]
) -> None:
    turn = await both_know(identity, relay.url, paths)
    async with MemoryStore(identity, path=paths[1]) as b:
        await put(b, observed(turn, "seen"))
    async with MemoryStore(identity, path=paths[0]) as a:
        await a.conversation("standup").delete(turn.id)
    async with MemoryStore(identity, path=paths[1]) as b:
        new = await b.conversation("standup").edit(turn.id, "another text")
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        await meet(a, b)
        for store in (a, b):
            assert await store.conversation("standup").turns() == [new]
            assert await all_of(store, Observation) == []


async def test_two_edits_stand_beside_each_other_until_somebody_decides(
    identity: Identity, relay: LocalRelay, paths: tuple[Path, Path]
) -> None:
    turn = await both_know(identity, relay.url, paths)
    for name, path in zip("ab", paths, strict=True):
        async with MemoryStore(identity, path=path) as store:
            await store.conversation("standup").edit(turn.id, f"from {name}")
    async with (
        MemoryStore(identity, relay.url, path=paths[0]) as a,
        MemoryStore(identity, relay.url, path=paths[1]) as b,
    ):
        await meet(a, b)
        (conflict,) = await a.conflicts()
        assert {one.value for one in conflict.values} == {"from a", "from b"}
        await a.resolve(conflict, "from a")
        await meet(a, b)
        assert await said(b) == ["from a"]
        assert await b.conflicts() == []


@pytest.mark.parametrize("survivor", ["who forgets", "who speaks"])
async def test_a_turn_that_another_process_keeps_while_the_conversation_is_forgotten_goes(
    identity: Identity, tmp_path: Path, survivor: str
) -> None:
    path = tmp_path / "a.db"
    async with AsyncExitStack() as both:
        a, b = [await both.enter_async_context(MemoryStore(identity, path=path)) for _ in range(2)]
        await a.conversation("standup").add("user", "one")
        assert await said(b) == ["one"]
        repository: Any = (await a._context()).records
        plan = await repository._planner.edits([Forget(Ref(ConversationHead, "standup/head"))])
        await b.conversation("standup").add("user", "two")
        if survivor == "who speaks":
            repository._tidy = no_tidying
        await repository._apply(plan, Cause.LOCAL)
        heard = a if survivor == "who forgets" else b
        await (await heard._context()).records.follow()
        assert await said(heard) == []
        assert await all_of(heard, Turn) == []


async def no_tidying() -> None:
    """A process that ends as soon as it has written."""


# ------------------------------------------------------------------- moving, copying


async def test_it_comes_through_every_move(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    async def check(store: MemoryStore) -> None:
        assert await store.conversation("standup").turns() == turns
        assert await said(store.scope("user:alice")) == ["hers"]
        (one,) = await all_of(store, Observation)
        assert one == seen.record
        # and who belongs to whom is known wherever it comes
        named = await store.references(Ref(ConversationHead, head_name("standup")))
        assert {mention.once_forgotten for mention in named} == {"cascade"}
        assert len(named) == sum(turn.parts for turn in turns)

    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, addressing="plain", config=QUICK
    ) as store:
        talk = store.conversation("standup")
        turns = [
            await talk.add("user", "x" * 20_000, at=START, speaker="Ada"),
            await talk.add("assistant", "Good morning!", at=START),
        ]
        await store.scope("user:alice").conversation("standup").add("user", "hers")
        seen = observed(turns[0], "Ada likes x.")
        await put(store, seen)
        await store.sync()
        await store.change_addressing("blinded")
        await check(store)
        lines = [line async for line in store.export_events()]
    async with MemoryStore(identity, path=tmp_path / "b.db", addressing="blinded") as store:
        await store.import_events(lines)
        await check(store)
    new = Identity.generate()
    async with MemoryStore(identity, relay.url, path=path, config=QUICK) as store:
        await store.rotate(new, tmp_path / "new.db", timeout=30)
    async with MemoryStore(new, relay.url, path=tmp_path / "new.db", config=QUICK) as store:
        await check(store)
        await store.conversation("standup").forget()
        assert await all_of(store, Observation) == []
        await store.sync()
        await store.vanish(relay.url)
        assert await said(store.scope("user:alice")) == ["hers"]
    async with MemoryStore(identity, path=tmp_path / "c.db", addressing="plain") as store:
        await store.import_events(lines)
        await check(store)
