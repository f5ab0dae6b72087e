"""NIP-37: Draft Wraps — the relay list for private content, kind 10013, only.

Supported: the event, and its plaintext. The content is the plaintext encrypted with NIP-44 to
the author; whoever holds the key does that. Not supported: drafts (kinds 31234 and 1234).
"""

from collections.abc import Sequence
from typing import Final

from nips import _json
from nips._relay_url import is_relay_url
from nips.errors import InvalidEventError
from nips.nip01 import UnsignedEvent

__all__ = ["KIND", "MAX_RELAYS", "parse_plaintext", "plaintext", "private_relay_list"]

KIND: Final = 10013

MAX_RELAYS: Final = 256
"""Relays in one list, far beyond what anybody uses."""

_NAME: Final = "relay"


def plaintext(relays: Sequence[str]) -> str:
    """The text to encrypt: a JSON array of ``["relay", url]``.

    Raises:
        InvalidEventError: a URL that is no relay's, one that is listed twice, too many.
    """
    if len(relays) > MAX_RELAYS or len(set(relays)) != len(relays):
        raise InvalidEventError(f"a private relay list has each of 0..{MAX_RELAYS} relays once")
    if not all(map(is_relay_url, relays)):
        raise InvalidEventError("a relay URL is ws:// or wss://, a host, and no spaces")
    # NIP-37: "Private tags are JSON Stringified, NIP44-encrypted to the signer's keys and
    # placed inside the .content of the event."
    return _json.dump([[_NAME, url] for url in relays])


def parse_plaintext(text: str) -> tuple[str, ...]:
    """The URLs in a decrypted content, each once, in its order.

    Tags of other names are passed over, and so are URLs that are no relay's.

    Raises:
        InvalidEventError: not a JSON array of tags, or too many. The message holds no part of it.
    """
    try:
        tags = _json.load(text)
    except ValueError:
        raise InvalidEventError("a private relay list is JSON") from None
    if not isinstance(tags, list) or len(tags) > MAX_RELAYS:
        raise InvalidEventError(f"a private relay list is an array of 0..{MAX_RELAYS} tags")
    if not all(isinstance(tag, list) and tag for tag in tags):
        raise InvalidEventError("a private relay list is an array of tags")
    named = [tag[1] for tag in tags if tag[0] == _NAME and len(tag) > 1]
    return tuple(dict.fromkeys(filter(is_relay_url, named)))


def private_relay_list(pubkey: str, created_at: int, content: str) -> UnsignedEvent:
    """The event for an encrypted list.

    Args:
        pubkey: author, 64 lower-case hexadecimal digits.
        created_at: seconds since 1970.
        content: `plaintext`, encrypted with NIP-44 to the author.

    Raises:
        InvalidEventError: a field is out of its range, or the content is not encrypted.
    """
    if content.startswith(("[", "{")):
        raise InvalidEventError("a private relay list is encrypted before it is signed")
    return UnsignedEvent(pubkey, created_at, KIND, content)
