"""What sessions were like, condensed into the three texts."""

from ...core.rapport import Condensed
from ..context import Context


async def is_due(context: Context, peer: str) -> bool:
    """Whether the three texts are to be condensed: see ``mind.rapport.due``."""
    raise NotImplementedError


async def condense(context: Context, peer: str) -> Condensed | None:
    """Write the three texts anew."""
    raise NotImplementedError
