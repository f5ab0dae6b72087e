"""What a relay says to people, made safe to show them."""

from dataclasses import replace

from nips.messages import Closed, NegErr, Notice, Ok, RelayMessage

LONGEST = 1_000
"""Characters of a relay's words that are kept."""


def harmless(message: RelayMessage) -> RelayMessage:
    """The message, without characters that would steer a terminal or break a line of a log."""
    if isinstance(message, Ok | Closed | Notice | NegErr) and not _is_plain(message.message):
        said = message.message[:LONGEST]
        return replace(message, message="".join(c if c.isprintable() else " " for c in said))
    return message


def _is_plain(text: str) -> bool:
    return len(text) <= LONGEST and text.isprintable()
