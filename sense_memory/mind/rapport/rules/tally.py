"""Clues of a session, added up to a score for each dimension."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ....core.records.rapport import NEUTRAL
from .turns import Clue

REACH = 0.45
"""How far from the middle a score gets at most."""
PRIOR = 1.2
"""Turns that show nothing of a dimension, as if there had been so many more: one remark is not
yet a way of talking."""
UNSEEN = 0.2
"""What a turn that shows nothing of a dimension counts against one that does."""


@dataclass(slots=True)
class Tally:
    """What speaks for and against one dimension, turn by turn.

    Attributes:
        dimension: Which one.
        high: What speaks for it, weighted.
        low: What speaks against it.
        seen: Weight of the turns that show something.
        unseen: Weight of those that do not.
        labels: What was seen, by pole.
        best: For each pole, how much the turn of the peer that counted most counted, its index,
            and where in it.
    """

    dimension: str
    high: float = 0.0
    low: float = 0.0
    seen: float = 0.0
    unseen: float = 0.0
    labels: tuple[Counter[str], Counter[str]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    best: list[tuple[float, int, int]] = field(default_factory=lambda: [(0.0, -1, 0)] * 2)

    def add(
        self, index: int, clues: Iterable[Clue], weight: float, *, is_peer: bool = True
    ) -> None:
        """Count what a turn shows of the dimension; the agent's is never quoted as the peer's."""
        total = 0.0
        strongest = [(0.0, 0), (0.0, 0)]
        for clue in clues:
            total += clue.amount
            is_high = clue.amount > 0
            self.labels[is_high][clue.label] += 1
            strongest[is_high] = max(strongest[is_high], (abs(clue.amount), -clue.start))
        if not any(amount for amount, _ in strongest):
            self.unseen += weight
            return
        amount = math.tanh(total)
        self.seen += weight * abs(amount)
        self.unseen += weight * (1 - abs(amount))
        counted = weight * abs(amount)
        if amount > 0:
            self.high += counted
        else:
            self.low += counted
        if is_peer and counted > self.best[amount > 0][0]:
            self.best[amount > 0] = (counted, index, -strongest[amount > 0][1])

    @property
    def contradiction(self) -> float:
        """How far the signs contradict each other: 0 (all one way) to 1 (as many as against)."""
        most = max(self.high, self.low)
        return min(self.high, self.low) / most if most else 0.0

    def value(self) -> float:
        """The score, 0–1."""
        whole = self.seen + UNSEEN * self.unseen + PRIOR
        return NEUTRAL + REACH * (self.high - self.low) / whole
