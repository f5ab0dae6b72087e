"""Which memories are not to be shown, because one is shown that contradicts or supersedes them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ...core.records.persona import PersonaMemory


def named_as_replacing(memories: Iterable[PersonaMemory]) -> frozenset[str]:
    """The full names of what has replaced some memories and is none of them."""
    given = {each.name: each for each in memories}
    return (
        frozenset(name for each in given.values() for name in each.contradicted_by) - given.keys()
    )


def replaced(memories: Mapping[str, PersonaMemory]) -> frozenset[str]:
    """The names of those that another one of them has replaced.

    Where some have replaced each other, as two devices that were apart may leave them, the one that
    was made last stands, unless yet another one has replaced it.

    Args:
        memories: By ``domain/facet/key``: those that are active.
    """
    by = {
        name: frozenset(
            other for other in each.contradicted_by if other in memories and other != name
        )
        for name, each in memories.items()
    }
    old = _behind([name for name in by if not by[name]], by)
    # what is left has replaced each other, or was replaced by such
    old |= {name for name in by.keys() - old if by[name] and not _stands(name, by, memories)}
    return frozenset(old)


def _behind(standing: Iterable[str], by: Mapping[str, frozenset[str]]) -> set[str]:
    """All that those which stand have replaced, and what these have, and so on."""
    replaces = defaultdict(list)
    for name, others in by.items():
        for other in others:
            replaces[other].append(name)
    behind: set[str] = set()
    waiting = list(standing)
    while waiting:
        for name in replaces[waiting.pop()]:
            if name not in behind:
                behind.add(name)
                waiting.append(name)
    return behind


def _stands(
    name: str, by: Mapping[str, frozenset[str]], memories: Mapping[str, PersonaMemory]
) -> bool:
    """Whether all that have replaced a memory it has replaced in turn, and it is the newest."""
    behind = _reached(name, by)
    if any(name not in _reached(other, by) for other in behind):
        return False
    return name == max(behind, key=lambda each: (memories[each].created_at, each))


def _reached(name: str, by: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """All that have replaced a memory, or what has, and so on."""
    reached: set[str] = set()
    waiting = list(by[name])
    while waiting:
        other = waiting.pop()
        if other not in reached:
            reached.add(other)
            waiting += by[other]
    return frozenset(reached)
