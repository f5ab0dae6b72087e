"""What a relay sees of a mind, told from what it showed and what it took."""

from ..core.errors import InputError
from ..core.exposure import Exposure
from .database import SQLiteDatabase
from .relay_url import is_same_relay
from .repository import Repository


async def exposure(repository: Repository, database: SQLiteDatabase, relay: str) -> Exposure:
    """What one relay has, as far as the file knows.

    Raises:
        InputError: This store has never used the relay.
    """
    if not isinstance(relay, str):
        raise InputError(f"a relay is named by its URL, got {type(relay).__name__}")
    known = sorted(await database.relays())
    url = next((one for one in known if is_same_relay(one, relay)), None)
    if url is None:
        raise InputError(
            f"this store does not use {relay!r}; known are: {', '.join(known) or 'none'}"
        )
    events, gone = await database.shown_by(url)
    return Exposure(url, repository.naming.public_key, tuple(events), gone)
