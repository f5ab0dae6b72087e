"""persona embed: let memories be found by their meaning."""

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from .. import delivery
from ..examples import examples
from ..exits import Code, CommandError
from ..output import data_json, say
from ..session import ENCODER_VARIABLE, Session, no_profile, run, session_of
from ..vectors import sentence
from .app import commands

if TYPE_CHECKING:
    from ...core.ports import Encoder

NONE = "none"


@commands.command(
    epilog=examples(
        "sense-memory persona embed --encoder fastembed --download",
        "sense-memory persona embed",
        "sense-memory persona embed --encoder openai:nomic-embed-text@http://localhost:11434/v1",
    )
)
def embed(
    context: typer.Context,
    encoder: Annotated[
        str | None,
        typer.Option(
            help="What makes vectors, from now on: fastembed:MODEL, onnx:FOLDER, "
            "openai:MODEL[@URL] or workers-ai:MODEL; none goes back to words alone.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Make those anew that are there, too.")
    ] = False,
    download: Annotated[
        bool, typer.Option("--download", help="Let fastembed fetch the model if it is not here.")
    ] = False,
) -> None:
    """Let memories be found by their meaning: make the vectors that are missing.

    An endpoint is shown what every memory says. A model on this machine shows it to nobody. Keys
    come from OPENAI_API_KEY and CLOUDFLARE_API_TOKEN, never from here.
    """
    session = session_of(context)
    if encoder == NONE:
        _forget_encoder(session)
    else:
        run(_embed(session, encoder, force, download))


def _forget_encoder(session: Session) -> None:
    profile = session.load_profile()
    if not profile.exists:
        raise CommandError(Code.ERROR, no_profile(session))
    profile.keeping(encoder=None).save()
    if session.as_json:
        data_json({"encoder": None})
    say("memories are found by their words alone from now on; the vectors stay where they are")


async def _embed(session: Session, wanted: str | None, force: bool, download: bool) -> None:
    from ...io.encoder import encoder_of

    profile = session.load_profile()
    if not profile.exists:
        raise CommandError(Code.ERROR, no_profile(session))
    said = wanted or os.environ.get(ENCODER_VARIABLE) or profile.encoder
    if not said:
        raise CommandError(
            Code.USAGE,
            "nothing makes vectors here yet; choose a model, which is kept for this profile: "
            "sense-memory persona embed --encoder fastembed --download",
        )
    encoder: Encoder = encoder_of(said, download=download)
    async with session.opened(encoder=encoder) as store:
        before = store.status()
        report = await store.persona_embed(force=force)
        if wanted is not None and not report.is_failed:
            profile.keeping(encoder=wanted).save()
        delivery_ = await delivery.delivered(store, before)
    if report.failure is not None:
        say(report.failure)
    if report.is_failed:
        if session.as_json:
            data_json({**asdict(report), **delivery_.to_json()})
        raise CommandError(Code.ERROR, sentence(report))
    delivery.report(session, sentence(report), asdict(report), delivery_)
