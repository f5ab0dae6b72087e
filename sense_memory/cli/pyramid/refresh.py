"""pyramid refresh: bring everything up to date, after reading what is new elsewhere."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import delivery
from ..agreeing import agree
from ..examples import examples
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..output import data_json, say
from ..progress import Stages
from ..session import Session, run, session_of
from . import made
from .app import ParallelOption, YesOption, commands

if TYPE_CHECKING:
    from ...core.import_report import ImportReport
    from ...core.llm import LLM
    from ...store import MemoryStore

USUAL_SOURCE = "openclaw"
"""The program whose transcripts a folder holds, unless another one is named."""


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
        taken = await _taken(store, source, parallel, llm, dry_run=True, yes=True)
        plan = await store.pyramid.refresh_plan()
    fields: dict[str, Any] = {**made.plan_fields(plan), "source": _source_fields(taken)}
    if session.as_json:
        data_json(fields)
    if taken is not None:
        say("what is to be done with that is not counted here")
    say(made.planned(plan))


async def _refresh(
    session: Session, source: str | None, parallel: int | None, llm: "LLM | None", yes: bool
) -> None:
    async with session.opened(may_create=source is not None, llm=llm) as store:
        before = store.status()
        taken = await _taken(store, source, parallel, llm, dry_run=False, yes=yes)
        plan = await store.pyramid.refresh_plan()
        agree(made.planned(plan), plan.calls, yes=yes)
        with Stages() as watch:
            done = await store.pyramid.refresh(parallel=parallel, watch=watch)
        reached = await delivery.delivered(store, before)
    failed = taken is not None and bool(taken.failures)
    more = {"source": _source_fields(taken)}
    made.report(session, done, reached, more, is_failed=failed)


async def _taken(
    store: "MemoryStore",
    source: str | None,
    parallel: int | None,
    llm: "LLM | None",
    *,
    dry_run: bool,
    yes: bool,
) -> "ImportReport | None":
    """What is new in some transcripts, taken, or only counted; ``None`` if none were named.

    Raises:
        InputError: There is no such folder.
    """
    from ...importers import FORMATS
    from ..import_items import Wanted, say_problems, taken_over, taking

    if source is None:
        return None
    known = FORMATS.get(source)
    is_named = known is not None and known.grows
    format_ = FORMATS[source if is_named else USUAL_SOURCE]
    path = None if is_named else Path(source)
    wanted = Wanted(*(format_, path, None, None, None, False, parallel, dry_run, False, yes))
    report = await taken_over(store, wanted, llm)
    say_problems(report)
    say(taking(report))
    return report


def _source_fields(report: "ImportReport | None") -> dict[str, Any] | None:
    from ..import_items import report_fields

    return None if report is None else report_fields(report)
