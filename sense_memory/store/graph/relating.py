"""How nodes relate: told, put right, superseded, ended; nothing that was ever told is written over.

What is written follows from all versions between two nodes, so it is decided anew if any of them
changes before it is committed: two who tell the same at once are told apart by this file. Devices
that tell it without having seen each other's are told apart when it is read.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TypeAlias

from ...core.change import Alter, Amend, Edit, Ensure, Put
from ...core.errors import InputError, UnknownMemoryError
from ...core.graph import EdgeStatus, NodeStatus
from ...core.moments import dated, moment_of
from ...core.records.graph import Edge, EdgeType, Node, TTLPolicy
from ...core.records.names import check_text
from ...mind.graph.chains import (
    chain_of,
    check_believed,
    check_fits,
    check_last,
    corrected,
    end_of,
    invalidated,
    superseded,
)
from ...mind.graph.edges import new_edge
from ...mind.graph.scores import Scored, spans
from ...mind.graph.types import edge_type, in_order
from ...mind.graph.words import check_score
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import edge_ref, known, node_ref
from .naming import edge_of, key_to_make, meant

Moment: TypeAlias = float | datetime | str
Score: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Decided:
    """What is to be written.

    Attributes:
        edges: Versions as they are to stand; at the end what was told.
        nodes: What is to be there.
    """

    edges: tuple[Edge, ...]
    nodes: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody tells of a relation; as for ``Graph.relate``."""

    description: str
    attitude: Score
    proximity: Score
    confidence: float
    valid_from: Moment | None
    valid_to: Moment | None
    recorded_by: str | None
    ttl_policy: TTLPolicy | str


@dataclass(frozen=True, slots=True)
class Changed:
    """What is otherwise in another version; ``None`` leaves it as it is."""

    relationship_type: str | None
    description: str | None
    attitude: Score | None
    proximity: Score | None
    confidence: float | None
    valid_from: Moment | None
    recorded_by: str | None
    ttl_policy: TTLPolicy | str | None


async def relate(
    context: Context,
    start: str | Node | NodeStatus,
    end: str | Node | NodeStatus,
    relationship_type: str,
    told: Told,
) -> Edge:
    """Keep a new version of how two nodes relate, and the nodes if they are not there."""
    now = context.clock.now()

    def decide(graph: KnownGraph) -> Decided:
        (first, first_name), (second, second_name) = (
            key_to_make(context, graph, given) for given in (start, end)
        )
        kind = edge_type(*in_order(first, second)[:2])
        new = unused(
            graph,
            lambda at: new_edge(
                first,
                second,
                relationship_type,
                now=at,
                description=told.description,
                attitude=_score(told.attitude, "attitude", kind),
                proximity=_score(told.proximity, "proximity", kind),
                confidence=told.confidence,
                valid_from=now if told.valid_from is None else moment_of(told.valid_from),
                valid_to=None if told.valid_to is None else moment_of(told.valid_to),
                recorded_by=teller(context, told.recorded_by),
                ttl_policy=policy_of(told.ttl_policy),
            ),
            now,
        )
        check_fits(graph.chain(new), new)
        made = (
            Node(key, name, created_at=now, updated_at=now)
            for key, name in ((first, first_name), (second, second_name))
            if graph.node(key) is None
        )
        return Decided((new,), tuple(made))

    return await _written(context, decide)


async def update(context: Context, edge: str | Edge | EdgeStatus, changed: Changed) -> Edge:
    """Put a version right, in its place."""
    now = context.clock.now()
    policy = None if changed.ttl_policy is None else policy_of(changed.ttl_policy)

    def decide(graph: KnownGraph) -> Decided:
        old = edge_of(context, graph, edge)
        check_believed(old)
        begins = old.valid_from if changed.valid_from is None else moment_of(changed.valid_from)
        by = old.recorded_by if changed.recorded_by is None else changed.recorded_by
        new = unused(
            graph,
            lambda at: _taking_over(
                old, _version(context, old, changed, at, begins, old.valid_to, by)
            ),
            now,
        )
        if _said(new) == _said(old):
            return Decided((old,))
        versions = graph.between(old.from_key, old.to_key)
        return Decided(corrected(versions, old, new, new.recorded_at))

    found = await _written(context, decide)
    if policy is None or found.ttl_policy is policy:
        return found

    def kept(one: Edge | None) -> Edge:
        if one is None:
            raise UnknownMemoryError(f"edge {found.id} was forgotten meanwhile")
        return replace(one, ttl_policy=policy, updated_at=max(now, one.updated_at))

    await context.records.commit(Alter(edge_ref(context, found.id), kept))
    graph = await known(context, held=True)
    return graph.edge(found.id) or kept(found)


