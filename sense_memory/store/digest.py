"""What is active, written down for a model in somebody's own way, within a budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..mind.token_count import token_count

if TYPE_CHECKING:
    from . import MemoryStore

LEAST = 5
"""Tokens below which a digest says nothing."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A digest as it was written down.

    Attributes:
        text: It; ``""`` if nothing is active, or nothing fits.
        tokens: What it costs, counted from above.
    """

    text: str
    tokens: int


async def digest(
    store: "MemoryStore", budget: int, written: Callable[[Sequence[str]], str]
) -> Digest:
    """The most relevant of what is active, as much of it as fits the way in which it is written.

    Args:
        store: Whose.
        budget: Tokens of all that is written, never exceeded.
        written: Makes a text of the lines of ``persona_compress``: each adds to its cost.

    Raises:
        ReadFailedError: As for ``persona_compress``.
    """
    around = token_count(written(()))
    room = budget - around
    while room >= LEAST:
        compressed = await store.persona_compress(budget=room)
        lines = [line for line in compressed.splitlines() if line.strip()]
        if not lines:
            break
        text = written(lines)
        cost = token_count(text)
        if cost <= budget:
            return Digest(text, cost)
        # quotation marks and escapes cost more than the lines alone
        room = min(room - 1, room * (budget - around) // (cost - around))
    return Digest("", 0)
