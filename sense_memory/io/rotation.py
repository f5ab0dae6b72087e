"""A whole mind to another key: copy, prove, tell, and only then give the old copies up.

Each step is written into the old file before it begins, and each can be repeated: what was done
already is found done. Until the two keys have said in public that they belong together, both sets
of memories are whole and the old one is in use; from then on the new one is, and what still arrives
under the old key is brought over before its old copy is given up.
"""

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from nips import nip19
from nips.keys import PublicKey
from nips.nip01 import Event

from ..core.change import Put
from ..core.config import Config
from ..core.errors import InputError, RelayError
from ..core.local_only import is_local_only
from ..core.ports import Clock
from ..core.records.store_settings import BlindingKey
from ..core.records.succession import Succession
from ..core.ref import Ref
from ..core.rotation import RelayPlan, RotationPlan, RotationReport, RotationStep
from ..sync.paging import Completeness
from ..sync.rate import WriteRate
from ..sync.replies import Verdict, judge
from ..wire.address import key_id, scope_at
from ..wire.schemas import SUCCESSION
from ..wire.schemas.succession import FROM, TO
from ..wire.succession import consent
from .carrying import Carried, Holdings, Shown, add
from .database import SQLiteDatabase
from .inventory import Inventory, introduced, take_inventory
from .pool import Pool
from .relay_load import first_rate, loads
from .repository import Repository
from .rows import Delivery, PutMeta
from .transport import Transport
from .websocket import Connection

log = logging.getLogger("sense_memory.io.rotation")

STATE = "rotation"
"""In the old file: to whom its mind is being moved, and how far that is."""
BATCH = 200
PAUSE = 0.25
"""Seconds between looks whether the relays have taken the copies; as long as a look takes, if that
is longer."""


@dataclass(frozen=True, slots=True)
class Party:
    """One of the two identities.

    Attributes:
        repository: Its records.
        database: Its file.
        pool: Its relays; ``None`` for a local store.
    """

    repository: Repository
    database: SQLiteDatabase
    pool: Pool | None

    @property
    def key(self) -> str:
        """64 hex digits."""
        return self.repository.naming.public_key


@dataclass(slots=True)
class _Round:
    """What relays showed in one round of reading.

    Attributes:
        old: By URL, what stands under the old key.
        new: By URL, what stands under the new one.
        errors: Why the others could not be read.
    """

    old: dict[str, Inventory] = field(default_factory=dict)
    new: dict[str, Inventory] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def proofs(self, record: Carried) -> set[str]:
        """The relays that show all of a record under the new key."""
        return {url for url, shown in self.new.items() if shown.knows(record)}

    def aside_proofs(self, path: str, text: str) -> set[str]:
        """The relays that show under the new key what a newer release wrote."""
        return {url for url, shown in self.new.items() if (path, text) in shown.texts}


@dataclass(slots=True)
class _Tally:
    """Counts of one run."""

    copied: int = 0
    given_up: int = 0
    remaining: int = 0
    lost: int = 0
    too_large: set[str] = field(default_factory=set)
    unprovable: set[str] = field(default_factory=set)
    waiting_for: list[str] = field(default_factory=list)


