"""NIP-78: Arbitrary custom app data.

Supported: events of kind 30078 with a `d` tag and any content.
"""

from typing import Final

from nips.nip01 import UnsignedEvent

__all__ = ["KIND", "app_data"]

KIND: Final = 30078


def app_data(pubkey: str, created_at: int, d: str, content: str) -> UnsignedEvent:
    """An addressable event that holds an application's data.

    Args:
        pubkey: author, 64 lower-case hexadecimal digits.
        created_at: seconds since 1970.
        d: what the data is; relays keep one event per author and `d`, and index 184 bytes of
            it everywhere.
        content: the data; encrypt what is not for everybody.

    Raises:
        InvalidEventError: a field is out of its range.
    """
    # NIP-78: "a d tag containing some reference to the app name and context -- or any other
    # arbitrary string"
    return UnsignedEvent(pubkey, created_at, KIND, content, (("d", d),))
