"""rapport condense: write the layers anew."""

import typer

from .. import delivery
from ..examples import examples
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..output import data_json, say
from ..session import Session, run, session_of
from .app import PeerArgument, commands
from .known import known_peer
from .moves import condensed, condensed_fields


@commands.command(
    epilog=examples(
        "sense-memory rapport condense vergel",
        "sense-memory rapport condense vergel --provider anthropic",
    )
)
def condense(
    context: typer.Context,
    peer: PeerArgument,
    provider: ProviderOption = None,
    model: ReaderOption = None,
) -> None:
    """Write the layers of a peer anew from the sessions that are kept, now.

    Every fifth session does so by itself. Without a provider it is done by rules, on this machine.
    What the layers said before is kept as a version.
    """
    run(_condense(session_of(context), peer, provider, model))


async def _condense(session: Session, peer: str, provider: str | None, model: str | None) -> None:
    async with session.opened(llm=asked_llm(provider, model)) as store:
        await known_peer(session, store, peer)
        before = store.status()
        done = await store.rapport(peer).condense()
        delivery_ = await delivery.delivered(store, before)
    if done is None:
        if session.as_json:
            data_json(None)
        say(f"no session with {peer} is kept, so there is nothing to condense")
        return
    fields = {"peer": done.peer, **(condensed_fields(done) or {})}
    delivery.report(session, condensed(done), fields, delivery_)
