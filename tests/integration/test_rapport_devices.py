"""Devices that talk to the same peer: no session is lost, none counts twice, all stand alike."""

import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import (
    DIMENSIONS,
    Config,
    DeviceConfig,
    Identity,
    LayerName,
    MemoryStore,
    RapportConfig,
    RapportVector,
    Ref,
    RelayConfig,
    UnknownMemoryError,
)
from sense_memory.core.change import Alter, Edit, Put
from sense_memory.core.records.rapport import (
    Checkpoint,
    Layer,
    LayerText,
    LayerVersion,
    Reading,
    checkpoint_name,
    layer_name,
    reading_name,
    version_name,
)
from sense_memory.mind.rapport.vector import derive
from sense_memory.store.rapport import folding
from sense_memory.testing import ManualClock

from .meeting import meet, texts

HOUR = 3_600.0
PEER = "vergel"
KEPT = 5
CONFIG = Config(
    relays=RelayConfig(read_back_delay=0.1, close_timeout=2),
    rapport=RapportConfig(kept_readings=KEPT),
)


class Desks:
    """Machines that share a key, a clock and a relay, and have a file each."""

    def __init__(
        self, identity: Identity, folder: Path, clock: ManualClock, relay: QuirkRelay, url: str
    ) -> None:
        self.identity, self.clock, self.relay, self.url = identity, clock, relay, url
        self._folder = folder

    def store(self, name: str, *, offline: bool = False, file: bool = True) -> MemoryStore:
        """The store of a machine; it may have no relay at the moment."""
        return MemoryStore(
            self.identity,
            None if offline else self.url,
            path=self._folder / f"{name}.db" if file else None,
            clock=self.clock,
            config=replace(CONFIG, devices=DeviceConfig(name=name, interval=60)),
            addressing="plain",
        )

    @asynccontextmanager
    async def together(self, *names: str) -> AsyncIterator[Sequence[MemoryStore]]:
        """Machines that are online at once, and have told each other all they know."""
        async with AsyncExitStack() as stack:
            stores = [await stack.enter_async_context(self.store(name)) for name in names]
            await meet(*stores)
            yield stores
            await meet(*stores)

    async def know_each_other(self, *names: str) -> None:
        """Let each say that it is there."""
        async with self.together(*names):
            pass

    async def talk(self, name: str, *sessions: str, offline: bool = True) -> None:
        """Have sessions on one machine, a minute apart."""
        async with self.store(name, offline=offline) as store:
            for session in sessions:
                self.clock.advance(60)
                await store.rapport(PEER).record(signals(session), session=session)
            if not offline:
                await store.sync()

    async def sync(self, *names: str) -> None:
        """One after the other reads the relay, tells what is new, and goes."""
        for name in names:
            async with self.store(name) as store:
                await store.sync()


def signals(session: str) -> dict[str, Any]:
    """What a session was like: another one for each name, so that their order matters."""
    value = (sum(map(ord, session)) * 7919 % 101) / 100
    wanted = "higher" if value > 0.5 else "lower"
    return {
        **{name: (value + n / 7) % 1 for n, name in enumerate(DIMENSIONS)},
        "explicit_corrections": [{"dimension": "warmth", "direction": wanted, "quote": session}],
    }


@pytest.fixture
async def desks(identity: Identity, tmp_path: Path) -> AsyncIterator[Desks]:
    clock = ManualClock(time.time() - 30 * 24 * HOUR)
    relay = QuirkRelay(clock=clock.now)
    async with RelayServer(relay) as server:
        yield Desks(identity, tmp_path, clock, relay, server.url)


async def stands(store: MemoryStore, kind: type, name: str) -> Any:
    context = await store._context()
    return await context.records.get(context.ref(kind, name))


async def commit(store: MemoryStore, *edits: Edit) -> None:
    await (await store._context()).records.commit(*edits)


async def names(store: MemoryStore) -> list[str]:
    return [one.id for one in await store.rapport(PEER).readings()]


