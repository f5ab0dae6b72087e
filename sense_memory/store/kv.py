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
    for name in _names(key):
        if (memory := await context.records.get(context.ref(Memory, name))) is not None:
            return memory
    return None


async def recall_all(context: Context) -> list[Memory]:
    """Every memory of the scope, by key."""
    return [entry.record async for entry in context.records.select(Memory, scope=context.scope)]


async def forget(context: Context, key: str) -> str:
    """Let nothing stand under a key; the event id of what stands there instead."""
    names = _names(key)
    standing = [n for n in names[1:] if await context.records.get(context.ref(Memory, n))]
    edits = [Forget(context.ref(Memory, name)) for name in [names[0], *standing]]
    return (await context.records.commit(*edits)).event_ids[0]


def _names(key: str) -> list[str]:
    """The names under which a memory may stand: other clients do not normalise theirs."""
    names = list(dict.fromkeys([canonical(key), key]))
    for name in names:
        check_key(name)
    return names
