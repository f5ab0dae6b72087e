"""The one background event loop of this process, on which synchronous code has its work done."""

import asyncio
import atexit
import logging
import os
import sys
import threading
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from ..core.errors import StoreClosedError

log = logging.getLogger("sense_memory.blocking")

T = TypeVar("T")

LOOK_UP = 0.2 if sys.platform == "win32" else None
"""Seconds after which a waiting thread looks whether Ctrl-C was pressed; elsewhere it is told."""


class BackgroundLoop:
    """An event loop in a daemon thread, and what is to be closed before the process ends."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._stores: set[weakref.finalize[Any, Any]] = set()
        self._is_ending = False
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="blocking sense-memory", daemon=True
        )
        self._thread.start()

    def run(self, work: Callable[[], Awaitable[T]], asked: "Asked | None" = None) -> T:
        """What some work returns; it is begun and done on the loop, while this thread waits.

        An interruption of this thread (Ctrl-C) cancels the work, and is raised once it has ended;
        a second one is raised at once.

        Args:
            work: Called on the loop for what to await.
            asked: Through which the work has this thread do things while it waits.

        Raises:
            RuntimeError: This is the loop's own thread, which would wait for itself.
            StoreClosedError: The process was forked from the one that has the loop, or ends.
        """
        self.check_caller()
        call = _Call(work, asked or Asked(self._loop))
        self._loop.call_soon_threadsafe(call.start)
        try:
            call.wait()
        except BaseException:
            self._loop.call_soon_threadsafe(call.cancel)
            call.wait()
            raise
        return call.result()

    def asked(self) -> "Asked":
        """What lets work on the loop have the thread that waits for it do something."""
        return Asked(self._loop)

    def check_caller(self) -> None:
        """Raise if this thread may not wait for this loop; as ``run`` does."""
        if os.getpid() != self.process:
            raise StoreClosedError(
                "this store was made before the process was forked, and belongs to the parent; "
                "make a new one in this process"
            )
        if threading.get_ident() == self._thread.ident:
            raise RuntimeError(
                "sense_memory.blocking was called from its own event loop, which would wait for "
                "itself; what runs there (an encoder, a language model, an async iterable) uses "
                "the asynchronous MemoryStore"
            )
        if self._is_ending:
            raise StoreClosedError("the process is ending, and its stores were closed")

    # ------------------------------------------------------------------- closing

    def close_with(self, holder: object, close: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Close a store once nobody holds ``holder`` any more, or when the process ends."""
        finalizer = weakref.finalize(holder, self._dropped, close)
        finalizer.atexit = False  # by then no thread may be started; see ``end``
        self._stores = {one for one in self._stores if one.alive} | {finalizer}

    def _dropped(self, close: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if os.getpid() == self.process and not self._is_ending:
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(_closed(close)))

    def end(self) -> None:
        """Close every store, each within its own time-out, and stop."""
        if os.getpid() != self.process or self._is_ending:
            return
        held = [parts for one in self._stores if (parts := one.detach()) is not None]
        closing = [parts[2][0] for parts in held]

        async def close_all() -> None:
            await _closed(*closing)
            running = asyncio.all_tasks() - {asyncio.current_task()}
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await self._loop.shutdown_asyncgens()

        try:
            self.run(close_all)
        finally:
            self._is_ending = True
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


class Asked:
    """How work on the loop has the thread that waits for it do something."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.inbox: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    async def do(self, job: Callable[[], T]) -> T:
        """What a job returns, done by the waiting thread; what it raises is raised there."""
        done: asyncio.Future[T] = self._loop.create_future()

        def serve() -> None:
            result = job()
            self._loop.call_soon_threadsafe(_settle, done, result)

        self.inbox.put(serve)
        return await done


def _settle(done: asyncio.Future[T], result: T) -> None:
    if not done.done():  # the work may have been broken off meanwhile
        done.set_result(result)


class Fed(AsyncIterator[T], Generic[T]):
    """A plain iterator for work on the loop, advanced by the thread that waits for the work.

    So it may itself use a blocking store, and stays in the thread it came from.
    """

    def __init__(self, source: Iterator[T], asked: Asked) -> None:
        self._source = source
        self._asked = asked

    async def __anext__(self) -> T:
        ended: list[T] = []
        item = await self._asked.do(lambda: next(self._source, ended))
        if item is ended:
            raise StopAsyncIteration
        return item  # type: ignore[return-value]


class _Call(Generic[T]):
    """One call of a thread, while it waits."""

    def __init__(self, work: Callable[[], Awaitable[T]], asked: Asked) -> None:
        self._work = work
        self._asked = asked
        self._task: asyncio.Task[T] | None = None
        self._has_ended = False

    def start(self) -> None:
        """Begin the work; on the loop."""
        self._task = asyncio.get_running_loop().create_task(self._awaited())
        self._task.add_done_callback(lambda _: self._asked.inbox.put(None))

    async def _awaited(self) -> T:
        return await self._work()

    def cancel(self) -> None:
        """Break the work off; on the loop."""
        if self._task is not None:
            self._task.cancel()

    def wait(self) -> None:
        """Wait until the work has ended, and do meanwhile what it asks for; in the thread."""
        while not self._has_ended:
            try:
                job = self._asked.inbox.get(timeout=LOOK_UP)
            except Empty:
                continue
            if job is None:
                self._has_ended = True
            else:
                job()

    def result(self) -> T:
        """What it returned, or raised; in the thread."""
        assert self._task is not None  # noqa: S101
        if self._task.cancelled():
            raise StoreClosedError("the process is ending, and what was under way was broken off")
        return self._task.result()


async def _closed(*closing: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Close stores for whom nobody waits: what fails is told to the log."""
    for error in await asyncio.gather(*(close() for close in closing), return_exceptions=True):
        if error is not None:
            log.error("a store was not closed: %s", type(error).__name__, exc_info=error)


class _Process:
    """Which loop this process has."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.loop: BackgroundLoop | None = None


_process = _Process()


def background() -> BackgroundLoop:
    """The loop of this process, begun when it is first asked for."""
    with _process.lock:
        if _process.loop is None:
            _process.loop = BackgroundLoop()
            _at_exit(_process.loop.end)
        return _process.loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, run on the loop that all blocking stores of this process share.

    Args:
        work: Such as what a method of an asynchronous ``MemoryStore`` gives.

    Raises:
        RuntimeError: This is the loop's own thread.
    """
    loop = background()
    try:
        loop.check_caller()
    except BaseException:
        work.close()  # it was never begun
        raise
    return loop.run(lambda: work)


def _at_exit(end: Callable[[], None]) -> None:
    # atexit is too late: executors take no work any more, and the file is written by one
    getattr(threading, "_register_atexit", atexit.register)(end)


def _forget_parent() -> None:
    """In a forked child there is no thread but one, and a lock may be held for ever."""
    _process.lock = threading.Lock()
    _process.loop = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parent)
