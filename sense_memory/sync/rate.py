"""How fast a relay is written to: additive increase, multiplicative decrease."""

from dataclasses import dataclass

FASTEST = 20.0
SLOWEST = 1 / 60
STEP = 0.5
OKS_PER_STEP = 20
LEAST_PAUSE = 2.0


@dataclass(slots=True)
class WriteRate:
    """The rate at one relay.

    Attributes:
        per_second: Events per second; ``None`` for no limit (a relay on this machine).
    """

    per_second: float | None
    _next_at: float = 0.0
    _oks: int = 0
    _paused_until: float = 0.0

    def take(self, now: float) -> float:
        """Book the next place and say how many seconds it is away."""
        if self.per_second is None:
            return max(0.0, self._next_at - now)
        at = max(now, self._next_at)
        self._next_at = at + 1 / self.per_second
        return at - now

    def accepted(self) -> None:
        """The relay took one: speed up a little now and then."""
        self._oks += 1
        if self.per_second is not None and self._oks % OKS_PER_STEP == 0:
            self.per_second = min(FASTEST, self.per_second + STEP)

    def refused(self, now: float) -> None:
        """The relay said ``rate-limited``: halve the rate and pause, once for a whole burst."""
        if now < self._paused_until:
            return
        if self.per_second is None:
            self.per_second = FASTEST
        self.per_second = max(SLOWEST, self.per_second / 2)
        self._paused_until = now + max(LEAST_PAUSE, 1 / self.per_second)
        self._next_at = max(self._next_at, self._paused_until)
