"""persona prune: let go of what dissolved thirty days ago."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import delivery
from ..examples import examples
from ..freshness import refreshed
from ..output import counted, data_json, data_table, iso, local_time, say
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.prune_plan import PlannedMemory, PrunePlan


@commands.command(
    epilog=examples(
        "sense-memory persona prune --plan",
        "sense-memory persona prune",
    )
)
def prune(
    context: typer.Context,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Only say what would be done, and what stands in the way."),
    ] = False,
) -> None:
    """Delete what dissolved at least thirty days ago, here and on every relay.

    The relays are read first. What another machine may have used meanwhile stays.
    """
    run(_prune(session_of(context), plan))


async def _prune(session: Session, is_plan: bool) -> None:
    async with session.opened() as store:
        await refreshed(store)
        planned = await store.prune_plan()
        if is_plan:
            _print(session, planned)
            return
        before = store.status()
        count = await store.persona_prune()
        left = {one.name for one in await store.persona_named(planned.deletes)}
        done = await delivery.delivered(store, before)
    gone = [name for name in planned.deletes if name not in left]
    for name in () if session.as_json else gone:
        say(f"gone: {name}")
    if planned.waiting:
        say(f"{planned.waiting} more wait; why: sense-memory persona prune --plan")
    fields = {"deleted": gone, "changed": count, "waiting": planned.waiting}
    delivery.report(session, f"deleted {counted(len(gone))}", fields, done)


def _print(session: Session, plan: "PrunePlan") -> None:
    if session.as_json:
        data_json(_fields(plan))
        return
    columns = ["memory", "was", "is", "dissolved", "deleted from", "what stands in the way"]
    data_table(columns, [_row(one) for one in plan.memories])
    say(
        f"{counted(plan.total)}: {plan.active} active, {plan.fading} fading, {plan.forgotten} "
        f"forgotten, {plan.dissolved} dissolved; {len(plan.deletes)} would be deleted now, "
        f"{plan.waiting} wait"
    )


def _row(one: "PlannedMemory") -> tuple[str, ...]:
    since = local_time(one.dissolved_since) if one.dissolved_since is not None else ""
    at = local_time(one.deletes_at) if one.deletes_at is not None else ""
    return one.name, one.stored_state, one.state, since, at, "; ".join(one.obstacles)


def _fields(plan: "PrunePlan") -> dict[str, Any]:
    return {
        "at": iso(plan.at),
        "total": plan.total,
        "active": plan.active,
        "fading": plan.fading,
        "forgotten": plan.forgotten,
        "dissolved": plan.dissolved,
        "changed": plan.changed,
        "deletes": list(plan.deletes),
        "waiting": plan.waiting,
        "memories": [
            {
                "memory": one.name,
                "stored_state": one.stored_state,
                "state": one.state,
                "dissolved_since": iso(one.dissolved_since),
                "deletes_at": iso(one.deletes_at),
                "obstacles": list(one.obstacles),
            }
            for one in plan.memories
        ],
    }
