"""How people and things relate, and did relate: as much of it as can be drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...core.errors import InputError
from ...core.graph import EdgeStatus, NodeStatus
from ...core.records.graph import EdgeType, Node, Orientation, node_type
from ...mind.graph.types import SEMANTIC
from ...store import MemoryStore
from ..shortened import shortened
from .everybody import LONGEST

MOST = 500
"""Nodes of a drawing."""
_AGAINST, _FOR = 2, 4
_WITHOUT_A_SIDE = frozenset({EdgeType.INVOLVES})
"""What attitude says of these is how much, not whether one is for or against the other."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Somebody or something.

    Attributes:
        key: ``{type}:{slug}``.
        name: What people call it, or how that begins.
        type: What it is.
        steps: From the one in the middle; 0 for that, and for all where none is.
        since: From when it can be seen where nothing relates it: when it was, or was learned of,
            seconds since the epoch, as all times here.
        salience: 0–1, by now.
        state: Where it stands in its life.
        notes: How many notes of it count.
    """

    key: str
    name: str
    type: str
    steps: int
    since: float
    salience: float
    state: str
    notes: int


@dataclass(frozen=True, slots=True)
class Relation:
    """A version of a relation that held, holds, or will.

    Attributes:
        id: 32 hex digits.
        start: The key of the one that it was told of.
        end: That of the other one.
        is_mutual: Whether it was told both ways round.
        word: What it is called.
        attitude: In a word.
        proximity: In a word.
        nearness: The same, 1–5.
        side: 1 if one is for the other, -1 if against; 0 if neither.
        since: From when it holds.
        until: That moment left out; ``None`` if it goes on.
        state: Where it stands in its life.
        notes: How many notes of it count.
    """

    id: str
    start: str
    end: str
    is_mutual: bool
    word: str
    attitude: str
    proximity: str
    nearness: int
    side: int
    since: float
    until: float | None
    state: str
    notes: int


@dataclass(frozen=True, slots=True)
class Bond:
    """A bare link, such as from what something was learned from to whom it mentions.

    Attributes:
        start: Who has it.
        end: Where it leads.
        kind: ``mentions``, ``produced``, ``about``, ``includes``, ``rooted_in``, ``groups``.
    """

    start: str
    end: str
    kind: str


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What is to be drawn.

    Attributes:
        around: The key of the one in the middle; empty where none is.
        nodes: The nearest first, or those with most to do with others; ``MOST`` at most.
        relations: All between them, of all times.
        bonds: All links between them.
        more: How many nodes were left out for want of room.
        sources: How many sources, things made of them, and stories there are, drawn or not.
    """

    around: str
    nodes: tuple[Drawn, ...]
    relations: tuple[Relation, ...]
    bonds: tuple[Bond, ...]
    more: int
    sources: int


def steps_of(text: str) -> int:
    """How far to go, as the page says it.

    Raises:
        InputError: That is no number of steps.
    """
    if text not in ("1", "2", "3"):
        raise InputError("depth is 1, 2 or 3")
    return int(text)


async def whole_or_around(
    store: MemoryStore, around: str, depth: int, now: float, *, sources: bool
) -> Neighbourhood:
    """What is to be drawn, with all that ever held between.

    Args:
        store: Where.
        around: The key of the one in the middle; empty, or of nobody (any more), for those with
            most to do with others.
        depth: At most so many relations or links away, if there is a middle.
        now: Seconds since the epoch.
        sources: Whether sources and what was made of them are drawn too, not only people, concepts
            and things; they are where one of them is in the middle.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    known = await store.graph.nodes()
    if all(one.key != around for one in known):
        around = ""
    every = sources or (bool(around) and node_type(around) not in SEMANTIC)
    there = {one.key: one for one in known if every or one.node.type in SEMANTIC}
    # what was corrected never held: it is told, not drawn
    held = [one for one in await store.graph.versions() if one.until != one.edge.valid_from]
    bonds = [
        Bond(one.key, end, kind)
        for one in there.values()
        for kind, end in one.node.links()
        if end in there
    ]
    joined = _joined(held, bonds)
    steps = _around(joined, around, depth) if around else _best(there, joined)
    shown = dict(list(steps.items())[:MOST])
    return Neighbourhood(
        around=around,
        nodes=tuple(_drawn(there.get(key), key, far, now) for key, far in shown.items()),
        relations=tuple(
            _relation(one)
            for one in held
            if one.edge.from_key in shown and one.edge.to_key in shown
        ),
        bonds=tuple(one for one in bonds if one.start in shown and one.end in shown),
        more=len(steps) - len(shown),
        sources=sum(one.node.type not in SEMANTIC for one in known),
    )


def _joined(held: Iterable[EdgeStatus], bonds: Iterable[Bond]) -> dict[str, list[str]]:
    """Whom each has to do with, once for each relation and link."""
    found: dict[str, list[str]] = {}
    pairs = [(one.edge.from_key, one.edge.to_key) for one in held]
    for one, other in [*pairs, *((bond.start, bond.end) for bond in bonds)]:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def _around(joined: dict[str, list[str]], middle: str, depth: int) -> dict[str, int]:
    """How far each is, the nearest first, among those the ones with most to do with others."""
    found, level = {middle: 0}, [middle]
    for far in range(1, depth + 1):
        reached = {key for near in level for key in joined.get(near, ()) if key not in found}
        level = sorted(reached, key=lambda key: (-len(joined[key]), key))
        found.update(dict.fromkeys(level, far))
    return found


def _best(there: dict[str, NodeStatus], joined: dict[str, list[str]]) -> dict[str, int]:
    keys = {*there, *joined}

    def place(key: str) -> tuple[int, float, str]:
        status = there.get(key)
        return -len(joined.get(key, ())), -(status.salience if status else 0.0), key

    return dict.fromkeys(sorted(keys, key=place), 0)


def _drawn(one: NodeStatus | None, key: str, steps: int, now: float) -> Drawn:
    if one is None:  # a relation that names it has arrived before it
        node = Node(key, key.partition(":")[2], created_at=now)
        return Drawn(key, shortened(node.name, LONGEST), node_type(key), steps, now, 0.0, "", 0)
    since = one.node.created_at if one.node.at is None else one.node.at
    return Drawn(
        key,
        shortened(one.node.name, LONGEST),
        one.node.type,
        steps,
        since,
        round(one.salience, 3),
        one.state,
        len(one.notes),
    )


def _relation(one: EdgeStatus) -> Relation:
    edge = one.edge
    ends: Sequence[str] = (edge.from_key, edge.to_key)
    start, end = reversed(ends) if edge.orientation is Orientation.BACKWARD else ends
    return Relation(
        id=edge.id,
        start=start,
        end=end,
        is_mutual=edge.orientation is Orientation.BOTH,
        word=edge.relationship_type,
        attitude=one.attitude,
        proximity=one.proximity,
        nearness=edge.proximity,
        side=_side(one),
        since=edge.valid_from,
        until=one.until,
        state=one.state,
        notes=len(one.notes),
    )


def _side(one: EdgeStatus) -> int:
    if one.type in _WITHOUT_A_SIDE or _AGAINST < one.edge.attitude < _FOR:
        return 0
    return 1 if one.edge.attitude >= _FOR else -1
