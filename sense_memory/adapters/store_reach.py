"""Where a store does its work, seen from the code of an SDK."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeAlias, TypeVar

from .. import blocking
from ..blocking.making import behind
from ..core.errors import InputError
from ..store import MemoryStore

T = TypeVar("T")

AnyStore: TypeAlias = MemoryStore | blocking.MemoryStore


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
            InputError: An event loop runs in this thread, and the store is an asynchronous one.
        """
        if self._is_blocking:
            return blocking.run(work)
        if _running_loop() is not None:
            work.close()
            raise InputError(
                "a synchronous client stops the event loop on which this store is awaited; use the "
                "SDK's asynchronous client, or give with_memory a sense_memory.blocking.MemoryStore"
            )
        if self._loop is not None and self._loop.is_running():
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        return blocking.run(work)

    async def there(self, work: Coroutine[Any, Any, T]) -> T:
        """The same, awaited."""
        if self._is_blocking:
            return await asyncio.to_thread(blocking.run, work)
        return await work


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
