"""Where a store does its work, seen from the code of an SDK."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeAlias, TypeVar

from .. import blocking
from ..blocking.making import behind
from ..core.errors import InputError
from ..store import MemoryStore

T = TypeVar("T")

AnyStore: TypeAlias = MemoryStore | blocking.MemoryStore

PATIENCE = 30.0
"""Seconds in which an event loop that runs has begun something; else it is taken to be stopped."""

_WOULD_STOP = (
    "stops the event loop on which this store is awaited; use the asynchronous one (the SDK's "
    "asynchronous client, ainvoke, aput), or hand over a sense_memory.blocking.MemoryStore"
)


class StoreReach:
    """A store whose coroutines are run where it lives.

    A blocking store lives on the background loop of this process. An asynchronous one lives on the
    loop that runs where it is handed over; handed over where none runs, it is awaited wherever an
    asynchronous client is, and on the background loop for a synchronous one.

    Raises:
        InputError: It is no store.
    """

    def __init__(self, store: AnyStore) -> None:
        if not isinstance(store, MemoryStore | blocking.MemoryStore):
            raise InputError(
                "memory is kept in a MemoryStore, or in a sense_memory.blocking.MemoryStore, "
                f"not in a {type(store).__name__}"
            )
        self._store = store
        self._is_blocking = isinstance(store, blocking.MemoryStore)
        self._loop = None if self._is_blocking else _running_loop()

    @property
    def mind(self) -> MemoryStore:
        """The store, for coroutines."""
        if isinstance(self._store, MemoryStore):
            return self._store
        return behind(self._store)  # type: ignore[no-any-return]

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """What some work on the store gives, while this thread waits.

        Raises:
            InputError: The store is an asynchronous one, and its event loop runs in this thread, or
                is stopped by one that waits for this thread. Nothing was done.
        """
        if self._is_blocking:
            return blocking.run(work)
        if _running_loop() is not None:
            work.close()
            raise InputError(f"a synchronous call {_WOULD_STOP}")
        if self._loop is not None and self._loop.is_running():
            return _on(self._loop, work)
        return blocking.run(work)

    async def there(self, work: Coroutine[Any, Any, T]) -> T:
        """The same, awaited."""
        if self._is_blocking:
            return await asyncio.to_thread(blocking.run, work)
        return await work


def _on(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    """What some work gives, done by a loop that runs in another thread.

    Whoever runs synchronous code on that loop, which has threads of its own, and waits for them,
    would have this one wait for ever.
    """
    claim = threading.Lock()

    async def begun() -> T | None:
        return await work if claim.acquire(blocking=False) else None

    has_begun = asyncio.run_coroutine_threadsafe(begun(), loop)
    try:
        return has_begun.result(PATIENCE)  # type: ignore[return-value]  # claimed
    except TimeoutError:
        if claim.acquire(blocking=False):
            work.close()
            raise InputError(
                f"a synchronous call waited {PATIENCE:g} seconds for an event loop that does "
                f"nothing: what runs there {_WOULD_STOP}"
            ) from None
    return has_begun.result()  # type: ignore[return-value]


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
