"""What the file has seen of this machine's clock: whether a date is reason enough to delete.

A clock is attested while it is at most an hour behind what the file has seen, has made no jump over
seven days, and no relay that says what time it has is more than a quarter of an hour off. A file
that nobody wrote for a week cannot tell that from a jump: it takes a relay that agrees, or a day
in which the clock goes on as clocks do.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from .database import SQLiteDatabase
from .rows import PutMeta

DAY = 86_400.0
CLOCK = "clock"
"""In the file: what was seen of the clock."""
BEHIND = 3_600.0
JUMP = 7 * DAY
SETTLED = DAY
OFF = 900.0
"""Seconds by which a relay's clock may differ."""
OFTEN = 3_600.0
"""Seconds between two notes."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of the clock; seconds since the epoch.

    Attributes:
        high: The latest time that is believed.
        last: The latest time in a jump that is not believed yet.
        jumped_at: When that jump was noticed; ``None`` if there is none.
    """

    high: float
    last: float
    jumped_at: float | None = None

    def then(self, now: float) -> "Seen":
        """The same, with one look more."""
        if now <= self.high + JUMP:
            return Seen(max(now, self.high), max(now, self.high))
        in_order = self.jumped_at is not None and self.jumped_at <= now <= self.last + JUMP
        if not in_order or self.jumped_at is None:
            return replace(self, last=now, jumped_at=now)
        if now - self.jumped_at >= SETTLED:
            return Seen(now, now)
        return replace(self, last=max(now, self.last))


class ClockRecord:
    """Notes the time in the file, and says whether it is to be believed."""

    def __init__(self, database: SQLiteDatabase) -> None:
        self._database = database
        self._noted_at: float | None = None

    async def due(self, now: float) -> list[PutMeta]:
        """What is to be noted with whatever is written anyway; nothing where it was just noted."""
        if self._noted_at is not None and 0 <= now - self._noted_at < OFTEN:
            return []
        self._noted_at = now
        return [_note(await self._seen(now))]

    async def _seen(self, now: float) -> Seen:
        """What the file, and any process that uses it, has seen, and this moment."""
        said = await self._database.meta.get(CLOCK)
        if said is not None:
            return Seen(*json.loads(said)).then(now)
        newest = await self._database.events.newest_date()
        # a file of an older release; what is dated ahead was written by somebody else's clock
        return Seen(min(newest, now), min(newest, now)).then(now) if newest else Seen(now, now)

    async def _write(self, seen: Seen, now: float) -> None:
        await self._database.commit([_note(seen)], {}, now=now)

    async def doubt(self, now: float, offsets: Mapping[str, float]) -> str | None:
        """Why the clock is not to be believed, in a sentence; ``None`` if it is.

        Args:
            now: What it says.
            offsets: By how many seconds the clock of each relay that says so is ahead of it.
        """
        seen = await self._seen(now)
        await self._write(seen, now)
        for url, offset in sorted(offsets.items()):
            if abs(offset) > OFF:
                way = "behind" if offset > 0 else "ahead of"
                return f"this machine's clock is {_span(offset)} {way} that of {url}"
        if now < seen.high - BEHIND:
            behind = _span(seen.high - now)
            return f"this machine's clock is {behind} behind what this file has seen"
        if seen.jumped_at is None:
            return None
        if offsets:
            await self._write(Seen(now, now), now)
            return None
        return (
            f"this machine's clock is {_span(now - seen.high)} ahead of what this file has seen, "
            "and no relay says what time it is; it is believed once it went on for a day"
        )


def _note(seen: Seen) -> PutMeta:
    return PutMeta(CLOCK, json.dumps([seen.high, seen.last, seen.jumped_at]))


def _span(seconds: float) -> str:
    seconds = abs(seconds)
    if seconds >= 2 * DAY:
        return f"{seconds / DAY:.0f} days"
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{seconds / 60:.0f} minutes"
