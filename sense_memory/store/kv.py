"""Key-value memories."""

from ..core.change import Forget, Put
from ..core.records.kv import Memory
from ..core.records.names import canonical, check_key
from .context import Context


async def remember(context: Context, key: str, value: str) -> str:
    """Store a value under a key; the event id."""
    key = canonical(key)
    memory = Memory(key, value, context.clock.now())
    receipt = await context.records.commit(Put(context.ref(Memory, key), memory))
    return receipt.event_ids[0]


async def recall(context: Context, key: str) -> Memory | None:
    """The memory, or ``None`` if there is none."""
    key = canonical(key)
    check_key(key)
    return await context.records.get(context.ref(Memory, key))


async def recall_all(context: Context) -> list[Memory]:
    """Every memory of the scope, by key."""
    return [entry.record async for entry in context.records.select(Memory, scope=context.scope)]


async def forget(context: Context, key: str) -> str:
    """Let nothing stand under a key; the event id of what stands there instead."""
    key = canonical(key)
    check_key(key)
    receipt = await context.records.commit(Forget(context.ref(Memory, key)))
    return receipt.event_ids[0]
