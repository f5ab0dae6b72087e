"""The page's server."""

import socket

from ..adapters.web.serving import Serving
from ..core.ports import Clock
from ..store import MemoryStore
from .app import Page
from .border import Border, Pass
from .finding import find
from .live import Live
from .memory_detail import memory_detail


class UiService:
    """A server that shows one mind to this machine's browser.

    Args:
        store: Open, and restricted to a scope if it is to be.
        clock: The store's.
        own: What the browser has to show.
        may_write: Whether the page may change anything.
    """

    def __init__(
        self, store: MemoryStore, clock: Clock, own: Pass, *, may_write: bool = False
    ) -> None:
        self._store = store
        self._clock = clock
        self._live = Live(store)
        page = Page(store, clock, self._live, may_write=may_write)
        self._serving = Serving(Border(page.app(), own, may_write=may_write))

    async def read_ahead(self) -> int:
        """Read what the page asks first, which takes longest the first time.

        Returns:
            How many memories there are.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        there = await self._store.persona_recall()
        if there:
            await find(self._store, "memory")
            await memory_detail(self._store, there[0].name, self._clock.now())
        return len(there)

    async def serve(self, listener: socket.socket) -> None:
        """Answer until told to end.

        Args:
            listener: Listens at the loopback; it is closed by the end.
        """
        await self._serving.until_ended(listener)

    def end(self) -> None:
        """Take no more requests; ``serve`` returns once those that are under way are answered."""
        self._serving.end()
        self._live.end()
