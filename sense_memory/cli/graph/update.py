"""graph update, graph supersede: what was wrong, and what has changed."""

from typing import TYPE_CHECKING

import typer

from .. import delivery
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import found_somewhere
from ..session import Session, run, session_of
from .add import described
from .app import (
    AttitudeOption,
    ByOption,
    CalledOption,
    ConfidenceOption,
    DescriptionOption,
    EdgeArgument,
    ProximityOption,
    SinceOption,
    TTLOption,
    commands,
)
from .fields import kept_edge_fields
from .named import edge_named
from .scores import score
from .sentences import SHOWN_ID, day, told

if TYPE_CHECKING:
    from ...core.records.graph import Edge


@commands.command(
    epilog=examples(
        "sense-memory graph update ada works-at acme --since 2024-11-01",
        "sense-memory graph update 1f2e3d4c5b6a --attitude favorable",
        "sense-memory graph update ada bob --called colleague",
    )
)
def update(
    context: typer.Context,
    edge: EdgeArgument,
    *,
    called: CalledOption = None,
    description: DescriptionOption = None,
    attitude: AttitudeOption = None,
    proximity: ProximityOption = None,
    confidence: ConfidenceOption = None,
    since: SinceOption = None,
    by: ByOption = None,
    ttl: TTLOption = None,
) -> None:
    """Correct what was told of an edge: it always was so. What is not given stays.

    What was believed before stays known: graph history. What changed in the world is superseded.
    """
    given = _given(called, described(description), attitude, proximity, confidence, since, by, ttl)
    if not given:
        raise CommandError(Code.USAGE, "say what was wrong: --since, --attitude, --called, …")
    run(_change(session_of(context), edge, given, is_correction=True))


@commands.command(
    epilog=examples(
        "sense-memory graph supersede ada works-at acme --called leads --since 2026-01-01",
        "sense-memory graph supersede ada bob --attitude neutral",
    )
)
def supersede(
    context: typer.Context,
    edge: EdgeArgument,
    *,
    called: CalledOption = None,
    description: DescriptionOption = None,
    attitude: AttitudeOption = None,
    proximity: ProximityOption = None,
    confidence: ConfidenceOption = None,
    since: SinceOption = None,
    by: ByOption = None,
    ttl: TTLOption = None,
) -> None:
    """Say that something changed: a current edge ends where the new one begins.

    It is so since now if nothing else is said, and for the rest as it was; but the description is
    new, or none.
    """
    given = _given(called, described(description), attitude, proximity, confidence, since, by, ttl)
    run(_change(session_of(context), edge, given, is_correction=False))


def _given(
    called: str | None,
    description: str | None,
    attitude: str | None,
    proximity: str | None,
    confidence: float | None,
    since: str | None,
    by: str | None,
    ttl: str | None,
) -> dict[str, object]:
    facts = {
        "relationship_type": called,
        "description": description,
        "attitude": None if attitude is None else score(attitude),
        "proximity": None if proximity is None else score(proximity),
        "confidence": confidence,
        "valid_from": since,
        "recorded_by": by,
        "ttl_policy": ttl,
    }
    return {name: value for name, value in facts.items() if value is not None}


async def _change(
    session: Session, words: list[str], given: dict[str, object], *, is_correction: bool
) -> None:
    async with session.opened() as store:
        standing = await found_somewhere(session, store, lambda: edge_named(store, words))
        before = store.status()
        work = store.graph.update if is_correction else store.graph.supersede
        edge: Edge = await work(standing.id, **given)  # type: ignore[arg-type]
        reached = await delivery.delivered(store, before)
    changed = edge != standing.edge
    said = f"{told(edge)} since {day(edge.valid_from)}: told as {edge.id[:SHOWN_ID]}"
    if edge.id != standing.id:
        said += f" in place of {standing.id[:SHOWN_ID]}"
    elif not changed:
        said = f"{edge.id[:SHOWN_ID]} says that already"
    delivery.report(session, said, {**kept_edge_fields(edge), "changed": changed}, reached)
