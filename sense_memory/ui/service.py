"""The page's server."""

import contextlib
import socket

from ..adapters.web.serving import Serving
from ..core.errors import ReadFailedError
from .app import page_of
from .border import Border, Pass
from .live import Live
from .memories.finding import find
from .memories.memory_detail import memory_detail
from .mind import Mind


class UiService:
    """A server that shows one mind to this machine's browser.

    Args:
        mind: What is looked into.
        own: What the browser has to show.
    """

    def __init__(self, mind: Mind, own: Pass) -> None:
        self._mind = mind
        self._live = Live(mind.store)
        self._serving = Serving(Border(page_of(mind, self._live), own, may_write=mind.may_write))

    async def read_ahead(self) -> None:
        """Read what the page asks first, which takes longest the first time.

        Where nothing is known here and no relay could be read to its end, the page says so, and
        what keeps each relay.
        """
        with contextlib.suppress(ReadFailedError):
            there = await self._mind.store.persona_recall()
            if there:
                await find(self._mind.store, "memory")
                await memory_detail(self._mind.store, there[0].name, self._mind.clock.now())

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
