"""The page's server on a thread of its own, as a browser of the tests meets it."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import TypeVar

from sense_memory import Identity, MemoryStore
from sense_memory.adapters.web.address import Address
from sense_memory.cli.demo_relay import demo_relays
from sense_memory.core.clock import SystemClock
from sense_memory.core.ports import Clock
from sense_memory.ui.border import Pass
from sense_memory.ui.demo.demo_mind import demo_mind, demo_mind_on
from sense_memory.ui.mind import Mind
from sense_memory.ui.service import UiService

T = TypeVar("T")
Opened = Callable[[], AbstractAsyncContextManager[tuple[MemoryStore, Clock]]]


@asynccontextmanager
async def empty() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """A mind that knows nothing, in memory."""
    async with MemoryStore(Identity.generate()) as store:
        yield store, SystemClock()


@asynccontextmanager
async def demo() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """The made-up one."""
    async with demo_mind() as made:
        yield made.store, made.clock


@asynccontextmanager
async def demo_on_relays() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """The same on three devices and three relays, one of which is good; it takes seconds."""
    async with demo_relays() as relays, demo_mind_on(relays) as made:
        assert made.rest is not None
        await made.rest
        yield made.store, made.clock


@asynccontextmanager
async def serving(
    store: MemoryStore, clock: Clock | None = None, *, may_write: bool = False
) -> AsyncIterator[Pass]:
    """The server of a store on this loop, with a real socket; what a browser has to show."""
    listener = Address.parse("0").listen()
    own = Pass(Address.parse("0").at(listener).port)
    service = UiService(Mind(store, clock or SystemClock(), may_write), own)
    await service.read_ahead()
    task = asyncio.create_task(service.serve(listener))
    try:
        yield own
    finally:
        service.end()
        await task


class UiHost:
    """A server with its store, on another thread.

    Attributes:
        own: What a browser has to show.
    """

    def __init__(self, opened: Opened, *, may_write: bool) -> None:
        self._opened = opened
        self._may_write = may_write
        self._started = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._store: MemoryStore | None = None
        self._stop: asyncio.Event | None = None
        self.own = Pass(0)
        self._thread = threading.Thread(target=asyncio.run, args=(self._live(),), daemon=True)

    async def _live(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        with contextlib.ExitStack() as at_last:
            at_last.callback(self._started.set)
            async with self._opened() as (store, clock):
                self._store = store
                async with serving(store, clock, may_write=self._may_write) as self.own:
                    self._started.set()
                    await self._stop.wait()

    def start(self) -> None:
        self._thread.start()
        assert self._started.wait(120)
        assert self.own.port, "it did not start"

    def end(self) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)
        assert not self._thread.is_alive()

    def call(self, work: Callable[[MemoryStore], Awaitable[T]]) -> T:
        """What some work with the store gives, on the thread of the store."""
        assert self._loop is not None
        assert self._store is not None
        store = self._store

        async def done() -> T:
            return await work(store)

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(20)


@contextmanager
def hosted(opened: Opened, *, may_write: bool = False) -> Iterator[UiHost]:
    """A server on a thread of its own."""
    host = UiHost(opened, may_write=may_write)
    host.start()
    try:
        yield host
    finally:
        host.end()


def remember(host: UiHost, name: str, value: str) -> None:
    """Somebody else learns something."""

    async def learn(store: MemoryStore) -> None:
        domain, facet, key = name.split("/")
        await store.persona_remember(domain, facet, key, value)

    host.call(learn)
