"""Several writers of one memory: devices, processes, plain clients."""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from relay_fixtures import FaultProxy, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore
from sense_memory.testing import ManualClock
from tests.endurance import acknowledged
from tests.faults import by_hand
from tests.faults.pace import QUICK, SOON

DAY = 86_400.0
MAPLE = "sense-memory/persona/world/facts/maple"
"""The address of the memory that everybody writes."""


async def _write(store: MemoryStore, value: str, *themes: str, **more: Any) -> str:
    return await store.persona_remember("world", "facts", "maple", value, list(themes), **more)


async def _maple(store: MemoryStore) -> Any:
    (found,) = await store.persona_recall("world", "facts", "maple")
    return found


async def _round(
    identity: Identity, urls: Sequence[str], paths: Sequence[Path], **options: Any
) -> list[dict[str, object]]:
    """Every device comes online, syncs and goes; what each says then."""
    said = []
    for path in paths:
        async with MemoryStore(identity, urls, path=path, config=SOON, **options) as store:
            await store.sync()
            said.append(await by_hand.everything(store))
    return said


async def _rounds(
    count: int, identity: Identity, urls: Sequence[str], paths: Sequence[Path], **options: Any
) -> list[dict[str, object]]:
    """So many rounds; what each device says in the last one."""
    said = [await _round(identity, urls, paths, **options) for _ in range(count)]
    return said[-1]


def _siblings(identity: Identity, relay: QuirkRelay) -> set[str]:
    """The values that stand in the one version of the memory, shown or beside the shown one."""
    (head,) = by_hand.at(relay, MAPLE)
    body = by_hand.body(identity, head)
    beside = body["_sync"].get("x", [])
    return {body["value"], *(value for field, value, _ in beside if field == "value")}


# ------------------------------------------------------------------------------- devices


@pytest.mark.parametrize("devices", [2, 3, 5])
async def test_01_concurrent_offline_edits_of_one_record_are_all_kept(
    identity: Identity, tmp_path: Path, devices: int
):
    """Two rounds of one device after the other, and all say the same; then nothing is sent."""
    relay = QuirkRelay()
    paths = [tmp_path / f"{number}.db" for number in range(devices)]
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=paths[0], addressing="plain", config=SOON
        ) as store:
            await _write(store, "green", "base", source="first")
            await store.persona_remember("world", "facts", "oak", "brown")
        await _round(identity, [server.url], paths)
        for number, path in enumerate(paths):
            async with MemoryStore(identity, path=path) as offline:
                themes = ("base", f"theme {number}") if number else (f"theme {number}",)
                links = ["oak"] if number == 1 else None
                await _write(offline, f"value {number}", *themes, connections=links)
        rounds = [await _round(identity, [server.url], paths) for _ in range(2)]
        relay.received_frames.clear()
        rounds.append(await _round(identity, [server.url], paths))
        assert rounds[1] == rounds[2] == [rounds[1][0]] * devices
        assert not [event for event in by_hand.sent([relay]) if event.d == MAPLE]
        assert _siblings(identity, relay) == {f"value {number}" for number in range(devices)}
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            maple = await _maple(fresh)
            # the first device took "base" away; nobody who had not seen that put it back
            assert set(maple.themes) == {f"theme {number}" for number in range(devices)}
            assert (maple.source, len(maple.connections)) == ("first", 1)


