"""pyramid synthesize: tell topics anew."""

from typing import TYPE_CHECKING, Annotated

import typer

from .. import delivery
from ..agreeing import agree, estimate
from ..examples import examples
from ..freshness import found_somewhere
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..progress import Stages
from ..session import Session, run, session_of
from .app import ParallelOption, YesOption, commands

if TYPE_CHECKING:
    from ...core.llm import LLM


@commands.command(
    epilog=examples(
        "sense-memory pyramid synthesize", "sense-memory pyramid synthesize user --force"
    )
)
def synthesize(
    context: typer.Context,
    topic: Annotated[
        str | None, typer.Argument(help="Only this topic.", show_default=False)
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Also those that tell what would be told now.")
    ] = False,
    parallel: ParallelOption = None,
    provider: ProviderOption = None,
    model: ReaderOption = None,
    yes: YesOption = False,
) -> None:
    """Tell topics anew from their summaries and newest observations.

    Without a provider it is done by rules, on this machine.
    """
    llm = asked_llm(provider, model)
    run(_synthesize(session_of(context), topic, force, parallel, llm, yes))


async def _synthesize(
    session: Session,
    topic: str | None,
    force: bool,
    parallel: int | None,
    llm: "LLM | None",
    yes: bool,
) -> None:
    async with session.opened(llm=llm) as store:
        before = store.status()
        if llm is not None and topic is None:
            there = (await store.pyramid.status()).topics
            calls = sum(1 for one in there if one.observations and (force or not one.is_told))
            agree(estimate(llm.extract_id, calls), calls, yes=yes)
        with Stages() as watch:
            told = await found_somewhere(
                session,
                store,
                lambda: store.pyramid.synthesize(
                    topic, force=force, parallel=parallel, watch=watch
                ),
            )
        reached = await delivery.delivered(store, before)
    names = [one.slug for one in told]
    said = f"told {', '.join(names)}" if names else "every topic tells what would be told now"
    fields = {"told": names, "writer": told[0].writer if told else None}
    delivery.report(session, said, fields, reached)
