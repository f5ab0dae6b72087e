"""What can be a relay's URL at all; whether to connect to it is the caller's affair."""

from typing import Final
from urllib.parse import urlsplit

__all__ = ["MAX_LENGTH", "is_relay_url"]

MAX_LENGTH: Final = 1024
"""Characters; the longest tag value of one letter that every known relay stores."""


def is_relay_url(text: object) -> bool:
    """Whether `text` is ``ws://`` or ``wss://``, a host and what may follow, without spaces."""
    if not isinstance(text, str) or not text.startswith(("ws://", "wss://")):
        return False
    if len(text) > MAX_LENGTH or not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
        # A port that is no number is found out here, not in urlsplit.
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
