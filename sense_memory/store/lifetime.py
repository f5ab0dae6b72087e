"""Opening and closing what a store stands on, on whichever event loop it is used."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.config import Config
from ..core.errors import CorruptDatabaseError, StorageError, StoreClosedError
from ..core.ports import Clock, View
from ..core.records.store_settings import Addressing
from ..io.database import SQLiteDatabase
from ..io.identity import Identity, as_signer
from ..io.repository import Repository
from ..mind.views import Views
from .changes import Changes, Watchers

if TYPE_CHECKING:
    from ..io.pool import Pool


log = logging.getLogger("sense_memory.store.lifetime")

LAST_WORDS = 2.0
"""Seconds that closing may take, every quarter of an hour, to say how far this device is."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a store's parts come from; resolved when it is first used."""

    identity: object
    relays: tuple[str, ...]
    path: Path | None
    addressing: Addressing | None
    fallback: Addressing = Addressing.PLAIN


class Lifetime:
    """The file, the repository and the pool of one store, opened on first use.

    Tasks and sockets belong to the running event loop. Used from another one, say in a second
    ``asyncio.run``, the relays are connected anew and everything else goes on.
    """

    def __init__(self, resolve: Callable[[], Source], clock: Clock, config: Config) -> None:
        self._resolve = resolve
        self._clock = clock
        self._config = config
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = asyncio.Lock()
        self.source: Source | None = None
        self.database: SQLiteDatabase | None = None
        self.repository: Repository | None = None
        self.pool: Pool | None = None
        self._in_step: list[View] = []
        self.views = Views(self._keep_in_step)
        self.watchers = Watchers()
        self.is_closed = False
        self._closing: asyncio.Task[None] | None = None

    async def opened(self) -> Repository:
        """The repository, ready on the running loop.

        Raises:
            StoreClosedError: The store was closed.
        """
        self._check_open()
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._lock, self.pool = loop, asyncio.Lock(), None
        elif self.repository is not None:
            return self.repository
        async with self._lock:
            return await self._open()

    def watched(self, scope: str) -> Changes:
        """The changes of a scope from now on.

        Raises:
            StoreClosedError: The store was closed.
        """
        self._check_open()
        changes = Changes(scope, self.opened, self._config.database.poll_interval)
        self.watchers.add(changes)
        return changes

    def _check_open(self) -> None:
        if self.is_closed:
            raise StoreClosedError("the store was closed; make a new MemoryStore to go on")

    async def _open(self) -> Repository:
        self._check_open()
        if self.repository is None:
            source = self._resolve()
            is_new = bool(getattr(source.identity, "is_new", False))
            if isinstance(source.identity, Identity):
                source.identity.is_new = False  # from now on others may know it
            database, repository = await self._opened_file(source, is_new=is_new)
            self.source, self.database = source, database
            _ = self.views.subjects  # it remembers also what it hears before somebody asks
            for view in self._in_step:
                repository.attach(view)
            repository.attach(self.watchers)
            self.repository = repository
        if self.pool is None and self.source and self.database and self.source.relays:
            self.pool = self._new_pool(self.source.relays, self.repository, self.database)
            self.repository.network = self.pool
            self.pool.start()
        return self.repository

    def _keep_in_step(self, view: View) -> None:
        if self.repository is not None:
            self.repository.attach(view)
        else:
            self._in_step.append(view)

    def _new_pool(
        self, urls: tuple[str, ...], repository: Repository, database: SQLiteDatabase
    ) -> "Pool":
        from ..io.pool import Pool  # sockets are loaded only where there are relays

        return Pool(urls, repository, database, self._clock, self._config)

    async def _opened_file(
        self, source: Source, *, is_new: bool
    ) -> tuple[SQLiteDatabase, Repository]:
        """The file, rebuilt if it is damaged."""
        try:
            return await self._opened_as_it_is(source, is_new=is_new)
        except CorruptDatabaseError:
            if source.path is None:
                raise
        from ..io.rebuilding import rebuild  # rarely needed

        signer = as_signer(source.identity)
        await rebuild(source.path, source.relays, signer, self._clock, self._config)
        return await self._opened_as_it_is(source, is_new=False)

    async def _opened_as_it_is(
        self, source: Source, *, is_new: bool
    ) -> tuple[SQLiteDatabase, Repository]:
        database = SQLiteDatabase(
            source.path,
            busy_timeout=self._config.database.busy_timeout,
            read_back_delay=self._config.relays.read_back_delay,
        )
        addressing = source.addressing
        if addressing is None and is_new:
            addressing = source.fallback
        repository = Repository(
            database,
            as_signer(source.identity),
            self._clock,
            self._config,
            addressing=addressing,
            fallback=source.fallback,
            absence_known=is_new,
        )
        try:
            await repository.open()
            await database.relays.use(source.relays)
        except BaseException:
            await database.close()
            raise
        return database, repository

    def leave(self, url: str) -> tuple[str, ...]:
        """Use a relay no more, on no loop; the others."""
        if self.source is None:
            return ()
        rest = tuple(relay for relay in self.source.relays if relay != url)
        self.source = replace(self.source, relays=rest)
        if self.repository is not None and self.pool is not None and not self.pool.workers:
            self.repository.network = None
        return rest

    async def close(self) -> None:
        """Deliver what can be delivered in a few seconds, then let go of everything.

        Safe to call again, also after a call that was cancelled.
        """
        self.is_closed = True
        loop = asyncio.get_running_loop()
        if self._closing is None or self._closing.get_loop() is not loop:
            self._closing = loop.create_task(self._close(), name="close store")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self._loop is not asyncio.get_running_loop():
            self._loop, self._lock, self.pool = asyncio.get_running_loop(), asyncio.Lock(), None
        async with self._lock:  # after an opening that is under way
            pool, self.pool = self.pool, None
            try:
                patience = self._config.relays.close_timeout
                if self.repository is not None:
                    await self._write_down(self.repository)
                if self.repository is not None and await self._last_words(self.repository, pool):
                    patience = max(patience, LAST_WORDS)
                if pool is not None:
                    await pool.drain(patience)
                    await pool.stop()
            finally:
                self.watchers.end()
                if self.database is not None:
                    await self.database.close()

    async def _write_down(self, repository: Repository) -> None:
        """What was used in conversations is told by their records, if that can be quickly."""
        if not self.views.has_conversations:
            return
        if not any(there.waiting for there in self.views.conversations.all.values()):
            return
        from .conversation.weighing import most_weights, write_down

        try:
            async with asyncio.timeout(max(self._config.relays.close_timeout, LAST_WORDS)):
                most = most_weights(self._config.records)
                await write_down(repository, self.views.conversations, most)
        except TimeoutError:
            log.warning("uses of what was said were not written down: no relay took them in time")

    @staticmethod
    async def _last_words(repository: Repository, pool: "Pool | None") -> bool:
        """What is only in memory goes into the file; whether other devices are to hear of it."""
        try:
            await repository.stop()
            return pool is not None and await pool.tell()
        except StorageError as error:
            log.warning("uses of memories were not written down: %s", error)
            return False
