"""What is known of a peer, here or on the relays."""

from typing import TYPE_CHECKING

from ...core.errors import UnknownMemoryError
from ...core.records.rapport import check_peer
from ..freshness import found_somewhere, looked_everywhere, refreshed

if TYPE_CHECKING:
    from ...core.rapport import PeerStatus
    from ...store import MemoryStore
    from ..session import Session


async def known_peer(
    session: "Session", store: "MemoryStore", peer: str, *, sync: bool = False
) -> "PeerStatus":
    """What is known of a peer; where it is nothing, the relays are asked.

    Args:
        session: The options before the command.
        store: Where it is looked for.
        peer: The name.
        sync: Whether the relays are read first in any case.

    Raises:
        CommandError: Nothing is known anywhere.
    """
    if sync:
        await refreshed(store)

    async def find() -> "PeerStatus":
        found = await status_of(store, peer)
        if found is None:
            raise UnknownMemoryError(
                f"nothing is known of {peer!r}; who is known: sense-memory rapport list"
            )
        return found

    return await found_somewhere(session, store, find)


async def peer_or_stranger(
    store: "MemoryStore", peer: str, *, sync: bool = False
) -> "PeerStatus | None":
    """The same, but ``None`` for somebody of whom nothing is known anywhere."""
    if sync:
        await refreshed(store)
    known = await status_of(store, peer)
    if known is None and not sync and await looked_everywhere(store):
        return await status_of(store, peer)
    return known


async def status_of(store: "MemoryStore", peer: str) -> "PeerStatus | None":
    """What is known of a peer on this machine."""
    name = check_peer(peer)
    return next((one for one in await store.rapports() if one.peer == name), None)
