"""Pieces grouped into stacks of what means about the same.

Which pieces share a stack follows from what was said, in the order in which it was said, and from
nothing else: not from what was retrieved since, nor from when a device learned of it. So two
devices that hold the same records and have the same encoder have the same stacks, and a device that
starts again has those it had. In that history a piece weighs 1 in the turn in which it was said and
decays as if it were never used; what use made of it counts where a stack is looked for
(``Stacks.centroids``).

Source: seed 002. Its stacks were made by what happened on one machine, and were stored.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.config import ConversationConfig
from .weights import effective_weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

NO_STACK = -1
"""The stack of a piece without a vector, or with one that has no direction."""
SIMILARITY_DIGITS = 6
"""To which cosines are compared: the last digits differ from processor to processor."""

_BLOCK = 256
"""Pieces that are compared with all stacks in one product of matrices."""
_DOUBT = 1e-4
"""By so much two products of singles may be off, and much more: what is nearer is looked at again
in doubles."""
_NO_LENGTH = 1e-6
"""What is shorter points nowhere: members that cancel each other out."""


class Stacks:
    """The stacks of a conversation, piece by piece.

    Args:
        config: The threshold, and how pieces decay.

    Attributes:
        config: As given.
        count: How many stacks there are; they are called 0, 1, … in the order in which they began.
    """

    def __init__(self, config: ConversationConfig) -> None:
        import numpy as np

        self.config = config
        self.count = 0
        self._pieces = 0
        self._vectors = np.zeros((0, 0), np.float32)
        self._turns = np.zeros(0, np.int64)
        self._labels = np.zeros(0, np.int32)
        # of each stack: its members, from which of them on they live, and the sum of those as of
        # when it got the last one; how long that is, or 0 where it points nowhere
        self._is_summed = True
        self._members: list[list[int]] = []
        self._living: list[int] = []
        self._lengths: list[float] = []
        self._sums = np.zeros((0, 0))
        self._centroids = np.zeros((0, 0), np.float32)

    def __len__(self) -> int:
        """How many pieces are in it."""
        return self._pieces

    @property
    def labels(self) -> "NDArray[np.int32]":
        """The stack of each piece, in their order; ``NO_STACK`` for none."""
        return self._labels[: self._pieces]

    @property
    def vectors(self) -> "NDArray[np.float32]":
        """The vectors of the pieces as rows, of length 1, or of zeros where there is none."""
        return self._vectors[: self._pieces]

    def extend(self, vectors: "ArrayLike", turns: Sequence[int]) -> None:
        """Put more pieces into stacks, one after the other: each sees those that the others began.

        A piece joins the stack whose centroid is nearest, if the cosine is at least the threshold;
        of equally near ones the one that began last. Else it begins one.

        Args:
            vectors: One row per piece, in the order of the conversation; a row of zeros for a piece
                that has none.
            turns: The numbers of their turns. One that is lower than one before counts as that.

        Raises:
            ValueError: The rows are not as long as those before, or not as many as the turns.
        """
        import numpy as np

        given = np.asarray(vectors, np.float32)
        if not len(turns):
            return
        if given.ndim != 2 or len(given) != len(turns):
            raise ValueError(f"{len(turns)} turns, but vectors of shape {given.shape}")
        if self._pieces and given.shape[1] != self._vectors.shape[1]:
            raise ValueError(f"{given.shape[1]} numbers, but {self._vectors.shape[1]} before")
        if not self._is_summed:
            self._sum_up()
        begin = self._pieces
        self._take(given, turns)
        for start in range(begin, self._pieces, _BLOCK):
            self._assign(start, min(start + _BLOCK, self._pieces))

    def rewind(self, count: int) -> None:
        """Forget all pieces but the first so many: one behind them was edited, deleted or put in.

        What is said of them is as if they had never been put in; put in the others again.
        """
        if count >= self._pieces:
            return
        # nothing of what was forgotten stays in memory, and the sums are of it too; who goes back
        # often, one by one, need not add up each time what is left
        self._vectors[count : self._pieces] = 0
        if self._is_summed:
            self._sums[:] = 0
            self._centroids[:] = 0
            self._is_summed = False
        self._pieces = count
        self.count = int(self.labels.max(initial=NO_STACK)) + 1

    def _sum_up(self) -> None:
        """Know of each stack what was known of it when it got its last piece."""
        import numpy as np

        self._members = [[] for _ in range(self.count)]
        for row, label in enumerate(self.labels.tolist()):
            if label != NO_STACK:
                self._members[label].append(row)
        self._living = [0] * self.count
        self._lengths = [0.0] * self.count
        for stack, rows in enumerate(self._members):
            unused = self._turns[rows[-1]] - self._turns[rows]
            weights = np.exp(-self.config.decay_per_turn * unused)
            first = int(np.argmax(weights >= self.config.death_threshold))
            self._living[stack] = first
            self._sums[stack] = weights[first:] @ self._vectors[rows[first:]].astype(np.float64)
            self._point(stack)
        self._is_summed = True

    def centroids(
        self, base_weights: "ArrayLike", last_used_turns: "ArrayLike", turn: int
    ) -> "NDArray[np.float32]":
        """What each stack is about in a turn: the mean of its living pieces by effective weight.

        A stack of which none is living is about what it was about before the last one died.

        Args:
            base_weights: Of all pieces, in their order.
            last_used_turns: Likewise.
            turn: The number of the current turn, after an edit or a deletion too.

        Returns:
            One row per stack, of length 1.
        """
        import numpy as np

        labels = self.labels
        inside = np.flatnonzero(labels != NO_STACK)
        order = inside[np.argsort(labels[inside], kind="stable")]
        if not len(order):
            return np.zeros((0, self._vectors.shape[1]), np.float32)
        of = labels[order]
        begins = np.flatnonzero(np.diff(of, prepend=-1))
        last_used = np.asarray(last_used_turns, np.float64)[order]
        base = np.asarray(base_weights, np.float64)[order]
        least, rate = self.config.death_threshold, self.config.decay_per_turn
        now = effective_weights(base, last_used, turn, self.config)
        asleep = ~np.logical_or.reduceat(now >= least, begins)
        as_of = np.full(self.count, float(turn))
        if asleep.any() and rate > 0:
            with np.errstate(divide="ignore"):
                dying = last_used + np.log(base / least) / rate
            # a hair more, for a weight that is the threshold itself
            as_of[asleep] = np.floor(np.maximum.reduceat(dying, begins)[asleep] + 1e-9)
        weights = base * np.exp(-rate * np.maximum(0, as_of[of] - last_used))
        living = weights >= least
        # of a stack of which no piece ever weighed enough all do
        living |= ~np.logical_or.reduceat(living, begins)[of]
        weights = np.where(living, weights, 0.0)
        sums = np.empty((self.count, self._vectors.shape[1]), np.float32)
        ends = np.append(begins[1:], len(order))
        for stack, (begin, end) in enumerate(zip(begins.tolist(), ends.tolist(), strict=True)):
            rows = self._vectors[order[begin:end]]
            sums[stack] = rows[0] if end - begin == 1 else weights[begin:end] @ rows
        lengths: NDArray[np.float32] = np.linalg.norm(sums, axis=1)
        newest = self._vectors[order[ends - 1]]
        pointed = lengths > _NO_LENGTH
        lengths[~pointed] = 1.0
        centroids: NDArray[np.float32] = sums / lengths[:, None]
        centroids[~pointed] = newest[~pointed]
        return centroids

    def _take(self, vectors: "NDArray[np.float32]", turns: Sequence[int]) -> None:
        import numpy as np

        begin, end = self._pieces, self._pieces + len(vectors)
        if end > len(self._vectors) or not self._pieces:
            room = max(end, 2 * self._pieces)
            more = room - begin
            rows = np.zeros((more, vectors.shape[1]), np.float32)
            self._vectors = np.concatenate([self._vectors[:begin], rows]) if begin else rows
            self._turns = np.concatenate([self._turns[:begin], np.zeros(more, np.int64)])
            self._labels = np.concatenate([self._labels[:begin], np.zeros(more, np.int32)])
        if not begin:
            self._sums = np.zeros((0, vectors.shape[1]))
            self._centroids = np.zeros((0, vectors.shape[1]), np.float32)
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
        pointed = np.isfinite(lengths) & (lengths > 0)
        divisors = np.where(pointed, lengths, 1.0)[:, None]
        self._vectors[begin:end] = np.where(pointed[:, None], vectors / divisors, 0.0)
        before = int(self._turns[begin - 1]) if begin else 0
        self._turns[begin:end] = np.maximum.accumulate(np.maximum(before, np.asarray(turns)))
        self._labels[begin:end] = np.where(pointed, 0, NO_STACK)
        self._pieces = end

    def _assign(self, start: int, end: int) -> None:
        """The pieces of a block, whose labels say only whether they belong into a stack."""
        import numpy as np

        if len(self._centroids) < self.count + (end - start):
            self._grow(self.count + (end - start))
        known = self.count
        # one matrix product for all; what changes meanwhile is compared piece by piece
        cosines = self._vectors[start:end] @ self._centroids[:known].T
        changed: list[int] = []
        place: dict[int, int] = {}
        anew = np.zeros((end - start, self._vectors.shape[1]), np.float32)
        for row in range(start, end):
            if self._labels[row] == NO_STACK:
                continue
            before = cosines[row - start]
            after = anew[: len(changed)] @ self._vectors[row]
            stack = self._nearest(row, before, after, changed)
            if stack is None:
                stack, self.count = self.count, self.count + 1
                self._members.append([])
                self._living.append(0)
                self._lengths.append(0.0)
            self._join(stack, row)
            if stack not in place:
                place[stack] = len(changed)
                changed.append(stack)
                if stack < known:
                    cosines[:, stack] = -np.inf
            anew[place[stack]] = self._centroids[stack]

    def _nearest(
        self,
        row: int,
        before: "NDArray[np.float32]",
        after: "NDArray[np.float32]",
        changed: list[int],
    ) -> int | None:
        """The stack that a piece joins, if there is one."""
        import numpy as np

        threshold = self.config.stack_threshold
        best = max(before.max(initial=-np.inf), after.max(initial=-np.inf))
        if best < threshold - _DOUBT:
            return None
        near = np.flatnonzero(before >= best - _DOUBT).tolist()
        near += [changed[at] for at in np.flatnonzero(after >= best - _DOUBT).tolist()]
        vector = self._vectors[row].astype(np.float64)
        cosine, stack = max((self._cosine(one, vector), one) for one in near)
        return stack if cosine >= threshold else None

    def _cosine(self, stack: int, vector: "NDArray[np.float64]") -> float:
        import numpy as np

        if length := self._lengths[stack]:
            cosine = float(self._sums[stack] @ vector) / length
        else:
            newest = self._vectors[self._members[stack][-1]].astype(np.float64)
            cosine = float(newest @ vector)
        return round(cosine, SIMILARITY_DIGITS)

    def _join(self, stack: int, row: int) -> None:
        """Put a piece into a stack, whose centroid is then the mean of what lives in its turn."""
        import numpy as np

        members, total = self._members[stack], self._sums[stack]
        if members:
            turn, rate = int(self._turns[row]), self.config.decay_per_turn
            total *= math.exp(-rate * (turn - int(self._turns[members[-1]])))
            first = self._living[stack]
            while first < len(members):
                weight = math.exp(-rate * (turn - int(self._turns[members[first]])))
                if weight >= self.config.death_threshold:
                    break
                total -= weight * self._vectors[members[first]].astype(np.float64)
                first += 1
            if first == len(members):
                total[:] = 0.0  # not even what rounding left of the dead
            self._living[stack] = first
        total += self._vectors[row]
        members.append(row)
        self._labels[row] = stack
        self._point(stack)

    def _point(self, stack: int) -> None:
        """Let the centroid of a stack have the direction of its sum, if that has one."""
        import numpy as np

        length = float(np.linalg.norm(self._sums[stack]))
        if length > _NO_LENGTH:
            self._lengths[stack] = length
            self._centroids[stack] = self._sums[stack] / length
        else:
            self._lengths[stack] = 0.0
            self._centroids[stack] = self._vectors[self._members[stack][-1]]

    def _grow(self, stacks: int) -> None:
        """Make room for so many stacks."""
        import numpy as np

        width = self._vectors.shape[1]
        room = max(stacks, 2 * len(self._sums))
        sums, centroids = np.zeros((room, width)), np.zeros((room, width), np.float32)
        if self.count:
            sums[: self.count] = self._sums[: self.count]
            centroids[: self.count] = self._centroids[: self.count]
        self._sums, self._centroids = sums, centroids
