"""When uses of memories are written down, and where.

Reading must cost no event. A use is counted in memory; after 30 seconds, or 256 of them, all are
added up in the file; every quarter of an hour the record of this device tells them to the others.
Only where a memory's own record would mislead a plain reader is that written anew.
"""

from collections import deque
from typing import Any

from ..core.change import Amend
from ..core.ports import Clock
from ..core.ref import Ref
from ..wire.address import path_of
from ..wire.body import Body
from ..wire.stamp import hlc
from .database import SQLiteDatabase
from .planning import Planner, Slot, record_at
from .rows import Touched
from .touches import Touches

TELL_AFTER = 30.0
"""Seconds for which a use may be in memory only."""
TELL_MANY = 256
FOLDS_PER_HOUR = 200


class Usage:
    """Counts uses and writes them down in time."""

    def __init__(
        self, database: SQLiteDatabase, planner: Planner, touches: Touches, clock: Clock
    ) -> None:
        self._database = database
        self._planner = planner
        self._touches = touches
        self._clock = clock
        self._folded: deque[float] = deque(maxlen=FOLDS_PER_HOUR)

    async def restore(self) -> None:
        """Begin with what the file says."""
        self._touches.restore(await self._database.touches())

    def count(self, ref: Ref[Any]) -> bool:
        """Count one use; whether so many wait that they should be written down."""
        self._touches.count(ref, self._clock.now())
        return len(self._touches.fresh) >= TELL_MANY

    async def write_down(self) -> list[Amend[Any]]:
        """Let the file have the uses of this process; the memories whose records now mislead."""
        slots = await self._planner.slots(self._touches.fresh)
        now = self._clock.now()
        rows: list[tuple[Touched, int]] = []
        taken = dict(self._touches.fresh)
        living: list[tuple[Slot, Body]] = []
        for ref, fresh in taken.items():
            slot = slots.get(path_of(ref))
            if slot is None or slot.body is None or not slot.body.is_alive:
                continue
            stamp = hlc(now, *slot.body.known.values())
            row = self._touches.row_for(slot.body, slot.schema, stamp, fresh.at)
            rows.append((Touched(row.address, row.slot, row.count, fresh.at), fresh.count))
            living.append((slot, slot.body))
        self._touches.restore(await self._database.note_touches(rows))
        for ref, fresh in taken.items():
            self._touches.settle(ref, fresh)
        outdated: list[Amend[Any]] = []
        for slot, body in living:
            told = record_at(slot.ref, body, slot.schema)
            true = self._touches.with_own(told, slot.ref, body, slot.schema)
            if slot.schema.is_outdated(told, true, now) and self._may_fold(now):
                outdated.append(Amend(slot.ref, lambda record: record))
        return outdated

    def _may_fold(self, now: float) -> bool:
        if len(self._folded) == FOLDS_PER_HOUR and now - self._folded[0] < 3_600:
            return False
        self._folded.append(now)
        return True
