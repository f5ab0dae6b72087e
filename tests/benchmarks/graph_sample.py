"""A made-up graph of any size, the same every time."""

import random
from collections.abc import Iterator
from dataclasses import replace

from sense_memory.core.records.graph import Edge, Life, Node, NodeType, node_key
from sense_memory.mind.graph.edges import new_edge

NOW = 1_700_000_000.0
DAY = 86_400.0
SINCE = 1_000
"""Days over which it was told."""
HUB = node_key(NodeType.PERSON, "Somebody 0")
HUBS_PART = 50
"""Of so many edges one is at the node that knows most."""
_TYPES = (NodeType.PERSON, NodeType.PERSON, NodeType.CONCEPT, NodeType.ENTITY)
_WORDS = ("friend", "works-at", "likes", "knows of", "part of", "colleague")


def nodes(count: int) -> list[Node]:
    """People, concepts and entities."""
    chance = random.Random(count)
    made = []
    for number in range(count):
        kind = _TYPES[number % len(_TYPES)]
        name = f"Somebody {number}" if kind is NodeType.PERSON else f"Something {number}"
        told = f"What is numbered {number} is known for {chance.randrange(1000)} things."
        begun = NOW - chance.random() * SINCE * DAY
        made.append(Node(node_key(kind, name), name, told, created_at=begun, updated_at=begun))
    return made


def edges(among: list[Node], count: int) -> Iterator[Edge]:
    """Versions of edges: three in ten ended; half were used; every chain has one version."""
    chance = random.Random(count)
    taken = set[tuple[str, str, str]]()
    while len(taken) < count:
        one, other = chance.choice(among).key, chance.choice(among).key
        if len(taken) % HUBS_PART == 0:
            one = HUB
        word = chance.choice(_WORDS)
        chain = (min(one, other), max(one, other), word)
        if one == other or chain in taken:
            continue
        taken.add(chain)
        begun = NOW - chance.random() * SINCE * DAY
        edge = new_edge(
            one,
            other,
            word,
            now=begun,
            description=f"They met {len(taken)} times and went on from there.",
            attitude=chance.randint(1, 5),
            proximity=chance.randint(1, 5),
            confidence=round(chance.random(), 2),
        )
        if chance.random() < 0.3:
            ended = begun + chance.random() * (NOW - begun)
            edge = replace(edge, valid_to=ended, invalidated_at=ended + DAY)
        if chance.random() < 0.5:
            last = begun + chance.random() * (NOW - begun)
            edge = replace(edge, life=Life(0.6, chance.randint(1, 20), last, 3, 1.1))
        yield edge
