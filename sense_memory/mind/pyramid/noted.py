"""What is noted of a conversation, and what is shown of the topics that there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.records.pyramid import Observation, Topic


@dataclass(frozen=True, slots=True)
class Noted:
    """One factual sentence out of a chunk of a conversation.

    Attributes:
        text: The sentence.
        turn: Which turn of the chunk it comes from, from 0.
        topic: The name of its topic, where who noted it knows.
    """

    text: str
    turn: int
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class Sampled:
    """A topic, and its newest observations, oldest first."""

    topic: Topic
    samples: Sequence[Observation]
