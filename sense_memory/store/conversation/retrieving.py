"""The pieces of a conversation: all of them, those that answer, how many there are."""

from ...core.conversation import ConversationStats, Retrieval, RetrievedSignal, Signal
from ...core.errors import InputError
from ...core.records.names import check_encodable
from ...mind.stacks import retrieving
from ...mind.stacks.weights import is_living
from ...mind.views.conversations import KnownConversation
from ..context import Context
from . import known, vectors
from .answering import Answering


async def retrieve(context: Context, conversation: str, message: str) -> Retrieval:
    """The pieces that answer a message; they are used by that.

    Without an encoder the similarity of a piece is the share of what the message asks for that it
    holds, 0–1, rare words counting more, and there is one tier: every piece that holds a word.
    """
    check_encodable(message, "a message")
    if not message.strip():
        raise InputError("a message says something: there is nothing but space in this text")
    there = await known.known(context, conversation)
    if not len(there):
        return Retrieval(())
    answering = await Answering.of(context, conversation, there, message)
    asked, config = answering.asked, context.config.conversations
    if asked.vector is None:
        found = _by_words(context, answering, asked.warning)
    else:
        signals, stacks = there.stacked(asked.encoder, config)
        found = retrieving.retrieve(signals, stacks, asked.vector, there.counter, config)
    there.use(one.signal.id for one in found.signals)
    return found


def _by_words(context: Context, answering: Answering, warning: str | None) -> Retrieval:
    config = context.config.conversations
    pieces = [one for id_ in answering.messages_with_words() for one in answering.pieces(id_)]
    wanted = [
        one
        for one in pieces
        if one.score >= config.activation_threshold and one.similarity >= config.minimum_similarity
    ]
    wanted.sort(key=_best_first)
    best = tuple(wanted[: config.max_thinking_space])
    return Retrieval(best, considered=len(pieces), warning=warning)


def _best_first(one: RetrievedSignal) -> tuple[float, int, str, int]:
    return -round(one.score, 6), -one.signal.turn, one.signal.turn_id, one.signal.index


async def signals(context: Context, conversation: str) -> list[Signal]:
    """All pieces."""
    there = await known.known(context, conversation)
    return (await _stacked(context, conversation, there))[0]


async def stats(context: Context, conversation: str) -> ConversationStats:
    """How many there are."""
    there = await known.known(context, conversation)
    found, stacks = await _stacked(context, conversation, there)
    config, counter = context.config.conversations, there.counter
    living = sum(is_living(one, counter, config) for one in found)
    return ConversationStats(conversation, len(found), living, len(found) - living, stacks, counter)


async def _stacked(
    context: Context, conversation: str, there: KnownConversation
) -> tuple[list[Signal], int]:
    """All pieces, and in how many stacks they are."""
    encoder = await vectors.known_encoder(context, conversation, there)
    if encoder is None or not len(there):
        return there.all_signals, 0
    found, stacks = there.stacked(encoder, context.config.conversations)
    return found, stacks.count
