"""What was read of a text or a conversation, by rules or by a model, before it is kept."""

from dataclasses import dataclass

from .relation import Relation

FACTS = "facts"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is worth keeping.

    Attributes:
        text: It, in a sentence.
        said: The sentence in which it was said, from which its key follows.
        place: The number of the sentence or the message that says it, from 0.
        relations: How two are related, as it says.
        facet: What kind of knowledge it is, as persona memories are filed.
        is_own: Whether it is about whoever said it.
        is_memory: Whether it is remembered.
        is_observed: Whether it is observed.
        topic: The topic of the observation, if who read it knows.
        at: When it was so, seconds since the epoch; ``None`` is when it was said.
    """

    text: str
    said: str
    place: int
    relations: tuple[Relation, ...] = ()
    facet: str = FACTS
    is_own: bool = False
    is_memory: bool = True
    is_observed: bool = True
    topic: str | None = None
    at: float | None = None
