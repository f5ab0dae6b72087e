"""A relay's NIP-11 document, fetched over HTTP and kept for a day."""

import asyncio
import logging
import time

from nips.nip11 import ACCEPT, RelayInformation, http_url, parse_information

from ..core.ports import Clock
from .database import SQLiteDatabase
from .relay_url import is_local

log = logging.getLogger("sense_memory.io.relay_information")

LIFETIME = 86_400.0
MAX_BYTES = 65_536


async def read_information(
    url: str, database: SQLiteDatabase, clock: Clock, timeout: float
) -> RelayInformation | None:
    """What the relay says of itself, at most a day old; ``None`` where it says nothing usable.

    Args:
        url: The relay.
        database: Keeps what was fetched.
        clock: Says how old that is.
        timeout: Seconds for the whole answer.
    """
    row = (await database.relays())[url]
    now = clock.now()
    if row.information_at is None or not 0 <= now - row.information_at < LIFETIME:
        text = await asyncio.to_thread(_fetch, url, timeout)
        await database.set_relay(url, information=text, information_at=now)
    else:
        text = row.information or ""
    if not text:
        return None
    try:
        return parse_information(text)
    except ValueError:
        log.info("%s: its NIP-11 document is malformed", url)
        return None


def _fetch(url: str, timeout: float) -> str:
    import httpx

    deadline = time.monotonic() + timeout
    body = b""
    try:
        # NIP-11: "the relay information document is requested with an Accept header of
        # application/nostr+json"
        with httpx.stream(
            "GET",
            http_url(url),
            headers={"Accept": ACCEPT},
            timeout=timeout,
            follow_redirects=False,
            trust_env=not is_local(url),
        ) as response:
            # a relay may send this drop by drop, or without end
            for chunk in response.iter_bytes() if response.is_success else ():
                body += chunk
                if len(body) > MAX_BYTES or time.monotonic() > deadline:
                    return ""
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        log.debug("%s: no NIP-11 document (%s)", url, type(error).__name__)
        return ""
    return body.decode("utf-8", "replace")
