"""How many events a relay takes in a time."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["RateLimit", "RateMeter"]


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So many in so many seconds.

    Attributes:
        events: how many.
        seconds: the width of the sliding window; with `burst`, the time in which `events` more
            become possible.
        kinds: ranges of kinds that share the limit; empty for all kinds.
        burst: makes it a bucket of that many, which is full at first.
    """

    events: int
    seconds: float
    kinds: tuple[range, ...] = ()
    burst: int | None = None

    def concerns(self, kind: int) -> bool:
        """Whether an event of this kind counts."""
        return not self.kinds or any(kind in some for some in self.kinds)


class RateMeter:
    """Counts against limits, over all connections."""

    def __init__(self) -> None:
        self._windows: dict[RateLimit, deque[float]] = {}
        self._buckets: dict[RateLimit, tuple[float, float]] = {}

    def admit(self, limits: Iterable[RateLimit], now: float) -> bool:
        """Whether one more keeps within all limits at the time `now`; it counts if so."""
        limits = tuple(limits)
        if not all(self._has_room(limit, now) for limit in limits):
            return False
        for limit in limits:
            if limit.burst is None:
                self._windows[limit].append(now)
            else:
                left, at = self._buckets[limit]
                self._buckets[limit] = (left - 1, at)
        return True

    def _has_room(self, limit: RateLimit, now: float) -> bool:
        if limit.burst is not None:
            left, at = self._buckets.get(limit, (float(limit.burst), now))
            left = min(limit.burst, left + (now - at) * limit.events / limit.seconds)
            self._buckets[limit] = (left, now)
            return left >= 1
        window = self._windows.setdefault(limit, deque())
        while window and window[0] <= now - limit.seconds:
            window.popleft()
        return len(window) < limit.events
