"""Runs a server of this package beside a test that has no event loop, or is busy with its own."""

import asyncio
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

__all__ = ["InThread", "Startable"]

T = TypeVar("T")


class Startable(Protocol):
    """What `RelayServer` and `FaultProxy` have in common."""

    @property
    def url(self) -> str:
        """The address once started."""

    async def start(self) -> None:
        """Listen."""

    async def stop(self) -> None:
        """Stop listening."""


S = TypeVar("S", bound=Startable)


class InThread(Generic[S]):
    """A server on the event loop of a thread of its own: a context manager.

    Args:
        make: makes the server. Called in the thread, where its loop runs.

    Attributes:
        it: the server. What it holds may be read from anywhere; what it does, `call` does.
    """

    it: S

    def __init__(self, make: Callable[[], S]) -> None:
        self._make = make
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        """The address, such as `ws://127.0.0.1:7801`."""
        return self.it.url

    def call(self, function: Callable[..., T], *args: object, **options: object) -> T:
        """Run a function in the thread and return its result, such as `call(proxy.it.cut)`."""

        async def run() -> T:
            return function(*args, **options)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result()

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self.it = self.call(self._make)
            asyncio.run_coroutine_threadsafe(self.it.start(), self._loop).result()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            asyncio.run_coroutine_threadsafe(self.it.stop(), self._loop).result()
        finally:
            self._end()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
