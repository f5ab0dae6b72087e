"""graph relate: how two nodes relate."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import ReadFailedError
from .. import delivery
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import found_somewhere
from ..session import Session, run, session_of
from .add import described
from .app import (
    AttitudeOption,
    ByOption,
    ConfidenceOption,
    DescriptionOption,
    NodeArgument,
    ProximityOption,
    SinceOption,
    TTLOption,
    commands,
)
from .fields import kept_edge_fields
from .scores import score
from .sentences import SHOWN_ID, told

if TYPE_CHECKING:
    from ...core.records.graph import Edge
    from ...store import MemoryStore


@commands.command(
    epilog=examples(
        "sense-memory graph relate person:ada works-at entity:acme --since 2025-03-01",
        "sense-memory graph relate person:ada friend person:bob --attitude close --proximity 4",
        "sense-memory graph relate ada works-at initech --since 2019-01-01 --until 2025-03-01",
    )
)
def relate(
    context: typer.Context,
    start: NodeArgument,
    relation: Annotated[
        str,
        typer.Argument(
            metavar="RELATION", help="A word or a few: works-at, best friend.", show_default=False
        ),
    ],
    end: NodeArgument,
    *,
    description: DescriptionOption = None,
    attitude: AttitudeOption = None,
    proximity: ProximityOption = None,
    confidence: ConfidenceOption = None,
    since: SinceOption = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="Until when; else it goes on.", show_default=False),
    ] = None,
    by: ByOption = None,
    ttl: TTLOption = None,
) -> None:
    """Say how two nodes relate. Those given as TYPE:NAME are made if they are not there.

    Left out, it is so since now, neutral and fairly sure: 3, 3 and 0.8. What changes later
    supersedes it, what was wrong is updated: both stay known.
    """
    from ...store.references import node_key_in

    if node_key_in(relation) is not None and node_key_in(end) is None:
        meant = shlex.join(("sense-memory", "graph", "relate", start, end, relation))
        raise CommandError(Code.USAGE, f"the relation stands between the two nodes: {meant}")
    said = described(description)
    given: dict[str, object] = {
        "description": said,
        "attitude": None if attitude is None else score(attitude),
        "proximity": None if proximity is None else score(proximity),
        "confidence": confidence,
        "valid_from": since,
        "valid_to": until,
        "recorded_by": by,
        "ttl_policy": ttl,
    }
    run(_relate(session_of(context), start, relation, end, given))


async def _relate(
    session: Session, start: str, relation: str, end: str, given: dict[str, object]
) -> None:
    facts = {name: value for name, value in given.items() if value is not None}
    async with session.opened(may_create=True) as store:
        before, standing = store.status(), await _keys(store)

        async def say_so() -> "Edge":
            return await store.graph.relate(start, end, relation, **facts)  # type: ignore[arg-type]

        edge = await found_somewhere(session, store, say_so)
        reached = await delivery.delivered(store, before)
    made = [key for key in (edge.from_key, edge.to_key) if key not in standing]
    new = f", with the new {' and '.join(made)}" if made else ""
    said = f"{told(edge)}: told as {edge.id[:SHOWN_ID]}{new}"
    delivery.report(session, said, {**kept_edge_fields(edge), "made": made}, reached)


async def _keys(store: "MemoryStore") -> frozenset[str]:
    """The nodes that stood before, as far as anybody can be asked."""
    try:
        return frozenset(one.key for one in await store.graph.nodes())
    except ReadFailedError:
        return frozenset()
