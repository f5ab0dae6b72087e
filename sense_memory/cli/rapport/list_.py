"""rapport list: who there is."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import data_json, data_table, iso, local_time, say
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.rapport import PeerStatus


@commands.command(
    "list",
    epilog=examples(
        "sense-memory rapport list",
        "sense-memory --json rapport list | jq -r 'select(.is_due) | .peer'",
    ),
)
def list_(
    context: typer.Context,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print each peer: how many sessions there were, when the last was, what is to be done."""
    run(_list(session_of(context), sync))


async def _list(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.rapports()
    if session.as_json:
        for one in found:
            data_json(peer_fields(one))
    else:
        data_table(["peer", "sessions", "the last", ""], [_row(one) for one in found])
    if not found:
        say("there is nobody here yet; to talk with somebody: sense-memory chat --peer NAME")


def _row(one: "PeerStatus") -> tuple[str, ...]:
    at = one.vector.last_updated
    return (
        one.peer,
        str(one.vector.session_count),
        local_time(at) if at is not None else "",
        "to be condensed" if one.is_due else "",
    )


def peer_fields(one: "PeerStatus") -> dict[str, Any]:
    """A peer for programs."""
    return {
        "peer": one.peer,
        "sessions": one.vector.session_count,
        "last_updated": iso(one.vector.last_updated),
        "values": {name: round(value, 6) for name, value in one.vector.items()},
        "resilience_type": one.vector.resilience_type.value,
        "readings": one.readings,
        "is_due": one.is_due,
    }
