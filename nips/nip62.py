"""NIP-62: Request to Vanish.

Supported: making a request. It cannot be taken back, and some relays refuse the key for ever
after: nothing in this package makes one by itself.
"""

from collections.abc import Sequence
from typing import Final

from nips._relay_url import is_relay_url
from nips.errors import InvalidEventError
from nips.nip01 import UnsignedEvent

__all__ = ["ALL_RELAYS", "KIND", "vanish_request"]

KIND: Final = 62

# NIP-62: "The tag list MUST include a relay with value ALL_RELAYS in uppercase."
ALL_RELAYS: Final = "ALL_RELAYS"


def vanish_request(
    pubkey: str,
    created_at: int,
    relays: Sequence[str],
    reason: str = "",
    *,
    everywhere: bool = False,
) -> UnsignedEvent:
    """Ask relays to delete everything of an author up to a time, deletion requests included.

    Args:
        pubkey: author, 64 lower-case hexadecimal digits.
        created_at: seconds since 1970; what is newer stays.
        relays: URLs, each as the relay spells its own: some compare letter by letter. Send the
            request to these only. Empty if `everywhere`.
        reason: public, for the people who run the relays.
        everywhere: ask every relay that ever sees the request, known here or not.

    Raises:
        InvalidEventError: no relay, a URL that is none, relays named beside `everywhere`, or
            the word for all relays among the URLs.
    """
    if everywhere:
        if relays:
            raise InvalidEventError("a request to every relay names no relay")
        return UnsignedEvent(pubkey, created_at, KIND, reason, (("relay", ALL_RELAYS),))
    # NIP-62: "The tag list MUST include at least one relay value."
    if not relays:
        raise InvalidEventError("a request to vanish names at least one relay")
    if ALL_RELAYS in relays:
        raise InvalidEventError("to vanish from every relay, say everywhere=True")
    if not all(map(is_relay_url, relays)):
        raise InvalidEventError("a relay URL is ws:// or wss://, a host, and no spaces")
    tags = tuple(("relay", url) for url in dict.fromkeys(relays))
    return UnsignedEvent(pubkey, created_at, KIND, reason, tags)
