"""What was corrected, superseded, ended or forgotten is believed again."""

from collections.abc import Sequence
from typing import Any

from ...core.about import AboutLine, ForgottenLine
from ...core.change import Edit
from ...core.errors import InputError, UnknownMemoryError
from ...core.records.conversation import Turn
from ...core.records.graph import Edge, Note
from ...core.records.persona import PersonaMemory
from ...core.records.rapport import Layer
from ...core.records.reference import reference_to, referent
from ...core.ref import Ref
from ..context import Context
from ..conversation.known import turn_ref
from ..conversation.parts import bytes_of_part, parts_of
from ..graph import relating
from ..graph.known import known as known_graph
from ..graph.relating import Changed
from ..persona import links, memories
from ..persona.insight import Insight
from ..persona.naming import meant
from ..rapport import layers
from .as_read import back
from .collecting import Line, line_of
from .following import follow
from .going_on import going_on
from .whom import Whom, whom


async def restore(context: Context, who: Whom, line: Line, beside: Sequence[Line]) -> Ref[Any]:
    """Let what was before a line hold again; where that stands.

    Raises:
        UnknownMemoryError: Nothing was before it, or nothing of that is kept.
    """
    match line.record:
        case PersonaMemory():
            return await _memory(context, line, beside)
        case Layer():
            return await _layer(context, line)
        case Edge():
            return await _edge(context, who, line.record)
        case _:
            raise UnknownMemoryError(
                f"of {line.told.reference} nothing is kept that it said before: correct it"
            )


async def _memory(context: Context, line: Line, beside: Sequence[Line]) -> Ref[Any]:
    memory: PersonaMemory = line.record
    if line.former is None and memory.superseded_by is not None:
        newer = meant(line.ref, memory.superseded_by)
        if newer is not None:
            await links.reconcile(context, memory.name, newer.name)
            return line.ref
    former = line.former
    if former is None:
        said = await context.records.beliefs(line.ref)
        former = next(
            (
                one.value
                for one in reversed(said)
                if one.until is not None and one.value is not None and one.value != memory.value
            ),
            None,
        )
    if former is None:
        raise UnknownMemoryError(f"{line.told.reference} never said anything else")
    await memories.remember(context, [Insight(memory.domain, memory.facet, memory.key, former)])
    await follow(context, line, former, beside)
    return line.ref


async def _layer(context: Context, line: Line) -> Ref[Any]:
    """The newest version in which the layer says something else."""
    layer: Layer = line.record
    for version in await layers.versions(context, layer.peer):
        for said in version.texts:
            if said.name is layer.name and said.text != layer.shown:
                edit = said.text if said.is_edited or said.text != layer.text else None
                await layers.edit(context, layer.peer, layer.name, edit)
                return line.ref
    raise UnknownMemoryError(f"no version is kept in which {line.told.reference} says other things")


async def _edge(context: Context, who: Whom, edge: Edge) -> Ref[Any]:
    """A corrected version in place of what corrects it; one that ended goes on from its end."""
    graph = who.graph
    if edge.corrected_at is not None:
        newer = next((one for one in graph.correcting(edge.id) if one.id != edge.id), None)
        if newer is None:
            raise UnknownMemoryError(f"what corrected the edge {edge.id} is gone: relate it anew")
        return context.ref(Edge, (await _as_before(context, newer, edge)).id)
    if graph.until(edge) is not None:
        return context.ref(Edge, (await going_on(context, graph, edge)).id)
    (former, *_) = graph.corrected(edge) or (None,)
    if former is None:
        raise UnknownMemoryError(f"the edge {edge.id} holds, and never was anything else")
    return context.ref(Edge, (await _as_before(context, edge, former)).id)


async def _as_before(context: Context, now: Edge, before: Edge) -> Edge:
    changed = Changed(
        before.relationship_type,
        before.description,
        before.attitude,
        before.proximity,
        before.confidence,
        before.valid_from,
        None,
        None,
    )
    return await relating.update(context, now.id, changed)


def _as_it_stood(context: Context, ref: Ref[Any], record: Any) -> list[Edit]:
    """What puts a record where it was; a message in as many parts as it takes."""
    if not isinstance(record, Turn):
        return [back(ref, record)]
    parts = parts_of(
        *(record.conversation, record.id, record.role, record.text),
        *(record.at, record.speaker, record.order),
        turn=record.turn,
        part_bytes=bytes_of_part(context.config.records),
    )
    return [back(turn_ref(context, record.conversation, one.id), one) for one in parts]


async def put_back(context: Context, forgotten: ForgottenLine) -> AboutLine:
    """Let what was forgotten stand again, as it was.

    Raises:
        InputError: It is of something else, or what it belongs to is forgotten.
        ChangedMeanwhileError: Something else stands there by now; nothing was written.
    """
    ref = referent(forgotten.line.reference, context.scope)
    record = forgotten.record
    if ref is None or not isinstance(record, ref.kind):
        raise InputError(f"nothing can stand at {forgotten.line.reference!r} as it was")
    if isinstance(record, Edge | Note):
        graph = await known_graph(context)
        ends = (record.from_key, record.to_key) if isinstance(record, Edge) else (record.target,)
        missing = [one for one in ends if graph.node(one) is None and graph.edge(one) is None]
        if missing:
            raise InputError(
                f"{forgotten.line.reference} is nothing without {', '.join(missing)}: restore "
                "that first"
            )
    await context.records.commit(*_as_it_stood(context, ref, record))
    (standing,) = await context.records.get_many([ref])
    if standing is None:
        raise InputError(
            f"{forgotten.line.reference} was learned from something that is forgotten, and goes "
            "with it: restore that first, or say it in other words"
        )
    who = await whom(context, reference_to(ref))
    return line_of(context, who, ref, standing).told
