"""What the file says of itself: values by name."""

from collections.abc import Sequence

from .engine import Engine
from .sql import AMONG, as_json


class Meta:
    """The values of the file itself."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def get(self, name: str) -> str | None:
        """A value of the file itself."""
        return await self._engine.read(lambda: self.look(name))

    def look(self, name: str) -> str | None:
        """The same in a job of the thread that reads."""
        rows = self._engine.rows("SELECT value FROM meta WHERE name = ?", [name])
        return rows[0][0] if rows else None

    async def beginning(self, prefix: str) -> list[str]:
        """The values of the file itself whose names begin so."""
        query = "SELECT value FROM meta WHERE substr(name, 1, ?) = ?"
        rows = await self._engine.select(query, [len(prefix), prefix])
        return [str(value) for (value,) in rows]

    async def set_among(self, names: Sequence[str]) -> list[str]:
        """Those of some names under which the file itself has a value."""
        query = f"SELECT name FROM meta WHERE name {AMONG}"
        rows = await self._engine.select(query, [as_json(names)])
        return [str(name) for (name,) in rows]
