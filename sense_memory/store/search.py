"""Whatever answers a query, of all rooms, by one measure."""

from ..core.found import SearchedMind
from .context import Context


async def search(context: Context, query: str, limit: int) -> SearchedMind:
    """The best of all rooms."""
    raise NotImplementedError
