"""What compressing memories for a prompt gives."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CompressedLine:
    """One line of a compressed text, under the header that it stands under.

    Attributes:
        domain: Of all memories on the line.
        facet: Of all memories on the line.
        subject: A key in full, or the first word of the keys of all memories on the line.
        parts: What each memory says, in order of relevance.
    """

    domain: str
    facet: str
    subject: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompressedMemory:
    """What became of one memory.

    Attributes:
        domain: Its domain.
        facet: Its facet.
        key: Its key.
        subject: The subject of the line on which it stands.
        text: What the line says of it.
        relevance: By which it was ranked, to four places; of equals the newest comes first.
    """

    domain: str
    facet: str
    key: str
    subject: str
    text: str
    relevance: float

    @property
    def name(self) -> str:
        """``domain/facet/key``."""
        return f"{self.domain}/{self.facet}/{self.key}"


@dataclass(frozen=True, slots=True)
class Compression:
    """Memories as a few short lines for a prompt.

    Attributes:
        text: The lines; ``parse_compressed`` reads them back.
        tokens: What they cost, counted from above; at most ``budget``.
        budget: What they were allowed to cost.
        included: What they say, the most relevant memory first.
        left_out: Active memories that the budget left out, as ``domain/facet/key``, the most
            relevant first.
        replaced: Active memories that are not shown because one that is active contradicts or
            supersedes them, as ``domain/facet/key``, sorted.
    """

    text: str
    tokens: int
    budget: int
    included: tuple[CompressedMemory, ...]
    left_out: tuple[str, ...]
    replaced: tuple[str, ...]
