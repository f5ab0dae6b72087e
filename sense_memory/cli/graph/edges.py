"""graph edges: how nodes relate by now."""

from typing import TYPE_CHECKING, Annotated

import typer

from ...core.records.graph import EdgeType
from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import AttitudeFilter, LimitOption, ProximityFilter, StateFilter, SyncOption, commands
from .fields import edge_fields
from .listing import say_more, shown
from .scores import wanted
from .sentences import EDGE_COLUMNS, edge_row, names_in

if TYPE_CHECKING:
    from ...core.graph import EdgeStatus


@commands.command(
    epilog=examples(
        "sense-memory graph edges",
        "sense-memory graph edges ada --called works-at",
        "sense-memory graph edges --type has_relationship_with --attitude 4-5",
    )
)
def edges(
    context: typer.Context,
    node: Annotated[
        str | None,
        typer.Argument(metavar="NODE", help="Only those of this node.", show_default=False),
    ] = None,
    *,
    type_: Annotated[
        str | None,
        typer.Option("--type", help=f"Only of this type: {', '.join(EdgeType)}."),
    ] = None,
    called: Annotated[
        str | None,
        typer.Option("--called", metavar="RELATION", help="Only called so.", show_default=False),
    ] = None,
    attitude: AttitudeFilter = None,
    proximity: ProximityFilter = None,
    state: StateFilter = None,
    limit: LimitOption = None,
    sync: SyncOption = False,
) -> None:
    """Print the current edges, the most salient first; this is no use of them."""
    filters = (type_, called, attitude, proximity, state)
    run(_edges(session_of(context), node, filters, limit, sync))


async def _edges(
    session: Session,
    node: str | None,
    filters: tuple[str | None, ...],
    limit: int | None,
    sync: bool,
) -> None:
    kind, called, attitude, proximity, state = filters
    async with session.opened() as store:
        if sync:
            await refreshed(store)

        async def find() -> "list[EdgeStatus]":
            return await store.graph.edges(
                node,
                type=kind,
                relationship_type=called,
                attitude=wanted(attitude),
                proximity=wanted(proximity),
                state=state,
            )

        found = await found_somewhere(session, store, find)
        names = await names_in(store)
    printed = shown(session, found, limit)
    if session.as_json:
        for one in printed:
            data_json(edge_fields(one))
    else:
        data_table(EDGE_COLUMNS, [edge_row(one, names) for one in printed])
    say_more(found, printed)
    if not found:
        say("no current edge is so; what was so before: sense-memory graph at, graph history")
