"""A review of what is known: what fades, what contradicts what, what belongs together.

Everything here follows from the memories, the decisions about earlier suggestions, and the time, so
that devices with the same records find the same. Nothing counts as a use.
"""

import json
import unicodedata
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations

from ..core.config import Config, IntrospectionConfig
from ..core.records.introspection import (
    LISTS,
    Dismissal,
    IntrospectionReport,
    Suggestion,
    SuggestionKind,
)
from ..core.records.persona import (
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
    PersonaMemory,
)

BELIEFS = "beliefs"
"""The facet of what may turn out to be wrong."""
FEW = 256
"""Below so many, counting in Python is faster than in numpy."""
MOST_THEMES = 12
"""Themes of one memory by which it is suggested to be linked."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Suggested:
    """What is suggested, most pressing first within each kind, and how much more there would be.

    Attributes:
        suggestions: Connections, contradictions, revisions, compressions.
        left_out: Kind to how many more, without those of which none is left out.
    """

    suggestions: tuple[Suggestion, ...]
    left_out: Mapping[SuggestionKind, int]

    def of(self, kind: SuggestionKind) -> list[tuple[str, ...]]:
        """The names in the suggestions of a kind, in order."""
        return [one.names for one in self.suggestions if one.kind is kind]


@dataclass(slots=True)
class _Mind:
    """The memories by name, and what a reader sees of them now."""

    memories: Mapping[str, PersonaMemory]
    states: Mapping[str, str]
    scores: Mapping[str, float]
    links: frozenset[Pair]
    contradictions: tuple[Pair, ...]
    linked: set[str] = field(default_factory=set)


def introspect(
    memories: Iterable[PersonaMemory],
    now: float,
    config: Config,
    decided: Collection[Dismissal] = (),
) -> IntrospectionReport:
    """Review some memories.

    Args:
        memories: All persona memories of a scope, in any order.
        now: Seconds since the epoch.
        config: The thresholds.
        decided: What was said to earlier suggestions; they are not made again.

    Returns:
        The report; of suggestions at most ``most_suggestions`` of a kind, all else is whole.
    """
    mind = _mind(memories, now)
    limits = config.introspection
    suggested = _suggest(mind, now, config, decided)
    counts = Counter(mind.states.values())
    crowds = Counter(
        f"{memory.domain}/{memory.facet}"
        for name, memory in mind.memories.items()
        if mind.states[name] == STATE_ACTIVE
    )
    return IntrospectionReport(
        total_memories=len(mind.memories),
        active=counts[STATE_ACTIVE],
        fading=counts[STATE_FADING],
        forgotten=counts[STATE_FORGOTTEN],
        dissolved=counts[STATE_DISSOLVED],
        contradictions=mind.contradictions,
        stale_beliefs=tuple(name for name in mind.memories if _is_stale(mind, name, limits)),
        orphaned=tuple(name for name in mind.memories if name not in mind.linked),
        overloaded_facets=tuple(
            sorted(facet for facet, count in crowds.items() if count > limits.overloaded_facet)
        ),
        suggested_connections=_pairs(suggested.of(SuggestionKind.CONNECTION)),
        suggested_revisions=tuple(name for (name,) in suggested.of(SuggestionKind.REVISION)),
        suggested_compressions=tuple(name for (name,) in suggested.of(SuggestionKind.COMPRESSION)),
        suggested_contradictions=_pairs(suggested.of(SuggestionKind.CONTRADICTION)),
        not_compared=max(0, len(_comparable(mind)) - limits.compared),
        timestamp=now,
        left_out=tuple(
            (name, suggested.left_out[kind])
            for kind, name in _LIST_OF.items()
            if kind in suggested.left_out
        ),
    )


_LIST_OF = {
    SuggestionKind.CONNECTION: "suggested_connections",
    SuggestionKind.REVISION: "suggested_revisions",
    SuggestionKind.COMPRESSION: "suggested_compressions",
    SuggestionKind.CONTRADICTION: "suggested_contradictions",
}


def suggest(
    memories: Iterable[PersonaMemory],
    now: float,
    config: Config,
    decided: Collection[Dismissal] = (),
) -> Suggested:
    """What to do about some memories, as ``introspect`` has it, with reasons."""
    return _suggest(_mind(memories, now), now, config, decided)


def abridged(report: IntrospectionReport, most_bytes: int) -> IntrospectionReport:
    """The report with as many names as fit, taken from all lists in turn; it says what is missing.

    Args:
        report: A whole one.
        most_bytes: What the names may take, as they are written.
    """
    kept: dict[str, list[str | Pair]] = {name: [] for name in LISTS}
    waiting = {name: list(reversed(getattr(report, name))) for name in LISTS}
    room = most_bytes
    while open_lists := [name for name in LISTS if waiting[name]]:
        for name in open_lists:
            entry = waiting[name][-1]
            size = len(name) + sum(_size(part) for part in _names(entry))
            if size > room:
                # a shorter one may fit, but which ones are kept must not depend on their length
                return _cut(report, kept)
            room -= size
            kept[name].append(waiting[name].pop())
    return report


def _cut(report: IntrospectionReport, kept: Mapping[str, list[str | Pair]]) -> IntrospectionReport:
    left_out = dict(report.left_out)
    for name in LISTS:
        missing = len(getattr(report, name)) - len(kept[name])
        if missing:
            left_out[name] = left_out.get(name, 0) + missing
    lists = {name: tuple(entries) for name, entries in kept.items()}
    ordered = tuple((name, left_out[name]) for name in LISTS if name in left_out)
    return replace(report, **lists, left_out=ordered)  # type: ignore[arg-type]


def _size(name: str) -> int:
    return len(json.dumps(name, ensure_ascii=False).encode())


def _names(entry: str | Pair) -> tuple[str, ...]:
    return (entry,) if isinstance(entry, str) else entry


def _pairs(found: Iterable[tuple[str, ...]]) -> tuple[Pair, ...]:
    return tuple((first, second) for first, second in found)


def _mind(memories: Iterable[PersonaMemory], now: float) -> _Mind:
    by_name = {memory.name: memory for memory in memories}
    by_name = {name: by_name[name] for name in sorted(by_name)}
    links: set[Pair] = set()
    linked: set[str] = set()
    contradictions: set[Pair] = set()
    for name, memory in by_name.items():
        if memory.connections:
            linked.add(name)
        for other in memory.full_names(memory.connections):
            linked.add(other)
            links.add((min(name, other), max(name, other)))
        # one that this device has not heard of yet is no pair
        contradictions |= {(name, new) for new in memory.contradicted_by if new in by_name}
    return _Mind(
        by_name,
        {name: memory.compute_state(now) for name, memory in by_name.items()},
        {name: memory.current_relevance(now) for name, memory in by_name.items()},
        frozenset(links),
        tuple(sorted(contradictions)),
        linked,
    )


def _is_stale(mind: _Mind, name: str, limits: IntrospectionConfig) -> bool:
    """Whether a belief is one that nobody is sure of, nor uses."""
    memory = mind.memories[name]
    return (
        memory.facet == BELIEFS
        and memory.confidence < limits.stale_confidence
        and mind.scores[name] < limits.stale_relevance
    )


# --------------------------------------------------------------- suggestions


def _suggest(mind: _Mind, now: float, config: Config, decided: Collection[Dismissal]) -> Suggested:
    said: dict[SuggestionKind, set[frozenset[str]]] = defaultdict(set)
    for one in decided:
        said[one.kind].add(frozenset(one.names))
    from .contradiction.detection import suggested as contradicting

    limits = config.introspection
    links, count = _connections(mind, limits, said[SuggestionKind.CONNECTION])
    suggestions, left_out = list(links), {SuggestionKind.CONNECTION: count - len(links)}
    living = _comparable(mind)[: limits.compared]
    for kind, every in (
        (SuggestionKind.CONTRADICTION, contradicting(living, config.contradictions)),
        (SuggestionKind.REVISION, _revisions(mind, limits)),
        (SuggestionKind.COMPRESSION, _compressions(mind, now, config)),
    ):
        undecided = [one for one in every if frozenset(one.names) not in said[kind]]
        suggestions += undecided[: limits.most_suggestions]
        left_out[kind] = max(0, len(undecided) - limits.most_suggestions)
    return Suggested(tuple(suggestions), {kind: n for kind, n in left_out.items() if n})


def _comparable(mind: _Mind) -> list[PersonaMemory]:
    """What may contradict something, the newest first."""
    living = [
        memory
        for name, memory in mind.memories.items()
        if mind.states[name] != STATE_DISSOLVED and not memory.superseded_by
    ]
    # by name where they are equally old, since they come in the order of names
    return sorted(living, key=lambda memory: -memory.created_at)


def _revisions(mind: _Mind, limits: IntrospectionConfig) -> list[Suggestion]:
    """Beliefs that are in use and on uncertain ground, least certain first.

    One is held with little confidence, or contradicted without having been superseded, or linked
    with a memory that was superseded. A stale one is not among them, nor is one that is on its way
    out anyway.
    """
    found: list[tuple[float, str, str]] = []
    for name, memory in mind.memories.items():
        if (
            memory.facet != BELIEFS
            or memory.superseded_by
            or mind.states[name] not in (STATE_ACTIVE, STATE_FADING)
            or _is_stale(mind, name, limits)
        ):
            continue
        outdated = [
            other
            for other in memory.full_names(memory.connections)
            if other in mind.memories and mind.memories[other].superseded_by
        ]
        if memory.contradicts:
            reason = "it is contradicted, and nothing supersedes it"
        elif outdated:
            reason = f"{len(outdated)} of the memories it is linked with were superseded"
        elif memory.confidence < limits.stale_confidence:
            reason = "it is in use, and held with little confidence"
        else:
            continue
        found.append((memory.confidence, name, reason))
    return [
        Suggestion(SuggestionKind.REVISION, (name,), reason) for _, name, reason in sorted(found)
    ]


def _compressions(mind: _Mind, now: float, config: Config) -> list[Suggestion]:
    """Domains of which a prompt would have to leave something out, by name."""
    from .compress.replaced import named_as_replacing
    from .compress.selection import compress

    domains: dict[str, list[PersonaMemory]] = defaultdict(list)
    for name, memory in mind.memories.items():
        if mind.states[name] == STATE_ACTIVE:
            domains[memory.domain].append(memory)
    budget = config.introspection.compression_tokens
    found: list[Suggestion] = []
    for domain, active in domains.items():
        replacing = [
            mind.memories[name] for name in named_as_replacing(active) if name in mind.memories
        ]
        written = compress(active, now, budget, config.compression, unseen=replacing)
        if written.left_out:
            reason = f"{len(written.left_out)} memories do not fit {budget} tokens"
            found.append(Suggestion(SuggestionKind.COMPRESSION, (domain,), reason))
    return found


def _connections(
    mind: _Mind, limits: IntrospectionConfig, said: Collection[frozenset[str]]
) -> tuple[list[Suggestion], int]:
    """Pairs that share themes and are not linked, most shared themes first; and how many pairs.

    Only the first ``most_suggestions`` are made. Pairs that contradict each other are none, and
    what was superseded or is dissolved is in none.
    """
    names = [
        name
        for name, memory in mind.memories.items()
        if memory.themes and not memory.superseded_by and mind.states[name] != STATE_DISSOLVED
    ]
    at = {name: index for index, name in enumerate(names)}
    themes = [_themes(mind.memories[name]) for name in names]
    apart: dict[int, set[int]] = defaultdict(set)
    for pair in (*mind.links, *mind.contradictions, *(tuple(sorted(one)) for one in said)):
        if len(pair) == 2 and pair[0] in at and pair[1] in at:
            one, other = sorted((at[pair[0]], at[pair[1]]))
            apart[one].add(other)
    by_count, total = _sharing(themes, apart, limits)
    best = [
        Suggestion(SuggestionKind.CONNECTION, (names[i], names[j]), f"they share {count} themes")
        for count in sorted(by_count, reverse=True)
        for i, j in by_count[count]
    ]
    return best[: limits.most_suggestions], total


def _themes(memory: PersonaMemory) -> frozenset[str]:
    """The themes of a memory, however they are written."""
    return frozenset(unicodedata.normalize("NFKC", one).casefold().strip() for one in memory.themes)


def _sharing(
    themes: Sequence[frozenset[str]],
    apart: Mapping[int, set[int]],
    limits: IntrospectionConfig,
) -> tuple[dict[int, list[tuple[int, int]]], int]:
    """Who shares enough themes with whom: count of themes to the first such pairs, and the total.

    Each memory meets those that stand behind it in the lists of its pairs of themes, so that the
    work grows with how many share a pair and not with the square of all.
    """
    marks = _marks(themes, limits)
    lists: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, some in enumerate(marks):
        for mark in some:
            lists[mark].append(index)
    common = {mark for mark, members in lists.items() if len(members) > limits.common_theme}
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    total = 0
    none: set[int] = set()
    for index, some in enumerate(marks):
        lists_of = [lists[mark] for mark in some if mark not in common]
        behind = [members[bisect_right(members, index) :] for members in lists_of]
        others = apart.get(index, none)
        if sum(map(len, behind)) < FEW or limits.shared_themes > 2 or not common.isdisjoint(some):
            met = sorted(set(chain.from_iterable(behind)) - others)
            shared = ((one, len(themes[index] & themes[one])) for one in met)
            enough = [(one, count) for one, count in shared if count >= limits.shared_themes]
        else:
            enough = _counted(behind, others, are_pairs=limits.shared_themes > 1)
        total += len(enough)
        for one, count in enough:
            if len(found[count]) < limits.most_suggestions:
                found[count].append((index, one))
    return found, total


def _marks(
    themes: Sequence[frozenset[str]], limits: IntrospectionConfig
) -> list[list[tuple[str, ...]]]:
    """Under what each memory is found: its pairs of themes, or its themes if one is enough.

    Of many themes the rarest count.
    """
    frequency = Counter(chain.from_iterable(themes))
    size = min(2, limits.shared_themes)
    rarest = (sorted(some, key=lambda theme: (frequency[theme], theme)) for some in themes)
    return [list(combinations(sorted(some[:MOST_THEMES]), size)) for some in rarest]


def _counted(
    behind: Sequence[Sequence[int]], others: set[int], *, are_pairs: bool
) -> list[tuple[int, int]]:
    """Each memory that is met, and how many themes are shared with it; of many, faster so."""
    import numpy as np

    met, marks = np.unique(
        np.fromiter(chain.from_iterable(behind), dtype=np.int64), return_counts=True
    )
    # of n themes that are shared, n(n-1)/2 pairs are
    counts = np.rint((1 + np.sqrt(1 + 8 * marks)) / 2).astype(np.int64) if are_pairs else marks
    if others:
        stays = ~np.isin(met, list(others))
        met, counts = met[stays], counts[stays]
    return list(zip(met.tolist(), counts.tolist(), strict=True))
