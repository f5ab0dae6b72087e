"""What relays have not taken."""

from dataclasses import dataclass

from ...core.receipt import Undelivered
from ...store import MemoryStore
from .named import Named, all_named
from .reach import why_not

_SHOWN = 50


@dataclass(frozen=True, slots=True)
class WaitingWrite:
    """A write that a relay has not taken.

    Attributes:
        relay: Which.
        what: The record; ``None`` if it is of no known kind.
        is_forgotten: Whether what waits is that it is forgotten.
        state: ``waiting``, ``parked`` or ``dead``.
        since: When it was queued, seconds since the epoch.
        next_at: From when on it is tried again; ``None``: never by itself.
        said: What the relay answered last, or why it cannot be reached.
        advice: What can be done.
    """

    relay: str
    what: Named | None
    is_forgotten: bool
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
    status = store.status()
    connected = {one.url for one in status.relays if one.state == "connected"}
    entries = tuple(
        [
            WaitingWrite(
                one.relay,
                names[one.ref] if one.ref is not None else None,
                await _is_forgotten(store, one),
                one.state,
                one.since,
                one.next_at,
                why_not(one.relay, one.said),
                _advice(one, is_connected=one.relay in connected),
            )
            for one in shown
        ]
    )
    lacking = sum(one.waiting + one.parked + one.dead for one in status.relays)
    has_more = len(found) > _SHOWN
    elsewhere = 0 if has_more else max(0, lacking - len(found))
    return OutboxShown(entries, has_more, status.held, elsewhere)


async def _is_forgotten(store: MemoryStore, one: Undelivered) -> bool:
    return one.ref is not None and (await store.receipt(one.event_id)).is_forgotten


def _advice(one: Undelivered, *, is_connected: bool) -> str:
    if one.state == "dead":
        return (
            "say it in fewer words, or use another relay; if its rules have changed, it can be "
            "sent again"
        )
    if one.state == "parked":
        return "nothing, if it changes its mind: it is asked again; another relay may take this"
    if is_connected:
        return "nothing: it is sent again by itself"
    return "nothing: it is sent as soon as the relay can be reached"