@pytest.mark.parametrize("winner", ["lowest_id", "first", "both"])
async def test_02_two_devices_write_in_the_same_second_and_both_are_kept(
    identity: Identity, tmp_path: Path, winner: Literal["lowest_id", "first", "both"]
):
    """Each on a relay of its own, many memories: of some the one has the lower id, of others not.

    Then both reach both relays.
    """
    clock = ManualClock()
    relays = [QuirkRelay(Quirks(same_second_winner=winner), clock=clock.now) for _ in range(2)]
    paths = [tmp_path / "0.db", tmp_path / "1.db"]
    keys = [f"k{number}" for number in range(24)]
    async with RelayServer(relays[0]) as first, RelayServer(relays[1]) as second:
        urls = [first.url, second.url]
        async with MemoryStore(
            identity, urls, path=paths[0], addressing="plain", config=SOON, clock=clock
        ) as store:
            for key in keys:
                await store.persona_remember("world", "facts", key, "before")
            await store.sync()
        await _round(identity, urls, paths[1:], clock=clock)
        clock.advance(10)
        for number, path in enumerate(paths):
            async with MemoryStore(
                identity, urls[number], path=path, config=SOON, clock=clock
            ) as store:
                for key in keys:
                    await store.persona_remember("world", "facts", key, f"{number}", [f"{number}"])
                assert (await store.sync()).is_complete
        address = "sense-memory/persona/world/facts/{}".format
        pairs = [[by_hand.at(relay, address(key))[0] for relay in relays] for key in keys]
        assert all(one.created_at == other.created_at for one, other in pairs)
        assert {one.id < other.id for one, other in pairs} == {True, False}, "both orders"
        clock.advance(10)
        await _round(identity, urls, paths, clock=clock)
        said = await _round(identity, urls, paths, clock=clock)
        assert said[0] == said[1]
        for key in keys:
            shown: Any = said[0][f"persona world/facts/{key}"]
            value, *_, themes, _links = shown
            assert (value, themes) == ("1" if value == "1" else "0", ["0", "1"])
            bodies = [
                by_hand.body(identity, max(by_hand.at(relay, address(key)), key=_by_date))
                for relay in relays
            ]
            assert bodies[0] == bodies[1]
            assert {value for _, value, _ in bodies[0]["_sync"]["x"]} == {"0", "1"} - {value}


def _by_date(event: Any) -> int:
    return int(event.created_at)


async def test_05_a_device_destroyed_after_its_receipt_takes_nothing_with_it(
    identity: Identity, tmp_path: Path
):
    """Another device's older push arrives after the OK to ours, and would have buried it.

    Nothing is called replicated before that is mended, and what is, outlives its device.
    """
    config = Config(relays=replace(QUICK, read_back_delay=2))
    relay = QuirkRelay()
    paths = [tmp_path / "0.db", tmp_path / "1.db"]
    async with (
        RelayServer(relay) as server,
        FaultProxy(server.url) as mine,
        FaultProxy(server.url) as other,
    ):
        async with MemoryStore(
            identity, server.url, path=paths[0], addressing="plain", config=SOON
        ) as store:
            await _write(store, "before")
        await _round(identity, [server.url], paths[1:])
        ours = MemoryStore(identity, mine.url, path=paths[0], config=config)
        theirs = MemoryStore(identity, other.url, path=paths[1], config=config)
        await asyncio.gather(ours.sync(), theirs.sync())
        held = _Held(other)
        await _write(theirs, "theirs", "theirs")
        await held.caught()
        await _write(ours, "ours", "ours")
        while not any("ours" in _themes(identity, event) for event in by_hand.at(relay, MAPLE)):
            await asyncio.sleep(0.02)
        assert ours.status().delivery != "replicated"
        other.release()
        async with asyncio.timeout(40):
            while ours.status().delivery != "replicated":
                await ours.sync()
                await asyncio.sleep(0.1)
        await mine.stop()
        await ours.close()
        for ending in ("", "-wal", "-shm"):
            paths[0].with_name(paths[0].name + ending).unlink(missing_ok=True)
        await other.stop()
        await theirs.close()
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            assert set((await _maple(fresh)).themes) == {"ours", "theirs"}
        assert _siblings(identity, relay) == {"ours", "theirs"}


class _Held:
    """Holds back everything on a way once the first write has come to it."""

    def __init__(self, proxy: FaultProxy) -> None:
        self._proxy = proxy
        self._before = len(proxy.passages)
        proxy.hold()

    async def caught(self) -> None:
        """Wait until a write stands before the gate; questions before it are let through."""
        while not self._has_write():
            self._proxy.release()
            await asyncio.sleep(0)
            if not self._has_write():
                self._proxy.hold()
            await asyncio.sleep(0.005)
        self._proxy.hold()

    def _has_write(self) -> bool:
        return any(
            str(passage.frame).startswith('["EVENT",{') and passage.direction == "to_relay"
            for passage in self._proxy.passages[self._before :]
        )


