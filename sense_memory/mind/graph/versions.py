"""One chain that is kept: its versions in order, and when each of them counts."""

import math
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...core.records.graph import Edge
from .chains import Chain, Interval, end_of, holding, intervals, order

Row: TypeAlias = tuple[float, float, float, float, Edge]
"""When a version begins, when it ends (or never), when it was recorded, when its end was learned,
and which one it is; so that ten thousands are asked at once."""


class Versions:
    """The versions of one chain; as good as ``mind.graph.chains``, and asked over and over.

    Attributes:
        chain: Which.
        edges: The versions, in their order.
        rows: The same, spread out.
    """

    __slots__ = ("_counted", "chain", "edges", "rows")

    def __init__(self, chain: Chain, edges: Iterable[Edge] = ()) -> None:
        self.chain = chain
        self.edges: tuple[Edge, ...] = ()
        self.rows: tuple[Row, ...] = ()
        self._counted: dict[str, tuple[Interval, ...]] | None = None
        self._set(edges)

    def put(self, edge: Edge) -> None:
        """This is a version of it, in the place of one with its id."""
        self._set((*(one for one in self.edges if one.id != edge.id), edge))

    def drop(self, name: str) -> None:
        """No version has this id any more."""
        self._set(one for one in self.edges if one.id != name)

    def _set(self, edges: Iterable[Edge]) -> None:
        self.edges = tuple(sorted(edges, key=order))
        self.rows = tuple(map(_row, self.edges))
        self._counted = None

    def holding(self, valid: float, known: float | None = None) -> Edge | None:
        """The version that counts at a moment, as ``chains.holding`` says."""
        return holding(self.edges, valid, known)

    def intervals(self, edge: Edge, known: float | None = None) -> tuple[Interval, ...]:
        """When one of the versions counts, oldest first."""
        if known is not None:
            return tuple(one for one in intervals(self.edges, known) if one.edge.id == edge.id)
        if self._counted is None:
            self._counted = {}
            for one in intervals(self.edges):
                self._counted[one.edge.id] = (*self._counted.get(one.edge.id, ()), one)
        return self._counted.get(edge.id, ())

    def moments(self) -> Iterator[float]:
        """When something begins or ends; between two of them the same version counts."""
        for begins, ends, _, _, _ in self.rows:
            yield begins
            yield ends


def _row(edge: Edge) -> Row:
    learned = edge.recorded_at if edge.invalidated_at is None else edge.invalidated_at
    end = end_of(edge)
    ends = math.inf if end is None else end
    return edge.valid_from, ends, edge.recorded_at, learned, edge
