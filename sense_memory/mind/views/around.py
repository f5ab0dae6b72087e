"""What is known of the edges at one node, and where one can go from there."""

import math
from collections.abc import Iterator, Mapping, Sequence

from ...core.records.graph import Edge
from ..graph.chains import Chain
from ..graph.versions import Versions
from ..graph.walking import Step, in_step_order
from .in_order import InOrder


class Around:
    """What is known of the edges at one node.

    What held at the moment that was asked about last is kept, as long as nothing begins or ends.
    """

    __slots__ = ("_from", "_held", "_steps", "_until", "chains", "key")

    def __init__(self, key: str) -> None:
        self.key = key
        self.chains: InOrder[Chain, Versions] = InOrder()
        self._forget()

    def put(self, versions: Versions) -> None:
        """A chain of edges here stands so now; without a version there is none."""
        if not versions.edges:
            self.chains.drop(versions.chain)
        elif self.chains.get(versions.chain) is not versions:
            self.chains.put(versions.chain, versions)
        self._forget()

    def _forget(self) -> None:
        self._held: tuple[Edge, ...] = ()
        self._steps: tuple[Step, ...] | None = None
        self._from, self._until = math.inf, math.inf

    def holding(self, valid: float, known: float | None = None) -> tuple[Edge, ...]:
        """What counts at a moment, in the order of the chains."""
        if known is not None:
            return self._holding(valid, known)
        if not self._from <= valid < self._until:
            moments = [at for chain in self.chains.things for at in chain.moments()]
            self._held = self._holding(valid)
            self._steps = None
            self._from = max((at for at in moments if at <= valid), default=-math.inf)
            self._until = min((at for at in moments if at > valid), default=math.inf)
        return self._held

    def _holding(self, valid: float, known: float | None = None) -> tuple[Edge, ...]:
        found = (chain.holding(valid, known) for chain in self.chains.things)
        return tuple(edge for edge in found if edge is not None)

    def steps(self, valid: float, known: float | None = None) -> tuple[Step, ...]:
        """Where one can go from here at a moment, in order."""
        held = self.holding(valid, known)
        if known is not None:
            return self._walked(held)
        if self._steps is None:
            self._steps = self._walked(held)
        return self._steps

    def _walked(self, held: tuple[Edge, ...]) -> tuple[Step, ...]:
        steps = (
            Step(self.key, edge, edge.to_key if edge.from_key == self.key else edge.from_key)
            for edge in held
        )
        return tuple(sorted(steps, key=in_step_order))


class StepsAt(Mapping[str, Sequence[Step]]):
    """Where one can go at a moment; found out where somebody goes."""

    def __init__(self, nodes: InOrder[str, Around], valid: float, known: float | None) -> None:
        self._nodes = nodes
        self._valid, self._known = valid, known

    def __getitem__(self, key: str) -> Sequence[Step]:
        around = self._nodes.get(key)
        if around is None:
            raise KeyError(key)
        return around.steps(self._valid, self._known)

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)
