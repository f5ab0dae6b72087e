"""What a review of the memories found, what it suggests, and what somebody said to that."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..clock import system_now
from ..errors import InputError

INTROSPECTION_D_TAG_PREFIX = "sense-memory/introspection/"
SUGGESTION_ID_LENGTH = 16


class SuggestionKind(StrEnum):
    """What is suggested."""

    CONNECTION = "connection"
    """Two memories that share themes are not linked."""
    CONTRADICTION = "contradiction"
    """A newer memory may supersede an older one."""
    REVISION = "revision"
    """A belief may need updating."""
    COMPRESSION = "compression"
    """A domain has outgrown what a prompt can hold of it."""


class Decision(StrEnum):
    """What somebody said to a suggestion."""

    DISMISSED = "dismissed"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something to do about the memories, which nobody has decided about.

    Attributes:
        kind: What is suggested.
        names: The memories it is about, ``domain/facet/key``; of a contradiction the older one
            first, of a compression the domain alone.
        reason: Why, for people; it quotes no memory.
        confidence: How sure it is, 0–1; ``None`` where nothing measures it.
    """

    kind: SuggestionKind
    names: tuple[str, ...]
    reason: str = ""
    confidence: float | None = None

    @property
    def id(self) -> str:
        """Its name, the same on every device: 16 hex digits."""
        return suggestion_id(self.kind, self.names)


def suggestion_id(kind: str, names: Iterable[str]) -> str:
    """16 hex digits of SHA-256 over what is suggested and about whom, in any order."""
    # NUL is in no name
    text = "\x00".join((kind, *sorted(names)))
    return hashlib.sha256(text.encode()).hexdigest()[:SUGGESTION_ID_LENGTH]


@dataclass(frozen=True, slots=True)
class Dismissal:
    """What somebody said to a suggestion, so that no device makes it again.

    Attributes:
        id: That of the suggestion.
        kind: What was suggested.
        names: What it was about, sorted.
        verdict: What was said: ``dismissed``, or ``accepted`` and done.
        at: When, seconds since the epoch.
    """

    id: str
    kind: SuggestionKind
    names: tuple[str, ...]
    verdict: Decision
    at: float

    @classmethod
    def of(cls, suggestion: Suggestion, verdict: Decision, at: float) -> "Dismissal":
        """What is said to a suggestion."""
        return cls(suggestion.id, suggestion.kind, tuple(sorted(suggestion.names)), verdict, at)


@dataclass(frozen=True, slots=True)
class IntrospectionReport:
    """What a review of the memories found. It names memories (``domain/facet/key``), quotes none.

    Attributes:
        total_memories: How many there are.
        active: How many are in that state, and so on.
        contradictions: An old memory and the one that contradicts it.
        stale_beliefs: Beliefs that nobody is sure of, nor uses.
        orphaned: Memories that are linked with no other.
        overloaded_facets: ``domain/facet`` with too many active memories.
        suggested_connections: Pairs that share themes and are not linked, most themes first.
        suggested_revisions: Beliefs that may need updating.
        suggested_compressions: Domains too large for a prompt.
        suggested_contradictions: An older memory and one that may supersede it.
        pruned_count: How many memories dissolved in the same run.
        timestamp: When, seconds since the epoch.
        left_out: List to how many more it would have had; without lists that are whole.
        not_compared: How many memories were not looked at for contradictions, the oldest.
        slept: Whether it was part of ``sleep()``, and not asked for by itself.
    """

    total_memories: int = 0
    active: int = 0
    fading: int = 0
    forgotten: int = 0
    dissolved: int = 0
    contradictions: tuple[tuple[str, str], ...] = ()
    stale_beliefs: tuple[str, ...] = ()
    orphaned: tuple[str, ...] = ()
    overloaded_facets: tuple[str, ...] = ()
    suggested_connections: tuple[tuple[str, str], ...] = ()
    suggested_revisions: tuple[str, ...] = ()
    pruned_count: int = 0
    timestamp: float = field(default_factory=system_now)
    suggested_compressions: tuple[str, ...] = ()
    suggested_contradictions: tuple[tuple[str, str], ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()
    not_compared: int = 0
    slept: bool = False

    def __post_init__(self) -> None:
        unknown = sorted({name for name, _ in self.left_out} - set(LISTS))
        if unknown:
            raise InputError(f"left_out names lists of a report, not {unknown[0]!r}")

    @property
    def names(self) -> frozenset[str]:
        """Every memory that the report names."""
        found = (name for _, names in self.findings() for name in names)
        return frozenset(name for name in found if name.count("/") == 2)

    def findings(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Everything in the lists, one by one: which list, and the names there."""
        for name in LISTS:
            for entry in getattr(self, name):
                yield name, (entry,) if isinstance(entry, str) else entry

    def to_dict(self) -> dict[str, Any]:
        """The report as the published client writes it, and what it does not know of."""
        fields: dict[str, Any] = {"type": "sense-memory:introspection"}
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, tuple):
                value = [list(item) if isinstance(item, tuple) else item for item in value]
            fields[name] = value
        fields["left_out"] = dict(self.left_out)
        return fields


COUNTS = (
    "total_memories",
    "active",
    "fading",
    "forgotten",
    "dissolved",
    "pruned_count",
    "not_compared",
)
"""What a report counts."""
PAIRS = ("contradictions", "suggested_connections", "suggested_contradictions")
"""The lists whose entries are pairs."""
LISTS = (
    *PAIRS,
    "stale_beliefs",
    "orphaned",
    "overloaded_facets",
    "suggested_revisions",
    "suggested_compressions",
)
"""What a report lists."""
