"""The agent's diary."""

import secrets

from ..core.change import Put
from ..core.records.journal import JournalEntry
from .context import Context

MOST_RECENT = 100


async def journal(context: Context, content: str) -> str:
    """Add an entry; the event id."""
    entry = JournalEntry(content, context.clock.now())
    # two entries of one tick must not share an address
    name = f"{entry.created_at}-{secrets.token_hex(2)}"
    receipt = await context.records.commit(Put(context.ref(JournalEntry, name), entry))
    return receipt.event_ids[0]


async def recent(context: Context, limit: int) -> list[JournalEntry]:
    """The newest entries, newest first."""
    entries = [e.record async for e in context.records.select(JournalEntry, scope=context.scope)]
    entries.sort(key=lambda entry: entry.created_at, reverse=True)
    return entries[: max(1, min(limit, MOST_RECENT))]
