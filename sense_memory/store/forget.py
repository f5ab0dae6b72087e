"""Forgetting a record of any type."""

import contextlib

from ..core.change import Forget
from ..core.records.conversation import Turn, conversation_in, message_and_part
from ..core.records.graph import Edge, Node
from ..core.records.kv import Memory
from ..core.ref import Ref
from . import kv
from .context import Context
from .references import Named, known, meant, node_called


async def forget(context: Context, named: Named) -> str:
    """Let nothing stand where the record that is meant stands; the event id of what stands there.

    A text that is a key is one of the published client, for which it is no error if there is none;
    but where there is none, and a node is called so, that is meant.

    Raises:
        UnknownMemoryError: There is none; nothing was written.
    """
    if isinstance(named, str) and "/" not in named and not await _is_node(context, named):
        return await kv.forget(context, named)
    standing = await known(context, named, "; nothing was forgotten")
    if standing[0].kind in (Node, Edge):
        from .graph.forgetting import forget_with_all

        return await forget_with_all(context, standing[0])
    if standing[0].kind is Turn:
        event_id = await _forget_message(context, standing[0])
    else:
        event_id = (await context.records.commit(*map(Forget, standing))).event_ids[0]
    await let_names_go(context)
    return event_id


async def let_names_go(context: Context) -> None:
    """Let go of nodes that were only there for what was read of them, of which nothing is left."""
    from .graph.learning import GraphMovedError, sweep

    # somebody who tells something of a node meanwhile keeps it; the next sleep looks again
    with contextlib.suppress(GraphMovedError):
        await sweep(context)


async def _forget_message(context: Context, ref: Ref[Turn]) -> str:
    """Forget a message as its conversation does: all its parts, its weights, never its number."""
    from .conversation.known import known as known_conversation
    from .conversation.turns import delete

    conversation, turn = conversation_in(ref.name), ref.name.rpartition("/")[2]
    there = await known_conversation(context, conversation, held=True)
    message, _ = message_and_part(turn)
    if there.message(message) is None:
        # a part of which the beginning has not arrived
        return (await context.records.commit(Forget(ref))).event_ids[0]
    return await delete(context, conversation, message)


async def _is_node(context: Context, name: str) -> bool:
    """Whether a text is the name of a node, and of no key-value memory.

    Raises:
        ReadFailedError: It is a node's name, and whether there is such a memory is not known.
    """
    node = node_called(context, name)
    # a key is forgotten without asking relays what stands there
    if node is None or await context.records.get_many([node]) == [None]:
        return False
    memories = [ref for ref in meant(context, name) if ref.kind is Memory]
    return not any([await context.records.get(ref) for ref in memories])
