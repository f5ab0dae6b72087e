"""Whom TLS trusts: read once, since that takes longer than all else of an HTTP request."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl


@cache
def trusted() -> "ssl.SSLContext":
    """The authorities of this machine, or those that come with httpx."""
    import httpx

    return httpx.create_ssl_context()


@cache
def nobody() -> "ssl.SSLContext":
    """No authority: for plain HTTP, which shows no certificates; over TLS it refuses them all."""
    import ssl

    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
