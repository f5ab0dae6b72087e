"""Sending one relay what it lacks: read, write, read back."""

import asyncio
import contextlib
import logging
import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from nips import nip09
from nips.messages import Prefix
from nips.nip01 import Event
from nips.nip13 import is_mined

from ..core.config import Config
from ..core.errors import RefusedError, RelayError, RelayTimeoutError, UnreachableError
from ..core.ports import Clock
from ..sync.echo import FAR, NEARBY, HeldBack
from ..sync.rate import WriteRate
from ..sync.replies import (
    DISABLED,
    PATIENCE,
    RETRY_FIRST,
    Judgement,
    Verdict,
    demanded_bits,
    judge,
    retry_wait,
)
from ..wire.address import entry_at
from .database import SQLiteDatabase
from .deliveries import Deliveries
from .erasures import Erasures
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
PACE = 10
"""Of the seconds that a record's date runs ahead, one in so many is waited between two versions."""
LONGEST_PAUSE = 3.0
"""Seconds: enough for three devices that never stop, and little for one whose clock is behind."""
MOST_PAUSES = 1_024
MOST_REFUSALS = 1_024
OLDEST = 360 * 86_400.0
"""Some relays refuse what is older than a year."""
STILL_NEW = 60.0
"""Seconds since its date up to which a write that a relay refuses for its date is not too old."""
RECORDS_A_READ = 20
"""Records that may be read in a page for the price of asking for one address."""
TOGETHER = 5.0
"""Seconds within which writes, where there are many, are read back together."""
LOOK = 0.5
"""Seconds between looks, at most, while nothing waits but what must not be sent yet."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a relay showed at one address.

    Attributes:
        shown: The id of its head there, or ``None``.
        requests: Ids of the deletion requests that it served.
        at: When it was asked, in the event loop's seconds.
        date: ``created_at`` of its head there, or ``None``.
        is_alone: Whether it showed no older version beside; ``None`` where nobody asked for that.
    """

    shown: str | None
    requests: frozenset[str] | set[str]
    at: float
    date: int | None = None
    is_alone: bool | None = None


