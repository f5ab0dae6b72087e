"""rapport observe: read a session that was held elsewhere."""

from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import ReadFailedError
from .. import delivery
from ..examples import examples
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..messages import messages_of
from ..session import Session, run, session_of
from .app import PeerArgument, commands
from .moves import moved, observed_fields

if TYPE_CHECKING:
    from ...store import Rapport


@commands.command(
    epilog=examples(
        "sense-memory rapport observe vergel conversation.json",
        "sense-memory rapport observe vergel - --session 2026-11-21 < turns.jsonl",
    )
)
def observe(
    context: typer.Context,
    peer: PeerArgument,
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A JSON list of {role, content}, or one such object a line; - is standard input.",
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(
            "--session",
            help="Its name; a session that was read before counts once.",
            show_default=False,
        ),
    ] = None,
    provider: ProviderOption = None,
    model: ReaderOption = None,
) -> None:
    """Read a session with a peer, and let it count.

    The role user is the peer, assistant the agent. Without a provider it is read by rules, on this
    machine: roughly, and it moves the vector half as far at most.
    """
    run(_observe(session_of(context), peer, source, name, provider, model))


async def _observe(
    session: Session,
    peer: str,
    source: str,
    name: str | None,
    provider: str | None,
    model: str | None,
) -> None:
    messages = messages_of(source)
    async with session.opened(may_create=True, llm=asked_llm(provider, model)) as store:
        rapport = store.rapport(peer)
        kept = await _kept(rapport) if name is not None else frozenset()
        before = store.status()
        done = await rapport.observe(messages, session=name)
        delivery_ = await delivery.delivered(store, before)
    is_new = done.reading.id not in kept
    said = f"read the session {done.reading.id} by {done.reading.reader}: {moved(done)}"
    if not is_new:
        said = f"the session {done.reading.id} was read before, and counts once"
    delivery.report(session, said, {**observed_fields(done), "is_new": is_new}, delivery_)


async def _kept(rapport: "Rapport") -> frozenset[str]:
    """The sessions that were read before, as far as anybody can be asked."""
    try:
        return frozenset(reading.id for reading in await rapport.readings())
    except ReadFailedError:
        return frozenset()
