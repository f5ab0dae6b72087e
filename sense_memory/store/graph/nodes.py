"""Nodes: made, described, told of, linked."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from ...core.change import Alter, Amend, Edit
from ...core.errors import InputError, UnknownMemoryError
from ...core.graph import NodeStatus
from ...core.moments import moment_of
from ...core.records.graph import (
    GraphState,
    LinkKind,
    Node,
    NodeType,
    TTLPolicy,
    node_type,
)
from ...core.records.names import check_encodable, check_text
from ...core.records.reference import forgotten_origin, referent
from ...mind.graph.edges import check_confidence
from ...mind.graph.lifecycle import as_state, state as state_of
from ...mind.graph.types import LINKS, check_link
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import known, node_ref
from .naming import key_to_make, meant, node_key_of
from .relating import policy_of
from .telling import node_status, node_statuses

LINKED_BY_HAND = (LinkKind.MENTIONS, LinkKind.PRODUCED)
"""The others say what a story is told of: whoever tells it makes them."""
_DATED = (NodeType.SOURCE, NodeType.ARTIFACT)


async def add(
    context: Context,
    given: str,
    description: str | None,
    confidence: float | None,
    ttl_policy: TTLPolicy | str | None,
    at: float | datetime | str | None,
    origin: str | None,
    checks: Sequence[Edit] = (),
) -> Node:
    """Make a node, or change what is given of one that stands; ``checks`` may end the commit."""
    if not isinstance(given, str):
        raise InputError(f"a node is called TYPE:NAME, got {type(given).__name__}")
    graph, (key, name) = await meant(context, lambda there: key_to_make(context, there, given))
    if description is not None:
        check_text(description, "description")
    if origin is not None:
        check_encodable(origin, "origin")
    if at is not None and node_type(key) not in _DATED:
        raise InputError(f"at is when a source or an artifact was; {key} is neither")
    when = None if at is None else moment_of(at)
    sure = None if confidence is None else check_confidence(confidence)
    policy = None if ttl_policy is None else policy_of(ttl_policy)
    now = context.clock.now()

    def added(standing: Node | None) -> Node:
        old = standing or Node(key, name, created_at=now, updated_at=now)
        new = replace(
            old,
            name=name,
            description=old.description if description is None else description,
            at=old.at if when is None else when,
            origin=old.origin if origin is None else origin,
            confidence=old.confidence if sure is None else sure,
            ttl_policy=old.ttl_policy if policy is None else policy,
        )
        return new if new == old else replace(new, updated_at=max(now, old.updated_at))

    standing = graph.node(key)
    if standing is None or added(standing) != standing:
        # a node that stands would go with it, and all its edges with that
        if origin is not None and await _is_forgotten(context, origin):
            raise forgotten_origin(origin)
        await context.records.commit(*checks, Alter(node_ref(context, key), added))
    found = graph.node(key)
    if found is None and origin is not None and referent(origin, context.scope) is not None:
        raise forgotten_origin(origin)
    return found or added(None)


async def _is_forgotten(context: Context, origin: str) -> bool:
    source = referent(origin, context.scope)
    return source is not None and await context.records.forgotten_at(source) is not None


async def node(context: Context, given: str | Node | NodeStatus) -> NodeStatus:
    """One node as it was until now, which uses it."""
    graph, key = await meant(context, lambda there: node_key_of(context, there, given))
    now = context.clock.now()
    told = node_status(context, graph, _standing(graph, key), now)
    ref = node_ref(context, key)
    # what is in the archive might be let go by somebody, who must hear of this
    await context.records.touch(ref, at_once=told.state is GraphState.ARCHIVED)
    return told


async def nodes(
    context: Context, kind: NodeType | str | None, state: GraphState | str | None
) -> list[NodeStatus]:
    """All nodes of a type that are in a state, by key."""
    wanted = None if kind is None else _type(kind)
    in_state = None if state is None else as_state(state)
    graph = await known(context)
    now = context.clock.now()
    found = (
        one
        for one in graph.nodes
        if wanted in (None, one.type) and (in_state is None or state_of(one, now) is in_state)
    )
    return node_statuses(context, graph, found, now)


async def link(
    context: Context,
    start: str | Node | NodeStatus,
    kind: LinkKind | str,
    end: str | Node | NodeStatus,
) -> Node:
    """Link two nodes."""
    return await _linked(context, start, kind, end, lambda known_ends, key: known_ends | {key})


async def unlink(
    context: Context,
    start: str | Node | NodeStatus,
    kind: LinkKind | str,
    end: str | Node | NodeStatus,
) -> Node:
    """Take a link back."""
    return await _linked(context, start, kind, end, lambda known_ends, key: known_ends - {key})


async def _linked(
    context: Context,
    start: str | Node | NodeStatus,
    kind: LinkKind | str,
    end: str | Node | NodeStatus,
    change: Callable[[frozenset[str], str], frozenset[str]],
) -> Node:
    def ends_of(graph: KnownGraph) -> Sequence[str]:
        return [node_key_of(context, graph, given) for given in (start, end)]

    graph, (first, second) = await meant(context, ends_of)
    wanted = _check_by_hand(first, kind, second)
    now = context.clock.now()

    def linked(one: Node) -> Node:
        before: frozenset[str] = getattr(one, wanted.value)
        after = change(before, second)
        if after == before:
            return one
        ends: dict[str, Any] = {wanted.value: after}
        return replace(one, **ends, updated_at=max(now, one.updated_at))

    forgotten = UnknownMemoryError(f"{first} was forgotten meanwhile")
    edit = Amend(node_ref(context, first), linked, missing=forgotten)
    # who forgets the other one takes all links to it; so there must be none written afterwards
    await context.records.commit(edit, provided=partial(ends_of, graph))
    return _standing(graph, first)


def _check_by_hand(first: str, kind: LinkKind | str, second: str) -> LinkKind:
    wanted = check_link(first, kind, second)
    if wanted not in LINKED_BY_HAND:
        raise InputError(
            f"{wanted} says what a {LINKS[wanted].start} is told of, which consolidate() makes; by "
            f"hand: {', '.join(LINKED_BY_HAND)}"
        )
    return wanted


def _standing(graph: KnownGraph, key: str) -> Node:
    node = graph.node(key)
    if node is None:
        raise UnknownMemoryError(f"{key} was forgotten meanwhile")
    return node


def _type(given: NodeType | str) -> NodeType:
    try:
        return NodeType(given)
    except ValueError:
        raise InputError(f"a type of node is one of {', '.join(NodeType)}; not {given!r}") from None
