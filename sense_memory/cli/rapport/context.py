"""rapport context: what an agent should know before it talks with a peer."""

from typing import Annotated

import typer

from ..examples import examples
from ..output import data, data_json, say
from ..session import Session, run, session_of
from .app import PeerArgument, commands
from .known import peer_or_stranger


@commands.command(
    epilog=examples(
        "sense-memory rapport context vergel",
        "sense-memory rapport context vergel --budget 300",
    )
)
def context(
    context: typer.Context,
    peer: PeerArgument,
    budget: Annotated[
        int | None,
        typer.Option("-b", "--budget", min=1, help="How many tokens it may cost at most. [600]"),
    ] = None,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what an agent should know before it talks with a peer, for its system prompt."""
    run(_context(session_of(context), peer, budget, sync))


async def _context(session: Session, peer: str, budget: int | None, sync: bool) -> None:
    from ...mind.token_count import token_count

    async with session.opened() as store:
        known = await peer_or_stranger(store, peer, sync=sync)
        block = await store.rapport(peer).context(budget)
    if session.as_json:
        data_json({"peer": peer, "text": block, "tokens": token_count(block)})
    else:
        data(block)
    if known is None:
        say(f"nothing is known of {peer!r}: this is for a stranger")
