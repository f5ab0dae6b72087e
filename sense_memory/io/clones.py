"""Notices that this file was copied, or put back to an older day, and lets it be another device.

Every stamp that this file issues is in it, in the same transaction as the memory. A version of ours
that we never wrote can only come from a copy that goes on writing, or from what we wrote ourselves
before an older file was put in place of ours.
"""

import logging
from collections.abc import Sequence
from typing import Any

from ..wire.body import Body, is_without_file
from ..wire.codec import Opened
from ..wire.merge import merge
from ..wire.restamp import Issued, merged_with_copy, parted, retold, strangers
from ..wire.schema import Schema
from ..wire.stamp import Dot
from .database import SQLiteDatabase
from .decoding import Decoder
from .device import new_device
from .names import Names
from .planning import DEVICE_ID, Plan, Planner, Slot
from .rows import DropRequest, DropTouch, Issue, PutIssued, PutMeta, RequireMeta

log = logging.getLogger("sense_memory.io.clones")

FORMER = "former_devices"
"""In the file: the ids under which it wrote before copies of it were met."""
PARTING = "parting"
"""Set in the file until all that was unsent has been written anew under the present id."""
COPIED_AT = "copied_at"
"""In the file: when a copy was met last, seconds since the epoch."""


class Clones:
    """What is known of copies of this file.

    Attributes:
        former: The ids under which it wrote before.
        met_at: When a copy was met last, seconds since the epoch; ``None`` if none ever was.
    """

    def __init__(
        self, database: SQLiteDatabase, names: Names, decoder: Decoder, planner: Planner
    ) -> None:
        self._database = database
        self._names = names
        self._decoder = decoder
        self._planner = planner
        self.former: frozenset[str] = frozenset()
        self.met_at: float | None = None

    async def learn(self) -> None:
        """This is what the file says; another process may have met a copy."""
        self._planner.device = await self._database.meta.get(DEVICE_ID) or self._planner.device
        self.former = frozenset((await self._database.meta.get(FORMER) or "").split())
        at = await self._database.meta.get(COPIED_AT)
        self.met_at = float(at) if at else None

    async def join(self, plan: Plan, slot: Slot, theirs: Body, *, is_seen: bool = False) -> Body:
        """What this file and a version hold together; what it takes to be so is planned.

        Args:
            plan: What is added to.
            slot: What stands at the path.
            theirs: The version.
            is_seen: Whoever wrote it names our head, so has seen all of it.
        """
        here, schema = slot.body, slot.schema
        plain = merge(here, theirs, schema) if here is not None else theirs
        present = self._planner.device
        if is_without_file(present):
            return plain  # it goes with its process, and nobody can copy that
        if theirs.known.keys().isdisjoint({present, *self.former}):
            return plain
        issued = await self._issued(theirs.path, here)
        # a former id is another device's, but where what we wrote would cover what a copy wrote
        entries = here.known if here is not None else {}
        devices = {present, *(id_ for id_ in self.former if entries.get(id_) in issued.own)}
        met = strangers(theirs, here, issued, devices, schema)
        if not met:
            if here is None or not self.former:
                return plain
            return merge(here, retold(theirs, here, self.former, present, schema), schema)
        if not plan.device and any(dot.device == present for dot in met):
            await self._become_another(plan)
        address = self._names.naming.address(theirs.path)
        plan.writes += [PutIssued(address, dot.t, Issue.MET) for dot in sorted(met)]
        if here is None:
            return theirs
        if not is_seen:
            here = self._parted(plan, slot, here, issued, theirs, met)
        return merged_with_copy(here, theirs, met, plan.device or present, schema)

    async def had_not_seen(self, request: Body, theirs: Body, schema: Schema[Any]) -> bool:
        """Whether a request of ours claims to know what only a copy of this file wrote."""
        ids = {self._planner.device, *self.former} & request.known.keys() & theirs.known.keys()
        if not ids or is_without_file(self._planner.device):
            return False
        issued = await self._issued(theirs.path, None)
        ids = {id_ for id_ in ids if request.known[id_] in issued.own}
        return bool(strangers(theirs, None, issued, ids, schema))

    async def _issued(self, path: str, here: Body | None) -> Issued:
        rows = await self._database.issued.at(self._names.naming.candidates(path))
        own = {t for t, how in rows if how in (Issue.UNSENT, Issue.SENT, Issue.PROVEN)}
        since = [t for t, how in rows if how is Issue.BEFORE]
        if not rows and here is not None:
            # a file of an older release did not note what it wrote; what it holds is ours
            ids = (self._planner.device, *self.former)
            since = [here.known[device] for device in ids if device in here.known]
        return Issued(
            frozenset(own),
            frozenset(t for t, how in rows if how is Issue.MET),
            since=max(since, default=""),
            sent=max((t for t, how in rows if how in (Issue.SENT, Issue.PROVEN)), default=""),
            proven=max((t for t, how in rows if how is Issue.PROVEN), default=""),
        )

    async def _become_another(self, plan: Plan) -> None:
        old = self._planner.device
        plan.device = new_device(has_file=True)
        former = sorted({*self.former, old})
        # what was counted and not told yet is told by the old device's record, if by any
        touches = tuple(row.address for row in await self._database.uses.noted())
        plan.writes += [
            RequireMeta(DEVICE_ID, old),
            PutMeta(DEVICE_ID, plan.device),
            PutMeta(FORMER, " ".join(former)),
            PutMeta(PARTING, "1"),
            PutMeta(COPIED_AT, str(int(self._planner.now()))),
            DropTouch(touches),
        ]

    def _parted(
        self,
        plan: Plan,
        slot: Slot,
        here: Body,
        issued: Issued,
        theirs: Body | None = None,
        met: frozenset[Dot] = frozenset(),
    ) -> Body:
        """What this file holds, with what no copy can have seen under its present id."""
        device = plan.device or self._planner.device
        old = {*self.former, self._planner.device} - {device}
        ours = parted(here, issued, old, device, slot.schema, theirs=theirs, met=met)
        address = self._names.naming.address(here.path)
        new = {dot.t for dot in ours.dots - here.dots}
        plan.writes += [PutIssued(address, t, Issue.UNSENT, anew=True) for t in sorted(new)]
        unsent = {dot for dot in here.marks if issued.sent < dot.t and dot.t in new}
        if unsent and not here.is_alive:
            # its request was sent nowhere, and says that it knows what a copy wrote meanwhile
            plan.writes += [
                DropRequest(head.address, head.event.created_at)
                for head in slot.heads.values()
                if head.own and head.deleted
            ]
        return ours

    def took(self, device: str) -> None:
        """Say that the file has another id now."""
        log.warning(
            "this file was copied, or an older one put in its place: from now on it is the device "
            "%s, not %s. Nothing is lost; let each machine have a file of its own",
            device,
            self._planner.device,
        )

    async def unsent(self, after: str, limit: int) -> list[str]:
        """The next addresses at which something was written that no relay has shown back."""
        return await self._database.issued.unproven(after, limit)

    async def parting(self, addresses: Sequence[str]) -> Plan:
        """The plan that writes what is unsent there under the present id."""
        plan = Plan()
        heads = await self._database.heads.at(addresses)
        refs = {
            i.ref for _, i in await self._decoder.heads(heads.values()) if isinstance(i, Opened)
        }
        changed: list[Slot] = []
        for slot in (await self._planner.slots(refs)).values():
            here = slot.body
            if here is None or not slot.heads:
                continue
            part = Plan()
            ours = self._parted(part, slot, here, await self._issued(here.path, here))
            if ours != here and self._planner.fits(slot.ref, ours):
                slot.body = ours
                changed.append(slot)
                plan.writes += part.writes
        if changed:
            plan.writes.append(RequireMeta(DEVICE_ID, self._planner.device))
            await self._planner.seal(plan, changed)
        return plan
