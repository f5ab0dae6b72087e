"""Forgetting a node, a version of an edge, or a note: what belongs to it goes with it."""

from collections.abc import Sequence
from typing import Any

from ...core.change import Edit, Forget
from ...core.errors import UnknownMemoryError
from ...core.graph import EdgeStatus, NodeStatus
from ...core.records.graph import Edge, Node, Note, note_name
from ...core.ref import Ref
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import edge_ref, node_ref, note_ref
from .naming import SHOWN, meant, target_of


async def forget(context: Context, what: str | Node | NodeStatus | Edge | EdgeStatus | Note) -> str:
    """Forget one record; the event id of the tombstone."""
    _, ref = await meant(context, lambda graph: _ref_of(context, graph, what))
    return await forget_with_all(context, ref)


async def forget_with_all(context: Context, ref: Ref[Any], checks: Sequence[Edit] = ()) -> str:
    """Forget a record of the graph, and what is nothing without it; the tombstone's event id.

    Args:
        context: The world.
        ref: Which.
        checks: What ends the commit where something is not as it was read.
    """
    return (await forget_all(context, (ref,), checks=checks))[0]


async def forget_all(
    context: Context, refs: Sequence[Ref[Any]], *others: Edit, checks: Sequence[Edit] = ()
) -> Sequence[str]:
    """The same of several at once, beside other edits; the tombstones' event ids."""
    receipt = await context.records.commit(*checks, *map(Forget, refs), *others)
    # what hangs on a node goes with it, on every device, whenever it arrives there; but what did
    # before its node, which somebody made apart, was written on one that nobody here has seen
    left = [
        one.ref
        for ref in refs
        for one in await context.records.mentions(ref)
        if one.once_forgotten == "cascade" and one.field != "origin"
    ]
    if early := dict.fromkeys(left):
        await context.records.commit(*map(Forget, early))
    return receipt.event_ids[len(checks) : len(checks) + len(refs)]


def _ref_of(
    context: Context,
    graph: KnownGraph,
    what: str | Node | NodeStatus | Edge | EdgeStatus | Note,
) -> Ref[Any]:
    """Where it stands.

    Raises:
        UnknownMemoryError: It does not.
    """
    name = note_name(what.target, what.id) if isinstance(what, Note) else what
    if isinstance(name, str):
        of, separator, _ = name.partition("/")
        for note in graph.notes(of) if separator else ():
            if note_name(note.target, note.id) == name:
                return note_ref(context, note)
        if isinstance(what, Note):
            raise UnknownMemoryError(
                f"there is no note {name[:SHOWN]!r}; notes() lists those of a node or an edge"
            )
    found = target_of(context, graph, what)
    return node_ref(context, found.key) if isinstance(found, Node) else edge_ref(context, found.id)
