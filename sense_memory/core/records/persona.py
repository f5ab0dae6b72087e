"""Persona memories: structured, linked, fading."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ..clock import system_now
from ..errors import InputError
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
        connections: Keys or references of linked memories.
        contradicts: Keys or references of the memories that contradict this one.
        superseded_by: The memory that replaced this one, if any.
        themes: Words to search by.
        source: Where the knowledge came from.
        confidence: 0–1.
        state: The state when last written; ``compute_state`` is the truth.
        created_at: Seconds since the epoch.
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

    @property
    def d_tag(self) -> str:
        """The path of this memory, which is its address in a plain store."""
        return f"{PERSONA_D_TAG_PREFIX}{self.domain}/{self.facet}/{self.key}"

    def current_relevance(self, now: float | None = None) -> float:
        """Relevance at ``now``; can exceed 1 for a linked memory.

        ``relevance · 0.5^(days/halflife) · (1 + 0.1·links) · 0.5^contradictions``, where a
        superseded memory's decay is raised to the fourth power and days count from the last
        access, never negative.

        Args:
            now: Seconds since the epoch; the machine's clock if left out.

        Source: the v2 design, as the published client computes it.
        """
        at = system_now() if now is None else now
        days = max(0.0, (at - self.last_accessed) / SECONDS_PER_DAY)
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
        """The record as the published client writes it: lists for tuples, and its type."""
        fields: dict[str, Any] = {"type": "sense-memory:persona"}
        for name in self.__slots__:
            value = getattr(self, name)
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
        )
