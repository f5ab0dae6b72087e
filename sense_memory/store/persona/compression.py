"""What is known, as a few short lines for a prompt."""

from ...core.compression import Compression
from ...core.records.persona import PersonaMemory
from ..context import Context
from .memories import recall


async def compression(context: Context, domain: str | None, budget: int) -> Compression:
    """Write down the active memories of a domain, or of all, in at most so many tokens."""
    from ...mind.compress.selection import check_budget, compress

    check_budget(budget)
    memories = await recall(context, domain, None, None)
    return compress(
        memories,
        context.clock.now(),
        budget,
        context.config.compression,
        unseen=await _replacing(context, memories),
        is_full=context.limits is None or context.limits.full_compression,
    )


async def _replacing(context: Context, memories: list[PersonaMemory]) -> list[PersonaMemory]:
    """What is not among some memories, and may have replaced one of them."""
    from ...mind.compress.replaced import named_as_replacing

    refs = [context.ref(PersonaMemory, name) for name in sorted(named_as_replacing(memories))]
    found = await context.records.get_many(refs)
    return [memory for memory in found if memory is not None]
