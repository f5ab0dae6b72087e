"""Where the vectors of documents stand: which row is whose slot, and which slot whose row.

Looked up once by name, and then only what moved since in one of the two.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...core.ref import Ref
from ..views.moves import Mark, Moves

if TYPE_CHECKING:
    from ..views.vectors import Cosines
    from .documents import Documents

NOWHERE = -1


class Rows:
    """Where vectors and documents stand, as long as nothing moves.

    Attributes:
        slots: By row, the slot of what it is the vector of; -1 of what is no document.
        rows: By slot, the row of its vector; -1 where it has none.
    """

    def __init__(self, documents: "Documents", cosines: "Cosines") -> None:
        slots, count = documents.slots, len(cosines.rows)
        at = np.fromiter(cosines.rows.values(), np.int64, count)
        found = np.fromiter((slots.get(ref, NOWHERE) for ref in cosines.rows), np.int64, count)
        self.slots: NDArray[np.int64] = np.full(len(cosines.refs), NOWHERE, np.int64)
        self.slots[at] = found
        self.rows: NDArray[np.int64] = np.full(documents.end, NOWHERE, np.int64)
        self.rows[found[found >= 0]] = at[found >= 0]
        self._moves = cosines.moves
        self._seen = _seen(documents, cosines)

    def follow(self, documents: "Documents", cosines: "Cosines") -> bool:
        """Look up what moved since; ``False``: everything may have, or these are other vectors."""
        if self._moves is None or self._moves is not cosines.moves:
            return False
        own, others = self._seen
        moved, moved_there = documents.moves.since(own), self._moves.since(others)
        if moved is None or moved_there is None:
            return False
        if moved or moved_there:
            self._mend(documents, cosines, {*moved, *moved_there})
        return True

    def _mend(self, documents: "Documents", cosines: "Cosines", moved: Iterable[Ref[Any]]) -> None:
        self.slots = _as_long(self.slots, len(cosines.refs))
        self.rows = _as_long(self.rows, documents.end)
        for ref in moved:
            row, slot = cosines.rows.get(ref), documents.slots.get(ref)
            if row is not None:
                self.slots[row] = NOWHERE if slot is None else slot
            if slot is not None:
                self.rows[slot] = NOWHERE if row is None else row
        self.rows[~documents.is_here[: documents.end]] = NOWHERE
        self._seen = _seen(documents, cosines)


def rows_of(documents: "Documents", cosines: "Cosines") -> Rows:
    """Those of some documents and the vectors that a question was compared with."""
    known = documents.rows
    if known is None or not known.follow(documents, cosines):
        known = documents.rows = Rows(documents, cosines)
    return known


def _seen(documents: "Documents", cosines: "Cosines") -> tuple[Mark, Mark]:
    others: Moves[Ref[Any]] = Moves() if cosines.moves is None else cosines.moves
    return documents.moves.mark, others.mark


def _as_long(numbers: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    more = max(0, count - len(numbers))
    return np.append(numbers[:count], np.full(more, NOWHERE, np.int64))
