"""How far each forgetting has come at each relay."""

from collections.abc import Iterable

from ..rows import Erasure
from .engine import Engine
from .sql import AMONG, as_json


class Erasures:
    """Forgettings, by relay and address."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def at(self, addresses: Iterable[str]) -> dict[tuple[str, str], Erasure]:
        """How far the forgetting of some addresses has come, by relay and address."""
        query = (
            "SELECT relay, address, request, overwritten_at, deleted_at, verified_at "
            "FROM erasure WHERE relay IN (SELECT url FROM relay) "
            f"AND address {AMONG}"
        )
        rows = await self._engine.select(query, [as_json(addresses)])
        return {(row[0], row[1]): Erasure(*row) for row in rows}

    async def note(self, erasures: Iterable[Erasure]) -> None:
        """Note how far some forgettings have come."""
        rows = [
            (e.relay, e.address, e.request, e.overwritten_at, e.deleted_at, e.verified_at)
            for e in erasures
        ]
        await self._engine.change_many(
            "INSERT OR REPLACE INTO erasure VALUES (?, ?, ?, ?, ?, ?)", rows
        )
