"""graph path: the shortest way between two nodes."""

import typer

from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, number_of, say
from ..session import Session, run, session_of
from .app import AtOption, NodeArgument, SyncOption, commands
from .fields import hop_fields
from .sentences import described, names_in, words


@commands.command(
    epilog=examples(
        "sense-memory graph path ada bob",
        "sense-memory graph path person:ada entity:acme --at 2025-01-10",
    )
)
def path(
    context: typer.Context,
    start: NodeArgument,
    end: NodeArgument,
    at: AtOption = None,
    sync: SyncOption = False,
) -> None:
    """Print the shortest way from one node to another, edge by edge.

    Without any way it ends with 1, as where a node is not known.
    """
    run(_path(session_of(context), start, end, at, sync))


async def _path(session: Session, start: str, end: str, at: str | None, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await found_somewhere(session, store, lambda: store.graph.path(start, end, at=at))
        names = await names_in(store)
    if found is None:
        if session.as_json:
            data_json(None)
        edges = "current edges" if at is None else f"the edges that counted at {at}"
        raise CommandError(Code.ERROR, f"no way leads from {start} to {end} over {edges}")
    if session.as_json:
        data_json({"length": len(found), "hops": [hop_fields(one) for one in found]})
    else:
        rows = [
            (
                names.of(one.start),
                names.of(one.end),
                described(one.edge.edge, names),
                words(one.edge),
            )
            for one in found
        ]
        data_table(["from", "to", "over", "attitude, proximity"], rows)
    ways = f"over {number_of(len(found), 'edge')}" if found else "both are one node"
    say(f"{start} to {end}: {ways}")
