"""persona pin, unpin, due."""

from typing import Annotated

import typer

from ...core.errors import InputError
from ..examples import examples
from ..exits import Code, CommandError
from ..output import iso
from ..session import run, session_of
from .app import commands
from .links import NameOne, changed

NEVER = "never"


@commands.command(epilog=examples("sense-memory persona pin people/facts/vergel"))
def pin(context: typer.Context, name: NameOne) -> None:
    """Let a memory fade no more."""
    work, done = (lambda store: store.persona_pin(name)), f"{name} does not fade any more"
    run(changed(session_of(context), work, {"memory": name, "pinned": True}, done))


@commands.command(epilog=examples("sense-memory persona unpin people/facts/vergel"))
def unpin(context: typer.Context, name: NameOne) -> None:
    """Let a pinned memory fade from now on."""
    work, done = (lambda store: store.persona_unpin(name)), f"{name} fades from now on"
    run(changed(session_of(context), work, {"memory": name, "pinned": False}, done))


@commands.command(
    epilog=examples(
        "sense-memory persona due buy-presents 2026-12-24",
        "sense-memory persona due buy-presents 30d",
        "sense-memory persona due buy-presents never",
    )
)
def due(
    context: typer.Context,
    name: NameOne,
    date: Annotated[
        str,
        typer.Argument(
            help="A date, or how long from now (30d); 'never' takes the date away.",
            show_default=False,
        ),
    ],
) -> None:
    """Let a memory not fade before a date."""
    at = None if date == NEVER else date_to_come(date)
    said = f"{name} does not fade before {iso(at)}" if at is not None else f"{name} has no date"
    fields = {"memory": name, "due_at": iso(at)}
    run(changed(session_of(context), lambda store: store.persona_due(name, at), fields, said))


def date_to_come(text: str) -> float:
    """What was typed where a date is to come.

    Raises:
        CommandError: It is none, or has passed.
    """
    from ...core.clock import system_now
    from ...core.since import moment_to_come

    try:
        return moment_to_come(text, system_now())
    except InputError as error:
        raise CommandError(Code.USAGE, str(error)) from None
