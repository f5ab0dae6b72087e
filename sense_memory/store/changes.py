"""Every change of the mind as it happens: what views fold, handed to whoever watches."""

import asyncio
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any, Self

from ..core.change import Change
from ..core.errors import StoreClosedError
from ..core.ref import Ref
from ..io.repository import Repository
from ..wire.schemas import schema_of


class Changes(AsyncIterator[Change[object]]):
    """The changes of one scope from the moment this was made, oldest first.

    A consumer that is slower than the changes gets one for each record: from what stood there when
    it last looked to what stands there now. So nobody waits for it, and what waits here is never
    more than there are records. Records that are as they were are left out.

    It ends when the store is closed, once what came before was handed out, and goes with its last
    reference if it is dropped. One task reads one of these; several tasks take one each.
    """

    def __init__(
        self, scope: str, opened: Callable[[], Awaitable[Repository]], poll_interval: float
    ) -> None:
        self._scope = scope
        self._opened = opened
        self._poll_interval = poll_interval
        self._pending: dict[Ref[Any], Change[object]] = {}
        self._waiter: asyncio.Future[None] | None = None
        self._has_ended = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change[object]:
        while not self._pending:
            if self._has_ended:
                raise StopAsyncIteration
            repository = await self._opened_here()
            if repository is not None:
                await repository.follow()
            if not self._pending and not self._has_ended:
                await self._news(repository is not None and repository.has_file)
        return self._pending.pop(next(iter(self._pending)))

    async def _opened_here(self) -> Repository | None:
        """The store, opened if it is not open on this loop; ``None`` while it is being closed."""
        try:
            return await self._opened()
        except StoreClosedError:
            return None  # closing takes a while, brings the last changes, and ends this

    async def _news(self, has_file: bool) -> None:
        """Wait for news, or until it is time to look what other processes did to the file."""
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(self._poll_interval if has_file else None):
                await self._waiter
        except TimeoutError:
            pass
        finally:
            self._waiter = None

    async def aclose(self) -> None:
        """Watch no more."""
        self._pending.clear()
        self.end()

    def end(self) -> None:
        """Nothing more will come."""
        self._has_ended = True
        self._wake()

    def take(self, change: Change[object]) -> None:
        """Put a change where the consumer finds it."""
        if self._has_ended or change.ref.scope != self._scope:
            return
        if (first := self._pending.get(change.ref)) is not None:
            change = replace(change, before=first.before, is_before_known=first.is_before_known)
        if change.is_before_known and change.before == change.after:
            self._pending.pop(change.ref, None)
            return
        self._pending[change.ref] = change
        self._wake()

    def _wake(self) -> None:
        waiter = self._waiter
        # a loop that was closed with somebody waiting on it wakes nobody any more
        if waiter is not None and not waiter.done() and not waiter.get_loop().is_closed():
            waiter.set_result(None)


class Watchers:
    """A view that hands each change to everyone who watches."""

    def __init__(self) -> None:
        self._watching: weakref.WeakSet[Changes] = weakref.WeakSet()

    def add(self, changes: Changes) -> None:
        """Hand it what comes from now on, for as long as somebody holds it."""
        self._watching.add(changes)

    def apply(self, change: Change[object]) -> None:
        """Fold one change in."""
        schema = schema_of(change.ref.kind)
        if schema.is_of_store or schema.is_cache:
            return  # settings, keys and devices are no part of the mind; vectors say nothing new
        for changes in list(self._watching):
            changes.take(change)

    def end(self) -> None:
        """The store is closed."""
        for changes in list(self._watching):
            changes.end()
