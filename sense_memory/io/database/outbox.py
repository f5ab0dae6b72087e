"""What is to be delivered to each relay, and how far that has come."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from ..rows import Delivery, Issue, Queued, Waiting
from ..tables import stays
from .engine import Engine
from .issued import Issued
from .sql import AMONG, as_json
from .stored import event_of


class Outbox:
    """Deliveries, by relay and address; one that is proven has no row."""

    def __init__(self, engine: Engine, issued: Issued) -> None:
        self._engine = engine
        self._issued = issued

    async def due(self, relay: str, now: float, limit: int, *, proofs: bool) -> list[Queued]:
        """Deliveries whose time has come, oldest first.

        Args:
            relay: Where to.
            now: Seconds since the epoch.
            limit: How many at most.
            proofs: Those that were accepted and are to be read back; else those to be sent.
        """
        query = (
            "SELECT o.address, o.id, o.state, o.queued_at, o.attempts, h.deleted, h.sum, h.event "
            "FROM outbox o "
            "LEFT JOIN head h ON h.address = o.address "
            "WHERE o.relay = ? AND o.next_at <= ? AND o.state != 'dead' "
            "AND (o.state = 'accepted') = ? "
            "ORDER BY h.seq LIMIT ?"
        )
        rows = await self._engine.select(query, [relay, now, proofs, limit])
        return [
            Queued(
                address,
                id_,
                Delivery(state),
                queued_at,
                attempts,
                bool(deleted),
                event_of(sum_, event) if event else None,
            )
            for address, id_, state, queued_at, attempts, deleted, sum_, event in rows
        ]

    async def next_due(self, relay: str) -> float | None:
        """When the next delivery at a relay is due, seconds since the epoch."""
        query = "SELECT min(next_at) FROM outbox WHERE relay = ? AND state != 'dead'"
        rows = await self._engine.select(query, [relay])
        return rows[0][0] if rows else None

    async def undelivered(self, addresses: Iterable[str]) -> list[Waiting]:
        """What is not proven at some relay, of some addresses, the oldest first."""
        # each relay is looked up, since the index begins with it
        where = (
            f"relay IN (SELECT url FROM relay) AND address {AMONG} "
            "ORDER BY queued_at, address, relay"
        )
        return await self._waiting(where, [as_json(addresses)])

    async def unaccepted(self, limit: int | None) -> list[Waiting]:
        """What some relay has not taken, the oldest first; ``None`` is all of it."""
        where = "state != 'accepted' ORDER BY queued_at, address, relay LIMIT ?"
        return await self._waiting(where, [-1 if limit is None else limit])

    async def _waiting(self, where: str, values: Sequence[object]) -> list[Waiting]:
        query = (
            "SELECT relay, address, id, state, queued_at, next_at, attempts, said FROM outbox "
            f"WHERE {where}"
        )
        rows = await self._engine.select(query, values)
        return [
            Waiting(relay, place, id_, Delivery(state), *rest)
            for relay, place, id_, state, *rest in rows
        ]

    async def is_unsent(self, address: str) -> bool:
        """Whether every relay that was ever read still waits for the head of an address.

        What stays here was sent to none of them.
        """
        query = (
            "SELECT 1 FROM relay WHERE verdict IS NOT NULL AND NOT EXISTS (SELECT 1 FROM outbox "
            "WHERE outbox.relay = relay.url AND outbox.address = ?1 AND state != 'accepted') "
            f"AND NOT EXISTS (SELECT 1 FROM head WHERE address = ?1 AND {stays()}) LIMIT 1"
        )
        return not await self._engine.select(query, [address])

    async def proven_at(self, address: str) -> set[str]:
        """The relays where the head of an address was read back."""
        query = (
            "SELECT url FROM relay WHERE verdict IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM outbox WHERE outbox.relay = relay.url AND outbox.address = ?)"
        )
        return {url for (url,) in await self._engine.select(query, [address])}

    async def counts_at(self, relay: str) -> Mapping[str, int]:
        """How many writes for a relay are in which state."""
        found = await self._engine.read(self.counts)
        return {state: count for (url, state), count in found.items() if url == relay}

    def counts(self) -> dict[tuple[str, str], int]:
        """How many writes by relay and state, in a job of the thread that reads."""
        rows = self._engine.rows("SELECT relay, state, count(*) FROM outbox GROUP BY 1, 2")
        return {(relay, state): count for relay, state, count in rows}

    def behind_since(self) -> dict[str, float]:
        """When the oldest write was queued that a relay is to accept yet, in such a job, too."""
        is_behind = "state IN ('waiting', 'parked')"
        query = f"SELECT relay, min(queued_at) FROM outbox WHERE {is_behind} GROUP BY relay"
        return dict(self._engine.rows(query))

    async def delivered(self, relay: str, done: Sequence[tuple[str, str]]) -> None:
        """These (address, id) are proven at a relay; a newer version in the queue stays."""
        await self._engine.change_many(
            "DELETE FROM outbox WHERE relay = ? AND address = ? AND id = ?",
            [(relay, address, id_) for address, id_ in done],
        )
        await self._issued.came(Issue.PROVEN, [*done])

    async def note(
        self, relay: str, states: Sequence[tuple[str, str, Delivery, float, int, str]]
    ) -> None:
        """Note how deliveries went: (address, id, state, next_at, attempts, said) each."""
        await self._engine.change_many(
            "UPDATE outbox SET state = ?, next_at = ?, attempts = ?, said = ? "
            "WHERE relay = ? AND address = ? AND id = ?",
            [
                (state, next_at, attempts, said, relay, address, id_)
                for address, id_, state, next_at, attempts, said in states
            ],
        )
        tried = [state for state in states if state[2] is Delivery.ACCEPTED or state[4]]
        await self._issued.came(Issue.SENT, [(address, id_) for address, id_, *_ in tried])

    async def unpark(self, relay: str) -> None:
        """Try again now what a relay refused, and what waits for its next try."""
        await self._engine.change_many(
            "UPDATE outbox SET state = 'waiting', next_at = 0, attempts = 0 "
            "WHERE relay = ? AND state IN ('parked', 'waiting')",
            [(relay,)],
        )

    async def retry(self) -> int:
        """Let everything that was refused, for a while or for good, be sent again; how much."""

        def run(connection: sqlite3.Connection) -> int:
            return connection.execute(
                "UPDATE outbox SET state = 'waiting', next_at = 0, attempts = 0 "
                "WHERE state IN ('parked', 'dead')"
            ).rowcount

        return await self._engine.change(run)


def queue(connection: sqlite3.Connection, relay: str, address: str, id_: str, now: float) -> None:
    """Let a version be delivered; what was noted of the same version stands, unless it is gone.

    This is the only way to any relay: what is local-only is turned back here, whoever asks.
    """
    connection.execute(
        "INSERT INTO outbox SELECT ?1, ?2, ?3, 'waiting', ?4, 0, 0, '' "
        f"WHERE NOT EXISTS (SELECT 1 FROM head WHERE address = ?2 AND {stays()}) "
        "ON CONFLICT (relay, address) DO UPDATE SET id = excluded.id, state = 'waiting', "
        "queued_at = excluded.queued_at, next_at = 0, attempts = 0, said = '' "
        "WHERE outbox.id != excluded.id OR outbox.state = 'accepted'",
        (relay, address, id_, now),
    )