def _themes(identity: Identity, event: Any) -> list[str]:
    return list(by_hand.body(identity, event).get("themes", ()))


# S-5.4
@pytest.mark.parametrize("how", ["copied", "put back"])
async def test_06_a_file_that_was_copied_or_put_back_becomes_a_device_of_its_own(
    identity: Identity, tmp_path: Path, how: str
):
    """What both wrote is kept. A backup that is put back meets what its own file wrote since.

    Counts, deletions, copies of copies: `tests/integration/test_copied_files.py`.
    """
    relay = QuirkRelay()
    original, copy = tmp_path / "a.db", tmp_path / "b.db"
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=original, addressing="plain", config=SOON
        ) as store:
            await _write(store, "before", "base")
            await _maple(store)
            assert (await store.sync()).is_complete
            device = store.status().device
        shutil.copyfile(original, copy)
        async with MemoryStore(identity, path=original) as store:
            await _write(store, "original", "base", "original")
            await _maple(store)
        if how == "put back":
            await _round(identity, [server.url], [original])
            original.unlink()
        async with MemoryStore(identity, path=copy) as store:
            await _write(store, "copy", "base", "copy")
            await _maple(store)
        paths = [copy] if how == "put back" else [original, copy]
        said = await _rounds(3, identity, [server.url], paths)
        assert said == [said[0]] * len(paths)
        devices = []
        for path in paths:
            async with MemoryStore(identity, server.url, path=path, config=SOON) as store:
                await store.sync()
                devices.append(store.status().device)
                maple = await _maple(store)
                assert set(maple.themes) == {"base", "original", "copy"}
        assert len(set(devices)) == len(devices)
        assert devices != [device], "whoever wrote under a name that was in use has another now"
        assert _siblings(identity, relay) == {"original", "copy"}
        (head,) = by_hand.at(relay, MAPLE)
        vector = by_hand.body(identity, head)["_sync"]["dv"]
        assert len(set(vector)) == len(vector) >= 2


# ----------------------------------------------------------------------------- processes


@pytest.mark.parametrize("writers", [3])
def test_11_processes_that_share_a_file_lose_no_write_of_each_other(tmp_path: Path, writers: int):
    """The same keys, at once. Two of them, at length: `python -m tests.endurance.two_processes`."""
    count = 60 // writers
    path, key_file = tmp_path / "store.db", tmp_path / "key"
    Identity.generate().save(key_file)
    names = [f"process-{number}" for number in range(writers)]
    children = [acknowledged.start(path, key_file, count, name) for name in names]
    for child in children:
        acknowledged.go(child)
    said = []
    for child in children:
        output, errors = acknowledged.end(child)
        assert (child.returncode, errors) == (0, b""), "a busy file is nobody's concern"
        said += acknowledged.read(output)
    assert len(said) == count * writers
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        known = connection.execute("SELECT id FROM head UNION SELECT id FROM past")
        lost = {one.event_id for one in said} - {id_ for (id_,) in known}
        heads = {id_ for (id_,) in connection.execute("SELECT id FROM head")}
    assert (verdict, lost) == ("ok", set())
    shown = asyncio.run(_recalled(path, key_file))
    standing = {one.key: one.value for one in said if one.event_id in heads}
    assert shown == standing
    assert len(shown) == count


async def _recalled(path: Path, key_file: Path) -> dict[str, str]:
    async with MemoryStore(Identity.from_file(key_file), path=path) as store:
        return {memory.key: memory.value for memory in await store.recall_all()}


# ---------------------------------------------------------------------------- forgetting


