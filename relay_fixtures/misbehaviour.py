"""What a relay that is not honest shows in place of what it holds.

All of it is decided by the seed and the events, so that a run can be repeated.
"""

from collections.abc import Mapping
from hashlib import sha256

from nips.nip01 import Event, supersedes
from relay_fixtures.quirks import Quirks

__all__ = ["is_lost", "shown"]


def shown(
    held: Mapping[str, Event],
    history: Mapping[str, Event],
    erased: Mapping[str, Event],
    quirks: Quirks,
) -> Mapping[str, Event]:
    """The events a relay pretends to hold.

    Args:
        held: what it holds.
        history: every version it ever held.
        erased: what was deleted, by a deletion request or a request to vanish.
        quirks: how it lies.
    """
    events = held
    if quirks.resurrects:
        events = {**erased, **events}
    if quirks.rolls_back:
        events = _rolled_back(events, history)
    if quirks.withholds:
        events = {
            identifier: event
            for identifier, event in events.items()
            if not _is_chosen(event, quirks.withholds, "withheld", quirks.seed)
        }
    return events


def is_lost(event: Event, quirks: Quirks) -> bool:
    """Whether the relay says that it stored this event, and does not."""
    return quirks.lie_ok or _is_chosen(event, quirks.loses, "lost", quirks.seed)


def _rolled_back(events: Mapping[str, Event], history: Mapping[str, Event]) -> Mapping[str, Event]:
    """In place of every version the oldest there ever was."""
    oldest: dict[str, Event] = {}
    for event in history.values():
        address = str(event.address)
        if address not in oldest or supersedes(oldest[address], event):
            oldest[address] = event
    past = (
        event if event.address is None else oldest[str(event.address)] for event in events.values()
    )
    return {event.id: event for event in past}


def _is_chosen(event: Event, share: float, purpose: str, seed: int) -> bool:
    """A coin that falls the same way every time for one event: `share` of them are chosen."""
    digest = sha256(f"{seed}:{purpose}:{event.id}".encode()).digest()
    return int.from_bytes(digest[:8]) < share * 2**64
