"""Fetches the NIP-11 document of a relay, whatever it says."""

import asyncio
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from nips.nip11 import ACCEPT

__all__ = ["fetch"]

MAX_BYTES = 1024 * 1024
"""Bytes of a document that are read."""


async def fetch(url: str, timeout: float) -> bytes | None:
    """The body the relay at `url` sends, None if it sends none that means success.

    Args:
        url: `ws://` or `wss://`.
        timeout: seconds each step of the connection may take.
    """
    try:
        return await asyncio.to_thread(_get, url, timeout)
    except (OSError, HTTPException):
        return None


def _get(url: str, timeout: float) -> bytes | None:
    parts = urlsplit(url)
    connect = HTTPSConnection if parts.scheme == "wss" else HTTPConnection
    connection = connect(parts.hostname or "", parts.port, timeout=timeout)
    try:
        connection.request("GET", parts.path or "/", headers={"Accept": ACCEPT})
        response = connection.getresponse()
        return response.read(MAX_BYTES) if response.status == 200 else None
    finally:
        connection.close()
