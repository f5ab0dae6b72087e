"""What fades, is forgotten and dissolves within some days, unless it is used."""

from collections.abc import Mapping, Sequence

from ...core.errors import InputError
from ...core.expected_change import ExpectedChange
from ...core.records.persona import SECONDS_PER_DAY, PersonaMemory
from ...mind.lifecycle import DELETED, DISSOLUTION_FIELDS, dissolves_at, state_changes
from ..context import Context
from .memories import recall

LONGEST = 36_500.0
"""Days, a hundred years: dates behind that are none to a calendar for long."""


async def forecast(context: Context, days: float, domain: str | None) -> list[ExpectedChange]:
    """The changes of state to come, the next first."""
    if isinstance(days, bool) or not isinstance(days, (int, float)) or not 0 < days <= LONGEST:
        raise InputError(f"days is a number above 0 and up to {LONGEST:,.0f}, got {days!r}")
    memories = await recall(context, domain, None, None)
    now = context.clock.now()
    until = now + days * SECONDS_PER_DAY
    written = await _written(context, memories, until)
    changes = [
        ExpectedChange(
            memory.domain,
            memory.facet,
            memory.key,
            memory.current_relevance(now),
            change.state,
            change.at,
        )
        for memory in memories
        for change in state_changes(memory, now, written.get(memory.name))
        # nobody knows when it was written: it is never deleted
        if change.at <= until and (change.state != DELETED or memory.name in written)
    ]
    return sorted(changes, key=lambda change: (change.at, change.name))


async def _written(
    context: Context, memories: Sequence[PersonaMemory], until: float
) -> Mapping[str, float]:
    """When somebody last had to do with each memory, if any may be deleted by then."""
    earliest = [dissolves_at(memory, None) for memory in memories]
    if not any(at is not None and at <= until for at in earliest):
        return {}
    dated = context.records.select_dated(PersonaMemory, DISSOLUTION_FIELDS, context.scope)
    return {one.ref.name: one.touched_at async for one in dated}
