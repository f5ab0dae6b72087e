"""graph search: nodes and edges that answer a query."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import AttitudeFilter, ProximityFilter, SyncOption, commands
from .fields import edge_fields, node_fields
from .scores import wanted
from .sentences import EDGE_COLUMNS, NODE_COLUMNS, edge_row, names_in, node_row

if TYPE_CHECKING:
    from ...core.graph import EdgeHit, GraphFound, NodeHit


@commands.command(
    epilog=examples(
        "sense-memory graph search 'close friendly relationships'",
        "sense-memory graph search compilers --type concept --type works-at",
        "sense-memory --json graph search 'who knows rust?' | jq -r '.nodes[].name'",
    )
)
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What is asked.", show_default=False)],
    *,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="At most so many nodes.", show_default="5")
    ] = None,
    edges: Annotated[
        int | None, typer.Option("--edges", help="At most so many edges.", show_default="10")
    ] = None,
    type_: Annotated[
        list[str] | None,
        typer.Option(
            "--type",
            help="Only this type of node or edge, or what an edge is called; may be repeated.",
            show_default=False,
        ),
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(help="None of this; may be repeated.", show_default=False)
    ] = None,
    attitude: AttitudeFilter = None,
    proximity: ProximityFilter = None,
    sync: SyncOption = False,
) -> None:
    """Find nodes and current edges, the best first; this is no use of them.

    By names, descriptions, notes and the words for attitude and proximity; by meaning where the
    profile has a model: sense-memory persona embed --encoder chooses it. What is archived is left
    out.
    """
    filters = (tuple(type_ or ()), tuple(without or ()), attitude, proximity)
    run(_search(session_of(context), query, (nodes, edges), filters, sync))


async def _search(
    session: Session,
    query: str,
    most: tuple[int | None, int | None],
    filters: tuple[tuple[str, ...], tuple[str, ...], str | None, str | None],
    sync: bool,
) -> None:
    types, without, attitude, proximity = filters
    async with session.opened() as store:
        if sync:
            await refreshed(store)

        async def find() -> "GraphFound":
            return await store.graph.search(
                query,
                nodes=most[0],
                edges=most[1],
                types=types,
                without=without,
                attitude=wanted(attitude),
                proximity=wanted(proximity),
            )

        found = await found_somewhere(session, store, find)
        names = await names_in(store)
    if found.warning is not None:
        say(f"searched by words alone: {found.warning}")
    if session.as_json:
        data_json(_fields(query, found))
    else:
        nodes = [(f"{hit.score:.2f}", *node_row(hit.found)) for hit in found.nodes]
        edges = [(f"{hit.score:.2f}", *edge_row(hit.found, names)) for hit in found.edges]
        if nodes:
            data_table(["score", *NODE_COLUMNS], nodes)
        if edges:
            data_table(["score", *EDGE_COLUMNS], edges)
    if not found.nodes and not found.edges:
        say("nothing that is known here answers that")


def _fields(query: str, found: "GraphFound") -> dict[str, object]:
    return {
        "query": query,
        "nodes": [{**node_fields(hit.found), **_score(hit)} for hit in found.nodes],
        "edges": [{**edge_fields(hit.found), **_score(hit)} for hit in found.edges],
        "warning": found.warning,
    }


def _score(hit: "NodeHit | EdgeHit") -> dict[str, object]:
    share = {name: round(part, 6) for name, part in asdict(hit.share).items()}
    return {"score": round(hit.score, 6), "share": share}
