"""log: what changed when."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .examples import examples
from .freshness import refreshed
from .output import data_json, data_table, iso, local_time, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.log_entry import LogEntry

DEFAULT_LIMIT = 50


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory log --since 2d",
            "sense-memory log --since 2026-11-01 --limit 1000",
            "sense-memory --json log --values | jq -r .name",
        )
    )(log)


def log(
    context: typer.Context,
    since: Annotated[
        str | None,
        typer.Option(help="30m, 2h, 2d, 1w; or 2026-11-01, 2026-11-01T12:30.", show_default=False),
    ] = None,
    limit: Annotated[
        int, typer.Option("-n", "--limit", min=1, help="How many lines at most.")
    ] = DEFAULT_LIMIT,
    values: Annotated[
        bool, typer.Option("--values", help="Print what the memories say, too.")
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what was remembered and forgotten, by which device and when, newest first.

    Records remember the last write of every device; what one device wrote over itself is not told.
    """
    run(_log(session_of(context), since, limit, values, sync))


async def _log(session: Session, since: str | None, limit: int, values: bool, sync: bool) -> None:
    from ..core.clock import SystemClock
    from ..core.since import moment

    # refused before a store is opened
    at = moment(since, SystemClock().now()) if since is not None else None
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        entries = await store.log(since=at, limit=limit + 1)
    shown = entries[:limit]
    if session.as_json:
        for entry in shown:
            data_json(_fields(entry, values))
    else:
        columns = ["when", "device", "what", "memory", *(["value"] if values else [])]
        data_table(columns, [_row(entry, values) for entry in shown])
    if not shown:
        say("nothing changed" + (f" since {since}" if since is not None else ""))
    elif len(entries) > limit:
        say(f"these are the newest {limit}; --limit prints more")


def _fields(entry: "LogEntry", values: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "at": iso(entry.at),
        "device": entry.device,
        "own": entry.is_own,
        "word": entry.word,
        "type": entry.type,
        "name": entry.name,
        "fields": list(entry.fields),
    }
    return {**fields, "value": entry.text} if values else fields


def _row(entry: "LogEntry", values: bool) -> tuple[str, ...]:
    row = (
        local_time(entry.at),
        "this device" if entry.is_own else entry.device,
        entry.word,
        f"{entry.type} {entry.name}",
    )
    return (*row, entry.text or "") if values else row
