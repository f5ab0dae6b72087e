"""persona stats: how much is known."""

from typing import Annotated

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import data_json, data_table
from ..session import Session, run, session_of
from .app import commands


@commands.command(
    epilog=examples("sense-memory persona stats", "sense-memory --json persona stats | jq .states")
)
def stats(
    context: typer.Context,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print how many memories there are, in which states, domains and facets."""
    run(_stats(session_of(context), sync))


async def _stats(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.persona_stats()
    parts = ("states", "domains", "facets")
    if session.as_json:
        data_json({**found, **{part: dict(found[part]) for part in parts}})
        return
    rows = [(name, "", str(found[name])) for name in ("total", "links", "bytes")]
    rows += [(part, name, str(count)) for part in parts for name, count in found[part].items()]
    data_table(["", "", ""], rows)
