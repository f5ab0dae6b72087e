"""The pieces of a conversation: all of them, those that answer, how many there are."""

from ...core.conversation import ConversationStats, Retrieval, Signal
from ..context import Context


async def retrieve(context: Context, conversation: str, message: str) -> Retrieval:
    """The pieces that answer a message."""
    raise NotImplementedError


async def signals(context: Context, conversation: str) -> list[Signal]:
    """All pieces."""
    raise NotImplementedError


async def stats(context: Context, conversation: str) -> ConversationStats:
    """How many there are."""
    raise NotImplementedError
