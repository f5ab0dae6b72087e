"""What the pieces of a message are called, and how they begin."""

import hashlib
from collections.abc import Mapping

from ...core.conversation import Signal
from ...core.llm import Role
from .chunking import piece_texts
from .weights import Weight

ID_DIGITS = 16
"""Hex digits of an id: 64 bits, so that no two of a conversation are alike."""


def signal_id(message: str, index: int, text: str) -> str:
    """What a piece is called: 16 hex digits of SHA-256, so the same on every device.

    What an edit changes has other ids, and so weighs what a new piece does.

    Args:
        message: The id of its message.
        index: Which piece of it, from 0.
        text: What it says.
    """
    # no number and no id has a NUL, and a text may have any
    said = f"{message}\0{index}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(said).hexdigest()[:ID_DIGITS]


def signals_of(
    message: str,
    role: Role,
    text: str,
    turn: int,
    at: float | None = None,
    weights: Mapping[str, Weight] | None = None,
) -> list[Signal]:
    """The pieces of a message, in order, each as heavy as its use made it.

    Args:
        message: Its id.
        role: Who said it.
        text: What.
        turn: The number of its turn.
        at: When, seconds since the epoch; ``None`` if nobody knows.
        weights: Of pieces that were used, by id; the others weigh 1 since the turn of the message.
    """
    found = []
    for index, piece in enumerate(piece_texts(text)):
        name = signal_id(message, index, piece)
        weight = (weights or {}).get(name) or Weight(turn)
        found.append(
            Signal(name, message, index, role, piece, turn, at, weight.base, weight.last_used_turn)
        )
    return found
