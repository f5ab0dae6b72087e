"""Vectors of some records, made by what makes those of the profile."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from . import delivery
from .exits import Code, CommandError
from .output import data_json, say
from .session import Session, no_profile

if TYPE_CHECKING:
    from ..core.embedding_report import EmbedReport
    from ..store import MemoryStore


async def make(session: Session, work: "Callable[[MemoryStore], Awaitable[EmbedReport]]") -> None:
    """Make vectors, and say what became of it.

    Args:
        session: The options before the command.
        work: Makes them.

    Raises:
        CommandError: There is no profile, nothing in it makes vectors, or none could be made.
    """
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
        report = await work(store)
        reached = await delivery.delivered(store, before)
    if report.failure is not None:
        say(report.failure)
    if report.is_failed:
        if session.as_json:
            data_json({**asdict(report), **reached.to_json()})
        raise CommandError(Code.ERROR, sentence(report))
    delivery.report(session, sentence(report), asdict(report), reached)


def sentence(report: "EmbedReport") -> str:
    """What was made, for people."""
    failed = f", {report.failed} failed" if report.failed else ""
    return f"{report.made} vectors made by {report.encoder}, {report.kept} there already{failed}"