async def fold(store: MemoryStore) -> int:
    return await folding.fold(await store._context(), PEER)


async def alike(*stores: MemoryStore) -> RapportVector:
    """The vector, which is the same on all."""
    vectors = [await store.rapport(PEER).vector() for store in stores]
    assert len(set(vectors)) == 1, vectors
    return vectors[0]


def expected(sessions: Sequence[Reading]) -> RapportVector:
    return derive(None, sessions, CONFIG.rapport)


def about(name: LayerName, text: str, *inputs: str, edit: str | None = None) -> Edit:
    layer = Layer(PEER, name, text, edit, frozenset(inputs), len(inputs), 1.0)
    return Put(Ref(Layer, layer_name(PEER, name)), layer)


def kept(id_: str, text: str, *inputs: str) -> Edit:
    said = tuple(LayerText(name, text) for name in LayerName)
    version = LayerVersion(PEER, id_, 1.0, "by hand", said, frozenset(inputs))
    return Put(Ref(LayerVersion, version_name(PEER, id_)), version)


# --------------------------------------------------------------------- no session is lost


@pytest.mark.parametrize("first", ["a", "b"])
async def test_sessions_that_devices_had_apart_count_everywhere(desks: Desks, first: str) -> None:
    await desks.talk("a", "a1", "both")
    await desks.talk("b", "b1", "b2", "both")
    await desks.talk("a", "a2")
    await desks.sync(first)
    async with desks.together("a", "b", "c") as stores:
        vector = await alike(*stores)
        assert vector.session_count == 5, "of two that read one session, one counts"
        found = [await store.rapport(PEER).readings() for store in stores]
        assert found[0] == found[1] == found[2]
        assert [one.id for one in found[0]] == ["a1", "b1", "b2", "both", "a2"]
        assert vector == expected(found[0])


async def test_folding_apart_loses_nothing_and_counts_nothing_twice(desks: Desks) -> None:
    await desks.know_each_other("a", "b")
    await desks.talk("a", *(f"a{n}" for n in range(6)), offline=False)
    await desks.talk("b", *(f"b{n}" for n in range(6)))
    async with desks.store("a", offline=True) as store:
        for turn in range(3):
            desks.clock.advance(60)
            await store.rapport(PEER).record(signals(f"x{turn}"), session=f"x{turn}")
        before = await alike(store)
        await fold(store)
        assert await alike(store) == before, "to fold moves nothing"
        checkpoint = await stands(store, Checkpoint, checkpoint_name(PEER))
        assert checkpoint.readings == 4
        assert len(await names(store)) == 9, "what others do not know yet is not deleted"
    async with desks.store("b", offline=True) as store:
        await fold(store)
        assert (await stands(store, Checkpoint, checkpoint_name(PEER))).readings == 1
    async with desks.together("b", "a") as (b, a):
        assert await stands(a, Checkpoint, checkpoint_name(PEER)) == await stands(
            b, Checkpoint, checkpoint_name(PEER)
        )
        assert (await alike(a, b)).session_count == 15
        assert await a.conflicts() == await b.conflicts() == []
        checkpoint = await stands(a, Checkpoint, checkpoint_name(PEER))
        assert checkpoint.readings == 4, "the one with the most readings counts"
        assert [one.readings for one in checkpoint.others[:1]] == [1]
        assert len(await names(a)) == 15
        # whoever folds next builds on that one
        await fold(b)
        await meet(a, b)
        checkpoint = await stands(a, Checkpoint, checkpoint_name(PEER))
        assert checkpoint.readings == 10
        assert (await alike(a, b)).session_count == 15


