"""pyramid embed: let what was observed be found by its meaning."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from .. import delivery
from ..examples import examples
from ..exits import Code, CommandError
from ..output import data_json, say
from ..session import Session, no_profile, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.embedding_report import EmbedReport


@commands.command(epilog=examples("sense-memory pyramid embed"))
def embed(
    context: typer.Context,
    force: Annotated[
        bool, typer.Option("--force", help="Make those anew that are there, too.")
    ] = False,
) -> None:
    """Make the vectors of observations and summaries that are missing; refresh does it, too.

    They are made by what makes those of memories: sense-memory persona embed --encoder chooses it.
    """
    run(_embed(session_of(context), force))


async def _embed(session: Session, force: bool) -> None:
    profile = session.load_profile()
    if not profile.exists:
        raise CommandError(Code.ERROR, no_profile(session))
    encoder = session.encoder(profile)
    if encoder is None:
        raise CommandError(
            Code.USAGE,
            "nothing makes vectors here yet; choose a model, which is kept for this profile: "
            "sense-memory persona embed --encoder fastembed --download",
        )
    async with session.opened(encoder=encoder) as store:
        before = store.status()
        report = await store.pyramid.embed(force=force)
        delivery_ = await delivery.delivered(store, before)
    if report.failure is not None:
        say(report.failure)
    if report.is_failed:
        if session.as_json:
            data_json({**asdict(report), **delivery_.to_json()})
        raise CommandError(Code.ERROR, _sentence(report))
    delivery.report(session, _sentence(report), asdict(report), delivery_)


def _sentence(report: "EmbedReport") -> str:
    """For people."""
    failed = f", {report.failed} failed" if report.failed else ""
    return f"{report.made} vectors made by {report.encoder}, {report.kept} there already{failed}"
