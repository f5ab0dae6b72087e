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
    found = _parsed(text)
    if text and found is None:
        log.info("%s: its NIP-11 document is malformed", url)
    return found


async def kept_information(database: SQLiteDatabase) -> dict[str, RelayInformation]:
    """What each relay said of itself when it was asked last, by URL, without asking again.

    Of a relay that said nothing usable there is nothing.
    """
    rows = await database.relays.all()
    found = {url: _parsed(row.information or "") for url, row in rows.items()}
    return {url: information for url, information in found.items() if information is not None}


def _parsed(text: str) -> RelayInformation | None:
    try:
        return parse_information(text) if text else None
    except ValueError:
        return None
