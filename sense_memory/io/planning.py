"""Planning a commit: what stands there, what shall stand there, as signed events.

Nothing is written here. The signer is asynchronous, so a plan is made without a lock and names the
heads it was built on; if one of them has moved by the time it is carried out, a new plan is made.
"""

import asyncio
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from nips import nip04, nip09, nip13, nip70, nip78
from nips.nip01 import Address, Event, UnsignedEvent

from ..core.change import (
    Alter,
    Amend,
    Cause,
    Change,
    Edit,
    Ensure,
    Forget,
    Put,
    Settle,
    Unlearn,
    Unlink,
)
from ..core.config import RecordConfig
from ..core.errors import InputError, MalformedRecordError, RecordError, TooLargeError
from ..core.local_only import is_local_only
from ..core.ports import Clock, Signer
from ..core.records.store_settings import Addressing
from ..core.ref import Ref
from ..wire import codec, deletion, merge, outliving, past_values, references
from ..wire.address import entry_at, key_id, path_of, place_of
from ..wire.body import Body, Policy, is_without_file, shown
from ..wire.codec import Opened
from ..wire.deletion import Moved
from ..wire.schema import Schema
from ..wire.schemas import JOURNAL, schema_of
from ..wire.stamp import Dot, Seconds, created_at, hlc
from ..wire.uses import counted
from ..wire.weight import sealed_bytes
from .database import SQLiteDatabase
from .decoding import Decoder
from .derivation import Derivation
from .names import Names
from .rows import (
    DropTouch,
    Head,
    Issue,
    PutDeletion,
    PutHead,
    PutIssued,
    PutMeta,
    RequireMeta,
    RequireUnset,
    Write,
)
from .touches import Fresh, Touches

TOGETHER_WITHIN = 2
"""Seconds ahead to which tombstones of one commit are dated, to have one date."""
HELD = "held"
"""Set in the file while writes wait for the store's addressing."""
ADDRESSED = "addressed"
"""The store's addressing, in the file once it is known: no write may be held any more."""
DEVICE_ID = "device"
"""The id of the file."""
STAMP_CHANCE = 1 << 12
"""Copies of a file, whose clocks all stand behind a record, would issue the same stamp next."""


@dataclass(slots=True)
class Slot:
    """All versions of one path in this file, merged, while a commit is planned.

    Attributes:
        ref: What it is.
        schema: Its type.
        stored: The heads of its addresses as they were read; the plan holds only while they stand.
        heads: The same, with what the plan has put there since.
        body: What shall stand; ``None`` where nothing is known.
        before: What stood there as it was read, or as the last planned change left it.
        floor: A date that the next version must exceed, seconds since the epoch.
        is_message: Whether a journal entry that is new here is of kind 4; ``None``: as configured.
        unsent: The address of a head that no relay was sent, so that its date is free.
    """

    ref: Ref[Any]
    schema: Schema[Any]
    stored: Mapping[str, Head]
    heads: dict[str, Head]
    body: Body | None
    before: Body | None
    floor: int | None = None
    is_message: bool | None = None
    unsent: str | None = None

    def newest(self, address: str) -> int | None:
        """The date that a new version at an address must exceed."""
        head = self.heads.get(address)
        dates = [head.event.created_at - (address == self.unsent)] if head else []
        return max([*dates, *([] if self.floor is None else [self.floor])], default=None)


