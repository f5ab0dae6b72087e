"""One chain that is kept, and all of them in columns: when each version counts.

What is asked of ten thousands of versions at once gives the same here as ``mind.graph.chains`` and
``mind.graph.lifecycle`` say one by one.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ...core.records.graph import Edge
from ...core.records.persona import SECONDS_PER_DAY
from .chains import Chain, Interval, chain_of, end_of, holding, intervals, order
from .lifecycle import Living, decay

Place: TypeAlias = tuple[Chain, tuple[float, str]]
"""What the versions of all chains are put in order by."""


def place_of(edge: Edge) -> Place:
    """Where a version stands among all of them."""
    return chain_of(edge), order(edge)


def stated(edge: Edge) -> tuple[float, float, float]:
    """When a version begins, when it ends by all that is known (or never), when it was recorded."""
    end = end_of(edge)
    return edge.valid_from, math.inf if end is None else end, edge.recorded_at


def fading(one: Living) -> tuple[float, float, float]:
    """How the salience of a node or an edge falls: ``lifecycle.Decay``."""
    fall = decay(one)
    return fall.salience, fall.rate, fall.since


class Versions:
    """The versions of one chain.

    Args:
        chain: Which.
        number: Any that no other chain has.

    Attributes:
        chain: As given.
        number: Likewise.
        edges: The versions, in their order.
    """

    __slots__ = ("_counted", "_stated", "chain", "edges", "number")

    def __init__(self, chain: Chain, number: int) -> None:
        self.chain = chain
        self.number = number
        self.edges: tuple[Edge, ...] = ()
        self._stated: tuple[tuple[float, float, float], ...] = ()
        self._counted: dict[str, tuple[Interval, ...]] | None = None

    def put(self, edge: Edge) -> None:
        """This is a version of it, in the place of one with its id."""
        self._set((*(one for one in self.edges if one.id != edge.id), edge))

    def drop(self, name: str) -> None:
        """No version has this id any more."""
        self._set(one for one in self.edges if one.id != name)

    def _set(self, edges: Iterable[Edge]) -> None:
        self.edges = tuple(sorted(edges, key=order))
        self._stated = tuple(map(stated, self.edges))
        self._counted = None

    def holding(self, valid: float, known: float | None = None) -> Edge | None:
        """The version that counts at a moment, as ``chains.holding`` says."""
        if known is not None:
            return holding(self.edges, valid, known)
        found: Edge | None = None
        for edge, (begins, ends, _) in zip(self.edges, self._stated, strict=True):
            if begins <= valid < ends:
                found = edge
        return found

    def intervals(self, edge: Edge, known: float | None = None) -> tuple[Interval, ...]:
        """When one of the versions counts, oldest first."""
        if known is not None:
            return tuple(one for one in intervals(self.edges, known) if one.edge.id == edge.id)
        if self._counted is None:
            self._counted = {}
            for one in intervals(self.edges):
                self._counted[one.edge.id] = (*self._counted.get(one.edge.id, ()), one)
        return self._counted.get(edge.id, ())

    def until(self, edge: Edge, known: float | None = None) -> float | None:
        """When one of the versions ceases to count for good; ``None``: it goes on.

        What never counts ceases when it begins.
        """
        if known is None and len(self.edges) == 1 and self.edges[0].id == edge.id:
            # most are alone, and nothing interrupts them
            ends = self._stated[0][1]
            return max(edge.valid_from, ends) if ends < math.inf else None
        counted = self.intervals(edge, known)
        return counted[-1].end if counted else edge.valid_from

    def moments(self) -> Iterator[float]:
        """When something begins or ends; between two of them the same version counts."""
        for begins, ends, _ in self._stated:
            yield begins
            yield ends


def all_holding(
    numbers: Sequence[int],
    edges: Sequence[Edge],
    columns: Sequence[Sequence[float]],
    valid: float,
    known: float | None = None,
) -> tuple[Edge, ...]:
    """What counts at a moment, of every chain at most one; as ``chains.as_of`` says.

    Args:
        numbers: Of the chains of all versions.
        edges: The versions themselves, chain by chain, each chain in its order.
        columns: What is ``stated`` of them.
        valid: When in the world, seconds since the epoch.
        known: As it was known when, likewise; ``None`` is all that is known.
    """
    begins, ends, recorded = columns
    # of those of a chain that say they hold, the last one takes the others' place
    if known is None:
        held = {
            number: edge
            for number, edge, begin, end in zip(numbers, edges, begins, ends, strict=True)
            if begin <= valid < end
        }
    else:
        held = {
            number: edge
            for number, edge, begin, end, learned in zip(
                numbers, edges, begins, ends, recorded, strict=True
            )
            if begin <= valid
            and learned <= known
            # what was learned since made nothing go on for longer
            and (valid < end or _went_on(edge, valid, known))
        }
    return tuple(held.values())


def _went_on(edge: Edge, valid: float, known: float) -> bool:
    end = end_of(edge, known)
    return end is None or valid < end


def all_saliences(
    names: Sequence[str], columns: Sequence[Sequence[float]], now: float
) -> dict[str, float]:
    """What is worth how much, 0–1, by name; as ``lifecycle.salience`` says.

    Args:
        names: Keys or ids.
        columns: How each falls (``fading``).
        now: Seconds since the epoch.
    """
    exp = math.exp
    return {
        name: salience * exp(-rate * ((now - since) / SECONDS_PER_DAY)) if now > since else salience
        for name, salience, rate, since in zip(names, *columns, strict=True)
    }
