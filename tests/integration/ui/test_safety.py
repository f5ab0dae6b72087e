"""Safety in a real browser: on real relays, one of which is gone, with what devices wrote apart."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Config, DeviceConfig, Identity, MemoryStore, RelayConfig
from sense_memory.core.clock import SystemClock
from sense_memory.core.ports import Clock

from .browser import Browser, expect, looking
from .host import empty, hosted

SOON = RelayConfig(read_back_delay=0.2, close_timeout=1)


class Desk:
    """A device on two relays, with another one beside it.

    Attributes:
        here: The relay that is there.
        gone: The one that is not.
    """

    def __init__(self, folder: Path, here: LocalRelay, gone: LocalRelay) -> None:
        self.here, self.gone = here, gone
        self._folder = folder
        # relays may know it: it was not made a moment ago
        self._identity = Identity.from_hex(Identity.generate().private_key_hex)

    def store(self, name: str, *urls: str) -> MemoryStore:
        return MemoryStore(
            self._identity,
            list(urls) or None,
            path=self._folder / f"{name}.db",
            addressing="blinded",
            config=Config(relays=SOON, devices=DeviceConfig(name=name)),
        )

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[tuple[MemoryStore, Clock]]:
        """It, once it has met what the other one wrote in a train."""
        here, gone = self.here.url, self.gone.url
        async with self.store("desk", here, gone) as desk:
            await desk.persona_remember("user", "facts", "zone", "Europe/Lisbon")
            await desk.persona_remember("user", "facts", "shoes", "He wears <b>red</b> shoes.")
            await desk.sync()
        async with self.store("laptop", here, gone) as laptop:
            await laptop.sync()
        self.gone.stop()
        async with self.store("laptop") as laptop:
            await laptop.persona_remember("user", "facts", "zone", "Europe/Berlin")
        async with self.store("desk") as desk:
            await desk.persona_remember("user", "facts", "zone", "America/Vancouver")
        async with self.store("laptop", here) as laptop:
            await laptop.sync()
        async with self.store("desk", here, gone) as desk:
            await desk.sync()
            await desk.persona_forget("user", "facts", "shoes")
            await desk.sync()
            yield desk, SystemClock()


@pytest.fixture
def desk(tmp_path: Path, relays: Callable[[int], list[LocalRelay]]) -> Desk:
    return Desk(tmp_path, *relays(2))


def test_what_is_safe_and_what_is_not(browser: Browser, desk: Desk) -> None:
    with hosted(desk.opened, may_write=True) as host, looking(browser, host) as looker:
        page = looker.page
        page.get_by_role("link", name="Safety").click()
        expect(page.locator("#safety .headline")).to_contain_text("one relay only, of 2")


def test_a_mind_without_relays_says_so(browser: Browser) -> None:
    with hosted(empty) as host, looking(browser, host) as looker:
        page = looker.page
        page.get_by_role("link", name="Safety").click()
        expect(page.locator("#safety .headline")).to_contain_text("in the memory of one process")
