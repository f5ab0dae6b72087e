"""The only place that reads the time of day."""

import time


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since the Unix epoch, UTC."""
        return time.time()


def system_now() -> float:
    """Now, for records that a caller builds by hand without a clock."""
    return time.time()
