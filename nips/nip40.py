"""NIP-40: Expiration Timestamp.

Supported: making the tag, reading it, telling whether an event has expired. Not a way to keep a
secret: what a relay once showed, anybody may have kept.
"""

from typing import Final

from nips import _json
from nips.errors import InvalidEventError
from nips.nip01 import Event, UnsignedEvent

__all__ = ["expiration_of", "expiration_tag", "is_expired"]

_NAME: Final = "expiration"
_MAX_DIGITS: Final = 16
"""Decimal digits of 2**53, so that nobody makes us read a number of thousands of them."""


def expiration_tag(at: int) -> tuple[str, str]:
    """The tag of an event that is to be dropped at a time.

    Args:
        at: seconds since 1970, 0..2**53-1.

    Raises:
        InvalidEventError: out of that range.
    """
    if not _json.is_count(at):
        raise InvalidEventError("an expiration is a whole number of seconds in 0..2**53-1")
    return (_NAME, str(at))


def expiration_of(event: Event | UnsignedEvent) -> int | None:
    """When `event` expires, in seconds since 1970; None if it never does.

    The first tag decides, as with relays. One that holds no number is no expiration.
    """
    # NIP-40: "The timestamp should be in the same format as the created_at timestamp"
    value = next((tag[1] for tag in event.tags if tag[0] == _NAME and len(tag) > 1), None)
    if value is None or len(value) > _MAX_DIGITS or not (value.isascii() and value.isdecimal()):
        return None
    at = int(value)
    return at if _json.is_count(at) else None


def is_expired(event: Event | UnsignedEvent, now: int) -> bool:
    """Whether `event` has expired at the time `now` (seconds since 1970)."""
    # NIP-40: "should be interpreted as the time at which the message should be deleted by
    # relays": at that very second it is over.
    at = expiration_of(event)
    return at is not None and at <= now
