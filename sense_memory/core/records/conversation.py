"""What was said, verbatim: conversations and their turns."""

import hashlib
import json
import re
from dataclasses import dataclass

from ..llm import Role

STREAM_D_TAG_PREFIX = "sense-memory/stream/"

_WINDOW = re.compile(r"0|[1-9][0-9]{0,15}")
_HEAD = "/head"
_TURN = "/turn/"
_WEIGHTS = "/weights/"
_ORIGIN = "stream/"
WINDOW = 16
"""Turns of which the weights stand in one record."""


@dataclass(frozen=True, slots=True)
class ConversationHead:
    """A conversation; it exists while this stands.

    Attributes:
        id: 1–64 characters without slash, backslash, NUL or ``..``; one that was imported has a
            name that follows from where it comes from.
        title: What people call it, or nothing.
        origin: Where it comes from: ``chatgpt``; ``""`` if it was held here.
        turn_counter: The greatest number of a turn that was forgotten: no other one gets it.
    """

    id: str
    title: str = ""
    origin: str = ""
    turn_counter: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A message of a conversation, or a part of one that is too long for a record.

    Attributes:
        conversation: The conversation's id.
        id: 32 hex digits; the second part of a message and those after it have ``-1``, ``-2`` …
            behind them.
        role: Who said it.
        text: What, verbatim.
        at: When, seconds since the epoch; ``None`` if nobody knows.
        speaker: The name of who said it, if it is known.
        order: Where it stands among what was said at the same time.
        parts: In how many records the message is kept; each of them says so.
        turn: Its number: one more than the greatest that the writer knew of (Lamport, 1978). 0 of
            one that was imported, or written before there were numbers; it counts as the one after
            the turn before it.
    """

    conversation: str
    id: str
    role: Role
    text: str
    at: float | None = None
    speaker: str = ""
    order: int = 0
    parts: int = 1
    turn: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Weight:
    """What became of a piece of a message.

    Attributes:
        signal: Which piece, 16 hex digits.
        last_used_turn: The number of the turn in which it was used last.
        base_weight: What replies made of it; 1.0 at first, six decimals.
    """

    signal: str
    last_used_turn: int
    base_weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Weights:
    """What became of pieces of messages during some turns of a conversation.

    Attributes:
        conversation: The conversation's id.
        window: Which turns: of a number, divided by 16 and rounded down.
        weights: Of each piece the last; of one that two devices used apart there may be two.
    """

    conversation: str
    window: int
    weights: tuple[Weight, ...]


def imported_conversation(source: str, conversation: str) -> str:
    """The id of a conversation that another program holds: ``chatgpt-{24 hex digits}``."""
    said = json.dumps([source, conversation], ensure_ascii=True, separators=(",", ":"))
    return f"{source}-{hashlib.sha256(said.encode('ascii')).hexdigest()[:24]}"


def head_name(conversation: str) -> str:
    """What the head of a conversation is called: ``{conversation}/head``."""
    return conversation + _HEAD


def turn_name(conversation: str, turn: str) -> str:
    """What a turn is called: ``{conversation}/turn/{id}``; without an id, how those names start."""
    return f"{conversation}{_TURN}{turn}"


def weights_name(conversation: str, window: int) -> str:
    """What the weights of some turns are called: ``{conversation}/weights/{window}``."""
    return f"{conversation}{_WEIGHTS}{window}"


def weights_names(conversation: str) -> str:
    """How the names of all weights of a conversation start."""
    return conversation + _WEIGHTS


def turn_origin(conversation: str, turn: str) -> str:
    """What an observation that was made of a turn has as its origin: ``stream/{name}``."""
    return _ORIGIN + turn_name(conversation, turn)


def turn_of_origin(origin: str) -> str | None:
    """The name of the turn that an origin names, if it names one."""
    name = origin.removeprefix(_ORIGIN)
    return name if name != origin and is_turn_name(name) else None


def is_head_name(name: str) -> bool:
    """Whether a name is ``{conversation}/head``."""
    return name.count("/") == 1 and name[0] != "/" and name.endswith(_HEAD)


def is_turn_name(name: str) -> bool:
    """Whether a name is ``{conversation}/turn/{id}``."""
    conversation, *rest = name.split("/")
    return bool(conversation) and len(rest) == 2 and rest[0] == "turn" and bool(rest[1])


def is_weights_name(name: str) -> bool:
    """Whether a name is ``{conversation}/weights/{window}``."""
    conversation, *rest = name.split("/")
    return (
        bool(conversation)
        and len(rest) == 2
        and rest[0] == "weights"
        and _WINDOW.fullmatch(rest[1]) is not None
    )


def conversation_in(name: str) -> str:
    """The id of the conversation that a head, a turn or weights of this name belong to."""
    return name.partition("/")[0]


def part_id(turn: str, part: int) -> str:
    """The id of a part of a message, from 0."""
    return f"{turn}-{part}" if part else turn


def message_and_part(turn: str) -> tuple[str, int]:
    """The id of the message that a turn is a part of, and which part it is, from 0."""
    message, _, part = turn.rpartition("-")
    if message and part.isdecimal() and part.isascii() and part[0] != "0":
        return message, int(part)
    return turn, 0
