"""The page's server."""

import socket

from ..adapters.web.serving import Serving
from ..core.ports import Clock
from ..store import MemoryStore
from .app import Page
from .border import Border, Pass
from .live import Live


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
        self._live = Live(store)
        page = Page(store, clock, self._live, may_write=may_write)
        self._serving = Serving(Border(page.app(), own, may_write=may_write))

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
