"""What follows from a forgetting, for the records that named the one forgotten.

One rule for local edits and for merges, carried out in the same transaction as what it follows
from: a living record that names a forgotten one is erased, names it no more, or waits to be made
anew, as its type declares. It looks both ways, since either may be the one that arrives.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..core.errors import RecordError
from ..core.mention import Mention
from ..core.ref import Ref
from ..mind.views.references import References
from ..wire import references
from ..wire.address import path_of
from ..wire.anchors import creations_in
from ..wire.body import Body
from ..wire.codec import Opened
from ..wire.outliving import is_dissolved
from ..wire.schema import OnceForgotten, Schema
from ..wire.schemas import SCHEMAS, schema_of
from ..wire.stamp import Dot, hlc_seconds
from .database import SQLiteDatabase
from .decoding import Decoder
from .names import Names
from .rows import PutMeta

if TYPE_CHECKING:
    from .planning import Slot

log = logging.getLogger("sense_memory.io.derivation")

_AT_ONCE = 2_000
"""Heads that are in memory at once while a scope is read."""

NOTED = "named"
"""Set in a file that has noted from its beginning which records are named; behind it and a slash
stands the same of one scope, and behind it and a colon one record that is."""

Slots: TypeAlias = "dict[str, Slot]"
"""What stands at some paths while a commit is planned."""


class Derivation:
    """Lets what was forgotten reach what refers to it.

    Args:
        load: Reads what this file holds of some records, by path.
        device: Tells the id under which this file writes.
        now: Tells the time, seconds since the epoch.

    Attributes:
        view: Which records name which.
    """

    def __init__(
        self,
        database: SQLiteDatabase,
        names: Names,
        decoder: Decoder,
        load: Callable[[Iterable[Ref[Any]]], Awaitable[Slots]],
        device: Callable[[], str],
        now: Callable[[], float],
    ) -> None:
        self._database = database
        self._names = names
        self._decoder = decoder
        self._load = load
        self._device = device
        self._now = now
        self._ground = references.giving_ground(SCHEMAS)
        self._nameable = references.nameable(SCHEMAS)
        self._listed = references.listed(SCHEMAS)
        self._noted = references.only_noted(SCHEMAS)
        self._made_of = references.made_of(SCHEMAS)
        self._grouped = references.grouped(SCHEMAS)
        self._has_noted = set[str]()
        owners = {kind for schema in SCHEMAS if schema.owner for kind in schema.owner.kinds}
        self.view = References(
            lambda ref, record: references.named(ref, record, schema_of(ref.kind)),
            {*self._nameable, *owners},
            {
                kind: frozenset(schema.record for schema in some)
                for kind, some in self._grouped.items()
            },
            self._noted,
        )

    async def reach(self, slots: Slots, touched: Iterable[str]) -> list[str]:
        """Change what must follow from the present state of some records.

        Args:
            slots: What stands where; whatever else is looked at is added.
            touched: The paths that have changed.

        Returns:
            The paths of what was changed thereby.
        """
        changed: dict[str, None] = {}
        queue = list(dict.fromkeys(touched))
        while queue:
            holders = await self._holders([slots[path] for path in queue])
            await self.add(slots, holders)
            layer = dict.fromkeys([*queue, *map(path_of, holders)])
            queue = []
            standing = [slots[path] for path in layer if path in slots and _stands(slots[path])]
            states = await self._states(slots, standing)
            for slot in standing:
                body = slot.body
                if body is None:
                    continue
                left = references.settled(slot.ref, body, slot.schema, *states)
                if left is body:
                    continue
                slot.body = left
                changed[path_of(slot.ref)] = None
                if self._concerns_others(slot):
                    queue.append(path_of(slot.ref))
        return list(changed)

    async def mentions(self, ref: Ref[Any]) -> list[Mention]:
        """Which living records of this file name a record, and where, or belong to it."""
        holders = list(references.owned_by(ref, SCHEMAS))
        if ref.kind in self._nameable:
            await self.know([ref])
            holders += await self._naming_it(ref)
        slots: Slots = {}
        holders.sort(key=lambda holder: (holder.kind.__name__, holder.name))
        await self.add(slots, dict.fromkeys(holders))
        return [
            mention
            for slot in slots.values()
            if slot.body is not None and slot.body.is_alive
            for mention in references.mentions(slot.ref, slot.body, slot.schema, ref)
        ]

    async def forgotten_at(self, ref: Ref[Any]) -> float | None:
        """When somebody forgot what stood there; what is learned from it now goes at once."""
        slots: Slots = {}
        await self.add(slots, [ref])
        slot = slots.get(path_of(ref))
        if slot is None or slot.body is None:
            return None
        if not references.is_forgotten(slot.body) or is_dissolved(slot.body):
            return None
        return max((hlc_seconds(dot.t) for dot in slot.body.marks), default=0.0)

    async def know(self, refs: Iterable[Ref[Any]]) -> None:
        """Know who names these records: read the scopes that were not read yet."""
        refs = [ref for ref in refs if not self.view.has(ref.scope)]
        scopes = {ref.scope for ref in refs if ref.kind in self._listed}
        rest = [ref for ref in refs if ref.kind in self._noted and ref.scope not in scopes]
        scopes |= {ref.scope for ref in await self._named(rest)}
        for scope in scopes:
            if not self.view.has(scope):
                filling = self.view.begin(scope)
                try:
                    self.view.fill(filling, await self._read(scope))
                finally:
                    self.view.abandon(filling)

    async def due(self, loose: Sequence[Ref[Any]]) -> list[Ref[Any]]:
        """Those of some records of which something may follow: most of them nobody names."""
        may_be_unnamed = [
            ref
            for ref in loose
            if ref.kind in self._noted - self._grouped.keys() and not self.view.has(ref.scope)
        ]
        unnamed = set(may_be_unnamed) - set(await self._named(may_be_unnamed))
        return [ref for ref in loose if ref not in unnamed]

    async def _named(self, refs: Sequence[Ref[Any]]) -> list[Ref[Any]]:
        """Those of some records that something in this file may name, as it has noted.

        A file of an older release has not: its scopes are read for that, each once.
        """
        if not refs:
            return []
        for scope in {ref.scope for ref in refs} - self._has_noted:
            if await self._database.meta.get(NOTED) is None:
                await self._note_all(scope)
            self._has_noted.add(scope)
        notes = {self._note(ref): ref for ref in refs}
        return [notes[name] for name in await self._database.meta.set_among(list(notes))]

    async def _note_all(self, scope: str) -> None:
        """Note what the records of a scope name, unless that was done."""
        done = f"{NOTED}/{self._names.naming.bucket(NOTED, scope)}"
        if await self._database.meta.get(done) is not None:
            return
        found = await self._read(scope)
        named = {one for some in found.values() for one in some if one.kind in self._noted}
        notes = [PutMeta(name, "1") for name in sorted({done, *map(self._note, named)})]
        await self._database.commit(notes, {}, now=self._now())

    def notes(self, slot: "Slot") -> list[PutMeta]:
        """What the file is to note of what a record names, in the commit that puts it there."""
        if slot.body is None or not slot.body.is_alive:
            return []
        named = references.noted(slot.ref, slot.body, slot.schema)
        return [PutMeta(name, "1") for name in sorted(map(self._note, named))]

    def _note(self, ref: Ref[Any]) -> str:
        return f"{NOTED}:{self._names.naming.note(path_of(ref))}"

    async def _read(self, scope: str) -> dict[Ref[Any], frozenset[Ref[Any]]]:
        """Every record of a scope that names others, or of which any version does."""
        found: dict[Ref[Any], frozenset[Ref[Any]]] = {}
        for schema in SCHEMAS:
            if all(one.is_grouped for one in schema.references.values()):
                continue
            bucket = self._names.naming.bucket(schema.type, scope)
            heads = await self._database.heads.living_in(bucket, None, _AT_ONCE)
            while heads:
                for ref, named in await self._decoder.naming(heads, schema):
                    if named:
                        found[ref] = found.get(ref, frozenset()) | named
                heads = await self._database.heads.living_in(bucket, heads[-1], _AT_ONCE)
        return found

    async def _holders(self, slots: Iterable["Slot"]) -> list[Ref[Any]]:
        """Who names those of some records that are forgotten or blank, or belongs to them.

        And who names one that was created anew since others were written on it.
        """
        blank, gone = list[Ref[Any]](), list[Ref[Any]]()
        for slot in slots:
            if _is_forgotten(slot) or self._may_be_another(slot):
                gone.append(slot.ref)
            elif self._concerns_others(slot):
                blank.append(slot.ref)
        await self.know([*gone, *blank])
        known = [ref for ref in gone if ref.kind in self._nameable]
        holders = [holder for ref in known for holder in await self._naming_it(ref)]
        # what only belongs to a blank one, or is linked with it, is as good as before
        holders += [
            holder
            for ref in blank
            for holder in self.view.holders(ref)
            if holder.kind in self._made_of[ref.kind]
        ]
        # what was computed of its text still knows what it said
        holders += [
            owned
            for ref in blank
            for owned in references.owned_by(ref, SCHEMAS)
            if schema_of(owned.kind).is_cache
        ]
        holders += [owned for ref in gone for owned in references.owned_by(ref, SCHEMAS)]
        return list(dict.fromkeys(holders))

    async def _naming_it(self, ref: Ref[Any]) -> list[Ref[Any]]:
        """The living records that name one, as far as its scope had to be known."""
        found: dict[Ref[Any], None] = {}
        if self.view.has(ref.scope):
            found.update(dict.fromkeys(self.view.holders(ref)))
        for schema in self._grouped.get(ref.kind, ()):
            bucket = self._names.naming.bucket(schema.type, ref.scope, schema.group(ref.name))
            heads = await self._database.heads.living_in(bucket, None, _AT_ONCE)
            while heads:
                for _, item in await self._decoder.heads(heads):
                    if isinstance(item, Opened):
                        named = references.targets(item.ref, item.body, schema)
                        found.update({item.ref: None} if ref in named else {})
                heads = await self._database.heads.living_in(bucket, heads[-1], _AT_ONCE)
        return list(found)

    def _concerns_others(self, slot: "Slot") -> bool:
        """Whether something may follow for those that name a record."""
        if _is_forgotten(slot):
            return slot.ref.kind in self._nameable
        return slot.ref.kind in self._made_of and _is_blank(slot)

    def _may_be_another(self, slot: "Slot") -> bool:
        """Whether more may be known of a record's creations than before, but by an edit here."""
        if slot.ref.kind not in self._ground or slot.body is None:
            return False
        before = slot.before
        if before is None or before is slot.body:
            return slot.body.known.keys() != {self._device()}
        grown = {d for d, t in slot.body.known.items() if t > before.known.get(d, "")}
        return not grown <= {self._device()}

    async def _states(
        self, slots: Slots, standing: Sequence["Slot"]
    ) -> tuple[set[Ref[Any]], set[Ref[Any]], dict[Ref[Any], references.Ground], set[Ref[Any]]]:
        """Which of the records that some living ones name are forgotten, and which are blank.

        And what is known of those that they may have been written on; and which of the forgotten
        ones only dissolved.
        """
        named: dict[Ref[Any], bool] = {}
        for slot in standing:
            if slot.body is not None and (slot.schema.references or slot.schema.owner):
                for ref, whats in references.targets(slot.ref, slot.body, slot.schema).items():
                    named[ref] = named.get(ref, False) or OnceForgotten.REBUILD in whats
        unread = [ref for ref in named if path_of(ref) not in slots]
        places = {a: ref for ref in unread for a in self._names.naming.candidates(path_of(ref))}
        # most of them stand: what no tombstone is at need not be read
        suspects = {places[a] for a in await self._database.addresses.deleted_among(list(places))}
        # and of those whose kind is made of nothing, nobody need know whether they are blank
        made = {ref for ref in named if named[ref] and schema_of(ref.kind).rebuilt}
        may_matter = made | {ref for ref in named if ref.kind in self._ground}
        owners = (references.owner_of(slot.ref, slot.schema) for slot in standing)
        may_be_blank = {ref for ref in owners if ref and schema_of(ref.kind).rebuilt}
        is_needed = suspects | may_matter | may_be_blank
        await self.add(slots, [ref for ref in unread if ref in is_needed])
        found = [slots[path] for ref in named if (path := path_of(ref)) in slots]
        return (
            {slot.ref for slot in found if _is_forgotten(slot)},
            {slot.ref for slot in found if _is_blank(slot)},
            {
                slot.ref: references.ground(slot.body, slot.before, slot.schema)
                for slot in found
                if slot.body is not None
                and (slot.ref.kind in self._ground or references.is_forgotten(slot.body))
            },
            {slot.ref for slot in found if slot.body is not None and is_dissolved(slot.body)},
        )

    async def creations(self, slots: Slots, slot: "Slot") -> dict[str, set[Dot]]:
        """On which creations of others something is being written, by the field that says so."""
        if slot.body is None:
            return {}
        # what an earlier origin gave says nothing of another one
        grounds: dict[str, set[Dot]] = {
            name: set() for name in slot.schema.source_grounds if name in slot.body.fields
        }
        for name, target, is_source in references.grounds_of(slot.ref, slot.body, slot.schema):
            await self.add(slots, [target])
            there = slots.get(path_of(target))
            if there is not None and there.body is not None and there.body.is_alive:
                find = references.values_in if is_source else _creations
                grounds[name] = grounds.get(name, set()) | find(there.body, there.schema)
        return grounds

    async def add(self, slots: Slots, refs: Iterable[Ref[Any]]) -> None:
        """Read some more records; one that this release cannot read is left as it is."""
        missing = [ref for ref in refs if path_of(ref) not in slots]
        if not missing:
            return
        try:
            slots.update(await self._load(missing))
        except RecordError:
            for ref in missing:
                try:
                    slots.update(await self._load([ref]))
                except RecordError as error:
                    log.info("a record that may name a forgotten one is unreadable: %s", error)


def _creations(body: Body, schema: Schema[Any]) -> set[Dot]:
    return creations_in(body.fields, schema)


def _stands(slot: "Slot") -> bool:
    return slot.body is not None and slot.body.is_alive


def _is_forgotten(slot: "Slot") -> bool:
    return slot.body is not None and references.is_forgotten(slot.body)


def _is_blank(slot: "Slot") -> bool:
    return slot.body is not None and references.is_blank(slot.body, slot.schema)
