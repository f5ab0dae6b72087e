"""Which memories say already what was learned, under whatever name."""

from collections.abc import Iterable
from typing import Any

from ..core.records.flat import as_persona
from ..core.records.persona import STATE_DISSOLVED, STATE_FORGOTTEN, PersonaMemory
from ..core.ref import Ref
from ..mind.learning.fact import Fact
from ..mind.learning.names import is_about, wording
from .context import Context
from .filled import filled


async def known(context: Context, facts: Iterable[Fact], about: str | None) -> dict[Fact, Ref[Any]]:
    """Those of some facts that a living memory says of the same one, word for word, and which."""
    given = list(facts)
    if not given:
        return {}
    # a write waits for no relay
    there = await filled(context.records, context.views.wordings, context.scope, held=True)
    held = {one: there.like(one.text) for one in given}
    refs = list(dict.fromkeys(ref for some in held.values() for ref in some))
    records = await context.records.get_many(refs)
    now = context.clock.now()
    standing = {
        ref: as_persona(record)
        for ref, record in zip(refs, records, strict=True)
        if record is not None
    }
    living = {ref: memory for ref, memory in standing.items() if lives(memory, now)}
    found = dict[Fact, Ref[Any]]()
    for fact, some in held.items():
        said = wording(fact.text, about)
        for ref in some:
            memory = living.get(ref)
            if (
                memory is not None
                and wording(memory.value, about) == said
                and is_about(memory, fact.text, about, is_own=fact.is_own)
            ):
                found[fact] = ref
                break
    return found


def lives(memory: PersonaMemory, now: float) -> bool:
    """Whether a memory is believed: nothing superseded it, and it has not faded."""
    return memory.superseded_by is None and memory.compute_state(now) not in (
        STATE_FORGOTTEN,
        STATE_DISSOLVED,
    )
