"""What relays showed, merged into what is here.

A relay is believed in nothing but signatures: every event was verified, opened and checked against
its address before it comes here. A version that knows all that we know becomes ours as it is; one
that knows less shows that the relay is behind; two that each know something the other does not make
a third, which is signed and sent.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, cast

from nips import nip01, nip04, nip09, nip40, nip78
from nips.nip01 import Event

from ..core.change import Cause, Change
from ..core.errors import AddressMismatchError, RecordError, UnknownSchemaError
from ..core.records.store_settings import BlindingKey
from ..sync.high_water import Place
from ..wire import deletion, merge, plain_edit
from ..wire.address import entry_at, entry_place, place_of
from ..wire.body import Body, pruned
from ..wire.codec import Opened
from ..wire.deletion import Moved
from ..wire.schema import Schema
from ..wire.schemas import SCHEMAS
from .clones import Clones
from .database import SQLiteDatabase
from .decoding import Decoder, Offending
from .names import Names
from .planning import Plan, Planner, Slot, change_of, record_at
from .rows import DropQuarantine, Head, PutDeletion, PutHead, PutQuarantine, Queue, Write

log = logging.getLogger("sense_memory.io.ingest")

_RETRIED = (UnknownSchemaError, AddressMismatchError)
"""What a newer release, or a key that has yet to arrive, can read."""


class Fate(StrEnum):
    """What became of a genuine event."""

    TAKEN = "taken"
    """It said something new."""
    ASIDE = "kept aside"
    """It is kept untouched: of a newer release, of a key that is missing, or too large."""
    UNUSABLE = "unusable"


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of a batch from a relay.

    Attributes:
        held: Address to (created_at, id) of the newest version that the relay showed.
        deletions: Ids of the deletion requests that it showed.
        unmerged: Addresses where it holds what cannot be merged here, so must not be written over.
        offending: What was forged, foreign or malformed.
        fates: What became of each genuine event, by id; one that is not named was known.
        unusable: Why an event came to nothing, by id.
    """

    held: Mapping[str, tuple[int, str]]
    deletions: frozenset[str]
    unmerged: frozenset[str]
    offending: tuple[Offending, ...]
    fates: Mapping[str, Fate]
    unusable: Mapping[str, str]


@dataclass(slots=True)
class Batch:
    """One batch of one relay, and the plan that is made for it.

    Attributes:
        url: The relay; ``None`` if the events come from elsewhere.
        spread: The other relays get what is new here; a whole load compares them by itself.
        shown: The ids of all events of the batch.
        keys: With how many blinding keys they were opened.
        plan: What will be written.
        slots: What stands at each path touched so far.
        taken: The versions of each path that were merged into it, with their dates.
        resealed: Paths whose merged version must be signed anew.
        unmerged: Addresses where the relay holds what cannot be merged here.
        entries: Where journal entries of kind 4 stand that were among the events.
        fates: What becomes of the events, by id.
        unusable: Why some come to nothing, by id.
        read: The ids of those that can be read.
        retried: The ids of those that were kept aside until now.
    """

    url: str | None
    spread: bool
    shown: frozenset[str]
    keys: int
    plan: Plan = field(default_factory=Plan)
    slots: dict[str, Slot] = field(default_factory=dict)
    taken: dict[str, list[tuple[int, Body]]] = field(default_factory=lambda: defaultdict(list))
    resealed: dict[str, None] = field(default_factory=dict)
    unmerged: set[str] = field(default_factory=set)
    entries: set[str] = field(default_factory=set)
    fates: dict[str, Fate] = field(default_factory=dict)
    unusable: dict[str, str] = field(default_factory=dict)
    read: dict[str, None] = field(default_factory=dict)
    retried: set[str] = field(default_factory=set)

    def keep_aside(self, event: Event, reason: str) -> None:
        """Keep an event that cannot be used yet."""
        self.plan.writes.append(PutQuarantine(event, reason))
        self.fates[event.id] = Fate.ASIDE

    def use(self, events: Iterable[Event]) -> None:
        """Let nothing that can be read be kept aside, whether it says anything new or not."""
        self.read.update(dict.fromkeys(event.id for event in events))

    def refuse(self, event: Event, reason: str) -> None:
        """Leave an event alone."""
        self.fates[event.id] = Fate.UNUSABLE
        self.unusable[event.id] = reason


