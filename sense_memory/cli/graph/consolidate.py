"""graph consolidate: descriptions made anew, expired notes removed, stories told."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from .. import delivery
from ..agreeing import agree, estimate
from ..examples import examples
from ..exits import Code
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..output import data_json, number_of, say
from ..progress import Stages
from ..pyramid.app import ParallelOption, YesOption
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.graph import Consolidated, ConsolidationPlan
    from ...core.llm import LLM


@commands.command(
    epilog=examples(
        "sense-memory graph consolidate",
        "sense-memory graph consolidate --dry-run",
        "sense-memory graph consolidate --provider anthropic",
    )
)
def consolidate(
    context: typer.Context,
    parallel: ParallelOption = None,
    provider: ProviderOption = None,
    model: ReaderOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done, and what it takes.")
    ] = False,
    yes: YesOption = False,
) -> None:
    """Make descriptions anew that notes were added to, remove expired notes, tell storylines.

    Broken off, it goes on with the next run; sleep does it, too. Without a provider it is done by
    rules, on this machine.
    """
    session, llm = session_of(context), asked_llm(provider, model)
    if dry_run:
        run(_plan(session, llm))
    else:
        run(_consolidate(session, parallel, llm, yes))


async def _plan(session: Session, llm: "LLM | None") -> None:
    async with session.opened(llm=llm) as store:
        plan = await store.graph.consolidation_plan()
    if session.as_json:
        data_json(asdict(plan))
    say(planned(plan))


async def _consolidate(
    session: Session, parallel: int | None, llm: "LLM | None", yes: bool
) -> None:
    async with session.opened(llm=llm) as store:
        before = store.status()
        plan = await store.graph.consolidation_plan()
        agree(planned(plan), plan.calls, yes=yes)
        with Stages() as watch:
            done = await store.graph.consolidate(parallel=parallel, watch=watch)
        reached = await delivery.delivered(store, before)
    if session.as_json:
        data_json({**asdict(done), **reached.to_json()})
    say(f"{_done(done)}: {reached.sentence()}")
    for failure in done.failures:
        say(failure)
    if done.failures:
        say("what was made stays; the next run tries the rest again")
        raise typer.Exit(Code.ERROR)
    if reached.code is not Code.OK:
        raise typer.Exit(reached.code)


def planned(plan: "ConsolidationPlan") -> str:
    """What would be done, in words."""
    described = number_of(len(plan.descriptions), "description")
    parts = [
        *([f"{described} to be made anew, at most"] if plan.descriptions else []),
        *([f"{number_of(plan.expired, 'expired note')} to be removed"] if plan.expired else []),
        *([f"{number_of(plan.storylines, 'storyline')} to be told"] if plan.storylines else []),
        *([f"{number_of(plan.macros, 'macro')} to be told"] if plan.macros else []),
    ]
    if not parts:
        return "all of it is up to date"
    asked = estimate(plan.writer, plan.calls, plan.input_tokens, plan.output_tokens)
    return f"{', '.join(parts)}; {asked if plan.calls else f'by {plan.writer}'}"


def _done(done: "Consolidated") -> str:
    """What was done, in words."""
    described = number_of(len(done.described), "description")
    parts = [
        *([f"{described} made anew"] if done.described else []),
        *([f"{number_of(done.expired, 'expired note')} removed"] if done.expired else []),
        *([f"told {', '.join(done.storylines)}"] if done.storylines else []),
        *([f"told {', '.join(done.macros)}"] if done.macros else []),
    ]
    return f"{', '.join(parts)}, by {done.writer}" if parts else "nothing was to be done"
