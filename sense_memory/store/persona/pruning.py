"""What has dissolved, and letting go of it.

A memory dissolves by being left alone, which no device can see alone: another one may have used it
an hour ago. So it goes thirty days later, and only where this device has heard of everybody since.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ...core.change import Forget
from ...core.freshness import Freshness
from ...core.ports import Dated
from ...core.prune_plan import PlannedMemory, PrunePlan
from ...core.records.persona import (
    SECONDS_PER_DAY,
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
    PersonaMemory,
)
from ...mind.lifecycle import DISSOLUTION_FIELDS, dissolved_since, dissolves_at
from ..context import Context

HEARD_WITHIN = SECONDS_PER_DAY
"""Seconds within which every relay must have been read to its end."""
AT_ONCE = 50
SHARE_AT_ONCE = 0.01
"""How many memories a run deletes at most: fifty, or a hundredth of them if that is more."""
TOGETHER = 100
"""Memories in one commit."""


@dataclass(frozen=True, slots=True)
class _Found:
    """One memory, and what is known of it."""

    dated: Dated[PersonaMemory]
    stored_state: str
    state: str

    @property
    def name(self) -> str:
        return self.dated.ref.name

    @property
    def since(self) -> float | None:
        """From when on it counts as dissolved, if it does now."""
        if self.state != STATE_DISSOLVED:
            return None
        return dissolved_since(self.dated.record, self.dated.touched_at)

    @property
    def deletes_at(self) -> float | None:
        if self.state != STATE_DISSOLVED:
            return None
        return dissolves_at(self.dated.record, self.dated.touched_at)


async def plan(context: Context) -> PrunePlan:
    """What would be done now; nothing is."""
    now = context.clock.now()
    return await _plan(context, await _find(context, now), now)


async def prune(context: Context) -> int:
    """Let go of what may go; how many memories have another state than before, or are gone."""
    now = context.clock.now()
    found = await _find(context, now)
    planned = await _plan(context, found, now)
    by_name = {one.name: one for one in found}
    edits = [
        Forget(one.ref, "dissolve", partial(_is_untouched, one.record))
        for name in planned.deletes
        for one in (by_name[name].dated,)
    ]
    gone: set[str] = set()
    for start in range(0, len(edits), TOGETHER):
        some = edits[start : start + TOGETHER]
        done = await context.records.commit(*some)
        gone |= {edit.ref.name for edit, id_ in zip(some, done.event_ids, strict=True) if id_}
    changed = {one.name for one in found if one.state != one.stored_state}
    await context.records.note_look(PersonaMemory, context.scope, now)
    return len(changed | gone)


def _is_untouched(planned: PersonaMemory, present: PersonaMemory) -> bool:
    """Nobody has had to do with it since it was looked at."""
    return planned == present


async def _find(context: Context, now: float) -> list[_Found]:
    last = await context.records.looked_at(PersonaMemory, context.scope)
    all_ = context.records.select_dated(PersonaMemory, DISSOLUTION_FIELDS, context.scope)
    return [_found(dated, last, now) async for dated in all_]


def _found(dated: Dated[PersonaMemory], last: float | None, now: float) -> _Found:
    """A memory with its state as of when somebody last wrote it or looked, and as of now."""
    looked = dated.written_at if last is None else max(last, dated.written_at)
    memory = dated.record
    return _Found(dated, memory.compute_state(looked), memory.compute_state(now))


async def _plan(context: Context, found: list[_Found], now: float) -> PrunePlan:
    gone = [one for one in found if one.state == STATE_DISSOLVED]
    overdue = sorted(
        (one for one in gone if one.deletes_at is not None and one.deletes_at <= now),
        key=lambda one: (one.deletes_at, one.name),
    )
    # relays are asked for the time only where something hangs on it
    fresh = await context.records.freshness() if overdue else None
    most = max(AT_ONCE, int(SHARE_AT_ONCE * len(found)))
    obstacles: dict[str, tuple[str, ...]] = {}
    deletes: list[str] = []
    for one in overdue:
        ways = tuple(_obstacles(fresh, one, now)) if fresh is not None else ()
        if not ways and len(deletes) == most:
            ways = (f"{most} memories are deleted at a time; the next run takes it",)
        if ways:
            obstacles[one.name] = ways
        else:
            deletes.append(one.name)
    said = [
        PlannedMemory(
            one.name,
            one.stored_state,
            one.state,
            one.since,
            one.deletes_at,
            obstacles.get(one.name, ()),
        )
        for one in found
        if _is_news(one)
    ]
    said.sort(key=lambda one: (one.deletes_at is None, one.deletes_at or 0.0, one.name))
    counts = Counter(one.state for one in found)
    return PrunePlan(
        at=now,
        memories=tuple(said),
        total=len(found),
        active=counts[STATE_ACTIVE],
        fading=counts[STATE_FADING],
        forgotten=counts[STATE_FORGOTTEN],
        dissolved=counts[STATE_DISSOLVED],
        changed=sum(one.state != one.stored_state for one in found),
        deletes=tuple(deletes),
        waiting=len(obstacles),
    )


def _is_news(one: _Found) -> bool:
    return one.state != one.stored_state or one.state == STATE_DISSOLVED


def _obstacles(fresh: Freshness, one: _Found, now: float) -> Iterator[str]:
    """What stands in the way of deleting a memory whose time has come."""
    for url, read_at in fresh.read_at.items():
        if read_at is None:
            yield f"{url} was never read to its end"
        elif now - read_at > HEARD_WITHIN:
            yield f"{url} was last read to its end {_days(now - read_at)} ago"
    if fresh.clock_doubt is not None:
        yield fresh.clock_doubt
    for peer in fresh.peers:
        since = one.since
        if since is not None and (peer.synced_at is None or peer.synced_at < since):
            yield (
                f"the device {peer.name or peer.id} has not synced since this memory dissolved; "
                f"let it, or retire it ({peer.id}) if it is gone for good"
            )


def _days(seconds: float) -> str:
    days = seconds / SECONDS_PER_DAY
    return f"{days:.0f} days" if days >= 2 else f"{seconds / 3600:.0f} hours"
