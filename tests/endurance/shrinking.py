"""From something long that fails to something short that fails in the same way."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

__all__ = ["shrunk"]

S = TypeVar("S", str, tuple[str, ...])


async def shrunk(whole: S, fails: Callable[[S], Awaitable[bool]], tries: int) -> S:
    """Leave out halves, quarters and so on down to single pieces, as long as it still fails.

    Args:
        whole: a text, or several in order; known to fail.
        fails: whether a shorter one fails too.
        tries: how often to ask at most.

    Source: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002), without
    its tests of single parts.
    """
    size = (len(whole) + 1) // 2
    while size and tries > 0:
        at = 0
        while at < len(whole) and tries > 0:
            shorter = whole[:at] + whole[at + size :]
            tries -= 1
            if await fails(shorter):
                whole = shorter
            else:
                at += size
        size //= 2
    return whole
