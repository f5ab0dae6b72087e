"""What was learned from a memory follows it when that is corrected, or put back."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ...core.change import Amend
from ...core.errors import InputError, UnknownMemoryError
from ...core.expected import ChangedMeanwhileError
from ...core.records.flat import as_persona
from ...core.records.graph import Edge
from ...core.records.pyramid import Observation
from ...mind.naming import Name
from ...mind.text import says_the_same
from ..context import Context
from ..graph import relating
from ..graph.known import known as known_graph
from ..pyramid import observing
from ..pyramid.known import known as known_pyramid, observation_ref
from .collecting import Line
from .going_on import going_on


async def follow(context: Context, line: Line, after: str, beside: Sequence[Line]) -> None:
    """Let what was learned from a memory say what that says now, or end where it does not fit.

    An observation that said the same says the same again. A relation both ends of which the memory
    named, and names no more, ends; one that ended so, and fits again, goes on. It names whom it is
    about: its themes. What somebody writes of it at the same time stays as they say.

    Args:
        context: The world.
        line: The memory as it was.
        after: What it says now.
        beside: What said the same, and was learned beside it.
    """
    reference, memory = line.told.reference, as_persona(line.record)
    before, same = memory.value, [one.record for one in beside]
    for one in await _observed(context, reference):
        if says_the_same(one.text, before):
            with suppress(ChangedMeanwhileError, UnknownMemoryError):
                await observing.edit(context, one.id, after, one.text)
    for one in same:
        if isinstance(one, Observation):
            await context.records.commit(_learned_of(context, one, reference, after))
    graph = await known_graph(context)
    named = {one.id for one in same if isinstance(one, Edge)}
    for edge in [one for one in graph.edges if one.origin == reference or one.id in named]:
        names = [graph.name_of(key) for key in (edge.from_key, edge.to_key)]
        fitted, fits = (
            [any(Name.of(n).is_in(said) for said in (text, *memory.themes)) for n in names]
            for text in (before, after)
        )
        if all(fitted) and not all(fits) and graph.is_current(edge, context.clock.now()):
            await relating.invalidate(context, edge.id, None)
        elif all(fits) and not all(fitted) and graph.until(edge) is not None:
            await _goes_on_again(context, edge)


def _learned_of(
    context: Context, observed: Observation, reference: str, after: str
) -> Amend[Observation]:
    """Let an observation say what a memory says now, which is not what its message says."""

    def corrected(one: Observation) -> Observation:
        if one.text != observed.text:
            return one
        return replace(one, text=after, origin=reference)

    return Amend(observation_ref(context, observed.id), corrected)


async def _goes_on_again(context: Context, edge: Edge) -> None:
    graph = await known_graph(context)
    try:
        await going_on(context, graph, edge)
    except InputError:
        return  # somebody related the two anew since


async def _observed(context: Context, reference: str) -> list[Observation]:
    there = await known_pyramid(context)
    return [one for one in there.observations if one.origin == reference]
