"""The events of the file, whatever is done with them."""

from typing import Literal

from nips.nip01 import Event

from .engine import Engine
from .stored import event_of


class Events:
    """What stands, what was asked to be deleted, and what is kept for later."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def after(
        self, table: Literal["head", "ledger", "quarantine"], key: str, limit: int
    ) -> list[tuple[str, Event]]:
        """The next events of a table by its key: an address, or an id.

        Args:
            table: Which.
            key: The last key seen; ``""`` to begin with.
            limit: How many at most.
        """
        column = "address" if table == "head" else "id"
        query = (
            f"SELECT {column}, sum, event FROM {table} WHERE {column} > ? ORDER BY {column} LIMIT ?"
        )
        rows = await self._engine.select(query, [key, limit])
        return [(found, event_of(sum_, text)) for found, sum_, text in rows]

    async def quarantined(self) -> list[Event]:
        """Events kept for later."""
        rows = await self._engine.select("SELECT sum, event FROM quarantine")
        return [event_of(sum_, text) for sum_, text in rows]

    async def newest_date(self) -> int:
        """The newest date of an event in the file, seconds since the epoch; 0 if there is none."""
        query = (
            "SELECT max(coalesce((SELECT max(created_at) FROM head), 0), "
            "coalesce((SELECT max(created_at) FROM ledger), 0))"
        )
        return int((await self._engine.select(query))[0][0])
