"""A whole mind out of one identity's file, and into another's.

Bodies go over as they are: dots, siblings, version vectors, the ids of devices. So carrying is a
merge like any other. It may be broken off and repeated, happen on several devices, and bring over
what arrived late; it never takes anything back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nips import nip01, nip04, nip09, nip78
from nips.nip01 import Address, Event

from ..core.errors import (
    AddressMismatchError,
    MalformedRecordError,
    RecordError,
    UnknownSchemaError,
)
from ..core.ref import Ref
from ..wire import codec, deletion, merge
from ..wire.address import entry_at, is_address_of, path_of, place_of, ref_at
from ..wire.body import Body, pruned
from ..wire.codec import Opened
from ..wire.deletion import Moved
from ..wire.schema import Schema
from ..wire.stamp import created_at
from .database import SQLiteDatabase
from .decoding import Decoder, Item
from .names import Names
from .planning import Plan, Planner
from .rows import PutQuarantine

BATCH = 500
CARRIED = "carried over as it was: a newer release wrote it"


@dataclass(frozen=True, slots=True)
class Carried:
    """One memory, or the knowledge that it was forgotten.

    Attributes:
        ref: What it is.
        schema: Its type.
        body: All versions that the file holds, merged.
        is_message: Whether it stands in messages of kind 4 alone, and stays one.
    """

    ref: Ref[Any]
    schema: Schema[Any]
    body: Body
    is_message: bool

    def is_known_to(self, body: Body | None) -> bool:
        """Whether another body says all that this one does."""
        if body is None:
            return False
        return merge.merge(body, self.body, self.schema) == pruned(body)


@dataclass(frozen=True, slots=True)
class Aside:
    """What a newer release wrote: it can be opened, and goes over letter by letter.

    Attributes:
        path: Where it lives.
        text: The plaintext.
    """

    path: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Holdings:
    """All that a file holds of the mind itself; settings, keys and the like are the store's.

    Attributes:
        records: By path, tombstones included.
        asides: What only a newer release understands.
        lost: How many events do not open, or say no path that belongs to them.
    """

    records: dict[str, Carried]
    asides: tuple[Aside, ...]
    lost: int


@dataclass(frozen=True, slots=True)
class Shown:
    """One event that a relay showed.

    Attributes:
        event: As it is.
        path: Whose path it holds; ``None`` if it cannot be told, or it is the store's own.
        body: What it says; ``None`` where only a newer release understands it.
        text: Its plaintext, where there is no body.
        gives_up: A request that gives up an address, and says nothing of a memory.
    """

    event: Event
    path: str | None
    body: Body | None
    schema: Schema[Any] | None = None
    text: str | None = field(default=None, repr=False)
    gives_up: bool = False

    def as_record(self) -> Carried | None:
        """What it says of a memory; ``None`` if it says nothing that this release understands."""
        found = ref_at(self.path) if self.path is not None else None
        if found is None or self.body is None:
            return None
        return Carried(*found, self.body, self.event.kind == nip04.KIND)

    def as_aside(self) -> Aside | None:
        """What only a newer release understands of it."""
        if self.path is None or self.text is None:
            return None
        return Aside(self.path, self.text)


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What it takes to bring some memories into a file.

    Attributes:
        plan: The writes.
        count: How many memories they bring that the file did not have so.
        too_large: Paths of those that make no record here.
    """

    plan: Plan
    count: int
    too_large: tuple[str, ...]


