"""Who and what a mind knows, those with most to do with others first."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...core.errors import ReadFailedError
from ...core.graph import NodeStatus
from ...core.records.graph import NodeType, folded
from ...core.results import PeerStatus
from ...store import MemoryStore
from ..shortened import shortened

MOST = 200
"""Names in a list; whoever looks for another one writes some of its name."""
LONGEST = 120
"""Characters of a name in a list or a drawing."""
_RAPPORT = "rapport/"


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody or something in a list.

    Attributes:
        key: ``{type}:{slug}``, its name among all; the peer's name where only that is known.
        name: What people call it, or how that begins.
        type: What it is.
        relations: How many relations of it hold now.
        peer: By which name the agent talks with it; ``None`` if it does not.
    """

    key: str
    name: str
    type: str
    relations: int
    peer: str | None


@dataclass(frozen=True, slots=True)
class Everybody:
    """Who and what there is.

    Attributes:
        known: Those who have most to do with others first, ``MOST`` at most.
        more: How many more there are.
    """

    known: tuple[Known, ...]
    more: int


async def everybody(store: MemoryStore, like: str) -> Everybody:
    """Who and what there is.

    Args:
        store: Where.
        like: Something of their names, in any case; empty for all.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    nodes, peers = await nodes_and_peers(store)
    told = [known_of(one, peers) for one in nodes]
    named = {one.peer for one in told}
    told += [
        Known(peer.peer, shortened(peer.peer, LONGEST), NodeType.PERSON, 0, peer.peer)
        for peer in peers
        if peer.peer not in named
    ]
    salience = {one.key: one.salience for one in nodes}
    wanted = folded(like)
    found = [one for one in told if wanted in folded(one.name)]
    found.sort(
        key=lambda one: (-one.relations, one.peer is None, -salience.get(one.key, 0), one.name)
    )
    return Everybody(tuple(found[:MOST]), max(0, len(found) - MOST))


async def nodes_and_peers(store: MemoryStore) -> tuple[list[NodeStatus], list[PeerStatus]]:
    """All of the graph, and with whom the agent talks.

    What is known here of one of them is told, even if the other could not be read.

    Raises:
        ReadFailedError: Nothing is known here of either, and no relay could be read to its end.
    """
    nodes: list[NodeStatus] = []
    peers: list[PeerStatus] = []
    failure: ReadFailedError | None = None
    try:
        nodes += await store.graph.nodes()
    except ReadFailedError as error:
        failure = error
    try:
        peers += await store.rapports()
    except ReadFailedError as error:
        failure = error
    if failure is not None and not nodes and not peers:
        raise failure
    return nodes, peers


def known_of(one: NodeStatus, peers: Iterable[PeerStatus]) -> Known:
    """A node in a list."""
    return Known(
        one.key, shortened(one.node.name, LONGEST), one.node.type, one.edges, peer_of(one, peers)
    )


def peer_of(one: NodeStatus, peers: Iterable[PeerStatus]) -> str | None:
    """By which name the agent talks with a node: one that the node names, or its own."""
    there = [peer.peer for peer in peers]
    named = {
        text.removeprefix(_RAPPORT).partition("/")[0]
        for text in one.node.references
        if text.startswith(_RAPPORT)
    }
    if found := sorted(named.intersection(there)):
        return found[0]
    if one.node.type is not NodeType.PERSON:
        return None
    called = folded(one.node.name)
    return next((peer for peer in there if folded(peer) == called), None)
