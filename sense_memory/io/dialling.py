"""Opening a WebSocket at the URL that was given, and at no other."""

import functools
from collections.abc import Awaitable, Callable
from typing import Any


@functools.cache
def opener() -> Callable[..., Awaitable[Any]]:
    """What opens a WebSocket; called as ``websockets.asyncio.client.connect`` is.

    That one goes where an HTTP redirect points: to a relay that nobody chose, or to a machine in
    this network. This one fails with ``InvalidStatus``.
    """
    from websockets.asyncio.client import connect

    class Straight(connect):
        def process_redirect(self, exc: Exception) -> Exception | str:
            return exc

    return Straight
