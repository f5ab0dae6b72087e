"""From node to node: what is near, and the shortest way; the same on every device.

A relation goes both ways. Among equals the one whose key comes first is taken first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...core.errors import InputError
from ...core.records.graph import Edge


@dataclass(frozen=True, slots=True)
class Step:
    """One edge, walked from one of its nodes to the other one.

    Attributes:
        start: Where it is walked from, the key of a node.
        edge: Which edge.
        end: Where it leads, likewise.
    """

    start: str
    edge: Edge
    end: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A node that can be reached.

    Attributes:
        key: Which.
        depth: Over how many edges, at least; 1 or more.
        step: The last of them, on the first such way.
    """

    key: str
    depth: int
    step: Step


Steps: TypeAlias = Mapping[str, Sequence[Step]]
"""Where one can go from each node, in order; a node without edges need not be there."""


def steps(edges: Iterable[Edge]) -> dict[str, tuple[Step, ...]]:
    """Where one can go over some edges, such as those that hold at a time."""
    found: dict[str, list[Step]] = {}
    for edge in edges:
        found.setdefault(edge.from_key, []).append(Step(edge.from_key, edge, edge.to_key))
        found.setdefault(edge.to_key, []).append(Step(edge.to_key, edge, edge.from_key))
    return {key: tuple(sorted(found[key], key=in_step_order)) for key in sorted(found)}


def in_step_order(step: Step) -> tuple[str, str]:
    """What the steps from a node are put in order by: where they lead."""
    return step.end, step.edge.id


def neighbours(known: Steps, start: str, depth: int = 1) -> tuple[Neighbour, ...]:
    """What can be reached from a node, the nearest first, at one depth by key.

    Args:
        known: The steps from every node.
        start: The key of a node; it is none of its own neighbours.
        depth: Over how many edges at most, 1 or more.

    Raises:
        InputError: The depth is no whole number of 1 or more.
    """
    if type(depth) is not int or depth < 1:
        raise InputError(f"depth is a whole number of 1 or more, got {depth!r}")
    seen, level, found = {start}, [start], list[Neighbour]()
    for far in range(1, depth + 1):
        reached: dict[str, Neighbour] = {}
        for key in level:
            for step in known.get(key, ()):
                if step.end not in seen:
                    seen.add(step.end)
                    reached[step.end] = Neighbour(step.end, far, step)
        level = sorted(reached)
        found += [reached[key] for key in level]
        if not level:
            break
    return tuple(found)


def path(known: Steps, start: str, end: str) -> tuple[Step, ...] | None:
    """The shortest way between two nodes, by keys the first of them; ``None`` if there is none.

    Args:
        known: The steps from every node.
        start: The key of a node.
        end: Of another one; from a node to itself nothing is to be walked.
    """
    if start == end:
        return ()
    came: dict[str, Step | None] = {start: None}
    level = [start]
    while level and end not in came:
        reached = list[str]()
        for key in level:
            for step in known.get(key, ()):
                if step.end not in came:
                    came[step.end] = step
                    reached.append(step.end)
        level = reached
    if end not in came:
        return None
    found, last = list[Step](), came[end]
    while last is not None:
        found.append(last)
        last = came[last.start]
    return tuple(reversed(found))
