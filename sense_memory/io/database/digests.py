"""What stands at each address, as a keyed hash, to compare devices by."""

import sqlite3
from collections.abc import Sequence

from ..tables import stays
from .engine import Engine
from .sql import marks

DIGEST_KEY = "digest_key"
"""In the file: a hash of the key under which its digests were made."""


class Digests:
    """A digest of each memory, as far as one was made."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def outside(self, buckets: Sequence[str]) -> dict[str, tuple[str, bytes | None]]:
        """Every living memory outside some buckets: address to its event's id and digest.

        What stays here is left out, since no other device can have it. The digest is ``None``
        where none was made of that event yet.
        """
        query = (
            "SELECT head.address, head.id, digest FROM head LEFT JOIN digest "
            "ON digest.address = head.address AND digest.id = head.id "
            f"WHERE NOT deleted AND NOT {stays()} AND bucket NOT IN {marks(buckets)}"
        )
        rows = await self._engine.select(query, list(buckets))
        return {address: (id_, digest) for address, id_, digest in rows}

    async def note(
        self, key: str, digests: Sequence[tuple[str, str, bytes]], *, anew: bool
    ) -> None:
        """Keep (address, event id, digest) each; ``anew`` drops those of another key."""

        def note(connection: sqlite3.Connection) -> None:
            if anew:
                connection.execute("DELETE FROM digest")
                connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (DIGEST_KEY, key))
            connection.executemany("INSERT OR REPLACE INTO digest VALUES (?, ?, ?)", digests)

        await self._engine.change(note)
