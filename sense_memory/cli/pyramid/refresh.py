"""pyramid refresh: bring everything up to date, after reading what is new elsewhere."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import delivery
from ..examples import examples
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..output import data_json, say
from ..progress import Stages
from ..session import Session, run, session_of
from . import made
from .agreeing import agree, estimate
from .app import ParallelOption, YesOption, commands

if TYPE_CHECKING:
    from ...core.import_report import ImportReport
    from ...core.llm import LLM
    from ...store import MemoryStore

USUAL_SOURCE = "openclaw"
"""The program whose transcripts a folder holds, unless another one is named."""
MOST_SHOWN = 20
"""Problems of transcripts that are printed."""


@commands.command(
    epilog=examples(
        "sense-memory pyramid refresh",
        "sense-memory pyramid refresh --source openclaw",
        "sense-memory pyramid refresh --provider anthropic --dry-run",
    )
)
def refresh(
    context: typer.Context,
    source: Annotated[
        str | None,
        typer.Option(
            metavar="WHERE",
            help="First read what is new in transcripts: openclaw, claude-code or codex, where "
            "each keeps them, or a folder of OpenClaw's.",
            show_default=False,
        ),
    ] = None,
    parallel: ParallelOption = None,
    provider: ProviderOption = None,
    model: ReaderOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done, and what it takes.")
    ] = False,
    yes: YesOption = False,
) -> None:
    """Find topics, write the summaries that are due, make vectors, tell the topics anew.

    Only what changed is made anew. Broken off, it goes on with the next run. Without a provider it
    is done by rules, on this machine.
    """
    session, llm = session_of(context), asked_llm(provider, model)
    if dry_run:
        run(_plan(session, source, parallel, llm))
    else:
        run(_refresh(session, source, parallel, llm, yes))


async def _plan(
    session: Session, source: str | None, parallel: int | None, llm: "LLM | None"
) -> None:
    async with session.opened(llm=llm) as store:
        taken = None
        if source is not None:
            taken = await _taken(store, source, parallel, dry_run=True)
        plan = await store.pyramid.refresh_plan()
    if taken is not None:
        say(f"{_taking(taken)}; what that makes to be done is not counted here")
    fields: dict[str, Any] = made.plan_fields(plan)
    if session.as_json:
        data_json({**fields, "source": _source_fields(taken)})
    say(made.planned(plan))


async def _refresh(
    session: Session, source: str | None, parallel: int | None, llm: "LLM | None", yes: bool
) -> None:
    async with session.opened(may_create=source is not None, llm=llm) as store:
        before = store.status()
        failures: tuple[str, ...] = ()
        if source is not None:
            if llm is not None and not yes:
                first = await _taken(store, source, parallel, dry_run=True)
                said = estimate(llm.extract_id, first.calls, first.input_tokens)
                agree(f"{said}, to read {first.messages} messages", first.calls, yes=yes)
            taken = await _taken(store, source, parallel, dry_run=False)
            failures = taken.failures
            say(_taking(taken))
        plan = await store.pyramid.refresh_plan()
        agree(made.planned(plan), plan.calls, yes=yes)
        with Stages() as watch:
            done = await store.pyramid.refresh(parallel=parallel, watch=watch)
        reached = await delivery.delivered(store, before)
    made.report(session, replace(done, failures=failures + done.failures), reached)


async def _taken(
    store: "MemoryStore", source: str, parallel: int | None, *, dry_run: bool
) -> "ImportReport":
    """What is new in some transcripts, taken, or only counted.

    Raises:
        InputError: There is no such folder.
    """
    from ...importers import FORMATS, read_new

    known = FORMATS.get(source)
    name, path = (source, None) if known and known.grows else (USUAL_SOURCE, source)
    marks = await store.import_marks(name)
    with Stages() as watch:
        return await store.import_items(
            read_new(name, path, marks), dry_run=dry_run, parallel=parallel, watch=watch
        )


def _taking(report: "ImportReport") -> str:
    """What was read, in words."""
    for problem in report.problems[:MOST_SHOWN]:
        say(f"{problem.place}: {problem.why}")
    if report.problem_count > MOST_SHOWN:
        say(f"and {report.problem_count - MOST_SHOWN} more that could not be taken")
    verb = "would be read" if report.is_dry_run else "read"
    messages = "1 new message" if report.messages == 1 else f"{report.messages} new messages"
    return f"{messages} {verb}, {report.observations} observed in them"


def _source_fields(report: "ImportReport | None") -> dict[str, Any] | None:
    if report is None:
        return None
    return {
        "messages": report.messages,
        "known": report.known,
        "observations": report.observations,
        "problems": report.problem_count,
        "calls": report.calls,
        "input_tokens": report.input_tokens,
    }
