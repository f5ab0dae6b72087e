"""Old readings are folded into the checkpoint, and go once everybody has seen that."""

from ..context import Context


async def fold(context: Context, peer: str) -> int:
    """Fold what is older than the readings that are kept; how many readings are gone."""
    raise NotImplementedError