@dataclass(frozen=True, slots=True)
class _Overwritten:
    """A tombstone that was read back as the head, and whose request may follow."""

    item: Queued
    look: Look


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
        uniform: Callable[[float, float], float],
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
        self._max_ahead = config.records.max_ahead
        self._hold_ahead = config.records.hold_ahead
        self._sent_at: dict[str, float] = {}
        self._max_work_bits = config.records.max_work_bits
        self._reader = reader
        self._deliveries = Deliveries(url, database, clock, uniform)
        self._rate = WriteRate(None if is_local(url) else self._config.events_per_second)
        self._held_back = HeldBack(NEARBY if is_local(url) else FAR, uniform)
        self._news = asyncio.Event()
        self._erasures = Erasures(url, database, clock)
        self._overwritten: dict[str, dict[str, _Overwritten]] = {}
        self._asked: deque[float] = deque(maxlen=MANY)
        self._accepted: deque[float] = deque(maxlen=MANY)
        self._has_just_read = False
        self._lost = 0

    def hold_back(self, merged: Iterable[str], heard: Iterable[str]) -> None:
        """Send what others may be sending too a random moment later.

        What they sent is heard or read before, and then nothing is left to be sent.
        """
        self._held_back.add(merged, heard, asyncio.get_running_loop().time())

    def release(self) -> None:
        """Hold nothing back any more: the store is being closed."""
        self._held_back.clear()
        self.wake()

    def wake(self) -> None:
        """There is something to send, besides what is held back."""
        self._news.set()

    async def deliver(self, connection: Connection) -> None:
        """Send everything that is due, then read back what is due for that."""
        self._overwritten.clear()
        while not connection.closed.is_set():
            self._news.clear()
            now = self._clock.now()
            due = await self._database.outbox.due(self._url, now, BATCH, proofs=False)
            held_back = self._held_back.ids(asyncio.get_running_loop().time())
            items = [item for item in due if item.id not in held_back]
            if items:
                await self._read_whole_if_worth_it(connection, len(items))
                await self._deliver_some(connection, items)
                continue
            proofs = await self._database.outbox.due(self._url, now, BATCH, proofs=True)
            if proofs and self._is_worth_a_whole_read(len(proofs), await self._records()):
                await self._prove_together(connection, proofs)
            elif proofs:
                await self._deliver_some(connection, proofs)
            elif due:
                await self._wait_for_release()
            else:
                break
        await self._others.notify()

    async def _wait_for_release(self) -> None:
        """All that is due is held back: wait until some of it may go, or there is other work."""
        seconds = self._held_back.next_release(asyncio.get_running_loop().time())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, LOOK)):
                await self._news.wait()

    async def _deliver_some(self, connection: Connection, items: list[Queued]) -> None:
        bootstrap = self._repository.bootstrap_addresses()
        first = [item for item in items if item.address in bootstrap]
        at_once = 1 if connection.refuses_namelessly else self._config.in_flight
        room = asyncio.Semaphore(at_once)
        for some in (first, [item for item in items if item.address not in bootstrap]):
            await together(self._deliver_one(connection, item, room) for item in some)
            await self._send_requests(connection)
            await self.write_down()

    async def _read_whole_if_worth_it(self, connection: Connection, count: int) -> None:
        """Read everything, where that takes the place of many questions for single addresses."""
        if self._reader.showing.age < self._config.read_freshness:
            return
        if not self._is_worth_a_whole_read(count, await self._records()):
            return
        try:
            await self._reader.read_whole(connection)
        except RefusedError as error:
            log.info("%s: it is asked for each address: %s", self._url, error)

    async def _deliver_one(
        self, connection: Connection, item: Queued, room: asyncio.Semaphore
    ) -> None:
        async with room:
            try:
                await self._push(connection, item)
            except _UnmergedError as error:
                self._deliveries.note(item, Delivery.PARKED, DISABLED, str(error))
            except RefusedError as error:
                if entry_at(item.address) and error.prefix != Prefix.RATE_LIMITED:
                    self._park_hidden(item, str(error))
                    return
                # it refused the question, not the write: many at once are asked less often
                self._asked.extend([asyncio.get_running_loop().time()] * MANY)
                self._deliveries.note(item, item.state, RETRY_FIRST, str(error), is_attempt=False)
            except UnreachableError as error:
                self._deliveries.note(item, item.state, 0, str(error), is_attempt=False)
            except RelayError as error:
                wait = retry_wait(item.attempts)
                self._deliveries.note(item, Delivery.WAITING, wait, str(error))

    async def try_all(self) -> None:
        """Somebody waits: try what is parked, and pause for nothing."""
        self._sent_at.clear()
        await self._database.outbox.unpark(self._url)

    async def write_down(self) -> None:
        """Note how deliveries went, many in one transaction."""
        await self._reader.showing.write_down()
        await self._erasures.write_down()
        if self._lost:
            lost, self._lost = self._lost, 0
            await self._reader.showing.withholds(lost)
        await self._deliveries.write_down()

    async def _records(self) -> int:
        counts = await self._database.counts()
        return counts.records - counts.local_only

    def _is_worth_a_whole_read(self, count: int, records: int) -> bool:
        """Whether reading everything costs less than reading so many addresses one by one.

        Writes that come one after the other count like those that come at once.
        """
        since = asyncio.get_running_loop().time() - self._config.read_freshness
        asked = count + sum(at > since for at in self._asked) if count else 0
        return asked >= MANY and records <= asked * RECORDS_A_READ

    async def _push(self, connection: Connection, item: Queued) -> None:
        """Read, then write: a version goes out only over what it covers."""
        event = item.event
        if event is None:
            self._deliveries.done(item)
            return
        if not self._repository.may_deliver(item.address):
            self._deliveries.note(item, Delivery.PARKED, DISABLED, "this mind moved to another key")
            return
        if await self._is_replaced(item, event):
            return
        if item.state is Delivery.WAITING and (wait := self._pause(item.address, event)) > 0:
            said = "it is edited more often than once a second, and waits for the clock"
            self._deliveries.note(item, item.state, wait, said, is_attempt=False)
            return
        look = await self._look(connection, item)
        if not await self._is_head(item):
            return  # what the relay showed was merged, and the result is queued
        if event.kind == nip09.KIND:
            await self._push_request(connection, item, event, look)
        elif item.deleted:
            await self._erase(connection, item, event, look)
        elif look.shown == event.id:
            await self._note_shown(item, event)
        elif item.state is Delivery.ACCEPTED:
            if not await self._breaks_tie(item, event, look):
                self._note_lost(item)
        else:
            await self._publish(connection, item, event, look)

    def _pause(self, address: str, event: Event) -> float:
        """Seconds until the next version of a record may go, whose date runs ahead of the clock.

        The further ahead, the longer: so dates do not run away, whoever else edits it too.
        """
        ahead = event.created_at - self._clock.now()
        if not self._hold_ahead < ahead <= self._max_ahead:
            return 0.0  # beyond that it is our clock that is wrong
        sent_at = self._sent_at.get(address, float("-inf"))
        return sent_at + min(ahead / PACE, LONGEST_PAUSE) - asyncio.get_running_loop().time()

    async def _breaks_tie(self, item: Queued, event: Event, look: Look) -> bool:
        """Date a version anew where the relay keeps another one of the same second."""
        # NIP-01: "In case of replaceable events with the same timestamp, the event with the lowest
        # id [...] should be retained"; some relays retain the first that came
        return look.date == event.created_at and await self._repository.addresses.reseal(
            item.address
        )

    async def _is_head(self, item: Queued) -> bool:
        """Whether the version to be sent still stands in the file."""
        head = (await self._database.heads.at([item.address])).get(item.address)
        return head is not None and head.event.id == item.id

    async def _is_replaced(self, item: Queued, event: Event) -> bool:
        """Whether another version goes out in place of this one, or has to be signed first."""
        if event.id != item.id:
            await self._repository.queue(self._url, item.address, event.id)
            return True
        # first of all: signed anew, it would stand elsewhere, and this one be late again
        if not item.deleted and not await self._repository.relocation.may_send(
            self._url, item.address, event
        ):
            await self._repository.relocation.redirect(item.address)
            self._deliveries.done(item)
            return True
        oldest = self._clock.now() - self._resign_after
        is_late = item.state is Delivery.WAITING and max(item.queued_at, event.created_at) < oldest
        return is_late and await self._repository.addresses.reseal(item.address)

    @property
    def _oldest(self) -> float:
        """Seconds beyond which the relay may refuse an event as too old."""
        limitation = self._reader.information.limitation if self._reader.information else None
        return min(OLDEST, (limitation and limitation.created_at_lower_limit) or OLDEST)

    async def _push_request(
        self, connection: Connection, item: Queued, event: Event, look: Look
    ) -> None:
        """A request stands in the file where its tombstone, or what moved away, stood."""
        if not await self._repository.relocation.may_send(self._url, item.address, event):
            said = "the copy at its new address was not read back yet"
            self._deliveries.note(item, item.state, RETRY_FIRST, said, is_attempt=False)
        elif look.shown is None and event.id in look.requests:
            await self._erasures.verified(item.address, event.id)
            self._deliveries.done(item)
        elif until := self._erasures.left_alone_until(await self._erasures.at(item.address)):
            await self._leave_alone(item, look, until)
        elif look.shown is not None and await self._repository.addresses.entomb(item.address):
            return  # what stands there is overwritten first: a relay may ignore the request
        else:
            await self._turn()
            if not self._is_fresh(look):
                shown = look.shown
                look = await self._look(connection, item, anew=True)
                if look.shown != shown or not await self._is_head(item):
                    return
            ready = {item.address: _Overwritten(item, look)}
            await self._send_request(connection, event, ready)

    async def _leave_alone(self, item: Queued, look: Look, until: float) -> None:
        """It was told to delete this not long ago: it may be late, or ignore it; we only look."""
        await self._erasures.unverified(item.address)
        said = (
            "it shows nothing there, and not the request to delete it"
            if look.shown is None
            else "it shows what it was told to delete; it is told once a day"
        )
        wait = until - self._clock.now()
        tries = item.attempts + 1
        if tries < PATIENCE:
            wait = min(wait, retry_wait(tries))
            self._deliveries.note(item, Delivery.ACCEPTED, wait, said)
        else:
            self._deliveries.note(item, Delivery.PARKED, wait, said)

    async def _note_shown(self, item: Queued, event: Event) -> None:
        if item.state is Delivery.ACCEPTED:
            self._deliveries.done(item)
        else:
            await self._note_accepted(item, event)

    async def _publish(
        self, connection: Connection, item: Queued, event: Event, look: Look
    ) -> None:
        bits = self.work_bits
        needs_work = 0 < bits <= self._max_work_bits and not is_mined(event, bits)
        if needs_work and await self._repository.addresses.reseal(item.address, work_bits=bits):
            return
        is_old = event.created_at < self._clock.now() - self._oldest
        if is_old and await self._repository.addresses.reseal(item.address):
            return
        judgement = await self._send(connection, item, event, look)
        if judgement is None:
            return  # the relay shows something else by now: it is looked at anew
        if event.created_at - self._clock.now() > self._hold_ahead:
            if len(self._sent_at) >= MOST_PAUSES:
                self._sent_at.clear()
            self._sent_at[item.address] = asyncio.get_running_loop().time()
        if judgement.verdict is not Verdict.ACCEPTED:
            await self._judge(item, event, judgement)
            return
        self.sent += 1
        await self._note_accepted(item, event)
        if item.deleted:
            look = await self._look(connection, item, anew=True)
            if look.shown == event.id:
                await self._note_overwritten(item, event, look)
            elif not await self._breaks_tie(item, event, look):
                wait = retry_wait(item.attempts)
                self._deliveries.note(
                    item, Delivery.WAITING, wait, "it does not show yet that this is forgotten"
                )

    async def _look(self, connection: Connection, item: Queued, *, anew: bool = False) -> Look:
        """What the relay shows at an address, as of at most a few seconds ago.

        Args:
            connection: Where.
            item: What is to be sent there.
            anew: Whether it is asked in any case.
        """
        address = item.address
        now = asyncio.get_running_loop().time()
        self._asked.append(now)
        # a read from before the first attempt proves nothing of what came of it
        is_first = item.state is Delivery.WAITING and not item.attempts
        showing = self._reader.showing
        is_read = showing.age < self._config.read_freshness and address not in showing.unmerged
        if is_read and not anew and (is_first or self._has_just_read):
            held = showing.held.get(address)
            at = now - showing.age
            return Look(held[1] if held else None, showing.deletions, at, held[0] if held else None)
        # one address and one kind a question: a relay in use answers several values with one event
        before = await showing.before(address)
        records = await connection.ask(self._reader.at(address))
        deletions = await connection.ask(self._reader.deletions_at(address))
        ingested = await self._reader.ingest(connection, [*deletions.events, *records.events])
        await showing.compare(ingested, before=before)
        if address in ingested.unmerged:
            raise _UnmergedError(self._url, "it holds a version that cannot be merged here")
        shown = ingested.held.get(address)
        head, date = (shown[1], shown[0]) if shown else (None, None)
        others = {str(event.get("id")) for event in records.events} - {head}
        if others:
            others &= set(await self._database.addresses.past_ids([address]))
        return Look(head, ingested.deletions, now, date, is_alone=not others)

    async def _turn(self) -> None:
        """Wait until the relay takes another write."""
        delay = self._rate.take(asyncio.get_running_loop().time())
        if delay > 0:
            await asyncio.sleep(delay)

    async def _send(
        self, connection: Connection, item: Queued, event: Event, look: Look
    ) -> Judgement | None:
        """Send at the pace of the relay, over a read that is fresh at that moment.

        Returns:
            What the relay said; ``None`` if it shows something else than it did.
        """
        await self._turn()
        for is_last in (False, True):
            if not self._is_fresh(look):
                before, look = look, await self._look(connection, item, anew=True)
                if look.shown != before.shown or not await self._is_head(item):
                    return None
            ok = await connection.publish(event, resends=False)
            if ok.accepted is None:
                raise RelayTimeoutError(self._url, "OK", self._config.ok_timeout)
            if is_last or not ok.again:
                return judge(ok.accepted, ok.message, item.attempts)
            look = replace(look, at=-math.inf)  # who we are may change what it shows
        return None

    async def _note_accepted(self, item: Queued, event: Event) -> None:
        self._rate.accepted()
        self._deliveries.note(
            item, Delivery.ACCEPTED, self._until_read_back(), "", is_attempt=False
        )
        await self._others.note_accepted(item.address, event)

    async def _judge(self, item: Queued, event: Event, judgement: Judgement) -> None:
        """The relay said no."""
        said = judgement.said[:200]
        log.info("%s: event %s: %s", self._url, event.id, said)
        state = Delivery.WAITING
        match judgement.verdict:
            case Verdict.RESIGN:
                age = self._clock.now() - event.created_at
                # signing anew dates later: no help to what is too new, which waits for the clock
                if age > STILL_NEW and await self._repository.addresses.reseal(item.address):
                    return
                if not -self._max_ahead <= age <= STILL_NEW:
                    state = Delivery.PARKED
            case Verdict.WORK:
                bits = demanded_bits(said) or 0
                if self.work_bits < bits <= self._max_work_bits:
                    self.work_bits = bits
                    if await self._repository.addresses.reseal(item.address, work_bits=bits):
                        return
                state = Delivery.PARKED
            case Verdict.SLOW_DOWN:
                self._rate.refused(asyncio.get_running_loop().time())
            case Verdict.MERGE:
                self._reader.showing.doubt()
                # it remembers a deletion that it does not show: a new date stands above it
                if item.attempts == 1 and await self._repository.addresses.reseal(item.address):
                    return
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
        self._deliveries.note(item, state, judgement.wait, said)
        await self._others.notify()

    def _until_read_back(self) -> float:
        """Seconds from now; of many writes those of a few seconds are read back together."""
        delay = self._config.read_back_delay
        now = asyncio.get_running_loop().time()
        self._accepted.append(now)
        is_busy = len(self._accepted) == MANY and now - self._accepted[0] < TOGETHER
        if not is_busy:
            return delay
        at, step = self._clock.now() + delay, min(TOGETHER, delay)
        return delay + (math.ceil(at / step) * step - at if step else 0)

    def _note_lost(self, item: Queued) -> None:
        """The relay said OK and does not have it: again, ever more slowly."""
        self._lost += 1
        wait = retry_wait(item.attempts)
        self._deliveries.note(item, Delivery.WAITING, wait, "it said OK and does not have it")

    def _park_hidden(self, item: Queued, said: str) -> None:
        """It guards messages: whether it has this one cannot be known."""
        self._deliveries.note(item, Delivery.PARKED, DISABLED, said)

    async def _prove_together(self, connection: Connection, proofs: list[Queued]) -> None:
        """Read the whole relay back and see which writes stand there."""
        showing = self._reader.showing
        try:
            await self._reader.read_whole(connection)
        except RefusedError as error:
            for item in proofs:
                self._deliveries.note(item, item.state, RETRY_FIRST, str(error), is_attempt=False)
            await self.write_down()
            return
        unsure: list[Queued] = []
        for item in proofs:
            date, shown = showing.held.get(item.address, (-1, ""))
            # of two versions of one second it may keep the other one: that tie is for us to break
            is_tie = item.event is not None and item.event.created_at == date and shown != item.id
            if item.deleted or is_tie:
                unsure.append(item)
            elif shown == item.id:
                self._deliveries.done(item)
            elif self._reader.hides_entries and entry_at(item.address):
                self._park_hidden(item, "it does not show messages to oneself")
            else:
                self._note_lost(item)
        await self.write_down()
        self._has_just_read = True
        try:
            await self._deliver_some(connection, unsure)
        finally:
            self._has_just_read = False

    # ------------------------------------------------------------- forgetting

    async def _erase(
        self, connection: Connection, item: Queued, tombstone: Event, look: Look
    ) -> None:
        """Overwrite a memory that was forgotten, have it deleted, and see that it is gone.

        It is gone where the tombstone is all that stands, or where nothing does and the relay
        serves a request that knows as much as the tombstone.
        """
        if look.shown == tombstone.id and look.is_alone is None:
            look = await self._look(connection, item, anew=True)
        requests = await self._repository.addresses.requests_covering(item.address, tombstone)
        served = next((id_ for id_ in requests if id_ in look.requests), None)
        known = await self._erasures.at(item.address)
        was_told = known is not None and known.deleted_at is not None and known.request in requests
        if look.shown is None and served is not None:
            await self._erasures.verified(item.address, served)
            self._deliveries.done(item)
        elif look.shown == tombstone.id and look.is_alone and was_told and known is not None:
            await self._erasures.verified(item.address, known.request)
            self._deliveries.done(item)
        elif look.shown == tombstone.id and not was_told:
            if item.state is Delivery.WAITING:
                await self._note_accepted(item, tombstone)
            await self._note_overwritten(item, tombstone, look)
        elif was_told and (until := self._erasures.left_alone_until(known)) is not None:
            await self._leave_alone(item, look, until)
        else:
            await self._publish(connection, item, tombstone, look)

    async def _note_overwritten(self, item: Queued, tombstone: Event, look: Look) -> None:
        """The tombstone is the head: now the deletion request may follow, with its whole batch."""
        covering = await self._repository.addresses.requests_covering(item.address, tombstone)
        for request in await self._database.ledger.about([item.address]):
            # another device may have forgotten it apart, in the same second
            if request.created_at == tombstone.created_at and request.id in covering:
                await self._erasures.overwritten(item.address, request.id)
                ready = self._overwritten.setdefault(request.id, {})
                ready[item.address] = _Overwritten(item, look)
                return
        self._deliveries.done(item)

    async def _send_requests(self, connection: Connection) -> None:
        """Send the requests whose tombstones were all read back."""
        overwritten, self._overwritten = self._overwritten, {}
        for id_, ready in overwritten.items():
            request = await self._database.ledger.request(id_)
            try:
                await self._turn()
                if await self._are_overwritten(connection, request, ready):
                    await self._send_request(connection, request, ready)
                    continue
                wait, said = RETRY_FIRST, "its deletion request waits for others that it names"
            except UnreachableError as error:
                wait, said = 0.0, str(error)
            except RelayError as error:
                wait, said = RETRY_FIRST, str(error)
            for one in ready.values():
                self._deliveries.note(one.item, Delivery.WAITING, wait, said)

    async def _are_overwritten(
        self,
        connection: Connection,
        request: Event,
        ready: dict[str, _Overwritten],
    ) -> bool:
        """Whether a request may go: it deletes nothing, at none of its addresses, but a tombstone.

        Where the memory was written anew since, what the relay shows is merged by looking.
        """
        addresses = await self._database.ledger.addresses_in(request.id)
        asked = [a for a in addresses if a not in ready or not self._is_fresh(ready[a].look)]
        looks = await asyncio.gather(
            *(
                self._look(
                    connection,
                    ready[a].item if a in ready else _placeholder(a, request),
                    anew=True,
                )
                for a in asked
            )
        )
        heads = await self._database.heads.at(asked)
        for address, look in zip(asked, looks, strict=True):
            head = heads.get(address)
            is_tombstone = (
                head is not None
                and head.deleted
                and head.event.kind != nip09.KIND
                and head.event.created_at == request.created_at
            )
            if is_tombstone and head is not None and look.shown not in (head.event.id, None):
                return False
        looks += [one.look for address, one in ready.items() if address not in asked]
        return all(map(self._is_fresh, looks))

    def _is_fresh(self, look: Look) -> bool:
        age = asyncio.get_running_loop().time() - look.at
        return age < self._config.read_freshness

    async def _send_request(
        self, connection: Connection, request: Event, ready: dict[str, _Overwritten]
    ) -> None:
        ok = await connection.publish(request, resends=False)
        if ok.accepted is None:
            raise RelayTimeoutError(self._url, "OK", self._config.ok_timeout)
        if ok.again:
            return  # who we are may change what it shows: all of it is read again
        attempts = max(one.item.attempts for one in ready.values())
        judgement = judge(ok.accepted, ok.message, attempts)
        if judgement.verdict is not Verdict.ACCEPTED:
            for one in ready.values():
                await self._judge(one.item, request, judgement)
            return
        self._rate.accepted()
        delay = self._until_read_back()
        for address in await self._database.ledger.addresses_in(request.id):
            self._reader.showing.held.pop(address, None)
            if address in ready:
                await self._erasures.deleted(address, request.id)
                item = ready[address].item
                self._deliveries.note(item, Delivery.ACCEPTED, delay, "", is_attempt=False)


def _placeholder(address: str, request: Event) -> Queued:
    """What stands for an address of a request at which nothing waits."""
    return Queued(address, "", Delivery.WAITING, request.created_at, 0, True, None)
