"""Who there is, and forgetting them."""

from ...core.rapport import PeerStatus
from ..context import Context


async def peers(context: Context) -> list[PeerStatus]:
    """Every peer of the scope, by name."""
    raise NotImplementedError


async def forget_session(context: Context, peer: str, session: str) -> str:
    """Forget one session."""
    raise NotImplementedError


async def forget(context: Context, peer: str) -> str:
    """Forget all of a peer."""
    raise NotImplementedError
