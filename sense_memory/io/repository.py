"""Records in, records out: where the write flow and the ingest flow meet.

Everything that changes a record goes through ``_apply``: local edits, network merges, what another
process wrote. Views fold the changes that come out of it.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, cast

from nips import nip01, nip04, nip09, nip19, nip78
from nips.keys import PublicKey
from nips.nip01 import Event, Filter, UnsignedEvent

from ..core.change import Cause, Change, Committed, Edit, Forget, Put, Unlearn
from ..core.config import Config
from ..core.errors import (
    InputError,
    MovedError,
    ReadFailedError,
    RecordError,
    StorageError,
    UndecryptableError,
)
from ..core.freshness import Freshness, Peer
from ..core.items import Mark
from ..core.local_only import Released, is_local_only
from ..core.mention import Mention
from ..core.ports import Clock, Dated, Entry, Presence, Signer, View
from ..core.records.belief import Belief
from ..core.records.device import Device, Touch
from ..core.records.journal import JournalEntry
from ..core.records.store_settings import Addressing, BlindingKey
from ..core.records.succession import Succession
from ..core.ref import R, Ref
from ..sync.echo import STILL_SENT
from ..sync.high_water import Place
from ..wire import merge, outliving, past_values
from ..wire.address import key_id, path_of, place_of
from ..wire.body import Body
from ..wire.codec import Newer, Opened
from ..wire.naming import Naming
from ..wire.schema import Schema
from ..wire.schemas import KEY, OF_STORE, SCHEMAS, SETTINGS, schema_of
from ..wire.stamp import hlc_seconds
from ..wire.weight import event_bytes
from .carrying import Aside, Carried, Carrier, Shown, TakenOver
from .clock_record import ClockRecord
from .clones import PARTING
from .database import SQLiteDatabase
from .decoding import Decoder, Item
from .derivation import NOTED
from .device import new_device
from .heard_uses import HeardUses
from .held_writes import HeldWrites
from .import_marks import ImportMarks
from .ingest import Batch, Fate, Ingest, Ingested
from .leaving import Leaving
from .names import Names
from .plain_records import Plain, Readable, Standing
from .planning import DEVICE_ID, HELD, Plan, Planner, Slot, record_at
from .reading_once import ReadingOnce
from .relay_list import relays_in
from .relocation import Relocation
from .rows import Head, HeadMovedError, PutHead, PutMeta, Queue, SomethingMovedError
from .set_fingerprint import set_fingerprint
from .single_addresses import SingleAddresses
from .tasks import to_its_end
from .touch_writer import TouchWriter
from .touches import Touches
from .turns import Turns

log = logging.getLogger("sense_memory.io.repository")

UNSENT_AT_ONCE = 100


class Network(Protocol):
    """What the repository needs to know of the relays."""

    async def loaded(self) -> None:
        """Wait until enough of the relays was read for an absence to mean something.

        Raises:
            ReadFailedError: No relay could be read to its end.
        """
        ...

    async def decided(self) -> None:
        """Wait until the relays have said, or shown by having nothing, how the store addresses.

        Raises:
            PublishFailedError: They did not in time; nothing was written.
        """
        ...

    async def accepted(self, events: Mapping[str, Event]) -> Mapping[str, str]:
        """Wait until a relay has accepted these events, by address, or newer versions of them.

        Returns:
            Address to the id of what was accepted.

        Raises:
            PublishFailedError: None did in time.
        """
        ...

    def relays(self) -> Sequence[str]:
        """The relays that are used."""
        ...

    async def clock_offsets(self) -> Mapping[str, float]:
        """By how many seconds the clock of each relay that says so is ahead of ours."""
        ...

    def wake(self) -> None:
        """There is something to send."""
        ...

    def hold_back(self, merged: Sequence[str], heard: Sequence[str]) -> None:
        """Other devices may send the same as these events: a random moment may save it.

        Args:
            merged: Ids of what was merged here, and perhaps elsewhere as well.
            heard: Ids of what its author is sending to the other relays by itself.
        """
        ...


class Repository:
    """All records of one identity.

    Args:
        addressing: How a new store addresses; ``None`` waits for what the relays say.
        fallback: How it addresses if they say nothing and hold no plain records.
        absence_known: Nobody else can hold anything of this identity yet.
    """

    def __init__(
        self,
        database: SQLiteDatabase,
        signer: Signer,
        clock: Clock,
        config: Config,
        *,
        addressing: Addressing | None,
        fallback: Addressing,
        absence_known: bool,
    ) -> None:
        self._database = database
        self._signer = signer
        self._clock = clock
        self._config = config
        self._wished = addressing
        self._fallback = fallback
        self._absence_known = absence_known
        self._views: list[View] = []
        self._looked_into: set[str] = set()
        self._last_seq = 0
        self._uses_noted: str | None = None
        self._own: dict[str, int] = {}
        self._committing: set[asyncio.Future[None]] = set()
        self._deciding = Turns()
        self._folding: set[asyncio.Future[None]] = set()
        self._uses_kind_4 = config.records.journal_kind == nip04.KIND
        self.network: Network | None = None
        self.has_file = database.path is not None
        self._clock_record = ClockRecord(database)
        self._import_marks: ImportMarks
        self._names: Names
        self._decoder: Decoder
        self._planner: Planner
        self._ingest: Ingest
        self._touches: Touches
        self.relocation: Relocation
        self.addresses: SingleAddresses
        self.held_writes: HeldWrites
        self._leaving: Leaving
        self._heard_uses: HeardUses
        self._reading_once: ReadingOnce
        self._touch_writer: TouchWriter

    # ------------------------------------------------------------------ life

    async def open(self) -> None:
        """Read what the store knows of itself; make it if the file is new.

        Raises:
            UndecryptableError: The file's own key does not open with this identity.
        """
        public_key = await self._signer.public_key()
        await self._database.open(public_key)
        sealed = await self._database.meta.get("file_key")
        device = await self._database.meta.get(DEVICE_ID)
        if sealed is None or device is None:
            sealed, device = await self._new_file()
        (file_key,) = await self._signer.decrypt_many([sealed])
        if file_key is None:
            raise UndecryptableError("the file's own key does not open with this identity")
        naming = Naming(public_key, BlindingKey(bytes.fromhex(file_key)), None, {})
        self._names = Names(naming)
        self._decoder = Decoder(self._signer, self._names)
        self._import_marks = ImportMarks(self._database, self._signer, naming.file_key)
        self._touches = Touches(self._names)
        self._planner = Planner(
            self._database,
            self._signer,
            self._clock,
            self._config.records,
            self._names,
            self._decoder,
            self._touches,
        )
        self._planner.device = device
        self._touch_writer = TouchWriter(
            self._database, self._planner, self._touches, self._clock, self._commit_uses
        )
        await self._touch_writer.restore()
        self._heard_uses = HeardUses(self._database, self._decoder, self._names, self._touches)
        self._reading_once = ReadingOnce(self._database, self._decoder, self._touches)
        self._ingest = Ingest(self._database, self._names, self._decoder, self._planner)
        self.relocation = Relocation(
            self._database, self._planner, self._decoder, self._names, self._apply
        )
        self.held_writes = HeldWrites(
            self._database,
            self._planner,
            self._decoder,
            self._names,
            self._clock,
            self._fallback,
            self._apply,
        )
        self.addresses = SingleAddresses(
            self._database, self._planner, self._decoder, self._names, self._apply
        )
        self._leaving = Leaving(
            self._database,
            self._planner,
            self._decoder,
            self._names,
            self._apply,
            self._touch_writer.tell,
        )
        self.attach(self._planner.derived.view)
        buckets = [naming.bucket(schema.type, "") for schema in OF_STORE]
        for _, item in await self._decoder.heads(await self._database.heads.in_buckets(buckets)):
            if isinstance(item, Opened):
                self._names.learn(item.record)
        self._touches.hear(self._names.devices.values())
        await self.held_writes.hear()
        if self._wished is not None:
            self._names.decide(self._wished)
        if self.naming.addressing is not None:
            await self.held_writes.move()
        await self._remember_absence()
        await self._ingest.clones.learn()
        if await self._database.meta.get(PARTING):
            await self._part()
        self._last_seq = await self._database.last_seq()
        await self._hear_uses((await self._database.news(self._last_seq, None))[2])

    async def _new_file(self) -> tuple[str, str]:
        device = new_device(has_file=self.has_file)
        (sealed,) = await self._signer.encrypt([secrets.token_bytes(32).hex()])
        writes = [
            PutMeta("file_key", sealed, once=True),
            PutMeta(DEVICE_ID, device),
            PutMeta(NOTED, "1"),
        ]
        try:
            await self._database.commit(writes, {}, now=self._clock.now())
        except HeadMovedError:
            # another process was making the same file, and was first
            sealed = await self._database.meta.get("file_key") or sealed
            device = await self._database.meta.get(DEVICE_ID) or device
        return sealed, device

    async def _remember_absence(self) -> None:
        if self.has_file:
            rows = await self._database.relays.all()
            self._absence_known |= any(row.complete_at is not None for row in rows.values())

    @property
    def device(self) -> str:
        """The id of this file, or of this process if there is none."""
        return self._planner.device

    @property
    def naming(self) -> Naming:
        """How paths become addresses here."""
        return self._names.naming

    @property
    def bootstrap_count(self) -> int:
        """How many records of the file are the store's own."""
        named = len(self.naming.keys) + self._names.settings_known
        return named + len(self._names.devices) + len(self._names.successions)

    @property
    def settings_address(self) -> str | None:
        """Where the settings stand, if this file holds them."""
        return self.naming.address(SETTINGS.root) if self._names.settings_known else None

    def bootstrap_wanted(self) -> list[str]:
        """Where the settings stand, or the keys they name, if this file lacks them."""
        if not self._names.settings_known:
            return [self.naming.address(SETTINGS.root)]
        return self._names.missing_keys()

    def bootstrap_addresses(self) -> set[str]:
        """What a relay must hold before anything else is named there."""
        return self._names.bootstrap_addresses()

    async def sign(self, unsigned: UnsignedEvent) -> Event:
        """The event, signed by whoever holds the key."""
        return await self._planner.sign(unsigned)

    def attach(self, view: View) -> None:
        """Keep a view in step from now on."""
        self._views.append(view)

    # ------------------------------------------------------------------ read

    @property
    def knows_absence(self) -> bool:
        """Whether the store knows that what it does not have does not exist."""
        return self._absence_known or self.network is None

    def know_absence(self) -> None:
        """A relay has been read to its end."""
        self._absence_known = True

    async def _wait_for_relays(self) -> None:
        if self.network is not None and not self._absence_known:
            await self.network.loaded()

    async def get(self, ref: Ref[R]) -> R | None:
        """The record, or ``None`` if it is known that there is none.

        Raises:
            ReadFailedError: It is not known.
            RecordError: What stands there cannot be read.
        """
        await self.follow()
        slot = await self._planner.slot(ref)
        if not self.knows_absence and not any(head.own for head in slot.heads.values()):
            failure: ConnectionError | None = None
            try:
                await self._wait_for_relays()
            except ConnectionError as error:
                failure = error
            slot = await self._planner.slot(ref)
            if failure is not None and slot.body is None:
                raise failure
        newer = (await self._of_newer_release(lambda one: one == ref)).get(ref)
        if newer is not None and newer.created_at >= _date(slot.heads.values()):
            return cast("R | None", newer.record)
        if slot.body is None and self.network is None:
            await self._refuse_lost(ref)
        return cast("R | None", self._true(slot.ref, slot.body, slot.schema))

    async def get_many(self, refs: Sequence[Ref[R]]) -> list[R | None]:
        """What this file holds of some records, in order; one that is unreadable is ``None``.

        No relay is asked about what is missing.
        """
        await self.follow()
        slots = await self._readable(refs)
        records = [
            self._true(slot.ref, slot.body, slot.schema) if slot is not None else None
            for slot in (slots.get(path_of(ref)) for ref in refs)
        ]
        return cast("list[R | None]", records)

    async def last_written(self, ref: Ref[Any], fields: Collection[str]) -> float | None:
        """When anything that stands in some fields of a record was written, the newest of it.

        Raises:
            RecordError: What stands there cannot be read.
        """
        await self.follow()
        body = (await self._planner.slot(ref)).body
        return (outliving.newest(body, fields) or None) if body is not None else None

    async def _readable(self, refs: Sequence[Ref[Any]]) -> dict[str, Slot]:
        """What this file holds of some records, by path; without those that are unreadable."""
        try:
            return await self._planner.slots(refs)
        except RecordError:
            found: dict[str, Slot] = {}
            for ref in refs:
                with contextlib.suppress(RecordError):
                    found.update(await self._planner.slots([ref]))
            return found

    def _true(self, ref: Ref[Any], body: Body | None, schema: Schema[Any]) -> Any:
        """The record in a body with all uses that are known here, or ``None``."""
        record = record_at(ref, body, schema)
        if record is None or body is None:
            return None
        return self._touches.true(record, ref, body, schema)

    async def _of_newer_release(self, wanted: Callable[[Ref[Any]], bool]) -> dict[Ref[Any], Newer]:
        """The newest versions that a newer release wrote: shown as far as they can be read."""
        found: dict[Ref[Any], Newer] = {}
        for one in await self._decoder.newer(await self._database.events.quarantined()):
            known = found.get(one.ref)
            if wanted(one.ref) and (known is None or one.created_at > known.created_at):
                found[one.ref] = one
        return found

    async def _refuse_lost(self, ref: Ref[Any]) -> None:
        """What a damaged file may have held is not known to be absent."""
        aside = await self._database.salvage.may_have_lost(self.naming.candidates(path_of(ref)))
        if aside is not None:
            raise ReadFailedError(
                {},
                f"The file was damaged, and {aside} may hold this memory, unreadable. Open the "
                "store with a relay that has it, or remove that file to give it up",
            )

    async def select(
        self, kind: type[R], prefix: str = "", scope: str = "", *, held: bool = False
    ) -> AsyncIterator[Entry[R]]:
        """All records of a type and scope whose name starts with ``prefix``, in name order.

        Args:
            kind: Their class.
            prefix: How their names start.
            scope: Where.
            held: Only what this store holds, without waiting for what relays may hold.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        schema = schema_of(kind)
        bucket = self.naming.filed(Ref(kind, prefix, scope), schema)
        heads = await (self._held_in([bucket]) if held else self._heads_in([bucket]))
        bodies: dict[Ref[Any], Body] = {}
        alone: dict[Ref[Any], Any] = {}  # what one body says by itself need not be read again
        dates: dict[Ref[Any], int] = {}
        if prefix and bucket not in self._looked_into:
            # who looks once needs no more; who looks again has all of it decoded from then on
            self._looked_into.add(bucket)
            items = await self._decoder.below(heads, path_of(Ref(kind, prefix, scope)))
        else:
            items = await self._decoder.heads(heads)
        for head, item in items:
            if isinstance(item, Opened) and item.ref.name.startswith(prefix):
                found = bodies.get(item.ref)
                bodies[item.ref] = merge.merge(found, item.body, schema) if found else item.body
                alone[item.ref] = None if found else item.record
                dates[item.ref] = max(head.event.created_at, dates.get(item.ref, 0))
        newer = await self._of_newer_release(
            lambda one: (one.kind, one.scope) == (kind, scope) and one.name.startswith(prefix)
        )
        newer = {ref: one for ref, one in newer.items() if one.created_at >= dates.get(ref, 0)}
        for ref in sorted({**bodies, **newer}, key=lambda ref: ref.name):
            if ref in newer:
                record = newer[ref].record
            elif alone[ref] is not None:
                record = self._touches.true(alone[ref], ref, bodies[ref], schema)
            else:
                record = self._true(ref, bodies[ref], schema)
            if record is not None:
                yield Entry(ref, record)

    async def held(
        self, kind: type[R], scope: str = "", prefix: str = ""
    ) -> AsyncIterator[Entry[R]]:
        """All records of a type and scope that this store holds, in name order.

        With a prefix those whose names start like that; of what is filed by groups nothing else is
        opened. Each is opened once and nothing of it is kept here, unlike by ``select``.
        """
        with contextlib.suppress(ConnectionError):
            await self.ready()
        schema = schema_of(kind)
        found, has_less = await self._reading_once.all_in(
            self.naming.filed(Ref(kind, prefix, scope), schema), schema
        )
        if has_less:
            # who took it out may have put it elsewhere: the views hear of that
            await self.follow()
        newer = await self._of_newer_release(lambda one: (one.kind, one.scope) == (kind, scope))
        for ref in sorted({**found, **newer}, key=lambda ref: ref.name):
            if not ref.name.startswith(prefix):
                continue
            shown, other = found.get(ref), newer.get(ref)
            if other is not None and (shown is None or other.created_at >= shown.created_at):
                record = other.record
            else:
                record = None if shown is None else shown.record
            if record is not None:
                yield Entry(ref, record)

    async def find(self, kind: type[R], event_id: str, scope: str = "") -> Ref[R] | None:
        """Which living record of a type and scope an event is or was a version of, or ``None``.

        Raises:
            ReadFailedError: This file never held it, and no relay could be read to its end.
        """
        await self.follow()
        if (address := await self._database.addresses.of_event(event_id)) is None:
            await self._wait_for_relays()
            address = await self._database.addresses.of_event(event_id)
        if address is None:
            return None
        bucket = self.naming.bucket(schema_of(kind).type, scope)
        # it may have stood where nothing stands any more
        for head, item in await self._decoder.heads(
            await self._database.heads.in_buckets([bucket])
        ):
            if (
                isinstance(item, Opened)
                and item.body.is_alive
                and address in (head.address, *self.naming.candidates(item.body.path))
            ):
                return cast("Ref[R]", item.ref)
        return None

    async def select_dated(
        self, kind: type[R], fields: Collection[str], scope: str = ""
    ) -> AsyncIterator[Dated[R]]:
        """What this release may delete of a type and scope, in name order, and when it was written.

        With uses that other processes and devices told. What is unreadable, or a newer release
        wrote, is left out.

        Raises:
            ReadFailedError: As ``select``.
        """
        schema, wanted = schema_of(kind), frozenset(fields)
        await self._touch_writer.restore()
        found = await self._decoder.heads(
            await self._heads_in([self.naming.bucket(schema.type, scope)])
        )
        newer = await self._of_newer_release(lambda one: (one.kind, one.scope) == (kind, scope))
        for ref, body in sorted(_merged(found).items(), key=lambda pair: pair[0].name):
            if ref in newer:
                continue
            try:
                record = self._true(ref, body, schema)
            except RecordError as error:
                log.info("a record is unreadable and stays as it is: %s", error)
                continue
            if record is not None:
                written = max(map(hlc_seconds, body.known.values()))
                yield Dated(ref, record, outliving.newest(body, wanted), written)

    async def beliefs(self, ref: Ref[Any]) -> list[Belief]:
        """What a record says and said before, the oldest first; nothing where it does not stand.

        Raises:
            RecordError: What stands there cannot be read.
        """
        await self.follow()
        slot = await self._planner.slot(ref)
        if slot.body is None or not slot.body.is_alive:
            return []
        return past_values.beliefs(ref.name, slot.body, slot.schema)

    async def freshness(self) -> Freshness:
        """How sure it is that this store knows what others did; it asks relays for the time."""
        await self.follow()
        rows, network = await self._database.relays.all(), self.network
        # of a store that was opened without its relays the file knows them
        urls = rows.keys() if network is None else network.relays()
        offsets = await network.clock_offsets() if network is not None else {}
        return Freshness(
            {url: rows[url].complete_at if url in rows else None for url in urls},
            tuple(
                Peer(id_, device.name, _synced_at(device))
                for id_, device in sorted(self.devices.items())
                if id_ != self.device
            ),
            await self._clock_record.doubt(self._clock.now(), offsets),
        )

    async def is_on_its_way(self, ref: Ref[Any]) -> bool:
        """Whether a relay in use is still to be sent, or to show, what stands at a reference."""
        await self.follow()
        heads = (await self._planner.slot(ref)).heads
        if any(head.held for head in heads.values()):
            return True
        return bool(await self._database.outbox.undelivered(heads))

    async def looked_at(self, kind: type[Any], scope: str, name: str = "") -> float | None:
        """When somebody last looked, on this device, at a scope's records of a type, or at one."""
        said = await self._database.meta.get(self._look_name(kind, scope, name))
        return None if said is None else float(said)

    async def note_look(self, kind: type[Any], scope: str, at: float, name: str = "") -> None:
        """Somebody looked."""
        note = PutMeta(self._look_name(kind, scope, name), repr(float(at)))
        await self._database.commit([note], {}, now=self._clock.now())

    def _look_name(self, kind: type[Any], scope: str, name: str) -> str:
        what = schema_of(kind).type + (f"/{name}" if name else "")
        return f"looked:{self.naming.bucket(what, scope)}"

    async def presence(self, refs: Sequence[Ref[Any]]) -> list[Presence]:
        """Of each record, in order, whether it is here or was forgotten. None of them is opened."""
        await self.follow()
        await self.heard()
        candidates = [self.naming.candidates(path_of(ref)) for ref in refs]
        found = await self._database.addresses.standing(
            [place for some in candidates for place in some]
        )
        return [
            Presence.LIVING
            if any(found.get(place) for place in some)
            else Presence.FORGOTTEN
            if any(place in found for place in some)
            else Presence.UNKNOWN
            for some in candidates
        ]

    async def forgotten_at(self, ref: Ref[Any]) -> float | None:
        """When somebody forgot a record, as far as this file knows; ``None`` if nobody did."""
        await self.follow()
        return await self._planner.derived.forgotten_at(ref)

    async def forgotten(
        self, scope: str | None, before: Head | None, most: int
    ) -> tuple[list[Head], list[tuple[Head, Opened]]]:
        """The next tombstones, by their dates, the latest first; and what each is of.

        Caches are left out, and what stands at another address.

        Args:
            scope: Of this scope; ``None`` is all of them.
            before: The last one seen; ``None`` to begin with.
            most: How many are looked at.

        Returns:
            All that were looked at, and those of them that count.
        """
        await self.follow()
        buckets = None
        if scope is not None:
            buckets = [self.naming.bucket(one.type, scope) for one in SCHEMAS]
        last = None if before is None else (before.event.created_at, before.address)
        heads = await self._database.heads.tombstones(buckets, last, most)
        found = [
            (head, item)
            for head, item in await self._decoder.heads_once(heads)
            if isinstance(item, Opened) and not item.schema.is_cache
        ]
        standing = await self.presence([item.ref for _, item in found])
        return heads, [
            one
            for one, presence in zip(found, standing, strict=True)
            if presence is Presence.FORGOTTEN
        ]

    async def weigh(self, edits: Sequence[Put[Any]]) -> list[int]:
        """How many bytes the event of each new record would have, about; nothing is written.

        Raises:
            TooLargeError: One is larger than a record may be.
        """
        return [self._planner.weight(edit) for edit in edits]

    async def marks(self, source: str, scope: str) -> Mapping[str, Mark]:
        """How far each file of a format was read on this device, by its path."""
        return await self._import_marks.read(source, scope)

    async def keep_marks(self, source: str, scope: str, marks: Mapping[str, Mark]) -> None:
        """Files were read so far, and what was read is committed."""
        await self._import_marks.keep(source, scope, marks, self._clock.now())

    async def mentions(self, ref: Ref[Any]) -> list[Mention]:
        """Which living records of its scope in this file name a record, and where."""
        await self.follow()
        return await self._planner.derived.mentions(ref)

    async def bodies(self, scope: str) -> list[tuple[Ref[Any], Body]]:
        """Every record of a scope with all that it remembers, tombstones included.

        What is the store's own is left out, and so are caches.

        Raises:
            ReadFailedError: As ``select``.
        """
        types = [one.type for one in SCHEMAS if not (one.is_of_store or one.is_cache)]
        heads = await self._heads_in([self.naming.bucket(type_, scope) for type_ in types])
        return list(_merged(await self._decoder.heads(heads)).items())

    async def readable(self, kind: type[Any], scope: str) -> Readable:
        """The living records of a type and scope, with all that a reader knows of them.

        Raises:
            ReadFailedError: As ``select``.
        """
        schema = schema_of(kind)
        await self._touch_writer.restore()
        items = await self._decoder.heads(
            await self._heads_in([self.naming.bucket(schema.type, scope)])
        )
        lost = sum(isinstance(item, RecordError) and not head.deleted for head, item in items)
        dates = _dates(items)
        newer = await self._of_newer_release(lambda one: (one.kind, one.scope) == (kind, scope))
        shown = {ref: one for ref, one in newer.items() if one.created_at >= dates.get(ref, 0)}
        found = {
            ref: Plain(ref, one.record, float(one.created_at))
            for ref, one in shown.items()
            if one.record is not None
        }
        in_part = len(found)
        for ref, body in _merged(items).items():
            if ref in shown:
                continue
            try:
                record = self._true(ref, body, schema)
                former = past_values.former(ref.name, body, schema) if record is not None else []
            except RecordError as error:
                log.info("a record is unreadable and is left out: %s", error)
                lost += 1
                continue
            if record is not None:
                written = max(map(hlc_seconds, body.known.values()))
                found[ref] = Plain(ref, record, written, tuple(former))
        by_name = sorted(found.values(), key=lambda one: one.ref.name)
        return Readable(tuple(by_name), lost, in_part)

    async def scopes(self) -> list[str]:
        """Every scope in which a record stands in this file, the root first.

        Raises:
            ReadFailedError: As ``select``.
        """
        found = {""}
        for _, item in await self._decoder.heads(await self._heads_in(None)):
            if isinstance(item, Opened) and item.body.is_alive:
                found.add(item.ref.scope)
        newer = await self._of_newer_release(lambda _ref: True)
        return sorted(found | {ref.scope for ref in newer})

    async def unplaced(self) -> int:
        """How many events are kept aside of which nothing can be read, not even where they belong.

        It is not known of which scope they are.
        """
        events = await self._database.events.quarantined()
        return len(events) - len(await self._decoder.newer(events))

    async def heard(self) -> None:
        """Wait until absence means something, or no relay can be read."""
        try:
            await self._wait_for_relays()
        except ConnectionError:
            log.info("no relay could be read: what others wrote or forgot is not known")

    async def standing(self, refs: Sequence[Ref[Any]]) -> dict[Ref[Any], Standing]:
        """What stands in this file at some references, or once stood there."""
        await self.follow()
        slots = await self._readable(refs)
        bodies = {ref: slot.body for ref in refs if (slot := slots.get(path_of(ref))) is not None}
        places = {ref: self.naming.candidates(path_of(ref)) for ref in refs}
        asked = await self._database.ledger.deleted_at(
            [a for some in places.values() for a in some]
        )
        if await self._database.addresses.any_of_kind_4():
            # messages stand where nothing says of what path they are
            for scope in {ref.scope for ref in refs if ref.kind is JournalEntry}:
                bucket = self.naming.bucket(schema_of(JournalEntry).type, scope)
                items = await self._decoder.heads(await self._database.heads.in_buckets([bucket]))
                found = _merged(items)
                bodies.update((ref, found[ref]) for ref in refs if ref in found)
        standing: dict[Ref[Any], Standing] = {}
        for ref in refs:
            body, schema = bodies.get(ref), schema_of(ref.kind)
            if path_of(ref) not in slots:
                continue  # it cannot be read, and is neither there nor gone
            if body is not None and body.is_alive:
                with contextlib.suppress(RecordError):
                    standing[ref] = Standing(self._true(ref, body, schema))
            elif body is not None:
                gone = max(map(hlc_seconds, (dot.t for dot in body.marks)), default=0.0)
                standing[ref] = Standing(None, gone)
            else:
                dates = [asked[place] for place in places[ref] if place in asked]
                standing[ref] = Standing(None, float(max(dates)) if dates else None)
        return standing

    async def disputed(self, scope: str, kinds: Sequence[type]) -> list[tuple[Ref[Any], Body]]:
        """The records of a scope and of some classes that may have siblings; no other one has.

        Raises:
            ReadFailedError: As ``select``.
        """
        types = [schema.type for schema in SCHEMAS if schema.record in kinds]
        buckets = [self.naming.bucket(type_, scope) for type_ in types]
        heads = await self._heads_in(buckets, each=True)
        return list(_merged(await self._decoder.saying(heads, ())).items())

    async def _held_in(self, buckets: Sequence[str]) -> list[Head]:
        """The heads of some buckets; without a file, once the relays were asked."""
        with contextlib.suppress(ConnectionError):
            await self.ready()
        return await self._database.heads.in_buckets(buckets)

    async def _heads_in(self, buckets: Sequence[str] | None, *, each: bool = False) -> list[Head]:
        """The heads of some buckets, or of the whole file, once that means something.

        Args:
            buckets: Which; ``None`` for the whole file.
            each: Whether each bucket may be as of a moment of its own, which is cheaper.
        """
        await self.follow()
        failure: ConnectionError | None = None
        try:
            await self._wait_for_relays()
        except ConnectionError as error:
            failure = error
        if each and buckets is not None:
            heads = await self._database.heads.in_each(buckets)
        else:
            heads = await self._database.heads.in_buckets(buckets)
        if failure is not None:
            if not heads:
                raise failure
            log.warning("no relay could be read to its end; listing what this store holds")
        return heads

    async def ready(self) -> None:
        """Take in what others wrote; without a file, wait for what the relays hold.

        Raises:
            ReadFailedError: There is no file, and no relay could be read to its end.
        """
        await self.follow()
        if not self.has_file:
            await self._wait_for_relays()

    async def bootstrap_events(self) -> list[Event]:
        """The settings and keys of this file, in the order in which a reader needs them.

        Where nobody has said yet how the store addresses, the file's own key is among them: without
        it no other file can place the writes that wait here.
        """
        events = [
            head.event
            for schema in (SETTINGS, KEY)
            for head in await self._database.heads.in_buckets([self.naming.bucket(schema.type, "")])
        ]
        if self.naming.addressing is None and await self._database.meta.get(HELD):
            key = self.naming.file_key
            plan = await self._planner.edits([Put(Ref(BlindingKey, key_id(key)), key)])
            events += [write.event for write in plan.writes if isinstance(write, PutHead)]
        return events

    # ----------------------------------------------------------------- write

    async def commit(self, *edits: Edit, provided: Callable[[], object] | None = None) -> Committed:
        """Apply all edits or none.

        They are on disk when this returns, or, for a store without a file, accepted by a relay.

        Args:
            edits: In order.
            provided: Asked before they are applied; see ``Records.commit``.

        Raises:
            InputError: It is local-only, and there is no file; nothing was written.
            TooLargeError: A record is larger than relays keep; nothing was written.
            MovedError: This mind goes on under another key; nothing was written.
            StorageError: The file could not be written; nothing was.
            PublishFailedError: The store has no file and no relay took the write.
        """
        if not self.has_file or any(isinstance(edit, Forget | Unlearn) for edit in edits):
            # Without a file the write must be built on what the relays hold, and a forgetting
            # removes only what it has seen.
            try:
                await self._wait_for_relays()
            except ConnectionError:
                log.info("no relay could be read before the write")
        self._refuse_moved(edits)
        self._refuse_unkept(edits)
        if not self.has_file and self.network is not None and self.naming.addressing is None:
            await self.network.decided()
        # a cancelled caller must not leave a commit without its views and its wake-up
        # those who ask would be asked anew by everybody who is done before them
        async with contextlib.nullcontext() if provided is None else self._deciding.turn():
            plan = await to_its_end(self._commit(edits, provided), "a commit")
        size = sum(
            event_bytes(len(write.event.content), write.address)
            for write in plan.writes
            if isinstance(write, PutHead)
        )
        if self.has_file or self.network is None:
            return Committed(tuple(plan.event_ids), "local", size)
        mine = {w.address: w.event for w in plan.writes if isinstance(w, PutHead)}
        accepted = await self.network.accepted(mine)
        final = {event.id: accepted[address] for address, event in mine.items()}
        ids = tuple(final.get(id_, "") for id_ in plan.event_ids)
        return Committed(ids, "accepted", size)

    async def _commit_uses(self, edits: Sequence[Edit]) -> None:
        await self._commit(edits, even_if_moved=True)

    async def _commit(
        self,
        edits: Sequence[Edit],
        provided: Callable[[], object] | None = None,
        *,
        even_if_moved: bool = False,
    ) -> Plan:
        while True:
            seq = await self._asked(provided)
            if not even_if_moved:
                self._refuse_moved(edits)
            own = self._names.bootstrap(path_of(edit.ref) for edit in edits)
            plan = await self._planner.edits([*own, *edits])
            del plan.event_ids[: len(own)]
            if plan.writes:
                plan.writes += await self._clock_record.due(self._clock.now())
            try:
                while True:
                    try:
                        await self._apply(plan, Cause.LOCAL, seq)
                    except SomethingMovedError:
                        # signing takes its time; who wrote elsewhere meanwhile need not undo it
                        seq = await self._asked(provided)
                    else:
                        return plan
            except HeadMovedError:
                await self.held_writes.hear()

    async def _asked(self, provided: Callable[[], object] | None) -> int | None:
        """Hear of all that was committed, and ask; up to where the views know it, if it matters."""
        await self.follow()
        if provided is None:
            return None
        seq = await self._database.last_seq()
        while unheard := self._committing | self._folding:
            # the views have not heard yet of what was written, or seen, by somebody else here
            await asyncio.wait(unheard)
            seq = await self._database.last_seq()
        provided()
        # of a file other processes may have written to, the views know what was looked at
        return self._last_seq if self.has_file else seq

    def _refuse_moved(self, edits: Sequence[Edit]) -> None:
        """Write nothing more of a mind that moved away; what a store says of itself may be."""
        successor = self._names.moved_to
        are_of_store = all(schema_of(edit.ref.kind).is_of_store for edit in edits)
        if successor is not None and not are_of_store:
            raise MovedError(successor, nip19.encode_npub(PublicKey(successor)))

    def _refuse_unkept(self, edits: Sequence[Edit]) -> None:
        """What goes to no relay needs a file to stay in."""
        if self.has_file or self.network is None:
            return
        if any(is_local_only(edit.ref.scope) for edit in edits):
            raise InputError(
                "what is local-only goes to no relay, and this store has no file to keep it in: "
                "give it one (path=)"
            )

    async def _apply(self, plan: Plan, cause: Cause, seq: int | None = None) -> None:
        """The one step that changes records.

        Raises:
            HeadMovedError: Somebody else was first; plan again.
            SomethingMovedError: There is something new after a number, ``seq``, that mattered.
        """
        if not plan.writes:
            return
        committing = asyncio.get_running_loop().create_future()
        self._committing.add(committing)
        try:
            before, after = await self._database.commit(
                plan.writes,
                plan.expected,
                now=self._clock.now(),
                deletions=plan.deletions,
                seq=seq,
            )
            if before == self._last_seq:
                self._last_seq = after  # nobody else committed since; our own needs no second look
            else:
                self._own |= {w.event.id: after for w in plan.writes if isinstance(w, PutHead)}
        except HeadMovedError:
            await self._learn_device()
            raise
        finally:
            self._committing.discard(committing)
            if not committing.done():
                committing.set_result(None)
        if plan.device:
            self._ingest.clones.took(plan.device)
            await self._learn_device()
        for replaced in plan.expected.values():
            if replaced is not None:
                self._decoder.drop(replaced)
        for ref, fresh in plan.told.items():
            self._touches.settle(ref, fresh)
            self._touches.drop(self.naming.candidates(path_of(ref)))
        self._fold(replace(change, cause=cause) for change in plan.changes)
        if self.network is not None:
            self.network.wake()
        await self._tidy()

    def _fold(self, changes: Iterable[Change[Any]]) -> None:
        for change in changes:
            self._names.learn(change.after)
            if change.ref.kind is Device:
                if change.after is None:
                    self._names.devices.pop(change.ref.name, None)
                self._touches.hear(self._names.devices.values())
            for view in self._views:
                view.apply(change)

    async def follow(self) -> None:
        """Take in what other processes committed to the file."""
        if self.has_file:
            # a cancelled caller must not take the news with it
            await to_its_end(self._follow(), "a look at the file")

    async def _follow(self) -> None:
        seq, heads, uses = await self._database.news(self._last_seq, self._uses_noted)
        await self._hear_uses(uses)
        if heads and self._committing:
            # it may have seen what we are just writing, of which we have not heard that it is done
            await asyncio.wait(set(self._committing))
        # another look may have been quicker, and has told of what it found
        heads = [head for head in heads if head.seq > self._last_seq]
        self._last_seq = max(seq, self._last_seq)
        if not heads:
            return
        undecided = self.naming.addressing is None
        folding = asyncio.get_running_loop().create_future()
        self._folding.add(folding)
        try:
            await self._take_in(heads, seq)
        finally:
            self._folding.discard(folding)
            folding.set_result(None)
        if self.network is not None:
            self.network.wake()
        await self._tidy()
        if undecided and self.naming.addressing is not None:
            await self.held_writes.move()

    async def _take_in(self, heads: Iterable[Head], seq: int) -> None:
        """Tell the views what other processes committed."""
        await self._learn_device()
        # what this process wrote after another one had is among them, and no news
        others = [head for head in heads if head.event.id not in self._own]
        self._own = {id_: at for id_, at in self._own.items() if at > seq}
        changed = {
            item.ref: None
            for _, item in await self._decoder.heads(others)
            if isinstance(item, Opened)
        }
        records = await self._records(changed)
        gone = [ref for ref, record in records.items() if record is None]
        await self._planner.derived.know(gone)
        self._fold(
            Change(ref, None, record, Cause.PROCESS, is_before_known=False)
            for ref, record in records.items()
        )

    async def _hear_uses(self, noted: str | None) -> None:
        if noted != self._uses_noted:
            await self._touch_writer.look_again()
            # who could not look looks again
            self._uses_noted = noted

    # ------------------------------------------------------ uses, and other devices

    @property
    def uses_heard(self) -> int:
        """Grows whenever something else is known of uses than before."""
        return self._touches.heard

    async def used_since(
        self, heard: int, kinds: Collection[type[Any]], scope: str = ""
    ) -> list[Ref[Any]]:
        """The records of some types of whose uses something was learned since then, by name."""
        return await self._heard_uses.since(heard, kinds, scope)

    def may_be_used(self, ref: Ref[Any]) -> bool:
        """Whether a record may have been used more often than it says itself."""
        return self._touches.may_know(ref)

    async def touch(self, ref: Ref[Any], *, at_once: bool = False) -> None:
        """A memory was used: count it. It is in the file after 30 seconds, or when closed.

        Args:
            ref: Which.
            at_once: Whether it is in the file, and if need be in the record, when this returns;
                and told apart from those before it, of which the record says all then.
        """
        if at_once:
            await self._touch_writer.tell_former(ref)
        await self._touch_writer.count(ref)
        if at_once:
            await self._touch_writer.write_down()

    async def tell_uses(self, records: Sequence[Carried]) -> int:
        """Let memories themselves say how often this device used them; how many did not."""
        return await self._touch_writer.tell(records)

    async def stop(self) -> None:
        """End what runs in the background, and lose nothing by it."""
        await self._touch_writer.stop()

    @property
    def devices(self) -> Mapping[str, Device]:
        """What each device that holds the key says of itself, by id."""
        return self._names.devices

    async def touches_for_others(self, most: int) -> tuple[Touch, ...]:
        """Uses that no memory's own record says, for the record of this device."""
        staying = await self._database.addresses.staying(self._touches.told)
        return self._touches.for_others(most, staying)

    async def fingerprint(self) -> tuple[int, str]:
        """How many living memories of this file go out, and one hash over all of them.

        32 hex digits, the same on every device that holds the same.
        """
        await self.follow()
        return await set_fingerprint(self._database, self._decoder, self.naming)

    async def _records(self, refs: Iterable[Ref[Any]]) -> dict[Ref[Any], Any]:
        """What stands at some references, of all that this release can read."""
        slots: dict[str, Slot] = {}
        await self._planner.derived.add(slots, refs)
        return {
            slot.ref: record_at(slot.ref, slot.body, slot.schema)
            for slot in slots.values()
            if slot.body is not None
        }

    async def _tidy(self) -> None:
        """Let what was forgotten reach records that were written meanwhile and name it."""
        derived = self._planner.derived
        view = derived.view
        while loose := view.take_loose():
            try:
                if due := await derived.due(loose):
                    await self._apply(await self._planner.settled(due), Cause.LOCAL)
            except HeadMovedError:
                await self.held_writes.hear()
                view.put_back(loose)
            except StorageError as error:
                # what this follows from is on disk; the next change of any kind tries again
                log.warning("what was forgotten is still named elsewhere: %s", error)
                view.put_back(loose)
                return

    # ------------------------------------------------- this file as a device

    async def _learn_device(self) -> None:
        """The file may have become another device than it was."""
        if await self._database.meta.get(DEVICE_ID) != self.device:
            await self._ingest.clones.learn()
            self._touches.hear(self._names.devices.values())
            await self._touch_writer.restore()

    @property
    def copied_at(self) -> float | None:
        """When a copy of this file was met last, seconds since the epoch."""
        return self._ingest.clones.met_at

    async def _part(self) -> None:
        """Write all that was sent nowhere under the id that the file has since a copy was met."""
        clones, after = self._ingest.clones, ""
        while addresses := await clones.unsent(after, UNSENT_AT_ONCE):
            plan = await clones.parting(addresses)
            with contextlib.suppress(HeadMovedError):
                await self._apply(plan, Cause.LOCAL)
                after = addresses[-1]
        await self._database.commit([PutMeta(PARTING, "")], {}, now=self._clock.now())

    # ------------------------------------------------- moving to other addresses

    async def readdress(self, addressing: Addressing) -> None:
        """Let the store's settings say how it addresses from now on."""
        while True:
            await self.follow()
            plan = await self._planner.edits(self._names.move(addressing))
            try:
                await self._apply(plan, Cause.LOCAL)
            except HeadMovedError:
                continue
            return

    async def release(self, scope: str) -> Released:
        """Let the records of a local-only scope move into the one beside it, which goes out.

        Raises:
            MovedError: This mind goes on under another key.
            StorageError: The file could not be written; what left before has left.
        """
        await self.follow()
        successor = self._names.moved_to
        if successor is not None:
            raise MovedError(successor, nip19.encode_npub(PublicKey(successor)))
        return await self._leaving.run(scope)

    # ------------------------------------------------- moving to another identity

    @property
    def moved_to(self) -> str | None:
        """The key under which this mind goes on, 64 hex digits; ``None`` if that is this one."""
        return self._names.moved_to

    @property
    def successions(self) -> Mapping[str, Succession]:
        """What both keys have said of a change between them, by direction."""
        return self._names.successions

    @property
    def carrier(self) -> Carrier:
        """What takes the whole mind out of this file, or brings another one's in."""
        return Carrier(self._database, self._decoder, self._planner, self._names)

    async def take_over(self, records: Sequence[Carried], asides: Sequence[Aside]) -> TakenOver:
        """Let memories of another identity stand here as they are there."""
        while True:
            await self.follow()
            taken = await self.carrier.plan(records, asides)
            try:
                await self._apply(taken.plan, Cause.LOCAL)
            except HeadMovedError:
                continue
            return taken

    async def look_at(self, raw_events: Sequence[Mapping[str, Any]]) -> list[Shown]:
        """What events of this identity say; nothing of it is taken in."""
        events, _ = await self._decoder.verified(raw_events, self.naming.public_key)
        return await self.carrier.look_at(events)

    def may_deliver(self, address: str) -> bool:
        """Whether the head of an address still goes to relays, or the mind has moved away."""
        return self._names.may_send(address)

    # ---------------------------------------------------------------- relays

    async def uses_kind_4(self) -> bool:
        """Whether this file holds journal entries of kind 4, or is configured to write them."""
        self._uses_kind_4 = self._uses_kind_4 or await self._database.addresses.any_of_kind_4()
        return self._uses_kind_4

    async def relays_in(self, raw_events: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
        """The relays that this identity's own lists name."""
        return await relays_in(raw_events, self.naming.public_key, self._signer)

    async def ingest(
        self, url: str | None, raw_events: Sequence[Mapping[str, Any]], *, spread: bool = True
    ) -> Ingested:
        """Take in what a relay showed: verify, open, merge, keep.

        Args:
            url: The relay, which gets what it turns out to lack; ``None`` if the events come from
                elsewhere, which proves nothing of any relay.
            raw_events: JSON objects as they came; nothing about them is trusted.
            spread: Whether the other relays get what is new here.
        """
        events, offending = await self._decoder.verified(raw_events, self.naming.public_key)
        held: dict[str, Event] = {}
        for event in events:
            place = place_of(event)
            if event.kind != nip09.KIND and (
                place not in held or nip01.supersedes(event, held[place])
            ):
                held[place] = event
        entries: set[str] = set()
        undecided = self.naming.addressing is None
        unmerged: set[str] = set()
        fates: dict[str, Fate] = {}
        unusable: dict[str, str] = {}
        # the ledger first: records are judged by it
        for kind in (nip09.KIND, nip78.KIND, nip04.KIND):
            some = [event for event in events if event.kind == kind]
            batch = await self._take(url, some, spread) if some else None
            if batch is not None:
                unmerged |= batch.unmerged
                entries |= batch.entries
                fates |= batch.fates
                unusable |= batch.unusable
        if undecided and self.naming.addressing is not None:
            await self.held_writes.move()
        return Ingested(
            {
                place: (event.created_at, event.id)
                for place, event in held.items()
                if event.kind == nip78.KIND or place in entries
            },
            frozenset(event.id for event in events if event.kind == nip09.KIND),
            frozenset(unmerged),
            tuple(offending),
            fates,
            unusable,
        )

    async def dates_in(
        self, raw_events: Sequence[Mapping[str, Any]], question: Filter
    ) -> tuple[int, ...]:
        """The dates of the events that really answer a question.

        A forged or a stray one must not lead a reader past what stands between.
        """
        events, _ = await self._decoder.verified(raw_events, self.naming.public_key)
        return tuple(event.created_at for event in events if question.matches(event))

    async def _take(self, url: str | None, events: Sequence[Event], spread: bool) -> Batch:
        taken: dict[str, Fate] = {}
        while True:
            batch = await self._ingest.plan(url, events, spread=spread)
            echoes = await self._echoes(batch)
            try:
                await self._apply(batch.plan, Cause.RELAY)
            except HeadMovedError:
                continue
            if self.network is not None:
                self.network.hold_back(*echoes)
            if batch.plan.device:
                await self._part()
            if not self._ingest.is_overtaken(batch):
                batch.fates = taken | batch.fates
                return batch
            # known by the second time; what was kept aside is judged anew
            taken |= {id_: fate for id_, fate in batch.fates.items() if fate is Fate.TAKEN}

    async def _echoes(self, batch: Batch) -> tuple[list[str], list[str]]:
        """Ids of versions whose equals other devices may send, and of those that they do send.

        Who wrote what a relay showed sends it to the others too, and what was merged here is merged
        elsewhere as well; but where nobody has seen our last edit yet, only this device can.
        """
        heads = [write for write in batch.plan.writes if isinstance(write, PutHead)]
        since = self._clock.now() - STILL_SENT
        heard = [h.event.id for h in heads if h.spread and h.event.created_at > since]
        made = {head.address: head.event.id for head in heads if head.own}
        merged = [id_ for a, id_ in made.items() if not await self._database.outbox.is_unsent(a)]
        return merged, heard

    async def queue(self, url: str, address: str, id_: str) -> None:
        """Let a relay get the present head of an address."""
        await self._database.commit([Queue(url, address, id_)], {}, now=self._clock.now())

    async def catch_up(self, url: str, addresses: Sequence[str]) -> None:
        """Queue for a relay, which shows older versions at these addresses, what it lacks."""
        heads = (await self._database.heads.at(addresses)).values()
        writes = [Queue(url, h.address, h.event.id) for h in heads if self.may_deliver(h.address)]
        if writes and self.naming.addressing is not None:
            await self._database.commit(writes, {}, now=self._clock.now())

    async def aside(self, kind: int) -> list[Event]:
        """Events of a kind that are kept until they can be used."""
        return [event for event in await self._database.events.quarantined() if event.kind == kind]

    async def repair(
        self,
        url: str,
        held: Mapping[str, tuple[int, str]],
        deletions: frozenset[str],
        behind: frozenset[Place],
    ) -> None:
        """Queue for a relay, which was just read to its end, what it lacks."""
        writes = await self._ingest.missing(url, held, deletions, behind)
        if writes:
            await self._database.commit(writes, {}, now=self._clock.now())


def _merged(found: Iterable[tuple[Head, Item]]) -> dict[Ref[Any], Body]:
    """All versions of each record as one."""
    bodies: dict[Ref[Any], Body] = {}
    for _, item in found:
        if isinstance(item, Opened):
            body = bodies.get(item.ref)
            bodies[item.ref] = merge.merge(body, item.body, item.schema) if body else item.body
    return bodies


def _dates(found: Iterable[tuple[Head, Item]]) -> dict[Ref[Any], int]:
    """When the newest version of each record was signed."""
    dates: dict[Ref[Any], int] = {}
    for head, item in found:
        if isinstance(item, Opened):
            dates[item.ref] = max(head.event.created_at, dates.get(item.ref, 0))
    return dates


def _synced_at(device: Device) -> float | None:
    """Until when a device has told what it did, and read what others did."""
    return min(device.seen_at, max(device.through.values())) if device.through else None


def _date(heads: Iterable[Head]) -> int:
    """The date of the newest of some versions."""
    return max((head.event.created_at for head in heads), default=0)
