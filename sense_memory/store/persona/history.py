"""What was believed when, and why it changed."""

from dataclasses import replace

from ...core.records.belief import Belief
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ..context import Context
from .naming import meant, named

SUPERSEDED_BY = "superseded_by"


async def history(context: Context, name: str) -> list[Belief]:
    """The values of a memory, of those that it superseded, and of those that superseded it."""
    first = await named(context, name, "tell the history of")
    found: list[Belief] = []
    seen = {first}
    queue = [first]
    while queue:
        ref = queue.pop()
        (memory,) = await context.records.get_many([ref])
        if memory is None:
            continue
        found += await _told(context, ref, memory)
        near = [
            mention.ref
            for mention in await context.records.mentions(ref)
            if mention.field == SUPERSEDED_BY and mention.ref.kind is PersonaMemory
        ]
        if memory.superseded_by is not None and (newer := meant(ref, memory.superseded_by)):
            near.append(newer)
        queue += [other for other in dict.fromkeys(near) if other not in seen]
        seen.update(near)
    return sorted(found, key=lambda one: (one.since, one.until is None, one.until or 0, one.name))


async def _told(context: Context, ref: Ref[PersonaMemory], memory: PersonaMemory) -> list[Belief]:
    """What one memory says; nothing of it is believed any more once another one superseded it."""
    found = await context.records.beliefs(ref)
    if memory.superseded_by is None:
        return found
    ended = await context.records.last_written(ref, {SUPERSEDED_BY})
    newer = meant(ref, memory.superseded_by)
    why = f"superseded by {newer.name if newer is not None else memory.superseded_by}"
    return [
        replace(one, until=max(one.since, ended or one.since), why=why)
        if one.until is None
        else one
        for one in found
    ]
