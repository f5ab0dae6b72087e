"""Which memories belong together, and which contradict each other."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ...core.change import Amend, Edit, Put, Unlink
from ...core.errors import InvalidKeyError
from ...core.records.graph import Edge, Node
from ...core.records.introspection import Decision, Dismissal, Suggestion, SuggestionKind
from ...core.records.persona import PersonaMemory
from ...core.records.reference import reference_to
from ...core.ref import Ref
from ..context import Context
from .naming import in_graph, name_in, named, pair, unknown

T = TypeVar("T")

CONNECTIONS = frozenset({"connections"})
CONTRADICTIONS = frozenset({"contradicts", "superseded_by"})


async def connect(
    context: Context, first: str, second: str, *, beside: Sequence[Edit] = ()
) -> None:
    """Link two memories, both ways; or a memory with a node or an edge of the graph.

    ``beside`` stands in the same commit.
    """
    one, other = await _ends(context, first, second, "connect")
    await context.records.commit(*link(one, other, "connect", context.clock.now()), *beside)


async def disconnect(
    context: Context, first: str, second: str, *, beside: Sequence[Edit] = ()
) -> None:
    """Let two memories be linked no more, either way; or a memory with what is in the graph.

    ``beside`` stands in the same commit.
    """
    one, other = await _ends(context, first, second, "disconnect")
    await context.records.commit(*_unlink(one, other), *beside)


async def _ends(
    context: Context, first: str, second: str, purpose: str
) -> tuple[Ref[PersonaMemory], Ref[Any]]:
    """What is linked, a memory first."""
    for memory, name in ((first, second), (second, first)):
        other = in_graph(context, name)
        if other is None:
            continue
        if in_graph(context, memory) is not None:
            raise InvalidKeyError(
                f"a memory is needed to {purpose}, got {first!r} and {second!r} of the graph; "
                "graph.relate says how two nodes relate"
            )
        standing: Node | Edge | None = await context.records.get(other)
        if standing is None:
            raise unknown(name, purpose)
        return await named(context, memory, purpose), other
    return await pair(context, first, second, purpose)


async def contradict(context: Context, old: str, new: str) -> None:
    """Let a memory be superseded by another one, which is as fresh as if it were new."""
    before, after = await pair(context, old, new, "contradict")
    await context.records.commit(*supersede(before, after, context.clock.now()))


async def reconcile(context: Context, old: str, new: str) -> None:
    """Let a memory be contradicted by another one no more, nor be said to be so by itself."""
    before, after = await pair(context, old, new, "reconcile")
    edits: list[Edit] = [Unlink(before, after, CONTRADICTIONS)]
    one, other = await context.records.get_many([before, after])
    if one is not None and other is not None and after.name in one.contradicted_by:
        at = context.clock.now()
        suggestion = Suggestion(SuggestionKind.CONTRADICTION, (before.name, after.name))
        said = Dismissal.of(suggestion, Decision.DISMISSED, at)
        edits.append(Put(context.ref(Dismissal, said.id), said))
    await context.records.commit(*edits)


def link(ref: Ref[PersonaMemory], other: Ref[Any], purpose: str, now: float) -> list[Edit]:
    """The edits that link two memories both ways; what is in the graph names no memory.

    They say nothing new about either. A link that is there already is made anew, so that it stands
    against somebody who takes it away meanwhile.
    """
    if other == ref:
        raise InvalidKeyError(f"a memory cannot be linked with itself: {ref.name!r}")
    back: Callable[[Any], Any] = partial(_linked, other, ref, now)
    name = other.name
    if other.kind is not PersonaMemory:
        back, name = _as_it_is, reference_to(other)
    return [
        *_unlink(ref, other),
        Amend(ref, partial(_linked, ref, other, now), unknown(ref.name, purpose)),
        Amend(other, back, unknown(name, purpose)),
    ]


def supersede(before: Ref[PersonaMemory], after: Ref[PersonaMemory], now: float) -> list[Edit]:
    """The edits that let one memory be superseded by another one."""
    return [
        # what was said the other way round before is taken back, and the same is said anew
        Unlink(after, before, CONTRADICTIONS),
        Unlink(before, after, CONTRADICTIONS),
        Amend(before, partial(contradicted, before, after), unknown(before.name, "contradict")),
        Amend(after, partial(_strengthened, now), unknown(after.name, "contradict")),
    ]


def _unlink(ref: Ref[PersonaMemory], other: Ref[Any]) -> list[Edit]:
    return [Unlink(ref, other, CONNECTIONS), Unlink(other, ref, CONNECTIONS)]


def _as_it_is(one: T) -> T:
    return one


def _linked(
    ref: Ref[PersonaMemory], other: Ref[Any], now: float, memory: PersonaMemory
) -> PersonaMemory:
    return replace(
        memory,
        connections=tuple(sorted({*memory.connections, name_in(ref, other)})),
        last_reinforced=max(now, memory.last_reinforced),
    )


def contradicted(
    ref: Ref[PersonaMemory], by: Ref[PersonaMemory], memory: PersonaMemory
) -> PersonaMemory:
    """A memory as it is once another one supersedes it."""
    name = name_in(ref, by)
    contradicts = tuple(sorted({*memory.contradicts, name}))
    return replace(memory, contradicts=contradicts, superseded_by=name)


def _strengthened(now: float, memory: PersonaMemory) -> PersonaMemory:
    return replace(
        memory,
        relevance=1.0,
        last_accessed=max(now, memory.last_accessed),
        last_reinforced=max(now, memory.last_reinforced),
    )