# S-12.3
async def test_folded_readings_go_once_every_device_knows_and_nothing_moves(desks: Desks) -> None:
    await desks.know_each_other("a", "b")
    await desks.talk("a", *(f"a{n}" for n in range(9)), offline=False)
    await desks.talk("b", "late")
    async with desks.store("a") as store:
        await fold(store)
        vector = await alike(store)
        assert await fold(store) == 0, "it is on its way"
        await store.sync()
        assert await fold(store) == 0, "b has not read it"
        desks.clock.advance(25 * HOUR)
        await store.sync()
        assert await fold(store) == 0, "nor has it by now"
        assert len(await names(store)) == 9
        assert await alike(store) == vector
    await desks.sync("b")
    async with desks.store("b") as store:
        before = await alike(store)
        assert before.session_count == 10
    desks.clock.advance(25 * HOUR)
    await desks.sync("b")
    async with desks.together("a", "b") as (a, b):
        assert await alike(a, b) == before
        assert await fold(a) == 4, "everybody builds on it"
        assert await alike(a) == before, "nothing moves"
        await meet(a, b)
        assert await alike(a, b) == before
        for store in (a, b):
            found = await names(store)
            assert found == ["a4", "a5", "a6", "a7", "a8", "late"]
        checkpoint = await stands(b, Checkpoint, checkpoint_name(PEER))
        assert (checkpoint.readings, checkpoint.deleted) == (5, 4), "and the next one is folded"
        with pytest.raises(UnknownMemoryError, match="nothing is left but"):
            await b.rapport(PEER).forget_session("a0")
    said = await texts(desks.url, desks.identity)
    assert not any('"a0"' in text and '"signals"' in text for text in said)
    async with desks.store("c") as store:
        await store.sync()
        assert await alike(store) == before, "a new device arrives at the same"


async def test_nobody_is_taken_to_know_what_no_relay_would_take(desks: Desks) -> None:
    """It counts when others could read the checkpoint, not when it was written."""
    await desks.know_each_other("a", "b")
    await desks.talk("a", *(f"a{n}" for n in range(8)), offline=False)
    good = desks.relay.quirks
    desks.relay.quirks = replace(good, reject_all_with="blocked: not now")
    async with desks.store("a") as store:
        await fold(store)
        for _ in range(2):
            desks.clock.advance(HOUR)
            await store.sync()
            assert await fold(store) == 0
    desks.relay.quirks = good
    desks.clock.advance(25 * HOUR)
    await desks.sync("b")
    async with desks.store("a") as store:
        await store.sync()
        assert await fold(store) == 0, "b was here before it"
        assert len(await names(store)) == 8


async def test_a_session_that_was_read_before_and_folded_does_not_count_twice(
    desks: Desks,
) -> None:
    """Somebody wrote it down anew, who did not know that it had been folded and deleted."""
    async with desks.store("a", offline=True) as store:
        for turn in range(7):
            desks.clock.advance(60)
            await store.rapport(PEER).record(signals(f"s{turn}"), session=f"s{turn}")
        await fold(store)
        assert await fold(store) == 2, "a store that is alone waits for nobody"
        vector = await alike(store)
        again = Reading(PEER, "s0", 5.0, expected_scores("s0"))
        await commit(store, Put(Ref(Reading, reading_name(PEER, "s0")), again))
        assert await alike(store) == vector
        assert vector.session_count == 7
        assert await fold(store) == 1
        assert await alike(store) == vector


def expected_scores(session: str) -> Any:
    from sense_memory.mind.rapport.signals import signals_of

    return signals_of(signals(session)).scores


