"""What a search across the whole mind found, and why."""

from dataclasses import dataclass
from enum import StrEnum


class Room(StrEnum):
    """Of what kind something is that was found."""

    MEMORY = "memory"
    """A persona or key-value memory."""
    OBSERVATION = "observation"
    SUMMARY = "summary"
    TOPIC = "topic"
    NODE = "node"
    EDGE = "edge"
    TURN = "turn"
    """A message of a conversation."""
    JOURNAL = "journal"
    LAYER = "layer"
    """A text about how to talk with somebody."""


@dataclass(frozen=True, slots=True)
class FoundParts:
    """What a score is made of; they add up to it.

    Attributes:
        words: How well its words answer.
        meaning: How near its vector is, where there is an encoder.
        standing: What its own room makes of it: relevance, salience, date, who says it.
    """

    words: float
    meaning: float
    standing: float


@dataclass(frozen=True, slots=True)
class Found:
    """Something that answers a query.

    Attributes:
        reference: What names the record: ``store.forget``, ``references`` and ``about`` take it.
        room: Of what kind it is.
        text: What it says, in a sentence.
        score: 0–1, the same measure in every room.
        parts: What the score is made of.
        at: Since when, or when it was said, seconds since the epoch; ``None`` if nobody knows.
        source: Where it comes from, in words; or nothing.
        is_superseded: Whether it was so once: something newer took its place, or that of the memory
            that it was read of.
    """

    reference: str
    room: Room
    text: str
    score: float
    parts: FoundParts
    at: float | None
    source: str
    is_superseded: bool = False


@dataclass(frozen=True, slots=True)
class SearchedMind:
    """A search across all rooms with its reasons.

    Attributes:
        query: What was asked.
        hits: What was found, the best first.
        near_misses: What answers and was not shown, the best first; not all of it. ``why`` is with
            each.
        warning: Why the encoder could not be asked, if that is so: the search went by words alone.
    """

    query: str
    hits: tuple[Found, ...]
    near_misses: tuple["NearlyFound", ...] = ()
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class NearlyFound:
    """Something that answers, and was not shown.

    Attributes:
        found: It.
        why: ``limit``, or ``duplicate`` of something that was shown.
        detail: The reference of what says the same; or nothing.
    """

    found: Found
    why: str
    detail: str = ""