@pytest.mark.parametrize("first", ["forgets", "writes"])
@pytest.mark.parametrize(
    ("what", "stands"),
    [
        ("another value", "w"),
        ("the same value", "v"),
        ("forgets too", None),
    ],
)
async def test_21_a_forgetting_meets_an_edit_that_had_not_seen_it(
    identity: Identity, tmp_path: Path, what: str, stands: str | None, first: str
):
    """A value written meanwhile lives on, alone; everything else stays forgotten.

    The relay hears the forgetting first, or the edit.
    """
    relay = QuirkRelay()
    paths = {name: tmp_path / f"{name}.db" for name in ("forgets", "writes")}
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=paths["forgets"], addressing="plain", config=SOON
        ) as store:
            await store.remember("k", "v")
        await _round(identity, [server.url], [paths["writes"]])
        async with MemoryStore(identity, path=paths["forgets"]) as offline:
            await offline.forget("k")
        async with MemoryStore(identity, path=paths["writes"]) as offline:
            if what == "forgets too":
                await offline.forget("k")
            elif stands is not None:
                await offline.remember("k", stands)
        order = [paths[first], *(path for name, path in paths.items() if name != first)]
        said = await _rounds(2, identity, [server.url], order)
        assert [one.get("kv k") for one in said] == [stands, stands]
        async with MemoryStore(identity, server.url, path=paths["writes"], config=SOON) as store:
            await store.remember("k", "again")
            await store.sync()
        said = await _round(identity, [server.url], order)
        assert [one["kv k"] for one in said] == ["again", "again"]
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            assert (await fresh.recall("k")).value == "again"


async def test_21_a_use_does_not_bring_back_what_was_forgotten_meanwhile(
    identity: Identity, tmp_path: Path
):
    """Reading a memory on one device while another forgets it; and then it may be had again."""
    relay = QuirkRelay()
    paths = [tmp_path / "0.db", tmp_path / "1.db"]
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=paths[0], addressing="plain", config=SOON
        ) as store:
            await _write(store, "green", "tree")
        await _round(identity, [server.url], paths[1:])
        async with MemoryStore(identity, path=paths[0]) as offline:
            await offline.persona_forget("world", "facts", "maple")
        async with MemoryStore(identity, path=paths[1]) as offline:
            assert (await _maple(offline)).value == "green"
            assert (await _maple(offline)).value == "green"
        said = await _rounds(2, identity, [server.url], [paths[1], paths[0]])
        assert said == [{}, {}]
        async with MemoryStore(identity, server.url, path=paths[1], config=SOON) as store:
            await _write(store, "red")
            await store.sync()
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            maple = await _maple(fresh)
            assert (maple.value, maple.themes) == ("red", ()), "a new life, nothing of the old"


HAD_TO_DO = ("a use", "a link", "a pin", "the same value", "another value", "nothing", "forgets")
"""What was done to a memory where nobody saw; to each its own."""


