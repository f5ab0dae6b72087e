"""NIP-42: Authentication of clients to relays.

Supported: the client's event and the relay's check of it. The prefixes ``auth-required`` and
``restricted`` are in `nips.messages`.
"""

from typing import Final
from urllib.parse import urlsplit

from nips.nip01 import Event, UnsignedEvent, verify

__all__ = ["KIND", "auth_event", "check_auth"]

KIND: Final = 22242

# NIP-42: "that the event created_at is close (e.g. within ~10 minutes) of the current time"
_WINDOW_SECONDS: Final = 600

_DEFAULT_PORTS: Final = {"ws": 80, "wss": 443}


def auth_event(pubkey: str, created_at: int, relay_url: str, challenge: str) -> UnsignedEvent:
    """The event that answers a relay's challenge.

    Args:
        pubkey: who authenticates, 64 lower-case hexadecimal digits.
        created_at: seconds since 1970; some relays accept 60 seconds of age, no more.
        relay_url: as the client connected to it.
        challenge: as the relay sent it.

    Raises:
        InvalidEventError: a field is out of its range.
    """
    tags = (("relay", relay_url), ("challenge", challenge))
    return UnsignedEvent(pubkey, created_at, KIND, "", tags)


def check_auth(event: Event, relay_url: str, challenge: str, now: int) -> bool:
    """Whether `event` answers `challenge` at the relay `relay_url` at the time `now` (seconds)."""
    # NIP-42: "relays must ensure: that the kind is 22242"
    if event.kind != KIND or abs(event.created_at - now) > _WINDOW_SECONDS:
        return False
    # NIP-42: "that the "challenge" tag matches the challenge sent before"
    if not challenge or event.tag("challenge") != challenge:
        return False
    relay = event.tag("relay")
    # NIP-42: "URL normalization techniques can be applied."
    if relay is None or _normal(relay) is None or _normal(relay) != _normal(relay_url):
        return False
    return verify(event)


def _normal(url: str) -> tuple[str, str, int, str] | None:
    """Scheme, host, port and path without its last slash; None if this is no relay URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        return None
    return (
        parts.scheme,
        parts.hostname,
        port or _DEFAULT_PORTS[parts.scheme],
        parts.path.rstrip("/"),
    )
