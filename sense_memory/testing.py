"""For tests of code that uses sense-memory."""

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .core.ports import TextKind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HashEncoder", "ManualClock"]


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


class HashEncoder:
    """An encoder without a model: texts that share words lie near each other.

    The same on every machine, at once, and of no use for meanings: it knows no synonyms.

    Args:
        dimension: How many numbers a vector has.
        name: Told apart in ``id``, for tests with several encoders; it changes the vectors, too.
    """

    def __init__(self, dimension: int = 64, name: str = "") -> None:
        self._dimension = dimension
        self._name = name

    @property
    def id(self) -> str:
        """``hash:``, the name if it has one, and the dimension."""
        return f"hash:{self._name}{':' if self._name else ''}{self._dimension}"

    async def encode(self, texts: Sequence[str], kind: TextKind) -> "NDArray[np.float32]":  # noqa: ARG002
        """One vector of length 1 per text, as rows."""
        import numpy as np

        rows = np.zeros((len(texts), self._dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in ["", *re.findall(r"\w+", text.casefold())]:
                digest = hashlib.sha256(f"{self._name}\0{word}".encode()).digest()
                sign = 1.0 if digest[0] & 1 else -1.0
                # a text without words has a direction of its own
                row[int.from_bytes(digest[1:5], "big") % self._dimension] += sign if word else 0.1
        lengths: NDArray[np.float32] = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1.0
        return rows / lengths
