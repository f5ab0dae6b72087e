"""import FORMAT: what another program knows, into the store."""

import asyncio
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.local_only import local_only
from ..importers import FORMATS, Format, read, read_new
from . import delivery
from .agreeing import ASKED_FROM, estimate
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .freshness import refreshed
from .language_model import ProviderOption, ReaderOption, asked_llm
from .output import data_json, number_of, say
from .progress import Stages
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.import_report import ImportReport
    from ..core.items import Item, Marked
    from ..core.llm import LLM
    from ..core.pyramid import Progress
    from ..store import MemoryStore

EVENTS_ASKED = 1_000
"""Events; more are not written before somebody agreed."""
BROKEN_OFF = "broken off: what was taken stays; importing the same again goes on from there"
MOST_SHOWN = 20
"""Problems that are printed; --json prints all that the report names."""

PathArgument = Annotated[
    Path | None, typer.Argument(metavar="PATH", help="Where it is.", show_default=False)
]
LimitOption = Annotated[
    int | None,
    typer.Option(
        "--limit",
        metavar="N",
        help="Only the newest N messages and statements.",
        show_default=False,
    ),
]
ConversationOption = Annotated[
    str | None,
    typer.Option(
        metavar="WHICH", help="Only this conversation, by its id or title.", show_default=False
    ),
]
UserOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Only what was said with this user, where there are several.",
        show_default=False,
    ),
]
ParallelOption = Annotated[
    int | None,
    typer.Option("--parallel", metavar="N", help="How much is asked of a model at once."),
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Only say what it would come to; nothing is written.")
]
AllOption = Annotated[
    bool,
    typer.Option("--all", help="Read everything again, not only what is new since the last time."),
]
LocalOnlyOption = Annotated[
    bool,
    typer.Option(
        "--local-only", help="Into the scope local-only: it stays in this file, off every relay."
    ),
]
YesOption = Annotated[
    bool, typer.Option("--yes", help="Do not ask first, however much it comes to.")
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be imported, and how.

    Attributes:
        format: Which program wrote it.
        path: Where it is; ``None`` is where that program keeps it.
        limit: At most so many messages and statements.
        conversation: Only this one.
        user: Only with this one.
        everything: Also what was read before.
        parallel: How much is asked of a model at once.
        dry_run: Whether nothing is written.
        local_only: Whether it goes to no relay.
        yes: Whether somebody has agreed already.
    """

    format: Format
    path: Path | None
    limit: int | None
    conversation: str | None
    user: str | None
    everything: bool
    parallel: int | None
    dry_run: bool
    local_only: bool
    yes: bool

    async def items(self, store: "MemoryStore") -> "Iterator[Item | Marked]":
        """What there is: all of it, or what is new since the last time."""
        chosen = (self.limit, self.conversation, self.user)
        if self.format.grows and not self.everything and chosen == (None, None, None):
            name = self.format.name
            return read_new(name, self.path, await store.import_marks(name))
        return read(
            *(self.format.name, self.path),
            limit=self.limit,
            conversation=self.conversation,
            user=self.user,
        )


def add_to(commands: typer.Typer) -> None:
    """A command for each format."""
    for one in FORMATS.values():
        call = _growing(one) if one.grows else _whole(one)
        where = "" if one.grows else " PATH"
        commands.command(
            one.name,
            help=_help(one),
            short_help=one.about,
            epilog=examples(
                f"sense-memory import {one.name}{where} --dry-run",
                f"sense-memory import {one.name}{where} --yes",
            ),
        )(call)


def _help(one: Format) -> str:
    begin = f"Take over {one.about}."
    rest = (
        "What was said is kept verbatim and observed, by rules or with --provider by a model; "
        "entities and relations go into the graph; what is here already, or was forgotten here, is "
        "not taken again."
    )
    if one.grows:
        rest += (
            f" Without a path it is ~/{one.usual}. What was read before is not read again, unless "
            "--all, --limit or --conversation is said."
        )
    return f"{begin}\n\n{rest}"


def _whole(one: Format) -> Callable[..., None]:
    def command(
        context: typer.Context,
        path: PathArgument = None,
        limit: LimitOption = None,
        conversation: ConversationOption = None,
        user: UserOption = None,
        parallel: ParallelOption = None,
        dry_run: DryRunOption = False,
        local_only: LocalOnlyOption = False,
        provider: ProviderOption = None,
        model: ReaderOption = None,
        yes: YesOption = False,
    ) -> None:
        wanted = Wanted(
            *(one, path, limit, conversation, user, True, parallel, dry_run, local_only, yes)
        )
        run(_import(session_of(context), wanted, asked_llm(provider, model)))

    return command


def _growing(one: Format) -> Callable[..., None]:
    def command(
        context: typer.Context,
        path: PathArgument = None,
        limit: LimitOption = None,
        conversation: ConversationOption = None,
        everything: AllOption = False,
        parallel: ParallelOption = None,
        dry_run: DryRunOption = False,
        local_only: LocalOnlyOption = False,
        provider: ProviderOption = None,
        model: ReaderOption = None,
        yes: YesOption = False,
    ) -> None:
        wanted = Wanted(
            *(one, path, limit, conversation, None, everything, parallel, dry_run, local_only, yes)
        )
        run(_import(session_of(context), wanted, asked_llm(provider, model)))

    return command


async def _import(session: Session, wanted: Wanted, llm: "LLM | None") -> None:
    _check(wanted)
    async with session.opened(may_create=not wanted.dry_run, llm=llm) as whole:
        store = whole.local_only() if wanted.local_only else whole
        goes_on = wanted.format.grows and bool(await store.import_marks(wanted.format.name))
        if wanted.dry_run:
            planned = await taken_over(store, wanted, llm)
            _print(session, planned, {})
            if llm is not None and planned.calls:
                said = estimate(llm.extract_id, planned.calls, planned.input_tokens)
                say(f"it would be {said}")
            _check_found(wanted, planned, goes_on=goes_on)
            return
        before = store.status()
        try:
            done = await taken_over(store, wanted, llm)
            has_written = bool(done.events)
            reached = await delivery.delivered(store, before, has_written=has_written)
        except asyncio.CancelledError:
            # so Ctrl-C comes: the loop cancels what the command was about to wait for
            say(BROKEN_OFF)
            raise
    _print(session, done, reached.to_json())
    _check_found(wanted, done, goes_on=goes_on)
    say(reached.sentence())
    if wanted.local_only:
        say(_where(session))
    if done.failures:
        raise CommandError(Code.ERROR, "what was taken stays; import the same again for the rest")
    if reached.code is not Code.OK:
        raise typer.Exit(reached.code)


def _where(session: Session) -> str:
    """How what is local-only is asked for, and let go."""
    here = session.scope or ""
    whole = f"--scope {shlex.quote(here)} " if here else ""
    return (
        f"it is local-only: ask for it with --scope {shlex.quote(local_only(here))} before the "
        f"command; it goes out with: sense-memory {whole}relays release-local"
    )


async def taken_over(store: "MemoryStore", wanted: Wanted, llm: "LLM | None") -> "ImportReport":
    """What became of what is wanted, or would; somebody agrees first to what is much.

    Raises:
        CommandError: Nobody agreed.
    """
    if store.relay_urls:
        # what was forgotten elsewhere is not to come back
        await refreshed(store)
    total = None
    if wanted.dry_run or not wanted.yes:
        planned = await _taken(store, wanted, dry_run=True)
        if wanted.dry_run:
            return planned
        _agree(planned, llm)
        total = _items(planned)
    return await _taken(store, wanted, dry_run=False, total=total)


def _check(wanted: Wanted) -> None:
    """Find out before a profile is made whether there is anything to read.

    Raises:
        InputError: There is not.
    """
    read(wanted.format.name, wanted.path, limit=wanted.limit)


def _check_found(wanted: Wanted, report: "ImportReport", *, goes_on: bool) -> None:
    """Say why, where there was nothing at all.

    Args:
        wanted: What was to be taken.
        report: What was.
        goes_on: Whether transcripts of that program were read before, so that nothing new is usual.

    Raises:
        CommandError: It is not what was said to be there.
    """
    if _items(report) or report.failures:
        return
    if wanted.conversation is not None:
        raise CommandError(
            Code.ERROR,
            f"there is no conversation {wanted.conversation!r} in it, by its id or title",
        )
    if goes_on:
        if not wanted.everything:
            say("nothing is new since the last time; --all reads everything again")
        return
    expected = f"expected {wanted.format.about}"
    if report.problem_count:
        raise CommandError(Code.ERROR, f"nothing in it could be taken; {expected}")
    say(f"there was nothing to take in it; {expected}")


async def _taken(
    store: "MemoryStore", wanted: Wanted, *, dry_run: bool, total: int | None = None
) -> "ImportReport":
    with Stages() as stages:

        def watch(progress: "Progress") -> None:
            stages(replace(progress, stage="counting" if dry_run else "importing", total=total))

        return await store.import_items(
            await wanted.items(store), dry_run=dry_run, parallel=wanted.parallel, watch=watch
        )


def _agree(planned: "ImportReport", llm: "LLM | None") -> None:
    """Let somebody agree to what is much.

    Raises:
        CommandError: Nobody did.
    """
    if planned.events <= EVENTS_ASKED and planned.calls <= ASKED_FROM:
        return
    say(f"this takes {_load(planned)}")
    if llm is not None:
        say(f"and {estimate(llm.extract_id, planned.calls, planned.input_tokens)}")
    confirm("yes", "nothing was imported")


def _load(report: "ImportReport") -> str:
    """What it is for the store and its relays, in words."""
    said = f"{number_of(report.events, 'event')}, {_size(report.bytes)}"
    slow = [f"{one.url} about {_span(one.seconds)}" for one in report.relays if one.seconds >= 1]
    return f"{said}; for {', '.join(slow)}" if slow else said


def _items(report: "ImportReport") -> int:
    new = report.messages + report.statements + report.nodes + report.notes + report.edges
    return new + report.known + report.forgotten


def _print(session: Session, report: "ImportReport", reached: dict[str, Any]) -> None:
    say_problems(report)
    if session.as_json:
        data_json({**report_fields(report), **reached})
    say(taking(report))


def say_problems(report: "ImportReport") -> None:
    """What could not be taken, in words."""
    for problem in report.problems[:MOST_SHOWN]:
        say(f"{problem.place}: {problem.why}")
    if report.problem_count > MOST_SHOWN:
        say(f"and {report.problem_count - MOST_SHOWN} more that could not be taken")
    for failure in report.failures:
        say(failure)


def taking(report: "ImportReport") -> str:
    """What was taken, in words."""
    would = "would be " if report.is_dry_run else ""
    of = f" of {number_of(report.conversations, 'conversation')}" if report.conversations else ""
    counts = {
        "statement": report.statements,
        "node": report.nodes,
        "note": report.notes,
        "edge": report.edges,
    }
    others = [number_of(count, name) for name, count in counts.items() if count]
    messages = number_of(report.messages, "message") + of
    parts = [*([messages] if report.messages or not others else []), *others]
    rest = [
        f"{report.observations:,} observed",
        *([f"{report.known:,} known already"] if report.known else []),
        *([f"{report.forgotten:,} forgotten here, left so"] if report.forgotten else []),
        *([f"{report.problem_count:,} unusable"] if report.problem_count else []),
    ]
    *most, last = parts
    said = f"{', '.join(most)} and {last}" if most else last
    return f"{said} {would}taken; {', '.join(rest)}; {_load(report)}"


def report_fields(report: "ImportReport") -> dict[str, Any]:
    """The same for programs."""
    return {
        "dry_run": report.is_dry_run,
        "conversations": report.conversations,
        "messages": report.messages,
        "statements": report.statements,
        "known": report.known,
        "forgotten": report.forgotten,
        "observations": report.observations,
        "nodes": report.nodes,
        "notes": report.notes,
        "edges": report.edges,
        "events": report.events,
        "bytes": report.bytes,
        "relays": [
            {"url": one.url, "events": one.events, "bytes": one.bytes, "seconds": one.seconds}
            for one in report.relays
        ],
        "calls": report.calls,
        "input_tokens": report.input_tokens,
        "failures": list(report.failures),
        "problem_count": report.problem_count,
        "problems": [{"place": one.place, "why": one.why} for one in report.problems],
    }


def _size(size: int) -> str:
    if size < 10**6:
        return f"{max(1, round(size / 1000)) if size else 0} kB"
    return f"{size / 10**6:,.1f} MB"


def _span(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:,.0f} min" if seconds < 7_200 else f"{seconds / 3_600:,.1f} h"
