"""What sessions were like, condensed into the three texts."""

from ...core.rapport import Condensed
from ..context import Context


async def condense(context: Context, peer: str) -> Condensed | None:
    """Write the three texts anew."""
    raise NotImplementedError
