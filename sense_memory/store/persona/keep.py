"""Memories that do not fade: pinned ones, and those whose date has not come."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...core.change import Alter, Edit
from ...core.errors import InputError
from ...core.records.persona import PersonaMemory, check_due_at
from ..context import Context
from .naming import named, unknown


async def pin(context: Context, name: str, *, pinned: bool, beside: Sequence[Edit] = ()) -> None:
    """Let a memory fade no more, or fade again; ``beside`` stands in the same commit."""
    now = context.clock.now()
    await _change(context, name, "pin", lambda old: replace(_held(old, now), pinned=pinned), beside)


async def due(context: Context, name: str, at: float | None) -> None:
    """Let a memory not fade before a date; ``None`` takes the date away."""
    now = context.clock.now()
    if at is not None:
        at = check_future(at, now)
    await _change(context, name, "give a date", lambda old: replace(_held(old, now), due_at=at))


def check_future(at: object, now: float) -> float:
    """The date, if a memory can be given it.

    Raises:
        InputError: It is none, or has passed.
    """
    date = check_due_at(at)
    if date <= now:
        raise InputError(f"due_at has passed: {date:g} is {now - date:.0f} seconds ago")
    return date


async def _change(
    context: Context,
    name: str,
    purpose: str,
    wanted: Callable[[PersonaMemory], PersonaMemory],
    beside: Sequence[Edit] = (),
) -> None:
    """Say something new about a memory; nothing where it is so already."""
    ref = await named(context, name, purpose)
    before = await context.records.get(ref)
    if before is not None:
        after = wanted(before)
        if (after.pinned, after.due_at) == (before.pinned, before.due_at):
            return

    def changed(old: PersonaMemory | None) -> PersonaMemory:
        if old is None:
            raise unknown(ref.name, purpose)
        return wanted(old)

    # with a new dot for what it says, so that it stands against whoever lets it dissolve meanwhile
    await context.records.commit(Alter(ref, changed), *beside)


def _held(memory: PersonaMemory, now: float) -> PersonaMemory:
    """The memory, with the days until now left out if it did not fade in them."""
    if memory.pinned or (memory.due_at is not None and memory.due_at > now):
        return replace(memory, last_accessed=max(now, memory.last_accessed))
    return memory
