"""What this store knows of a conversation, and where its records stand."""

import asyncio

from ...core.config import ConversationConfig
from ...core.errors import ReadFailedError
from ...core.records.conversation import (
    ConversationHead,
    Turn,
    Weights,
    head_name,
    turn_name,
    weights_names,
)
from ...core.ref import Ref
from ...mind.views.conversations import KnownConversation
from ..context import Context
from ..filled import AT_ONCE, NOBODYS


async def known(context: Context, conversation: str, *, held: bool = False) -> KnownConversation:
    """All that is known of a conversation, brought up to date; no other one is opened for it.

    Args:
        context: The world.
        conversation: Its id.
        held: Only what this store holds, without waiting for what relays may hold: for what writes.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    records, view, scope = context.records, context.views.conversations, context.scope
    await records.follow()
    there = view.known(scope, conversation)
    if there is None:
        there = await _fill(context, conversation)
    if not held and (scope, conversation) not in view.asked:
        try:
            # of what nobody has, it is known that it is not there once a relay was read
            await records.get(turn_ref(context, conversation, NOBODYS))
        except ReadFailedError:
            if there.is_empty:
                raise
        else:
            view.asked.add((scope, conversation))
    return there


async def _fill(context: Context, conversation: str) -> KnownConversation:
    """Read what this store holds."""
    records, view, scope = context.records, context.views.conversations, context.scope
    filling = view.begin(scope, conversation)
    try:
        head = head_ref(context, conversation)
        (found,) = await records.get_many([head])
        if found is not None:
            filling.add(head, found)
        async for turn in records.held(Turn, scope, turn_name(conversation, "")):
            filling.add(turn.ref, turn.record)
            if filling.count % AT_ONCE == 0:
                await asyncio.sleep(0)
        async for weights in records.held(Weights, scope, weights_names(conversation)):
            filling.add(weights.ref, weights.record)
    except BaseException:
        view.give_up(scope, conversation, filling)
        raise
    return view.finish(scope, conversation, filling)


async def index(there: KnownConversation) -> None:
    """Let search know all that was said."""
    for number, _ in enumerate(there.bring_up_to_date(), 1):
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)


async def settle(there: KnownConversation) -> None:
    """Find what each vector that was taken in is of."""
    for number, _ in enumerate(there.settle_vectors(), 1):
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)


async def stack(there: KnownConversation, encoder: str, config: ConversationConfig) -> None:
    """Put all pieces into stacks."""
    for _ in there.stack(encoder, config):
        await asyncio.sleep(0)


def head_ref(context: Context, conversation: str) -> Ref[ConversationHead]:
    """Where a conversation's head stands; the conversation exists while one does."""
    return context.ref(ConversationHead, head_name(conversation))


def turn_ref(context: Context, conversation: str, turn: str) -> Ref[Turn]:
    """Where a turn stands, or a part of one."""
    return context.ref(Turn, turn_name(conversation, turn))
