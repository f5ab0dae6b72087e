"""What a relay sees of a mind, told from what it showed and what it took."""

from ..core.errors import InputError
from ..core.exposure import Exposure
from .database import SQLiteDatabase
from .relay_url import check_relay_url, is_same_relay
from .repository import Repository


async def exposure(repository: Repository, database: SQLiteDatabase, relay: str) -> Exposure:
    """What one relay has, as far as the file knows.

    Raises:
        InvalidRelayURLError: It is no URL of a relay.
        InputError: The file knows nothing of the relay.
    """
    known = sorted(await database.relays.all())
    wanted = check_relay_url(relay)
    url = next((one for one in known if is_same_relay(one, wanted)), None)
    if url is None:
        raise InputError(
            f"nothing is known here of that relay; known are: {', '.join(known) or 'none'}"
        )
    events, gone = await database.exposed.at(url)
    return Exposure(url, repository.naming.public_key, tuple(events), gone)