@dataclass(slots=True)
class Plan:
    """Writes that hang together, and what they were built on.

    Attributes:
        writes: What goes into the file, all of it or nothing.
        expected: Address to the id of the head it was built on; ``None`` where none may stand.
        deletions: Address to the date of the newest request that it was judged by, or ``None``.
        changes: What the views are told.
        event_ids: The ids of the edits' events, in their order; ``""`` where nothing changed.
        told: Memories whose uses the new versions tell, with those that were in no file yet.
        device: The id that the file takes with it; ``""`` if it keeps its own.
    """

    writes: list[Write] = field(default_factory=list)
    expected: dict[str, str | None] = field(default_factory=dict)
    deletions: dict[str, int | None] = field(default_factory=dict)
    changes: list[Change[Any]] = field(default_factory=list)
    event_ids: list[str] = field(default_factory=list)
    told: dict[Ref[Any], Fresh | None] = field(default_factory=dict)
    device: str = ""

    def expect(self, address: str, slot: Slot) -> None:
        """The plan holds only while the slot's heads stand as they were read."""
        self.expected.setdefault(address, None)
        for known, head in slot.stored.items():
            self.expected[known] = head.event.id

    def hold(self, slot: Slot) -> None:
        """The plan holds only while a slot that it does not write to stands as it was read."""
        self.expected |= {known: head.event.id for known, head in slot.stored.items()}

    def judge_by(self, addresses: Iterable[str], deleted_at: Mapping[str, int]) -> None:
        """The plan holds only while the ledger says no more of these addresses than it did."""
        self.deletions.update((address, deleted_at.get(address)) for address in addresses)


