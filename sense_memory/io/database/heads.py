"""The heads of the file: the newest version of each address, with its event."""

from collections.abc import Iterable, Sequence
from functools import partial

from ..rows import Head
from .engine import Engine
from .kept_heads import KeptHeads
from .sql import BEHIND, HEAD, at_once, ends, in_buckets, marks
from .stored import head_of


class Heads:
    """What stands in the file."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept = KeptHeads(engine)

    async def at(self, addresses: Iterable[str]) -> dict[str, Head]:
        """The heads of some addresses; absent ones are left out."""
        wanted = list(addresses)
        return await self._engine.read(lambda: self.look(wanted)) if wanted else {}

    def look(self, addresses: Sequence[str]) -> dict[str, Head]:
        """The same in a job of the thread that reads."""
        found: dict[str, Head] = {}
        for some in at_once(addresses):
            query = f"SELECT {HEAD} FROM head WHERE address IN {marks(some)}"
            for row in self._engine.rows(query, some):
                head = head_of(row)
                found[head.address] = head
        return found

    async def in_buckets(self, buckets: Sequence[str] | None) -> list[Head]:
        """All heads of some buckets, or of the whole file, tombstones included."""
        if buckets is None:
            query, values = f"SELECT {HEAD} FROM head", []
        elif len(buckets) == 1:
            return await self._engine.read(partial(self._kept.of, buckets[0]))
        else:
            query = f"SELECT {HEAD} FROM head WHERE {in_buckets(buckets)}"
            values = ends(buckets)
        return await self._select(query, values)

    async def in_each(self, buckets: Sequence[str]) -> list[Head]:
        """All heads of some buckets, of each at a moment of its own: what is kept is not read."""
        return await self._engine.read(
            lambda: [one for each in buckets for one in self._kept.of(each)]
        )

    async def living_in(self, bucket: str, after: Head | None, most: int) -> list[Head]:
        """The next heads of a bucket that are no tombstones, in an order that does not change."""
        start = (bucket, "") if after is None else (after.bucket, after.address)
        query = (
            f"SELECT {HEAD} FROM head WHERE (bucket, address) > (?, ?) AND bucket < ? "
            "AND NOT deleted ORDER BY bucket, address LIMIT ?"
        )
        values = [*start, bucket + BEHIND, most]
        return await self._select(query, values)

    async def tombstones(
        self, buckets: Sequence[str] | None, before: tuple[int, str] | None, most: int
    ) -> list[Head]:
        """Tombstones by their dates, the latest first; what was only given up is none.

        Args:
            buckets: Those of some buckets; ``None`` is the whole file.
            before: Date and address of the last one seen; ``None`` to begin with.
            most: How many at most.
        """
        query = (
            f"SELECT {HEAD} FROM head WHERE deleted "
            "AND id NOT IN (SELECT id FROM deleted WHERE moved)"
        )
        values: list[object] = []
        if buckets is not None:
            query += f" AND ({in_buckets(buckets)})"
            values += ends(buckets)
        if before is not None:
            query += " AND (created_at, address) < (?, ?)"
            values += before
        query += " ORDER BY created_at DESC, address DESC LIMIT ?"
        values.append(most)
        return await self._select(query, values)

    async def held(self) -> list[Head]:
        """Heads that wait for the store's addressing, tombstones included."""
        query = f"SELECT {HEAD} FROM head WHERE own = 2"
        return await self._select(query)

    async def standing(self) -> list[Head]:
        """All heads but tombstones and what was given up."""
        query = f"SELECT {HEAD} FROM head WHERE NOT deleted"
        return await self._select(query)

    async def left_behind(self) -> list[Head]:
        """Heads at addresses that were given up, by us or by another device."""
        columns = ", ".join(f"h.{column}" for column in HEAD.split(", "))
        query = (
            f"SELECT {columns} FROM (SELECT address, max(created_at) AS at FROM deleted "
            "WHERE moved GROUP BY address) d CROSS JOIN head h ON h.address = d.address "
            "WHERE NOT h.deleted AND h.created_at <= d.at"
        )
        return await self._select(query)

    async def _select(self, query: str, values: Sequence[object] = ()) -> list[Head]:
        """The heads of a query, made on the thread that reads: there may be many."""
        return await self._engine.read(
            lambda: [head_of(row) for row in self._engine.rows(query, values)]
        )
