"""What one relay sees of a mind: the events that it has, as it has them."""

import re
from dataclasses import dataclass

_BLINDED = re.compile(r"[0-9a-f]{64}\Z")
_KILOBYTE = 1_000
_EXACT_BELOW = 10_000
"""Bytes that are told one by one."""


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """One event that a relay has.

    Attributes:
        id: 64 hex digits.
        kind: 30078 for a record, 5 for a request to delete, 4 for a journal entry of a plain store.
        address: What the relay files it under: the ``d`` tag of a record, 64 hex digits in a
            blinded store and in any scope, and readable else. Of a request to delete, the first
            such tag that it names; ``""`` where there is none.
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
        """Whether the address can be read: a record's path, and so its type and its name."""
        return self.address != "" and _BLINDED.match(self.address) is None


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a relay has of a mind, as far as this file knows; the relay was not asked.

    Attributes:
        relay: Its URL.
        pubkey: The author of all that, 64 hex digits.
        events: What it showed last, or said OK to, of what this file holds; the newest first.
        gone: Places where it showed what this file does not hold: a version that was replaced here
            since, or what another program keeps under the same key.
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

    @property
    def tells(self) -> tuple[str, ...]:
        """What the relay, and whoever may read there, can tell from all that: sentences."""
        count = len(self.events)
        if not count:
            return ("It was not seen to have anything of this mind.",)
        has = f"{_number(count, 'event')} of the key {self.pubkey[:8]}…, {_size(self.size_bytes)}"
        told = [
            f"It has {has} in all.",
            (
                "Of each it sees when it was written, how large it is, and when another takes its "
                "place; and from which address on the network it comes."
            ),
        ]
        if self.named:
            which = "each of them" if self.named == count else f"{self.named:,} of them"
            told.append(f"It can read what {which} is filed under: its type and its name.")
        if self.gone:
            told.append(
                f"At {_number(self.gone, 'place')} it showed what is not here: a version that was "
                "replaced since, which it may keep, or another program's."
            )
        return tuple(told)

    @property
    def hides(self) -> tuple[str, ...]:
        """What it cannot tell: sentences."""
        if not self.events:
            return ()
        said = "It cannot tell what any of them says: contents are encrypted, lengths are padded."
        if self.named == len(self.events):
            return (said,)
        which, whose = ("the others are", "their ") if self.named else ("any is", "")
        unnamed = f"Nor what {which} called, of what type or scope: {whose}addresses are hashes."
        return (said, unnamed)


def _number(count: int, one: str) -> str:
    return f"one {one}" if count == 1 else f"{count:,} {one}s"


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < _EXACT_BELOW else f"{count / _KILOBYTE:,.0f} kB"
