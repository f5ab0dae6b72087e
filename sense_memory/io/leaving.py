"""Letting go out what was local-only: each record moves into the scope beside its own.

It keeps all that it remembers: values, what they replaced, when and by which device. No relay ever
had anything at its former address, so nothing is to be given up or forgotten there; it leaves this
file with the same transaction that puts it into the other scope, and from there into the outbox.
"""

from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.change import Cause, Change
from ..core.local_only import Released, beside
from ..core.ref import Ref
from ..wire import merge, references
from ..wire.address import entry_at, path_of
from ..wire.body import Policy
from ..wire.codec import Opened
from ..wire.schema import OnceForgotten, Schema
from ..wire.schemas import SCHEMAS
from .carrying import Carried
from .database import SQLiteDatabase
from .decoding import Decoder
from .names import Names
from .planning import Plan, Planner, Slot, record_at
from .rows import Head, HeadMovedError, Leave

BATCH = 200
_SOMEBODYS = frozenset({Policy.REGISTER, Policy.CAUTIOUS, Policy.VERSION, Policy.SET, Policy.UNION})


@dataclass(slots=True)
class _Found:
    """A living record of the scope that is left.

    Attributes:
        slot: What stands there, with all its addresses.
        target: What stands at its name in the other scope.
    """

    slot: Slot
    target: Slot


class Leaving:
    """Moves records out of a local-only scope.

    Args:
        database: The file.
        planner: Makes the new versions.
        decoder: Opens those that stand.
        names: Where they belong.
        apply: Carries out a plan, or raises ``HeadMovedError``.
        tell: Lets memories themselves say how often they were used.
    """

    def __init__(
        self,
        database: SQLiteDatabase,
        planner: Planner,
        decoder: Decoder,
        names: Names,
        apply: Callable[[Plan, Cause], Awaitable[None]],
        tell: Callable[[Sequence[Carried]], Awaitable[int]],
    ) -> None:
        self._database = database
        self._planner = planner
        self._decoder = decoder
        self._names = names
        self._apply = apply
        self._tell = tell

    async def run(self, scope: str) -> Released:
        """Let every living record of a local-only scope leave it.

        Broken off and called again, it goes on with what is left. What was forgotten there stays
        forgotten there. Where the other scope has a record of that name, that one stands; what only
        repeats it, or is made anew from the rest, is dropped, and anything else stays where it is,
        with what belongs to it and to nothing there.

        Raises:
            StorageError: The file could not be written; what left before has left.
        """
        count = 0
        left: dict[Ref[Any], None] = {}
        for schema in SCHEMAS:
            if schema.is_of_store:
                continue
            bucket = self._names.naming.bucket(schema.type, scope)
            heads = [
                head for head in await self._database.heads.in_buckets([bucket]) if not head.deleted
            ]
            for start in range(0, len(heads), BATCH):
                places = [head.address for head in heads[start : start + BATCH]]
                some, staying = await self._leave(places, left)
                count += some
                left.update(dict.fromkeys(staying))
        return Released(count, tuple(left))

    async def _leave(
        self, places: Sequence[str], stayed: Container[Ref[Any]]
    ) -> tuple[int, list[Ref[Any]]]:
        """How many of the records at some addresses left, and which did not.

        Args:
            places: The addresses.
            stayed: Those of other types that did not.
        """
        while True:
            found = await self._found(places)
            used = [_carried(one.slot) for one in found]
            if await self._tell(used):
                continue  # what they say of their uses is a version of its own
            leaving: list[Slot] = []
            gone: list[_Found] = []
            staying: list[Ref[Any]] = []
            others: dict[str, Slot] = {}
            for one in found:
                if await self._is_nothing_there(one.slot, stayed):
                    staying.append(one.slot.ref)
                elif one.target.body is None and self._moves(one):
                    await self._stand_on(one.target, others)
                    leaving.append(one.target)
                    gone.append(one)
                elif _is_said_there(one):
                    gone.append(one)
                else:
                    staying.append(one.slot.ref)
            paths = [path_of(one.target.ref) for one in gone]
            plan = await self._planner.edits(self._names.bootstrap(paths))
            for slot in others.values():
                plan.hold(slot)
            await self._planner.seal(plan, leaving)
            for one, path in zip(gone, paths, strict=True):
                self._let_go(plan, one, self._names.naming.address(path))
            try:
                await self._apply(plan, Cause.LOCAL)
            except HeadMovedError:
                continue
            return len(gone), staying

    async def _found(self, places: Sequence[str]) -> list[_Found]:
        """The living records that stand at some addresses, and what stands where they would go."""
        heads = await self._database.heads.at(places)
        opened = [
            (head, item)
            for head, item in await self._decoder.heads(heads.values())
            if isinstance(item, Opened) and item.body.is_alive
        ]
        slots = await self._planner.slots(item.ref for _, item in opened)
        for head, item in opened:
            if entry_at(head.address):
                _add_message(slots[path_of(item.ref)], head, item)
        living = [slot for slot in slots.values() if slot.body is not None and slot.body.is_alive]
        targets = {slot.ref: replace(slot.ref, scope=beside(slot.ref.scope)) for slot in living}
        there = await self._planner.slots(targets.values())
        return [_Found(slot, there[path_of(targets[slot.ref])]) for slot in living]

    def _moves(self, one: _Found) -> bool:
        """Let a record's body stand in the other scope, if it can be a record there."""
        slot, target = one.slot, one.target
        if slot.body is None:
            return False
        body = replace(slot.body, path=path_of(target.ref))
        if not self._planner.fits(target.ref, body):
            return False
        target.body = body
        target.is_message = all(entry_at(address) for address in slot.heads)
        return True

    async def _is_nothing_there(self, slot: Slot, stayed: Container[Ref[Any]]) -> bool:
        """Whether one without which a record is nothing stayed, and none of its name is there."""
        owners = {ref for ref in _owners(slot) if ref in stayed}
        there = await self._planner.slots(replace(ref, scope=beside(ref.scope)) for ref in owners)
        return any(one.body is None or not one.body.is_alive for one in there.values())

    async def _stand_on(self, target: Slot, others: dict[str, Slot]) -> None:
        """Let what moves belong to those that stand there, if they are others than its own were.

        Args:
            target: What is about to stand there.
            others: Whatever is looked at is added.
        """
        grounds = await self._planner.derived.creations(others, target)
        if target.body is not None and grounds:
            target.body = references.standing_on(target.body, grounds)

    def _let_go(self, plan: Plan, one: _Found, to: str) -> None:
        """Nothing stands in the local-only scope any more."""
        slot = one.slot
        before = record_at(slot.ref, slot.before, slot.schema)
        plan.hold(slot)
        plan.hold(one.target)
        plan.writes += [Leave(address, to) for address in slot.stored]
        plan.changes.append(Change(slot.ref, before, None, Cause.LOCAL))


