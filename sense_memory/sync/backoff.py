"""How long to wait before trying a relay again."""

from collections.abc import Callable, Iterator

FIRST_DELAY = 1.0
LONGEST_DELAY = 300.0
ECHO_WAIT = 2.0
"""Seconds within which devices that merge the same conflict send what came of it."""
ECHO_WAIT_NEARBY = 0.2
"""The same at a relay on this machine, where an answer takes a millisecond."""
PASSING_ON = 2.0
"""Seconds to wait, at least, before passing on what its author is sending by itself."""
PASSING_ON_NEARBY = 0.6
"""The same at a relay on this machine."""
STILL_SENT = 5.0
"""Seconds since its date up to which an event is being sent by its author."""


def backoff(uniform: Callable[[float, float], float]) -> Iterator[float]:
    """Delays in seconds: a random part of 1, 2, 4 … 300, so that devices do not come in step.

    Args:
        uniform: A random number between two bounds.

    Source: "full jitter" (Brooker, Exponential Backoff and Jitter, 2015).
    """
    ceiling = FIRST_DELAY
    while True:
        yield uniform(0, ceiling)
        ceiling = min(LONGEST_DELAY, ceiling * 2)