class Planner:
    """Turns edits into plans."""

    def __init__(
        self,
        database: SQLiteDatabase,
        signer: Signer,
        clock: Clock,
        config: RecordConfig,
        names: Names,
        decoder: Decoder,
        touches: Touches,
    ) -> None:
        self._database = database
        self._signer = signer
        self._clock = clock
        self._config = config
        self._names = names
        self._decoder = decoder
        self._seconds = Seconds(config.imports_per_second, config.import_spread)
        self._touches = touches
        self.derived = Derivation(
            database, names, decoder, self.slots, lambda: self.device, clock.now
        )

    @property
    def device(self) -> str:
        """The id under which this file, or this process, writes."""
        return self._touches.device

    @device.setter
    def device(self, device: str) -> None:
        self._touches.device = device

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._clock.now()

    async def slots(self, refs: Iterable[Ref[Any]]) -> dict[str, Slot]:
        """What this file holds of some records, by path."""
        by_path = {path_of(ref): ref for ref in refs}
        candidates = {path: self._names.naming.candidates(path) for path in by_path}
        heads = await self._database.heads.at(a for some in candidates.values() for a in some)
        opened = {head.address: item for head, item in await self._decoder.heads(heads.values())}
        slots: dict[str, Slot] = {}
        for path, ref in by_path.items():
            schema = schema_of(ref.kind)
            here = {a: heads[a] for a in candidates[path] if a in heads}
            body: Body | None = None
            for address, head in here.items():
                item = opened[address]
                if isinstance(item, Moved) or (isinstance(item, RecordError) and head.deleted):
                    continue
                if isinstance(item, RecordError):
                    raise item
                body = merge.merge(body, item.body, schema) if body else item.body
            slots[path] = Slot(ref, schema, here, dict(here), body, body)
        return slots

    async def slot(self, ref: Ref[Any]) -> Slot:
        """What this file holds of one record."""
        return (await self.slots([ref]))[path_of(ref)]

    async def edits(self, edits: Sequence[Edit]) -> Plan:
        """The plan for some edits, whose events' ids it lists in their order."""
        slots = await self.slots(edit.ref for edit in edits)
        plan = Plan()
        changed: dict[str, None] = {}
        written: dict[str, Dot] = {}
        for edit in edits:
            path = path_of(edit.ref)
            slot = slots[path]
            if slot.body is not None and self._touches.own(slot.ref, slot.body, slot.schema):
                plan.told[slot.ref] = self._touches.fresh.get(slot.ref)
            dot = Dot(self._next_hlc(slot.body), self.device)
            if isinstance(edit, Forget):
                if edit.only_if is not None and not self._may_go(edit, slot):
                    plan.told.pop(slot.ref, None)
                    continue
                await self._add_messages(slot)
                slot.body = merge.forgotten(slot.body, path, dot, edit.why)
            elif isinstance(edit, Unlink | Unlearn | Settle):
                if not self._revise(edit, slot, dot):
                    continue
                if slot.body is not None and slot.body.is_alive:
                    plan.told.pop(slot.ref, None)  # none of them says anything of uses
            elif isinstance(edit, Amend):
                if not self._amend(edit, slot, dot):
                    continue
            elif isinstance(edit, Ensure) and slot.body is not None and slot.body.is_alive:
                plan.hold(slot)
                continue
            else:
                record = self._wanted(edit, slot)
                new = slot.schema.encode(record)
                before = slot.body
                slot.body = merge.put(before, path, new, dot, slot.schema)
                self._keep_past(slot, before, dot, past_values.REPLACED)
                former = edit.former if isinstance(edit, Ensure) else ()
                slot.body = past_values.with_former(slot.body, former, dot, slot.schema)
                written[path] = dot
            changed[path] = None
        for path, dot in written.items():
            await self._ground(plan, slots, slots[path], dot)
        changed.update(dict.fromkeys(await self.derived.reach(slots, changed)))
        plan.told = {ref: fresh for ref, fresh in plan.told.items() if path_of(ref) in changed}
        for ref in plan.told:
            plan.writes.append(DropTouch(tuple(self._names.naming.candidates(path_of(ref)))))
        if changed:
            # another process may have found that this file was copied, and given it another id
            plan.writes.append(RequireMeta(DEVICE_ID, self.device))
        ids = await self.seal(plan, [slots[path] for path in changed])
        plan.event_ids = [ids.get(path_of(edit.ref), "") for edit in edits]
        return plan

    async def _ground(self, plan: Plan, slots: dict[str, Slot], slot: Slot, dot: Dot) -> None:
        """Let a record say on what it was written, if its type does."""
        grounds = await self.derived.creations(slots, slot)
        if slot.body is None or not slot.body.is_alive or not grounds:
            return
        slot.body = references.grounded(slot.body, dot, grounds)
        for _, target, _ in references.grounds_of(slot.ref, slot.body, slot.schema):
            plan.hold(slots[path_of(target)])

    def _amend(self, edit: Amend[Any], slot: Slot, dot: Dot) -> bool:
        """Carry out an edit that may come to nothing; whether it changed something."""
        record = record_at(slot.ref, slot.body, slot.schema)
        if record is None or slot.body is None:
            if edit.missing is not None:
                raise edit.missing
            return False
        used = self._touches.with_own(record, slot.ref, slot.body, slot.schema)
        wanted = edit.alter(used)
        if wanted == record:
            return False
        before = slot.body
        slot.body = merge.amended(before, slot.schema.encode(wanted), dot, slot.schema)
        self._keep_past(slot, before, dot, past_values.REPLACED)
        return True

    def _revise(self, edit: Unlink[Any] | Unlearn[Any] | Settle[Any], slot: Slot, dot: Dot) -> bool:
        """Carry out an edit of what stands there; whether it changed something."""
        if isinstance(edit, Unlink):
            return _unlink(edit, slot)
        if isinstance(edit, Unlearn):
            return _unlearn(edit, slot, dot)
        before = slot.body
        slot.body = _settled(edit, slot, dot)
        self._keep_past(slot, before, dot, past_values.DECIDED)
        return True

    def _may_go(self, edit: Forget[Any], slot: Slot) -> bool:
        """Whether a record is still as it was when somebody decided to let it go."""
        record = record_at(slot.ref, slot.body, slot.schema)
        if record is None or slot.body is None or edit.only_if is None:
            return False
        return edit.only_if(self._touches.true(record, slot.ref, slot.body, slot.schema))

    def _keep_past(self, slot: Slot, before: Body | None, dot: Dot, why: str) -> None:
        """Let a record keep what an edit wrote over."""
        if slot.body is not None:
            slot.body = past_values.with_past(before, slot.body, dot, slot.schema, why)

    def _plaintext(self, slot: Slot) -> str:
        """The text of a new version; rather than be too large it keeps fewer former values.

        Raises:
            TooLargeError: It is too large without any.
        """
        padding, limit = self._names.naming.padding(), self._config.max_plaintext_bytes
        while True:
            body = cast("Body", slot.body)
            try:
                return codec.plaintext(slot.ref, body, padding, limit)
            except TooLargeError:
                lists = body.fields.get(slot.schema.past or "", {})
                seen = slot.before.dots if slot.before is not None else set()
                own = (dot for dot in lists if dot.device == self.device and dot not in seen)
                less = past_values.with_less(body, slot.schema, next(own, None))
                if less is None:
                    raise
                slot.body = less

    def fitting(self, ref: Ref[Any], body: Body, schema: Schema[Any]) -> Body | None:
        """A body with as many of its former values as there is room for; ``None`` if none helps."""
        while not self.fits(ref, body):
            less = past_values.with_less(body, schema)
            if less is None:
                return None
            body = less
        return body

    def outlived(self, plan: Plan, slot: Slot, alive: Body, tombstone: Body, merged: Body) -> Body:
        """What stands once a tombstone was merged that somebody put where a record had dissolved.

        Args:
            plan: What is added to.
            slot: Where.
            alive: A living version of the record.
            tombstone: What was put there.
            merged: All that is known.

        Returns:
            ``merged`` itself, unless the record had no reason to dissolve.
        """
        schema, ref = slot.schema, slot.ref
        if not outliving.is_dissolved(tombstone) or alive.dots <= merged.dots:
            return merged
        plain = record_at(ref, alive, schema)
        true = self._touches.true(plain, ref, alive, schema)
        if not outliving.outlives(alive, plain, true, tombstone, schema):
            return merged
        first = Dot(self._next_hlc(merged), self.device)
        body = outliving.restored(alive, merged, first, schema)
        fields = schema.encode(true)
        if schema.counter is not None:
            # who else used it counts that anew, too
            said, own = body.fields.get(schema.counter), self._touches.own(ref, alive, schema)
            told = counted(alive, schema, self.device)
            count = own.count if own is not None else told[1] if told is not None else 0
            fields[schema.counter] = max(shown(said, Policy.COUNTER) if said else 0, count)
        body = merge.amended(body, fields, Dot(self._next_hlc(body), self.device), schema)
        plan.told[ref] = self._touches.fresh.get(ref)
        plan.writes.append(DropTouch(tuple(self._names.naming.candidates(path_of(ref)))))
        return body

    async def _add_messages(self, slot: Slot) -> None:
        """A journal entry may stand as messages of kind 4, whose places say nothing of its path."""
        if slot.schema is not JOURNAL or not await self._database.addresses.any_of_kind_4():
            return
        bucket = self._names.naming.bucket(JOURNAL.type, slot.ref.scope)
        for head, item in await self._decoder.heads(
            await self._database.heads.in_buckets([bucket])
        ):
            if entry_at(head.address) and isinstance(item, Opened) and item.ref == slot.ref:
                slot.stored = {**slot.stored, head.address: head}
                slot.heads[head.address] = head
                body = item.body
                slot.body = merge.merge(slot.body, body, JOURNAL) if slot.body else body
                slot.before = slot.body

    async def settled(self, refs: Iterable[Ref[Any]]) -> Plan:
        """The plan that lets what was forgotten reach records that somebody wrote meanwhile."""
        slots: dict[str, Slot] = {}
        plan = Plan()
        await self.derived.add(slots, refs)
        changed = await self.derived.reach(slots, list(slots))
        await self.seal(plan, [slots[path] for path in changed])
        return plan

    def _wanted(self, edit: Put[Any] | Ensure[Any] | Alter[Any], slot: Slot) -> Any:
        if isinstance(edit, (Put, Ensure)):
            return edit.record
        record = record_at(slot.ref, slot.body, slot.schema)
        if record is not None and slot.body is not None:
            record = self._touches.with_own(record, slot.ref, slot.body, slot.schema)
        return edit.alter(record)

    def weight(self, edit: Put[Any]) -> int:
        """Bytes of the event that a new record would have, about.

        Raises:
            TooLargeError: It is larger than a record may be.
        """
        naming, path, schema = self._names.naming, path_of(edit.ref), schema_of(edit.ref.kind)
        dot = Dot(self._next_hlc(None), self.device)
        body = merge.put(None, path, schema.encode(edit.record), dot, schema)
        limit = self._config.max_plaintext_bytes
        text = codec.plaintext(edit.ref, body, naming.padding(), limit)
        return sealed_bytes(len(text.encode()), naming.address(path))

    def fits(self, ref: Ref[Any], body: Body) -> bool:
        """Whether a body is small enough for a record, and can be read as one."""
        try:
            codec.plaintext(ref, body, Addressing.PLAIN, self._config.max_plaintext_bytes)
            record_at(ref, body, schema_of(ref.kind))
        except (TooLargeError, MalformedRecordError):
            return False
        return True

    def _next_hlc(self, body: Body | None) -> str:
        t = hlc(self._clock.now(), *(body.known.values() if body else ()))
        return f"{int(t, 16) + secrets.randbelow(STAMP_CHANCE):016x}"

    def _issued(self, plan: Plan, slot: Slot, address: str) -> list[PutIssued]:
        """What the file must know of a version's own stamps, to know a copy of itself by.

        Several edits of one commit leave several stamps in a record.
        """
        device = plan.device or self.device
        if slot.body is None or device not in slot.body.known or is_without_file(device):
            return []
        before = slot.before.known.get(device, "") if slot.before is not None else ""
        stamps = {dot.t for dot in slot.body.dots if dot.device == device and dot.t > before}
        stamps.add(slot.body.known[device])
        return [PutIssued(address, t, Issue.UNSENT, before) for t in sorted(stamps)]

    async def seal(
        self, plan: Plan, slots: Sequence[Slot], *, work_bits: int = 0
    ) -> dict[str, str]:
        """Turn the new bodies into signed events and add them to the plan; ids by path.

        Args:
            plan: What is added to.
            slots: Their bodies.
            work_bits: Work to be done for each (NIP-13).
        """
        naming = self._names.naming
        texts = [self._plaintext(slot) for slot in slots]
        bodies = [cast("Body", slot.body) for slot in slots]
        payloads = await self._signer.encrypt(texts)
        touched = {a for slot in slots for a in slot.heads}
        touched |= {naming.address(body.path) for body in bodies}
        deleted_at = await self._database.ledger.deleted_at(list(touched))
        plan.judge_by(touched, deleted_at)
        for slot in slots:
            await self._reuse_date(slot)
        ids: dict[str, str] = {}
        # one request may name many, but never what goes out beside what stays here
        erased: dict[tuple[int, bool], list[deletion.Erased]] = {}
        together = self._date_of_forgettings(slots, deleted_at)
        for slot, body, payload in zip(slots, bodies, payloads, strict=True):
            unsigned = self._unsigned(slot, body, payload, deleted_at)
            if not body.is_alive:
                date = max(unsigned.created_at, together)
                unsigned = replace(unsigned, created_at=date)
            event = await self.sign(await self._finished(unsigned, work_bits))
            address = place_of(event)
            # a message tells nobody its name, so it need not wait for the store's addressing
            is_held = naming.addressing is None and event.kind == nip78.KIND
            ids[body.path] = event.id
            plan.writes.append(
                PutHead(
                    address,
                    event,
                    naming.filed(slot.ref, slot.schema),
                    own=True,
                    deleted=not body.is_alive,
                    send=not is_held,
                    drop=self._outgrown(slot, address),
                )
            )
            plan.writes += self._issued(plan, slot, naming.address(body.path))
            plan.writes += self.derived.notes(slot)
            plan.expect(address, slot)
            if is_held:
                plan.writes += [RequireUnset(ADDRESSED), PutMeta(HELD, "1")]
            elif not body.is_alive:
                one = await self._erased(slot, body, address, event)
                together_with = (event.created_at, is_local_only(slot.ref.scope))
                erased.setdefault(together_with, []).append(one)
            plan.changes.append(change_of(slot))
        for (date, _), group in erased.items():
            for batch in deletion.batches(group):
                plan.writes.append(await self._deletion(date, batch, work_bits))
        return ids

    def _date_of_forgettings(self, slots: Sequence[Slot], deleted_at: Mapping[str, int]) -> int:
        """What dates the tombstones of one commit, so that one request can follow them.

        A memory that was written in this very second is dated a second ahead, and so are all.
        """
        naming = self._names.naming
        gone = [slot for slot in slots if slot.body is not None and not slot.body.is_alive]
        addresses = [naming.address(path_of(slot.ref)) for slot in gone]
        now = self._clock.now()
        dates = [
            created_at(now, head=slot.newest(address), deletion=deleted_at.get(address))
            for slot, address in zip(gone, addresses, strict=True)
        ]
        return max((date for date in dates if date <= now + TOGETHER_WITHIN), default=0)

    def _unsigned(
        self, slot: Slot, body: Body, payload: str, deleted_at: Mapping[str, int]
    ) -> UnsignedEvent:
        """A new version, dated."""
        key = self._names.naming.public_key
        if self._is_message(slot, body):
            # NIP-04: "tags MUST contain an entry identifying the receiver of the message"
            at = self._seconds.free(self._clock.now())
            return UnsignedEvent(key, at, nip04.KIND, payload, (("p", key),))
        address = self._names.naming.address(body.path)
        at = self._stamp(slot, address, deleted_at.get(address))
        return nip78.app_data(key, at, address, payload)

    def _is_message(self, slot: Slot, body: Body) -> bool:
        """Whether a memory is written as kind 4: journal entries may be, and stay what they are."""
        if slot.schema is not JOURNAL or not body.is_alive:
            return False
        if not slot.heads:
            is_configured = self._config.journal_kind == nip04.KIND
            return is_configured if slot.is_message is None else slot.is_message
        return all(entry_at(address) for address in slot.heads)

    def _outgrown(self, slot: Slot, address: str) -> tuple[str, ...]:
        """Versions at other addresses that this one replaces.

        That is the one under this file's own key, once the store has a published one; and every
        other one where a tombstone takes their place, or where a message is signed anew.
        """
        is_gone = slot.body is not None and not slot.body.is_alive
        if is_gone or entry_at(address):
            return tuple(other for other in slot.heads if other != address)
        naming = self._names.naming
        if naming.addressing is None:
            return ()
        held = self._names.held_address(path_of(slot.ref))
        if held not in slot.heads or held == address:
            return ()
        # once the file's own key is a published one, what stands under it may be on relays too
        is_private = key_id(naming.file_key) not in naming.keys or slot.heads[held].held
        return (held,) if is_private else ()

    async def _reuse_date(self, slot: Slot) -> None:
        """Let a version that waits for the clock, and went to nobody, be replaced at its date."""
        at = self._clock.now() + self._config.hold_ahead
        for address, head in slot.heads.items():
            is_waiting = head.own and head.event.created_at > at
            if is_waiting and await self._database.outbox.is_unsent(address):
                slot.unsent = address

    def _stamp(self, slot: Slot, address: str, deleted_at: int | None) -> int:
        now = self._clock.now()
        head = slot.newest(address)
        if head is None and deleted_at is None:
            return self._seconds.free(now)
        return created_at(now, head=head, deletion=deleted_at)

    async def sign(self, unsigned: UnsignedEvent) -> Event:
        """The event, signed by whoever holds the key."""
        id_, sig = await self._signer.sign(
            created_at=unsigned.created_at,
            kind=unsigned.kind,
            tags=unsigned.tags,
            content=unsigned.content,
        )
        event = Event(
            id_,
            unsigned.pubkey,
            unsigned.created_at,
            unsigned.kind,
            unsigned.tags,
            unsigned.content,
            sig,
        )
        self._decoder.trust(event)
        return event

    async def _finished(self, unsigned: UnsignedEvent, work_bits: int) -> UnsignedEvent:
        """An event with the tags that the relays, or the caller, ask for."""
        if self._config.protected:
            unsigned = replace(unsigned, tags=(*unsigned.tags, nip70.TAG))
        if work_bits:
            mined = await asyncio.to_thread(nip13.mine, unsigned, work_bits)
            unsigned = mined or unsigned  # without luck the relay refuses it once more
        return unsigned

    async def _erased(
        self, slot: Slot, body: Body, address: str, tombstone: Event
    ) -> deletion.Erased:
        """What a request says of one memory that was forgotten."""
        # SYNC §1: "forgetting cover[s] a path's address under every known key"
        others = [*slot.heads, *self._names.naming.under_every_key(body.path)]
        places = [address, *dict.fromkeys(a for a in others if a != address)]
        past = [i for i in await self._database.addresses.past_ids(places) if i != tombstone.id]
        return deletion.Erased(body, tuple(places), tuple(past))

    async def _deletion(
        self, created_at: int, batch: Sequence[deletion.Erased], work_bits: int
    ) -> PutDeletion:
        """The kind 5 that follows tombstones of one date, dated like them."""
        key = self._names.naming.public_key
        places = [place for one in batch for place in one.addresses]
        text = deletion.write([one.tombstone for one in batch], self._names.naming.padding())
        (payload,) = await self._signer.encrypt([text])
        unsigned = nip09.deletion_request(
            key,
            created_at,
            addresses=[
                Address(nip78.KIND, key, place) for place in places if entry_at(place) is None
            ],
            event_ids=deletion.named_ids(batch),
            content=payload,
            kinds=[nip04.KIND] if any(map(entry_at, places)) else [],
        )
        request = await self.sign(await self._finished(unsigned, work_bits))
        return PutDeletion(request, tuple(places))

    async def withdrawal(self, slot: Slot, head: Head) -> tuple[PutHead, PutDeletion]:
        """Give up an address whose memory stands at another one."""
        naming = self._names.naming
        path = path_of(slot.ref)
        past = await self._database.addresses.past_ids([head.address])
        (payload,) = await self._signer.encrypt([deletion.write_moved(path, naming.padding())])
        request = await self.sign(
            nip09.deletion_request(
                naming.public_key,
                max(head.event.created_at, int(self._clock.now())),
                addresses=[Address(nip78.KIND, naming.public_key, head.address)],
                event_ids=past[-deletion.MAX_TAGS + 2 :],
                content=payload,
            )
        )
        put = PutHead(head.address, request, head.bucket, own=True, deleted=True, send=True)
        return put, PutDeletion(request, (head.address,), moved=True)


