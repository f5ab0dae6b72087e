"""graph export: the graph as a file."""

from pathlib import Path
from typing import Annotated

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import data, data_json, number_of, say
from ..session import Session, run, session_of
from .app import SyncOption, commands


@commands.command(
    epilog=examples(
        "sense-memory graph export graph.json",
        "sense-memory graph export graph.graphml --format graphml",
        "sense-memory graph export memory.jsonl --format server-memory --force",
    )
)
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A new file, mode 0600.", show_default=False)],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="json: all that is known, every version, note and life; graphml: what is current, "
            "for Gephi, yEd and others; server-memory: what is current of people, concepts and "
            "entities, for MCP's memory server.",
        ),
    ] = "json",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    sync: SyncOption = False,
) -> None:
    """Write the graph into a file, as plain text; this is no use of anything in it.

    What server-memory wrote, and this wrote for it, comes back by: import server-memory
    """
    run(_export(session_of(context), file.expanduser(), form, force, sync))


async def _export(session: Session, file: Path, form: str, force: bool, sync: bool) -> None:
    async with session.opened(with_relays=sync) as store:
        if sync:
            await refreshed(store)
        nodes = await store.graph.export(file, form, force=force)
    if session.as_json:
        data_json({"file": str(file), "format": form, "nodes": nodes})
    else:
        data(str(file))
    say(f"wrote {number_of(nodes, 'node')}; the file is not encrypted, yours to keep or remove")
