"""What was said, verbatim: conversations and their turns."""

import hashlib
import json
from dataclasses import dataclass

from ..llm import Role

STREAM_D_TAG_PREFIX = "sense-memory/stream/"


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
        id: 32 hex digits; the parts of one message have ``-1``, ``-2`` … behind them.
        role: Who said it.
        text: What, verbatim.
        at: When, seconds since the epoch; ``None`` if nobody knows.
        speaker: The name of who said it, if it is known.
        order: Where it stands among what was said at the same time.
    """

    conversation: str
    id: str
    role: Role
    text: str
    at: float | None = None
    speaker: str = ""
    order: int = 0


def imported_conversation(source: str, conversation: str) -> str:
    """The id of a conversation that another program holds: ``chatgpt-{24 hex digits}``."""
    said = json.dumps([source, conversation], ensure_ascii=True, separators=(",", ":"))
    return f"{source}-{hashlib.sha256(said.encode('ascii')).hexdigest()[:24]}"


def turn_name(conversation: str, turn: str) -> str:
    """What a turn is called: ``{conversation}/turn/{id}``."""
    return f"{conversation}/turn/{turn}"


def turn_origin(conversation: str, turn: str) -> str:
    """What an observation that was made of a turn has as its origin: ``stream/{name}``."""
    return f"stream/{turn_name(conversation, turn)}"
