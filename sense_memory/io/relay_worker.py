"""One relay: connect, prove who we are, read everything, then keep both sides in step."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from nips import nip04, nip09, nip78
from nips.nip01 import Filter

from ..core.config import Config
from ..core.errors import (
    RefusedError,
    RelayError,
    RelayTimeoutError,
    RemoteProtocolError,
    StorageError,
    UnreachableError,
)
from ..core.ports import Clock
from ..core.status import RelaySync
from ..sync.backoff import backoff
from ..sync.conduct import LONGEST, Conduct, Offence, quarantine
from ..sync.paging import Completeness
from ..sync.protocol import RawEvent
from . import relay_list
from .database import SQLiteDatabase
from .relay_information import read_information
from .relay_reader import RelayReader
from .relay_writer import BATCH, MANY, Listener, RelayWriter
from .repository import Repository
from .rows import Delivery
from .tasks import Tasks
from .transport import Transport
from .websocket import Connection, Traffic, connect

log = logging.getLogger("sense_memory.io.relay_worker")

LIVE_OVERLAP = 60
RESUBSCRIBE = 1.0
"""Seconds, and a growing random time, before a subscription that was ended is opened again."""
QUARANTINE_LOOK = 60.0
"""Seconds between looks whether a quarantine is over."""
HEALTHY = 60.0
"""Seconds of connection after which the next failure counts as the first."""


class Others(Listener, Protocol):
    """What a worker needs of the pool."""

    async def found(self, urls: Sequence[str]) -> None: ...
    async def settle(self) -> None: ...
    async def compare_again(self, url: str) -> None: ...


class RelayWorker:
    """Keeps one relay and the file in step for as long as the store is open."""

    def __init__(
        self,
        url: str,
        others: Others,
        repository: Repository,
        database: SQLiteDatabase,
        clock: Clock,
        config: Config,
        jitter: Callable[[float, float], float],
        transport: Transport,
    ) -> None:
        self.url = url
        self.load: Completeness | None = None
        self.error: Exception | None = None
        self.has_tried = False
        self.traffic = Traffic()
        self._others = others
        self._repository = repository
        self._database = database
        self._public_key = repository.naming.public_key
        self._clock = clock
        self._config = config.relays
        self._jitter = jitter
        self._transport = transport
        self._connection: Connection | None = None
        self._work = asyncio.Event()
        self._retry = asyncio.Event()
        self._connecting = False
        self._silent_until = float("-inf")
        self._wanted: list[asyncio.Future[None]] = []
        self._reader = RelayReader(url, repository, database, clock, config.relays)
        self._writer = RelayWriter(
            url, others, repository, database, clock, config, self._reader, jitter
        )
        self._conduct = Conduct()
        self._to_repair = False
        self._missed_some = False
        self._has_read_whole = False
        self._hears_entries = False
        self._has_ended = False

    # --------------------------------------------------------------- outside

    @property
    def state(self) -> str:
        """``connected``, ``connecting`` or ``offline``."""
        if self._connection is not None:
            return "connected"
        return "connecting" if self._connecting else "offline"

    @property
    def is_promising(self) -> bool:
        """Whether waiting a little may get something delivered here."""
        return self._connection is not None or not self.has_tried

    @property
    def refusals(self) -> int:
        """How many writes it refused since the store was opened."""
        return self._writer.refusals

    @property
    def refused(self) -> Mapping[str, RefusedError]:
        """What the relay refused, by event id."""
        return self._writer.refused

    def wake(self) -> None:
        """There is something to send."""
        self._work.set()
        self._writer.wake()

    def release(self) -> None:
        """Hold nothing back any more: the store is being closed."""
        self._writer.release()

    def hold_back(self, merged: Sequence[str], heard: Sequence[str]) -> None:
        """Send these events a random moment later."""
        self._writer.hold_back(merged, heard)

    def try_now(self) -> None:
        """Do not wait for the next attempt."""
        if self._connection is None and not self._connecting:
            self.has_tried = False
            self._retry.set()

    def try_for_a_read(self) -> None:
        """Do not wait for the next attempt, but where the last one was not answered just now.

        A search reads a dozen rooms, each of which would wait for that relay as long again.
        """
        if asyncio.get_running_loop().time() >= self._silent_until:
            self.try_now()

    def why_not_read(self) -> Exception:
        """Why this relay counts for nothing in a read."""
        if self.error is not None:
            return self.error
        if self.load is not None:
            return RefusedError(self.url, "", f"what it showed is {self.load.value}")
        return RelayTimeoutError(self.url, "complete answer", self._config.read_timeout)

    async def sync(self) -> RelaySync:
        """Read the relay and send what waits there; returns when done or failed."""
        received, sent = self.traffic.events_in, self._writer.sent
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self._has_ended:
            self._wanted.append(future)
            self.try_now()
            self.wake()
            await future
        counts = await self._database.outbox.counts_at(self.url)
        undelivered = (Delivery.WAITING, Delivery.PARKED, Delivery.DEAD)
        waiting = sum(counts.get(state, 0) for state in undelivered)
        return RelaySync(
            self.url,
            self.load.value if self.load and self.error is None else None,
            self.traffic.events_in - received,
            self._writer.sent - sent,
            waiting,
            str(self.error) if self.error else None,
        )

    async def compare_again(self) -> None:
        """Another relay had something new: see whether this one lacks it."""
        if self._has_read_whole:
            self._to_repair = True
        else:
            await self._database.relays.note(self.url, full_at=None)
            self._missed_some = True
            self.wake()

    async def repair(self) -> None:
        """Queue what the last whole load showed to be missing here."""
        if self._to_repair:
            self._to_repair = False
            showing = self._reader.showing
            await self._repository.repair(
                self.url, showing.held, frozenset(showing.deletions), showing.behind
            )
            self.wake()

    # ------------------------------------------------------------ connection

    async def run(self) -> None:
        """Connect, again and again, until the store is closed."""
        try:
            await self._run()
        finally:
            self._has_ended = True
            self._end_syncs(self._wanted)

    async def _run(self) -> None:
        delays = backoff(self._jitter)
        while True:
            self._retry.clear()
            began = asyncio.get_running_loop().time()
            sent = self._writer.sent
            delay: float | None = None
            try:
                delay = await self._left_alone()
                if delay is None:
                    await self._connect()
            except (RelayError, StorageError) as error:
                if (task := asyncio.current_task()) is not None and task.cancelling():
                    raise asyncio.CancelledError from error  # it failed while it was stopped
                if isinstance(error, RelayTimeoutError):
                    now = asyncio.get_running_loop().time()
                    self._silent_until = now + (now - began)
                await self._writer.write_down()
                if isinstance(error, UnreachableError) and self._writer.sent - sent >= MANY:
                    # some relays cut a connection after so many frames: go on at once
                    log.info("%s; %d writes were taken, going on", error, self._writer.sent - sent)
                    continue
                await self._failed(error)
            if asyncio.get_running_loop().time() - began > HEALTHY:
                delays = backoff(self._jitter)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(next(delays) if delay is None else delay):
                    await self._retry.wait()

    async def _connect(self) -> None:
        """One connection from its beginning to its end, which is always an error."""
        self._connecting = True
        try:
            async with connect(
                self.url,
                self._public_key,
                self._repository.sign,
                self._clock,
                self._config,
                self.traffic,
                self._conduct,
                self._transport.dial,
            ) as connection:
                self._connection, self._connecting = connection, False
                try:
                    await self._serve(connection)
                except RelayError:
                    if connection.offence is None:
                        raise
                if connection.offence is not None:
                    raise await self._quarantine(connection.offence)
                raise UnreachableError(self.url, "the connection was lost")
        finally:
            self._connection, self._connecting = None, False

    async def _quarantine(self, offence: Offence) -> RemoteProtocolError:
        """It went too far: leave it alone, longer each time, also in later processes."""
        now = self._clock.now()
        row = await self._database.relays.get(self.url)
        is_recent = now - (row.quarantined_until or float("-inf")) < LONGEST
        times = row.quarantines if is_recent else 0
        until = now + quarantine(times)
        self._conduct.forgive()
        await self._database.relays.note(
            self.url, quarantined_until=until, quarantines=times + 1, offence=offence.value
        )
        return self._quarantined(until, offence.value)

    async def _left_alone(self) -> float | None:
        """Seconds until a look whether the quarantine is over; ``None`` outside of one."""
        row = await self._database.relays.get(self.url)
        now = self._clock.now()
        until = row.quarantined_until
        if until is None or not now < until <= now + LONGEST:
            return None
        await self._failed(self._quarantined(until, row.offence or "bad frames"))
        return min(until - now, QUARANTINE_LOOK)

    def _quarantined(self, until: float, offence: str) -> RemoteProtocolError:
        minutes = max(1, round((until - self._clock.now()) / 60))
        return RemoteProtocolError(
            self.url, f"it sent too many {offence} and is left alone for {minutes} minutes"
        )

    async def _failed(self, error: RelayError | StorageError) -> None:
        log.info("%s", error)
        self.error = error
        self.has_tried = True
        self._end_syncs(self._wanted)
        await self._others.settle()

    async def _introduce(self, connection: Connection) -> None:
        """Subscribe, hear what the relay says of itself, and say who we are if it wants that."""
        information = asyncio.ensure_future(
            read_information(
                self.url,
                self._database,
                self._clock,
                self._config.information_timeout,
                self._transport.greet,
            )
        )
        try:
            await self._subscribe(connection)
            self._reader.information = await information
        finally:
            information.cancel()
        limitation = self._reader.information.limitation if self._reader.information else None
        if limitation and limitation.max_subscriptions:
            connection.allow(limitation.max_subscriptions)
        if limitation and limitation.min_pow_difficulty:
            self._writer.work_bits = limitation.min_pow_difficulty
        if connection.was_challenged or (limitation and limitation.auth_required):
            await connection.wait_for_auth(self._config.ok_timeout)
            await self._subscribe(connection)  # what it shows may depend on who asks

    async def _serve(self, connection: Connection) -> None:
        """All that happens on one connection."""
        tasks = Tasks()
        try:
            # opened before the load, so that nothing that arrives meanwhile is missed
            await self._introduce(connection)
            tasks.start(self._listen(connection), f"live {self.url}")
            tasks.start(self._keep_subscribed(connection), f"subscriptions {self.url}")
            wanted, self._wanted = self._wanted, []
            try:
                if wanted:
                    await self._writer.try_all()
                await self._load(connection)
                while not connection.closed.is_set():
                    self._work.clear()
                    await self._writer.deliver(connection)
                    if connection.closed.is_set():
                        break
                    self._end_syncs(wanted)
                    if not self._wanted:
                        await self._wait_for_work(connection)
                    if connection.closed.is_set():
                        break
                    if self._wanted:
                        wanted, self._wanted = self._wanted, []
                        await self._writer.try_all()
                        await self._load(connection)
                    elif self._missed_some:
                        await self._load(connection)
            finally:
                self._wanted.extend(future for future in wanted if not future.done())
        finally:
            await tasks.cancel()

    def _end_syncs(self, wanted: list[asyncio.Future[None]]) -> None:
        for future in wanted:
            if not future.done():
                future.set_result(None)
        wanted.clear()

    async def _wait_for_work(self, connection: Connection) -> None:
        next_due = await self._database.outbox.next_due(self.url)
        delay = None if next_due is None else max(0.05, next_due - self._clock.now())
        waits = [
            asyncio.ensure_future(self._work.wait()),
            asyncio.ensure_future(connection.closed.wait()),
        ]
        try:
            await asyncio.wait(waits, timeout=delay, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _subscribe(self, connection: Connection) -> None:
        since = int(self._clock.now()) - LIVE_OVERLAP
        self._hears_entries = False
        await connection.subscribe(
            [
                Filter(kinds=(kind,), authors=(self._public_key,), since=since, limit=1)
                for kind in (nip09.KIND, nip78.KIND)
            ]
        )
        await self._subscribe_to_entries(connection)

    async def _subscribe_to_entries(self, connection: Connection) -> None:
        """Let journal entries of kind 4 arrive too, from where they are used."""
        if self._hears_entries or not await self._repository.uses_kind_4():
            return
        self._hears_entries = True
        question = Filter(
            kinds=(nip04.KIND,),
            authors=(self._public_key,),
            tags=self._reader.to_self,
            since=int(self._clock.now()) - LIVE_OVERLAP,
            limit=1,
        )
        try:
            await connection.ask(question, live=True)
        except (RefusedError, RelayTimeoutError) as error:
            log.info("%s: no news of messages to oneself: %s", self.url, error)

    async def _keep_subscribed(self, connection: Connection) -> None:
        """Subscribe again when the relay ended that, and let a load bring what was missed."""
        delays = backoff(self._jitter)
        while True:
            await connection.live_ended.wait()
            await asyncio.sleep(RESUBSCRIBE + next(delays))
            try:
                await self._subscribe(connection)
            except RelayError as error:
                log.info("%s", error)
                connection.live_ended.set()
            self._missed_some = True
            self.wake()

    async def _listen(self, connection: Connection) -> None:
        """Take in what other devices write while we are connected."""
        while True:
            batch = [await connection.live.get()]
            while not connection.live.empty() and len(batch) < BATCH:
                batch.append(connection.live.get_nowait())
            ingested = await self._repository.ingest(self.url, batch)
            self._reader.note_live(connection, ingested)

    # ------------------------------------------------------------------ read

    async def _load(self, connection: Connection) -> None:
        """Read deletions, then records; decide what the answers were worth."""
        self._missed_some = False
        row = await self._database.relays.get(self.url)
        now = self._clock.now()
        is_whole = (
            not self._repository.has_file
            or row.full_at is None
            or row.complete_at is None
            or row.rolled_back + row.withheld > 0  # only a whole load shows that it is mended
            or not 0 <= now - row.full_at < self._config.full_load_interval
        )
        is_whole = is_whole or await self._reader.has_lost_settings(connection)
        self._reader.had_news = False
        since = None if is_whole else int((row.complete_at or now) - self._config.load_overlap)
        began = await self._reader.begin(is_whole=is_whole)
        worth = await self._read_since(connection, since)
        if self._reader.has_lost:
            is_whole = True
            began = await self._reader.begin(is_whole=True)
            worth = await self._read_since(connection, None)
        if self._reader.is_a_stranger(connection):
            # NIP-42: a relay may hide from strangers what it holds; nothing is proven by that
            worth &= Completeness.UNPROVEN
        values: dict[str, float | str | None] = {"verdict": worth.value, "read_at": now}
        if is_whole:
            await self._look_for_others(connection)
        if worth is Completeness.COMPLETE:
            values["complete_at"] = now
            if is_whole:
                values["full_at"] = now
                self._has_read_whole = True
                self._reader.showing.finish(began)
                await self._reader.showing.compare()
        await self._reader.showing.write_down()
        await self._repository.relocation.leave_behind()
        await self._database.relays.note(self.url, **values)
        if is_whole and worth is Completeness.COMPLETE:
            # not before it is known what is missing: another relay's load may settle at any moment
            self._to_repair = True
        self.load, self.error, self.has_tried = worth, None, True
        if is_whole and self._reader.had_news:
            await self._others.compare_again(self.url)
        await self._others.settle()

    async def _read_since(self, connection: Connection, since: int | None) -> Completeness:
        """Read what the relay has from a date on, or all; what that was worth."""
        worth = Completeness.COMPLETE
        await self._reader.read_bootstrap(connection)
        for kind in (nip09.KIND, nip78.KIND):
            worth &= await self._reader.read_kind(connection, kind, since)
        if since is None or await self._repository.uses_kind_4():
            worth &= await self._reader.read_entries(connection, since)
            await self._subscribe_to_entries(connection)
        return worth

    async def _look_for_others(self, connection: Connection) -> None:
        """Let the pool use what this identity's own relay lists name."""
        if not self._config.found_relays:
            return
        events: list[RawEvent] = []
        for question in relay_list.questions(self._public_key):
            try:
                events += (await connection.ask(question)).events
            except (RefusedError, RelayTimeoutError) as error:
                log.info("%s: no relay list: %s", self.url, error)
        await self._others.found(await self._repository.relays_in(events))


__all__ = ["RelayWorker"]
