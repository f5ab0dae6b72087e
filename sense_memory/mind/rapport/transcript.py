"""Conversations as they are given, as a reader sees them, and as a model is reminded of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ...core.errors import InputError
from ...core.llm import Message, Role
from ...core.surrogates import joined
from .line import one_line

FULL_WINDOW = 20
"""Messages that stay whole in ``truncated``."""
EXCERPT = 100
"""Characters of each older message …"""
DIGEST = 500
"""… and of all of them together."""

MARK = "[what came before is left out]"
"""Stands where a transcript begins later than its conversation."""

_PEER = frozenset(("user", "human"))
_AGENT = frozenset(("assistant", "model", "ai", "bot", "agent"))
_NOBODY = frozenset(("system", "developer", "tool", "function"))
"""Instructions and what programs answered: neither of the two said it."""
_TEXT_BLOCKS = frozenset(("text", "input_text", "output_text"))
_LABELS = {Role.USER: "Peer:", Role.ASSISTANT: "Agent:"}
_QUOTED = "| "
"""Before each line that somebody said: no text can pass for a label, or for the end of it all."""


def messages_of(given: Sequence[Message | Mapping[str, Any]]) -> tuple[Message, ...]:
    """The turns of a conversation that have text, in order.

    A mapping has a ``role``: ``user`` or ``human`` for the peer, ``assistant``, ``model``, ``ai``,
    ``bot`` or ``agent`` for the agent, in any case. Its ``content`` (or, without one, its ``text``)
    is a text, or a list of texts and of blocks with a ``type``; of those the ones of text count
    (``text``, ``input_text``, ``output_text``). Turns of ``system``, ``developer``, ``tool`` and
    ``function`` are left out, and so are turns without text. Half a surrogate pair, which cannot be
    sent, becomes U+FFFD.

    Raises:
        InputError: Something is not of this form. It says which message, counted from 1, and
            quotes nothing.
    """
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Sequence):
        raise InputError(
            "a conversation is a list of messages, each with a role and a content; got "
            f"{type(given).__name__}"
        )
    found = []
    for index, one in enumerate(given, start=1):
        role = _role(one, index)
        text = None if role is None else _text(_content(one), index)
        if role is not None and text is not None and text.strip():
            found.append(Message(role, text))
    return tuple(found)


def _role(one: object, index: int) -> Role | None:
    """Who says it; ``None`` if it is neither of the two."""
    if isinstance(one, Message):
        name: object = one.role
    elif isinstance(one, Mapping):
        name = one.get("role")
    else:
        raise InputError(
            f"message {index} is a Message, or a mapping with role and content; it is of the type "
            f"{type(one).__name__}"
        )
    said = name.strip().lower() if isinstance(name, str) else ""
    if said in _PEER:
        return Role.USER
    if said in _AGENT:
        return Role.ASSISTANT
    if said in _NOBODY:
        return None
    raise InputError(
        f"message {index} has {'an unknown' if said else 'no'} role: it is 'user' for what the "
        "peer says, 'assistant' for what the agent says"
    )


def _content(one: Message | Mapping[str, Any]) -> object:
    # a message of ours that was stored as it is has its text under its own name
    return one.text if isinstance(one, Message) else one.get("content", one.get("text"))


def _text(content: object, index: int) -> str | None:
    """What a message says; ``None`` if it has no content, as one that only calls a tool."""
    if content is None:
        return None
    if isinstance(content, str):
        return joined(content)
    if isinstance(content, (bytes, Mapping)) or not isinstance(content, Sequence):
        raise InputError(
            f"the content of message {index} is a text or a list of blocks; it is of the type "
            f"{type(content).__name__}"
        )
    blocks = (_block(block, index, place) for place, block in enumerate(content, start=1))
    return "\n".join(joined(block) for block in blocks if block)


def _block(block: object, index: int, place: int) -> str:
    """The text of a block, ``""`` if it is of another kind."""
    text = block
    if isinstance(block, Mapping):
        kind = block.get("type", "text")
        text = block.get("text") if isinstance(kind, str) and kind in _TEXT_BLOCKS else ""
    if not isinstance(text, str):
        raise InputError(
            f"block {place} of message {index} is a text, or a mapping with a type, and with a "
            "text if its type is 'text'"
        )
    return text


def latest(messages: Sequence[Message], limit: int) -> tuple[Message, ...]:
    """The end of a conversation; the oldest of its turns may be the end of one.

    Args:
        messages: Oldest first.
        limit: Characters that their texts have together at most, 1 or more.
    """
    kept: list[Message] = []
    room = limit
    for message in reversed(messages):
        if room <= 0:
            break
        text = message.text[-room:]
        kept.append(replace(message, text=text))
        room -= len(text)
    return tuple(reversed(kept))


def transcript(messages: Sequence[Message], limit: int) -> str:
    """A conversation for somebody who reads it from outside.

    Each turn is a line with who speaks, and what they say with ``| `` before each line.

    Args:
        messages: Oldest first.
        limit: Characters that it may have, 1,000 or more. Of a longer one the end stays, after a
            line that says so. It begins with a turn, unless more than half of what is allowed would
            be lost by that; then it begins within one.
    """
    turns: list[str] = []
    room = limit + 1  # every line but the last one ends with a break
    for message in reversed(messages):
        turn = _turn(message) if len(message.text.strip()) < room else ""
        if not turn or len(turn) >= room:
            break
        turns.append(turn)
        room -= len(turn) + 1
    else:
        return "\n".join(reversed(turns))
    room -= len(MARK) + 1
    while room < 0:
        room += len(turns.pop()) + 1
    if room > limit // 2:
        turns.append(_end_of(messages[-1 - len(turns)], room - 1))
    return "\n".join((MARK, *reversed(turns)))


def _turn(message: Message) -> str:
    # every line break there is, also the rare ones: a model may take any of them for one
    lines = (_QUOTED + line for line in message.text.strip().splitlines())
    return "\n".join((_LABELS[message.role], *lines))


def _end_of(message: Message, room: int) -> str:
    """A turn with as much of the end of its text as there is room for."""
    room -= len(_LABELS[message.role])
    lines: list[str] = []
    for line in reversed(message.text[-room:].strip().splitlines()):
        room -= len(_QUOTED) + 1
        if room <= 0:
            break
        lines.append(line[-room:])
        room -= len(lines[-1])
    return _turn(replace(message, text="\n".join(reversed(lines))))


def truncated(messages: Sequence[Message], full_window: int = FULL_WINDOW) -> tuple[Message, ...]:
    """A conversation that is not too long to go on with.

    Up to ``full_window`` messages are returned as they are. Of a longer one the last are kept, and
    before them stands one message of the user that says how many there were before, and how those
    began: up to 100 characters of each, oldest first, up to 500 in all. So it reminds of how the
    conversation started; what lies between that and the last messages is only counted. If the first
    of those is the user's as well, the two are one message: no model has to take two turns of the
    user in a row that were not there before.

    Args:
        messages: Oldest first.
        full_window: How many stay whole, 1 or more.

    Raises:
        InputError: The window is not a whole number above 0.

    Source: seed 000 (20, 100, 500).
    """
    if isinstance(full_window, bool) or not isinstance(full_window, int) or full_window < 1:
        raise InputError("full_window is how many messages stay whole: a whole number, 1 or more")
    before = len(messages) - full_window
    if before <= 0:
        return tuple(messages)
    window = tuple(messages[before:])
    digest = _digest(islice(messages, before), before)
    if window[0].role is Role.USER:
        return (Message(Role.USER, f"{digest}\n[and now:]\n{window[0].text}"), *window[1:])
    return (Message(Role.USER, digest), *window)


def _digest(messages: Iterable[Message], count: int) -> str:
    many = "1 earlier message; it began" if count == 1 else f"{count} earlier messages; they began"
    lines = [f"[{many}:]"]
    room = DIGEST - len(lines[0])
    for message in messages:
        line = f"{_LABELS[message.role]} {_excerpt(message.text)}"
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    return "\n".join(lines)


def _excerpt(text: str) -> str:
    """How a text begins, on one line."""
    line = one_line(text.lstrip()[: 4 * EXCERPT])
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1].rstrip() + "…"


__all__ = [
    "DIGEST",
    "EXCERPT",
    "FULL_WINDOW",
    "MARK",
    "latest",
    "messages_of",
    "transcript",
    "truncated",
]