async def test_what_was_made_of_folded_sessions_stays_and_of_forgotten_ones_does_not(
    desks: Desks,
) -> None:
    async with desks.store("a", offline=True) as store:
        for turn in range(7):
            desks.clock.advance(60)
            await store.rapport(PEER).record(signals(f"s{turn}"), session=f"s{turn}")
        await commit(
            store,
            about(LayerName.BASE_TONE, "of s0", "s0"),
            about(LayerName.PATTERNS, "of s0 and s6", "s0", "s6", edit="my own words"),
            kept("of-s0", "of s0", "s0"),
            kept("of-s6", "of s6", "s6"),
        )
        await fold(store)
        assert await fold(store) == 2
        assert "s0" not in await names(store)
        tone = await stands(store, Layer, layer_name(PEER, LayerName.BASE_TONE))
        assert (tone.text, tone.inputs) == ("of s0", frozenset({"s0"}))
        assert await stands(store, LayerVersion, version_name(PEER, "of-s0")) is not None
        await store.rapport(PEER).forget_session("s6")
        patterns = await stands(store, Layer, layer_name(PEER, LayerName.PATTERNS))
        assert (patterns.text, patterns.edit) == (None, "my own words")
        assert patterns.inputs == {"s0"}
        assert await stands(store, LayerVersion, version_name(PEER, "of-s6")) is None
        assert await stands(store, LayerVersion, version_name(PEER, "of-s0")) is not None
    async with desks.store("a") as store:
        await store.sync()
        desks.clock.advance(60)
        await store.sync()
    async with desks.store("d") as store:
        await store.sync()
        tone = await stands(store, Layer, layer_name(PEER, LayerName.BASE_TONE))
        assert tone.text == "of s0", "why it was deleted is told by what deleted it"
        patterns = await stands(store, Layer, layer_name(PEER, LayerName.PATTERNS))
        assert patterns.text is None


# ------------------------------------------------------------------------ forgetting


@pytest.mark.parametrize("first", ["a", "b"])
async def test_a_forgotten_peer_is_gone_with_what_others_observed_offline(
    desks: Desks, first: str
) -> None:
    await desks.talk("a", "a1", "a2", offline=False)
    await desks.know_each_other("a", "b")
    await desks.talk("b", *(f"b{n}" for n in range(6)))
    async with desks.store("b", offline=True) as store:
        await fold(store)  # which is no reason to remember
        assert (await stands(store, Checkpoint, checkpoint_name(PEER))).readings == 3
        await store.rapport(PEER).layers.edit(LayerName.PATTERNS, "written while apart")
    async with desks.store("a", offline=True) as store:
        await store.rapport(PEER).forget()
        assert await names(store) == []
    await desks.sync(first)
    async with desks.together("a", "b") as stores:
        for store in stores:
            assert await names(store) == []
            assert (await alike(store)) == RapportVector()
            assert await stands(store, Checkpoint, checkpoint_name(PEER)) is None
            assert await stands(store, Layer, layer_name(PEER, LayerName.PATTERNS)) is None
            with pytest.raises(UnknownMemoryError):
                await store.rapport(PEER).forget()
            gone = {f"vergel/reading/{name}{n}" for name in "ab" for n in range(6)}
            gone -= {"vergel/reading/a0", *(f"vergel/reading/a{n}" for n in range(3, 6))}
            for _ in range(2):  # one request stands for many of them
                told = {one.name for one in await store.log() if one.type == "reading"}
                assert told == gone if store is stores[1] else told <= gone
    assert [text for text in await texts(desks.url, desks.identity) if "rapport/" in text] == []


@pytest.mark.parametrize("first", ["a", "b"])
async def test_a_peer_that_is_met_again_begins_anew(desks: Desks, first: str) -> None:
    await desks.talk("a", "a1", "a2", offline=False)
    await desks.know_each_other("a", "b")
    await desks.talk("b", "old")
    async with desks.store("a", offline=True) as store:
        await store.rapport(PEER).forget()
    await desks.talk("a", "new1", "new2")
    await desks.sync(first)
    if first == "a":
        # where nothing is to be seen of the forgetting, but that the peer is another one by now
        kinds = QuirkRelay(clock=desks.clock.now)
        kinds.seed(event for event in desks.relay.events if event.kind == 30078)
        async with RelayServer(kinds) as server:
            url, desks.url = desks.url, server.url
            await desks.sync("b")
            desks.url = url
        assert not any(event.d.endswith("/old") for event in kinds.events)
        async with desks.store("b", offline=True) as store:
            assert await names(store) == ["new1", "new2"]
    async with desks.together("a", "b", "c") as stores:
        vector = await alike(*stores)
        for store in stores:
            assert await names(store) == ["new1", "new2"], "what was forgotten was all before"
        assert vector.session_count == 2


