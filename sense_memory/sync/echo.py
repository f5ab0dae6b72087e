"""Leaving unsaid what others are saying: devices that merge the same conflict send the same.

The publisher of a merge waits a random moment per relay, and drops its push where an
equal body arrived meanwhile.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

MOST_HELD_BACK = 4_096
STILL_SENT = 5.0
"""Seconds since its date up to which an event is being sent by its author."""


@dataclass(frozen=True, slots=True)
class EchoWaits:
    """How long what others may be sending waits, in seconds.

    Attributes:
        spread: The random part: within it devices that merge the same conflict take their turns.
        passing_on: The least, before passing on what its author is sending by itself.
    """

    spread: float
    passing_on: float


FAR = EchoWaits(spread=2.0, passing_on=2.0)
NEARBY = EchoWaits(spread=0.2, passing_on=0.6)
"""At a relay on this machine, where an answer takes a millisecond."""


class HeldBack:
    """The events that one relay is not sent yet.

    Args:
        waits: How long they wait.
        uniform: A random number between two bounds.
    """

    def __init__(self, waits: EchoWaits, uniform: Callable[[float, float], float]) -> None:
        self._waits = waits
        self._uniform = uniform
        self._until: dict[str, float] = {}

    def add(self, merged: Iterable[str], heard: Iterable[str], now: float) -> None:
        """Hold events back; what is beyond 4,096 of them goes out at once.

        Args:
            merged: Ids of what was merged here, and perhaps elsewhere as well.
            heard: Ids of what its author is sending to the other relays by itself.
            now: Seconds of the event loop's clock.
        """
        if len(self._until) >= MOST_HELD_BACK:
            self._let_go(now)
        waits = [(id_, 0.0) for id_ in merged] + [(id_, self._waits.passing_on) for id_ in heard]
        for id_, least in waits[: MOST_HELD_BACK - len(self._until)]:
            self._until[id_] = now + self._uniform(least, least + self._waits.spread)

    def ids(self, now: float) -> frozenset[str]:
        """The events that must not be sent yet."""
        self._let_go(now)
        return frozenset(self._until)

    def next_release(self, now: float) -> float:
        """Seconds until the first of them may be sent; 0 where none is held back."""
        return max(0.0, min(self._until.values(), default=now) - now)

    def clear(self) -> None:
        """Hold nothing back any more."""
        self._until.clear()

    def _let_go(self, now: float) -> None:
        self._until = {id_: until for id_, until in self._until.items() if until > now}
