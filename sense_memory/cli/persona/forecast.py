"""persona forecast: what fades this week, this month."""

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import data_json, data_table, iso, local_time, say
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.expected_change import ExpectedChange

DAY = 86_400.0
WEEK, MONTH = 7, 30
WIDE = 90
"""Columns of a terminal that shows the dates, too."""
WORDS = {"deleted": "may be deleted"}


@commands.command(
    epilog=examples(
        "sense-memory persona forecast",
        "sense-memory persona forecast --days 7 --domain people",
        "sense-memory --json persona forecast | jq -r 'select(.state == \"fading\") | .key'",
    )
)
def forecast(
    context: typer.Context,
    domain: Annotated[
        str | None, typer.Option("-d", "--domain", help="Only this domain.", show_default=False)
    ] = None,
    days: Annotated[
        int, typer.Option(min=1, max=36_500, help="How many days to look ahead.")
    ] = MONTH,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what fades, and when, unless it is used.

    Looking at a memory counts as no use of it. What is fading is no longer in a prompt; what is
    forgotten is no longer found by a search; what has dissolved may be deleted after thirty days.
    """
    run(_forecast(session_of(context), domain, days, sync))


async def _forecast(session: Session, domain: str | None, days: int, sync: bool) -> None:
    from ...core.clock import system_now

    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.persona_forecast(days, domain=domain)
    now = system_now()
    if session.as_json:
        for change in found:
            data_json(
                {
                    "domain": change.domain,
                    "facet": change.facet,
                    "key": change.key,
                    "relevance": round(change.relevance, 6),
                    "state": change.state,
                    "at": iso(change.at),
                    "in_days": round((change.at - now) / DAY, 2),
                }
            )
    else:
        _print(found, now)
    if not found:
        say(f"nothing fades within {_days(days)}")
    elif sys.stdout.isatty():
        say("what is recalled by its whole name, linked or written again begins anew")


def _print(found: Sequence["ExpectedChange"], now: float) -> None:
    columns = ["", "when", "becomes", "memory", "now"]
    if not sys.stdout.isatty():
        data_table(columns, [(_part(one.at, now), iso(one.at) or "", *_row(one)) for one in found])
        return
    is_wide = get_terminal_size().columns >= WIDE
    rows: list[tuple[str, ...]] = []
    for before, one in zip((None, *found), found, strict=False):
        part = _part(one.at, now)
        is_next = before is not None and _part(before.at, now) == part
        when = f"{local_time(one.at)[:10]}, " if is_wide else ""
        rows.append(("" if is_next else part, when + _ahead(one.at, now), *_row(one)))
    if rows:
        data_table(columns, rows)


def _row(change: "ExpectedChange") -> tuple[str, str, str]:
    state = WORDS.get(change.state, change.state)
    return state, change.name, f"{change.relevance:.2f}"


def _part(at: float, now: float) -> str:
    ahead = (at - now) / DAY
    if ahead <= 0:
        return "overdue"
    return "this week" if ahead <= WEEK else "this month" if ahead <= MONTH else "later"


def _ahead(at: float, now: float) -> str:
    ahead = round((at - now) / DAY)
    if ahead == 0:
        return "today"
    return f"in {_days(ahead)}" if ahead > 0 else f"{_days(-ahead)} ago"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count:,} days"
