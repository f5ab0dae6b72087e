"""What storing a memory meant for others."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A memory that a new one contradicts.

    Attributes:
        old: The older memory, ``domain/facet/key``.
        new: The newer one.
        confidence: How sure that is, 0–1.
        reason: Why, for people; it quotes no memory.
        is_superseded: Whether the older one was superseded; if not, that is only suggested.
    """

    old: str
    new: str
    confidence: float
    reason: str
    is_superseded: bool


@dataclass(frozen=True, slots=True)
class Remembered:
    """A persona memory that was stored.

    Attributes:
        event_id: Its event, 64 hex digits.
        contradictions: The memories that it contradicts, surest first.
    """

    event_id: str
    contradictions: tuple[Contradiction, ...] = ()
