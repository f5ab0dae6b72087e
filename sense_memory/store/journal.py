"""The agent's diary."""

import secrets

from ..core.change import Forget, Put
from ..core.errors import InvalidKeyError, UnknownMemoryError
from ..core.ports import Entry
from ..core.records.journal import JournalEntry
from ..core.records.names import check_key
from .context import Context

MOST_RECENT = 100
EVENT_ID_LENGTH = 64


async def journal(context: Context, content: str) -> str:
    """Add an entry; the event id."""
    entry = JournalEntry(content, context.clock.now())
    # two entries of one tick must not share an address
    name = f"{entry.created_at}-{secrets.token_hex(2)}"
    receipt = await context.records.commit(Put(context.ref(JournalEntry, name), entry))
    return receipt.event_ids[0]


async def forget_entry(context: Context, entry_id: str) -> str:
    """Let an entry stand no more; the event id of what stands there instead."""
    if not isinstance(entry_id, str) or not entry_id:
        raise InvalidKeyError("an entry is named by the id that journal() returned, or its name")
    if len(entry_id) == EVENT_ID_LENGTH:
        ref = await context.records.find(JournalEntry, entry_id, context.scope)
    else:
        check_key(entry_id)
        found = context.records.select(JournalEntry, entry_id, context.scope)
        ref = next(
            (one.ref for one in [one async for one in found] if one.ref.name == entry_id), None
        )
    if ref is None:
        raise UnknownMemoryError(f"there is no journal entry {entry_id}; nothing was forgotten")
    return (await context.records.commit(Forget(ref))).event_ids[0]


async def recent(context: Context, limit: int) -> list[JournalEntry]:
    """The newest entries, newest first."""
    return [one.record for one in (await entries(context))[: max(1, min(limit, MOST_RECENT))]]


async def entries(context: Context) -> list[Entry[JournalEntry]]:
    """All entries with what they are called, newest first."""
    found = [one async for one in context.records.select(JournalEntry, scope=context.scope)]
    return sorted(found, key=lambda one: one.record.created_at, reverse=True)
