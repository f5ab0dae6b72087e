"""What is said of conversations."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConversationStatus:
    """A conversation, and how much was said in it.

    Attributes:
        id: Which.
        title: What people call it, or nothing.
        origin: Where it comes from: ``chatgpt``; ``""`` if it was held here.
        turns: How many turns it has.
        first: When the first of them was, seconds since the epoch; ``None`` if nobody knows.
        last: When the last of them was.
    """

    id: str
    title: str
    origin: str
    turns: int
    first: float | None
    last: float | None
