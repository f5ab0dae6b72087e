"""graph invalidate: something is no longer so."""

from typing import Annotated

import typer

from .. import delivery
from ..examples import examples
from ..freshness import found_somewhere
from ..session import Session, run, session_of
from .app import EdgeArgument, commands
from .fields import kept_edge_fields
from .named import edge_named
from .sentences import SHOWN_ID, day, told


@commands.command(
    epilog=examples(
        "sense-memory graph invalidate ada works-at acme",
        "sense-memory graph invalidate 1f2e3d4c5b6a --at 2026-01-01",
    )
)
def invalidate(
    context: typer.Context,
    edge: EdgeArgument,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="DATE",
            help="When it ended; the time when it began says that it never was so. Else now.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Say that a current edge is no longer so; that it was so stays known."""
    run(_invalidate(session_of(context), edge, at))


async def _invalidate(session: Session, words: list[str], at: str | None) -> None:
    async with session.opened() as store:
        standing = await found_somewhere(session, store, lambda: edge_named(store, words))
        before = store.status()
        edge = await store.graph.invalidate(standing.id, at)
        reached = await delivery.delivered(store, before)
    ends = edge.valid_to
    when = "never was so" if ends is None or ends <= edge.valid_from else f"ended {day(ends)}"
    said = f"{told(edge)} {when} ({edge.id[:SHOWN_ID]})"
    delivery.report(session, said, kept_edge_fields(edge), reached)
