"""Something that happened in the made-up past."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from ...store import MemoryStore


@dataclass(frozen=True, slots=True)
class Step:
    """What happened, and when.

    Attributes:
        ago: Days since then.
        do: Lets it happen, in a store whose clock shows that time, which it is given too: seconds
            since the epoch.
    """

    ago: float
    do: Callable[[MemoryStore, float], Awaitable[object]] = field(repr=False)
