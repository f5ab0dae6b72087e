"""pyramid embed: let what was observed be found by its meaning."""

from typing import Annotated

import typer

from .. import vectors
from ..examples import examples
from ..session import run, session_of
from .app import commands


@commands.command(epilog=examples("sense-memory pyramid embed"))
def embed(
    context: typer.Context,
    force: Annotated[
        bool, typer.Option("--force", help="Make those anew that are there, too.")
    ] = False,
) -> None:
    """Make the vectors of observations and summaries that are missing; refresh does it, too.

    They are made by what makes those of memories: sense-memory persona embed --encoder chooses it.
    """
    run(vectors.make(session_of(context), lambda store: store.pyramid.embed(force=force)))
