"""Vectors of the pieces of what was said, by one encoder, as a matrix.

A record has the vectors of as many pieces as fit, one after the other: the first part of a message
those of its first pieces, the second one those after them. What no record has room for is computed
anew by each device, and kept here.

A message is as near to a question as the mean of its pieces, by their lengths: that finds more of
what answers than the nearest piece does, since a short one is near to much. Of a long message,
which is about several things, each run of pieces has a mean of its own, and the nearest counts.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.records.embedding import BYTES_PER_NUMBER, Vector
from ...core.ref import Ref
from ..views.moves import Moves
from ..views.vectors import Cosines

VECTOR_BYTES = 16_384
"""Of numbers in one record: with what another encoder made beside them, it fits an event."""
RUN = 6
"""Pieces of a message that are taken together at most."""
_FIRST_ROWS = 256
_NOWHERE = -1

Floats = NDArray[np.float32]


def pieces_per_record(dimension: int) -> int:
    """How many vectors of so many numbers a record has at most."""
    return max(1, VECTOR_BYTES // (BYTES_PER_NUMBER * dimension))


def pieces_sha256(texts: Sequence[str]) -> str:
    """Which texts some vectors are of, in their order; 64 hex digits."""
    said = "\0".join(texts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(said).hexdigest()


class PieceVectors:
    """The matrix of one conversation.

    Args:
        dimension: How many numbers a vector has.

    Attributes:
        dimension: As given.
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._matrix = np.zeros((_FIRST_ROWS, dimension), np.float32)
        self._lengths = np.zeros(_FIRST_ROWS, np.float32)
        self._end = 0
        self._free: list[int] = []
        self._rows: dict[str, dict[int, int]] = {}
        self._runs = _Runs(dimension)
        self._slots: dict[str, int] = {}
        self._refs: list[Ref[Any]] = []
        self._ref_rows: dict[Ref[Any], int] = {}
        self._free_slots: list[int] = []
        self._moves: Moves[Ref[Any]] = Moves()
        self._waiting: dict[str, dict[int, Vector]] = {}

    @property
    def bytes(self) -> int:
        """What the matrices take."""
        return self._matrix.nbytes + self._runs.matrix.nbytes

    # ------------------------------------------------------------------ in step

    def offer(self, message: str, part: int, vector: Vector | None) -> None:
        """This is what the record of a part has; it counts once its message says that text."""
        waiting = self._waiting.setdefault(message, {})
        if vector is None:
            waiting.pop(part, None)
        else:
            waiting[part] = vector
        if not waiting:
            del self._waiting[message]

    def settle(self, message: str, ref: Ref[Any], texts: Sequence[str]) -> None:
        """Take in what was offered of a message, as far as it is of what it says.

        Args:
            message: Its id.
            ref: Where it stands.
            texts: What would go to an encoder, piece by piece.
        """
        most = pieces_per_record(self.dimension)
        for part, vector in list(self._waiting.get(message, {}).items()):
            first = part * most
            wanted = texts[first : first + most]
            if vector.dimension != len(wanted) * self.dimension or not wanted:
                continue
            if vector.text_sha256 != pieces_sha256(wanted):
                continue
            numbers = np.frombuffer(vector.numbers, "<f4").reshape(len(wanted), self.dimension)
            self.put(message, ref, first, numbers.astype(np.float32), [*map(len, wanted)])
            self.offer(message, part, None)

    def put(
        self, message: str, ref: Ref[Any], first: int, vectors: Floats, lengths: Sequence[int]
    ) -> None:
        """Take in vectors of a message.

        Args:
            message: Its id.
            ref: Where it stands.
            first: Of which piece the first one is.
            vectors: One per row, of any length; one without a direction is left out.
            lengths: How many characters each piece has.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            norms = np.linalg.norm(vectors.astype(np.float64), axis=1).tolist()
        rows = self._rows.setdefault(message, {})
        slot = self._slots.get(message)
        if slot is None:
            slot = self._new_slot(message, ref)
        changed = set[int]()
        for index, (vector, norm, length) in enumerate(
            zip(vectors, norms, lengths, strict=True), first
        ):
            if not np.isfinite(norm) or norm == 0:
                continue
            if index not in rows:
                rows[index] = self._free.pop() if self._free else self._new_row()
            self._matrix[rows[index]] = vector / norm
            self._lengths[rows[index]] = length
            changed.add(index // RUN)
        for run in changed:
            some = [row for index, row in rows.items() if index // RUN == run]
            self._runs.put(slot, run, self._lengths[some] @ self._matrix[some])

    def drop(self, message: str) -> None:
        """Let nothing of a message be left in memory."""
        for row in self._rows.pop(message, {}).values():
            self._matrix[row] = 0
            self._free.append(row)
        slot = self._slots.pop(message, None)
        if slot is not None:
            self._runs.drop(slot)
            self._ref_rows.pop(self._refs[slot], None)
            self._moves.forget()  # its name, too
            self._free_slots.append(slot)

    def _new_slot(self, message: str, ref: Ref[Any]) -> int:
        if self._free_slots:
            slot = self._free_slots.pop()
            self._refs[slot] = ref
        else:
            slot = len(self._refs)
            self._refs.append(ref)
        self._slots[message] = slot
        self._ref_rows[ref] = slot
        self._moves.note(ref)
        return slot

    def _new_row(self) -> int:
        if self._end == len(self._matrix):
            more = len(self._matrix) // 2
            grown = np.zeros((more, self.dimension), np.float32)
            self._matrix = np.concatenate([self._matrix, grown])
            self._lengths = np.concatenate([self._lengths, np.zeros(more, np.float32)])
        self._end += 1
        return self._end - 1

    # ------------------------------------------------------------------ asked

    def lacking(self, message: str, count: int) -> list[int]:
        """Which of so many pieces of a message have no vector."""
        rows = self._rows.get(message, {})
        return [index for index in range(count) if index not in rows]

    def of(self, message: str, count: int) -> Floats:
        """The vectors of so many pieces of a message as rows; zeros where there is none."""
        rows = self._rows.get(message, {})
        found = np.zeros((count, self.dimension), np.float32)
        for index, row in rows.items():
            if index < count:
                found[index] = self._matrix[row]
        return found

    def has(self, message: str) -> int:
        """How many pieces of a message have a vector."""
        return len(self._rows.get(message, {}))

    def cosines(self, query: Floats) -> Cosines:
        """How near each message is to a query of length 1: as its nearest run is."""
        best = self._runs.nearest(len(self._refs), query)
        return Cosines(self._refs, self._ref_rows, best, self._moves)

    def similarities(self, message: str, query: Floats) -> Mapping[int, float]:
        """How near each piece of a message is to a query of length 1, by its place."""
        rows = self._rows.get(message, {})
        return {index: float(self._matrix[row] @ query) for index, row in rows.items()}


class _Runs:
    """The means of the runs of pieces that follow each other in a message.

    Args:
        dimension: How many numbers a vector has.

    Attributes:
        matrix: Their directions; zeros where there is none.
    """

    def __init__(self, dimension: int) -> None:
        self.matrix = np.zeros((_FIRST_ROWS, dimension), np.float32)
        self._owner = np.full(_FIRST_ROWS, _NOWHERE, np.int64)
        self._end = 0
        self._free: list[int] = []
        self._rows: dict[int, dict[int, int]] = {}

    def put(self, slot: int, run: int, total: Floats) -> None:
        """This is the sum of the vectors in a run of the message in a slot.

        Vectors that cancel each other out are near to nothing.
        """
        rows = self._rows.setdefault(slot, {})
        if run not in rows:
            rows[run] = self._free.pop() if self._free else self._new_row()
        norm = np.linalg.norm(total)
        self.matrix[rows[run]] = total / norm if norm > 0 else 0
        self._owner[rows[run]] = slot

    def drop(self, slot: int) -> None:
        """Let nothing of the message in a slot be left."""
        for row in self._rows.pop(slot, {}).values():
            self.matrix[row] = 0
            self._owner[row] = _NOWHERE
            self._free.append(row)

    def _new_row(self) -> int:
        if self._end == len(self.matrix):
            more = len(self.matrix) // 2
            grown = np.zeros((more, self.matrix.shape[1]), np.float32)
            self.matrix = np.concatenate([self.matrix, grown])
            self._owner = np.concatenate([self._owner, np.full(more, _NOWHERE, np.int64)])
        self._end += 1
        return self._end - 1

    def nearest(self, slots: int, query: Floats) -> Floats:
        """How near each of so many slots is to a query of length 1; NaN where nothing is there."""
        owner = self._owner[: self._end]
        values = self.matrix[: self._end] @ query
        best = np.full(slots, -np.inf, np.float32)
        here = owner >= 0
        np.maximum.at(best, owner[here], values[here])
        best[~np.isfinite(best)] = np.nan
        return best
