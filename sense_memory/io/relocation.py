"""Memories that stand where the store no longer writes: copied to their addresses, then given up.

An address is given up, never forgotten: the request says that its memory moved, and goes to a relay
only after that has shown the copy.
"""

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from nips.nip01 import Event

from ..core.change import Cause
from ..core.ref import Ref
from ..wire.address import path_of
from ..wire.codec import Opened
from ..wire.deletion import Moved
from .database import SQLiteDatabase
from .decoding import Decoder
from .names import Names
from .planning import Plan, Planner, Slot
from .rows import Head, HeadMovedError, PutHead


class Relocation:
    """Brings memories to the addresses where the store writes now.

    Args:
        database: The file.
        planner: Makes new versions.
        decoder: Opens those that stand.
        names: Where they belong.
        apply: Carries out a plan, or raises ``HeadMovedError``.
    """

    def __init__(
        self,
        database: SQLiteDatabase,
        planner: Planner,
        decoder: Decoder,
        names: Names,
        apply: Callable[[Plan, Cause], Awaitable[None]],
    ) -> None:
        self._database = database
        self._planner = planner
        self._decoder = decoder
        self._names = names
        self._apply = apply

    async def misplaced(self) -> list[tuple[Head, Ref[Any]]]:
        """Memories that stand at an address where the store no longer writes."""
        found = await self._decoder.heads(await self._database.heads.standing())
        return [
            (head, item.ref)
            for head, item in found
            if isinstance(item, Opened) and not self._is_current(item, head.address)
        ]

    def _is_current(self, item: Opened, address: str) -> bool:
        return self._names.naming.is_current(item.body.path, address)

    async def copy(self, refs: Sequence[Ref[Any]]) -> int:
        """Let memories stand at their present addresses, too; how many did not."""
        while True:
            slots = (await self._planner.slots(refs)).values()
            missing = [slot for slot in slots if not await self._is_copied(slot)]
            plan = await self._planner.edits(
                self._names.bootstrap(path_of(slot.ref) for slot in missing)
            )
            await self._planner.seal(plan, missing)
            try:
                await self._apply(plan, Cause.LOCAL)
            except HeadMovedError:
                continue
            return len(missing)

    async def _is_copied(self, slot: Slot) -> bool:
        """Whether the head at the present address knows all that the others know."""
        head = slot.heads.get(self._names.naming.address(path_of(slot.ref)))
        if head is None or slot.body is None:
            return slot.body is None
        ((_, item),) = await self._decoder.heads([head])
        return isinstance(item, Opened) and item.body == slot.body

    async def withdraw(self, ref: Ref[Any], head: Head) -> bool:
        """Give up an address whose memory was copied; whether it could be."""
        slot = await self._planner.slot(ref)
        if head.address not in slot.heads or not await self._is_copied(slot):
            return False
        plan = Plan()
        plan.expect(head.address, slot)
        plan.writes.extend(await self._planner.withdrawal(slot, head))
        try:
            await self._apply(plan, Cause.LOCAL)
        except HeadMovedError:
            return False
        return True

    async def leave_behind(self) -> None:
        """Follow other devices, which gave up addresses that this file still uses."""
        for head, item in await self._decoder.heads(await self._database.heads.left_behind()):
            # an address where we still write was not given up for another one: the whole mind
            # moved, and what is here stays until it is brought along
            if isinstance(item, Opened) and not self._is_current(item, head.address):
                await self.copy([item.ref])
                (request, *_) = await self._database.ledger.about([head.address])
                slot = await self._planner.slot(item.ref)
                plan = Plan()
                plan.expect(head.address, slot)
                plan.writes.append(
                    PutHead(head.address, request, head.bucket, own=False, deleted=True, send=False)
                )
                with contextlib.suppress(HeadMovedError):  # the next load tries again
                    await self._apply(plan, Cause.LOCAL)

    async def may_send(self, url: str, address: str, head: Event) -> bool:
        """Whether a head may go to a relay as it is.

        A memory goes only where the store writes now, and an address is given up at a relay only
        once the copy was read back there. What was forgotten is forgotten wherever it stood.
        """
        (item,) = await self._decoder.open([(address, head)])
        if isinstance(item, Moved):
            return url in await self._database.outbox.proven_at(
                self._names.naming.address(item.path)
            )
        return (
            not isinstance(item, Opened)
            or not item.body.is_alive
            or self._is_current(item, address)
        )

    async def redirect(self, address: str) -> None:
        """Let the memory of an address that is no longer written to go where it belongs.

        A version that no relay was sent is of no use there any more: nobody else could know of it,
        so nobody could forget it or write over it.
        """
        while True:
            heads = await self._database.heads.at([address])
            ((head, item),) = await self._decoder.heads(heads.values()) or ((None, None),)
            if head is None or not isinstance(item, Opened):
                return
            slot = await self._planner.slot(item.ref)
            is_unsent = head.own and await self._database.outbox.is_unsent(address)
            if not is_unsent and await self._is_copied(slot):
                return
            plan = await self._planner.edits(self._names.bootstrap([path_of(slot.ref)]))
            await self._planner.seal(plan, [slot])
            if is_unsent:
                there = self._names.naming.address(item.body.path)
                plan.writes = [
                    replace(write, drop=(*write.drop, address))
                    if isinstance(write, PutHead) and write.address == there
                    else write
                    for write in plan.writes
                ]
            with contextlib.suppress(HeadMovedError):
                await self._apply(plan, Cause.LOCAL)
                return
