"""What is known of addresses without a look at the events that stand there."""

from collections.abc import Callable, Iterable, Sequence

from ..tables import stays
from .engine import Engine
from .sql import AMONG, as_json, at_once, ends, in_buckets, marks


class Addresses:
    """The addresses of the file, and the ids of what stands and stood there."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def versions(self) -> dict[str, tuple[str, bool]]:
        """Every address with the id of its head and whether that is a tombstone."""
        rows = await self._engine.select("SELECT address, id, deleted FROM head")
        return {address: (id_, bool(deleted)) for address, id_, deleted in rows}

    async def standing(self, addresses: Sequence[str]) -> dict[str, bool]:
        """What stands at some addresses: ``True`` for a record, ``False`` for its forgetting.

        Where nothing stands, or what stood there has moved away, there is no entry.
        """

        def look() -> dict[str, bool]:
            found: dict[str, bool] = {}
            for some in at_once(addresses):
                # a relay may have kept the request alone; while it is not known how the store
                # addresses there is none
                asked = f"SELECT address FROM deleted WHERE NOT moved AND address IN {marks(some)}"
                found.update((address, False) for (address,) in self._engine.rows(asked, some))
                heads = (
                    f"SELECT address, NOT deleted FROM head WHERE address IN {marks(some)} AND NOT "
                    "(deleted AND id IN (SELECT id FROM deleted WHERE moved))"
                )
                found.update(
                    (address, bool(living)) for address, living in self._engine.rows(heads, some)
                )
            return found

        return await self._engine.read(look)

    async def deleted_among(self, addresses: Sequence[str]) -> list[str]:
        """Those of some addresses at which a tombstone stands, or what was given up."""

        def look() -> list[str]:
            found: list[str] = []
            for some in at_once(addresses):
                query = f"SELECT address FROM head WHERE deleted AND address IN {marks(some)}"
                found += [address for (address,) in self._engine.rows(query, some)]
            return found

        return await self._engine.read(look) if addresses else []

    async def staying(self, addresses: Iterable[str]) -> set[str]:
        """Those of some addresses where something stands that goes to no relay."""
        query = f"SELECT address FROM head WHERE address {AMONG} AND {stays()}"
        return {a for (a,) in await self._engine.select(query, [as_json(addresses)])}

    async def wanted_in(self, buckets: Sequence[str], wanted: Callable[[str], bool]) -> set[str]:
        """The addresses of some buckets that are wanted, tombstones included."""
        query = f"SELECT address FROM head WHERE {in_buckets(buckets)}"
        values = ends(buckets)
        return await self._engine.read(
            lambda: {address for (address,) in self._engine.rows(query, values) if wanted(address)}
        )

    async def of_event(self, event_id: str) -> str | None:
        """Where an event stands, or stood; ``None`` if this file never held it."""
        addresses = await self.all_of_event(event_id)
        return addresses[0] if addresses else None

    async def all_of_event(self, id_: str) -> list[str]:
        """Every address where an event stands or stood as a version of ours."""
        query = "SELECT address FROM head WHERE id = ? UNION SELECT address FROM past WHERE id = ?"
        rows = await self._engine.select(query, [id_, id_])
        return [address for (address,) in rows]

    async def past_ids(self, addresses: Sequence[str]) -> list[str]:
        """The ids of all versions of some addresses, but for deletion requests among them."""
        places = marks(addresses)
        query = (
            f"SELECT id FROM (SELECT id FROM past WHERE address IN {places} "
            f"UNION SELECT id FROM head WHERE address IN {places}) "
            "WHERE id NOT IN (SELECT id FROM ledger)"
        )
        values = [*addresses, *addresses]
        return [id_ for (id_,) in await self._engine.select(query, values)]

    async def any_plain(self) -> bool:
        """Whether a record stands at its plain path here."""
        query = "SELECT 1 FROM head WHERE address LIKE 'sense-%' LIMIT 1"
        return bool(await self._engine.select(query))

    async def any_of_kind_4(self) -> bool:
        """Whether journal entries of kind 4 stand here, or stood."""
        query = "SELECT 1 FROM head WHERE address >= '4:' AND address < '4;' LIMIT 1"
        return bool(await self._engine.select(query))