@pytest.mark.parametrize("first", ["lets it go", "has to do with it"])
async def test_21_a_dissolution_meets_what_had_to_do_with_it(
    identity: Identity, tmp_path: Path, first: str
):
    """Whatever was done to it where nobody saw brings it back as it was; but forgetting does not.

    The relay hears of the dissolution first, or of the other.
    """
    clock = ManualClock()
    relay = QuirkRelay(clock=clock.now)
    paths = {name: tmp_path / f"{name}.db" for name in ("lets it go", "has to do with it")}
    order = [paths[first], *(path for name, path in paths.items() if name != first)]
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity,
            server.url,
            path=paths["lets it go"],
            addressing="plain",
            config=SOON,
            clock=clock,
        ) as store:
            await store.persona_remember("world", "facts", "oak", "old", pinned=True)
            for what in HAD_TO_DO:
                await store.persona_remember(
                    *("world", "facts", what, "green", ["tree"]), source="book", confidence=0.5
                )
        await _round(identity, [server.url], [paths["has to do with it"]], clock=clock)
        clock.advance(205 * DAY)
        await _rounds(2, identity, [server.url], order, clock=clock)
        clock.advance(30 * DAY)
        async with MemoryStore(
            identity, server.url, path=paths["lets it go"], config=SOON, clock=clock
        ) as store:
            await store.sync()
            plan = await store.prune_plan()
            assert sorted(plan.deletes) == sorted(f"world/facts/{what}" for what in HAD_TO_DO)
            await server.stop()
            assert await store.persona_prune() == len(HAD_TO_DO)
        clock.advance(60)
        async with MemoryStore(identity, path=paths["has to do with it"], clock=clock) as offline:
            for what in HAD_TO_DO:
                await _have_to_do_with_it(offline, what)
        clock.advance(60)
        await server.start()
        said = await _rounds(3, identity, [server.url], order, clock=clock)
        assert said[0] == said[1]
        async with MemoryStore(identity, server.url, config=SOON, clock=clock) as fresh:
            for what in HAD_TO_DO:
                stands = said[0].get(f"persona world/facts/{what}")
                if what in ("nothing", "forgets"):
                    assert stands is None, what
                    continue
                links = ["oak"] if what == "a link" else []
                value = "red" if what == "another value" else "green"
                assert stands == (value, "book", 0.5, None, ["tree"], links), what
                (found,) = await fresh.persona_recall("world", "facts", what)
                # a link says nothing of how relevant it is: it has another thirty days
                state = "dissolved" if what == "a link" else "active"
                shown = (found.value, found.state, found.pinned)
                assert shown == (value, state, what == "a pin"), what


async def _have_to_do_with_it(store: MemoryStore, what: str) -> None:
    match what:
        case "a use":
            await store.persona_recall("world", "facts", what)
        case "a link":
            await store.persona_connect(what, "oak")
        case "a pin":
            await store.persona_pin(what)
        case "the same value":
            await store.persona_remember("world", "facts", what, "green", ["tree"])
        case "another value":
            await store.persona_remember("world", "facts", what, "red", ["tree"])
        case "forgets":
            await store.persona_forget("world", "facts", what)


# ------------------------------------------------------------------------- plain clients


async def test_27_a_plain_writers_edit_wins_its_field_and_costs_nothing_else(
    identity: Identity, tmp_path: Path
):
    """The shapes of 0.3.1, which knows no `_sync`; the client itself plays in `tests/interop`."""
    clock = ManualClock()
    relay = QuirkRelay(clock=clock.now)
    paths = [tmp_path / "0.db", tmp_path / "1.db"]
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=paths[0], addressing="plain", config=SOON, clock=clock
        ) as store:
            await _write(store, "green", "tree", source="book", confidence=0.5)
            await store.remember("k", "ours")
            await store.sync()
        await _round(identity, [server.url], paths[1:], clock=clock)
        clock.advance(60)
        (head,) = by_hand.at(relay, MAPLE)
        shown = by_hand.body(identity, head)
        del shown["_sync"]
        # a device of ours adds a theme, and nobody hears of it
        async with MemoryStore(identity, path=paths[1], clock=clock) as offline:
            await _write(offline, "green", "tree", "maple")
        # then the plain client reads what is there, changes one field, and writes it back
        clock.advance(60)
        later = int(clock.now())
        shown["value"] = "red in autumn"
        kv = {"type": "sense-memory:kv", "key": "k", "value": "theirs", "ts": clock.now()}
        relay.seed(
            [
                by_hand.event(identity, MAPLE, shown, later),
                by_hand.event(identity, "sense-memory/k", kv, later),
            ]
        )
        clock.advance(60)
        said = await _rounds(2, identity, [server.url], paths, clock=clock)
        assert said[0] == said[1]
        assert said[0]["kv k"] == "theirs"
        assert said[0]["persona world/facts/maple"] == (
            *("red in autumn", "book", 0.5, None),
            *(["maple", "tree"], []),
        )
        (head,) = by_hand.at(relay, MAPLE)
        last = by_hand.body(identity, head)
        # what 0.3.1 reads it with: these fields, of these types
        assert {name: type(last[name]) for name in shown} == {
            name: type(value) for name, value in shown.items()
        }
        assert (last["value"], sorted(last["themes"])) == ("red in autumn", ["maple", "tree"])
