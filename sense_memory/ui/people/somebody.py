"""One of those who are known, with all that is known of it. Looking is no use of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ...core.graph import EdgeStatus, NodeStatus
from ...core.records.graph import Node, NodeType, Note, folded
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...mind.graph.sentences import edge_sentence
from ...store import MemoryStore
from ..memories.memory_detail import name_of
from ..shortened import shortened
from .everybody import LONGEST, Known, known_of, nodes_and_peers, peer_of

_MEMORY = "persona/"


@dataclass(frozen=True, slots=True)
class Noted:
    """A note.

    Attributes:
        text: What it says.
        by: Who wrote it; empty if it was the graph's own user.
        at: When, seconds since the epoch, as all times here.
    """

    text: str
    by: str
    at: float


@dataclass(frozen=True, slots=True)
class Told:
    """A version of a relation, in words.

    Attributes:
        id: 32 hex digits.
        text: The sentence.
        other: The key of the other one.
        name: What people call it, or how that begins.
        attitude: In a word.
        proximity: In a word.
        since: From when it held.
        until: That moment left out; ``None`` if it goes on.
        is_corrected: Whether it never was so.
        by: Who told it, likewise.
        notes: What is noted of it.
    """

    id: str
    text: str
    other: str
    name: str
    attitude: str
    proximity: str
    since: float
    until: float | None
    is_corrected: bool
    by: str
    notes: tuple[Noted, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """A bare link.

    Attributes:
        text: In words: ``mentions``, ``is mentioned by``.
        other: The key of the other one.
        name: What people call it, or how that begins.
    """

    text: str
    other: str
    name: str


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody or something.

    Attributes:
        key: ``{type}:{slug}``; empty where there is nothing but the talk with a peer.
        name: What people call it.
        type: What it is.
        description: What it is, in a sentence.
        state: Where it stands in its life; empty where it has none.
        confidence: 0–1, how sure it is.
        at: When it was, of a source or an artifact.
        learned: When it was learned of; ``None`` where only a peer is known.
        origin: What it was learned from, in words or a reference.
        notes: What is noted of it, oldest first.
        relations: What holds first, then what did, the latest first.
        ties: Links, from it and to it.
        memories: The memories that it names or that name it, ``domain/facet/key``.
        references: What else it is, as references.
        peer: By which name the agent talks with it; ``None`` if it does not.
        alike: Others that are called the same.
    """

    key: str
    name: str
    type: str
    description: str
    state: str
    confidence: float
    at: float | None
    learned: float | None
    origin: str
    notes: tuple[Noted, ...]
    relations: tuple[Told, ...]
    ties: tuple[Tie, ...]
    memories: tuple[str, ...]
    references: tuple[str, ...]
    peer: str | None
    alike: tuple[Known, ...]


_BACK = {
    "mentions": "is mentioned by",
    "produced": "came of",
    "about": "is what is told by",
    "includes": "is part of",
    "rooted_in": "is what is told by",
    "groups": "is part of",
}
"""A link seen from where it leads."""


@dataclass(frozen=True, slots=True)
class Meant:
    """Whom a name means.

    Attributes:
        somebody: Who it is; ``None`` where nobody and nothing is called so.
    """

    somebody: Somebody | None


async def somebody(store: MemoryStore, name: str, now: float) -> Meant:
    """All that is known of one.

    Args:
        store: Where.
        name: Its key, what people call it, or by which name the agent talks with it.
        now: Seconds since the epoch.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    there, peers = await nodes_and_peers(store)
    nodes = {one.key: one for one in there}
    called = folded(name)
    meant = [nodes[name]] if name in nodes else []
    meant = meant or [
        one
        for one in nodes.values()
        if folded(one.node.name) == called or peer_of(one, peers) == name
    ]
    if not meant:
        peer = next((one.peer for one in peers if folded(one.peer) == called), None)
        return Meant(None if peer is None else _only_talked_with(peer))
    meant.sort(key=lambda one: (one.node.type is not NodeType.PERSON, -one.edges, one.key))
    found, *alike = meant
    versions = await store.graph.versions(found)
    mentions = await store.references(found.node)
    naming = [name_of(one.ref) for one in mentions if one.ref.kind in (PersonaMemory, Memory)]
    named = [*sorted(found.node.references), found.node.origin]
    memories = [one.removeprefix(_MEMORY) for one in named if one.startswith(_MEMORY)]

    node = found.node

    def called_so(key: str) -> str:
        return nodes[key].node.name if key in nodes else key.partition(":")[2]

    who = Somebody(
        key=found.key,
        name=node.name,
        type=node.type,
        description=node.shown,
        state=found.state,
        confidence=node.confidence,
        at=node.at,
        learned=node.created_at,
        origin=node.origin,
        notes=_noted(found.notes, found.user_id),
        relations=_told(found.key, versions, called_so, now),
        ties=_ties(node, nodes),
        memories=tuple(dict.fromkeys([*memories, *naming])),
        references=tuple(one for one in sorted(node.references) if not one.startswith(_MEMORY)),
        peer=peer_of(found, peers),
        alike=tuple(known_of(one, peers) for one in alike),
    )
    return Meant(who)


def _only_talked_with(peer: str) -> Somebody:
    return Somebody(
        "", peer, NodeType.PERSON, "", "", 0.0, None, None, "", (), (), (), (), (), peer, ()
    )


def _noted(notes: Iterable[Note], user: str) -> tuple[Noted, ...]:
    return tuple(Noted(one.content, _other(one.added_by, user), one.added_at) for one in notes)


def _other(who: str, user: str) -> str:
    """Who it was, unless that goes without saying."""
    return "" if who == user else who


def _told(
    key: str, versions: Iterable[EdgeStatus], called: Callable[[str], str], now: float
) -> tuple[Told, ...]:
    def place(one: EdgeStatus) -> tuple[bool, bool, float]:
        is_corrected = one.until == one.edge.valid_from
        is_over = one.until is not None and one.until <= now
        return is_corrected, is_over, -(one.until if is_over and one.until else one.edge.valid_from)

    told = []
    for one in sorted(versions, key=place):
        edge = one.edge
        other = edge.to_key if edge.from_key == key else edge.from_key
        told.append(
            Told(
                id=edge.id,
                text=edge_sentence(edge, lambda end: shortened(called(end), LONGEST)),
                other=other,
                name=shortened(called(other), LONGEST),
                attitude=one.attitude,
                proximity=one.proximity,
                since=edge.valid_from,
                until=one.until,
                is_corrected=one.until == edge.valid_from,
                by=_other(edge.recorded_by, one.user_id),
                notes=_noted(one.notes, one.user_id),
            )
        )
    return tuple(told)


def _ties(node: Node, nodes: Mapping[str, NodeStatus]) -> tuple[Tie, ...]:
    onward = [(kind, end) for kind, end in node.links() if end in nodes]
    back = [
        (_BACK[kind], one.key)
        for one in nodes.values()
        for kind, end in one.node.links()
        if end == node.key
    ]
    words = [(kind.replace("_", " "), end) for kind, end in onward] + back
    return tuple(Tie(text, end, shortened(nodes[end].node.name, LONGEST)) for text, end in words)
