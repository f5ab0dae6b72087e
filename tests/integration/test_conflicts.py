"""Two devices write the same memory offline: both keep their work, and somebody decides."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Conflict, Identity, InputError, MemoryStore
from sense_memory.io.decoding import Decoder
from sense_memory.io.names import Names
from sense_memory.testing import ManualClock

from .shell import Home

NOW = 1_800_000_000.0


class Devices:
    """Devices of one identity, each with a file of its own, and one relay between them."""

    def __init__(self, identity: Identity, relay: LocalRelay, folder: Path) -> None:
        self._identity, self._relay, self._folder = identity, relay, folder
        self.clock = ManualClock(NOW)

    @asynccontextmanager
    async def one(self, name: str) -> AsyncIterator[MemoryStore]:
        """A device that reaches the relay, once it has heard and told all there is."""
        path = self._folder / f"{name}.db"
        async with MemoryStore(
            self._identity, self._relay.url, path=path, clock=self.clock
        ) as store:
            await store.sync()
            yield store
            await store.sync()

    @asynccontextmanager
    async def offline(self, name: str) -> AsyncIterator[MemoryStore]:
        """A device in a train."""
        async with MemoryStore(
            self._identity, path=self._folder / f"{name}.db", clock=self.clock
        ) as store:
            yield store
        self.clock.advance(60)

    async def meet(self, *names: str) -> None:
        """All of them hear of all, twice, so that the first hears of the last."""
        for name in (*names, *names):
            async with self.one(name):
                self.clock.advance(60)


@pytest.fixture
def devices(identity: Identity, relay: LocalRelay, tmp_path: Path) -> Devices:
    return Devices(identity, relay, tmp_path)


async def wrote_apart(devices: Devices, *values: str, key: str = "zone") -> None:
    """Each device writes one of the values, offline; then all hear of all."""
    names = "abcdefgh"[: len(values)]
    await devices.meet(*names)
    for name, value in zip(names, values, strict=True):
        async with devices.offline(name) as store:
            await store.remember(key, value)
    await devices.meet(*names)


def values(conflict: Conflict) -> list[object]:
    return [sibling.value for sibling in conflict.values]


async def test_what_two_devices_wrote_apart_is_a_conflict_on_both(devices: Devices):
    await wrote_apart(devices, "UTC", "America/Vancouver")
    for name in ("a", "b"):
        async with devices.one(name) as store:
            (conflict,) = await store.conflicts()
            assert (await store.recall("zone")).value == "America/Vancouver"
            assert values(conflict) == ["America/Vancouver", "UTC"]
            assert (conflict.ref.name, conflict.field) == ("zone", "value")
            assert conflict.shown.at > conflict.siblings[0].at >= NOW
            own = conflict.shown if name == "b" else conflict.siblings[0]
            assert own.device == store.status().device
            with pytest.raises(FrozenInstanceError):
                conflict.field = "ts"  # type: ignore[misc]


@pytest.mark.parametrize("kept", [0, 1])
async def test_one_of_the_values_is_kept_on_all_devices(devices: Devices, kept: int):
    await wrote_apart(devices, "UTC", "America/Vancouver")
    async with devices.one("a") as store:
        (conflict,) = await store.conflicts()
        event_id = await store.resolve(conflict, conflict.values[kept])
        assert len(event_id) == 64
        assert await store.conflicts() == []
    await devices.meet("a", "b")
    for name in ("a", "b"):
        async with devices.one(name) as store:
            assert await store.conflicts() == []
            assert (await store.recall("zone")).value == ("America/Vancouver", "UTC")[kept]


async def test_another_value_stands_instead_of_them_all(devices: Devices):
    await wrote_apart(devices, "one", "two", "three")
    async with devices.one("c") as store:
        (conflict,) = await store.conflicts()
        assert values(conflict) == ["three", "two", "one"]
        await store.resolve(conflict, "four")
    async with devices.one("a") as store:
        assert await store.conflicts() == []
        assert (await store.recall("zone")).value == "four"


async def test_remembering_something_else_decides_too(devices: Devices):
    await wrote_apart(devices, "one", "two")
    async with devices.one("a") as store:
        await store.remember("zone", "three")
        assert await store.conflicts() == []


async def test_the_same_written_twice_is_no_conflict(devices: Devices):
    await wrote_apart(devices, "same", "same")
    async with devices.one("a") as store:
        assert await store.conflicts() == []


async def test_a_value_that_came_meanwhile_is_not_swallowed(devices: Devices):
    await wrote_apart(devices, "one", "two", "three")
    async with devices.offline("c") as store:
        (mine,) = await store.conflicts()
    async with devices.one("a") as store:
        await store.remember("zone", "newest")
    async with devices.one("c") as store:
        # heard of since the look: it stands on all three, so it is all that is left of them
        assert await store.conflicts() == []
        await store.resolve(mine, "decided")
    await devices.meet("a", "c")
    for name in "ac":
        async with devices.one(name) as store:
            (left,) = await store.conflicts()
            assert values(left) == ["decided", "newest"]
            assert left.id != mine.id


async def test_a_value_that_was_not_seen_stays_beside_the_decision(devices: Devices):
    await wrote_apart(devices, "one", "two", "three")
    async with devices.offline("d") as store:
        await store.remember("zone", "of a fourth")
    async with devices.one("a") as store:
        (seen,) = await store.conflicts()
        async with devices.one("d"):
            pass
        await store.sync()
        await store.resolve(seen, seen.shown)
        (left,) = await store.conflicts()
        assert values(left) == ["three", "of a fourth"]


async def test_two_who_decide_apart_make_a_conflict_of_their_decisions(devices: Devices):
    await wrote_apart(devices, "one", "two")
    for name, value in (("a", "x"), ("b", "y")):
        async with devices.offline(name) as store:
            (conflict,) = await store.conflicts()
            await store.resolve(conflict, value)
    await devices.meet("a", "b")
    async with devices.one("a") as store:
        (conflict,) = await store.conflicts()
        assert values(conflict) == ["y", "x"]


async def test_what_was_forgotten_meanwhile_cannot_be_decided(devices: Devices):
    await wrote_apart(devices, "one", "two")
    async with devices.one("a") as store:
        (conflict,) = await store.conflicts()
        await store.forget("zone")
        assert await store.conflicts() == []
        with pytest.raises(InputError, match="forgotten meanwhile"):
            await store.resolve(conflict, "one")
        assert await store.recall("zone") is None


async def test_a_decision_survives_a_forgetting_that_had_not_seen_it(devices: Devices):
    await wrote_apart(devices, "one", "two")
    async with devices.offline("a") as store:
        (conflict,) = await store.conflicts()
        await store.resolve(conflict, conflict.siblings[0])
    async with devices.offline("b") as store:
        await store.forget("zone")
    await devices.meet("a", "b")
    async with devices.one("b") as store:
        assert (await store.recall("zone")).value == "one"


async def test_fields_of_a_persona_memory_are_decided_one_by_one(devices: Devices):
    where = ("people", "facts", "vergel")
    async with devices.one("a") as store:
        await store.persona_remember(*where, "likes tea", ["drinks"], source="chat")
    await devices.meet("b")
    async with devices.offline("a") as store:
        await store.persona_remember(*where, "likes green tea", source="book", confidence=0.9)
    async with devices.offline("b") as store:
        await store.persona_remember(*where, "likes black tea", source="letter", confidence=0.4)
    await devices.meet("a", "b")
    async with devices.one("a") as store:
        found = {conflict.field: conflict for conflict in await store.conflicts()}
        assert found.keys() == {"value", "source", "confidence"}
        await store.resolve(found["source"], "book")
        with pytest.raises(InputError, match="no value for the field 'confidence'"):
            await store.resolve(found["confidence"], "very")
        with pytest.raises(InputError, match="no value for the field 'confidence'"):
            await store.resolve(found["confidence"], 7)
        await store.resolve(found["confidence"], found["confidence"].siblings[0])
        left = await store.conflicts()
        assert [conflict.field for conflict in left] == ["value"]
        assert values(left[0]) == ["likes black tea", "likes green tea"]
        await store.resolve(left[0], left[0].siblings[0])
        (memory,) = await store.persona_recall(*where)
        assert (memory.value, memory.source, memory.confidence) == ("likes green tea", "book", 0.9)
        assert memory.themes == ("drinks",)


async def test_to_link_a_memory_is_not_to_decide_what_it_says(devices: Devices):
    where = ("people", "facts", "vergel")
    await devices.meet("a", "b")
    for name, value in (("a", "one"), ("b", "two")):
        async with devices.offline(name) as store:
            await store.persona_remember(*where, value)
    await devices.meet("a", "b")
    async with devices.one("a") as store:
        await store.persona_remember("people", "facts", "ann", "knows him", connections=["vergel"])
        (conflict,) = await store.conflicts()
        assert values(conflict) == ["two", "one"]


async def test_what_says_nothing_of_uses_loses_none(devices: Devices):
    """Neither does a link that is taken away, nor a decision."""
    where = ("people", "facts", "vergel")
    await devices.meet("a", "b")
    for name in "ab":
        async with devices.offline(name) as store:
            await store.persona_remember(*where, f"of {name}")
    await devices.meet("a", "b")
    async with devices.one("a") as store:
        await store.persona_remember("people", "facts", "ann", "knows him", connections=["vergel"])
        for _ in range(3):
            await store.persona_recall(*where)
        await store.persona_disconnect("people/facts/ann", "people/facts/vergel")
        (unlinked,) = await store.persona_recall(*where)
        (conflict,) = await store.conflicts()
        await store.resolve(conflict, conflict.shown)
        (decided,) = await store.persona_recall(*where)
        assert (unlinked.connections, unlinked.access_count, decided.access_count) == ((), 3, 4)


async def test_a_scope_has_conflicts_of_its_own(devices: Devices):
    await devices.meet("a", "b")
    for name in ("a", "b"):
        async with devices.offline(name) as store:
            await store.scope("user:alice").remember("zone", f"of {name}")
    await devices.meet("a", "b")
    async with devices.one("a") as store:
        alice = store.scope("user:alice")
        assert await store.conflicts() == []
        (conflict,) = await alice.conflicts()
        for other in (store, store.scope("user:bob")):
            with pytest.raises(InputError, match="user:alice"):
                await other.resolve(conflict, "mine")
        await alice.resolve(conflict, conflict.siblings[0])
        assert (await alice.recall("zone")).value == "of a"
        assert await alice.conflicts() == []


async def test_nothing_but_what_can_be_in_conflict_is_decrypted(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
):
    await wrote_apart(devices, "one", "two")
    async with devices.one("a") as store:
        for number in range(5):
            await store.remember(f"k{number}", "v")
            await store.journal(f"entry {number}")
            await store.scope("user:alice").remember(f"hers {number}", "v")
    opened: list[str] = []
    decrypted: list[str] = []
    original, saying = Decoder.open, Decoder.saying

    async def counting(self: Decoder, events):  # a spy: what it does stays as it is
        opened.extend(address for address, _ in events)
        return await original(self, events)

    async def looking(self: Decoder, heads, fields):  # another one
        decrypted.extend(head.address for head in heads)
        found = await saying(self, heads, fields)
        assert [head.address for head, _ in found] == ["sense-memory/zone"]
        return found

    async with devices.offline("a") as store:
        monkeypatch.setattr(Decoder, "open", counting)
        monkeypatch.setattr(Decoder, "saying", looking)
        (conflict,) = await store.conflicts()
        assert len(decrypted) == 6
        assert not opened
        await store.resolve(conflict, "three")
        assert set(opened) <= {"sense-memory/zone"} | _bootstrap(store)


def _bootstrap(store: MemoryStore) -> set[str]:
    names: Names = store._lifetime.repository._names
    return {address for address in (store._lifetime.repository.settings_address,) if address} | {
        *names.bootstrap_addresses()
    }


async def test_all_that_was_listed_can_be_decided_in_its_order(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    def store(name: str, url: str | None) -> MemoryStore:
        return MemoryStore(identity, url, path=tmp_path / f"{name}.db", addressing="plain")

    for name in ("one", "two"):
        async with store(name, None) as apart:
            told = ("people", "facts", "vergel", f"by {name}")
            await apart.persona_remember(
                *told, source=name, confidence=0.2 if name == "one" else 0.3
            )
    for name in ("one", "two"):
        async with store(name, relay.url) as together:
            await together.sync()
    async with store("two", None) as decider:
        found = await decider.conflicts()
        assert [conflict.field for conflict in found] == ["value", "confidence", "source"]
        for conflict in found:
            await decider.resolve(conflict, conflict.siblings[0])
        assert await decider.conflicts() == []
        (memory,) = await decider.persona_recall("people", "facts", "vergel")
        assert (memory.value, memory.source) == ("by one", "one")


# ------------------------------------------------------------------------- the command


@pytest.fixture
def homes(tmp_path: Path, relay: LocalRelay) -> tuple[Home, Home]:
    """Two machines with one key, and a conflict between them."""
    identity = Identity.generate()
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        home = Home(folder, is_near=True)
        home.know(identity)
        home.ok("init", "--import-key", "--local", "--addressing", "plain", stdin=identity.nsec)
        home.ok("remember", "zone", f"of {name}")
        home.ok("init", "--relay", relay.url)
        made.append(home)
    first, second = made
    for home in (first, second, first):
        home.ok("sync")
    return first, second


def test_the_command_prints_and_decides(homes: tuple[Home, Home]):
    first, second = homes
    listed = first.ok("conflicts")
    rows = [line.split("\t") for line in listed.out.splitlines()]
    assert [row[1:5] for row in rows] == [
        ["kv zone", "value", "1", "of two"],
        ["kv zone", "value", "2", "of one"],
    ]
    (one,) = first.ok("--json", "conflicts", "list", "--sync").jsonl
    assert (one["type"], one["name"], one["scope"]) == ("kv", "zone", "")
    assert (one["field"], one["id"]) == ("value", rows[0][0])
    assert [sibling["value"] for sibling in one["values"]] == ["of two", "of one"]
    done = first.ok("--json", "conflicts", "resolve", one["id"], "--keep", "2").json
    assert (done["name"], done["field"], done["delivery"]) == ("zone", "value", "accepted")
    assert first.ok("recall", "zone").out == "of one\n"
    assert "no conflicts" in first.ok("conflicts", "list").err
    second.ok("sync")
    assert second.ok("recall", "zone").out == "of one\n"
    assert second.ok("--json", "conflicts", "list").jsonl == []


def test_the_command_does_nothing_about_a_conflict_that_has_moved(homes: tuple[Home, Home]):
    first, second = homes
    (one,) = first.ok("--json", "conflicts", "list").jsonl
    second.ok("sync")
    second.ok("remember", "zone", "newest")
    first.ok("sync")
    moved = first.run("conflicts", "resolve", one["id"], "--keep", "2")
    assert (moved.code, moved.out) == (1, "")
    assert "written there since" in moved.err
    assert first.ok("recall", "zone").out == "newest\n"


def test_the_command_refuses_what_cannot_be_meant(homes: tuple[Home, Home]):
    first, _ = homes
    (one,) = first.ok("--json", "conflicts", "list").jsonl
    assert first.run("conflicts", "resolve", one["id"]).code == 2
    assert first.run("conflicts", "resolve", one["id"], "--keep", "1", "--value", "x").code == 2
    assert first.run("conflicts", "resolve", one["id"], "--keep", "3").code == 2
    missing = first.run("--json", "conflicts", "resolve", "00000000", "--keep", "1")
    assert (missing.code, missing.json) == (1, None)
    assert len(first.ok("--json", "conflicts", "list").jsonl) == 1
    first.ok("conflicts", "resolve", one["id"], "--value", "another")
    assert first.ok("recall", "zone").out == "another\n"
