"""The turn that an observation was made of, for the page, with what was said around it."""

from dataclasses import dataclass

from ...core.errors import InputError, UnknownMemoryError
from ...core.records.conversation import conversation_in, is_turn_name, message_and_part
from ...store import MemoryStore

AROUND = 1
"""Turns before it, and after it."""


@dataclass(frozen=True, slots=True)
class TurnShown:
    """What somebody said.

    Attributes:
        speaker: Who: a name, or ``user`` or ``assistant``.
        text: What, verbatim.
        at: When, seconds since the epoch; ``None`` if nobody knows.
        is_meant: Whether it is the one that was asked for.
    """

    speaker: str
    text: str
    at: float | None
    is_meant: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of a conversation.

    Attributes:
        conversation: What people call it, or else its id.
        turns: In the order in which they were said.
    """

    conversation: str
    turns: tuple[TurnShown, ...]


async def said(store: MemoryStore, name: str) -> Said:
    """A turn, and what was said around it.

    Args:
        store: Who keeps it.
        name: ``conversation/turn/id``.

    Raises:
        InputError: It is no name of a turn.
        UnknownMemoryError: It was forgotten.
    """
    if not is_turn_name(name):
        raise InputError("a turn is named conversation/turn/id")
    conversation = store.conversation(conversation_in(name))
    message, _ = message_and_part(name.rpartition("/")[2])
    turns = await conversation.turns()
    place = next((place for place, one in enumerate(turns) if one.id == message), None)
    if place is None:
        raise UnknownMemoryError("what was said there was forgotten")
    around = turns[max(0, place - AROUND) : place + AROUND + 1]
    title = (await conversation.status()).title
    return Said(
        title or conversation.id,
        tuple(
            TurnShown(one.speaker or one.role.value, one.text, one.at, one.id == message)
            for one in around
        ),
    )
