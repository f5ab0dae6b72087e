"""What was said, verbatim: conversations and their turns."""

import hashlib
import json
from dataclasses import dataclass

from ..llm import Role

STREAM_D_TAG_PREFIX = "sense-memory/stream/"

_HEAD = "/head"
_TURN = "/turn/"
_ORIGIN = "stream/"


@dataclass(frozen=True, slots=True)
class ConversationHead:
    """A conversation; it exists while this stands.

    Attributes:
        id: 1–64 characters without slash, backslash, NUL or ``..``; one that was imported has a
            name that follows from where it comes from.
        title: What people call it, or nothing.
        origin: Where it comes from: ``chatgpt``; ``""`` if it was held here.
    """

    id: str
    title: str = ""
    origin: str = ""


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
    """

    conversation: str
    id: str
    role: Role
    text: str
    at: float | None = None
    speaker: str = ""
    order: int = 0
    parts: int = 1


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


def conversation_in(name: str) -> str:
    """The id of the conversation that a head or a turn of this name belongs to."""
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
