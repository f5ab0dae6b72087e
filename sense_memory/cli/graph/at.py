"""graph at: what held at a moment, as it was known then."""

from typing import Annotated

import typer

from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import LimitOption, SyncOption, commands
from .fields import edge_fields
from .listing import say_more, shown
from .sentences import EDGE_COLUMNS, edge_row, names_in


@commands.command(
    epilog=examples(
        "sense-memory graph at 2025-01-10",
        "sense-memory graph at 2025-01-10 --known-at 2025-02-01 --node person:ada",
    )
)
def at(
    context: typer.Context,
    date: Annotated[
        str,
        typer.Argument(
            metavar="DATE",
            help="2025-01-10, which is its first moment, or 2025-01-10T12:30.",
            show_default=False,
        ),
    ],
    known_at: Annotated[
        str | None,
        typer.Option(
            metavar="DATE",
            help="As it was known then; else by all that is known by now.",
            show_default=False,
        ),
    ] = None,
    node: Annotated[
        str | None, typer.Option(help="Only the edges of this node.", show_default=False)
    ] = None,
    limit: LimitOption = None,
    sync: SyncOption = False,
) -> None:
    """Print the edges that counted at a moment: what held then, by now or as it was known when."""
    run(_at(session_of(context), date, known_at, node, limit, sync))


async def _at(
    session: Session,
    date: str,
    known_at: str | None,
    node: str | None,
    limit: int | None,
    sync: bool,
) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await found_somewhere(
            session, store, lambda: store.graph.at(date, known_at, node=node)
        )
        names = await names_in(store)
    printed = shown(session, found, limit)
    if session.as_json:
        for one in printed:
            data_json(edge_fields(one))
    else:
        data_table(EDGE_COLUMNS, [edge_row(one, names) for one in printed])
    say_more(found, printed)
    if not found:
        then = "" if known_at is None else f", as it was known at {known_at}"
        say(f"nothing counted at {date}{then}")
