"""Persona memories: structured, linked, fading."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ..clock import system_now
from ..errors import InputError
from .graph import is_in_graph
from .names import check_key, check_taxonomy, check_text

DEFAULT_DOMAINS = ("self", "people", "projects", "world", "skills")
DEFAULT_FACETS = ("facts", "beliefs", "decisions", "procedures", "emotions")

STATE_ACTIVE = "active"
STATE_FADING = "fading"
STATE_FORGOTTEN = "forgotten"
STATE_DISSOLVED = "dissolved"
VALID_STATES = (STATE_ACTIVE, STATE_FADING, STATE_FORGOTTEN, STATE_DISSOLVED)

DEFAULT_HALFLIFE_DAYS = 30.0
THRESHOLD_FADING = 0.3
THRESHOLD_FORGOTTEN = 0.1
THRESHOLD_DISSOLVED = 0.01

SECONDS_PER_DAY = 86_400.0
LINK_BOOST = 0.1
CONTRADICTION_FACTOR = 0.5
SUPERSEDED_EXPONENT = 4

PERSONA_D_TAG_PREFIX = "sense-memory/persona/"

LATEST_DUE_AT = 2.0**33
"""Seconds since the epoch, in the year 2242: the latest date that an event can have."""
_UNKNOWN_TO_OTHERS = frozenset({"pinned", "due_at"})


def check_due_at(at: object) -> float:
    """The date, if a memory can be due then.

    Raises:
        InputError: It is no number, or lies outside of the years 1970 to 2242.
    """
    if isinstance(at, bool) or not isinstance(at, (int, float)):
        raise InputError(f"due_at is seconds since the epoch, got {type(at).__name__}")
    # not a number compares as neither
    if not 0 < at <= LATEST_DUE_AT:
        raise InputError(f"due_at must lie between the years 1970 and 2242, got {at!r}")
    return float(at)


@dataclass(frozen=True, slots=True)
class PersonaMemory:
    """What the agent knows about something, with the life of that knowledge.

    Attributes:
        domain: Broad area, 1–64 characters (``self``, ``people``, ``projects``, ...).
        facet: Kind of knowledge, 1–64 characters (``facts``, ``beliefs``, ...).
        key: Name within the facet, 1–256 characters.
        value: The insight, up to 65,000 characters.
        relevance: Score at ``last_accessed``, dimensionless.
        halflife_days: Days in which relevance halves, above 0.
        last_accessed: Seconds since the epoch of the last exact recall.
        last_reinforced: Seconds since the epoch of the last link or reference; not in the formula.
        access_count: Exact recalls so far.
        connections: Keys or full names of linked memories; references to nodes and edges of the
            graph (``graph/node/person:ada``).
        contradicts: Keys or references of the memories that contradict this one.
        superseded_by: The memory that replaced this one, if any.
        themes: Words to search by.
        source: Where the knowledge came from, in words; or a reference (``core.records.reference``)
            to what it was learned from, which it is forgotten with.
        confidence: 0–1.
        state: The state when last written; ``compute_state`` is the truth.
        created_at: Seconds since the epoch.
        pinned: It does not fade, and is not deleted for having faded.
        due_at: It does not begin to fade before this date, seconds since the epoch up to the year
            2242; ``None`` is no date.
    """

    domain: str
    facet: str
    key: str
    value: str
    relevance: float = 1.0
    halflife_days: float = DEFAULT_HALFLIFE_DAYS
    last_accessed: float = field(default_factory=system_now)
    last_reinforced: float = field(default_factory=system_now)
    access_count: int = 0
    connections: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    superseded_by: str | None = None
    themes: tuple[str, ...] = ()
    source: str = ""
    confidence: float = 1.0
    state: str = STATE_ACTIVE
    created_at: float = field(default_factory=system_now)
    pinned: bool = False
    due_at: float | None = None

    def __post_init__(self) -> None:
        check_taxonomy(self.domain, "Domain")
        check_taxonomy(self.facet, "Facet")
        check_key(self.key)
        check_text(self.value, "value")
        if self.state not in VALID_STATES:
            raise InputError(f"state must be one of {VALID_STATES}, got {self.state!r}")
        if not 0.0 <= self.confidence <= 1.0:
            raise InputError(f"confidence must be 0.0-1.0, got {self.confidence}")
        if not self.halflife_days > 0:
            raise InputError(f"halflife_days must be positive, got {self.halflife_days}")
        if not isinstance(self.pinned, bool):
            raise InputError(f"pinned is True or False, got {self.pinned!r}")
        if self.due_at is not None:
            check_due_at(self.due_at)

    @property
    def d_tag(self) -> str:
        """The path of this memory, which is its address in a plain store."""
        return f"{PERSONA_D_TAG_PREFIX}{self.domain}/{self.facet}/{self.key}"

    @property
    def name(self) -> str:
        """``domain/facet/key``: what means this memory wherever one is named."""
        return f"{self.domain}/{self.facet}/{self.key}"

    def full_names(self, names: Iterable[str]) -> tuple[str, ...]:
        """The full names of the memories that this one names: by a key of its facet, or in full.

        Nodes and edges of the graph are left out, and what other clients wrote and is neither.
        """
        slashes = {0: f"{self.domain}/{self.facet}/", 2: ""}
        return tuple(
            f"{slashes[name.count('/')]}{name}"
            for name in names
            if name.count("/") in slashes and not is_in_graph(name)
        )

    @property
    def contradicted_by(self) -> tuple[str, ...]:
        """The full names of what contradicts or supersedes this memory, each once."""
        newest = (self.superseded_by,) if self.superseded_by else ()
        return tuple(dict.fromkeys(self.full_names((*self.contradicts, *newest))))

    @property
    def fades_from(self) -> float | None:
        """When it begins to fade, seconds since the epoch; ``None`` if it is pinned."""
        if self.pinned:
            return None
        return self.last_accessed if self.due_at is None else max(self.last_accessed, self.due_at)

    def current_relevance(self, now: float | None = None) -> float:
        """Relevance at ``now``; can exceed 1 for a linked memory.

        ``relevance · 0.5^(days/halflife) · (1 + 0.1·links) · 0.5^contradictions``, where a
        superseded memory's decay is raised to the fourth power and days count from the last
        access, or the date when it is due if that is later, never negative. Of a pinned memory no
        day counts.

        Args:
            now: Seconds since the epoch; the machine's clock if left out.

        Source: the v2 design, as the published client computes it, which pins nothing and knows no
        dates.
        """
        at = system_now() if now is None else now
        since = self.fades_from
        days = 0.0 if since is None else max(0.0, (at - since) / SECONDS_PER_DAY)
        decay = math.pow(0.5, days / self.halflife_days)
        if self.superseded_by:
            decay = math.pow(decay, SUPERSEDED_EXPONENT)
        boost = 1.0 + LINK_BOOST * len(self.connections)
        penalty = math.pow(CONTRADICTION_FACTOR, len(self.contradicts))
        return self.relevance * decay * boost * penalty

    def compute_state(self, now: float | None = None) -> str:
        """``active`` from 0.3, ``fading`` from 0.1, ``forgotten`` from 0.01, else ``dissolved``."""
        score = self.current_relevance(now)
        if score >= THRESHOLD_FADING:
            return STATE_ACTIVE
        if score >= THRESHOLD_FORGOTTEN:
            return STATE_FADING
        if score >= THRESHOLD_DISSOLVED:
            return STATE_FORGOTTEN
        return STATE_DISSOLVED

    def to_dict(self) -> dict[str, Any]:
        """The record as the published client writes it: lists for tuples, and its type.

        What that client does not know is there only if it is set.
        """
        fields: dict[str, Any] = {"type": "sense-memory:persona"}
        for name in self.__slots__:
            value = getattr(self, name)
            if name in _UNKNOWN_TO_OTHERS and not value:
                continue
            fields[name] = list(value) if isinstance(value, tuple) else value
        return fields

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a record; only domain, facet, key and value must be there.

        Raises:
            KeyError: One of the four is missing.
            InputError: A field is out of its range.
        """
        created_at = data.get("created_at")
        if created_at is None:
            created_at = system_now()
        return cls(
            domain=data["domain"],
            facet=data["facet"],
            key=data["key"],
            value=data["value"],
            relevance=data.get("relevance", 1.0),
            halflife_days=data.get("halflife_days", DEFAULT_HALFLIFE_DAYS),
            last_accessed=data.get("last_accessed", created_at),
            last_reinforced=data.get("last_reinforced", created_at),
            access_count=data.get("access_count", 0),
            connections=tuple(data.get("connections", ())),
            contradicts=tuple(data.get("contradicts", ())),
            superseded_by=data.get("superseded_by"),
            themes=tuple(data.get("themes", ())),
            source=data.get("source", ""),
            confidence=data.get("confidence", 1.0),
            state=data.get("state", STATE_ACTIVE),
            created_at=created_at,
            pinned=data.get("pinned", False),
            due_at=data.get("due_at"),
        )
