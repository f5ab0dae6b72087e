"""Relays for a demo, on this machine: nostr-sdk's, in a process of its own, and a careless one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .exits import Code, CommandError

if TYPE_CHECKING:
    from relay_fixtures.local_relay import LocalRelay
    from relay_fixtures.server import RelayServer

    from ..ui.demo.elsewhere import DemoRelays

HIDDEN = 0.03
"""The share of its events that the careless relay hides in the end."""


def can_run_relay() -> bool:
    """Whether nostr-sdk, which brings the relay, is installed."""
    return find_spec("nostr_sdk") is not None


@asynccontextmanager
async def demo_relay() -> "AsyncIterator[LocalRelay]":
    """The relay, empty; it ends with the demo.

    Raises:
        CommandError: It did not start.
    """
    from relay_fixtures.local_relay import LocalRelay, RelayStartError

    async with AsyncExitStack() as stack:
        try:
            relay = await stack.enter_async_context(LocalRelay())
        except RelayStartError as error:
            raise CommandError(Code.ERROR, f"the relay did not start: {error}") from None
        yield relay


@asynccontextmanager
async def demo_relays() -> "AsyncIterator[DemoRelays]":
    """Two such relays and a careless one; they end with the demo.

    Raises:
        CommandError: One did not start.
    """
    from ..ui.demo.elsewhere import DemoRelays

    async with AsyncExitStack() as stack:
        try:
            async with asyncio.TaskGroup() as together:  # each takes half a second
                stays, goes = (
                    together.create_task(stack.enter_async_context(demo_relay())) for _ in range(2)
                )
                careless = await stack.enter_async_context(_careless_relay())
        except* CommandError as group:
            raise group.exceptions[0] from None
        yield DemoRelays(stays.result(), goes.result(), careless)


class CarelessRelay:
    """A relay that deletes nothing, and later hides some of what it took.

    Args:
        server: It, running.
    """

    def __init__(self, server: "RelayServer") -> None:
        self._server = server

    @property
    def url(self) -> str:
        """Where it is."""
        return self._server.url

    def hide_some(self) -> None:
        """From now on it shows some of what it has to nobody."""
        relay = self._server.relay
        relay.quirks = replace(relay.quirks, withholds=HIDDEN)


@asynccontextmanager
async def _careless_relay() -> AsyncIterator[CarelessRelay]:
    """That relay, on this event loop; it ends with the demo."""
    from nips import nip09
    from relay_fixtures.quirk_relay import QuirkRelay
    from relay_fixtures.quirks import Quirks
    from relay_fixtures.server import RelayServer

    said = {
        "name": "A careless relay, made up for this demo",
        "software": "relay_fixtures",
        "supported_nips": [1, 11, 77],
        "limitation": {"max_limit": 5_000},
    }
    # it compares: to be read page by page again and again would take the page's time
    quirks = Quirks(negentropy=True, refused_kinds=frozenset({nip09.KIND}), nip11_document=said)
    async with RelayServer(QuirkRelay(quirks)) as server:
        yield CarelessRelay(server)
