"""Sending one relay what it lacks: read, write, read back."""

import asyncio
import logging
from typing import Protocol

from nips import nip09
from nips.messages import Prefix
from nips.nip01 import Event
from nips.nip13 import is_mined

from ..core.config import Config
from ..core.errors import RefusedError, RelayError, RelayTimeoutError, UnreachableError
from ..core.ports import Clock
from ..sync.rate import WriteRate
from ..sync.replies import DISABLED, PATIENCE, RETRY_FIRST, Judgement, Verdict, demanded_bits, judge
from ..wire.address import entry_at
from .database import SQLiteDatabase
from .relay_reader import RelayReader
from .relay_url import is_local
from .repository import Repository
from .rows import Delivery, Queued
from .tasks import together
from .websocket import Connection

log = logging.getLogger("sense_memory.io.relay_writer")

BATCH = 500
MANY = 50
"""Reads of single addresses from which on reading the whole relay is cheaper."""
MOST_REFUSALS = 1_024
OLDEST = 360 * 86_400.0
"""Some relays refuse what is older than a year."""
RECORDS_A_READ = 20
"""Records that may be read in a page for the price of asking for one address."""


class _UnmergedError(RelayError):
    """What the relay holds at an address must not be written over."""


class Listener(Protocol):
    """Who wants to know how deliveries go."""

    async def notify(self) -> None:
        """Something changed that somebody may be waiting for."""
        ...

    async def note_accepted(self, address: str, event: Event) -> None:
        """The relay said OK."""
        ...


