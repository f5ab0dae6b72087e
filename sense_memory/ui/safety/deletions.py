"""What was forgotten, and how far each relay has followed."""

from dataclasses import dataclass

from ...core.receipt import RelayReceipt
from ...store import MemoryStore
from .named import Named, all_named

_SHOWN = 50


@dataclass(frozen=True, slots=True)
class DeletionShown:
    """Something that was forgotten.

    Attributes:
        event_id: Of the tombstone.
        what: The record.
        at: When, seconds since the epoch.
        why: ``forget``, ``dissolve`` or ``fold``.
        is_local_only: No relay ever had it.
        relays: How far each has come.
    """

    event_id: str
    what: Named
    at: float
    why: str
    is_local_only: bool
    relays: tuple[RelayReceipt, ...]


@dataclass(frozen=True, slots=True)
class DeletionsShown:
    """The latest of them.

    Attributes:
        deletions: The latest first.
        has_more: Whether there are older ones.
    """

    deletions: tuple[DeletionShown, ...]
    has_more: bool


async def deletions_shown(store: MemoryStore) -> DeletionsShown:
    """What was forgotten, the latest first."""
    found = await store.deletions(limit=_SHOWN + 1)
    names = await all_named(store, [one.receipt.ref for one in found])
    shown = tuple(
        DeletionShown(
            one.receipt.event_id,
            names[one.receipt.ref],
            one.at,
            one.why,
            one.receipt.is_local_only,
            one.receipt.relays,
        )
        for one in found[:_SHOWN]
    )
    return DeletionsShown(shown, len(found) > _SHOWN)
