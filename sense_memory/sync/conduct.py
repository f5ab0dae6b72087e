"""How a relay behaves, and when it has gone too far.

Nothing that a relay sends is believed or raises; what is wrong with it is counted here. A relay
that goes on is left alone for a while, longer each time, so that it costs nothing but itself.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import StrEnum


class Offence(StrEnum):
    """What a relay did wrong, in words that finish "it sent too many …"."""

    JUNK = "frames that are not Nostr"
    STRAY = "frames that belong to no question"
    NOTICE = "notices"
    CHALLENGE = "challenges"
    ENDLESS = "answers without end"
    OVERSIZED = "events larger than any of ours"
    MALFORMED = "malformed events"
    OFF_FILTER = "events that nobody asked for"
    FORGED = "forged events"


TOLERATED = {
    Offence.JUNK: 20,
    Offence.STRAY: 10_000,  # what was under way when a question was closed
    Offence.NOTICE: 1_000,
    Offence.CHALLENGE: 20,
    Offence.ENDLESS: 3,
    Offence.OVERSIZED: 20,
    Offence.MALFORMED: 20,
    Offence.OFF_FILTER: 20,
    Offence.FORGED: 3,
}
"""How many of a kind are one too many within ``MEMORY`` seconds."""

MEMORY = 3_600.0
"""Seconds without an offence after which the count begins anew."""

SHORTEST = 3_600.0
LONGEST = 86_400.0
"""Seconds of quarantine: the first one, doubling up to the last."""


@dataclass(slots=True)
class Conduct:
    """What one relay did wrong lately, over all connections to it."""

    _counts: Counter[Offence] = field(default_factory=Counter)
    _known: set[Hashable] = field(default_factory=set)
    _last: float = float("-inf")

    def charge(self, offence: Offence, now: float, what: Hashable | None = None) -> bool:
        """Count an offence; whether that was one too many.

        Args:
            offence: What it did.
            now: Seconds of a clock that never goes back.
            what: The thing itself, such as an event's id: a relay that shows one broken event at
                every load did it once.
        """
        if now - self._last > MEMORY:
            self.forgive()
        self._last = now
        if what is not None:
            if what in self._known:
                return False
            self._known.add(what)
        self._counts[offence] += 1
        return self._counts[offence] >= TOLERATED[offence]

    def forgive(self) -> None:
        """Begin anew, after a quarantine or a long time."""
        self._counts.clear()
        self._known.clear()


def quarantine(times_before: int) -> float:
    """Seconds for which a relay is left alone: 1 h, 2 h, 4 h … 24 h.

    Args:
        times_before: How often it was before, lately.
    """
    return min(LONGEST, SHORTEST * 2.0 ** min(times_before, 10))
