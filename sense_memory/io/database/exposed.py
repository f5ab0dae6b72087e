"""The events that a relay has, as far as the file knows."""

from nips import nip09, nip78

from ...core.exposure import SeenEvent
from .engine import Engine
from .sql import KIND_OF_HEAD
from .stored import check_text, event_of


class Exposed:
    """What relays see: what they showed, and what they took."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def at(self, relay: str) -> tuple[list[SeenEvent], int]:
        """The events that a relay showed last or said OK to, and how many of them are not here.

        The newest first. Of what it showed and this file does not hold, something newer stands here
        that the relay was not seen to have.
        """
        # what it took to delete something it may have carried out: then a read has shown it
        taken = (
            "SELECT o.address, o.id FROM outbox o WHERE o.relay = :relay AND o.state = 'accepted' "
            "AND NOT EXISTS (SELECT 1 FROM erasure e WHERE e.relay = o.relay "
            "AND e.address = o.address AND e.verified_at IS NOT NULL)"
        )
        asked = (
            f"SELECT id FROM seen WHERE relay = :relay AND kind = {nip09.KIND} UNION "
            "SELECT request FROM erasure WHERE relay = :relay AND deleted_at IS NOT NULL"
        )
        shown = f"SELECT address, id FROM seen WHERE relay = :relay AND kind != {nip09.KIND}"
        events = (
            f"WITH has AS ({shown} UNION {taken}), asked AS ({asked}) "
            f"SELECT h.id, {KIND_OF_HEAD}, h.address, h.created_at, h.sum, h.event "
            "FROM has CROSS JOIN head h ON h.address = has.address AND h.id = has.id "
            "WHERE h.id NOT IN (SELECT id FROM ledger) "
            f"UNION ALL SELECT l.id, {nip09.KIND}, '', l.created_at, l.sum, l.event "
            "FROM ledger l WHERE l.id IN (SELECT id FROM asked UNION SELECT id FROM has) "
            "UNION ALL SELECT q.id, NULL, '', 0, q.sum, q.event "
            "FROM quarantine q WHERE q.id IN (SELECT id FROM has)"
        )
        lacking = (
            f"WITH has AS ({shown}) SELECT count(*) FROM has WHERE NOT EXISTS "
            "(SELECT 1 FROM head h WHERE h.address = has.address AND h.id = has.id) "
            "AND id NOT IN (SELECT id FROM quarantine) AND id NOT IN (SELECT id FROM ledger)"
        )

        def look() -> tuple[list[SeenEvent], int]:
            rows = self._engine.rows(events, {"relay": relay})
            ((gone,),) = self._engine.rows(lacking, {"relay": relay})
            found = [_seen_event(*row) for row in rows]
            found.sort(key=lambda one: (-one.created_at, one.id))
            return found, int(gone)

        return await self._engine.read(look)


def _seen_event(
    id_: str, kind: int | None, address: str, created_at: int, sum_: int, text: str
) -> SeenEvent:
    """An event as a relay has it.

    Raises:
        CorruptDatabaseError: It is not what was written.
    """
    if kind == nip78.KIND:
        check_text(sum_, text)  # which is all that need be known of most
    else:
        event = event_of(sum_, text)
        kind, address, created_at = event.kind, event.d, event.created_at
        if kind == nip09.KIND:
            address = next((one.d for one in nip09.parse(event).addresses), "")
    return SeenEvent(id_, kind, address, created_at, len(text.encode()), text)
