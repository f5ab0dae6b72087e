"""From node to node, beside walks that are too plain to be wrong."""

import random
from itertools import pairwise

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import Edge
from sense_memory.mind.graph.walking import Neighbour, neighbours, path, steps


def edge(first: str, second: str, name: str = "") -> Edge:
    one, other = sorted((f"person:{first}", f"person:{second}"))
    return Edge(name or f"{first}{second}", one, other, "knows")


def chosen(chance: random.Random) -> list[Edge]:
    names = "abcdefghij"[: chance.randint(2, 10)]
    pairs = [chance.sample(names, 2) for _ in range(chance.randint(0, 14))]
    return [edge(one, other, f"{place:02}") for place, (one, other) in enumerate(pairs)]


def distances(edges: list[Edge], start: str) -> dict[str, int]:
    """How far everything is: one more round over all edges for one more step."""
    found = {start: 0}
    for far in range(1, 12):
        near = set(found)
        for one in edges:
            for here, there in ((one.from_key, one.to_key), (one.to_key, one.from_key)):
                if here in near:
                    found.setdefault(there, far)
    return found


def test_neighbours_and_paths_are_the_nearest_and_the_first() -> None:
    for seed in range(150):
        check_walks(seed)


def check_walks(seed: int) -> None:
    chance = random.Random(seed)
    edges = chosen(chance)
    known = steps(edges)
    other = edges[:]
    chance.shuffle(other)
    assert steps(other) == known
    start, depth = "person:a", chance.randint(1, 4)
    far = distances(edges, start)
    near = neighbours(known, start, depth)
    assert [(one.depth, one.key) for one in near] == sorted(
        (count, key) for key, count in far.items() if 0 < count <= depth
    )
    for one in near:
        assert one.step.end == one.key
        assert far[one.step.start] == one.depth - 1
    for end in [f"person:{name}" for name in "abcdefghij"]:
        way = path(known, start, end)
        if end not in far:
            assert way is None
            continue
        assert way is not None
        assert len(way) == far[end]
        stops = [start, *(step.end for step in way)]
        assert stops[-1] == end
        assert [(step.start, step.end) for step in way] == list(pairwise(stops))
        assert all({step.start, step.end} == {step.edge.from_key, step.edge.to_key} for step in way)
        assert stops == min(ways(edges, start, end, len(way)))


def ways(edges: list[Edge], start: str, end: str, length: int) -> list[list[str]]:
    """All ways of a length."""
    found = [[start]]
    for _ in range(length):
        found = [
            [*way, there]
            for way in found
            for one in edges
            for here, there in ((one.from_key, one.to_key), (one.to_key, one.from_key))
            if here == way[-1]
        ]
    return [way for way in found if way[-1] == end]


def test_of_several_edges_the_first_is_walked() -> None:
    known = steps([edge("a", "b", "2"), edge("a", "b", "1")])
    (near,) = neighbours(known, "person:b")
    assert near == Neighbour("person:a", 1, known["person:b"][0])
    assert near.step.edge.id == "1"


def test_nobody_knows_a_node_without_edges() -> None:
    assert neighbours({}, "person:a", 3) == ()
    assert path({}, "person:a", "person:b") is None
    assert path({}, "person:a", "person:a") == ()


@pytest.mark.parametrize("depth", [0, -1, 1.5, True])
def test_a_depth_is_a_whole_number(depth: int) -> None:
    with pytest.raises(InputError, match="depth is a whole number of 1 or more, got"):
        neighbours({}, "person:a", depth)
