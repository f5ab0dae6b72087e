"""The newest that each relay ever showed at each place, to notice when it steps back."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from nips import nip04, nip09, nip78

from ...sync.high_water import Place, Version, is_newer
from ..rows import Head
from .engine import Engine
from .sql import AMONG, as_json


class Shown:
    """What relays showed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def newest(self, relay: str, places: Sequence[Place]) -> dict[Place, Version]:
        """The newest version of each of some places that a relay ever showed."""
        query = (
            "SELECT kind, address, created_at, id FROM seen WHERE relay = ? "
            "AND kind = ? AND address = ?"
        )

        def look() -> dict[Place, Version]:
            rows = [row for place in places for row in self._engine.rows(query, [relay, *place])]
            return {(kind, address): (at, id_) for kind, address, at, id_ in rows}

        return await self._engine.read(look)

    async def note(
        self, relay: str, versions: Mapping[Place, Version], gone: Sequence[Place] = ()
    ) -> None:
        """Remember what a relay showed, where it is newer than before; forget what was deleted."""

        def note(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "INSERT INTO seen VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET created_at = excluded.created_at, id = excluded.id "
                "WHERE excluded.created_at > seen.created_at "
                "OR (excluded.created_at = seen.created_at AND excluded.id < seen.id)",
                [(relay, *place, *version) for place, version in versions.items()],
            )
            connection.executemany(
                "DELETE FROM seen WHERE relay = ? AND kind = ? AND address = ?",
                [(relay, *place) for place in gone],
            )

        if versions or gone:
            await self._engine.change(note)

    async def by_kind(self, relay: str) -> dict[int, dict[str, Version]]:
        """The newest that a relay ever showed, by kind and address; of a kind 5 by its id."""
        query = "SELECT kind, address, created_at, id FROM seen WHERE relay = ?"
        return await self._engine.read(lambda: by_kind(self._engine.rows(query, [relay])))

    async def at(self, addresses: Iterable[str]) -> dict[tuple[str, str], str]:
        """The newest that a relay ever showed at one of some addresses: its id, by both."""
        query = (
            "SELECT relay, address, id FROM seen WHERE relay IN (SELECT url FROM relay) "
            f"AND kind IN ({nip78.KIND}, {nip04.KIND}) "
            f"AND address {AMONG}"
        )
        rows = await self._engine.select(query, [as_json(addresses)])
        return {(relay, address): id_ for relay, address, id_ in rows}

    async def requests(self, requests: Iterable[str]) -> set[tuple[str, str]]:
        """Those of some deletion requests that relays ever showed: relay and id."""
        query = (
            "SELECT relay, address FROM seen WHERE relay IN (SELECT url FROM relay) "
            f"AND kind = {nip09.KIND} AND address {AMONG}"
        )
        return set(await self._engine.select(query, [as_json(requests)]))

    async def has_had(self, relay: str, heads: Sequence[Head]) -> bool:
        """Whether a relay has shown or accepted each of these versions, or newer ones."""
        places = [(nip78.KIND, head.address) for head in heads]
        seen = await self.newest(relay, places)
        query = "SELECT id FROM outbox WHERE relay = ? AND address = ? AND state = 'accepted'"

        def has_accepted(head: Head) -> bool:
            return (head.event.id,) in self._engine.rows(query, [relay, head.address])

        for place, head in zip(places, heads, strict=True):
            shown = seen.get(place)
            version = (head.event.created_at, head.event.id)
            if shown is not None and not is_newer(version, shown):
                continue
            if not await self._engine.read(partial(has_accepted, head)):
                return False
        return True


def by_kind(rows: Iterable[tuple[int, str, int, str]]) -> dict[int, dict[str, Version]]:
    """By kind and address, rows of a kind, an address, a date and an id."""
    found: dict[int, dict[str, Version]] = {}
    for kind, address, at, id_ in rows:
        found.setdefault(kind, {})[address] = (at, id_)
    return found
