"""pyramid summarize: only the summaries of refresh."""

from typing import TYPE_CHECKING, Annotated

import typer

from .. import delivery
from ..agreeing import agree, estimate
from ..examples import examples
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..progress import Stages
from ..session import Session, run, session_of
from . import made
from .app import ParallelOption, YesOption, commands

if TYPE_CHECKING:
    from ...core.llm import LLM


@commands.command(
    epilog=examples(
        "sense-memory pyramid summarize", "sense-memory pyramid summarize --max-tier 0 -n 100"
    )
)
def summarize(
    context: typer.Context,
    max_obs: Annotated[
        int | None,
        typer.Option(
            "--max-obs",
            "-n",
            help="No more than so many observations of a topic, the oldest.",
            show_default=False,
        ),
    ] = None,
    max_tier: Annotated[
        int | None,
        typer.Option("--max-tier", "-T", help="No summaries above this tier.", show_default=False),
    ] = None,
    parallel: ParallelOption = None,
    provider: ProviderOption = None,
    model: ReaderOption = None,
    yes: YesOption = False,
) -> None:
    """Write the summaries that are due: of ten observations of a topic, and of ten summaries.

    Without a provider it is done by rules, on this machine.
    """
    llm = asked_llm(provider, model)
    run(_summarize(session_of(context), max_obs, max_tier, parallel, llm, yes))


async def _summarize(
    session: Session,
    max_obs: int | None,
    max_tier: int | None,
    parallel: int | None,
    llm: "LLM | None",
    yes: bool,
) -> None:
    async with session.opened(llm=llm) as store:
        before = store.status()
        if llm is not None:
            plan = await store.pyramid.refresh_plan()
            calls = sum(plan.summaries[: None if max_tier is None else max(0, max_tier + 1)])
            agree(estimate(plan.writer, calls), calls, yes=yes)
        with Stages() as watch:
            done = await store.pyramid.summarize(
                max_observations=max_obs, max_tier=max_tier, parallel=parallel, watch=watch
            )
        reached = await delivery.delivered(store, before)
    made.report(session, done, reached)
