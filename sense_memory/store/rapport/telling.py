"""What the sessions with a peer add up to."""

from ...core.rapport import Drift
from ...core.records.rapport import RapportVector, Reading
from ..context import Context


async def vector(context: Context, peer: str) -> RapportVector:
    """Where the seven dimensions stand."""
    raise NotImplementedError


async def readings(context: Context, peer: str) -> list[Reading]:
    """The readings that are kept, oldest first."""
    raise NotImplementedError


async def drift(context: Context, peer: str) -> list[Drift]:
    """What is far from where it used to be."""
    raise NotImplementedError


async def stuck(context: Context, peer: str) -> list[str]:
    """What does not move."""
    raise NotImplementedError


async def context(context: Context, peer: str, budget: int | None) -> str:
    """What an agent should know before it talks with the peer."""
    raise NotImplementedError