async def test_what_arrives_before_its_peer_is_not_taken_for_the_forgotten_one(
    desks: Desks,
) -> None:
    """A device hears of a forgetting, then of a new session, and of the peer that was met last."""
    desks.relay.quirks = replace(desks.relay.quirks, honours_a_deletion=False)
    await desks.talk("a", "old", offline=False)
    async with desks.store("a") as store:
        await store.rapport(PEER).forget()
        await store.sync()
        desks.clock.advance(1)
        behind = QuirkRelay(clock=desks.clock.now)
        behind.seed(event for event in desks.relay.events if event.kind == 30078)
        await store.rapport(PEER).record(signals("new"), session="new")
        await store.sync()
        vector = await alike(store)
        behind.seed(event for event in desks.relay.events if event.d.endswith("/new"))
    async with RelayServer(behind) as server:
        desks.url, url = server.url, desks.url
        async with desks.store("b") as store:
            await store.sync()
            assert await names(store) == ["new"]
            assert await stands(store, Checkpoint, checkpoint_name(PEER)) is None
        async with desks.store("c") as store:
            await store.sync()
            await store.rapport(PEER).forget()
            assert await names(store) == [], "what came before its peer can be forgotten, too"
        desks.url = url
    async with desks.together("b", "a") as stores:
        for store in stores:
            assert await names(store) == ["new"]
            assert await alike(store) == vector


async def test_a_session_that_one_forgets_blanks_what_another_made_of_it(desks: Desks) -> None:
    await desks.talk("a", "s1", "s2", offline=False)
    await desks.know_each_other("a", "b")
    async with desks.store("b", offline=True) as store:
        await commit(
            store,
            about(LayerName.BASE_TONE, "of s1 and s2", "s1", "s2"),
            about(LayerName.ANCHORS, "of s2", "s2"),
            kept("made-apart", "of s1", "s1"),
        )
    async with desks.store("a", offline=True) as store:
        await store.rapport(PEER).forget_session("s1")
    await desks.sync("b")
    async with desks.together("a", "b") as stores:
        for store in stores:
            tone = await stands(store, Layer, layer_name(PEER, LayerName.BASE_TONE))
            assert (tone.text, tone.inputs) == (None, frozenset({"s2"}))
            anchors = await stands(store, Layer, layer_name(PEER, LayerName.ANCHORS))
            assert anchors.text == "of s2"
            assert await stands(store, LayerVersion, version_name(PEER, "made-apart")) is None
    assert [text for text in await texts(desks.url, desks.identity) if "of s1" in text] == []


# ------------------------------------------------------------------------------ layers


async def test_what_two_condensed_at_once_is_no_conflict_and_what_two_wrote_is_one(
    desks: Desks,
) -> None:
    await desks.talk("a", "s1", "s2", offline=False)
    await desks.know_each_other("a", "b")
    for name in ("a", "b"):
        desks.clock.advance(60)
        async with desks.store(name, offline=True) as store:
            await commit(store, about(LayerName.BASE_TONE, f"as {name} sees it", "s1", "s2"))
            await store.rapport(PEER).layers.edit(LayerName.PATTERNS, f"{name} wrote this")
    async with desks.together("a", "b") as (a, b):
        shown = [await store.rapport(PEER).layers.read() for store in (a, b)]
        assert shown[0] == shown[1]
        assert shown[0][0].shown == "as b sees it", "the later one"
        (conflict,) = await a.conflicts()
        assert conflict.field == "edit"
        assert conflict.ref == Ref(Layer, layer_name(PEER, LayerName.PATTERNS))
        assert [one.value for one in conflict.values] == ["b wrote this", "a wrote this"]
        assert [one.id for one in await b.conflicts()] == [conflict.id]
        await a.resolve(conflict, "both wrote this")
        await meet(a, b)
        assert await a.conflicts() == await b.conflicts() == []
        for store in (a, b):
            patterns = (await store.rapport(PEER).layers.read())[1]
            assert patterns.shown == "both wrote this"


