"""What of a graph is written into a file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ....core.graph import EdgeStatus, NodeStatus
from ....core.moments import EARLIEST, LATEST
from ....core.records.graph import Note

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PIECE = 200
"""Nodes and edges of which a piece of text has at most so many."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A graph as it stood at a moment.

    Attributes:
        user_id: Whose graph it is: a scope, or a public key, 64 hex digits.
        at: When, seconds since the epoch.
        nodes: By key.
        edges: In the order of their chains: all versions, or only what is current.
        notes: What is noted, by the key of a node and the id of an edge: all of it, or only what
            counts. Nothing needs to be noted of one.
    """

    user_id: str
    at: float
    nodes: Sequence[NodeStatus]
    edges: Sequence[EdgeStatus]
    notes: Mapping[str, Sequence[Note]]

    def missing(self) -> list[str]:
        """The keys that edges and links name and no node has, in order."""
        named = {key for edge in self.edges for key in (edge.edge.from_key, edge.edge.to_key)}
        named.update(key for node in self.nodes for _, key in node.node.links())
        return sorted(named - {node.key for node in self.nodes})


def instant(at: float | None) -> str | None:
    """A time in ISO 8601, UTC: ``2026-05-31T12:30:00Z``; beyond the years 1 to 9999 their end."""
    if at is None:
        return None
    date = _EPOCH + timedelta(seconds=min(LATEST, max(EARLIEST, at)))
    return date.isoformat().replace("+00:00", "Z")


def joined(lines: Iterable[str]) -> Iterable[str]:
    """Lines, some hundreds in a piece."""
    piece = list[str]()
    for line in lines:
        piece.append(line)
        if len(piece) == PIECE:
            yield "".join(piece)
            piece.clear()
    if piece:
        yield "".join(piece)
