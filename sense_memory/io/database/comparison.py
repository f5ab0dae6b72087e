"""What the file holds beside what a relay showed or says that it has."""

from collections.abc import Iterable

from nips import nip09

from ...sync.high_water import Place, Version
from ..rows import Recognised
from ..tables import stays
from .engine import Engine
from .shown import by_kind
from .sql import AMONG, KIND_OF_HEAD, as_json


class Comparison:
    """The file beside a relay."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def never_shown(self, relay: str) -> dict[int, dict[str, Version]]:
        """Heads that go out and that a relay never showed in any version, by kind and address."""
        query = (
            f"SELECT {KIND_OF_HEAD}, h.address, h.created_at, h.id FROM head h "
            f"WHERE NOT h.deleted AND NOT {stays('h.')} "
            "AND NOT EXISTS (SELECT 1 FROM seen s WHERE s.relay = ? "
            f"AND s.kind = {KIND_OF_HEAD} AND s.address = h.address)"
        )
        return await self._engine.read(lambda: by_kind(self._engine.rows(query, [relay])))

    async def ours_among(self, places: Iterable[Place]) -> set[Place]:
        """The places where this file holds records, and the requests that name such places."""
        wanted = list(places)
        heads = as_json(address for kind, address in wanted if kind != nip09.KIND)
        requests = as_json(id_ for kind, id_ in wanted if kind == nip09.KIND)
        query = (
            f"SELECT {KIND_OF_HEAD}, h.address FROM head h "
            f"WHERE address {AMONG} "
            f"UNION SELECT {nip09.KIND}, d.id FROM deleted d JOIN head USING (address) "
            f"WHERE d.id {AMONG}"
        )
        return set(await self._engine.select(query, [heads, requests]))

    async def requests(self, relay: str, since: int) -> list[Version]:
        """The deletion requests of a date or later that a relay showed, or that are on their way.

        Not those of what stays here, nor those of which it is not known what they are about.
        """
        query = (
            "SELECT created_at, id FROM ledger WHERE created_at >= ? AND (id IN "
            f"(SELECT address FROM seen WHERE relay = ? AND kind = {nip09.KIND}) OR id IN "
            "(SELECT d.id FROM deleted d CROSS JOIN head h ON h.address = d.address "
            f"WHERE NOT {stays('h.')}))"
        )
        return await self._engine.select(query, [since, relay])

    async def recognised(self, ids: Iterable[str], seq: int) -> Recognised:
        """What the file knows of events that a relay has.

        Args:
            ids: Theirs.
            seq: Heads are looked for among those committed after this one.
        """
        wanted = as_json(ids)

        def look() -> Recognised:
            heads = self._engine.rows(
                "SELECT address, created_at, id FROM head INDEXED BY head_seq "
                f"WHERE seq > ? AND +id {AMONG}",
                [seq, wanted],
            )
            past = self._engine.rows(f"SELECT address, id FROM past WHERE id {AMONG}", [wanted])
            requests = self._engine.rows(f"SELECT id FROM ledger WHERE id {AMONG}", [wanted])
            return Recognised(
                {address: (at, id_) for address, at, id_ in heads},
                dict(past),
                frozenset(id_ for (id_,) in requests),
            )

        return await self._engine.read(look)

    async def lacking(self, relay: str, behind: Iterable[Place]) -> list[tuple[str, str, bool]]:
        """Heads that a relay may lack: address, id and whether that is a tombstone.

        Those are heads that differ from the newest that it ever showed, but for tombstones whose
        deletion request it serves, and whatever stands at places where it fell behind.
        """
        places = list(behind)
        newest = (
            "(SELECT d.id FROM deleted d WHERE d.address = h.address "
            "ORDER BY d.created_at DESC LIMIT 1)"
        )
        query = (
            "SELECT address, id, deleted FROM ("
            "SELECT h.address, h.id, h.deleted, h.bucket FROM head h LEFT JOIN seen s "
            f"ON s.relay = :relay AND s.kind = {KIND_OF_HEAD} AND s.address = h.address "
            "WHERE s.id IS NOT h.id AND NOT (h.deleted AND s.id IS NULL AND EXISTS "
            f"(SELECT 1 FROM seen q WHERE q.relay = :relay AND q.kind = {nip09.KIND} "
            f"AND q.address = {newest})) "
            "UNION SELECT address, id, deleted, bucket FROM head WHERE address IN "
            "(SELECT value FROM json_each(:places)) OR address IN (SELECT address FROM deleted "
            f"WHERE id IN (SELECT value FROM json_each(:requests)))) WHERE NOT {stays()}"
        )
        values = {
            "relay": relay,
            "places": as_json(address for kind, address in places if kind != nip09.KIND),
            "requests": as_json(id_ for kind, id_ in places if kind == nip09.KIND),
        }

        def look() -> list[tuple[str, str, bool]]:
            rows = self._engine.rows(query, values)
            return [(address, id_, bool(deleted)) for address, id_, deleted in rows]

        return await self._engine.read(look)
