"""journal, recent: the agent's diary."""

from typing import Annotated

import typer

from . import delivery
from .examples import examples
from .freshness import found_somewhere, refreshed
from .output import data_json, data_table, iso, local_time, say
from .session import Session, run, session_of
from .values import value_or_stdin


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        epilog=examples('sense-memory journal "Shipped the importer; the tests took the day"')
    )(journal)
    app.command(epilog=examples("sense-memory recent -n 5"))(recent)
    app.command("forget-entry", epilog=examples("sense-memory forget-entry 1795261000.5-3f2a"))(
        forget_entry
    )


def journal(
    context: typer.Context,
    text: Annotated[
        str | None, typer.Argument(help="Left out: standard input.", show_default=False)
    ] = None,
) -> None:
    """Add an entry to the journal."""
    run(_journal(session_of(context), value_or_stdin(text, "the entry")))


async def _journal(session: Session, text: str) -> None:
    from ..core.records.journal import JournalEntry

    JournalEntry(text, 0.0)  # refused before a profile is made
    async with session.opened(may_create=True) as store:
        before = store.status()
        event_id = await store.journal(text)
        done = await delivery.delivered(store, before)
    delivery.report(session, "wrote the entry", {"event_id": event_id}, done)


def recent(
    context: typer.Context,
    limit: Annotated[
        int, typer.Option("-n", "--limit", min=1, max=100, help="How many entries.")
    ] = 20,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print the newest journal entries, newest first."""
    run(_recent(session_of(context), limit, sync))


def forget_entry(
    context: typer.Context,
    entry: Annotated[
        str,
        typer.Argument(
            help="The event id that journal prints with --json, or the name that log prints.",
            show_default=False,
        ),
    ],
) -> None:
    """Forget a journal entry, here and on every relay."""
    run(_forget_entry(session_of(context), entry))


async def _forget_entry(session: Session, entry: str) -> None:
    async with session.opened() as store:
        before = store.status()
        event_id = await found_somewhere(session, store, lambda: store.forget_entry(entry))
        done = await delivery.delivered(store, before)
    delivery.report_forgotten(session, "forgot the entry", {"event_id": event_id}, done)


async def _recent(session: Session, limit: int, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        entries = await store.recent(limit)
    if session.as_json:
        for entry in entries:
            data_json({"created_at": iso(entry.created_at), "content": entry.content})
    else:
        data_table(
            ["written", "entry"],
            [(local_time(entry.created_at), entry.content) for entry in entries],
        )
    if not entries:
        say("the journal is empty")
