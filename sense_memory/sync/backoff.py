"""How long to wait before trying a relay again."""

from collections.abc import Callable, Iterator

FIRST_DELAY = 1.0
LONGEST_DELAY = 300.0


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
