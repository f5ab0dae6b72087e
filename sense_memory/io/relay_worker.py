"""One relay: connect, prove who we are, read everything, then keep both sides in step."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from nips import nip09, nip78
from nips.nip01 import Event, Filter
from nips.nip11 import RelayInformation

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
from ..sync.paging import Completeness, Page, read_all
from ..sync.protocol import RawEvent
from ..sync.rate import WriteRate
from ..sync.replies import DISABLED, PATIENCE, RETRY_FIRST, Judgement, Verdict, judge
from .database import SQLiteDatabase
from .ingest import Ingested
from .relay_information import read_information
from .relay_url import is_local
from .repository import Repository
from .rows import Delivery, Queued
from .showing import Showing
from .tasks import Tasks, together
from .websocket import Connection, Traffic, connect

log = logging.getLogger("sense_memory.io.relay_worker")

BATCH = 500
MANY = 50
"""Reads of single addresses from which on reading the whole relay is cheaper."""
MOST_REFUSALS = 1_024
RECORDS_A_READ = 20
"""Records that may be read in a page for the price of asking for one address."""
LIVE_OVERLAP = 60
RESUBSCRIBE = 1.0
"""Seconds, and a growing random time, before a subscription that was ended is opened again."""
QUARANTINE_LOOK = 60.0
"""Seconds between looks whether a quarantine is over."""
HEALTHY = 60.0
"""Seconds of connection after which the next failure counts as the first."""


class _UnmergedError(RelayError):
    """What the relay holds at an address must not be written over."""


class Others(Protocol):
    """What a worker needs of the pool."""

    async def notify(self) -> None: ...
    async def settle(self) -> None: ...
    async def note_accepted(self, address: str, event: Event) -> None: ...


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
    ) -> None:
        self.url = url
        self.load: Completeness | None = None
        self.error: Exception | None = None
        self.has_tried = False
        self.refused: dict[str, RefusedError] = {}
        self.traffic = Traffic()
        self._others = others
        self._repository = repository
        self._database = database
        self._public_key = repository.naming.public_key
        self._clock = clock
        self._config = config.relays
        self._resign_after = config.records.resign_after
        self._jitter = jitter
        self._connection: Connection | None = None
        self._work = asyncio.Event()
        self._retry = asyncio.Event()
        self._connecting = False
        self._wanted: list[asyncio.Future[None]] = []
        self._rate = WriteRate(None if is_local(url) else self._config.events_per_second)
        self._showing = Showing(url, database, clock)
        self._conduct = Conduct()
        self._to_repair = False
        self._missed_some = False
        self._sent = 0
        self._has_ended = False
        self._done: list[tuple[str, str]] = []
        self._outcomes: list[tuple[str, str, Delivery, float, int, str]] = []
        self._information: RelayInformation | None = None

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

    def wake(self) -> None:
        """There is something to send."""
        self._work.set()

    def try_now(self) -> None:
        """Do not wait for the next attempt."""
        if self._connection is None and not self._connecting:
            self.has_tried = False
            self._retry.set()

    def why_not_read(self) -> Exception:
        """Why this relay counts for nothing in a read."""
        if self.error is not None:
            return self.error
        if self.load is not None:
            return RefusedError(self.url, "", f"what it showed is {self.load.value}")
        return RelayTimeoutError(self.url, "complete answer", self._config.read_timeout)

    async def sync(self) -> RelaySync:
        """Read the relay and send what waits there; returns when done or failed."""
        received, sent = self.traffic.events_in, self._sent
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self._has_ended:
            self._wanted.append(future)
            self.try_now()
            self.wake()
            await future
        counts = (await self._database.counts()).deliveries
        waiting = sum(
            counts.get((self.url, state), 0)
            for state in (Delivery.WAITING, Delivery.PARKED, Delivery.DEAD)
        )
        return RelaySync(
            self.url,
            self.load.value if self.load and self.error is None else None,
            self.traffic.events_in - received,
            self._sent - sent,
            waiting,
            str(self.error) if self.error else None,
        )

    async def repair(self) -> None:
        """Queue what the last whole load showed to be missing here."""
        if self._to_repair:
            self._to_repair = False
            await self._repository.repair(
                self.url, self._showing.held, frozenset(self._showing.deletions)
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
            sent = self._sent
            delay: float | None = None
            try:
                delay = await self._left_alone()
                if delay is None:
                    await self._connect()
            except (RelayError, StorageError) as error:
                await self._write_down()
                if isinstance(error, UnreachableError) and self._sent - sent >= MANY:
                    # some relays cut a connection after so many frames: go on at once
                    log.info("%s; %d writes were taken, going on", error, self._sent - sent)
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
        row = (await self._database.relays())[self.url]
        is_recent = now - (row.quarantined_until or float("-inf")) < LONGEST
        times = row.quarantines if is_recent else 0
        until = now + quarantine(times)
        self._conduct.forgive()
        await self._database.set_relay(
            self.url, quarantined_until=until, quarantines=times + 1, offence=offence.value
        )
        return self._quarantined(until, offence.value)

    async def _left_alone(self) -> float | None:
        """Seconds until a look whether the quarantine is over; ``None`` outside of one."""
        row = (await self._database.relays())[self.url]
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

    async def _serve(self, connection: Connection) -> None:
        """All that happens on one connection."""
        self._information = await read_information(
            self.url, self._database, self._clock, self._config.information_timeout
        )
        limitation = self._information.limitation if self._information else None
        if connection.was_challenged or (limitation and limitation.auth_required):
            await connection.wait_for_auth(self._config.ok_timeout)
        tasks = Tasks()
        try:
            # opened before the load, so that nothing that arrives meanwhile is missed
            await self._subscribe(connection)
            tasks.start(self._listen(connection), f"live {self.url}")
            tasks.start(self._keep_subscribed(connection), f"subscriptions {self.url}")
            wanted, self._wanted = self._wanted, []
            try:
                if wanted:
                    await self._database.unpark(self.url)
                await self._load(connection)
                while not connection.closed.is_set():
                    self._work.clear()
                    await self._deliver(connection)
                    if connection.closed.is_set():
                        break
                    self._end_syncs(wanted)
                    if not self._wanted:
                        await self._wait_for_work(connection)
                    if connection.closed.is_set():
                        break
                    if self._wanted:
                        wanted, self._wanted = self._wanted, []
                        await self._database.unpark(self.url)
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
        next_due = await self._database.next_due(self.url)
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
        await connection.subscribe(
            [
                Filter(kinds=(kind,), authors=(self._public_key,), since=since, limit=1)
                for kind in (nip09.KIND, nip78.KIND)
            ]
        )

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
            self._showing.note_live(ingested)
            self._charge(connection, ingested)

    # ------------------------------------------------------------------ read

    async def _load(self, connection: Connection) -> None:
        """Read deletions, then records; decide what the answers were worth."""
        self._missed_some = False
        row = (await self._database.relays())[self.url]
        now = self._clock.now()
        is_whole = (
            not self._repository.has_file
            or row.full_at is None
            or row.complete_at is None
            or not 0 <= now - row.full_at < self._config.full_load_interval
        )
        since = None if is_whole else int((row.complete_at or now) - self._config.load_overlap)
        began = self._showing.begin() if is_whole else 0.0
        worth = Completeness.COMPLETE
        await self._read_bootstrap(connection)
        for kind in (nip09.KIND, nip78.KIND):
            worth &= await self._read_kind(connection, kind, since)
        limitation = self._information.limitation if self._information else None
        wants_auth = connection.was_challenged or bool(limitation and limitation.auth_required)
        if wants_auth and not connection.is_authenticated:
            # NIP-42: a relay may hide from strangers what it holds; nothing is proven by that
            worth &= Completeness.UNPROVEN
        values: dict[str, float | str | None] = {"verdict": worth.value, "read_at": now}
        if worth is Completeness.COMPLETE:
            values["complete_at"] = now
            if is_whole:
                values["full_at"] = now
                self._to_repair = True
                self._showing.finish(began)
                await self._showing.compare()
        await self._showing.write_down()
        await self._repository.leave_behind()
        await self._database.set_relay(self.url, **values)
        self.load, self.error, self.has_tried = worth, None, True
        await self._others.settle()

    async def _read_bootstrap(self, connection: Connection) -> None:
        """Settings, then the keys they name, so that the rest can be placed as it comes."""
        asked: set[str] = set()
        while wanted := [a for a in self._repository.bootstrap_wanted() if a not in asked]:
            asked.update(wanted)
            for address in wanted:
                answer = await connection.ask(self._at(address))
                await self._ingest(connection, answer.events)

    def _at(self, address: str) -> Filter:
        """The question for one address."""
        return Filter(
            kinds=(nip78.KIND,), authors=(self._public_key,), tags={"d": (address,)}, limit=20
        )

    async def _read_kind(
        self, connection: Connection, kind: int, since: int | None
    ) -> Completeness:
        limitation = self._information.limitation if self._information else None
        limit = min(self._config.page_limit, (limitation and limitation.max_limit) or 5_000)
        pages = read_all(
            kind=kind,
            author=self._public_key,
            limit=max(1, limit),
            max_pages=self._config.page_count,
            since=since,
        )
        question = next(pages)
        room = asyncio.Semaphore(2)  # decode one page while the next one is on its way
        jobs: list[asyncio.Task[None]] = []
        try:
            while True:
                try:
                    answer = await connection.ask(question)
                except RelayTimeoutError as error:
                    log.info("%s", error)
                    return Completeness.PARTIAL
                if answer.events:
                    await room.acquire()
                    job = self._take(connection, answer.events, room, spread=since is not None)
                    jobs.append(asyncio.ensure_future(job))
                dates = [event.get("created_at") for event in answer.events]
                page = Page(tuple(at for at in dates if type(at) is int), answer.hints)
                try:
                    question = pages.send(page)
                except StopIteration as end:
                    return Completeness(end.value)
        finally:
            await asyncio.gather(*jobs)

    async def _take(
        self,
        connection: Connection,
        events: Sequence[RawEvent],
        room: asyncio.Semaphore,
        *,
        spread: bool,
    ) -> None:
        try:
            await self._ingest(connection, events, spread=spread)
        finally:
            room.release()

    async def _ingest(
        self, connection: Connection, events: Sequence[RawEvent], *, spread: bool = True
    ) -> Ingested:
        """Take in what the relay showed, and take down what that says of the relay."""
        ingested = await self._repository.ingest(self.url, events, spread=spread)
        self._showing.note(ingested)
        self._charge(connection, ingested)
        return ingested

    @staticmethod
    def _charge(connection: Connection, ingested: Ingested) -> None:
        for offending in ingested.offending:
            connection.charge(offending.offence, offending.identity)

    # ----------------------------------------------------------------- write

    async def _deliver(self, connection: Connection) -> None:
        """Send everything that is due, then read back what is due for that."""
        while not connection.closed.is_set():
            now = self._clock.now()
            items = await self._database.due(self.url, now, BATCH, proofs=False)
            if not items:
                items = await self._database.due(self.url, now, BATCH, proofs=True)
                proofs = [item for item in items if not item.deleted]
                if await self._is_worth_a_whole_read(len(proofs)):
                    await self._prove_together(connection, proofs)
                    continue
            elif (
                self._showing.age >= self._config.read_freshness
                and await self._is_worth_a_whole_read(len(items))
            ):
                await self._read_whole(connection)
            if not items:
                break
            bootstrap = self._repository.bootstrap_addresses()
            first = [item for item in items if item.address in bootstrap]
            room = asyncio.Semaphore(self._config.in_flight)
            for some in (first, [item for item in items if item.address not in bootstrap]):
                await together(self._deliver_one(connection, item, room) for item in some)
                await self._write_down()
        await self._others.notify()

    async def _deliver_one(
        self, connection: Connection, item: Queued, room: asyncio.Semaphore
    ) -> None:
        async with room:
            try:
                await self._push(connection, item)
            except _UnmergedError as error:
                self._note_delivery(item, Delivery.PARKED, DISABLED, str(error))
            except RefusedError as error:
                # it refused the question, not the write
                self._rate.refused(asyncio.get_running_loop().time())
                self._note_delivery(
                    item, item.state, RETRY_FIRST, str(error), attempts=item.attempts
                )
            except UnreachableError as error:
                self._note_delivery(item, item.state, 0, str(error), attempts=item.attempts)
            except RelayError as error:
                self._note_delivery(item, Delivery.WAITING, RETRY_FIRST, str(error))

    async def _write_down(self) -> None:
        """Note how deliveries went, many in one transaction."""
        done, self._done = self._done, []
        outcomes, self._outcomes = self._outcomes, []
        await self._showing.write_down()
        await self._database.delivered(self.url, done)
        await self._database.delivery(self.url, outcomes)

    async def _is_worth_a_whole_read(self, count: int) -> bool:
        """Whether reading everything costs less than reading so many addresses one by one."""
        if count < MANY:
            return False
        counts = await self._database.counts()
        open_ = sum(n for (url, _), n in counts.deliveries.items() if url == self.url)
        return counts.records <= open_ * RECORDS_A_READ

    async def _read_whole(self, connection: Connection) -> None:
        began = self._showing.begin()
        worth = Completeness.COMPLETE
        for kind in (nip09.KIND, nip78.KIND):
            worth &= await self._read_kind(connection, kind, None)
        if worth is Completeness.COMPLETE:
            self._showing.finish(began)
            await self._showing.compare()

    async def _push(self, connection: Connection, item: Queued) -> None:
        """Read, then write: a version goes out only over what it covers."""
        event = item.event
        if event is None:
            self._done.append((item.address, item.id))
            return
        if event.id != item.id:
            await self._repository.queue(self.url, item.address, event.id)
            return
        now = self._clock.now()
        if (
            item.state is Delivery.WAITING
            and now - item.queued_at > self._resign_after
            and (now - event.created_at > self._resign_after)
        ):
            await self._repository.reseal(item.address)
            return
        if not item.deleted and not await self._repository.may_send(self.url, item.address, event):
            await self._repository.redirect(item.address)
            self._done.append((item.address, item.id))
            return
        shown = await self._shown(connection, item)
        head = (await self._database.heads([item.address])).get(item.address)
        if head is None or head.event.id != item.id:
            return  # what the relay showed was merged, and the result is queued
        if event.kind == nip09.KIND:
            if await self._repository.may_send(self.url, item.address, event):
                await self._publish_deletion(connection, item, event)
            else:
                said = "the copy at its new address was not read back yet"
                self._note_delivery(item, item.state, RETRY_FIRST, said, attempts=item.attempts)
            return
        if shown == event.id:
            if head.deleted:
                await self._follow_up(connection, item, event)
            elif item.state is Delivery.ACCEPTED:
                self._done.append((item.address, item.id))
            else:
                await self._note_accepted(item, event)
            return
        if item.state is Delivery.ACCEPTED:
            self._note_lost(item)
            return
        judgement = await self._send(connection, event, item.attempts)
        if judgement.verdict is not Verdict.ACCEPTED:
            await self._judge(item, event, judgement)
            return
        self._sent += 1
        await self._note_accepted(item, event)
        if head.deleted:
            await self._follow_up(connection, item, event)

    async def _shown(self, connection: Connection, item: Queued) -> str | None:
        """The id of what the relay shows at an address, as of at most a few seconds ago."""
        address = item.address
        # a read from before the first attempt proves nothing of what came of it
        is_first = item.state is Delivery.WAITING and not item.attempts
        is_fresh = is_first and self._showing.age < self._config.read_freshness
        if is_fresh and address not in self._showing.unmerged:
            return self._showing.held.get(address, (0, None))[1]
        place = f"{nip78.KIND}:{self._public_key}:{address}"
        # one address and one kind a question: a relay in use answers several values with one event
        records = await connection.ask(self._at(address))
        deletions = await connection.ask(
            Filter(kinds=(nip09.KIND,), authors=(self._public_key,), tags={"a": (place,)}, limit=20)
        )
        ingested = await self._ingest(connection, [*deletions.events, *records.events])
        await self._showing.compare(ingested, asked=address)
        if address in ingested.unmerged:
            raise _UnmergedError(self.url, "it holds a version that cannot be merged here")
        shown = ingested.held.get(address)
        return shown[1] if shown else None

    async def _send(self, connection: Connection, event: Event, attempts: int) -> Judgement:
        delay = self._rate.take(asyncio.get_running_loop().time())
        if delay > 0:
            await asyncio.sleep(delay)
        ok = await connection.publish(event)
        if ok.accepted is None:
            raise RelayTimeoutError(self.url, "OK", self._config.ok_timeout)
        return judge(ok.accepted, ok.message, attempts)

    async def _note_accepted(self, item: Queued, event: Event) -> None:
        self._rate.accepted()
        delay = self._config.read_back_delay
        self._note_delivery(item, Delivery.ACCEPTED, delay, "", attempts=item.attempts)
        await self._others.note_accepted(item.address, event)

    async def _judge(self, item: Queued, event: Event, judgement: Judgement) -> None:
        """The relay said no."""
        said = judgement.said[:200]
        log.info("%s: event %s: %s", self.url, event.id, said)
        state = Delivery.WAITING
        match judgement.verdict:
            case Verdict.RESIGN:
                await self._repository.reseal(item.address)
                return
            case Verdict.SLOW_DOWN:
                self._rate.refused(asyncio.get_running_loop().time())
            case Verdict.MERGE:
                self._showing.doubt()
            case Verdict.DEAD:
                state = Delivery.DEAD
            case Verdict.REFUSED:
                state = Delivery.PARKED
            case _:
                pass
        if state is not Delivery.WAITING:
            if len(self.refused) >= MOST_REFUSALS:
                self.refused.clear()
            self.refused[event.id] = RefusedError(self.url, "", said)
        self._note_delivery(item, state, judgement.wait, said)
        await self._others.notify()

    def _note_lost(self, item: Queued) -> None:
        """The relay said OK and does not have it: again, ever more slowly."""
        wait = RETRY_FIRST * 2.0 ** min(item.attempts, 10)
        self._note_delivery(item, Delivery.WAITING, wait, "it said OK and does not have it")

    def _note_delivery(
        self,
        item: Queued,
        state: Delivery,
        wait: float,
        said: str,
        *,
        attempts: int | None = None,
    ) -> None:
        tries = item.attempts + 1 if attempts is None else attempts
        if tries >= PATIENCE and state is Delivery.WAITING:
            state = Delivery.PARKED
        at = self._clock.now() + wait
        self._outcomes.append((item.address, item.id, state, at, tries, said))

    async def _prove_together(self, connection: Connection, proofs: list[Queued]) -> None:
        """Read the whole relay back and see which writes stand there."""
        await self._read_whole(connection)
        for item in proofs:
            if self._showing.held.get(item.address, (0, ""))[1] == item.id:
                self._done.append((item.address, item.id))
            else:
                self._note_lost(item)
        await self._write_down()

    async def _follow_up(self, connection: Connection, item: Queued, tombstone: Event) -> None:
        """The tombstone is the head: only now the deletion request may follow."""
        answer = await connection.ask(self._at(item.address))
        ingested = await self._ingest(connection, answer.events)
        shown = ingested.held.get(item.address)
        if shown is None or shown[1] != tombstone.id:
            self._note_delivery(
                item, Delivery.WAITING, RETRY_FIRST, "the tombstone is not its head"
            )
            return
        for request in await self._database.deletions([item.address]):
            if request.created_at == tombstone.created_at:
                await self._publish_deletion(connection, item, request)
                return
        self._done.append((item.address, item.id))

    async def _publish_deletion(self, connection: Connection, item: Queued, request: Event) -> None:
        judgement = await self._send(connection, request, item.attempts)
        if judgement.verdict is Verdict.ACCEPTED:
            self._showing.deletions.add(request.id)
            self._showing.held.pop(item.address, None)
            self._done.append((item.address, item.id))
        else:
            await self._judge(item, request, judgement)


__all__ = ["RelayWorker"]
