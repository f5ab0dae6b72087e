"""graph connect, graph disconnect: what a node is elsewhere in the mind."""

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

ReferenceArgument = Annotated[
    str,
    typer.Argument(
        metavar="REFERENCE",
        help="domain/facet/key of a persona memory, rapport/PEER/vector, or any other reference.",
        show_default=False,
    ),
]


@commands.command(
    epilog=examples(
        "sense-memory graph connect person:ada rapport/ada/vector",
        "sense-memory graph connect person:ada people/facts/ada",
    )
)
def connect(context: typer.Context, node: NodeArgument, reference: ReferenceArgument) -> None:
    """Say that a node is what another record is about, too: a peer, a memory, a topic."""
    run(_connect(session_of(context), node, reference, is_wanted=True))


@commands.command(
    epilog=examples("sense-memory graph disconnect person:ada rapport/ada/vector"),
)
def disconnect(context: typer.Context, node: NodeArgument, reference: ReferenceArgument) -> None:
    """Take that back."""
    run(_connect(session_of(context), node, reference, is_wanted=False))


async def _connect(session: Session, node: str, reference: str, *, is_wanted: bool) -> None:
    async with session.opened() as store:
        before = store.status()

        async def change() -> "Node":
            work = store.graph.connect if is_wanted else store.graph.disconnect
            return await work(node, reference)

        one = await found_somewhere(session, store, change)
        reached = await delivery.delivered(store, before)
    known = sorted(one.references)
    said = f"{one.key} is {', '.join(known) if known else 'nothing else'}"
    delivery.report(session, said, {**kept_node_fields(one), "references": known}, reached)