class Ingest:
    """Plans what a batch of verified events does to the file."""

    def __init__(
        self, database: SQLiteDatabase, names: Names, decoder: Decoder, planner: Planner
    ) -> None:
        self._database = database
        self._names = names
        self._decoder = decoder
        self._planner = planner
        self.clones = Clones(database, names, decoder, planner)

    async def plan(self, url: str | None, events: Sequence[Event], *, spread: bool) -> Batch:
        """What a batch of one kind does.

        Args:
            url: The relay; ``None`` if the events come from elsewhere.
            events: Deletion requests, records, or messages; each in a batch of their own, and
                requests first.
            spread: Whether the other relays get what is new here.
        """
        shown = frozenset(event.id for event in events)
        batch = Batch(url, spread, shown, len(self._names.naming.keys))
        # NIP-40: "Clients SHOULD ignore events that have expired"
        now = int(self._planner.now())
        events = [event for event in events if not nip40.is_expired(event, now)]
        await self._deletions(batch, [event for event in events if event.kind == nip09.KIND])
        await self._records(batch, [event for event in events if event.kind == nip78.KIND])
        await self._entries(batch, [event for event in events if event.kind == nip04.KIND])
        derived = await self._planner.derived.reach(batch.slots, list(batch.slots))
        batch.resealed.update(dict.fromkeys(derived))
        await self._planner.seal(batch.plan, [batch.slots[path] for path in batch.resealed])
        used = tuple(id_ for id_ in batch.read if batch.fates.get(id_) is not Fate.ASIDE)
        # of what was aside something is new here, or the relay that shows it lacks something
        if used and (batch.plan.writes or batch.retried):
            batch.plan.writes.append(DropQuarantine(used))
        return batch

    def is_overtaken(self, batch: Batch) -> bool:
        """Whether a key arrived with another batch, and may place what this one kept aside.

        Whoever learned the key has looked through all that was aside by then. Asked once this batch
        is in the file, it misses nothing.
        """
        return batch.keys < len(self._names.naming.keys) and Fate.ASIDE in batch.fates.values()

    async def _records(self, batch: Batch, events: Sequence[Event]) -> None:
        known = await self._database.heads.at({event.d for event in events})
        fresh = [e for e in events if e.d not in known or known[e.d].event.id != e.id]
        opened = await self._decoder.open([(event.d, event) for event in fresh])
        for item in opened:
            # keys only ever add up; settings may be old ones, and are learnt once they are merged
            if isinstance(item, Opened) and isinstance(item.record, BlindingKey):
                self._names.learn(item.record)
        if len(self._names.naming.keys) > batch.keys:
            # a key arrived: what could not be placed before may be placed now
            batch.keys = len(self._names.naming.keys)
            aside = await self._database.events.quarantined()
            retried = [event for event in aside if event.kind == nip78.KIND]
            batch.retried.update(event.id for event in retried)
            fresh += retried
            opened = await self._decoder.open([(event.d, event) for event in fresh])
        usable: list[tuple[Event, Opened]] = []
        for event, item in zip(fresh, opened, strict=True):
            if isinstance(item, Opened):
                usable.append((event, item))
            elif not isinstance(item, RecordError):
                continue
            elif isinstance(item, _RETRIED) and not _may_be_ours(event.d):
                batch.refuse(event, "it belongs to another program")
            elif isinstance(item, _RETRIED):
                batch.keep_aside(event, str(item))
                if isinstance(item, UnknownSchemaError):
                    batch.unmerged.add(event.d)
            else:
                batch.refuse(event, str(item))
                log.info("%s: event %s is unusable: %s", batch.url, event.id, item)
        batch.use(event for event, _ in usable)
        missing = {i.body.path: i.ref for _, i in usable if i.body.path not in batch.slots}
        batch.slots.update(await self._planner.slots(missing.values()))
        paths = {item.body.path for _, item in usable}
        # who forgot a memory may not have known every address at which it stood
        places = {a for path in paths for a in self._names.naming.candidates(path)}
        deleted_at = await self._database.ledger.deleted_at(list(places))
        batch.plan.judge_by(places, deleted_at)
        usable.sort(key=lambda pair: (pair[0].created_at, pair[0].id))
        for event, item in usable:
            slot = batch.slots[item.body.path]
            if await self._take(batch, event, item, slot, deleted_at):
                batch.resealed[item.body.path] = None
            if event.d not in batch.unmerged:
                batch.taken[item.body.path].append((event.created_at, item.body))

    async def _entries(self, batch: Batch, events: Sequence[Event]) -> None:
        """Take in journal entries of kind 4: there is never a second version of one."""
        by_place = {place_of(event): event for event in events}
        known = await self._database.heads.at(by_place)
        batch.entries.update(known)
        for place, head in known.items():
            if head.deleted and batch.url is not None:
                batch.plan.writes.append(Queue(batch.url, place, head.event.id))
        fresh = [(place, event) for place, event in by_place.items() if place not in known]
        usable: list[tuple[str, Event, Opened]] = []
        for (place, event), item in zip(fresh, await self._decoder.open(fresh), strict=True):
            if isinstance(item, Opened):
                usable.append((place, event, item))
            elif isinstance(item, _RETRIED):
                batch.keep_aside(event, str(item))
            else:
                batch.refuse(event, "it is a message to oneself, and no journal entry")
        batch.use(event for _, event, _ in usable)
        refs = {item.body.path: item.ref for _, _, item in usable}
        batch.slots.update(await self._planner.slots(refs.values()))
        places = [place for place, _, _ in usable]
        deleted = await self._database.ledger.deleted_at(places)
        batch.plan.judge_by(places, deleted)
        for place, event, item in usable:
            batch.entries.add(place)
            batch.fates[event.id] = Fate.TAKEN
            batch.plan.expected.setdefault(place, None)
            bucket = self._names.naming.filed(item.ref, item.schema)
            if place in deleted:
                await self._put_request(batch, place, bucket)
            else:
                self._add_entry(batch, event, bucket, item)

    def _add_entry(self, batch: Batch, event: Event, bucket: str, item: Opened) -> None:
        """An entry stands beside whatever else has its path; what is read is all of them merged."""
        put = PutHead(
            place_of(event),
            event,
            bucket,
            own=False,
            deleted=False,
            send=False,
            shown_by=batch.url,
            spread=batch.spread,
        )
        batch.plan.writes.append(put)
        slot = batch.slots[item.body.path]
        slot.body = merge.merge(slot.body, item.body, slot.schema) if slot.body else item.body
        batch.plan.changes.append(change_of(slot))
        slot.before = slot.body

    async def _put_request(self, batch: Batch, place: str, bucket: str) -> None:
        """A relay shows an entry that is known to be deleted: it gets the request."""
        (request, *_) = await self._database.ledger.about([place])
        put = PutHead(place, request, bucket, own=False, deleted=True, send=False)
        batch.plan.writes.append(put)
        if batch.url is not None:
            batch.plan.writes.append(Queue(batch.url, place, request.id))

    async def _take(
        self, batch: Batch, event: Event, item: Opened, slot: Slot, deleted: Mapping[str, int]
    ) -> bool:
        """Merge one version that a relay showed; whether the result must be signed anew."""
        body, schema = item.body, slot.schema
        if item.plain_dot is not None:
            body = await self._absorbed(batch, event, item, slot)
        deleted_at = deleted.get(event.d)
        ledger: list[Body] = []
        if deleted and body.is_alive:
            places = [a for a in self._names.naming.candidates(body.path) if a in deleted]
            body, ledger = await self._after_deletions(event, places, body, schema)
        here = slot.body
        merged = await self.clones.join(batch.plan, slot, body)
        lives = self._outlived(batch, slot, item.body, ledger, merged)
        if lives is not merged:
            slot.floor = max(event.created_at, slot.floor or 0)
            slot.body = lives
            batch.fates[event.id] = Fate.TAKEN
            return True
        head = slot.heads.get(event.d)
        is_newest = head is None or nip01.supersedes(event, head.event)
        survives = deleted_at is None or event.created_at > deleted_at or not body.is_alive
        # a memory does not expire: what another program gave a date to is signed anew without it
        survives &= nip40.expiration_of(event) is None
        if (
            merged == pruned(item.body)
            and survives
            and (is_newest or await self._is_echo(event, slot, merged))
        ):
            self._adopt(batch, event, item, slot)
            return False
        if is_newest:
            slot.floor = max(event.created_at, slot.floor or 0)
        if merged != here:
            fitting = self._planner.fitting(slot.ref, merged, schema)
            if fitting is None:
                batch.keep_aside(event, "together with what this file holds it makes no record")
                batch.unmerged.add(event.d)
                return False
            slot.body = fitting
            batch.fates[event.id] = Fate.TAKEN
            return True
        if is_newest and (head is not None or not merged.is_alive):
            # ours says more but its date would lose: it needs a date of its own; and where no
            # request has named that address yet, one that does
            is_unnamed = not merged.is_alive and item.body.is_alive and deleted_at is None
            return is_unnamed or event.d == self._names.naming.address(body.path)
        if batch.url is not None and head is not None and head.event.kind == nip78.KIND:
            batch.plan.writes.append(Queue(batch.url, event.d, head.event.id))
        return False

    def _outlived(
        self, batch: Batch, slot: Slot, shown: Body, ledger: Sequence[Body], merged: Body
    ) -> Body:
        """What stands where one version was put because nobody used the other one.

        Args:
            batch: What is being planned.
            slot: Where.
            shown: What a relay showed.
            ledger: What deletion requests say that were applied to it.
            merged: All of it, and what stands here.
        """
        here = slot.body
        if here is not None and here.covers(shown):
            return merged  # this was decided before
        if here is not None and here.is_alive and not shown.is_alive:
            return self._planner.outlived(batch.plan, slot, here, shown, merged)
        for tombstone in (here, *ledger) if shown.is_alive else ():
            if tombstone is not None and not tombstone.is_alive:
                merged = self._planner.outlived(batch.plan, slot, shown, tombstone, merged)
        return merged

    async def _absorbed(self, batch: Batch, event: Event, item: Opened, slot: Slot) -> Body:
        """A plain writer's edit, on top of what that writer can have read."""
        if slot.body is None:
            return pruned(item.body)
        base = await self._base(batch, event, item, slot)
        return plain_edit.absorbed(slot.body, item.body, base, slot.schema)

    async def _base(self, batch: Batch, event: Event, item: Opened, slot: Slot) -> Body | None:
        """The newest version we hold that a plain writer can have read: older, alike, and there.

        ``None`` if there is none: then the writer knew nothing, and its values stand beside ours.
        """
        if slot.body is None or batch.url is None:
            return None  # where it was written, and over what, nobody knows
        older = [h for h in slot.heads.values() if h.event.created_at < event.created_at]
        there = [
            head
            for head in older
            if head.event.id in batch.shown or await self._database.shown.has_had(batch.url, [head])
        ]
        found = [
            (head.event.created_at, opened.body)
            for head, opened in await self._decoder.heads(there)
            if isinstance(opened, Opened)
        ]
        found += [(at, body) for at, body in batch.taken[item.body.path] if at < event.created_at]
        found.sort(key=lambda pair: pair[0], reverse=True)
        versions = [body for _, body in found]
        if len(there) == len(slot.heads) and item.body.path not in batch.resealed:
            versions.insert(0, slot.body)
        return next(
            (body for body in versions if plain_edit.agrees(body, item.body, slot.schema)), None
        )

    async def _is_echo(self, event: Event, slot: Slot, merged: Body) -> bool:
        """Whether another device has sent what we made too, and nobody has got ours yet."""
        head = slot.heads.get(event.d)
        if head is None or not head.own or merged != slot.body:
            return False
        if not await self._database.outbox.is_unsent(event.d):
            return False
        # what stood here before was signed anew because some relay did not take it, or show it
        return event.id not in await self._database.addresses.past_ids([event.d])

    def _adopt(self, batch: Batch, event: Event, item: Opened, slot: Slot) -> None:
        """A version that knows all that we know becomes ours as it is."""
        batch.fates[event.id] = Fate.TAKEN
        batch.plan.expect(event.d, slot)
        bucket = self._names.naming.filed(slot.ref, slot.schema)
        deleted = not item.body.is_alive
        batch.plan.writes.append(
            PutHead(
                event.d,
                event,
                bucket,
                own=False,
                deleted=deleted,
                send=False,
                shown_by=batch.url,
                spread=batch.spread,
            )
        )
        slot.heads[event.d] = Head(event.d, event, bucket, False, deleted, 0)
        before = record_at(slot.ref, slot.before, slot.schema) if slot.before else None
        batch.plan.changes.append(Change(slot.ref, before, item.record, Cause.RELAY))
        slot.before = slot.body = item.body
        batch.plan.writes += self._planner.derived.notes(slot)

    async def _after_deletions(
        self, event: Event, places: Sequence[str], body: Body, schema: Schema[Any]
    ) -> tuple[Body, list[Body]]:
        """What is left of a version once the ledger has been consulted, at every address.

        And the tombstones that it was merged with.
        """
        tombstones: list[Body] = []
        for request in await self._database.ledger.about(places) if places else ():
            found = await self._decoder.request_in(request, event.d)
            if isinstance(found, Moved):
                continue  # the address is given up, not the memory
            if found is not None and await self.clones.had_not_seen(found, body, schema):
                continue  # what stands here knows what the request knows, and is merged with care
            if found is not None:
                tombstones.append(found)
                body = merge.merge(body, found, schema)
            elif nip09.covers(request, event):
                body = merge.forgotten(
                    body, body.path, deletion.plain_writers_dot(request.created_at), "forget"
                )
        return body, tombstones

    async def _deletions(self, batch: Batch, requests: Sequence[Event]) -> None:
        known = await self._database.ledger.known([request.id for request in requests])
        for request in sorted(requests, key=lambda request: request.created_at):
            if request.id in known:
                continue
            named = nip09.parse(request)
            places = [a.d for a in named.addresses if a.kind == nip78.KIND and a.d]
            places += _entries_named(request, named)
            found = await self._decoder.request_in(request, places[0]) if places else None
            moved = isinstance(found, Moved)
            batch.plan.writes.append(PutDeletion(request, tuple(places), moved=moved))
            batch.fates[request.id] = Fate.TAKEN
            if moved:
                continue  # what still stands there is given up once its copy is here
            # who forgot a memory may not have known every address at which it stands
            paths = await self._decoder.paths_in(request)
            elsewhere = [a for path in paths for a in self._names.naming.candidates(path)]
            heads = await self._database.heads.at({*places, *elsewhere})
            for place in places:
                # what arrives there meanwhile is judged by this request, too
                head_id = heads[place].event.id if place in heads else None
                batch.plan.expected.setdefault(place, head_id)
            for address, head in heads.items():
                if entry_at(address):
                    await self._delete_entry(batch, request, head)
                else:
                    is_named = address in places
                    await self._delete(batch, request, address, head, is_named=is_named)

    async def _delete(
        self, batch: Batch, request: Event, address: str, head: Head, *, is_named: bool
    ) -> None:
        """Apply a deletion request to one address of this file."""
        ((_, item),) = await self._decoder.heads([head])
        if not isinstance(item, Opened):
            return
        path = item.body.path
        if path not in batch.slots:
            batch.slots.update(await self._planner.slots([item.ref]))
        slot = batch.slots[path]
        here = cast("Body", slot.body)
        tombstone = await self._decoder.request_in(request, address)
        if not isinstance(tombstone, Body):
            if head.event.created_at > request.created_at:
                return
            dot = deletion.plain_writers_dot(request.created_at)
            tombstone = merge.forgotten(here, path, dot, "forget")
        # a request names the versions that its writer had seen
        is_seen = head.event.id in nip09.parse(request).event_ids
        merged = await self.clones.join(batch.plan, slot, tombstone, is_seen=is_seen)
        if here.is_alive and not here.covers(tombstone):
            merged = self._planner.outlived(batch.plan, slot, here, tombstone, merged)
        if merged == here and head.event.created_at > request.created_at:
            return
        slot.body = merged
        if merged.is_alive:
            # written without having seen the forgetting: it stands again, after the deletion
            slot.floor = max(request.created_at, slot.floor or 0)
            batch.resealed[path] = None
            return
        if not is_named:
            if not head.deleted:
                batch.resealed[path] = None  # with a request that names this address
            return
        if head.deleted and head.event.created_at >= request.created_at:
            is_tie = head.event.created_at == request.created_at
            if is_tie and head.event.kind == nip78.KIND and merged != pruned(tombstone):
                # relays refuse up to a request's second, and ours says what it does not
                slot.floor = max(request.created_at, slot.floor or 0)
                batch.resealed[path] = None
            return
        batch.plan.expect(address, slot)
        bucket = self._names.naming.filed(slot.ref, slot.schema)
        batch.plan.writes.append(
            PutHead(address, request, bucket, own=False, deleted=True, send=False)
        )
        slot.heads[address] = Head(address, request, bucket, False, True, 0)
        batch.plan.changes.append(change_of(slot))
        slot.before = merged

    async def _delete_entry(self, batch: Batch, request: Event, head: Head) -> None:
        """Let a request stand where the journal entry of kind 4 stood that it names."""
        ((_, item),) = await self._decoder.heads([head])
        if head.deleted or not isinstance(item, Opened):
            return
        batch.plan.expected[head.address] = head.event.id
        batch.plan.writes.append(
            PutHead(
                head.address,
                request,
                head.bucket,
                own=False,
                deleted=True,
                send=False,
                shown_by=batch.url,
                spread=batch.spread,
            )
        )
        batch.plan.changes.append(Change(item.ref, item.record, None, Cause.RELAY))

    async def missing(
        self,
        url: str,
        held: Mapping[str, tuple[int, str]],
        deletions: frozenset[str],
        behind: frozenset[Place],
    ) -> list[Write]:
        """What a relay lacks that was just read to its end.

        Args:
            url: The relay.
            held: What it shows, by address.
            deletions: The deletion requests that it shows.
            behind: Where it shows less than it once did.
        """
        if self._names.naming.addressing is None:
            return []
        writes: list[Write] = []
        for address, id_, deleted in await self._database.comparison.lacking(url, behind):
            if held.get(address, (0, ""))[1] == id_ or id_ in deletions:
                continue
            if deleted and address not in held and await self._is_deleted_by(address, deletions):
                continue
            if self._names.may_send(address):
                writes.append(Queue(url, address, id_))
        return writes

    async def _is_deleted_by(self, address: str, deletions: frozenset[str]) -> bool:
        heads = await self._database.heads.at([address])
        ((_, item),) = await self._decoder.heads(heads.values()) or ((None, None),)
        for request in await self._database.ledger.about([address]):
            if request.id not in deletions:
                continue
            found = await self._decoder.request_in(request, address)
            if isinstance(item, Opened) and isinstance(found, Body):
                if found.covers(item.body):
                    return True
            elif not isinstance(item, Opened):
                return True
        return False


def _may_be_ours(d: str) -> bool:
    """Other programs keep data of kind 30078 too; theirs is left alone."""
    is_blinded = len(d) == 64 and all(c in "0123456789abcdef" for c in d)
    return is_blinded or any(d.startswith(schema.root) for schema in SCHEMAS)


def _entries_named(request: Event, named: nip09.Deletion) -> list[str]:
    """Where the journal entries of kind 4 stand that a request may name by their ids.

    Ours name older versions of records by id, which are none.
    """
    # NIP-09: "Deletion requests SHOULD include a k tag for the kind of each event being requested
    # for deletion."
    kinds = {tag[1] for tag in request.tags_named("k") if len(tag) > 1}
    may_be_entries = str(nip04.KIND) in kinds if kinds else not named.addresses
    return [entry_place(id_) for id_ in named.event_ids] if may_be_entries else []
