"""Streams of SDKs, unchanged, to which memory listens."""

import asyncio
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Self

import wrapt

from ..core.errors import SenseMemoryError
from .client_memory import ClientMemory, Exchange
from .exchange import Ear

_LEAVING = (KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError)
"""What ends a reader, and is no failure of the stream."""


class Tap:
    """Hears a stream, and keeps its exchange when it ends or is left, once.

    A stream that its reader leaves, or whose reader is cancelled, keeps what was said until then.
    Of one that breaks off by itself, the call has failed, and nothing is kept.
    """

    def __init__(self, memory: ClientMemory, exchange: Exchange, ear: Ear) -> None:
        self._memory = memory
        self._exchange = exchange
        self._ear = ear
        self._is_open = False
        self._has_failed = False
        self._leaving: asyncio.Task[None] | None = None

    def hear(self, event: Any) -> None:
        """Take in what the reader is about to get."""
        self._is_open = True
        self._ear.hear(event)

    def settle(self) -> None:
        """The reader has all that it wants."""
        if self._closes():
            self._memory.wait(self._memory.end(self._exchange, self._ear.answered()))

    async def settled(self) -> None:
        """The same on an event loop."""
        if self._closes():
            await self._memory.ended(self._exchange, self._ear.answered())
        elif self._leaving is not None:
            # whoever left a loop over it is closing it now: it is kept by then
            await asyncio.shield(self._leaving)

    def dropped(self) -> None:
        """A synchronous reader has gone without a word: wherever the interpreter notices it."""
        if not self._closes():
            return
        exchange, answered = self._exchange, self._ear.answered()
        try:
            self._memory.wait(self._memory.end(exchange, answered))
        except (RuntimeError, SenseMemoryError):  # this thread may not wait, or the process ends
            self._memory.leave(exchange, answered)

    def leave_soon(self) -> None:
        """An asynchronous one has."""
        if not self._closes():
            return
        exchange, answered = self._exchange, self._ear.answered()
        try:
            self._leaving = self._memory.ending(exchange, answered)
        except RuntimeError:  # no loop runs in this thread
            self._memory.leave(exchange, answered)

    def fail(self) -> None:
        """The stream broke off."""
        self._is_open = False
        self._has_failed = True
        self._memory.give_up(self._exchange)

    def _closes(self) -> bool:
        """Whether something was heard since the last time."""
        closes, self._is_open = self._is_open and not self._has_failed, False
        return closes


def read(source: Iterator[Any], tap: Tap) -> Generator[Any, None, None]:
    """The events of a synchronous stream; whoever leaves the loop over them has left the stream."""
    while True:
        try:
            event = heard(lambda: next(source), tap)
        except StopIteration:
            return
        try:
            yield event
        except BaseException:
            tap.dropped()
            raise


def heard(following: Callable[[], Any], tap: Tap) -> Any:
    """The next event of a synchronous stream."""
    try:
        event = following()
    except StopIteration:
        tap.settle()
        raise
    except _LEAVING:
        tap.settle()
        raise
    except BaseException:  # whatever an SDK or its transport raises
        tap.fail()
        raise
    tap.hear(event)
    return event


async def heard_later(following: Callable[[], Awaitable[Any]], tap: Tap) -> Any:
    """The next event of an asynchronous stream."""
    try:
        event = await following()
    except StopAsyncIteration:
        await tap.settled()
        raise
    except _LEAVING:
        await tap.settled()
        raise
    except BaseException:  # whatever an SDK or its transport raises
        tap.fail()
        raise
    tap.hear(event)
    return event


class Reader(AsyncIterator[Any]):
    """What reads an asynchronous stream; whoever drops it has left the stream.

    A generator would be closed by the event loop some time later, and not before the next request.
    """

    def __init__(self, source: AsyncIterator[Any], tap: Tap) -> None:
        self._source = source
        self._tap = tap

    async def __anext__(self) -> Any:
        return await heard_later(self._source.__anext__, self._tap)

    async def aclose(self) -> None:
        """Let go of the stream."""
        close: Callable[[], Awaitable[None]] | None = getattr(self._source, "aclose", None)
        if close is not None:
            await close()
        await self._tap.settled()

    def __del__(self) -> None:
        self._tap.leave_soon()


class _Closing(wrapt.BaseObjectProxy):  # type: ignore[misc]
    """The HTTP response under a stream: helpers of the SDKs close it past the stream."""

    def __init__(self, response: Any, tap: Tap) -> None:
        super().__init__(response)
        self._self_tap = tap

    def close(self) -> None:
        """Let go of the connection."""
        self.__wrapped__.close()
        self._self_tap.settle()

    async def aclose(self) -> None:
        """Let go of the connection."""
        await self.__wrapped__.aclose()
        await self._self_tap.settled()


class _Tapped(wrapt.BaseObjectProxy):  # type: ignore[misc]
    """A stream of an SDK, of its own type and with all that it has."""

    def __init__(self, stream: Any, tap: Tap) -> None:
        super().__init__(stream)
        self._self_tap = tap
        # where it was read by ``next`` alone, nobody else tells that it is left
        weakref.finalize(self, self._left(tap)).atexit = False

    @staticmethod
    def _left(tap: Tap) -> Callable[[], None]:
        return tap.dropped

    @property
    def response(self) -> Any:
        """What the provider answered, as HTTP."""
        return _Closing(self.__wrapped__.response, self._self_tap)


class TappedStream(_Tapped):
    """A synchronous stream of OpenAI's or Anthropic's SDK."""

    def __next__(self) -> Any:
        return heard(self.__wrapped__.__next__, self._self_tap)

    def __iter__(self) -> Iterator[Any]:
        return read(iter(self.__wrapped__), self._self_tap)

    def __enter__(self) -> Self:
        self.__wrapped__.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.__wrapped__.__exit__(*error)
        self._self_tap.settle()

    def close(self) -> None:
        """Let go of the connection; what was heard is kept."""
        self.__wrapped__.close()
        self._self_tap.settle()


class AsyncTappedStream(_Tapped):
    """An asynchronous one."""

    @staticmethod
    def _left(tap: Tap) -> Callable[[], None]:
        return tap.leave_soon

    async def __anext__(self) -> Any:
        return await heard_later(self.__wrapped__.__anext__, self._self_tap)

    def __aiter__(self) -> AsyncIterator[Any]:
        return Reader(aiter(self.__wrapped__), self._self_tap)

    async def __aenter__(self) -> Self:
        await self.__wrapped__.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.__wrapped__.__aexit__(*error)
        await self._self_tap.settled()

    async def close(self) -> None:
        """Let go of the connection; what was heard is kept."""
        await self.__wrapped__.close()
        await self._self_tap.settled()

    async def aclose(self) -> None:
        """The same."""
        await self.close()
