"""One relay: connect, prove who we are, read everything, then keep both sides in step."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from nips import nip09, nip78
from nips.nip01 import Event, Filter
from nips.nip11 import ACCEPT, RelayInformation, http_url, parse_information

from ..core.config import Config
from ..core.errors import (
    RefusedError,
    RelayError,
    RelayTimeoutError,
    StorageError,
    UnreachableError,
)
from ..core.ports import Clock
from ..core.status import RelaySync
from ..sync.backoff import backoff
from ..sync.paging import Completeness, Page, read_all
from ..sync.protocol import RawEvent
from ..sync.rate import WriteRate
from ..sync.replies import DISABLED, PATIENCE, RETRY_FIRST, Judgement, Verdict, judge
from .database import SQLiteDatabase
from .ingest import Ingested
from .relay_url import is_local
from .repository import Repository
from .rows import Delivery, Queued
from .tasks import Tasks, together
from .websocket import Connection, Traffic, connect

log = logging.getLogger("sense_memory.io.relay_worker")

INFORMATION_LIFETIME = 86_400.0
MAX_INFORMATION = 65_536
BATCH = 500
MANY = 50
"""Reads of single addresses from which on reading the whole relay is cheaper."""
MOST_REFUSALS = 1_024
RECORDS_A_READ = 20
"""Records that may be read in a page for the price of asking for one address."""
LIVE_OVERLAP = 60
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
        self._held: dict[str, tuple[int, str]] = {}
        self._deletions: set[str] = set()
        self._unmerged: set[str] = set()
        self._to_repair = False
        self._whole_read_at = float("-inf")
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
            await self._repository.repair(self.url, self._held, frozenset(self._deletions))
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
            self._connecting = True
            began = asyncio.get_running_loop().time()
            sent = self._sent
            try:
                async with connect(
                    self.url,
                    self._public_key,
                    self._repository.sign,
                    self._clock,
                    self._config,
                    self.traffic,
                ) as connection:
                    self._connection, self._connecting = connection, False
                    await self._serve(connection)
                    raise UnreachableError(self.url, "the connection was lost")
            except (RelayError, StorageError) as error:
                await self._write_down()
                if isinstance(error, UnreachableError) and self._sent - sent >= MANY:
                    # some relays cut a connection after so many frames: go on at once
                    log.info("%s; %d writes were taken, going on", error, self._sent - sent)
                    continue
                await self._failed(error)
            finally:
                self._connection, self._connecting = None, False
            if asyncio.get_running_loop().time() - began > HEALTHY:
                delays = backoff(self._jitter)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(next(delays)):
                    await self._retry.wait()

    async def _failed(self, error: RelayError | StorageError) -> None:
        log.info("%s", error)
        self.error = error
        self.has_tried = True
        self._end_syncs(self._wanted)
        await self._others.settle()

    async def _serve(self, connection: Connection) -> None:
        """All that happens on one connection."""
        self._information = await self._read_information()
        limitation = self._information.limitation if self._information else None
        if connection.was_challenged or (limitation and limitation.auth_required):
            await connection.wait_for_auth(self._config.ok_timeout)
        tasks = Tasks()
        try:
            since = int(self._clock.now()) - LIVE_OVERLAP
            for kind in (nip09.KIND, nip78.KIND):
                # opened before the load, so that nothing that arrives meanwhile is missed
                await connection.ask(
                    Filter(kinds=(kind,), authors=(self._public_key,), since=since, limit=1),
                    live=True,
                )
            tasks.start(self._listen(connection), f"live {self.url}")
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
                    if self._wanted and not connection.closed.is_set():
                        wanted, self._wanted = self._wanted, []
                        await self._database.unpark(self.url)
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

    async def _listen(self, connection: Connection) -> None:
        """Take in what other devices write while we are connected."""
        while True:
            batch = [await connection.live.get()]
            while not connection.live.empty() and len(batch) < BATCH:
                batch.append(connection.live.get_nowait())
            await self._repository.ingest(self.url, batch)

    async def _read_information(self) -> RelayInformation | None:
        """The relay's NIP-11 document, at most a day old; ``None`` where it serves none."""
        row = (await self._database.relays())[self.url]
        now = self._clock.now()
        if row.information_at is None or not 0 <= now - row.information_at < INFORMATION_LIFETIME:
            text = await asyncio.to_thread(self._fetch_information)
            await self._database.set_relay(self.url, information=text, information_at=now)
        else:
            text = row.information or ""
        if not text:
            return None
        try:
            return parse_information(text)
        except ValueError:
            log.info("%s: its NIP-11 document is malformed", self.url)
            return None

    def _fetch_information(self) -> str:
        import httpx

        deadline = time.monotonic() + self._config.information_timeout
        body = b""
        try:
            # NIP-11: "the relay information document is requested with an Accept header of
            # application/nostr+json"
            with httpx.stream(
                "GET",
                http_url(self.url),
                headers={"Accept": ACCEPT},
                timeout=self._config.information_timeout,
                follow_redirects=False,
                trust_env=not is_local(self.url),
            ) as response:
                # a relay may send this drop by drop, or without end
                for chunk in response.iter_bytes() if response.is_success else ():
                    body += chunk
                    if len(body) > MAX_INFORMATION or time.monotonic() > deadline:
                        return ""
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            log.debug("%s: no NIP-11 document (%s)", self.url, type(error).__name__)
            return ""
        return body.decode("utf-8", "replace")

    # ------------------------------------------------------------------ read

    async def _load(self, connection: Connection) -> None:
        """Read deletions, then records; decide what the answers were worth."""
        row = (await self._database.relays())[self.url]
        now = self._clock.now()
        is_whole = (
            not self._repository.has_file
            or row.full_at is None
            or row.complete_at is None
            or not 0 <= now - row.full_at < self._config.full_load_interval
        )
        since = None if is_whole else int((row.complete_at or now) - self._config.load_overlap)
        began = asyncio.get_running_loop().time()
        if is_whole:
            self._held, self._deletions, self._unmerged = {}, set(), set()
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
                self._whole_read_at = began
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
                await self._repository.ingest(self.url, answer.events)

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
                    job = self._take(answer.events, room, spread=since is not None)
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
        self, events: Sequence[RawEvent], room: asyncio.Semaphore, *, spread: bool
    ) -> None:
        try:
            self._note(await self._repository.ingest(self.url, events, spread=spread))
        finally:
            room.release()

    def _note(self, ingested: Ingested) -> None:
        self._unmerged |= ingested.unmerged
        for address, version in ingested.held.items():
            known = self._held.get(address)
            if known is None or _is_newer(version, known):
                self._held[address] = version
        self._deletions |= ingested.deletions
        if ingested.rejected:
            log.warning("%s: %d unusable events", self.url, ingested.rejected)

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
                self._age_of_read() >= self._config.read_freshness
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
        await self._database.delivered(self.url, done)
        await self._database.delivery(self.url, outcomes)

    async def _is_worth_a_whole_read(self, count: int) -> bool:
        """Whether reading everything costs less than reading so many addresses one by one."""
        if count < MANY:
            return False
        counts = await self._database.counts()
        open_ = sum(n for (url, _), n in counts.deliveries.items() if url == self.url)
        return counts.records <= open_ * RECORDS_A_READ

    def _age_of_read(self) -> float:
        """Seconds since the relay was last read as a whole."""
        return asyncio.get_running_loop().time() - self._whole_read_at

    async def _read_whole(self, connection: Connection) -> None:
        self._held, self._deletions = {}, set()
        began = asyncio.get_running_loop().time()
        worth = Completeness.COMPLETE
        for kind in (nip09.KIND, nip78.KIND):
            worth &= await self._read_kind(connection, kind, None)
        if worth is Completeness.COMPLETE:
            self._whole_read_at = began

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
        shown = await self._shown(connection, item.address)
        head = (await self._database.heads([item.address])).get(item.address)
        if head is None or head.event.id != item.id:
            return  # what the relay showed was merged, and the result is queued
        if event.kind == nip09.KIND:
            await self._publish_deletion(connection, item, event)
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

    async def _shown(self, connection: Connection, address: str) -> str | None:
        """The id of what the relay shows at an address, as of at most a few seconds ago."""
        is_fresh = self._age_of_read() < self._config.read_freshness
        if is_fresh and address not in self._unmerged:
            return self._held.get(address, (0, None))[1]
        place = f"{nip78.KIND}:{self._public_key}:{address}"
        # one address and one kind a question: a relay in use answers several values with one event
        records = await connection.ask(self._at(address))
        deletions = await connection.ask(
            Filter(kinds=(nip09.KIND,), authors=(self._public_key,), tags={"a": (place,)}, limit=20)
        )
        ingested = await self._repository.ingest(self.url, [*deletions.events, *records.events])
        self._deletions |= ingested.deletions
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
                self._whole_read_at = float("-inf")
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
            if self._held.get(item.address, (0, ""))[1] == item.id:
                self._done.append((item.address, item.id))
            else:
                self._note_lost(item)
        await self._write_down()

    async def _follow_up(self, connection: Connection, item: Queued, tombstone: Event) -> None:
        """The tombstone is the head: only now the deletion request may follow."""
        answer = await connection.ask(self._at(item.address))
        ingested = await self._repository.ingest(self.url, answer.events)
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
            self._deletions.add(request.id)
            self._held.pop(item.address, None)
            self._done.append((item.address, item.id))
        else:
            await self._judge(item, request, judgement)


def _is_newer(version: tuple[int, str], known: tuple[int, str]) -> bool:
    # NIP-01: "In case of replaceable events with the same timestamp, the event with the lowest id
    # … should be retained"
    return (version[0], known[1]) > (known[0], version[1])


__all__ = ["RelayWorker"]
