"""What a relay says over plain HTTP: its NIP-11 document, and what time it thinks it is."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TypeAlias

from nips.nip11 import ACCEPT, RelayInformation, http_url, parse_information

from ..core.ports import Clock
from .certificates import nobody, trusted
from .relay_url import is_local

log = logging.getLogger("sense_memory.io.relay_greeting")

MAX_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Greeting:
    """The answer to one HTTP request.

    Attributes:
        document: What came instead of a web page: perhaps a NIP-11 document; ``""`` if nothing did.
        clock_offset: Seconds by which the relay's clock is ahead of ours, to a second or two;
            ``None`` where it did not say.
    """

    document: str = ""
    clock_offset: float | None = None

    @property
    def information(self) -> RelayInformation | None:
        """The document, or ``None`` where there is none that can be read."""
        try:
            return parse_information(self.document) if self.document else None
        except ValueError:
            return None


Greet: TypeAlias = Callable[[str, Clock, float], Awaitable[Greeting]]
"""Asks a relay for its document: its URL, our clock, seconds for the whole answer."""


async def fetch_greeting(url: str, clock: Clock, timeout: float) -> Greeting:
    """Ask a relay for its document.

    Args:
        url: The relay, ``ws://`` or ``wss://``.
        clock: Ours.
        timeout: Seconds for the whole answer.
    """
    return await asyncio.to_thread(_fetch, url, clock, timeout)


def _fetch(url: str, clock: Clock, timeout: float) -> Greeting:
    import httpx

    deadline = time.monotonic() + timeout
    body = b""
    offset: float | None = None
    try:
        # NIP-11: "the relay information document is requested with an Accept header of
        # application/nostr+json"
        asked_at = clock.now()
        where = http_url(url)
        with httpx.stream(
            "GET",
            where,
            headers={"Accept": ACCEPT},
            timeout=timeout,
            follow_redirects=False,
            verify=trusted() if where.startswith("https:") else nobody(),
            trust_env=not is_local(url),
        ) as response:
            offset = _offset(response.headers.get("Date"), (asked_at + clock.now()) / 2)
            # a relay may send this drop by drop, or without end
            for chunk in response.iter_bytes() if response.is_success else ():
                body += chunk
                if len(body) > MAX_BYTES or time.monotonic() > deadline:
                    return Greeting("", offset)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        log.debug("%s: no HTTP answer (%s)", url, type(error).__name__)
        return Greeting("", offset)
    return Greeting(body.decode("utf-8", "replace"), offset)


def _offset(date: str | None, now: float) -> float | None:
    """How far ahead a Date header is; it has whole seconds, so half of one is added."""
    if date is None:
        return None
    try:
        return parsedate_to_datetime(date).timestamp() + 0.5 - now
    except (ValueError, OverflowError):
        return None
