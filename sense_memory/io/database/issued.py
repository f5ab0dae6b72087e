"""The stamps that this file issued, to know a copy of it by."""

import sqlite3
from collections.abc import Sequence

from ..rows import Issue, PutIssued
from .engine import Engine
from .sql import marks

MOST_ISSUED = 256
"""Stamps of ours that are noted of one address. The oldest then stands for those before it: a copy
that wrote before that, unseen, has read this file's newer ones before it sends its own anywhere,
and looks after what it wrote."""


class Issued:
    """What is noted of our own stamps, by the address where each stood."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def at(self, addresses: Sequence[str]) -> list[tuple[str, Issue]]:
        """What is noted of this file's own stamps at some addresses."""
        query = f"SELECT t, how FROM issued WHERE address IN {marks(addresses)}"
        rows = await self._engine.select(query, addresses)
        return [(t, Issue(how)) for t, how in rows]

    async def unproven(self, after: str, limit: int) -> list[str]:
        """The next addresses, in order, with a stamp of ours that no relay has shown back."""
        query = (
            "SELECT DISTINCT address FROM issued WHERE address > ? AND how IN ('unsent', 'sent') "
            "ORDER BY address LIMIT ?"
        )
        return [a for (a,) in await self._engine.select(query, [after, limit])]

    async def came(self, how: Issue, versions: list[tuple[str, str]]) -> None:
        """Note how far what we wrote at an address has come: (address, event id) each."""
        await self._engine.change_many(
            "UPDATE issued SET how = ? WHERE address = ? AND how IN ('unsent', ?) "
            "AND EXISTS (SELECT 1 FROM head WHERE head.address = issued.address AND id = ?)",
            [(how, address, Issue.SENT, id_) for address, id_ in versions],
        )


def put_issued(connection: sqlite3.Connection, write: PutIssued) -> None:
    """Note a stamp, as part of a commit."""
    if write.before:
        # a file of an older release did not note what it wrote
        connection.execute(
            "INSERT INTO issued SELECT ?, ?, ? "
            "WHERE NOT EXISTS (SELECT 1 FROM issued WHERE address = ?)",
            (write.address, write.before, Issue.BEFORE, write.address),
        )
    on_conflict = "DO UPDATE SET how = excluded.how" if write.anew else "DO NOTHING"
    connection.execute(
        f"INSERT INTO issued VALUES (?, ?, ?) ON CONFLICT {on_conflict}",
        (write.address, write.t, write.how),
    )
    newest = "SELECT t FROM issued WHERE address = ? ORDER BY t DESC LIMIT 1 OFFSET ?"
    oldest = connection.execute(newest, (write.address, MOST_ISSUED - 1)).fetchone()
    if oldest is not None:
        connection.execute(
            "DELETE FROM issued WHERE address = ? AND t < ?", (write.address, *oldest)
        )
        connection.execute(
            "UPDATE issued SET how = ? WHERE address = ? AND t = ?",
            (Issue.BEFORE, write.address, *oldest),
        )
