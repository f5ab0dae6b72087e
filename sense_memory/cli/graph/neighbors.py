"""graph neighbors: what can be reached from a node."""

from typing import Annotated

import typer

from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import AtOption, LimitOption, NodeArgument, SyncOption, commands
from .fields import neighbor_fields
from .listing import say_more, shown
from .sentences import described, life, names_in


@commands.command(
    epilog=examples(
        "sense-memory graph neighbors ada",
        "sense-memory graph neighbors entity:acme --depth 2 --at 2025-01-10",
    )
)
def neighbors(
    context: typer.Context,
    node: NodeArgument,
    depth: Annotated[int, typer.Option("-d", "--depth", help="Over so many edges at most.")] = 1,
    at: AtOption = None,
    limit: LimitOption = None,
    sync: SyncOption = False,
) -> None:
    """Print what can be reached from a node, the nearest first, and over which edge."""
    run(_neighbors(session_of(context), node, depth, at, limit, sync))


async def _neighbors(
    session: Session, node: str, depth: int, at: str | None, limit: int | None, sync: bool
) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await found_somewhere(
            session, store, lambda: store.graph.neighbors(node, depth, at=at)
        )
        names = await names_in(store)
    printed = shown(session, found, limit)
    if session.as_json:
        for one in printed:
            data_json(neighbor_fields(one))
    else:
        rows = [
            (
                str(one.depth),
                names.of(one.node.key),
                described(one.edge.edge, names),
                life(one.node),
            )
            for one in printed
            for state in (life(one.node),)
        ]
        data_table(["edges", "who or what", "over", "state"], rows)
    say_more(found, printed)
    if not found:
        say(f"nothing can be reached from {node}")