def _add_message(slot: Slot, head: Head, item: Opened) -> None:
    """A journal entry of kind 4 stands where its path does not say."""
    slot.stored = {**slot.stored, head.address: head}
    slot.heads[head.address] = head
    body = item.body
    slot.body = merge.merge(slot.body, body, slot.schema) if slot.body else body
    slot.before = slot.body


def _is_said_there(one: _Found) -> bool:
    """Whether the record of that name in the other scope makes this one needless."""
    slot, target = one.slot, one.target
    if target.body is None or not target.body.is_alive:
        return False
    is_made = bool(slot.schema.rebuilt) and slot.schema.made_by is None
    if is_made or slot.schema.is_cache:
        return True
    mine, theirs = (record_at(s.ref, s.body, s.schema) for s in (slot, target))
    return _said(slot.schema, mine, theirs) == _said(slot.schema, theirs, mine)


def _said(schema: Schema[Any], record: Any, other: Any) -> dict[str, Any]:
    """What somebody said; when, and how often one was used, makes it no other memory."""
    made = {*schema.rebuilt, *schema.made_of}
    made |= schema.moved_by_use(record) | schema.moved_by_use(other)
    return {
        name: value
        for name, value in schema.encode(record).items()
        if schema.fields[name] in _SOMEBODYS and name not in made
    }


def _owners(slot: Slot) -> Iterator[Ref[Any]]:
    """Without whom a record is nothing."""
    if slot.body is not None:
        for ref, whats in references.targets(slot.ref, slot.body, slot.schema).items():
            if OnceForgotten.CASCADE in whats:
                yield ref


def _carried(slot: Slot) -> Carried:
    if slot.body is None:
        raise AssertionError("only what stands is carried")
    return Carried(slot.ref, slot.schema, slot.body, is_message=False)
