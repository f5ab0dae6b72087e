"""A store as the tools of a server use it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from ...core.errors import UnknownMemoryError
from ...store import MemoryStore

T = TypeVar("T")

LOOK_TIMEOUT = 5.0
"""Seconds to look on the relays for something that is not here."""
LOOK_AGAIN = 60.0
"""Seconds in which relays that were read need not be read once more for something missing."""


class Hosted:
    """A store, and what its clients may do with it.

    Writes happen in the order in which they were asked for, and who reads sees those before.

    Args:
        store: Open, and restricted to a scope if it is to be.
        read_only: Nothing is written, not even that a memory was used.
        may_forget: Whether they delete, too.
    """

    def __init__(self, store: MemoryStore, *, read_only: bool, may_forget: bool = True) -> None:
        self.store = store
        self.read_only = read_only
        self.may_forget = may_forget
        self._looked_at: float | None = None
        self._writing = asyncio.Lock()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[MemoryStore]:
        """The store, for a write: who asked before has written before."""
        async with self._writing:
            yield self.store

    async def reading(self) -> MemoryStore:
        """The store, once the writes that were asked for before are done."""
        async with self._writing:
            pass
        return self.store

    async def looking(self, work: Callable[[], Awaitable[T]]) -> T:
        """What some work gives; what it does not find here may be on the relays still.

        Raises:
            UnknownMemoryError: It is not there either.
        """
        try:
            return await work()
        except UnknownMemoryError:
            if not await self.looked():
                raise
            return await work()

    async def looked(self) -> bool:
        """Read the relays for something that is not here; whether that can have changed anything.

        They tell of what is new by themselves, so this is for the first moments.
        """
        now = asyncio.get_running_loop().time()
        if not self.store.relay_urls or (
            self._looked_at is not None and now - self._looked_at < LOOK_AGAIN
        ):
            return False
        self._looked_at = now
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_TIMEOUT):
                await self.store.sync()
        return True
