"""Letting go out what was local-only: each record moves into the scope beside its own.

It keeps all that it remembers: values, what they replaced, when and by which device. No relay ever
had anything at its former address, so nothing is to be given up or forgotten there; it leaves this
file with the same transaction that puts it into the other scope, and from there into the outbox.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.change import Cause, Change
from ..core.local_only import Released, beside
from ..core.ref import Ref
from ..wire import merge
from ..wire.address import entry_at, path_of
from ..wire.body import Policy
from ..wire.codec import Opened
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
        repeats it, or is made anew from the rest, is dropped, and anything else stays where it is.

        Raises:
            StorageError: The file could not be written; what left before has left.
        """
        count = 0
        left: dict[Ref[Any], None] = {}
        for schema in SCHEMAS:
            if schema.is_of_store:
                continue
            bucket = self._names.naming.bucket(schema.type, scope)
            heads = [head for head in await self._database.heads_in([bucket]) if not head.deleted]
            for start in range(0, len(heads), BATCH):
                places = [head.address for head in heads[start : start + BATCH]]
                some, staying = await self._leave(places)
                count += some
                left.update(dict.fromkeys(staying))
        return Released(count, tuple(left))

    async def _leave(self, places: Sequence[str]) -> tuple[int, list[Ref[Any]]]:
        """How many of the records at some addresses left, and which did not."""
        while True:
            found = await self._found(places)
            used = [_carried(one.slot) for one in found]
            if await self._tell(used):
                continue  # what they say of their uses is a version of its own
            leaving: list[Slot] = []
            gone: list[_Found] = []
            staying: list[Ref[Any]] = []
            for one in found:
                if one.target.body is None and self._moves(one):
                    leaving.append(one.target)
                    gone.append(one)
                elif _is_said_there(one):
                    gone.append(one)
                else:
                    staying.append(one.slot.ref)
            paths = [path_of(one.target.ref) for one in gone]
            plan = await self._planner.edits(self._names.bootstrap(paths))
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
        heads = await self._database.heads(places)
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
    if slot.schema.rebuilt or slot.schema.is_cache:
        return True
    return _said(slot) == _said(target)


def _said(slot: Slot) -> dict[str, Any]:
    """What somebody said; when, and how often it was used, makes it no other memory."""
    record = record_at(slot.ref, slot.body, slot.schema)
    policies = slot.schema.fields
    fields = slot.schema.encode(record)
    return {name: value for name, value in fields.items() if policies[name] in _SOMEBODYS}


def _carried(slot: Slot) -> Carried:
    if slot.body is None:
        raise AssertionError("only what stands is carried")
    return Carried(slot.ref, slot.schema, slot.body, is_message=False)
