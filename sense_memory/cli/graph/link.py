"""graph link, graph unlink: what a source mentions, and what came of it."""

from typing import TYPE_CHECKING, Annotated

import typer

from .. import delivery
from ..examples import examples
from ..freshness import found_somewhere
from ..session import Session, run, session_of
from .app import NodeArgument, commands
from .fields import kept_node_fields

if TYPE_CHECKING:
    from ...core.records.graph import Node

KindArgument = Annotated[
    str, typer.Argument(metavar="KIND", help="mentions or produced.", show_default=False)
]


@commands.command(
    epilog=examples(
        "sense-memory graph link source:standup mentions person:ada",
        "sense-memory graph link source:standup produced artifact:minutes",
    )
)
def link(
    context: typer.Context, start: NodeArgument, kind: KindArgument, end: NodeArgument
) -> None:
    """Link a source with whom it mentions, or with an artifact that it produced."""
    run(_link(session_of(context), start, kind, end, is_wanted=True))


@commands.command(epilog=examples("sense-memory graph unlink source:standup mentions person:ada"))
def unlink(
    context: typer.Context, start: NodeArgument, kind: KindArgument, end: NodeArgument
) -> None:
    """Take such a link back."""
    run(_link(session_of(context), start, kind, end, is_wanted=False))


async def _link(session: Session, start: str, kind: str, end: str, *, is_wanted: bool) -> None:
    async with session.opened() as store:
        before = store.status()

        async def change() -> "Node":
            work = store.graph.link if is_wanted else store.graph.unlink
            return await work(start, kind, end)

        one = await found_somewhere(session, store, change)
        reached = await delivery.delivered(store, before)
    keys = sorted(getattr(one, kind))
    said = f"{one.key} {kind} {', '.join(keys) if keys else 'nothing'}"
    fields = {**kept_node_fields(one), "kind": kind, "links": keys}
    delivery.report(session, said, fields, reached)
