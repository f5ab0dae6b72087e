"""What the file remembers of each relay, but for what the relay showed."""

import sqlite3
from collections.abc import Sequence
from dataclasses import fields

from ..connections import mapped_errors, transaction
from ..rows import RelayRow
from .engine import Engine


class Relays:
    """The relays of the file, one row each."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def use(self, urls: Sequence[str]) -> None:
        """Remember relays; what the file already holds is compared with them when they are read."""

        def add() -> None:
            connection = self._engine.writing()
            known = {url for (url,) in connection.execute("SELECT url FROM relay")}
            if set(urls) <= known:
                return
            with mapped_errors(self._engine.path), transaction(connection):
                connection.executemany(
                    "INSERT OR IGNORE INTO relay (url) VALUES (?)", [(url,) for url in urls]
                )

        await self._engine.write(add)

    async def get(self, url: str) -> RelayRow:
        """What is remembered of one; nothing if another process has removed it."""
        return (await self.all()).get(url) or RelayRow(url)

    async def all(self) -> dict[str, RelayRow]:
        """What is remembered of every relay."""
        return await self._engine.read(self.look)

    def look(self) -> dict[str, RelayRow]:
        """The same in a job of the thread that reads."""
        columns = ", ".join(field.name for field in fields(RelayRow))
        rows = self._engine.rows(f"SELECT {columns} FROM relay")
        return {row[0]: RelayRow(*row) for row in rows}

    async def note(self, url: str, **values: str | float | None) -> None:
        """Remember something of a relay; the names are those of ``RelayRow``."""
        columns = ", ".join(f"{name} = ?" for name in values)

        def update(connection: sqlite3.Connection) -> None:
            connection.execute(f"UPDATE relay SET {columns} WHERE url = ?", (*values.values(), url))

        await self._engine.change(update)

    async def compare_anew(self) -> None:
        """Let each relay be read as a whole when it is read next, and get what it lacks."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE relay SET full_at = NULL")

        await self._engine.change(run)

    async def drop(self, url: str) -> int:
        """Forget a relay, and what was queued for it.

        Returns:
            How many writes it had not taken.
        """

        def drop(connection: sqlite3.Connection) -> int:
            query = "SELECT count(*) FROM outbox WHERE relay = ? AND state != 'accepted'"
            (unsent,) = connection.execute(query, (url,)).fetchone()
            connection.execute("DELETE FROM outbox WHERE relay = ?", (url,))
            connection.execute("DELETE FROM seen WHERE relay = ?", (url,))
            connection.execute("DELETE FROM erasure WHERE relay = ?", (url,))
            connection.execute("DELETE FROM relay WHERE url = ?", (url,))
            return int(unsent)

        return await self._engine.change(drop)
