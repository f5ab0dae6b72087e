"""What one relay sees of a mind: the events that it has, as it has them."""

import re
from dataclasses import dataclass

_BLINDED = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """One event that a relay has.

    Attributes:
        id: 64 hex digits.
        kind: 30078 for a record, 5 for a request to delete, 4 for a journal entry of a plain store.
        address: What the relay files it under: the ``d`` tag of a record, readable in a plain
            store and 64 hex digits in a blinded one; ``""`` where an event has none.
        created_at: The date that it bears, seconds since the epoch.
        size_bytes: Length of ``text`` in UTF-8.
        text: The whole signed event as JSON, the ciphertext inside.
    """

    id: str
    kind: int
    address: str
    created_at: int
    size_bytes: int
    text: str

    @property
    def is_named(self) -> bool:
        """Whether the address can be read: a record's path, and so its name and its scope."""
        return self.address != "" and _BLINDED.match(self.address) is None


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a relay has of a mind, as far as this file knows; the relay was not asked.

    Attributes:
        relay: Its URL.
        pubkey: The author of all that, 64 hex digits: everybody who can read the relay sees that
            the events belong together.
        events: What it showed last, or said OK to, of what this file holds; the newest first.
        gone: Places where it showed a version that this file no longer holds, because a newer one
            stands here that it was not seen to have; it may keep the old one.
    """

    relay: str
    pubkey: str
    events: tuple[SeenEvent, ...]
    gone: int

    @property
    def size_bytes(self) -> int:
        """Length of all events together."""
        return sum(event.size_bytes for event in self.events)

    @property
    def named(self) -> int:
        """How many events have an address that can be read."""
        return sum(event.is_named for event in self.events)
