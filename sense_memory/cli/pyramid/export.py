"""pyramid export, which the design calls generate: pages for an agent's workspace."""

from pathlib import Path
from typing import Annotated

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import data, data_json, say
from ..session import Session, run, session_of
from .app import SyncOption, commands

ALIAS = "generate"
"""What scripts for the pyramid of the design say."""

WorkspaceArgument = Annotated[
    Path, typer.Argument(help="The folder; it is made if it is not there.", show_default=False)
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Also replace what somebody else wrote or changed.")
]


@commands.command(
    epilog=examples(
        "sense-memory pyramid export ~/memory", "sense-memory pyramid export ~/memory --force"
    )
)
def export(
    context: typer.Context,
    workspace: WorkspaceArgument,
    force: ForceOption = False,
    sync: SyncOption = False,
) -> None:
    """Write MEMORY.md and models/*.md, what is told of each topic, into a folder.

    They are plain text, mode 0600. Only what changed is written, and nothing else there is touched;
    a MEMORY.md that somebody else wrote stays. What is told is told anew by: pyramid refresh
    """
    run(_export(session_of(context), workspace.expanduser(), force, sync))


commands.command(
    ALIAS,
    hidden=True,
    help=f"The same as export: {export.__doc__}",
    epilog=examples(f"sense-memory pyramid {ALIAS} ~/memory"),
)(export)


async def _export(session: Session, workspace: Path, force: bool, sync: bool) -> None:
    async with session.opened(with_relays=sync) as store:
        if sync:
            await refreshed(store)
        files = await store.pyramid.export(workspace, force=force)
        untold = [one for one in (await store.pyramid.status()).topics if not one.is_told]
    if session.as_json:
        data_json({"files": [str(path) for path in files], "outdated": len(untold)})
    else:
        for path in files:
            data(str(path))
    if not files:
        say("every page says already what is told")
    if untold:
        names = ", ".join(one.topic.slug for one in untold[:5])
        say(
            f"more is known than is told of {names}{', …' if untold[5:] else ''}; to tell it: "
            "sense-memory pyramid refresh"
        )
    say("these files are not encrypted; they are yours to keep or remove")
