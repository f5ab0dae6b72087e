"""graph nodes: who and what there is."""

from typing import Annotated

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import NODE_TYPES, LimitOption, StateFilter, SyncOption, commands
from .fields import node_fields
from .listing import say_more, shown
from .sentences import NODE_COLUMNS, node_row


@commands.command(
    epilog=examples(
        "sense-memory graph nodes",
        "sense-memory graph nodes --type person --state core",
        "sense-memory --json graph nodes | jq -r .node",
    )
)
def nodes(
    context: typer.Context,
    type_: Annotated[
        str | None, typer.Option("--type", help=f"Only of this type: {NODE_TYPES}.")
    ] = None,
    state: StateFilter = None,
    limit: LimitOption = None,
    sync: SyncOption = False,
) -> None:
    """Print all nodes, by type and name; this is no use of them."""
    run(_nodes(session_of(context), type_, state, limit, sync))


async def _nodes(
    session: Session, type_: str | None, state: str | None, limit: int | None, sync: bool
) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.graph.nodes(type_, state=state)
    printed = shown(session, found, limit)
    if session.as_json:
        for one in printed:
            data_json(node_fields(one))
    else:
        data_table(NODE_COLUMNS, [node_row(one) for one in printed])
    say_more(found, printed)
    if not found and (type_ or state):
        say("no node is so")
    elif not found:
        say("nobody and nothing is known here; to begin: sense-memory graph relate A RELATION B")
