"""What is given to be remembered."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Insight:
    """One persona memory to store; ``None`` leaves what is there.

    Attributes:
        domain: 1–64 characters.
        facet: 1–64 characters.
        key: 1–256 characters.
        value: Up to 65,000 characters.
        themes: Words to search by.
        connections: Memories to link with, both ways: a key of the same facet, or
            ``domain/facet/key``.
        source: Where it comes from.
        confidence: 0–1.
        halflife_days: Above 0.
        pinned: Whether it does not fade.
        due_at: The date before which it does not fade, seconds since the epoch, to come;
            ``store.persona_due(name, None)`` takes one away.
    """

    domain: str
    facet: str
    key: str
    value: str
    themes: Sequence[str] | None = None
    connections: Sequence[str] | None = None
    source: str | None = None
    confidence: float | None = None
    halflife_days: float | None = None
    pinned: bool | None = None
    due_at: float | None = None
