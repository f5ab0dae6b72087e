"""pyramid edit, pyramid assign: an observation says something else, or is about something else."""

from typing import Annotated

import typer

from .. import delivery
from ..examples import examples
from ..exits import Code, CommandError
from ..session import Session, run, session_of
from ..values import value_or_stdin
from .app import IdArgument, commands
from .fields import SHOWN_ID, kept_fields
from .named import observation_named


@commands.command(epilog=examples("sense-memory pyramid edit 1f2e3d4c5b6a 'Tom moved to Brno'"))
def edit(
    context: typer.Context,
    name: IdArgument,
    text: Annotated[str, typer.Argument(help="What it says from now on; - is standard input.")],
) -> None:
    """Correct an observation. What was made of it is made anew by the next refresh."""
    said = value_or_stdin(None if text == "-" else text, "what it says")
    run(_edit(session_of(context), name, said))


async def _edit(session: Session, name: str, text: str) -> None:
    async with session.opened() as store:
        standing = await observation_named(session, store, name)
        before = store.status()
        one = await store.pyramid.edit(standing.id, text)
        delivery_ = await delivery.delivered(store, before)
    changed = one.text != standing.text
    said = f"corrected {one.id[:SHOWN_ID]}" if changed else f"{one.id[:SHOWN_ID]} says that already"
    fields = {**kept_fields(one), "changed": changed}
    delivery.report(session, said, fields, delivery_)


@commands.command(
    epilog=examples(
        "sense-memory pyramid assign 1f2e3d4c5b6a tom",
        "sense-memory pyramid assign 1f2e3d4c5b6a --none",
    )
)
def assign(
    context: typer.Context,
    name: IdArgument,
    topic: Annotated[
        str | None,
        typer.Argument(help="The topic's name; made if it is not there.", show_default=False),
    ] = None,
    none: Annotated[
        bool, typer.Option("--none", help="It belongs to none; refresh looks for one anew.")
    ] = False,
) -> None:
    """File an observation under a topic. What was made of it is made anew by the next refresh."""
    if (topic is None) is not none:
        raise CommandError(Code.USAGE, "name a topic, or say --none; not both")
    run(_assign(session_of(context), name, topic))


async def _assign(session: Session, name: str, topic: str | None) -> None:
    async with session.opened() as store:
        standing = await observation_named(session, store, name)
        before = store.status()
        one = await store.pyramid.assign(standing.id, topic)
        delivery_ = await delivery.delivered(store, before)
    where = f"filed under {one.topic}" if one.topic is not None else "filed nowhere"
    fields = {**kept_fields(one), "changed": one.topic != standing.topic}
    delivery.report(session, f"{one.id[:SHOWN_ID]} is {where}", fields, delivery_)
