"""graph note: something that is known of a node or an edge."""

from typing import Annotated

import typer

from ...core.records.graph import NoteLifetime
from .. import delivery
from ..examples import examples
from ..freshness import found_somewhere
from ..session import Session, run, session_of
from ..values import value_or_stdin
from .app import TargetArgument, commands
from .fields import kept_note_fields
from .named import target_named
from .sentences import SHOWN_ID, lifetime as counts


@commands.command(
    epilog=examples(
        "sense-memory graph note person:ada 'Prefers to be asked by mail' --lifetime year",
        "sense-memory graph note ada works-at acme 'Thinks of leaving'",
        "pbpaste | sense-memory graph note 1f2e3d4c5b6a -",
    )
)
def note(
    context: typer.Context,
    target: TargetArgument,
    text: Annotated[str, typer.Argument(help="What, in a sentence; - is standard input.")],
    *,
    lifetime: Annotated[
        str, typer.Option(help=f"How long it counts: {', '.join(NoteLifetime)}.")
    ] = NoteLifetime.MONTH,
    source: Annotated[
        str,
        typer.Option(
            metavar="NODE",
            help="What it was learned from: a node, or a reference, with which it is forgotten.",
            show_default=False,
        ),
    ] = "",
    by: Annotated[
        str | None, typer.Option("--by", help="Who noted it, if not you.", show_default=False)
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="When: a date, ISO 8601; else now.", show_default=False),
    ] = None,
) -> None:
    """Note something of a node or an edge; `consolidate` works it into its description."""
    said = value_or_stdin(None if text == "-" else text, "the note")
    run(_note(session_of(context), target, said, lifetime, source, by, at))


async def _note(
    session: Session,
    words: list[str],
    text: str,
    lifetime: str,
    source: str,
    by: str | None,
    at: str | None,
) -> None:
    async with session.opened() as store:
        target = await found_somewhere(session, store, lambda: target_named(store, words))
        before = store.status()
        one = await found_somewhere(
            session,
            store,
            lambda: store.graph.note(
                target, text, lifetime=lifetime, source=source, added_by=by, at=at
            ),
        )
        reached = await delivery.delivered(store, before)
    said = f"noted of {one.target} as {one.id[:SHOWN_ID]}, {counts(one)}"
    delivery.report(session, said, kept_note_fields(one), reached)