async def test_who_condenses_leaves_an_edit_alone_that_it_has_not_seen(desks: Desks) -> None:
    await desks.talk("a", "s1", offline=False)
    async with desks.store("a") as store:
        await store.rapport(PEER).layers.edit(LayerName.PATTERNS, "first words")
        await store.sync()
    await desks.know_each_other("a", "b")
    async with desks.store("a", offline=True) as store:
        # a model has taken the first words in, and clears them
        ref = Ref(Layer, layer_name(PEER, LayerName.PATTERNS))
        made = Layer(PEER, LayerName.PATTERNS, "of all", None, frozenset({"s1"}), 1, 2.0)
        await commit(store, Alter(ref, lambda _old: made))
        assert (await store.rapport(PEER).layers.read())[1].shown == "of all"
    async with desks.store("b", offline=True) as store:
        await store.rapport(PEER).layers.edit(LayerName.PATTERNS, "other words")
    async with desks.together("a", "b") as stores:
        for store in stores:
            layer = (await store.rapport(PEER).layers.read())[1]
            assert (layer.text, layer.edit) == ("of all", "other words")
            assert await store.conflicts() == []


# -------------------------------------------------------------------- as all other records


async def test_a_peers_records_are_told_moved_and_carried_like_all_others(
    desks: Desks, tmp_path: Path
) -> None:
    """In a scope, from one file to another one, and where the store changes its addressing."""
    async with desks.store("a") as root:
        store = root.scope("user:alice")
        rapport = store.rapport(PEER)
        for turn in range(7):
            desks.clock.advance(60)
            await rapport.record(signals(f"s{turn}"), session=f"s{turn}")
        await rapport.layers.edit(LayerName.PATTERNS, "first words")
        await rapport.layers.edit(LayerName.PATTERNS, "my own words")
        await fold(store)
        await rapport.forget_session("s6")
        vector = await alike(store)

        told = {(entry.type, entry.word): entry.text for entry in await store.log()}
        assert told["layer", "remembered"] == "my own words"
        assert (told["layer-version", "remembered"] or "").startswith("pre-edit")
        assert told["reading", "forgotten"] is None
        of_a_session = json.loads(told["reading", "remembered"] or "")
        assert of_a_session.keys() == {*DIMENSIONS, "corrections"}
        assert of_a_session["corrections"] == 1
        assert '"warmth"' in (told["rapport", "remembered"] or "")
        checkpoint = Ref(Checkpoint, checkpoint_name(PEER), "user:alice")
        named = await store.references(checkpoint)
        assert {(one.ref.kind, one.field, one.once_forgotten) for one in named} == {
            (kind, "peer", "cascade") for kind in (Reading, Layer, LayerVersion)
        }
        with pytest.raises(UnknownMemoryError):
            await root.rapport(PEER).forget()
        lines = [line async for line in root.export_events()]
        before = await root.fingerprint()
        await root.sync()
        await root.change_addressing("blinded")
        await root.sync()
    assert not any("rapport" in event.d for event in desks.relay.events if event.kind == 30078)
    async with desks.store("b") as root:
        await root.sync()
        store = root.scope("user:alice")
        assert await alike(store) == vector
        assert (await store.rapport(PEER).layers.read())[1].shown == "my own words"
        changes = store.changes()
        await store.forget(Ref(Layer, layer_name(PEER, LayerName.PATTERNS), "user:alice"))
        assert (await anext(changes)).ref.kind is Layer
        await store.rapport(PEER).forget()
        assert [entry for entry in await store.log() if entry.word == "remembered"] == []
    async with MemoryStore(
        desks.identity, path=tmp_path / "other.db", clock=desks.clock, addressing="plain"
    ) as other:
        await other.import_events(lines)
        assert await other.fingerprint() == before
        assert await alike(other.scope("user:alice")) == vector
