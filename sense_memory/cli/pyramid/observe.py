"""pyramid observe: keep one fact."""

from typing import Annotated

import typer

from .. import delivery
from ..examples import examples
from ..session import Session, run, session_of
from ..values import value_or_stdin
from .app import commands
from .fields import SHOWN_ID, kept_fields


@commands.command(
    epilog=examples(
        "sense-memory pyramid observe 'User prefers dark mode' --topic user",
        "sense-memory pyramid observe 'Tom moved to Prague' --at 2026-05-31",
        "pbpaste | sense-memory pyramid observe -",
    )
)
def observe(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="The fact, in a sentence; - is standard input.")],
    topic: Annotated[
        str | None,
        typer.Option(
            help="Whom or what it is about; left out: refresh finds it.", show_default=False
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(help="When it was so: a date or ISO 8601; else now.", show_default=False),
    ] = None,
    origin: Annotated[
        str,
        typer.Option(
            help="Where it comes from, in your own words; or a reference, such as "
            "graph/node/person:ada, with which it is forgotten.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Keep one fact. Said twice with the same time and origin, it is one."""
    said = value_or_stdin(None if text == "-" else text, "the fact")
    run(_observe(session_of(context), said, topic, at, origin))


async def _observe(
    session: Session, text: str, topic: str | None, at: str | None, origin: str
) -> None:
    async with session.opened(may_create=True) as store:
        before = store.status()
        one = await store.pyramid.observe(text, topic=topic, at=at, origin=origin)
        delivery_ = await delivery.delivered(store, before)
    where = f" under {one.topic}" if one.topic is not None else ""
    delivery.report(session, f"observed {one.id[:SHOWN_ID]}{where}", kept_fields(one), delivery_)