def record_at(ref: Ref[Any], body: Body | None, schema: Schema[Any]) -> Any:
    """The record in a body, or ``None`` where nothing stands."""
    return codec.record_of(ref, body, schema) if body is not None and body.is_alive else None


def _unlink(edit: Unlink[Any], slot: Slot) -> bool:
    """Carry out an edit that may come to nothing; whether it changed something."""
    if slot.body is None:
        return False
    left = references.without(slot.ref, slot.body, slot.schema, (edit.target,), edit.fields)
    is_new = left is not slot.body
    slot.body = left
    return is_new


def _unlearn(edit: Unlearn[Any], slot: Slot, dot: Dot) -> bool:
    """Carry out an edit that may come to nothing; whether it changed something."""
    before = slot.body
    if before is None or not before.is_alive:
        return False
    left = references.unlearned(slot.ref, before, slot.schema, edit.sources)
    slot.body = merge.forgotten(before, before.path, dot, "forget") if left is None else left
    return slot.body is not before


def _settled(edit: Settle[Any], slot: Slot, dot: Dot) -> Body:
    """What stands once somebody has decided.

    Raises:
        InputError: Nothing stands there, or the value is none for that field.
    """
    if slot.body is None or not slot.body.is_alive:
        raise InputError(f"{slot.ref} was forgotten meanwhile; there is nothing to decide")
    body = merge.settled(slot.body, edit.field, edit.value, edit.seen, dot, slot.schema)
    try:
        codec.record_of(slot.ref, body, slot.schema)
    except MalformedRecordError:
        raise InputError(f"this is no value for the field {edit.field!r} of {slot.ref}") from None
    return body


def change_of(slot: Slot) -> Change[Any]:
    """What a plan does to the record of a slot."""
    return Change(
        slot.ref,
        record_at(slot.ref, slot.before, slot.schema),
        record_at(slot.ref, slot.body, slot.schema),
        Cause.LOCAL,
    )
