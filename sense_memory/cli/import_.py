"""import: what files hold, into the store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import import_items
from .examples import examples
from .exits import Code, CommandError
from .output import data_json, reason, say
from .session import Session, run, session_of
from .values import standard_input

if TYPE_CHECKING:
    from ..core.event_import import EventImport
    from ..core.status import SyncReport

MOST_SHOWN = 20
"""Unusable lines that are printed; --json prints all that the report names."""

commands = typer.Typer(
    help="Take over what another program knows, or what a file holds.\n\n"
    "Example: sense-memory import chatgpt export.zip",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@commands.callback()
def _group() -> None:
    """Take over what another program knows, or what a file holds."""


import_items.add_to(commands)


@commands.command(
    epilog=examples(
        "sense-memory import events backup.jsonl",
        "gunzip -c backup.jsonl.gz | sense-memory import events -",
    )
)
def events(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="One JSON object a line; - is standard input.")],
) -> None:
    """Merge signed events of this profile's key: a backup, or what a relay holds.

    Each is verified. What is here already stays, nothing is overwritten; what is new goes to every
    relay that lacks it. To restore on a new machine, bring the key first: sense-memory keys import
    """
    session = session_of(context)
    source = None if file == "-" else Path(file).expanduser()
    if source is not None and not source.is_file():
        raise CommandError(Code.USAGE, f"there is no file {source}")
    report, sent = run(_events(session, source))
    if session.as_json:
        _print_json(source, report)
    else:
        _print(report)
    _print_sync(sent)
    if report.lines and report.rejected == report.lines:
        raise CommandError(Code.ERROR, "no line was usable")


async def _events(session: Session, source: Path | None) -> "tuple[EventImport, SyncReport]":
    from ..io.event_file import read_lines

    async with session.opened() as store:
        if source is None:
            report = await store.import_events(read_lines(standard_input("events, one a line")))
        else:
            with source.open("rb") as file:
                report = await store.import_events(read_lines(file))
        # what is new should not wait for the next command on this machine
        return report, await store.sync()


def _print(report: "EventImport") -> None:
    say(
        f"{report.lines} lines: {report.taken} new, {report.known} known, "
        f"{report.kept_aside} kept aside, {report.rejected} unusable"
        + (f" ({report.foreign} of another identity)" if report.foreign else "")
    )
    for problem in report.problems[:MOST_SHOWN]:
        say(f"line {problem.line}: {problem.why}")
    if report.rejected > MOST_SHOWN:
        say(f"and {report.rejected - MOST_SHOWN} more; --json names them")


def _print_json(source: Path | None, report: "EventImport") -> None:
    data_json(
        {
            "file": str(source) if source is not None else None,
            "lines": report.lines,
            "taken": report.taken,
            "known": report.known,
            "kept_aside": report.kept_aside,
            "rejected": report.rejected,
            "foreign": report.foreign,
            "problems": [{"line": p.line, "why": p.why} for p in report.problems],
        }
    )


def _print_sync(report: "SyncReport") -> None:
    for relay in report.relays:
        error = f"; {reason(relay.url, relay.error)}" if relay.error is not None else ""
        if relay.waiting or error:
            say(f"{relay.url}: {relay.waiting} waiting{error}")
