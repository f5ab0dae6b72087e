"""The pieces of a conversation: all of them, those that answer, how many there are."""

from ...core.conversation import ConversationStats, Retrieval, Signal
from ...mind.stacks.weights import is_living
from ..context import Context
from . import known


async def retrieve(context: Context, conversation: str, message: str) -> Retrieval:
    """The pieces that answer a message."""
    raise NotImplementedError


async def signals(context: Context, conversation: str) -> list[Signal]:
    """All pieces."""
    there = await known.known(context, conversation)
    return [signal for one in there.messages for signal in there.signals(one.turn.id)]


async def stats(context: Context, conversation: str) -> ConversationStats:
    """How many there are."""
    there = await known.known(context, conversation)
    found = [signal for one in there.messages for signal in there.signals(one.turn.id)]
    config, counter = context.config.conversations, there.counter
    living = sum(is_living(one, counter, config) for one in found)
    return ConversationStats(conversation, len(found), living, len(found) - living, 0, counter)