async def supersede(context: Context, edge: str | Edge | EdgeStatus, changed: Changed) -> Edge:
    """Let a version end where another one begins; the other one."""
    now = context.clock.now()
    begins = now if changed.valid_from is None else moment_of(changed.valid_from)

    def decide(graph: KnownGraph) -> Decided:
        old = edge_of(context, graph, edge)
        versions = graph.between(old.from_key, old.to_key)
        by = teller(context, changed.recorded_by)
        new = unused(graph, lambda at: _version(context, old, changed, at, begins, None, by), now)
        if not _goes_on_after(old, begins):
            return Decided(superseded(versions, old, new, new.recorded_at))
        # it was to end later, as is known since it was told: that was wrong
        ended = _ending(context, graph, old, begins, now)
        left = {one.id: one for one in (*versions, *ended)}
        check_fits((one for one in left.values() if chain_of(one) == chain_of(new)), new)
        return Decided((*ended, replace(new, replaces=ended[-1].id)))

    return await _written(context, decide)


async def invalidate(context: Context, edge: str | Edge | EdgeStatus, at: Moment | None) -> Edge:
    """Let a version end; as it stands then, or what was so in truth if it was to end later."""
    now = context.clock.now()
    ends = now if at is None else moment_of(at)

    def decide(graph: KnownGraph) -> Decided:
        old = edge_of(context, graph, edge)
        check_believed(old)
        end = end_of(old)
        if end is not None and end <= ends:
            raise InputError(
                f"edge {old.id} ended already at {dated(end)}; an earlier end puts that right, "
                "and what began anew is related anew"
            )
        if end is not None:
            return Decided(_ending(context, graph, old, ends, now))
        versions = graph.chain(old)
        check_last(versions, old)
        return Decided(invalidated(versions, ends, now))

    return await _written(context, decide)


# --- versions


def _version(
    context: Context,
    old: Edge,
    changed: Changed,
    now: float,
    valid_from: float,
    valid_to: float | None,
    recorded_by: str,
) -> Edge:
    """Another version of an edge: what is given is changed, and the rest as it was."""
    kind = edge_type(old.from_key, old.to_key)
    word, text = changed.relationship_type, changed.description
    attitude, proximity = changed.attitude, changed.proximity
    new = new_edge(
        old.from_key,
        old.to_key,
        old.relationship_type if word is None else word,
        now=now,
        description=old.description if text is None else text,
        attitude=old.attitude if attitude is None else _score(attitude, "attitude", kind),
        proximity=old.proximity if proximity is None else _score(proximity, "proximity", kind),
        confidence=old.confidence if changed.confidence is None else changed.confidence,
        valid_from=valid_from,
        valid_to=valid_to,
        recorded_by=teller(context, recorded_by),
        ttl_policy=old.ttl_policy if changed.ttl_policy is None else policy_of(changed.ttl_policy),
    )
    return replace(new, orientation=old.orientation)


_AS_IT_IS = Changed(None, None, None, None, None, None, None, None)


def _taking_over(old: Edge, new: Edge) -> Edge:
    """What puts a version right, with its uses, when its end was learned, and what still fits."""
    is_told_alike = (new.relationship_type, new.description) == (
        old.relationship_type,
        old.description,
    )
    return replace(
        new,
        digest=old.digest if is_told_alike else None,
        invalidated_at=old.invalidated_at,
        life=old.life,
        created_at=old.created_at,
        origin=old.origin,
    )


def _said(edge: Edge) -> tuple[object, ...]:
    """What somebody told of it, so that it is another version where that is something else."""
    return (
        edge.relationship_type,
        edge.description,
        edge.attitude,
        edge.proximity,
        edge.confidence,
        edge.valid_from,
        edge.valid_to,
        edge.recorded_by,
    )


