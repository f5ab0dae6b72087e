"""The pieces of a conversation: all of them, those that answer, how many there are."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from itertools import islice

from ...core.config import ConversationConfig
from ...core.conversation import ConversationStats, Retrieval, RetrievedSignal, Signal
from ...core.errors import InputError
from ...core.records.conversation import message_and_part
from ...core.records.names import check_encodable
from ...mind.stacks import retrieving
from ...mind.stacks.weights import is_living
from ...mind.views.conversations import KnownConversation
from ..context import Context
from . import known, vectors
from .answering import Answering


async def retrieve(
    context: Context, conversation: str, message: str, without: Collection[str] = ()
) -> Retrieval:
    """The pieces that answer a message; they are used by that.

    Without an encoder the similarity of a piece is the share of what the message asks for that it
    holds, 0–1, rare words counting more, and there is one tier: every piece that holds a word.
    """
    check_encodable(message, "a message")
    if not message.strip():
        raise InputError("a message says something: there is nothing but space in this text")
    if isinstance(without, str):
        # its characters would be taken for ids
        raise InputError("without is a collection of ids of turns; this is one: give [id]")
    there = await known.known(context, conversation)
    if not len(there):
        return Retrieval(())
    answering = await Answering.of(context, conversation, there, message)
    asked, config = answering.asked, context.config.conversations
    if without:  # as if what is shown anyway were not there, but in the stacks
        skipped = sum(len(there.signals(one)) for one in set(without))
        config = replace(config, max_thinking_space=min(1_000, config.max_thinking_space + skipped))
    if asked.vector is None:
        found = _by_words(config, answering, asked.warning)
    else:
        await known.stack(there, asked.encoder, config)
        stacks = there.stacks(asked.encoder, config)
        lives = there.all_lives
        found = retrieving.retrieve_of(
            lives.base_weights,
            lives.last_used_turns,
            partial(there.signal_at, lives=lives),
            stacks,
            asked.vector,
            there.counter,
            config,
        )
    if without:
        shown = (one for one in found.signals if one.signal.turn_id not in without)
        most = context.config.conversations.max_thinking_space
        found = replace(found, signals=tuple(islice(shown, most)))
    there.use(one.signal.id for one in found.signals)
    return found


def _by_words(config: ConversationConfig, answering: Answering, warning: str | None) -> Retrieval:
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


async def signals(context: Context, conversation: str, turn: str | None = None) -> list[Signal]:
    """All pieces, or those of one message."""
    there = await known.known(context, conversation)
    encoder = await _stacking(context, conversation, there)
    config = context.config.conversations
    if turn is None:
        return there.all_signals if encoder is None else there.stacked(encoder, config)
    check_encodable(turn, "the id of a turn")
    message, _ = message_and_part(turn)
    if encoder is None:
        return there.signals(message)
    return there.stacked_of(message, encoder, config)


async def turn_counter(context: Context, conversation: str) -> int:
    """The number of the last turn."""
    return (await known.known(context, conversation)).counter


async def stats(context: Context, conversation: str) -> ConversationStats:
    """How many there are."""
    there = await known.known(context, conversation)
    encoder = await _stacking(context, conversation, there)
    config, found, counter = context.config.conversations, there.all_signals, there.counter
    stacks = 0 if encoder is None else there.stacks(encoder, config).count
    living = sum(is_living(one, counter, config) for one in found)
    return ConversationStats(conversation, len(found), living, len(found) - living, stacks, counter)


async def _stacking(context: Context, conversation: str, there: KnownConversation) -> str | None:
    """By whose vectors all pieces are in stacks; ``None`` where they are in none."""
    encoder = await vectors.known_encoder(context, conversation, there)
    if encoder is None or not len(there):
        return None
    await known.stack(there, encoder, context.config.conversations)
    return encoder
