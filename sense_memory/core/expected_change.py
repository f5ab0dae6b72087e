"""What will become of a memory that nobody uses any more."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExpectedChange:
    """A memory changes its state, unless somebody uses, links or writes it before.

    Attributes:
        domain: Its domain.
        facet: Its facet.
        key: Its key.
        relevance: As of now.
        state: What it becomes: ``fading``, ``forgotten`` or ``dissolved``; ``deleted`` where it may
            be deleted from then on, which only ``persona_prune`` or an automatic dissolution does.
        at: When, seconds since the epoch; before now where a deletion is overdue.
    """

    domain: str
    facet: str
    key: str
    relevance: float
    state: str
    at: float

    @property
    def name(self) -> str:
        """``domain/facet/key``."""
        return f"{self.domain}/{self.facet}/{self.key}"