def _goes_on_after(edge: Edge, at: float) -> bool:
    """Whether a version that began before a moment says that it ends at a later one."""
    end = end_of(edge)
    return end is not None and edge.valid_from < at < end


def _ending(
    context: Context, graph: KnownGraph, old: Edge, at: float, now: float
) -> tuple[Edge, ...]:
    """What is to be written where a version ends sooner than it was told to.

    Raises:
        InputError: That lies before it began.
    """
    if at < old.valid_from:
        raise InputError(
            f"edge {old.id} began at {dated(old.valid_from)}: it ends then or later, "
            f"not at {dated(at)}"
        )
    if at == old.valid_from:
        return (replace(old, corrected_at=now, updated_at=now),)

    def sooner(recorded_at: float) -> Edge:
        new = _version(context, old, _AS_IT_IS, recorded_at, old.valid_from, at, old.recorded_by)
        return replace(_taking_over(old, new), invalidated_at=recorded_at)

    new = unused(graph, sooner, now)
    return corrected(graph.between(old.from_key, old.to_key), old, new, new.recorded_at)


def unused(graph: KnownGraph, make: Callable[[float], Edge], now: float) -> Edge:
    """A version that was recorded now, or just after what was told alike at the same moment."""
    while graph.edge((made := make(now)).id) is not None:
        now = math.nextafter(now, math.inf)
    return made


# --- what was given


def policy_of(given: TTLPolicy | str) -> TTLPolicy:
    """What makes something fade.

    Raises:
        InputError: There is no such policy; it says which there are.
    """
    try:
        return TTLPolicy(given)
    except ValueError:
        raise InputError(f"ttl_policy is one of {', '.join(TTLPolicy)}; not {given!r}") from None


def teller(context: Context, given: str | None) -> str:
    """Who says something: the graph's user, unless somebody else does."""
    if given is None:
        return context.user
    check_text(given, "who says so")
    return given


def _score(given: Score, what: Scored, kind: EdgeType) -> int:
    """A score, 1–5, as a number or a word for it.

    Raises:
        InputError: It is neither; it says what is allowed.
    """
    if isinstance(given, str):
        return spans(given, what, kind)[kind][0]
    return check_score(given, what)


# --- writing


async def _written(context: Context, decide: Callable[[KnownGraph], Decided]) -> Edge:
    """Commit what is decided by all that is known then; what was told last, as it stands."""
    graph, wanted = await meant(context, decide)
    while True:
        try:
            await context.records.commit(
                *_edits(context, graph, wanted), provided=partial(_check, decide, graph, wanted)
            )
        except _DecidedOtherwiseError:
            wanted = decide(graph)
            continue
        told = wanted.edges[-1]
        return graph.edge(told.id) or told


class _DecidedOtherwiseError(Exception):
    """Somebody wrote between two nodes meanwhile."""


def _check(decide: Callable[[KnownGraph], Decided], graph: KnownGraph, wanted: Decided) -> None:
    if decide(graph) != wanted:
        raise _DecidedOtherwiseError


def _edits(context: Context, graph: KnownGraph, wanted: Decided) -> Iterable[Edit]:
    for node in wanted.nodes:
        yield Ensure(node_ref(context, node.key), node)
    for one in wanted.edges:
        if graph.edge(one.id) is None:
            yield Put(edge_ref(context, one.id), one)
        else:
            forgotten = UnknownMemoryError(f"edge {one.id} was forgotten meanwhile")
            yield Amend(edge_ref(context, one.id), partial(_ended, one), missing=forgotten)


def _ended(decided: Edge, standing: Edge) -> Edge:
    """How a version ended; what else happened to it since stays."""
    ends = (decided.valid_to, decided.invalidated_at, decided.corrected_at)
    if ends == (standing.valid_to, standing.invalidated_at, standing.corrected_at):
        return standing
    return replace(
        standing,
        valid_to=decided.valid_to,
        invalidated_at=decided.invalidated_at,
        corrected_at=decided.corrected_at,
        updated_at=max(decided.updated_at, standing.updated_at),
    )
