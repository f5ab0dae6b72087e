"""graph add: a node, or more about one."""

from typing import Annotated

import typer

from .. import delivery
from ..examples import examples
from ..freshness import found_somewhere
from ..session import Session, run, session_of
from ..values import value_or_stdin
from .app import NODE_TYPES, ConfidenceOption, TTLOption, commands
from .fields import kept_node_fields


@commands.command(
    epilog=examples(
        "sense-memory graph add person:ada --description 'Runs the compiler team'",
        "pbpaste | sense-memory graph add entity:acme --description -",
        "sense-memory graph add source:standup --at 2025-03-01T09:30",
    )
)
def add(
    context: typer.Context,
    node: Annotated[
        str,
        typer.Argument(
            metavar="TYPE:NAME", help=f"The type is one of {NODE_TYPES}.", show_default=False
        ),
    ],
    description: Annotated[
        str | None,
        typer.Option(help="What it is, in a sentence; - is standard input.", show_default=False),
    ] = None,
    confidence: ConfidenceOption = None,
    ttl: TTLOption = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="DATE",
            help="Of a source or an artifact, when it was: a date or ISO 8601.",
            show_default=False,
        ),
    ] = None,
    origin: Annotated[
        str | None,
        typer.Option(
            help="What it was learned from, by its reference; it is forgotten with that.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Make a node; of one that stands, only what is given changes. `relate` makes nodes, too."""
    said = described(description)
    run(_add(session_of(context), node, said, confidence, ttl, at, origin))


def described(given: str | None) -> str | None:
    """What is said of something, of standard input if that is given."""
    return value_or_stdin(None, "the description") if given == "-" else given


async def _add(
    session: Session,
    node: str,
    description: str | None,
    confidence: float | None,
    ttl: str | None,
    at: str | None,
    origin: str | None,
) -> None:
    async with session.opened(may_create=True) as store:
        before = store.status()
        one = await found_somewhere(
            session,
            store,
            lambda: store.graph.add(
                node,
                description=description,
                confidence=confidence,
                ttl_policy=ttl,
                at=at,
                origin=origin,
            ),
        )
        reached = await delivery.delivered(store, before)
    delivery.report(session, f"{one.key} stands", kept_node_fields(one), reached)
