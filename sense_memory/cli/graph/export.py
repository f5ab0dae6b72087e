"""graph export: the graph as a file."""

import sys
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
        "sense-memory graph export - | jq -r '.nodes[].name'",
    )
)
def export(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(help="A new file, mode 0600; - is standard output.", show_default=False),
    ],
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
    target = None if file == "-" else Path(file).expanduser()
    run(_export(session_of(context), target, form, force, sync))


async def _export(
    session: Session, target: Path | None, form: str, force: bool, sync: bool
) -> None:
    async with session.opened(with_relays=sync) as store:
        if sync:
            await refreshed(store)
        if target is None:
            nodes = await store.graph.export(sys.stdout, form)
        else:
            nodes = await store.graph.export(target, form, force=force)
    if target is None:
        say(f"wrote {number_of(nodes, 'node')} to standard output, as plaintext")
        return
    if session.as_json:
        data_json({"file": str(target), "format": form, "nodes": nodes})
    else:
        data(str(target))
    say(f"wrote {number_of(nodes, 'node')}; the file is not encrypted, yours to keep or remove")
