"""A relay's NIP-11 document, kept for a day."""

import logging

from nips.nip11 import RelayInformation, parse_information

from ..core.ports import Clock
from .database import SQLiteDatabase
from .relay_greeting import Greet, fetch_greeting

log = logging.getLogger("sense_memory.io.relay_information")

LIFETIME = 86_400.0


async def read_information(
    url: str,
    database: SQLiteDatabase,
    clock: Clock,
    timeout: float,
    greet: Greet = fetch_greeting,
) -> RelayInformation | None:
    """What the relay says of itself, at most a day old; ``None`` where it says nothing usable.

    Args:
        url: The relay.
        database: Keeps what was fetched.
        clock: Says how old that is.
        timeout: Seconds for the whole answer.
        greet: Fetches it.
    """
    row = await database.relays.get(url)
    now = clock.now()
    if row.information_at is None or not 0 <= now - row.information_at < LIFETIME:
        text = (await greet(url, clock, timeout)).document
        await database.relays.note(url, information=text, information_at=now)
    else:
        text = row.information or ""
    if not text:
        return None
    try:
        return parse_information(text)
    except ValueError:
        log.info("%s: its NIP-11 document is malformed", url)
        return None
