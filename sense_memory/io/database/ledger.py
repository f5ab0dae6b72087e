"""The deletion requests that the file keeps for ever, and what they name."""

import sqlite3
from collections.abc import Sequence

from nips.nip01 import Event

from ..connections import mapped_errors
from .engine import Engine
from .sql import at_once, marks
from .stored import event_of


class Ledger:
    """Deletion requests: events of kind 5."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def about(self, addresses: Sequence[str]) -> list[Event]:
        """The kind 5 events that name one of these addresses, newest first."""
        query = (
            "SELECT sum, event FROM ledger WHERE id IN "
            f"(SELECT id FROM deleted WHERE address IN {marks(addresses)}) ORDER BY created_at DESC"
        )
        rows = await self._engine.select(query, list(addresses))
        return [event_of(sum_, text) for sum_, text in rows]

    async def request(self, id_: str) -> Event:
        """A deletion request of the ledger.

        Raises:
            LookupError: It is not there.
        """
        query = "SELECT sum, event FROM ledger WHERE id = ?"
        for sum_, text in await self._engine.select(query, [id_]):
            return event_of(sum_, text)
        raise LookupError(id_)

    async def deleted_at(self, addresses: Sequence[str]) -> dict[str, int]:
        """The date of the newest deletion request of each address that has one."""

        def look() -> dict[str, int]:
            with mapped_errors(self._engine.path):
                return deleted_at(self._engine.reading(), addresses)

        return await self._engine.read(look) if addresses else {}

    async def known(self, ids: Sequence[str]) -> set[str]:
        """Which of these deletion requests are in the ledger."""
        wanted = set(ids)
        rows = await self._engine.select("SELECT id FROM ledger") if wanted else []
        return {id_ for (id_,) in rows if id_ in wanted}

    async def addresses_in(self, request: str) -> list[str]:
        """The addresses that a deletion request names."""
        query = "SELECT address FROM deleted WHERE id = ?"
        return [a for (a,) in await self._engine.select(query, [request])]


def deleted_at(connection: sqlite3.Connection, addresses: Sequence[str]) -> dict[str, int]:
    """The date of the newest deletion request of each address that has one."""
    found: dict[str, int] = {}
    for some in at_once(addresses):
        query = (
            f"SELECT address, max(created_at) FROM deleted WHERE address IN {marks(some)} "
            "GROUP BY address"
        )
        found.update((address, at) for address, at in connection.execute(query, some))
    return found
