"""The vectors of a scope's texts in one matrix, without reading them all again.

Every vector is compared with the query: exact, and fast enough (one matrix product). What an index
of near neighbours would save does not pay for what it misses.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...core.change import Change
from ...core.records.embedding import Embedding, Vector, embedded
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ..embedded_text import embedded_text, text_sha256
from .moves import Moves

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_ROWS = 64
_NOTHING = 0


def _mark(sha256: str) -> int:
    """The first 64 bits of a hash: enough to tell a text from what stood there before."""
    return int(sha256[:16], 16)


class Cosines(Mapping[Ref[Any], float]):
    """How near each memory is to a query, from -1 to 1.

    It holds until the next change of the scope; nobody keeps it.

    Attributes:
        refs: The memories.
        rows: Memory to its place in the other two.
        numbers: The cosines. Where a memory's text has changed since its vector was made it is NaN,
            and the memory counts as absent.
        moves: What has another place than before; ``None`` where nobody notes that.
    """

    def __init__(
        self,
        refs: Sequence[Ref[Any]],
        rows: Mapping[Ref[Any], int],
        numbers: "NDArray[np.float32]",
        moves: "Moves[Ref[Any]] | None" = None,
    ) -> None:
        self.refs = refs
        self.rows = rows
        self.numbers = numbers
        self.moves = moves

    def __getitem__(self, ref: Ref[Any]) -> float:
        value = float(self.numbers[self.rows[ref]])
        if math.isnan(value):
            raise KeyError(ref)
        return value

    def __iter__(self) -> Iterator[Ref[Any]]:
        pairs = zip(self.refs, self.numbers.tolist(), strict=True)
        return (ref for ref, value in pairs if not math.isnan(value))

    def __len__(self) -> int:
        import numpy as np

        return len(self.numbers) - int(np.count_nonzero(np.isnan(self.numbers)))

    def nearest(self, count: int) -> list[Ref[Any]]:
        """The nearest memories, nearest first; equally near ones by name."""
        best = self.nearest_rows(count).tolist()
        best.sort(key=lambda row: (-float(self.numbers[row]), self.refs[row].name))
        return [self.refs[row] for row in best]

    def nearest_rows(self, count: int) -> "NDArray[np.int64]":
        """The places of the nearest ones, in no order."""
        import numpy as np

        count = min(count, len(self))
        if count < 1:
            return np.zeros(0, np.int64)
        # NaN sorts last
        return np.argpartition(-self.numbers, count - 1)[:count]


class _Table:
    """The vectors of one scope by one encoder, each with the text that it was made of.

    Args:
        dimension: How many numbers each has; 0 is what the first one has.
    """

    def __init__(self, dimension: int) -> None:
        import numpy as np

        self.dimension = dimension
        self.rows: dict[Ref[Any], int] = {}
        self._refs: list[Ref[Any]] = []
        self._matrix = np.zeros((_FIRST_ROWS, dimension), np.float32)
        self._made_of = np.zeros(_FIRST_ROWS, np.uint64)
        self._wanted = np.zeros(_FIRST_ROWS, np.uint64)
        self._moves: Moves[Ref[Any]] = Moves()
        self._asked: tuple[NDArray[np.float32], Cosines] | None = None

    def fill(self, vectors: Mapping[Ref[Any], Vector], wanted: Mapping[Ref[Any], int]) -> None:
        """Take many vectors into an empty table at once."""
        import numpy as np

        self._moves.forget()
        self._asked = None
        refs = [ref for ref, vector in vectors.items() if self._may_be(vector)]
        if not refs:
            return
        numbers = np.frombuffer(b"".join(vectors[ref].numbers for ref in refs), "<f4")
        matrix = numbers.reshape(len(refs), self.dimension).astype(np.float32)
        # what is too large for the square of a single is no less a direction
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.linalg.norm(matrix, axis=1).astype(np.float64)
            matrix /= lengths[:, None].astype(np.float32)
        odd = ~np.isfinite(matrix).all(axis=1) | ~np.isfinite(lengths) | (lengths == 0)
        self._refs = [ref for ref, is_odd in zip(refs, odd.tolist(), strict=True) if not is_odd]
        self.rows = {ref: row for row, ref in enumerate(self._refs)}
        self._matrix = np.concatenate([matrix[~odd], self._matrix])
        marks = [_mark(vectors[ref].text_sha256) for ref in self._refs]
        self._made_of = np.concatenate([np.array(marks, np.uint64), self._made_of])
        wishes = [wanted.get(ref, _NOTHING) for ref in self._refs]
        self._wanted = np.concatenate([np.array(wishes, np.uint64), self._wanted])
        for ref, is_odd in zip(refs, odd.tolist(), strict=True):
            if is_odd:
                self.put(ref, vectors[ref], wanted.get(ref, _NOTHING))

    def _may_be(self, vector: Vector) -> bool:
        """Whether it is as long as the others, and of a text that is known."""
        return vector.dimension == self.dimension and bool(vector.text_sha256)

    def put(self, ref: Ref[Any], vector: Vector, wanted: int) -> None:
        """Take a vector in, in place of an older one; one that is of no use counts as absent."""
        import numpy as np

        self._asked = None
        numbers = np.frombuffer(vector.numbers, "<f4")
        length = float(np.linalg.norm(numbers.astype(np.float64)))
        if not self.dimension:
            self.dimension = vector.dimension
            self._matrix = np.zeros((_FIRST_ROWS, self.dimension), np.float32)
        is_direction = np.isfinite(length) and length > 0
        if not is_direction or not self._may_be(vector):
            self.drop(ref)
            return
        row = self.rows.get(ref)
        if row is None:
            row = self.rows[ref] = len(self._refs)
            self._refs.append(ref)
            self._moves.note(ref)
            if row == len(self._matrix):
                self._grow()
        self._matrix[row] = numbers / length
        self._made_of[row] = _mark(vector.text_sha256)
        self._wanted[row] = wanted

    def _grow(self) -> None:
        import numpy as np

        more = len(self._matrix) // 2
        self._matrix = np.concatenate([self._matrix, np.zeros((more, self.dimension), np.float32)])
        self._made_of = np.concatenate([self._made_of, np.zeros(more, np.uint64)])
        self._wanted = np.concatenate([self._wanted, np.zeros(more, np.uint64)])

    def want(self, ref: Ref[Any], wanted: int) -> None:
        """The memory has this text now."""
        self._asked = None
        if (row := self.rows.get(ref)) is not None:
            self._wanted[row] = wanted

    def drop(self, ref: Ref[Any]) -> None:
        """Let nothing of a vector be left in memory."""
        row = self.rows.pop(ref, None)
        if row is None:
            return
        self._asked = None
        last, moved = len(self._refs) - 1, self._refs.pop()
        self._moves.forget()  # its name, too
        if row != last:
            self._refs[row], self.rows[moved] = moved, row
            for part in (self._matrix, self._made_of, self._wanted):
                part[row] = part[last]
        self._matrix[last] = 0
        self._made_of[last] = self._wanted[last] = _NOTHING

    @property
    def current(self) -> int:
        """How many memories have a vector of the text that they have now."""
        import numpy as np

        made_of, wanted = self._made_of[: len(self._refs)], self._wanted[: len(self._refs)]
        return int(np.count_nonzero((made_of == wanted) & (wanted != _NOTHING)))

    def is_current(self, ref: Ref[Any]) -> bool:
        """Whether a memory has a vector of the text that it has now."""
        row = self.rows.get(ref)
        return row is not None and bool(self._made_of[row] == self._wanted[row])

    def cosines(self, query: "NDArray[np.float32]") -> Cosines:
        """How near each one is to a query of length 1; who asks the same again gets the same."""
        if self._asked is None or self._asked[0] is not query:
            count = len(self._refs)
            values = self._matrix[:count] @ query
            values[self._made_of[:count] != self._wanted[:count]] = float("nan")
            self._asked = query, Cosines(self._refs, self.rows, values, self._moves)
        return self._asked[1]

    @property
    def bytes(self) -> int:
        """What the matrix takes."""
        return self._matrix.nbytes


@dataclass(slots=True, eq=False)
class _Scope:
    """What is known of one scope: which text each memory has, and the vectors by encoder."""

    texts: dict[Ref[Any], int] = field(default_factory=dict)
    tables: dict[str, _Table] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class VectorFilling:
    """A scope that is being read, and what changes meanwhile, which counts more."""

    scope: str
    encoder: str
    changed: dict[Ref[Any], object] = field(default_factory=dict)


class Vectors:
    """The matrix of every scope and encoder that was asked about, of records of some types.

    A scope is filled once from the records, and kept in step by their changes from then on.

    Args:
        kinds: The types; memories unless others are given. No record of another type, nor its
            embedding, is taken in.
        text_of: The text of a record of them of which its vector is made; ``None`` where it has
            none to be found by.
        made_by: The public method that makes vectors which are missing, for messages.

    Attributes:
        kinds: As given.
        text_of: As given.
        made_by: As given.
        failure: Why a vector that was wanted last is not there; ``None`` if it is.
    """

    def __init__(
        self,
        kinds: tuple[type[Any], ...] = (PersonaMemory, Memory),
        text_of: Callable[[Any], str | None] = embedded_text,
        made_by: str = "persona_embed",
    ) -> None:
        self.kinds = kinds
        self.text_of = text_of
        self.made_by = made_by
        self._scopes: dict[str, _Scope] = {}
        self._fillings: list[VectorFilling] = []
        self.failure: str | None = None

    def has(self, scope: str, encoder: str) -> bool:
        """Whether the vectors by an encoder were read for a scope."""
        return scope in self._scopes and encoder in self._scopes[scope].tables

    def begin(self, scope: str, encoder: str) -> VectorFilling:
        """Note from now on what changes in a scope that is about to be read."""
        filling = VectorFilling(scope, encoder)
        self._fillings.append(filling)
        return filling

    def abandon(self, filling: VectorFilling) -> None:
        """The scope could not be read."""
        if filling in self._fillings:
            self._fillings.remove(filling)

    def fill(
        self,
        filling: VectorFilling,
        texts: Mapping[Ref[Any], str],
        vectors: Mapping[Ref[Any], Vector],
    ) -> None:
        """Take in what was read since ``begin``.

        Args:
            filling: What ``begin`` returned.
            texts: Record to the SHA-256 of its text.
            vectors: Record to the vector that the encoder made of it once.
        """
        self.abandon(filling)
        if self.has(filling.scope, filling.encoder):
            return  # two read it at once; the first has been kept in step since
        scope = self._scopes.setdefault(filling.scope, _Scope())
        scope.texts = {ref: _mark(sha256) for ref, sha256 in texts.items()} | scope.texts
        # a damaged one among them must not decide for all
        dimensions = Counter(vector.dimension for vector in vectors.values())
        (dimension, _), *_ = dimensions.most_common(1) or [(0, 0)]
        table = scope.tables[filling.encoder] = _Table(dimension)
        table.fill(vectors, scope.texts)
        for ref, record in filling.changed.items():
            self._note(scope, ref, record)

    def apply(self, change: Change[object]) -> None:
        """Fold one change in."""
        ref: Ref[Any] = change.ref
        if self._owner(ref) is None:
            return
        for filling in self._fillings:
            if filling.scope == ref.scope:
                filling.changed[ref] = change.after
        if (scope := self._scopes.get(ref.scope)) is not None:
            self._note(scope, ref, change.after)

    def _owner(self, ref: Ref[Any]) -> Ref[Any] | None:
        """The record that a change is about, whether it is the record's or its embedding's."""
        owner = ref
        if ref.kind is Embedding:
            kind, name = embedded(ref.name)
            owner = Ref(kind, name, ref.scope)
        return owner if owner.kind in self.kinds else None

    def _note(self, scope: _Scope, ref: Ref[Any], record: object) -> None:
        owner = self._owner(ref)
        if owner is None:
            return
        if isinstance(record, Embedding):
            _put(scope, owner, record)
        elif record is not None and (text := self.text_of(record)) is not None:
            mark = _mark(text_sha256(text))
            scope.texts[owner] = mark
            for table in scope.tables.values():
                table.want(owner, mark)
        else:
            if ref.kind is not Embedding:
                scope.texts.pop(owner, None)
            for table in scope.tables.values():
                table.drop(owner)

    def memories(self, scope: str) -> list[Ref[Any]]:
        """What has a text in a filled scope, by type and name."""
        return sorted(self._scopes[scope].texts, key=lambda ref: (ref.kind.__name__, ref.name))

    def lacking(self, scope: str, encoder: str) -> list[Ref[Any]]:
        """Those without a vector of the text that they have now."""
        table = self._scopes[scope].tables[encoder]
        return [ref for ref in self.memories(scope) if not table.is_current(ref)]

    def counts(self, scope: str, encoder: str) -> tuple[int, int]:
        """How many memories a filled scope has, and how many of them ``lacking`` would name."""
        count = len(self._scopes[scope].texts)
        return count, count - self._scopes[scope].tables[encoder].current

    @property
    def bytes(self) -> int:
        """What all matrices take."""
        return sum(table.bytes for one in self._scopes.values() for table in one.tables.values())

    def fits(self, scope: str, encoder: str, dimension: int) -> bool:
        """Whether a query of that many numbers can be compared with what a filled scope has."""
        table = self._scopes[scope].tables[encoder]
        return not table.rows or table.dimension == dimension

    def cosines(self, scope: str, encoder: str, query: "NDArray[np.float32]") -> Cosines:
        """How near each memory of a filled scope is to a query.

        Args:
            scope: The scope.
            encoder: The id of the encoder that made the query's vector.
            query: Of length 1. One that does not fit is near to nothing.
        """
        table = self._scopes[scope].tables[encoder]
        if table.rows and table.dimension == len(query):
            return table.cosines(query)
        return Cosines((), {}, query[:0])


def _put(scope: _Scope, ref: Ref[Any], embedding: Embedding) -> None:
    for encoder, table in scope.tables.items():
        vector = embedding.of(encoder)
        if vector is None:
            table.drop(ref)
        else:
            table.put(ref, vector, scope.texts.get(ref, _NOTHING))
