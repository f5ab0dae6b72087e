"""What became of a request to vanish from a relay."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vanished:
    """A relay's answer to a request to delete everything of an identity.

    Attributes:
        relay: The relay.
        event_id: Of the request, 64 hex digits.
        accepted: Whether it said OK; ``None`` if it said nothing, and may have done it or not.
        said: Its words.
        is_gone: Whether it shows no record any more; ``None`` if it would not say.
    """

    relay: str
    event_id: str
    accepted: bool | None
    said: str
    is_gone: bool | None
