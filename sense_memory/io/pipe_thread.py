"""Calls that wait for the other end of a pipe, and do not keep the process alive."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import IO, Any, TypeAlias, TypeVar

T = TypeVar("T")
Call: TypeAlias = "tuple[asyncio.Future[Any], Callable[[], Any]]"


class PipeThread:
    """One thread for the blocking calls on one pipe, in order.

    The threads that asyncio lends are waited for when the process ends, and one that reads a pipe
    which nobody closes would never come back.

    Args:
        pipe: Closed with the thread.
        name: What it is for.
    """

    def __init__(self, pipe: IO[bytes], name: str) -> None:
        self._pipe = pipe
        self._calls: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name=name, daemon=True).start()

    def start(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """What a blocking call will return, or raise; whoever has the future may settle it first.

        Raises:
            OSError, ValueError: What the call raised.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._calls.put((future, work))
        return future

    def stop(self) -> None:
        """Close the pipe after the calls that were started; one that never returns is left."""
        self._calls.put(None)

    def _serve(self) -> None:
        while (call := self._calls.get()) is not None:
            future, work = call
            error: Exception | None = None
            result = None
            try:
                result = work()
            except (OSError, ValueError) as failure:
                error = failure
            with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits any more
                future.get_loop().call_soon_threadsafe(_settle, future, result, error)
        with contextlib.suppress(OSError):
            self._pipe.close()


def _settle(future: "asyncio.Future[Any]", result: object, error: Exception | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
