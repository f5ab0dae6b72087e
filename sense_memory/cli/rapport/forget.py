"""rapport forget: a peer, or one session with them."""

from typing import Annotated

import typer

from .. import delivery
from ..confirming import confirm
from ..examples import examples
from ..freshness import found_somewhere
from ..output import say
from ..session import Session, run, session_of
from .app import PeerArgument, commands
from .known import known_peer


@commands.command(
    epilog=examples(
        "sense-memory rapport forget vergel",
        "sense-memory rapport forget vergel --session 20261121T224000-1f2e3d4c",
    )
)
def forget(
    context: typer.Context,
    peer: PeerArgument,
    name: Annotated[
        str | None,
        typer.Option(
            "--session",
            help="Only this one, as `rapport show --sessions` prints it.",
            show_default=False,
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask for the name to be typed again.")
    ] = False,
) -> None:
    """Forget how the agent talks with a peer, here and on every relay; it cannot be taken back.

    Sessions, layers and their versions, the vector: all of it, on every device. Of one session
    nothing is left either; what was condensed from it is made anew.
    """
    session = session_of(context)
    if not yes:
        say(
            f"all sessions with {peer}, the layers and their versions will be gone on every device"
            if name is None
            else f"the session {name} with {peer} will be gone on every device"
        )
        confirm(peer if name is None else name, "nothing was forgotten")
    run(_forget(session, peer, name))


async def _forget(session: Session, peer: str, name: str | None) -> None:
    async with session.opened() as store:
        rapport = store.rapport(peer)
        before = store.status()
        if name is None:
            await known_peer(session, store, peer)
            event_id = await found_somewhere(session, store, rapport.forget)
        else:
            event_id = await found_somewhere(session, store, lambda: rapport.forget_session(name))
        done = await delivery.delivered(store, before)
    what = peer if name is None else f"the session {name} with {peer}"
    fields = {"peer": peer, "session": name, "event_id": event_id}
    delivery.report_forgotten(session, f"forgot {what}", fields, done)
