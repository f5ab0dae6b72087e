"""graph show: who or what a node is, or how two of them relate."""

from typing import TYPE_CHECKING

import typer

from ...core.errors import UnknownMemoryError
from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data, data_json, data_table, number_of, say
from ..session import Session, run, session_of
from .app import LimitOption, SyncOption, TargetArgument, commands
from .fields import edge_fields, node_fields
from .listing import say_more, shown
from .named import edge_named, may_be_id
from .sentences import (
    EDGE_COLUMNS,
    NOTE_COLUMNS,
    Names,
    edge_row,
    life,
    names_in,
    note_row,
    one_line,
    period,
    sentence,
    uses,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...core.graph import EdgeStatus, NodeStatus
    from ...core.records.graph import Note
    from ...store import MemoryStore


@commands.command(
    epilog=examples(
        "sense-memory graph show person:ada",
        "sense-memory graph show ada works-at acme",
        "sense-memory --json graph show ada | jq -r '.edges[].relationship_type'",
    )
)
def show(
    context: typer.Context,
    target: TargetArgument,
    limit: LimitOption = None,
    sync: SyncOption = False,
) -> None:
    """Print who or what a node is, what is noted of it, and how it relates; or an edge.

    This is a use of it: what is used fades more slowly.
    """
    run(_show(session_of(context), target, limit, sync))


async def _show(session: Session, target: list[str], limit: int | None, sync: bool) -> None:
    from ...core.graph import EdgeStatus

    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await found_somewhere(session, store, lambda: _found(store, target))
        names = await names_in(store)
        is_edge = isinstance(found, EdgeStatus)
        edges = [] if isinstance(found, EdgeStatus) else await store.graph.edges(found.key)
    printed = shown(session, edges, limit)
    if isinstance(found, EdgeStatus):
        _show_edge(session, found, names)
    elif session.as_json:
        data_json({**node_fields(found), "edges": [edge_fields(one) for one in printed]})
    else:
        _print_node(found, printed, names)
    say_more(edges, printed)
    if found.is_dirty:
        what = "how they relate" if is_edge else "what it is"
        say(f"more is noted than is said of {what}: sense-memory graph consolidate")


async def _found(store: "MemoryStore", target: list[str]) -> "NodeStatus | EdgeStatus":
    """The node or the edge, which is used by that.

    Raises:
        UnknownMemoryError: There is none.
        InputError: Several nodes are called so.
        CommandError: Several edges are meant.
    """
    if len(target) > 1:
        return await store.graph.edge((await edge_named(store, target)).id)
    try:
        return await store.graph.node(target[0])
    except UnknownMemoryError:
        if not may_be_id(target[0]):
            raise
    try:
        return await store.graph.edge((await edge_named(store, target)).id)
    except UnknownMemoryError as error:
        raise UnknownMemoryError(f"no node is called {target[0]}, and {error}") from None


def _show_edge(session: Session, one: "EdgeStatus", names: Names) -> None:
    if session.as_json:
        data_json(edge_fields(one))
        return
    edge = one.edge
    counts = "" if one.is_current else ", which is not current"
    data(f"{sentence(edge, names)}: {period(one)}{counts}")
    sure = f"confidence {edge.confidence:g}; {life(one)}, {uses(one)}"
    by = "" if edge.recorded_by in ("", one.user_id) else f"; told by {edge.recorded_by}"
    data(f"{one.type.value}: {words(one)}; {sure}{by}")
    data(f"id {one.id}")
    if edge.shown:
        data(edge.shown)
    _print_notes(one.notes)


def _print_node(one: "NodeStatus", edges: "Sequence[EdgeStatus]", names: Names) -> None:
    node = one.node
    worth = f"{life(one)}, {uses(one)}, {number_of(one.edges, 'edge')}"
    data(f"{one_line(node.name)} ({one.key}): {worth}")
    if node.shown:
        data(node.shown)
    for reference in sorted(node.references):
        data(f"is {reference}")
    for kind, key in node.links():
        data(f"{kind.value.replace('_', ' ')} {names.of(key)}")
    if edges:
        data("")
        data_table(EDGE_COLUMNS, [edge_row(edge, names) for edge in edges])
    _print_notes(one.notes)


def _print_notes(notes: "Sequence[Note]") -> None:
    if notes:
        data("")
        data_table(NOTE_COLUMNS, [note_row(note) for note in notes])
