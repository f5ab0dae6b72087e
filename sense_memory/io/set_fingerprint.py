"""The fingerprint of all that a file holds; what is unchanged is not hashed again."""

import asyncio
import hashlib

from ..wire.codec import Opened
from ..wire.fingerprint import digest, digest_key, fingerprint
from ..wire.naming import Naming
from ..wire.schemas import OF_STORE
from .database import DIGEST_KEY, SQLiteDatabase
from .decoding import Decoder


async def set_fingerprint(
    database: SQLiteDatabase, decoder: Decoder, naming: Naming
) -> tuple[int, str]:
    """How many living memories a file holds, and one hash over all of them.

    Returns:
        The count, and 32 hex digits, the same on every device that holds the same.
    """
    key = digest_key(naming)
    name = hashlib.sha256(key).hexdigest()[:16]
    anew = await database.meta(DIGEST_KEY) != name
    own = [naming.bucket(schema.type, "") for schema in OF_STORE]
    known = await database.digests(own)
    lacking = [address for address, (_, found) in known.items() if anew or found is None]
    digests = {} if anew else {address: found for address, (_, found) in known.items() if found}
    heads = await database.heads(lacking)
    opened = await decoder.heads(heads.values())

    def make() -> list[tuple[str, str, bytes]]:
        return [
            (head.address, head.event.id, digest(item.ref, item.body, key))
            for head, item in opened
            if isinstance(item, Opened) and item.body.is_alive
        ]

    made = await asyncio.to_thread(make) if opened else []
    digests.update((address, found) for address, _, found in made)
    if made or anew:
        await database.note_digests(name, made, anew=anew)
    return len(digests), fingerprint(digests.values())
