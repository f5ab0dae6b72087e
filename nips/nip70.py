"""NIP-70: Protected Events.

Supported: the tag, and telling whether an event carries it. Which relays take such an event is
found out by trying: they need NIP-42, and most refuse.
"""

from typing import Final

from nips.nip01 import Event, UnsignedEvent

__all__ = ["TAG", "is_protected"]

# NIP-70: "The tag is a simple tag with a single item: ["-"]. It may be added to any event."
TAG: Final = ("-",)


def is_protected(event: Event | UnsignedEvent) -> bool:
    """Whether only its author may publish `event`."""
    # NIP-70: "When the "-" tag is present, that means the event is "protected"." What stands
    # behind the name is not asked, by relays neither.
    return any(tag[0] == TAG[0] for tag in event.tags)
