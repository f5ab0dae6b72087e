"""What is said of conversations."""

from dataclasses import dataclass
from enum import StrEnum

from .llm import Role


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


class Action(StrEnum):
    """What became of a piece that was in a prompt, once the reply was there."""

    BOOST = "boost"
    """It helped: its base weight grew."""
    DEMOTE = "demote"
    """It did not: its base weight shrank."""
    NONE = "none"
    """Neither."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A piece of a message, of a sentence or a few: what is weighed and retrieved.

    Attributes:
        id: 16 hex digits, of the message, the place in it and the text: an edit makes others.
        turn_id: The id of the message.
        index: Which piece of the message, from 0.
        role: Who said it.
        text: What, verbatim.
        turn: The number of the turn in which it was said.
        at: When, seconds since the epoch; ``None`` if nobody knows.
        base_weight: 1.0 at first; boosted and demoted by what replies made of it.
        last_used_turn: The number of the turn in which it was said or last retrieved.
        stack: Which stack of pieces that mean about the same it is in, on this device; ``None``
            without an encoder.
    """

    id: str
    turn_id: str
    index: int
    role: Role
    text: str
    turn: int
    at: float | None
    base_weight: float
    last_used_turn: int
    stack: int | None = None


@dataclass(frozen=True, slots=True)
class RetrievedSignal:
    """A piece that answers a message.

    Attributes:
        signal: As it was before this retrieval used it.
        similarity: Of the message and the piece, -1–1.
        weight: The effective weight: what the turns since its last use left of the base weight.
        score: ``max(weight, floor) · max(similarity, 0)``.
    """

    signal: Signal
    similarity: float
    weight: float
    score: float


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a message brings back of a conversation.

    Attributes:
        signals: The pieces, the best first.
        stacks: The stacks that were looked into, each with its cosine, the nearest first.
        considered: How many pieces were scored.
        warning: Why the encoder could not be asked, if that is so: it went by words alone.
    """

    signals: tuple[RetrievedSignal, ...]
    stacks: tuple[tuple[int, float], ...] = ()
    considered: int = 0
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a reply made of a piece that was retrieved for it.

    Attributes:
        signal_id: Which piece.
        text: The first 80 characters of it.
        contribution: The similarity of the piece and the reply, -1–1.
        old_weight: Its base weight before.
        new_weight: And after.
        action: Which of the two moved it.
    """

    signal_id: str
    text: str
    contribution: float
    old_weight: float
    new_weight: float
    action: Action


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message and its reply, as they were kept.

    Attributes:
        user_turn: The id of the turn that the message is.
        assistant_turn: The id of the turn that the reply is; ``None`` where there was none.
        contributions: What the reply made of what had been retrieved.
    """

    user_turn: str
    assistant_turn: str | None
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationStats:
    """How much a conversation holds, and how much of it is awake.

    Attributes:
        conversation: Its id.
        total_signals: Pieces in all.
        living_signals: Those whose effective weight is not below the death threshold.
        dead_signals: The others.
        stacks: How many stacks they are in; 0 without an encoder.
        turn_counter: The number of the last turn; it never goes back.
    """

    conversation: str
    total_signals: int
    living_signals: int
    dead_signals: int
    stacks: int
    turn_counter: int
