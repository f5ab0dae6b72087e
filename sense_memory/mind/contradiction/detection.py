"""Contradictions between memories: of a new one with those there are, and among all of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...core.config import ContradictionConfig
from ...core.records.introspection import Suggestion, SuggestionKind
from ...core.records.persona import PersonaMemory
from .claim import Reading
from .comparing import Finding, compare
from .index import Index
from .reading import read


def reading_of(memory: PersonaMemory) -> Reading:
    """What a memory states."""
    return read(memory.domain, memory.facet, memory.key, memory.value, memory.themes)


def detect(
    old: PersonaMemory,
    new: PersonaMemory,
    readings: Mapping[str, Reading] | None = None,
) -> Finding | None:
    """How surely a new memory contradicts an old one; ``None`` if it does not at all.

    A new memory that is less certain than the old one contradicts it less surely.

    Args:
        old: The older one.
        new: The newer one; its key is another one, or it is an edit of the old one and not a
            contradiction.
        readings: What each of them states, by name, where it was read already.
    """
    known = readings or {}
    before = known.get(old.name) or reading_of(old)
    after = known.get(new.name) or reading_of(new)
    found = compare(before, after)
    if found is None:
        return None
    less = min(1.0, new.confidence / old.confidence) if old.confidence > 0 else 1.0
    return Finding(round(found.confidence * less, 4), found.reason)


def suggested(memories: Iterable[PersonaMemory], config: ContradictionConfig) -> list[Suggestion]:
    """The pairs of living memories that may contradict each other, surest first.

    The same for the same memories, in whatever order they come. Of each pair the older one comes
    first: the one that was created earlier, of the same second the one whose name comes first. What
    was superseded is left out, and so are pairs of which one contradicts the other already.

    Args:
        memories: All of a scope.
        config: From which confidence on, and whether at all.
    """
    if not config.enabled:
        return []
    ordered = sorted(memories, key=lambda memory: (memory.created_at, memory.name))
    found = [
        Suggestion(
            SuggestionKind.CONTRADICTION,
            (pair.old.name, pair.new.name),
            pair.finding.reason,
            pair.finding.confidence,
        )
        for pair in _pairs(ordered)
        if pair.finding.confidence >= config.suggest_above
    ]
    return sorted(found, key=lambda one: (-(one.confidence or 0.0), one.names))


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two memories, the older one first, and how they contradict each other."""

    old: PersonaMemory
    new: PersonaMemory
    finding: Finding


def _pairs(ordered: Iterable[PersonaMemory]) -> Iterator[_Pair]:
    index = Index()
    readings: dict[str, Reading] = {}
    known: dict[str, PersonaMemory] = {}
    for memory in ordered:
        if memory.superseded_by is not None:
            continue
        name = memory.name
        reading = readings[name] = reading_of(memory)
        if not reading.claims:
            continue
        for candidate in index.candidates(reading):
            old = known[candidate]
            finding = detect(old, memory, readings)
            if finding is None or name in old.contradicted_by or old.name in memory.contradicted_by:
                continue
            yield _Pair(old, memory, finding)
        known[name] = memory
        index.add(name, reading, memory.created_at)
