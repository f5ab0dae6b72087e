"""What relays have not taken."""

from dataclasses import dataclass

from ...store import MemoryStore
from .named import Named, all_named

_SHOWN = 50


@dataclass(frozen=True, slots=True)
class WaitingWrite:
    """A write that a relay has not taken.

    Attributes:
        relay: Which.
        what: The record; ``None`` if it is of no known kind.
        state: ``waiting``, ``parked`` or ``dead``.
        since: When it was queued, seconds since the epoch.
        next_at: From when on it is tried again; ``None``: never by itself.
        said: What the relay answered last, or why it cannot be reached.
        advice: What can be done.
    """

    relay: str
    what: Named | None
    state: str
    since: float
    next_at: float | None
    said: str
    advice: str


@dataclass(frozen=True, slots=True)
class OutboxShown:
    """What relays have not taken.

    Attributes:
        entries: The oldest first.
        has_more: Whether there are others.
        held: Writes that wait for any relay to say whether this mind hides its names, before they
            can be addressed to one; they are not among these.
        elsewhere: Writes of other scopes that relays have not taken, where one is looked into.
    """

    entries: tuple[WaitingWrite, ...]
    has_more: bool
    held: int
    elsewhere: int


async def outbox_shown(store: MemoryStore) -> OutboxShown:
    """What relays have not taken, the oldest first."""
    found = await store.outbox(limit=_SHOWN + 1)
    shown = found[:_SHOWN]
    names = await all_named(store, [one.ref for one in shown if one.ref is not None])
    entries = tuple(
        WaitingWrite(
            one.relay,
            names[one.ref] if one.ref is not None else None,
            one.state,
            one.since,
            one.next_at,
            one.said.removeprefix(f"{one.relay}: "),
            one.advice,
        )
        for one in shown
    )
    status = store.status()
    lacking = sum(one.waiting + one.parked + one.dead for one in status.relays)
    has_more = len(found) > _SHOWN
    elsewhere = 0 if has_more else max(0, lacking - len(found))
    return OutboxShown(entries, has_more, status.held, elsewhere)
