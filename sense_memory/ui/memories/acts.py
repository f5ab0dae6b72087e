"""What a page that may write asks to be done with a memory.

Each says what was seen of it: where the memory says something else by now, nothing is done.
"""

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from ...core.change import Alter, Amend, Edit
from ...core.errors import InputError, UnknownMemoryError
from ...core.expected import ChangedMeanwhileError, check_expected
from ...core.found import Room
from ...core.records.flat import FLAT
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.reference import reference_to, referent
from ...core.ref import Ref
from ...store import context_of
from ...store.persona import keep, links, memories
from ...store.persona.insight import Insight
from ...store.persona.naming import meant, name_in, named
from ...store.references import known
from ..asking import Body, Done
from ..forgetting import forget_as_seen
from ..mind import Mind


async def pin(mind: Mind, asked: Body) -> Done:
    """Let a memory fade no more, or again."""
    context, name = await context_of(mind.store), asked.text("name")
    is_pinned = asked.choice("is_pinned")
    as_seen = _as_seen(await named(context, name, "pin"), asked)
    await keep.pin(context, name, pinned=is_pinned, beside=[as_seen])
    return Done()


async def link(mind: Mind, asked: Body) -> Done:
    """Link two memories, or let them be linked no more."""
    context, name, other = await context_of(mind.store), asked.text("name"), asked.text("other")
    linked = links.connect if asked.choice("is_linked") else links.disconnect
    as_seen = _as_seen(await named(context, name, "link"), asked)
    await linked(context, name, other, beside=[as_seen])
    return Done()


async def correct(mind: Mind, asked: Body) -> Done:
    """Let a memory say something else; what it said stays in its history."""
    context, seen, value = await context_of(mind.store), asked.text("seen"), asked.text("value")
    domain, facet, key = _parts(asked)
    if not value.strip():
        raise InputError("a correction says what is so; there is nothing in this text")
    if domain != FLAT:
        insight = Insight(domain, facet, key, value)
        (done,) = await memories.remember(context, [insight], {f"{domain}/{facet}/{key}": seen})
        return Done(done.event_id)
    memory = Memory(key, value, context.clock.now())
    write = Alter(context.ref(Memory, key), partial(_instead, seen, memory))
    return Done((await context.records.commit(write)).event_ids[0])


async def forget(mind: Mind, asked: Body) -> Done:
    """Forget a memory, here and on every relay; it is held here, to be brought back."""
    context, seen = await context_of(mind.store), asked.text("seen")
    refs = await known(context, f"persona/{'/'.join(_parts(asked))}")
    return await forget_as_seen(mind, refs, Room.MEMORY, seen, attrgetter("value"))


async def bring_back(mind: Mind, asked: Body) -> Done:
    """Let what was forgotten by way of this page stand again, as it was, with its links."""
    context, reference = await context_of(mind.store), asked.text("reference")
    gone = mind.forgotten.of(reference)
    ref = referent(reference, context.scope)
    if ref is not None and await context.records.get(ref) is not None:
        raise ChangedMeanwhileError  # somebody wrote something else there
    await mind.store.about(reference).restore(gone)
    if ref is not None and isinstance(gone.record, PersonaMemory):
        others = [one for name in gone.record.connections if (one := meant(ref, name)) is not None]
        await context.records.commit(*(_naming(other, ref) for other in others))
        for other in others:
            # what is still to come back names it by then
            mind.forgotten.amend(reference_to(other), partial(_named_too, other, ref))
    mind.forgotten.let_go(reference)
    return Done()


def _naming(ref: Ref[PersonaMemory], other: Ref[PersonaMemory]) -> Edit:
    """A memory names another one again, as far as it is there; it is no use of it."""
    return Amend(ref, partial(_named_too, ref, other))


def _named_too(
    ref: Ref[PersonaMemory], other: Ref[PersonaMemory], memory: PersonaMemory
) -> PersonaMemory:
    names = {*memory.connections, name_in(ref, other)}
    return replace(memory, connections=tuple(sorted(names)))


def _as_seen(ref: Ref[Any], asked: Body) -> Edit:
    """Writes nothing, and ends a commit where the memory does not say what was seen of it."""
    return Amend(
        ref, partial(_kept, asked.text("seen")), UnknownMemoryError("it was forgotten meanwhile")
    )


def _kept(seen: str, memory: PersonaMemory) -> PersonaMemory:
    check_expected(memory.value, seen)
    return memory


def _instead(seen: str, written: Memory, standing: Memory | None) -> Memory:
    check_expected(None if standing is None else standing.value, seen)
    return written


def _parts(asked: Body) -> list[str]:
    parts = asked.text("name").split("/")
    if len(parts) != 3:
        raise InputError("a memory is named domain/facet/key")
    return parts
