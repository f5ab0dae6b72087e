"""Memories that contradict each other in a circle, since two devices that were apart said so."""

from ...core.change import Unlink
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ..context import Context
from .links import CONTRADICTIONS

_Held = tuple[Ref[PersonaMemory], PersonaMemory]
"""A memory there is, and where."""


async def mend(context: Context) -> int:
    """Take back what makes memories contradict each other in a circle; how often that was needed.

    Two devices that were apart may each have found the other's memory outdated. What was said last
    stands: of a circle the oldest word is taken back, of two equally old ones that about the memory
    which was created first, then has the first name. Every device does the same, and writes nothing
    that another one could contradict.
    """
    pending = context.views.subjects.take_contradicted()
    count = 0
    try:
        while pending:
            circle = await _circle(context, pending[-1])
            if not circle:
                pending.pop()
                continue
            keys = [
                (
                    await context.records.last_written(ref, {"contradicts"}) or 0.0,
                    memory.created_at,
                    ref.name,
                )
                for ref, memory in circle
            ]
            at = keys.index(min(keys))
            ref, by = circle[at][0], circle[(at + 1) % len(circle)][0]
            await context.records.commit(Unlink(ref, by, CONTRADICTIONS))
            count += 1
    except BaseException:
        context.views.subjects.put_back(pending)
        raise
    return count


async def _circle(context: Context, start: Ref[PersonaMemory]) -> list[_Held]:
    """A memory, what contradicts it, what contradicts that, and so on, back to the memory."""
    (memory,) = await context.records.get_many([start])
    paths: list[list[_Held]] = [] if memory is None else [[(start, memory)]]
    seen = {start}
    while paths:
        path = paths.pop()
        refs = [Ref(PersonaMemory, name, start.scope) for name in path[-1][1].contradicted_by]
        records = await context.records.get_many(refs)
        for ref, found in zip(refs, records, strict=True):
            if ref == start:
                return path
            if found is not None and ref not in seen:
                seen.add(ref)
                paths.append([*path, (ref, found)])
    return []