class Carrier:
    """Takes the mind out of a file, or puts it into one.

    Args:
        database: The file.
        decoder: Opens its events.
        planner: Makes new ones.
        names: How they are named.
    """

    def __init__(
        self, database: SQLiteDatabase, decoder: Decoder, planner: Planner, names: Names
    ) -> None:
        self._database = database
        self._decoder = decoder
        self._planner = planner
        self._names = names

    # ------------------------------------------------------------------- out

    async def holdings(self) -> Holdings:
        """Everything in the file, and what its ledger knows beyond that."""
        records: dict[str, Carried] = {}
        lost = 0
        for head, item in await self._decoder.heads(await self._database.heads.in_buckets(None)):
            if isinstance(item, Opened):
                if not item.schema.is_of_store:
                    is_message = entry_at(head.address) is not None
                    add(records, Carried(item.ref, item.schema, item.body, is_message))
            elif isinstance(item, RecordError) and not head.deleted:
                lost += 1
        await self._add_ledger(records)
        asides, unplaced = await self._asides()
        return Holdings(records, asides, lost + unplaced)

    async def _add_ledger(self, records: dict[str, Carried]) -> None:
        """Deletions of what this file never held; those of the rest are in its tombstones."""
        key = ""
        while page := await self._database.events.after("ledger", key, BATCH):
            key = page[-1][0]
            for one in await self.look_at([event for _, event in page]):
                record = one.as_record()
                if record is None:
                    continue
                # a plain client's request is no more than a date, and was judged by it here
                is_plain = deletion.PLAIN_WRITER in record.body.known
                if not is_plain or record.body.path not in records:
                    add(records, record)

    async def _asides(self) -> tuple[tuple[Aside, ...], int]:
        newest: dict[str, tuple[Event, Aside]] = {}
        lost = 0
        for one in await self.look_at(await self._database.events.quarantined()):
            if one.path is not None and one.text is not None:
                known = newest.get(one.path)
                if known is None or nip01.supersedes(one.event, known[0]):
                    newest[one.path] = (one.event, Aside(one.path, one.text))
            elif one.body is None and one.path is None:
                lost += 1
        return tuple(aside for _, aside in newest.values()), lost

    # ------------------------------------------------------------------ look

    async def look_at(self, events: Sequence[Event]) -> list[Shown]:
        """What some verified events of this identity say; nothing is kept of it.

        A request that forgets several memories says something of each.
        """
        requests = [event for event in events if event.kind == nip09.KIND]
        others = [event for event in events if event.kind != nip09.KIND]
        shown: list[Shown] = []
        for event, text in zip(requests, await self._decoder.texts(requests), strict=True):
            shown += _said_by(event, text)
        places = [place_of(event) for event in others]
        items = await self._decoder.open(list(zip(places, others, strict=True)))
        unread = [i for i, item in enumerate(items) if isinstance(item, RecordError)]
        texts = await self._decoder.texts([others[i] for i in unread])
        by_index = dict(zip(unread, texts, strict=True))
        return shown + [
            self._shown(event, place, item, by_index.get(i))
            for i, (event, place, item) in enumerate(zip(others, places, items, strict=True))
        ]

    def _shown(self, event: Event, place: str, item: Item, text: str | None) -> Shown:
        if isinstance(item, Opened):
            path = None if item.schema.is_of_store else item.body.path
            return Shown(event, path, item.body, item.schema)
        if isinstance(item, RecordError):
            path = codec.path_inside(text)
            is_newer = isinstance(item, (UnknownSchemaError, AddressMismatchError))
            if is_newer and path is not None and self._is_at(place, path):
                return Shown(event, path, None, None, text)
            return Shown(event, None, None)
        return Shown(event, None, None, gives_up=True)

    def _is_at(self, place: str, path: str) -> bool:
        naming = self._names.naming
        return is_address_of(place, path, naming.all_keys, naming.public_key)

    # -------------------------------------------------------------------- in

    async def plan(self, records: Iterable[Carried], asides: Sequence[Aside]) -> TakenOver:
        """How to let some memories stand here as well."""
        wanted = list(records)
        slots = await self._planner.slots(one.ref for one in wanted)
        todo, too_large = [], []
        for one in wanted:
            slot = slots[path_of(one.ref)]
            if one.is_known_to(slot.body):
                continue
            merged = merge.merge(slot.body, one.body, one.schema) if slot.body else pruned(one.body)
            if not self._planner.fits(one.ref, merged):
                too_large.append(one.body.path)
                continue
            slot.body, slot.is_message = merged, one.is_message
            todo.append(slot)
        plan = await self._planner.edits(self._names.bootstrap(path_of(slot.ref) for slot in todo))
        await self._planner.seal(plan, todo)
        missing = await self._plan_asides(plan, asides)
        return TakenOver(plan, len(todo) + missing, tuple(too_large))

    async def _plan_asides(self, plan: Plan, asides: Sequence[Aside]) -> int:
        """Keep here, too, what a newer release wrote; how much of it was not."""
        if not asides:
            return 0
        here = {(aside.path, aside.text) for aside in (await self._asides())[0]}
        missing = [aside for aside in asides if (aside.path, aside.text) not in here]
        naming = self._names.naming
        payloads = await self._decoder.sealed([aside.text for aside in missing])
        for aside, payload in zip(missing, payloads, strict=True):
            address = naming.address(aside.path)
            heads = await self._database.heads.at([address])
            newest = max((head.event.created_at for head in heads.values()), default=None)
            at = created_at(self._planner.now(), head=newest, deletion=None)
            event = await self._planner.sign(
                nip78.app_data(naming.public_key, at, address, payload)
            )
            plan.writes.append(PutQuarantine(event, CARRIED))
        return len(missing)

    # --------------------------------------------------------------- farewell

    async def give_up(self, path: str, standing: Sequence[Event]) -> Event:
        """A request that gives up what stands for a path, and forgets nothing."""
        naming = self._names.naming
        text = deletion.write_moved(path, naming.padding())
        (payload,) = await self._decoder.sealed([text])
        dates = [event.created_at for event in standing]
        places = {Address(nip78.KIND, naming.public_key, place_of(event)) for event in standing}
        return await self._planner.sign(
            nip09.deletion_request(
                naming.public_key,
                max([*dates, int(self._planner.now())]),
                addresses=sorted(places, key=str),
                event_ids=[event.id for event in standing],
                content=payload,
            )
        )


def add(records: dict[str, Carried], record: Carried) -> None:
    """Merge a memory into others, by path."""
    path, known = record.body.path, records.get(record.body.path)
    if known is not None:
        body = merge.merge(known.body, record.body, record.schema)
        is_message = known.is_message and record.is_message
        record = Carried(record.ref, record.schema, body, is_message)
    records[path] = record


def _said_by(request: Event, text: str | None) -> list[Shown]:
    """What a deletion request stands for; a plain client's names the addresses and no more."""
    try:
        said = deletion.read(text or "")
    except MalformedRecordError:
        dot = deletion.plain_writers_dot(request.created_at)
        named = [a.d for a in nip09.parse(request).addresses if a.kind == nip78.KIND]
        said = tuple(merge.forgotten(None, path, dot, "forget") for path in named)
    if isinstance(said, Moved):
        return [Shown(request, None, None, gives_up=True)]
    found = [(ref_at(body.path), body) for body in said]
    return [
        Shown(request, body.path, body, place[1])
        for place, body in found
        if place is not None and not place[1].is_of_store
    ]
