"""What was learned from a memory follows it when that is corrected, or put back."""

from ...core.errors import InputError
from ...core.records.graph import Edge, Node
from ...core.records.pyramid import Observation
from ...mind.naming import Name
from ...mind.text import content_of, words
from ..context import Context
from ..graph import relating
from ..graph.known import known as known_graph
from ..pyramid import observing
from ..pyramid.known import known as known_pyramid
from .going_on import going_on


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts have the same words in the same order, but for stop words."""
    return content_of(words(one)) == content_of(words(other))


async def follow(context: Context, reference: str, before: str, after: str) -> None:
    """Let what was learned from a memory say what that says now, or end where it does not fit.

    An observation that said the same says the same again. A relation both ends of which the memory
    named, and names no more, ends; one that ended so, and fits again, goes on.

    Args:
        context: The world.
        reference: Of the memory.
        before: What it said.
        after: What it says now.
    """
    for one in await _observed(context, reference):
        if says_the_same(one.text, before):
            await observing.edit(context, one.id, after, one.text)
    graph = await known_graph(context)
    for edge in [one for one in graph.edges if one.origin == reference]:
        names = [_name(graph.node(key), key) for key in (edge.from_key, edge.to_key)]
        fitted, fits = ([Name.of(n).is_in(text) for n in names] for text in (before, after))
        if all(fitted) and not all(fits) and graph.is_current(edge, context.clock.now()):
            await relating.invalidate(context, edge.id, None)
        elif all(fits) and not all(fitted) and graph.until(edge) is not None:
            await _goes_on_again(context, edge)


async def _goes_on_again(context: Context, edge: Edge) -> None:
    graph = await known_graph(context)
    try:
        await going_on(context, graph, edge)
    except InputError:
        return  # somebody related the two anew since


async def _observed(context: Context, reference: str) -> list[Observation]:
    there = await known_pyramid(context)
    return [one for one in there.observations if one.origin == reference]


def _name(node: Node | None, key: str) -> str:
    return key.partition(":")[2] if node is None else node.name
