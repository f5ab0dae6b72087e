"""When uses of memories are written down, and where.

Reading must cost no event. A use is counted in memory; after 30 seconds, or 256 of them, all are
added up in the file; every quarter of an hour the record of this device tells them to the others.
Only where a memory's own record would mislead a plain reader is that written anew.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from ..core.change import Amend
from ..core.ports import Clock
from ..core.ref import Ref
from ..wire.address import path_of
from ..wire.body import Body
from ..wire.stamp import hlc
from .carrying import Carried
from .database import SQLiteDatabase
from .planning import Planner, Slot, record_at
from .rows import Touched
from .tasks import Tasks
from .touches import Touches
from .turns import Turns

TELL_AFTER = 30.0
"""Seconds for which a use may be in memory only."""
TELL_MANY = 256
"""Memories whose uses are in memory only, from which on they are written down at once."""
FOLDS_PER_HOUR = 200
"""Records written anew for nothing but their uses."""
TOLD_AT_ONCE = 100
"""Memories in one commit."""

Commit = Callable[[Sequence[Amend[Any]]], Awaitable[object]]
"""Writes records anew, with the uses that this device knows of; also those of a mind that moved."""


class TouchWriter:
    """Counts uses and writes them down in time."""

    def __init__(
        self,
        database: SQLiteDatabase,
        planner: Planner,
        touches: Touches,
        clock: Clock,
        commit: Commit,
    ) -> None:
        self._database = database
        self._planner = planner
        self._touches = touches
        self._clock = clock
        self._commit = commit
        self._folded: deque[float] = deque(maxlen=FOLDS_PER_HOUR)
        self._tasks = Tasks()
        self._later: asyncio.Task[Any] | None = None
        self._noting: set[asyncio.Future[None]] = set()
        # two who write uses down at once would count the same fresh ones twice
        self._telling = Turns()

    async def restore(self) -> None:
        """Begin with what the file says."""
        self._touches.restore(await self._database.uses.noted())

    async def look_again(self) -> None:
        """Hear what another process has written down."""
        while True:
            if self._noting:
                # it may have seen what we are just noting, which is still counted here too
                await asyncio.wait(set(self._noting))
            restored = self._touches.restored
            told = await self._database.uses.noted()
            if not self._noting and restored == self._touches.restored:
                self._touches.restore(told)
                return

    async def count(self, ref: Ref[Any]) -> None:
        """Count one use; it is in the file after 30 seconds, or when the store is closed."""
        now = self._clock.now()
        before = self._touches.fresh.get(ref)
        if before is not None and now - before.at > TELL_AFTER:
            # a machine that slept had no seconds; of uses that are added up, times are lost
            await self.write_down()
        self._touches.count(ref, now)
        loop = asyncio.get_running_loop()
        if len(self._touches.fresh) >= TELL_MANY:
            await self.write_down()
        elif self._later is None or self._later.get_loop() is not loop:
            self._later = self._tasks.start(self._write_down_later(), "uses of memories")

    async def _write_down_later(self) -> None:
        await asyncio.sleep(TELL_AFTER)
        self._later = None
        await self.write_down()

    async def write_down(self) -> None:
        """Let the file have the uses of this process, and records that now mislead say them."""
        if not self._touches.fresh:
            return
        async with self._telling.turn():
            if self._touches.fresh and (outdated := await self._note()):
                await self._commit(outdated)

    async def tell_former(self, ref: Ref[Any]) -> None:
        """Let a memory say its uses so far: what the next one brings back begins anew then."""
        slot = (await self._planner.slots([ref])).get(path_of(ref))
        if slot is None or slot.body is None or not slot.body.is_alive:
            return
        if self._touches.own(ref, slot.body, slot.schema) is not None:
            async with self._telling.turn():
                await self._commit([_as_it_is(ref)])

    async def tell(self, records: Sequence[Carried]) -> int:
        """Let memories themselves say how often this device used them; how many did not."""
        await self.write_down()
        used = [
            _as_it_is(one.ref)
            for one in records
            if one.body.is_alive and self._touches.own(one.ref, one.body, one.schema) is not None
        ]
        for start in range(0, len(used), TOLD_AT_ONCE):
            async with self._telling.turn():
                await self._commit(used[start : start + TOLD_AT_ONCE])
        return len(used)

    async def stop(self) -> None:
        """End what runs in the background, and lose nothing by it."""
        await self._tasks.cancel()
        self._later = None
        await self.write_down()

    async def _note(self) -> list[Amend[Any]]:
        """Let the file have the uses of this process; the memories whose records now mislead."""
        taken = dict(self._touches.fresh)
        slots = await self._planner.slots(taken)
        now = self._clock.now()
        rows: list[tuple[Touched, int]] = []
        living: list[tuple[Slot, Body]] = []
        for ref, fresh in taken.items():
            slot = slots.get(path_of(ref))
            if slot is None or slot.body is None or not slot.body.is_alive:
                continue
            stamp = hlc(now, *slot.body.known.values())
            row = self._touches.row_for(slot.body, slot.schema, stamp, fresh.at)
            rows.append((Touched(row.address, row.slot, row.count, fresh.at), fresh.count))
            living.append((slot, slot.body))
        noting = asyncio.get_running_loop().create_future()
        self._noting.add(noting)
        try:
            self._touches.restore(await self._database.uses.note(rows))
            for ref, fresh in taken.items():
                self._touches.settle(ref, fresh)
        finally:
            self._noting.discard(noting)
            if not noting.done():
                noting.set_result(None)
        outdated: list[Amend[Any]] = []
        for slot, body in living:
            told = record_at(slot.ref, body, slot.schema)
            true = self._touches.with_own(told, slot.ref, body, slot.schema)
            if slot.schema.is_outdated(told, true, now) and self._may_fold(now):
                outdated.append(_as_it_is(slot.ref))
        return outdated

    def _may_fold(self, now: float) -> bool:
        if len(self._folded) == FOLDS_PER_HOUR and now - self._folded[0] < 3_600:
            return False
        self._folded.append(now)
        return True


def _as_it_is(ref: Ref[Any]) -> Amend[Any]:
    """An edit that changes nothing but what the record says of its uses."""
    return Amend(ref, lambda record: record)
