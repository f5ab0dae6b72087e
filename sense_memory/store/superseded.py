"""What was read of a statement that is so no more: a newer memory took the place of it."""

from collections import defaultdict
from collections.abc import Iterable

from ..core.records.graph import EDGE_REFERENCE, Edge
from ..core.records.persona import PersonaMemory
from ..core.records.pyramid import Observation
from ..core.records.reference import reference_to
from ..core.ref import Ref
from ..mind.search.documents import Documents
from ..mind.text import says_the_same
from .context import Context

OBSERVATION = "pyramid/obs/"


async def superseded(
    context: Context, memories: Documents | None, some: Iterable[object]
) -> frozenset[str]:
    """The references of the observations and edges that say what a superseded memory says.

    That memory is what they were learned from, or was learned from the same message. Only memories
    of which that is so are read.

    Args:
        context: The world.
        memories: What search knows of memories; ``None`` if it was not asked.
        some: The records that are looked at; others than observations and edges do not matter.
    """
    if memories is None or not memories.superseded:
        return frozenset()
    given = [one for one in some if isinstance(one, Observation | Edge) and one.origin]
    origins = {one.origin for one in given}
    beside = defaultdict[str, list[Ref[PersonaMemory]]](list)
    for slot in memories.superseded:
        ref: Ref[PersonaMemory] = memories.ref_at(slot)
        for name in (reference_to(ref), memories.source_of(ref)):
            if name in origins:
                beside[name].append(ref)
    met = [one for one in given if one.origin in beside]
    refs = list(dict.fromkeys(ref for one in met for ref in beside[one.origin]))
    records = await context.records.get_many(refs)
    read = dict(zip(refs, records, strict=True))

    def is_superseded(one: Observation | Edge) -> bool:
        statement = one.text if isinstance(one, Observation) else one.description
        return any(
            memory is not None and memory.superseded_by and says_the_same(memory.value, statement)
            for memory in (read[ref] for ref in beside[one.origin])
        )

    return frozenset(
        (OBSERVATION if isinstance(one, Observation) else EDGE_REFERENCE) + one.id
        for one in met
        if is_superseded(one)
    )
