"""What was learned from a text or a conversation."""

from dataclasses import dataclass
from enum import StrEnum


class NotLearned(StrEnum):
    """Why a sentence was not learned."""

    KNOWN = "known"
    """It is known already, in these words."""
    INJECTED = "injected"
    """It was put into the prompt from memory; nobody has said it anew."""
    EMPTY = "empty"
    """It says nothing that is worth keeping: a greeting, a question, an order."""
    SECRET = "secret"  # noqa: S105 - the name of a reason
    """There is a key, a password or the number of a card in it, which is no knowledge. Of its text
    only what stands before that is told."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A sentence that was not learned, or a message.

    Attributes:
        text: It.
        why: The reason.
        detail: More of it: the reference of what says it already, or did until somebody forgot it;
            or nothing.
    """

    text: str
    why: NotLearned
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Learned:
    """What was kept, by room, each named by its reference.

    Attributes:
        memories: Persona memories.
        observations: Observations of the pyramid.
        nodes: Nodes of the graph that were made.
        edges: Edges of the graph.
        turns: Turns of the conversation.
        readings: Sessions of rapport.
        skipped: What was not learned, and why.
        superseded: Persona memories that something learned now replaces, and edges that it ends,
            by reference.
        failures: What could not be done, in sentences; the rest was.
    """

    memories: tuple[str, ...] = ()
    observations: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    superseded: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()

    @property
    def references(self) -> tuple[str, ...]:
        """All that was kept."""
        return (
            *self.memories,
            *self.observations,
            *self.nodes,
            *self.edges,
            *self.turns,
            *self.readings,
        )
