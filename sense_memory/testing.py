"""For tests of code that uses sense-memory."""


class ManualClock:
    """A clock that moves only when told to.

    Args:
        now: Seconds since the epoch at which it starts.
    """

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = float(now)

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds
