"""What the pieces of a message are called."""

import hashlib

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
    # no id and no number has a NUL, so no two messages can say the same here
    said = f"{message}\0{index}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(said).hexdigest()[:ID_DIGITS]
