"""Time on the wire: ``created_at`` for relays, hybrid logical clock stamps for merging."""

import re
from typing import NamedTuple

_COUNTER_BITS = 16
_HLC = re.compile(r"0[0-9a-f]{15}\Z").match


class Dot(NamedTuple):
    """One write by one device; unique within an address.

    Attributes:
        t: Hybrid logical clock: 16 hex digits, 48 bits of milliseconds and a 16-bit counter.
        device: The device's id.
    """

    t: str
    device: str


def hlc(seconds: float, *seen: str) -> str:
    """The stamp that follows the wall clock and everything seen so far.

    Args:
        seconds: The wall clock, seconds since the epoch.
        seen: Stamps that the new one must be greater than.

    Source: Kulkarni et al., Logical Physical Clocks (2014).
    """
    wall = max(0, int(seconds * 1000)) << _COUNTER_BITS
    return f"{max(wall, *(int(t, 16) + 1 for t in seen if t)) if any(seen) else wall:016x}"


def hlc_seconds(t: str) -> float:
    """The wall clock inside a stamp, seconds since the epoch."""
    return (int(t, 16) >> _COUNTER_BITS) / 1000


MAX_DATE = 2**33
"""Seconds since the epoch (the year 2242) up to which an event's date is believed."""


def is_hlc(text: object) -> bool:
    """Whether a value from outside is a stamp.

    The first digit is 0 until the year 2527. A greater one comes of a broken clock, and its
    successors would have no room.
    """
    return isinstance(text, str) and _HLC(text) is not None


def created_at(now: float, *, head: int | None, deletion: int | None) -> int:
    """The date that makes an event the head of its address, seconds since the epoch.

    Relays keep the newest version of an address, and of two in one second the lowest id, which is
    a coin flip; they drop everything up to a deletion's date. So each write follows both.
    """
    return max(int(now), *(seen + 1 for seen in (head, deletion) if seen is not None), 0)


class Seconds:
    """Spreads many new records over the seconds before now.

    Relays are read page by page, and a second that holds more events than a page cannot be read to
    its end. An address that was never used may be dated a little backwards; so no second of ours
    ever gets crowded.

    Args:
        per_second: Records that may share a second.
        spread: Seconds to reach back at most.
    """

    def __init__(self, per_second: int, spread: int) -> None:
        self._per_second = per_second
        self._spread = spread
        self._used: dict[int, int] = {}
        self._newest = self._free = -1

    def free(self, now: float) -> int:
        """The newest second with room; the present one if all are full."""
        newest, oldest = int(now), int(now) - self._spread
        if newest != self._newest:
            self._newest = self._free = newest
        # what is full stays full: within one second of now the search only ever goes on
        while self._free >= oldest and self._used.get(self._free, 0) >= self._per_second:
            self._free -= 1
        second = self._free if self._free >= oldest else newest
        if len(self._used) > 2 * self._spread + 2:
            self._used = {at: n for at, n in self._used.items() if at >= oldest}
        self._used[second] = self._used.get(second, 0) + 1
        return second
