"""How far what a store holds can be found by its meaning."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What making vectors came to: of memories, of what was observed and summarised, or of a graph.

    Attributes:
        encoder: Which encoder made them.
        made: Memories that have got a vector.
        kept: Memories that had one of their present text already.
        failed: Memories without one, which are still found by their words.
        failure: What the encoder said, or why a vector could not be kept; the last of it.
    """

    encoder: str
    made: int = 0
    kept: int = 0
    failed: int = 0
    failure: str | None = None

    @property
    def is_failed(self) -> bool:
        """Nothing came of it."""
        return self.failed > 0 and not self.made


@dataclass(frozen=True, slots=True)
class EmbeddingStatus:
    """What is known of a store's vectors without asking anybody.

    Attributes:
        encoder: Which encoder the store has.
        memories: How many memories it was asked about; ``None`` before the first search or
            ``persona_embed``: until then nobody has read the vectors.
        lacking: How many of them have no vector of their present text.
        bytes: Of memory that the vectors take.
        failure: What went wrong last; ``None`` once it goes well again.
        pieces: How many observations and summaries it was asked about; ``None`` before the first
            search for them or ``pyramid.embed``.
        pieces_lacking: As ``lacking``, of those.
        graph: How many nodes, edges and notes it was asked about; ``None`` before the first search
            for them or ``graph.embed``.
        graph_lacking: As ``lacking``, of those.
    """

    encoder: str
    memories: int | None
    lacking: int | None
    bytes: int
    failure: str | None
    pieces: int | None = None
    pieces_lacking: int | None = None
    graph: int | None = None
    graph_lacking: int | None = None
