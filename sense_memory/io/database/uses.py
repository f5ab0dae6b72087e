"""The uses of memories by this device that no record says yet."""

import sqlite3
from collections.abc import Sequence

from ..rows import Touched
from .engine import Engine

USES_NOTED = "uses_noted"
"""How often a process has written down uses, so that the others know when to look."""


class Uses:
    """Uses, by the address of the memory."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def noted(self) -> list[Touched]:
        """What the file says of this device's uses, beyond what the records say."""
        query = "SELECT address, slot, count, at FROM touch"
        return await self._engine.read(lambda: [Touched(*row) for row in self._engine.rows(query)])

    async def note(self, uses: Sequence[tuple[Touched, int]]) -> list[Touched]:
        """Add uses to what the file says, whatever another process added meanwhile.

        Args:
            uses: The row without them, and how many they are.

        Returns:
            All rows.
        """

        def note(connection: sqlite3.Connection) -> list[Touched]:
            connection.executemany(
                "INSERT INTO touch VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "count = CASE slot WHEN excluded.slot THEN count + ? ELSE excluded.count END, "
                "slot = excluded.slot, at = max(at, excluded.at)",
                [(row.address, row.slot, row.count + more, row.at, more) for row, more in uses],
            )
            connection.execute(
                "INSERT INTO meta VALUES (?, '1') ON CONFLICT DO UPDATE SET value = value + 1",
                (USES_NOTED,),
            )
            rows = connection.execute("SELECT address, slot, count, at FROM touch")
            return [Touched(*row) for row in rows]

        return await self._engine.change(note)
