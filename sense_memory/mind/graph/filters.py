"""Which nodes and edges somebody who searches wants to see."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from ...core.errors import InputError
from ...core.records.graph import Edge, EdgeType, Node, NodeType
from .scores import Spans, spans
from .types import check_relationship, edge_type, relationship_key


@dataclass(frozen=True, slots=True)
class Filters:
    """What may be found.

    Attributes:
        types: Only these types of nodes and edges, and edges called so; nothing is any.
        without: None of these.
        attitude: Only edges with such a score, for each type that is meant.
        proximity: Likewise.
    """

    types: frozenset[str]
    without: frozenset[str]
    attitude: Spans
    proximity: Spans

    @classmethod
    def of(
        cls,
        types: Collection[str] = (),
        without: Collection[str] = (),
        attitude: int | str | tuple[int, int] | None = None,
        proximity: int | str | tuple[int, int] | None = None,
    ) -> Self:
        """What is meant by what was given.

        Args:
            types: Types of nodes (``person``), types of edges (``engages_with``), and what edges
                are called (``friend``).
            without: Likewise.
            attitude: 1–5, a word for it, or the least and the greatest; ``None`` is any.
            proximity: Likewise.

        Raises:
            InputError: One of them is none; it says what is allowed.
        """
        return cls(
            frozenset(map(_type, _several(types, "types"))),
            frozenset(map(_type, _several(without, "without"))),
            spans(attitude, "attitude"),
            spans(proximity, "proximity"),
        )

    def lets(self, one: Node | Edge) -> bool:
        """Whether something may be found."""
        if isinstance(one, Node):
            return self._is_wanted({one.type})
        kind = edge_type(one.from_key, one.to_key)
        return (
            self._is_wanted({kind, relationship_key(one.relationship_type)})
            and _lies(one.attitude, self.attitude.get(kind))
            and _lies(one.proximity, self.proximity.get(kind))
        )

    def _is_wanted(self, types: Collection[str]) -> bool:
        is_meant = not self.types or not self.types.isdisjoint(types)
        return is_meant and self.without.isdisjoint(types)


def _several(given: Collection[str], what: str) -> Collection[str]:
    if isinstance(given, str) or not all(isinstance(one, str) for one in given):
        raise InputError(f"{what} are several words, ('person', 'friend'); got {given!r}")
    return given


def _type(given: str) -> str:
    """A type as it is written, or what names of one relation have in common."""
    folded = given.strip().casefold()
    if folded in {*NodeType, *EdgeType}:
        return folded
    return relationship_key(check_relationship(given))


def _lies(score: int, span: tuple[int, int] | None) -> bool:
    return span is not None and span[0] <= score <= span[1]
