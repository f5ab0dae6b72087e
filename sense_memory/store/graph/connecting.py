"""What a node is elsewhere in the mind: a peer, persona memories, and any other record."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from ...core.change import Amend, Unlink
from ...core.errors import InputError, UnknownMemoryError
from ...core.graph import NodeStatus
from ...core.records.graph import Node
from ...core.records.reference import reference_to, referent
from ...core.ref import Ref
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import node_ref
from .naming import meant, node_key_of

REFERENCES = frozenset({"references"})


async def references_of(context: Context, given: str | Node | NodeStatus) -> frozenset[str]:
    """What a node is said to be elsewhere."""
    graph, key = await meant(context, lambda there: node_key_of(context, there, given))
    node = graph.node(key)
    return frozenset() if node is None else node.references


async def connect(context: Context, given: str | Node | NodeStatus, other: Ref[Any]) -> Node:
    """Say that a node is the same as what stands elsewhere; the node as it stands then."""
    text = reference_to(other)

    def check(key: str) -> None:
        if other == node_ref(context, key):
            raise InputError(f"{key} is itself already; connect it with something else")

    # made anew, so that it stands against somebody who takes it away meanwhile
    return await _changed(context, given, other, lambda known: known | {text}, check)


async def disconnect(
    context: Context, given: str | Node | NodeStatus, other: Ref[Any] | str
) -> Node:
    """Take that back; the node as it stands then.

    Args:
        context: The world.
        given: The node.
        other: What it is said to be; also a text that is no reference, as other programs wrote it.
    """
    text = other if isinstance(other, str) else reference_to(other)
    target = referent(text, context.scope)
    return await _changed(context, given, target, lambda known: known - {text})


async def _changed(
    context: Context,
    given: str | Node | NodeStatus,
    other: Ref[Any] | None,
    change: Callable[[frozenset[str]], frozenset[str]],
    check: Callable[[str], None] = lambda _key: None,
) -> Node:
    def key_of(graph: KnownGraph) -> str:
        return node_key_of(context, graph, given)

    graph, key = await meant(context, key_of)
    check(key)
    ref, now = node_ref(context, key), context.clock.now()

    def changed(one: Node) -> Node:
        references = change(one.references)
        if references == one.references:
            return one
        return replace(one, references=references, updated_at=max(now, one.updated_at))

    forgotten = UnknownMemoryError(f"{key} was forgotten meanwhile")
    amend = Amend(ref, changed, missing=forgotten)
    edits = [amend] if other is None else [Unlink(ref, other, REFERENCES), amend]
    await context.records.commit(*edits, provided=partial(key_of, graph))
    node = graph.node(key)
    if node is None:
        raise forgotten
    return node
