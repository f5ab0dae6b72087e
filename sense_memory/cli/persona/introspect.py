"""persona introspect: a review of what is known."""

from typing import TYPE_CHECKING, Annotated

import typer

from .. import delivery
from ..examples import examples
from ..exits import Code
from ..freshness import refreshed
from ..output import data, data_json, data_table, local_time, say
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.records.introspection import IntrospectionReport

SHOWN = 10
"""How many findings of one list people are shown."""
WORDS = {
    "contradictions": "contradicted by",
    "suggested_connections": "may belong together",
    "suggested_contradictions": "may be superseded by",
    "stale_beliefs": "stale belief",
    "orphaned": "linked with nothing",
    "overloaded_facets": "overloaded",
    "suggested_revisions": "may need updating",
    "suggested_compressions": "too large for a prompt",
}


@commands.command(
    epilog=examples(
        "sense-memory persona introspect",
        "sense-memory persona introspect --past 5",
        "sense-memory --json persona introspect --no-keep | jq .orphaned",
    )
)
def introspect(
    context: typer.Context,
    keep: Annotated[bool, typer.Option(help="Whether the report is written down.")] = True,
    past: Annotated[
        int | None,
        typer.Option(min=1, help="Print so many kept reports instead.", show_default=False),
    ] = None,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Review what is known: what fades, what contradicts what, what belongs together."""
    session = session_of(context)
    run(_introspect(session, keep, sync) if past is None else _past(session, past, sync))


async def _introspect(session: Session, keep: bool, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        before = store.status()
        report = await store.persona_introspect(keep=keep)
        done = await delivery.delivered(store, before) if keep else None
    if session.as_json:
        data_json({**report.to_dict(), **(done.to_json() if done is not None else {})})
    else:
        _print(report)
    if done is not None:
        say(f"the report is {done.sentence()}")
        if done.code is not Code.OK:
            raise typer.Exit(done.code)


async def _past(session: Session, count: int, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        reports = await store.persona_introspections(count)
    for report in reports:
        if session.as_json:
            data_json(report.to_dict())
        else:
            data(f"{local_time(report.timestamp)}: {_summary(report)}")
    if not reports:
        say("no report was kept")


def _summary(report: "IntrospectionReport") -> str:
    from ...store.sleep import in_words

    return in_words(report)


def _print(report: "IntrospectionReport") -> None:
    data(_summary(report))
    more = dict(report.left_out)
    rows: list[tuple[str, ...]] = []
    counts = dict.fromkeys(WORDS, 0)
    for name, names in report.findings():
        counts[name] += 1
        if counts[name] <= SHOWN:
            rows.append((names[0], WORDS[name], *names[1:]))
    data_table(["", "", ""], [(*row, "")[:3] for row in rows])
    for name, count in counts.items():
        rest = max(0, count - SHOWN) + more.get(name, 0)
        if rest:
            say(f"{rest} more: {WORDS[name]}")
