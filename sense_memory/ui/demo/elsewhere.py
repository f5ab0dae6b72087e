"""Where else the made-up mind is: two more devices, and three relays, of which one is good."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ...core.config import Config, DeviceConfig, RelayConfig
from ...core.ports import Clock
from ...io.identity import Identity
from ...store import MemoryStore

READ_BACK_DELAY = 0.2
"""Seconds from an OK to the read that proves it, 10 outside of demos: nobody else writes there."""
MOST_LOOKS = 20
"""How often it is looked whether what was forgotten is gone, before one of the relays is."""
LAPTOP, PHONE, TABLET = "laptop", "phone", "tablet"
JOINED = ((LAPTOP, 421.0), (TABLET, 120.0), (PHONE, 64.0))
"""Each device, and how many days ago it was first used. Of the tablet nothing was heard since."""
WIFI = "museum_wifi"
HOURS = ("projects", "facts", "museum-hours")
FORGOTTEN = (("world", "facts", "lisbon-trains"), ("projects", "facts", "old-shop"))
FORGOTTEN_LATE = ("world", "facts", "berlin-tax")
SURPRISE = (
    "people",
    "facts",
    "ada-present",
    "A tuning fork of 1820, for Ada's birthday. Not a word!",
)
"""What is for this machine alone."""
APART = {
    LAPTOP: ("brass-numbers", "The museum is open until six."),
    PHONE: (
        "Brass numbers, with a blank",
        "It is open until seven, on Thursdays until nine.",
    ),
}
"""What two devices wrote without having seen each other."""
FIRST = "Begun, on the laptop."
LATE = (
    "Sam asked for the list of readers; Vergel sends it on Monday.",
    "The second round of texts begins when Priya is back.",
)


class DemoRelay(Protocol):
    """A relay that runs for the demo alone, and on which nothing is of its mind."""

    @property
    def url(self) -> str:
        """Where it is."""


class MortalRelay(DemoRelay, Protocol):
    """One that can be ended before the demo does."""

    def stop(self) -> None:
        """Let it be gone."""


class UntrueRelay(DemoRelay, Protocol):
    """One that does what good relays do not."""

    def hide_some(self) -> None:
        """Let it show some of what it has to nobody."""


@dataclass(frozen=True, slots=True)
class DemoRelays:
    """The relays of the demo.

    Attributes:
        stays: It takes everything.
        goes: The same, until it is stopped on the way.
        careless: It deletes nothing, and hides some in the end; only the laptop uses it.
    """

    stays: DemoRelay
    goes: MortalRelay
    careless: UntrueRelay


class PastClock(Clock, Protocol):
    """A clock that can be put back."""

    def put_back(self, days: float) -> None:
        """Let it show a time so many days ago; 0 is the present."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The devices of one mind.

    Attributes:
        relays: Where they meet.
        folder: Where each has its file.
        clock: The time on all of them.
        identity: Whose mind it is.
    """

    relays: DemoRelays
    folder: Path
    clock: PastClock
    identity: Identity = field(default_factory=Identity.generate, repr=False)

    @asynccontextmanager
    async def lived(
        self, live: Callable[[MemoryStore], Awaitable[None]]
    ) -> AsyncIterator[tuple[MemoryStore, asyncio.Task[None]]]:
        """The laptop's store at present, with its relays, after a past on all devices.

        Args:
            live: What the laptop lived through, and nobody has heard of until then.

        Yields:
            The store, and what goes on meanwhile: the relays are told, and two of them change.
        """
        # All of them meet once before any writes alone: they share the key that blinds names, which
        # the first write makes
        for name, ago in JOINED:
            self.clock.put_back(ago)
            async with self._device(name) as store:
                if name == LAPTOP:
                    await store.journal(FIRST)
                await store.sync()
        async with self._device(LAPTOP, on=()) as store:
            await store.import_events(await self._past(live, store))
            await _write_apart(store, LAPTOP)
            await store.local_only().persona_remember(*SURPRISE)
        async with self._device(PHONE, on=()) as store:
            await _write_apart(store, PHONE)
        everywhere = (*self._shared, self.relays.careless)
        async with self._device(LAPTOP, on=everywhere) as store, asyncio.TaskGroup() as meanwhile:
            rest = meanwhile.create_task(self._go_on(store))
            yield store, rest
            rest.cancel()

    async def _past(
        self, live: Callable[[MemoryStore], Awaitable[None]], begun: MemoryStore
    ) -> list[str]:
        """All events of it. It is lived in memory: a file makes sure of each step, on its disk."""
        async with MemoryStore(self.identity, addressing="blinded", clock=self.clock) as store:
            await store.import_events(begun.export_events())
            await live(store)
            self.clock.put_back(0)
            return [line async for line in store.export_events()]

    async def _go_on(self, laptop: MemoryStore) -> None:
        """Let all relays have everything, and some of it forgotten; then two of them change."""
        await laptop.sync()
        for name in FORGOTTEN:
            await laptop.persona_forget(*name)
        await laptop.sync()
        for _ in range(MOST_LOOKS):
            if self._has_it_all(laptop):
                break
            await asyncio.sleep(READ_BACK_DELAY)
            await laptop.sync()
        await asyncio.to_thread(self.relays.goes.stop)
        self.relays.careless.hide_some()
        for entry in LATE:
            await laptop.journal(entry)
        await laptop.persona_forget(*FORGOTTEN_LATE)
        await laptop.sync()
        async with self._device(PHONE) as phone:
            await phone.sync()
        await laptop.sync()

    def _has_it_all(self, laptop: MemoryStore) -> bool:
        """Whether the relays where all meet have everything, and showed it."""
        shared = {one.url for one in self._shared}
        relays = [one for one in laptop.status().relays if one.url in shared]
        return not any(one.waiting or one.accepted for one in relays)

    @property
    def _shared(self) -> tuple[DemoRelay, DemoRelay]:
        return self.relays.stays, self.relays.goes

    @asynccontextmanager
    async def _device(
        self, name: str, *, on: Sequence[DemoRelay] | None = None
    ) -> AsyncIterator[MemoryStore]:
        """One of them, on the relays where all meet, or on others."""
        relays = self._shared if on is None else on
        store = MemoryStore(
            self.identity,
            [relay.url for relay in relays] or None,
            path=self.folder / f"{name}.db",
            addressing="blinded",
            config=Config(
                relays=RelayConfig(read_back_delay=READ_BACK_DELAY),
                devices=DeviceConfig(name=name),
            ),
            clock=self.clock,
        )
        try:
            yield store
        finally:
            try:
                await store.close()
            except asyncio.CancelledError:
                await store.close()  # its file is to be closed before the folder goes
                raise


async def _write_apart(store: MemoryStore, device: str) -> None:
    wifi, hours = APART[device]
    await store.remember(WIFI, wifi)
    await store.persona_remember(*HOURS, hours)