class RelayWriter:
    """Delivers the outbox of one relay, over whichever connection there is.

    Attributes:
        sent: How many writes it accepted.
        refusals: How many it refused.
        refused: Its refusals, by event id.
        work_bits: The work (NIP-13) it asks for.
    """

    def __init__(
        self,
        url: str,
        others: Listener,
        repository: Repository,
        database: SQLiteDatabase,
        clock: Clock,
        config: Config,
        reader: RelayReader,
    ) -> None:
        self.sent = self.refusals = 0
        self.refused: dict[str, RefusedError] = {}
        self.work_bits = 0
        self._url = url
        self._others = others
        self._repository = repository
        self._database = database
        self._public_key = repository.naming.public_key
        self._clock = clock
        self._config = config.relays
        self._resign_after = config.records.resign_after
        self._max_work_bits = config.records.max_work_bits
        self._reader = reader
        self._rate = WriteRate(None if is_local(url) else self._config.events_per_second)
        self._lost = 0
        self._done: list[tuple[str, str]] = []
        self._outcomes: list[tuple[str, str, Delivery, float, int, str]] = []

    async def deliver(self, connection: Connection) -> None:
        """Send everything that is due, then read back what is due for that."""
        while not connection.closed.is_set():
            now = self._clock.now()
            items = await self._database.due(self._url, now, BATCH, proofs=False)
            if not items:
                items = await self._database.due(self._url, now, BATCH, proofs=True)
                proofs = [item for item in items if not item.deleted]
                if await self._is_worth_a_whole_read(len(proofs)):
                    await self._prove_together(connection, proofs)
                    continue
            elif (
                self._reader.showing.age >= self._config.read_freshness
                and await self._is_worth_a_whole_read(len(items))
            ):
                await self._reader.read_whole(connection)
            if not items:
                break
            bootstrap = self._repository.bootstrap_addresses()
            first = [item for item in items if item.address in bootstrap]
            at_once = 1 if connection.refuses_namelessly else self._config.in_flight
            room = asyncio.Semaphore(at_once)
            for some in (first, [item for item in items if item.address not in bootstrap]):
                await together(self._deliver_one(connection, item, room) for item in some)
                await self.write_down()
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
                if entry_at(item.address) and error.prefix != Prefix.RATE_LIMITED:
                    self._park_hidden(item, str(error))
                    return
                # it refused the question, not the write
                self._rate.refused(asyncio.get_running_loop().time())
                self._note_delivery(
                    item, item.state, RETRY_FIRST, str(error), attempts=item.attempts
                )
            except UnreachableError as error:
                self._note_delivery(item, item.state, 0, str(error), attempts=item.attempts)
            except RelayError as error:
                self._note_delivery(item, Delivery.WAITING, RETRY_FIRST, str(error))

    async def write_down(self) -> None:
        """Note how deliveries went, many in one transaction."""
        done, self._done = self._done, []
        outcomes, self._outcomes = self._outcomes, []
        await self._reader.showing.write_down()
        if self._lost:
            lost, self._lost = self._lost, 0
            await self._reader.showing.withholds(lost)
        await self._database.delivered(self._url, done)
        await self._database.delivery(self._url, outcomes)

    async def _is_worth_a_whole_read(self, count: int) -> bool:
        """Whether reading everything costs less than reading so many addresses one by one."""
        if count < MANY:
            return False
        counts = await self._database.counts()
        open_ = sum(n for (url, _), n in counts.deliveries.items() if url == self._url)
        return counts.records <= open_ * RECORDS_A_READ

    async def _push(self, connection: Connection, item: Queued) -> None:
        """Read, then write: a version goes out only over what it covers."""
        event = item.event
        if event is None:
            self._done.append((item.address, item.id))
            return
        if not self._repository.may_deliver(item.address):
            self._note_delivery(item, Delivery.PARKED, DISABLED, "this mind moved to another key")
            return
        if await self._is_replaced(item, event):
            return
        shown = await self._shown(connection, item)
        head = (await self._database.heads([item.address])).get(item.address)
        if head is None or head.event.id != item.id:
            return  # what the relay showed was merged, and the result is queued
        if event.kind == nip09.KIND:
            await self._push_request(connection, item, event)
        elif item.deleted and shown is None and await self._is_forgotten_there(item):
            self._done.append((item.address, item.id))
        elif shown == event.id:
            await self._note_shown(connection, item, event)
        elif item.state is Delivery.ACCEPTED:
            self._note_lost(item)
        else:
            await self._publish(connection, item, event)

    async def _is_replaced(self, item: Queued, event: Event) -> bool:
        """Whether another version goes out in place of this one, or has to be signed first."""
        if event.id != item.id:
            await self._repository.queue(self._url, item.address, event.id)
            return True
        oldest = self._clock.now() - self._resign_after
        is_late = item.state is Delivery.WAITING and max(item.queued_at, event.created_at) < oldest
        if is_late and await self._repository.reseal(item.address):
            return True
        if not item.deleted and not await self._repository.may_send(self._url, item.address, event):
            await self._repository.redirect(item.address)
            self._done.append((item.address, item.id))
            return True
        return False

    @property
    def _oldest(self) -> float:
        """Seconds beyond which the relay may refuse an event as too old."""
        limitation = self._reader.information.limitation if self._reader.information else None
        return min(OLDEST, (limitation and limitation.created_at_lower_limit) or OLDEST)

    async def _push_request(self, connection: Connection, item: Queued, event: Event) -> None:
        if await self._repository.may_send(self._url, item.address, event):
            await self._publish_deletion(connection, item, event)
        else:
            said = "the copy at its new address was not read back yet"
            self._note_delivery(item, item.state, RETRY_FIRST, said, attempts=item.attempts)

    async def _is_forgotten_there(self, item: Queued) -> bool:
        """Whether the relay, which shows nothing at an address, serves the request to forget it."""
        requests = await self._database.deletions([item.address])
        return bool(requests) and requests[0].id in self._reader.showing.deletions

    async def _note_shown(self, connection: Connection, item: Queued, event: Event) -> None:
        if item.deleted:
            await self._follow_up(connection, item, event)
        elif item.state is Delivery.ACCEPTED:
            self._done.append((item.address, item.id))
        else:
            await self._note_accepted(item, event)

    async def _publish(self, connection: Connection, item: Queued, event: Event) -> None:
        bits = self.work_bits
        needs_work = 0 < bits <= self._max_work_bits and not is_mined(event, bits)
        if needs_work and await self._repository.reseal(item.address, work_bits=bits):
            return
        is_old = event.created_at < self._clock.now() - self._oldest
        if is_old and await self._repository.reseal(item.address):
            return
        judgement = await self._send(connection, event, item.attempts)
        if judgement.verdict is not Verdict.ACCEPTED:
            await self._judge(item, event, judgement)
            return
        self.sent += 1
        await self._note_accepted(item, event)
        if item.deleted:
            await self._follow_up(connection, item, event)

    async def _shown(self, connection: Connection, item: Queued) -> str | None:
        """The id of what the relay shows at an address, as of at most a few seconds ago."""
        address = item.address
        # a read from before the first attempt proves nothing of what came of it
        is_first = item.state is Delivery.WAITING and not item.attempts
        is_fresh = is_first and self._reader.showing.age < self._config.read_freshness
        if is_fresh and address not in self._reader.showing.unmerged:
            return self._reader.showing.held.get(address, (0, None))[1]
        # one address and one kind a question: a relay in use answers several values with one event
        before = await self._reader.showing.before(address)
        records = await connection.ask(self._reader.at(address))
        deletions = await connection.ask(self._reader.deletions_at(address))
        ingested = await self._reader.ingest(connection, [*deletions.events, *records.events])
        await self._reader.showing.compare(ingested, before=before)
        if address in ingested.unmerged:
            raise _UnmergedError(self._url, "it holds a version that cannot be merged here")
        shown = ingested.held.get(address)
        return shown[1] if shown else None

    async def _send(self, connection: Connection, event: Event, attempts: int) -> Judgement:
        delay = self._rate.take(asyncio.get_running_loop().time())
        if delay > 0:
            await asyncio.sleep(delay)
        ok = await connection.publish(event)
        if ok.accepted is None:
            raise RelayTimeoutError(self._url, "OK", self._config.ok_timeout)
        return judge(ok.accepted, ok.message, attempts)

    async def _note_accepted(self, item: Queued, event: Event) -> None:
        self._rate.accepted()
        delay = self._config.read_back_delay
        self._note_delivery(item, Delivery.ACCEPTED, delay, "", attempts=item.attempts)
        await self._others.note_accepted(item.address, event)

    async def _judge(self, item: Queued, event: Event, judgement: Judgement) -> None:
        """The relay said no."""
        said = judgement.said[:200]
        log.info("%s: event %s: %s", self._url, event.id, said)
        state = Delivery.WAITING
        match judgement.verdict:
            case Verdict.RESIGN:
                if await self._repository.reseal(item.address):
                    return
                state = Delivery.PARKED
            case Verdict.WORK:
                bits = demanded_bits(said) or 0
                if self.work_bits < bits <= self._max_work_bits:
                    self.work_bits = bits
                    if await self._repository.reseal(item.address, work_bits=bits):
                        return
                state = Delivery.PARKED
            case Verdict.SLOW_DOWN:
                self._rate.refused(asyncio.get_running_loop().time())
            case Verdict.MERGE:
                self._reader.showing.doubt()
            case Verdict.DEAD:
                state = Delivery.DEAD
            case Verdict.REFUSED:
                state = Delivery.PARKED
            case _:
                pass
        if state is not Delivery.WAITING:
            self.refusals += 1
            if len(self.refused) >= MOST_REFUSALS:
                self.refused.clear()
            self.refused[event.id] = RefusedError(self._url, "", said)
        self._note_delivery(item, state, judgement.wait, said)
        await self._others.notify()

    def _note_lost(self, item: Queued) -> None:
        """The relay said OK and does not have it: again, ever more slowly."""
        self._lost += 1
        wait = RETRY_FIRST * 2.0 ** min(item.attempts, 10)
        self._note_delivery(item, Delivery.WAITING, wait, "it said OK and does not have it")

    def _park_hidden(self, item: Queued, said: str) -> None:
        """It guards messages: whether it has this one cannot be known."""
        self._note_delivery(item, Delivery.PARKED, DISABLED, said)

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
        await self._reader.read_whole(connection)
        for item in proofs:
            if self._reader.showing.held.get(item.address, (0, ""))[1] == item.id:
                self._done.append((item.address, item.id))
            elif self._reader.hides_entries and entry_at(item.address):
                self._park_hidden(item, "it does not show messages to oneself")
            else:
                self._note_lost(item)
        await self.write_down()

    async def _follow_up(self, connection: Connection, item: Queued, tombstone: Event) -> None:
        """The tombstone is the head: only now the deletion request may follow."""
        answer = await connection.ask(self._reader.at(item.address))
        ingested = await self._reader.ingest(connection, answer.events)
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
            self._reader.showing.deletions.add(request.id)
            self._reader.showing.held.pop(item.address, None)
            self._done.append((item.address, item.id))
        else:
            await self._judge(item, request, judgement)
