"""Taking turns within one process, on whatever event loop it runs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Turns:
    """One after the other, in the order in which they came.

    A store may be used from a second ``asyncio.run``: who waits there waits for nobody of the
    first.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """While it is nobody else's turn."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._lock = loop, asyncio.Lock()
        async with self._lock:
            yield