class Rotation:
    """One change of key, for as long as both stores are open.

    Args:
        old: The identity that is given up.
        new: The one that takes over; its relays are those that count.
        clock: Dates what is signed.
        config: Numbers of both stores.
        keep_old: Whether the old copies stay on the relays.
        transport: How relays are reached.
    """

    def __init__(
        self,
        old: Party,
        new: Party,
        clock: Clock,
        config: Config,
        *,
        keep_old: bool = False,
        transport: Transport | None = None,
    ) -> None:
        self._old = old
        self._new = new
        self._clock = clock
        self._config = config
        self._keep_old = keep_old
        self._transport = transport or Transport()
        self._urls = [worker.url for worker in new.pool.workers] if new.pool else []
        self._needed = min(2, len(self._urls))
        self._rates = {url: WriteRate(first_rate(url, config.relays)) for url in self._urls}
        self._tally = _Tally()
        self._pause = PAUSE

    # ------------------------------------------------------------------ state

    async def step(self) -> RotationStep | None:
        """Where a change to this key is; ``None`` before its beginning.

        Raises:
            InputError: The mind has moved to another key already.
        """
        moved_to = self._old.repository.moved_to
        if moved_to is not None and moved_to != self._new.key:
            npub = nip19.encode_npub(PublicKey(moved_to))
            raise InputError(
                f"this mind moved to another key already, {npub}; bring that one here: "
                "sense-memory keys rotate --key FILE, with its recovery kit"
            )
        said = await self._old.database.meta.get(STATE)
        state = json.loads(said) if said else {}
        if state.get("to") != self._new.key:
            return None
        return RotationStep(state["step"])

    async def _enter(self, step: RotationStep) -> RotationStep:
        """Write a step down, on disk before it begins."""
        state = {"to": self._new.key, "file": str(self._new.database.path), "step": step.value}
        now = self._clock.now()
        await self._old.database.commit([PutMeta(STATE, json.dumps(state))], {}, now=now)
        log.info("change of key: %s", step)
        return step

    async def once_more(self) -> None:
        """Look again, though all was done, for what others wrote under the old key since."""
        if await self.step() is RotationStep.DONE:
            await self._enter(RotationStep.GIVE_UP)

    # ----------------------------------------------------------------- advance

    async def advance(self, timeout: float) -> RotationReport:
        """Go as far as possible in some seconds; may be broken off anywhere.

        Raises:
            InputError: The mind has moved to another key already.
            StorageError: A file could not be written.
        """
        self._tally = _Tally()
        deadline = asyncio.get_running_loop().time() + timeout
        step = await self.step() or await self._enter(RotationStep.COPY)
        if step is RotationStep.DONE:
            return self._report(step)
        await self._read_and_send(deadline)
        await self.step()  # what relays said just now may be that another device was first
        if step is RotationStep.COPY:
            await self._make_key()
            await self._carry_all(_Round())
            step = await self._enter(RotationStep.PUBLISH)
        while step is RotationStep.PUBLISH:
            if await self._is_published(deadline):
                step = await self._enter(RotationStep.ANNOUNCE)
            elif not await self._has_time(deadline):
                return self._report(step)
        if step is RotationStep.ANNOUNCE:
            await self._announce()
            step = await self._enter(RotationStep.GIVE_UP)
        while step is RotationStep.GIVE_UP:
            if await self._has_given_up(deadline):
                step = await self._enter(RotationStep.DONE)
            elif not await self._has_time(deadline):
                return self._report(step)
        return self._report(step)

    async def _has_time(self, deadline: float) -> bool:
        if asyncio.get_running_loop().time() > deadline:
            return False
        await asyncio.sleep(min(self._pause, deadline - asyncio.get_running_loop().time()))
        return True

    def _report(self, step: RotationStep) -> RotationReport:
        tally = self._tally
        return RotationReport(
            step,
            self._new.key,
            str(self._new.database.path),
            tally.copied,
            tally.given_up,
            tally.remaining,
            tally.lost + len(tally.too_large) + len(tally.unprovable),
            tuple(tally.waiting_for),
        )

    async def _read_and_send(self, deadline: float) -> None:
        """Let both stores read and write; at most until the deadline."""
        pools = [pool for pool in (self._old.pool, self._new.pool) if pool is not None]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(deadline):
                await asyncio.gather(*(pool.sync() for pool in pools))

    # -------------------------------------------------------------------- copy

    async def _make_key(self) -> None:
        """Addresses under the new key say nothing to who knows the old one's.

        SYNC: "Rotation also makes a blinding key of a new generation."
        """
        olds = self._old.repository.naming.keys.values()
        if not olds:
            return
        generation = 1 + max(key.generation for key in olds)
        known = self._new.repository.naming.keys.values()
        if all(key.generation < generation for key in known):
            key = BlindingKey(secrets.token_bytes(32), generation)
            await self._new.repository.commit(Put(Ref(BlindingKey, key_id(key)), key))

    async def _carry(self, records: Iterable[Carried]) -> int:
        """Bring memories over; how many were not there.

        What is there is found by reading all of it: a message has no address that its path tells.
        """
        here = (await self._new.repository.carrier.holdings()).records
        wanted: dict[str, Carried] = {}
        for record in records:
            path = record.body.path
            if path not in here or not record.is_known_to(here[path].body):
                add(wanted, record)
        missing, count = list(wanted.values()), 0
        for start in range(0, len(missing), BATCH):
            taken = await self._new.repository.take_over(missing[start : start + BATCH], ())
            self._tally.too_large.update(taken.too_large)
            count += taken.count
        self._tally.copied += count
        return count

    async def _carry_all(self, found: _Round) -> int:
        """Bring over what the old file holds, and what its relays show beyond that."""
        here = await self._old.repository.carrier.holdings()
        if await self._old.repository.tell_uses(tuple(here.records.values())):
            here = await self._old.repository.carrier.holdings()
        self._tally.lost = here.lost
        shown = [one for inventory in found.old.values() for one in inventory.shown]
        late = [record for one in shown if (record := one.as_record()) is not None]
        count = await self._carry([*here.records.values(), *late])
        asides = {*here.asides, *(aside for one in shown if (aside := one.as_aside()) is not None)}
        taken = await self._new.repository.take_over((), tuple(asides))
        self._tally.copied += taken.count
        return count + taken.count

    # ------------------------------------------------------------------- prove

    async def _is_published(self, deadline: float) -> bool:
        """Whether two relays, or the only one, show everything under the new key."""
        found = await self._look(deadline)
        if found is None:
            return False
        if await self._carry_all(found) and self._urls:
            return False  # what came over just now has to be shown, too
        here = await self._new.repository.carrier.holdings()
        if not self._urls:
            return await self._is_all_in_file(here)
        if min(len(found.old), len(found.new)) < self._needed:
            self._wait_for_relays(found)
            return False
        missing = self._unproven(found, here)
        if missing:
            self._tally.waiting_for.append(
                f"{missing} memories that {_relays(self._needed)} must show under the new key"
            )
        return not missing

    async def _is_all_in_file(self, here: Holdings) -> bool:
        """Without relays the copy in the file is the proof: it was just read and opened."""
        there = (await self._old.repository.carrier.holdings()).records
        return all(
            path in self._tally.too_large
            or (path in here.records and record.is_known_to(here.records[path].body))
            for path, record in there.items()
        )

    def _unproven(self, found: _Round, here: Holdings) -> int:
        """How many memories are not on enough relays yet."""
        asides = {aside.path: aside.text for aside in here.asides}
        missing = 0
        for path, record in here.records.items():
            proofs = found.proofs(record)
            if path in asides:
                proofs |= found.aside_proofs(path, asides[path])
            missing += len(proofs) < self._needed_for(record, found)
        for path, text in asides.items():
            if is_local_only(scope_at(path)):
                continue
            missing += len(found.aside_proofs(path, text)) < self._needed
        return missing

    def _needed_for(self, record: Carried, found: _Round) -> int:
        """On how many relays a record must be seen: messages only on those that show any."""
        if is_local_only(record.ref.scope):
            return 0
        if not record.is_message:
            return self._needed
        showing = sum(not shown.hides_messages for shown in found.new.values())
        if not showing:
            self._tally.unprovable.add(record.body.path)
        return min(self._needed, showing)

    def _wait_for_relays(self, found: _Round) -> None:
        self._tally.waiting_for.append(
            f"{_relays(self._needed)} that can be read: " + "; ".join(found.errors.values())
        )

    async def _look(self, deadline: float) -> _Round | None:
        """Read every relay under both keys, once enough of them have the copies."""
        self._tally.waiting_for.clear()
        self._tally.unprovable.clear()
        found = _Round()
        if not self._urls:
            return found
        if not await self._is_delivered(deadline):
            return None
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.gather(*(self._look_at(url, found) for url in self._urls))
        self._pause = max(PAUSE, loop.time() - began)
        return found

    async def _look_at(self, url: str, found: _Round) -> None:
        try:
            for party, shown in ((self._new, found.new), (self._old, found.old)):
                async with self._introduced(url, party) as connection:
                    inventory = await take_inventory(
                        connection, party.repository, self._config.relays
                    )
                    if party is self._new:
                        await self._send_asides(url, connection, inventory)
                    shown[url] = inventory
        except RelayError as error:
            found.errors[url] = str(error)

    def _introduced(
        self, url: str, party: Party
    ) -> contextlib.AbstractAsyncContextManager[Connection]:
        return introduced(
            url,
            party.repository,
            party.database,
            self._clock,
            self._config.relays,
            self._transport,
        )

    async def _send_asides(self, url: str, connection: Connection, shown: Inventory) -> None:
        """What a newer release wrote is in nobody's outbox: send it to who does not show it."""
        carrier = self._new.repository.carrier
        for one in await carrier.look_at(await self._new.database.events.quarantined()):
            if one.path is None or one.text is None or is_local_only(scope_at(one.path)):
                continue
            if (one.path, one.text) not in shown.texts:
                await self._send(url, connection, one.event)

    async def _is_delivered(self, deadline: float) -> bool:
        """Wait until nothing is under way to enough relays; they are read back after that."""
        if self._new.pool is not None:
            self._new.pool.wake()
        open_states = (Delivery.WAITING, Delivery.ACCEPTED)
        while True:
            deliveries = (await self._new.database.counts()).deliveries
            under_way = {
                url: sum(deliveries.get((url, state), 0) for state in open_states)
                for url in self._urls
            }
            if sum(not count for count in under_way.values()) >= self._needed:
                return True
            if not await self._has_time(deadline):
                break
        self._tally.waiting_for.clear()
        self._tally.waiting_for += [
            f"{url}: {_copies(count)} under way{self._error_of(url)}"
            for url, count in under_way.items()
            if count
        ]
        return False

    def _error_of(self, url: str) -> str:
        workers = self._new.pool.workers if self._new.pool else []
        error = next((worker.error for worker in workers if worker.url == url), None)
        return f" ({error})" if error is not None else ""

    async def _send(self, url: str, connection: Connection, event: Event) -> bool:
        """Send an event at the relay's pace; whether the relay said that it took it."""
        rate = self._rates[url]
        while True:
            await asyncio.sleep(rate.take(asyncio.get_running_loop().time()))
            ok = await connection.publish(event)
            judgement = judge(bool(ok.accepted), ok.message, 0)
            if ok.accepted is None:
                return False
            if judgement.verdict is not Verdict.SLOW_DOWN:
                break
            rate.refused(asyncio.get_running_loop().time())
        if judgement.verdict is Verdict.ACCEPTED:
            rate.accepted()
            return True
        self._tally.waiting_for.append(f"{url}: {judgement.said[:200]}")
        return False

    # -------------------------------------------------------------------- tell

    async def _announce(self) -> None:
        """Let each key say, with the other one's consent, that they belong together."""
        old, new = self._old, self._new
        for keeper, other, name in ((new, old, FROM), (old, new, TO)):
            known = keeper.repository.successions.get(name)
            if known is not None and (known.predecessor, known.successor) == (old.key, new.key):
                continue
            at = int(self._clock.now())
            proof = await other.repository.sign(consent(other.key, keeper.key, name, at))
            record = Succession(old.key, new.key, proof.to_json())
            await keeper.repository.commit(Put(Ref(Succession, name), record))

    # ----------------------------------------------------------------- give up

    async def _has_given_up(self, deadline: float) -> bool:
        """Give up what stands under the old key, where the copy stands; whether that was all."""
        if self._old.pool is not None:
            self._old.pool.wake()
        found = await self._look(deadline)
        if found is None:
            return False
        if await self._carry_all(found) and self._urls:
            return False
        here = await self._new.repository.carrier.holdings()
        self._unproven(found, here)  # names what no relay can show
        remaining = await asyncio.gather(
            *(self._give_up_at(url, found, deadline) for url in found.old)
        )
        self._tally.remaining = sum(remaining)
        self._tally.waiting_for += [
            f"{error}; what it holds under the old key stays there"
            for error in found.errors.values()
        ]
        return not self._tally.remaining and not self._tally.waiting_for

    async def _give_up_at(self, url: str, found: _Round, deadline: float) -> int:
        """The same at one relay.

        Returns:
            How many memories still stand there that are to be given up.
        """
        shown = found.old[url]
        (said,) = self._old.repository.naming.candidates(SUCCESSION.root + TO)
        if said not in shown.places:
            self._tally.waiting_for.append(f"{url}: it does not show yet that this mind moved")
            return len(shown.standing())
        if shown.worth is Completeness.PARTIAL:
            self._tally.waiting_for.append(f"{url}: it did not show everything")
        if self._keep_old:
            return 0
        due = {
            path: [one.event for one in events]
            for path, events in shown.standing().items()
            if path not in self._tally.too_large and path not in self._tally.unprovable
        }
        ready = [
            path
            for path in due
            if all(self._is_safe(url, one, found) for one in shown.standing()[path])
        ]
        given_up = 0
        try:
            async with self._introduced(url, self._old) as connection:
                for path in ready:
                    if asyncio.get_running_loop().time() > deadline:
                        break
                    request = await self._old.repository.carrier.give_up(path, due[path])
                    given_up += await self._send(url, connection, request)
        except RelayError as error:
            self._tally.waiting_for.append(str(error))
        self._tally.given_up += given_up
        return len(due) - given_up

    def _is_safe(self, url: str, one: Shown, found: _Round) -> bool:
        """Whether an event's copy stands on that relay, and on enough relays altogether."""
        record, aside = one.as_record(), one.as_aside()
        if record is not None:
            proofs = found.proofs(record)
            return url in proofs and len(proofs) >= max(1, self._needed_for(record, found))
        if aside is not None:
            proofs = found.aside_proofs(aside.path, aside.text)
            return url in proofs and len(proofs) >= self._needed
        return False


async def plan(
    old: Party, urls: Iterable[str], config: Config, *, keep_old: bool = False
) -> RotationPlan:
    """What a change of key would do, as far as the file knows.

    Args:
        old: The identity that would be given up.
        urls: The relays.
        config: Says at what rate relays are written to.
        keep_old: Whether the old copies stay.
    """
    here = await old.repository.carrier.holdings()
    living = sum(record.body.is_alive for record in here.records.values())
    forgotten = len(here.records) - living
    going = [one for one in here.records.values() if not is_local_only(one.ref.scope)]
    alive = sum(record.body.is_alive for record in going)
    # a tombstone is followed by a request; beside the records: settings, a key, the two records of
    # the change itself
    copies = alive + 2 * (len(going) - alive) + len(here.asides) + 4
    events = copies if keep_old else copies + alive + len(here.asides)
    relays = tuple(
        RelayPlan(load.url, load.events, load.seconds)
        for load in loads(urls, events, 0, config.relays)
    )
    return RotationPlan(old.key, living, forgotten, len(here.asides), here.lost, relays)


def _relays(count: int) -> str:
    return "one relay" if count == 1 else f"{count} relays"


def _copies(count: int) -> str:
    return "1 copy is" if count == 1 else f"{count} copies are"
