"""The fingerprint of all that a file shares with others; what is unchanged is not hashed again."""

import asyncio
import hashlib

from ..wire.codec import Opened
from ..wire.fingerprint import digest, digest_key, fingerprint
from ..wire.naming import Naming
from ..wire.schemas import OF_STORE
from .database import SQLiteDatabase
from .database.digests import DIGEST_KEY
from .decoding import Decoder


async def set_fingerprint(
    database: SQLiteDatabase, decoder: Decoder, naming: Naming
) -> tuple[int, str]:
    """How many living memories of a file go out, and one hash over all of them.

    Returns:
        The count, and 32 hex digits, the same on every device that holds the same.
    """
    key = digest_key(naming)
    # where the store writes decides what counts, too
    name = f"{hashlib.sha256(key).hexdigest()[:16]} {naming.addressing}"
    anew = await database.meta.get(DIGEST_KEY) != name
    own = [naming.bucket(schema.type, "") for schema in OF_STORE]
    known = await database.digests.outside(own)
    lacking = [address for address, (_, found) in known.items() if anew or found is None]
    digests = {} if anew else {address: found for address, (_, found) in known.items() if found}
    heads = await database.heads.at(lacking)
    opened = await decoder.heads(heads.values())
    # what stands at an older address too counts as it stands where the store writes
    older = {
        head.address: naming.address(item.body.path)
        for head, item in opened
        if isinstance(item, Opened) and not naming.is_current(item.body.path, head.address)
    }
    copied = await database.heads.at(older.values())

    def make() -> list[tuple[str, str, bytes]]:
        return [
            (head.address, head.event.id, digest(item.ref, item.body, key))
            for head, item in opened
            if isinstance(item, Opened)
            and item.body.is_alive
            and older.get(head.address) not in copied
        ]

    made = await asyncio.to_thread(make) if opened else []
    digests.update((address, found) for address, _, found in made)
    # whether an older one counts may change without a change of its own
    lasting = [one for one in made if one[0] not in older]
    if lasting or anew:
        await database.digests.note(name, lasting, anew=anew)
    return len(digests), fingerprint(digests.values())
