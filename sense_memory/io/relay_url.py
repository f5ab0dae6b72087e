"""Which relay URLs are taken."""

import ipaddress
import re
from urllib.parse import urlsplit

from ..core.errors import InvalidRelayURLError

_KEY = re.compile(r"(nsec|ncryptsec)1|[0-9a-f]{56}", re.IGNORECASE)


def check_relay_url(url: object) -> str:
    """Return the URL if it is safe to talk to.

    Raises:
        InvalidRelayURLError: It is not ``wss://``, nor ``ws://`` to this machine.
    """
    if not isinstance(url, str) or not url.startswith(("wss://", "ws://")):
        raise InvalidRelayURLError(f"relay_url must start with wss://, got {_shown(url)}")
    if "," in re.split(r"[/?#]", url.partition("//")[2], maxsplit=1)[0]:
        # as the name of a host it would be taken, and no copy would ever go anywhere
        raise InvalidRelayURLError(f"relay_url is one URL, without a comma, got {_shown(url)}")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError as error:
        reason = str(error).replace(url, "…")
        raise InvalidRelayURLError(f"relay_url is malformed ({reason}): {_shown(url)}") from None
    if not host or parts.username or parts.fragment or any(c.isspace() for c in url):
        raise InvalidRelayURLError(f"relay_url must be wss://host[:port][/path], got {_shown(url)}")
    if parts.scheme == "ws" and not is_loopback(host):
        raise InvalidRelayURLError(
            f"relay_url must start with wss://, or ws:// on this machine, got {_shown(url)}"
        )
    return url


def _shown(url: object) -> str:
    """What an error may repeat of a URL: no password, and no key that was pasted there."""
    text = re.sub(r"//[^/@]*@", "//…@", str(url))
    return "something with a secret key in it" if _KEY.search(text) else repr(text[:80])


def is_same_relay(one: str, other: str) -> bool:
    """Whether two URLs mean the same relay, however they are spelled."""
    return _spelled_out(one) == _spelled_out(other)


def _spelled_out(url: str) -> tuple[object, ...]:
    parts = urlsplit(url)
    port = parts.port or {"ws": 80, "wss": 443}.get(parts.scheme)
    return (parts.scheme, parts.hostname, port, parts.path.rstrip("/"), parts.query)


def is_loopback(host: str | None) -> bool:
    """Whether a host name or address is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def is_local(url: str) -> bool:
    """Whether a relay is on this machine."""
    return is_loopback(urlsplit(url).hostname)
