"""A relay for a demo: nostr-sdk's, in a process of its own on this machine."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .exits import Code, CommandError

if TYPE_CHECKING:
    from relay_fixtures.local_relay import LocalRelay


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
