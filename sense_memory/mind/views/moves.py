"""What moved in a table since somebody looked at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 1_000
"""Moves that are remembered; after more, who looked before them looks at everything."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far somebody has looked.

    Attributes:
        era: Since when moves are remembered.
        count: How many of them were seen.
    """

    era: object
    count: int


class Moves(Generic[T]):
    """Things that came, went, or stand elsewhere, in the order in which they did."""

    __slots__ = ("_era", "_moved")

    def __init__(self) -> None:
        self._era = object()
        self._moved: list[T] = []

    def note(self, thing: T) -> None:
        """It moved."""
        if len(self._moved) == MOST:
            self.forget()
        self._moved.append(thing)

    def forget(self) -> None:
        """Everything may have moved."""
        self._era = object()
        self._moved.clear()

    @property
    def mark(self) -> Mark:
        """How far who looks now has looked."""
        return Mark(self._era, len(self._moved))

    def since(self, mark: Mark) -> Sequence[T] | None:
        """What moved since then; ``None``: everything may have."""
        return self._moved[mark.count :] if mark.era is self._era else None
