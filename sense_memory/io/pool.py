"""All relays of a store, each with a task of its own, so that a slow one delays nobody."""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nips.nip01 import Event

from ..core.config import Config
from ..core.errors import PublishFailedError, ReadFailedError, RelayTimeoutError
from ..core.ports import Clock
from ..core.status import Alarm, RelayStatus, SyncReport
from ..sync.paging import Completeness
from .database import SQLiteDatabase
from .device_record import DeviceRecord
from .relay_worker import RelayWorker
from .repository import Repository
from .rows import Counts, Delivery, RelayRow
from .tasks import Tasks
from .transport import Transport

log = logging.getLogger("sense_memory.io.pool")

VANISHED = "vanished:"
"""With a relay's URL behind it: since when this identity has asked that relay to forget it."""
_LATELY = 10_000
"""Versions of which it is remembered that a relay took them, for who asks only then."""


class Pool:
    """The relays of a store, on one event loop.

    Args:
        urls: The relays.
        repository: Where events go, and whose outbox is delivered.
        transport: How relays are reached.
    """

    def __init__(
        self,
        urls: Sequence[str],
        repository: Repository,
        database: SQLiteDatabase,
        clock: Clock,
        config: Config,
        transport: Transport | None = None,
    ) -> None:
        self._transport = transport or Transport()
        self._repository = repository
        self._database = database
        self._clock = clock
        self._config = config
        self._tasks = Tasks()
        self._news = asyncio.Condition()
        self._accepted: dict[str, tuple[int, str]] = {}
        self._watched: Counter[str] = Counter()
        self._lately: dict[str, tuple[int, str]] = {}
        self._settling = asyncio.Lock()
        self._given = len(urls)
        self._device_record = DeviceRecord(repository, database, clock, config)
        self._running: dict[str, asyncio.Task[Any]] = {}
        self.workers = [self._worker(url) for url in urls]

    def _worker(self, url: str) -> RelayWorker:
        jitter = secrets.SystemRandom().uniform
        return RelayWorker(
            url,
            self,
            self._repository,
            self._database,
            self._clock,
            self._config,
            jitter,
            self._transport,
        )

    def start(self) -> None:
        """Connect to every relay, in the background."""
        for worker in self.workers:
            self._begin(worker)
        if self._repository.has_file:
            self._tasks.start(self._follow(), "other processes")
            self._tasks.start(self._tell_again(), "device record")

    def _begin(self, worker: RelayWorker) -> None:
        self._running[worker.url] = self._tasks.start(worker.run(), f"relay {worker.url}")

    async def leave(self, url: str) -> None:
        """Use a relay no more; what it holds, and what waits for it, stays as it is."""
        task = self._running.pop(url, None)
        self.workers = [worker for worker in self.workers if worker.url != url]
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        await self.notify()

    def join(self, url: str) -> None:
        """Use a relay again."""
        self.workers.append(self._worker(url))
        self._begin(self.workers[-1])

    async def stop(self) -> None:
        """Disconnect; what was not delivered stays in the outbox."""
        await self._tasks.cancel()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(self._config.database.poll_interval)
            await self._repository.follow()

    async def _tell_again(self) -> None:
        while True:
            await asyncio.sleep(self._config.devices.interval)
            await self.tell()

    async def tell(self) -> bool:
        """Let the other devices know how far this one is, if a relay can be told and it is time."""
        can_be_told = any(worker.state == "connected" for worker in self.workers)
        return can_be_told and await self._device_record.tell()

    # ------------------------------------------------- for the repository

    def wake(self) -> None:
        """There is something to send."""
        for worker in self.workers:
            worker.wake()

    def hold_back(self, merged: Sequence[str], heard: Sequence[str]) -> None:
        """Other devices may send the same as these events: each relay gets them at random."""
        for worker in self.workers:
            worker.hold_back(merged, heard)

    async def loaded(self) -> None:
        """Wait for one complete relay, and a little longer for the others.

        Raises:
            ReadFailedError: No relay could be read to its end in time.
        """
        for worker in self.workers:
            worker.try_for_a_read()
        relays = self._config.relays
        try:
            async with asyncio.timeout(relays.read_timeout):
                await self._until(lambda: self._any_complete() or self._all_tried())
                if self._any_complete():
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(relays.straggler_wait):
                            await self._until(self._all_tried)
        except TimeoutError:
            log.debug("no relay was complete in time")
        if not self._any_complete():
            raise ReadFailedError(
                {worker.url: worker.why_not_read() for worker in self.workers},
                "Nothing is known about this memory: it may exist. Check the connection, or the "
                "relay URLs, and try again",
            )

    async def decided(self) -> None:
        """Wait until it is known how the store addresses.

        Raises:
            PublishFailedError: Some relay may know, and did not say in time.
        """

        def is_decided() -> bool:
            return self._repository.naming.addressing is not None

        try:
            async with asyncio.timeout(self._config.relays.read_timeout):
                await self._until(lambda: is_decided() or all(w.error for w in self.workers))
        except TimeoutError:
            log.debug("no relay said in time how the store addresses")
        if not is_decided():
            raise PublishFailedError(
                {worker.url: worker.why_not_read() for worker in self.workers},
                "Nothing was written: a relay that does not answer may know how this store "
                "addresses. Give the store a file (path=…) to keep writes until then, or say "
                "addressing=…",
            )

    async def accepted(self, events: Mapping[str, Event]) -> Mapping[str, str]:
        """Wait until a relay said OK to each address, for this version or a newer one.

        Raises:
            PublishFailedError: None did in time.
        """

        def done() -> bool:
            return all(
                accepted.get(address, (-1, ""))[0] >= event.created_at
                for address, event in events.items()
            )

        accepted = self._accepted

        self._watched.update(events.keys())
        # a relay near by may have said OK before anybody asked
        self._accepted |= {a: self._lately[a] for a in events if a in self._lately}
        for worker in self.workers:
            worker.try_now()
        self.wake()
        try:
            async with asyncio.timeout(self._config.relays.read_timeout):
                await self._until(lambda: done() or self._all_refused(events))
        except TimeoutError:
            log.debug("no relay accepted the write in time")
        finally:
            self._watched.subtract(events.keys())
            accepted = {a: self._accepted[a] for a in events if a in self._accepted}
            for address in [a for a in events if self._watched[a] <= 0]:
                del self._watched[address]
                self._accepted.pop(address, None)
        if not done():
            raise PublishFailedError(
                {
                    worker.url: next(
                        (worker.refused[e.id] for e in events.values() if e.id in worker.refused),
                        worker.error,
                    )
                    or RelayTimeoutError(worker.url, "OK", self._config.relays.read_timeout)
                    for worker in self.workers
                },
                "The write is kept in this process and sent when a relay answers; give the store "
                "a file (path=…) to keep it beyond that",
            )
        return {address: id_ for address, (_, id_) in accepted.items()}

    def relays(self) -> Sequence[str]:
        """The relays that are used."""
        return [worker.url for worker in self.workers]

    async def clock_offsets(self) -> Mapping[str, float]:
        """By how many seconds the clock of each relay that says so is ahead of ours."""
        urls = self.relays()
        timeout = self._config.relays.information_timeout
        greetings = await asyncio.gather(
            *(self._transport.greet(url, self._clock, timeout) for url in urls)
        )
        offsets = ((url, one.clock_offset) for url, one in zip(urls, greetings, strict=True))
        return {url: offset for url, offset in offsets if offset is not None}

    # ---------------------------------------------------- for the workers

    async def notify(self) -> None:
        """Something changed that somebody may be waiting for."""
        async with self._news:
            self._news.notify_all()

    async def note_accepted(self, address: str, event: Event) -> None:
        """A relay said OK."""
        version = event.created_at, event.id
        if self._watched[address] > 0:
            self._accepted[address] = version
        self._lately.pop(address, None)
        self._lately[address] = version
        if len(self._lately) > _LATELY:
            del self._lately[next(iter(self._lately))]
        await self.notify()

    async def found(self, urls: Sequence[str]) -> None:
        """The identity's own lists name these relays: use them too."""
        known = {worker.url for worker in self.workers}
        room = self._given + self._config.relays.found_relays - len(self.workers)
        for url in [url for url in urls if url not in known][: max(0, room)]:
            if await self._database.meta.get(VANISHED + url) is not None:
                continue  # a list may go on naming a relay that was left for good
            log.info("%s is named by the identity's relay list", url)
            await self._database.relays.use([url])
            if url not in {worker.url for worker in self.workers}:
                self.join(url)

    async def compare_again(self, url: str) -> None:
        """A whole load brought news: every other relay may lack it."""
        for worker in self.workers:
            if worker.url != url:
                await worker.compare_again()

    async def settle(self) -> None:
        """After a load: decide what the relays left open, and queue what they lack."""
        async with self._settling:
            if any(w.load is Completeness.COMPLETE for w in self.workers):
                self._repository.know_absence()
                if all(
                    w.load is Completeness.COMPLETE or w.error is not None for w in self.workers
                ):
                    await self._repository.held_writes.decide()
            for worker in self.workers:
                await worker.repair()
        await self.notify()

    # ------------------------------------------------------- for the store

    async def sync(self) -> SyncReport:
        """Read every relay and send what waits; returns when each has done or failed."""
        reports = await asyncio.gather(*(worker.sync() for worker in self.workers))
        return SyncReport(tuple(reports))

    async def drain(self, seconds: float) -> None:
        """Wait until nothing waits at a connected relay, at most so long."""
        for worker in self.workers:
            worker.release()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while await self._is_sending():
                    async with self._news:
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(0.1):
                                await self._news.wait()

    async def _is_sending(self) -> bool:
        counts = await self._database.counts()
        return any(
            worker.is_promising
            and (counts.held or counts.deliveries.get((worker.url, Delivery.WAITING), 0))
            for worker in self.workers
        )

    def statuses(self, counts: Counts, rows: Mapping[str, RelayRow]) -> tuple[RelayStatus, ...]:
        """Every relay, as this store sees it."""
        statuses = []
        for worker in self.workers:
            row = rows.get(worker.url) or RelayRow(worker.url)
            states = {state: counts.deliveries.get((worker.url, state), 0) for state in Delivery}
            statuses.append(
                RelayStatus(
                    worker.url,
                    worker.state,
                    row.verdict,
                    row.read_at,
                    states[Delivery.WAITING],
                    states[Delivery.ACCEPTED],
                    states[Delivery.PARKED],
                    states[Delivery.DEAD],
                    str(worker.error) if worker.error else None,
                    worker.traffic.bytes_in,
                    worker.traffic.bytes_out,
                    worker.traffic.events_in,
                    worker.traffic.events_out,
                    worker.refusals,
                    _alarms(row, self._clock.now()),
                    counts.behind_since.get(worker.url),
                )
            )
        return tuple(statuses)

    # -------------------------------------------------------------- inside

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with self._news:
            await self._news.wait_for(condition)

    def _any_complete(self) -> bool:
        return any(worker.load is Completeness.COMPLETE for worker in self.workers)

    def _all_tried(self) -> bool:
        return all(worker.has_tried for worker in self.workers)

    def _all_refused(self, events: Mapping[str, Event]) -> bool:
        ids = {event.id for event in events.values()}
        return all(
            (worker.has_tried and worker.error is not None) or ids & worker.refused.keys()
            for worker in self.workers
        )


def _alarms(row: RelayRow, now: float) -> tuple[Alarm, ...]:
    """What the file remembers of a relay's misdeeds."""
    alarms = []
    at = row.alarmed_at or now
    if row.rolled_back:
        detail = "it serves older versions than it once did, and gets the newer ones again"
        alarms.append(Alarm("relay_rollback", row.rolled_back, at, detail))
    if row.withheld:
        detail = "it does not serve what it once served, and gets it again"
        alarms.append(Alarm("relay_withholds", row.withheld, at, detail))
    if row.quarantined_until is not None and row.quarantined_until > now:
        detail = f"it sent too many {row.offence} and is left alone for a while"
        alarms.append(Alarm("relay_quarantined", 0, row.quarantined_until, detail))
    return tuple(alarms)
