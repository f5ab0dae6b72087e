"""Many devices at once, on the network of the simulator: its time passes only when nobody works."""

import asyncio
import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path

import pytest

from nips.nip01 import Event
from relay_fixtures import Quirks
from sense_memory import Identity
from tests.simulator.device import Device
from tests.simulator.loop import VirtualTimeLoop
from tests.simulator.network import Conditions, Network, Publication, Way
from tests.simulator.randomness import seeded

DEVICES = int(os.environ.get("SENSE_FAULTS_DEVICES", "12"))
"""50 is what the matrix asks for."""
URLS = ["wss://one.example", "wss://two.example"]
HERE = ["ws://127.0.0.1:7001", "ws://127.0.0.1:7002"]
"""Relays on this machine: less time is left to others there to say what we would say."""
SEEDS = (1, 2)
K = "sense-memory/k"


def _play(
    work: Callable[[Network, list[Device]], Awaitable[None]],
    directory: Path,
    seed: int = 29,
    *,
    count: int = DEVICES,
    urls: Sequence[str] = tuple(URLS),
    latency: float = 0.05,
) -> None:
    """Let so many devices of one identity, all up to date, do something."""
    _ = Identity.generate().public_key_hex  # what is loaded on first use draws a number once
    loop = VirtualTimeLoop(random.Random(f"jobs {seed}"))

    async def main() -> None:
        network = Network(f"{seed}", Conditions(latency), lambda _: None)
        for url in urls:
            network.add_relay(url, Quirks())
        identity = Identity.from_hex(Identity.generate().private_key_hex)
        devices = [
            Device(
                f"d{number}",
                directory,
                network,
                identity,
                has_file=True,
                skew=0.0,
                addressing="plain",
            )
            for number in range(count)
        ]
        await devices[0].start()
        await devices[0].store.remember("k", "before")
        await devices[0].store.sync()
        for device in devices[1:]:
            await device.start()
        await asyncio.gather(*(device.store.sync() for device in devices))
        await work(network, devices)
        for device in devices:
            device.die()
        await asyncio.gather(*(device.buried() for device in devices))

    with seeded(f"secrets {seed}"):
        try:
            asyncio.set_event_loop(None)
            loop.run_until_complete(main())
        finally:
            loop.close()


def test_29_devices_that_reconnect_do_not_come_at_once(tmp_path: Path):
    """A relay that was away for ten minutes is greeted over the next five, not in one second."""

    async def reconnect(network: Network, devices: list[Device]) -> None:
        network.stop(URLS[0])
        await asyncio.sleep(600)
        relay, arrivals = network.relays[URLS[0]], list[float]()
        connect = relay.core.connect

        def counted() -> tuple[int, list[tuple[int, str]]]:
            arrivals.append(network.time())
            return connect()

        relay.core.connect = counted  # type: ignore[method-assign]
        network.start(URLS[0])
        await asyncio.sleep(310)
        assert len(arrivals) == DEVICES == len(relay.lines)
        peak = max(sum(at <= other < at + 1 for other in arrivals) for at in arrivals)
        assert peak <= max(3, DEVICES // 8)

    _play(reconnect, tmp_path)


def test_29_a_conflict_that_all_devices_merge_is_published_about_twice(tmp_path: Path):
    """Two write apart; all others hear both, and each could send what they make, to each relay.

    Each waits a random moment, and most then hear that another was sooner: on average two send.
    """
    merges: list[int] = []

    async def conflict(network: Network, devices: list[Device]) -> None:
        network.set_way(devices[0].who, URLS[1], Way.REFUSED)
        network.set_way(devices[1].who, URLS[0], Way.REFUSED)
        before = len(network.publications)
        await asyncio.gather(
            *(device.store.remember("k", device.name) for device in devices[:2]),
        )
        await asyncio.sleep(120)
        for device in devices:
            memory = await device.store.recall("k")
            assert memory is not None
            assert memory.value in ("d0", "d1")
        heads = {
            event.id
            for url in URLS
            for event in network.relays[url].core.events
            if event.kind == 30078 and event.d == K
        }
        said: list[tuple[str, Event]] = [
            (one.relay, one.event)
            for one in network.publications[before:]
            if one.event.kind == 30078 and one.event.d == K
        ]
        merged = [event for _, event in said if event.id not in _first(said)]
        assert merged, "otherwise there was no conflict"
        merges.append(len(merged))
        assert len(heads) <= 2

    for seed in SEEDS:
        directory = tmp_path / str(seed)
        directory.mkdir()
        _play(conflict, directory, seed)
    assert sum(merges) <= 3 * len(URLS) * len(SEEDS), "of 12 that could send, to each relay"


def _first(said: list[tuple[str, Event]]) -> set[str]:
    """The two that were written: the first at each relay."""
    return {next(event.id for relay, event in said if relay == url) for url in URLS}


def _at_k(publications: Iterable[Publication]) -> list[Publication]:
    return [one for one in publications if one.event.kind == 30078 and one.event.d == K]


@pytest.mark.parametrize("count", [2, 3])
def test_29_at_most_six_events_for_five_edits_at_each_of_two_relays(tmp_path: Path, count: int):
    """Devices that are in touch edit one memory in turn, faster than its date can follow."""

    async def edit(network: Network, devices: list[Device]) -> None:
        before, edits = len(network.publications), 0
        for turn in range(6):
            for number, device in enumerate(devices):
                await device.store.remember("k", f"{turn}/{number}")
                edits += 1
                await asyncio.sleep(0.15)
        for device in devices:
            await device.store.sync()
        for device in devices:
            memory = await device.store.recall("k")
            assert memory is not None
            assert memory.value == f"5/{count - 1}"
        sent = Counter(one.relay for one in _at_k(network.publications[before:]))
        assert max(sent[url] for url in HERE) / edits <= 1.2

    _play(edit, tmp_path, count=count, urls=HERE, latency=0.001)


def test_29_equal_merges_of_one_conflict_are_sent_once(tmp_path: Path):
    """Three devices come at once to two relays that hold two sides of a conflict."""
    sent: list[int] = []

    async def conflict(network: Network, devices: list[Device]) -> None:
        for url in HERE:
            network.stop(url)
        for device, url in zip(devices, HERE, strict=False):
            network.start(url)
            await device.store.persona_remember("people", "facts", "x", device.name, [device.name])
            await device.store.sync()
            network.stop(url)
        before = len(network.publications)
        for url in HERE:
            network.start(url)
        await asyncio.gather(*(device.store.sync() for device in devices))
        for _ in range(2):
            for device in devices:
                await device.store.sync()
        for device in devices:
            (found,) = await device.store.persona_recall("people", "facts", "x")
            assert found.themes == ("d0", "d1")
        address = "sense-memory/persona/people/facts/x"
        there = [[e for e in network.relays[url].core.events if e.d == address] for url in HERE]
        assert there[0] == there[1], "the relays hold the same event"
        said = [one for one in network.publications[before:] if one.event.d == address]
        sent.append(len(said))

    for seed in range(4):
        directory = tmp_path / str(seed)
        directory.mkdir()
        _play(conflict, directory, seed, count=3, urls=HERE, latency=0.001)
    assert sum(sent) <= 4 * len(sent), "two relays had to be told; an echo or two may cross"
