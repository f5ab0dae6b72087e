"""log: what changed when."""

import contextlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import system_now
from .examples import examples
from .exits import Code, CommandError
from .freshness import refreshed
from .graph.sentences import told
from .graph.titles import titles
from .output import data, data_json, data_table, iso, local_time, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.change import Change
    from ..core.log_entry import LogEntry
    from .graph.titles import Titles

DEFAULT_LIMIT = 50


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory log --since 2d",
            "sense-memory log --since 2026-11-01 --limit 1000",
            "sense-memory log --follow",
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
        int | None,
        typer.Option(
            "-n",
            "--limit",
            min=1,
            help=f"How many lines at most; left out: {DEFAULT_LIMIT}.",
            show_default=False,
        ),
    ] = None,
    values: Annotated[
        bool, typer.Option("--values", help="Print what the memories say, too.")
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
    follow: Annotated[
        bool,
        typer.Option("-f", "--follow", help="Print only what comes from now on, until Ctrl-C."),
    ] = False,
) -> None:
    """Print what was remembered and forgotten, by which device and when, newest first.

    Records remember the last write of every device; what one device wrote over itself is not told.
    """
    session = session_of(context)
    if follow:
        if since is not None or limit is not None or sync:
            raise CommandError(
                Code.USAGE, "--follow prints what comes; leave --since, --limit and --sync out"
            )
        with contextlib.suppress(KeyboardInterrupt):
            run(_follow(session, values))
        return
    run(_log(session, since, limit or DEFAULT_LIMIT, values, sync))


async def _follow(session: Session, values: bool) -> None:
    """Print every change as it comes."""
    async with session.opened() as store:
        changes = store.changes()
        say("watching; Ctrl-C ends it")
        async for change in changes:
            fields = _of_change(change, values)
            if session.as_json:
                data_json(fields)
            else:
                shown = [] if not values or change.after is None else [str(fields["value"])]
                words = (local_time(system_now()), fields["cause"], fields["word"])
                record = f"{fields['type']} {fields['name']}{_title(change)}"
                data("\t".join((*words, record, *shown)), at_once=True)


def _of_change(change: "Change[object]", values: bool) -> dict[str, Any]:
    from ..store.log import text_of, type_of

    word = "forgotten" if change.after is None else "remembered"
    fields: dict[str, Any] = {
        "at": iso(system_now()),
        "cause": change.cause.value,
        "word": word,
        "type": type_of(change.ref.kind),
        "name": change.ref.name,
    }
    return {**fields, "value": text_of(change.ref, change.after)} if values else fields


def _title(change: "Change[Any]") -> str:
    """What follows the name of an edge: whom it is about."""
    from ..core.records.graph import Edge

    edge = change.after if change.after is not None else change.before
    return f" ({told(edge)})" if isinstance(edge, Edge) else ""


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
        said = await titles(store, [(entry.type, entry.name) for entry in shown])
    if session.as_json:
        for entry in shown:
            data_json(_fields(entry, values))
    else:
        columns = ["when", "device", "what", "memory", *(["value"] if values else [])]
        data_table(columns, [_row(entry, said, values) for entry in shown])
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


def _row(entry: "LogEntry", said: "Titles", values: bool) -> tuple[str, ...]:
    row = (
        local_time(entry.at),
        "this device" if entry.is_own else entry.device,
        entry.word,
        f"{entry.type} {entry.name}{said.after(entry.type, entry.name)}",
    )
    return (*row, entry.text or "") if values else row
