"""What the damaged file that this one was made from held, and could not be read from it."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..opening import SET_ASIDE, UNACCOUNTED
from .engine import Engine
from .meta import Meta
from .sql import marks


class Salvage:
    """What was lost, and the file that was set aside."""

    def __init__(self, engine: Engine, meta: Meta) -> None:
        self._engine = engine
        self._meta = meta

    async def note_lost(self, addresses: Iterable[str], past: Sequence[tuple[str, str]]) -> None:
        """Remember what could not be read from a damaged file, and older versions that it knew."""
        lost = [(address,) for address in addresses]

        def note(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR IGNORE INTO lost VALUES (?)", lost)
            connection.executemany("INSERT OR IGNORE INTO past VALUES (?, ?)", past)

        await self._engine.change(note)

    async def may_have_lost(self, addresses: Sequence[str]) -> Path | None:
        """The damaged file that may have held one of these addresses, unreadable.

        ``None`` if there is none, or once it was removed: then what it held is given up.
        """

        def look() -> Path | None:
            query = f"SELECT 1 FROM lost WHERE address IN {marks(addresses)}"
            if self._meta.look(UNACCOUNTED) or self._engine.rows(query, addresses):
                return self._set_aside()
            return None

        return await self._engine.read(look)

    def aside_now(self) -> tuple[Path | None, bool]:
        """The damaged file that this one was made from, if it is there, and whether it held more.

        Without an event loop: waits for the reading thread.
        """

        def look() -> tuple[Path | None, bool]:
            more = self._meta.look(UNACCOUNTED) or self._engine.rows("SELECT 1 FROM lost LIMIT 1")
            return self._set_aside(), bool(more)

        return self._engine.read_now(look)

    def _set_aside(self) -> Path | None:
        path, name = self._engine.path, self._meta.look(SET_ASIDE)
        aside = path.with_name(name) if path and name else None
        return aside if aside and aside.exists() else None
