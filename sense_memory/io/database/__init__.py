"""The local file: signed ciphertext events, what is still to be sent, and what was deleted.

One SQLite file an identity. It holds events as relays hold them, so it says no more to a thief than
a relay would, and it needs no key to be copied. State, outbox and ledger change in one transaction,
which names the heads it was built on. If another process moved one of them, nothing is written and
``HeadMovedError`` says so: compare and swap, because the signer is asynchronous and a transaction
cannot span it.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from nips.nip01 import Event

from ..connections import mapped_errors, transaction
from ..opening import SET_ASIDE, UNACCOUNTED
from ..rows import (
    Counts,
    DropRequest,
    DropTouch,
    Head,
    HeadMovedError,
    Leave,
    PutDeletion,
    PutHead,
    PutIssued,
    PutMeta,
    PutQuarantine,
    Queue,
    RelayRow,
    RequireMeta,
    RequireUnset,
    SomethingMovedError,
    Touched,
    Write,
)
from ..tables import stays, text_sum
from .comparison import Comparison
from .engine import Engine
from .erasures import Erasures
from .exposed import Exposed
from .issued import Issued, put_issued
from .outbox import Outbox, queue
from .relays import Relays
from .shown import Shown
from .sql import BEHIND, HEAD, as_json, ends, in_buckets
from .stored import event_of, head_of

DIGEST_KEY = "digest_key"
"""In the file: a hash of the key under which its digests were made."""

USES_NOTED = "uses_noted"
"""How often a process has written down uses, so that the others know when to look."""

KEPT_HEADS = 16_384
"""Heads kept in memory, of the buckets that are read again and again."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The heads of a bucket by address, as of a sequence number of the file; -1 for before all."""

    seq: int
    heads: dict[str, Head]


class SQLiteDatabase:
    """The file, or the same in memory for ``path=None``."""

    def __init__(
        self,
        path: Path | None,
        *,
        busy_timeout: float,
        is_shared: bool = True,
        read_back_delay: float = 10.0,
    ) -> None:
        self.path = path
        self._engine = engine = Engine(path, busy_timeout=busy_timeout, is_shared=is_shared)
        self.relays = Relays(engine)
        self.shown = Shown(engine)
        self.comparison = Comparison(engine)
        self.exposed = Exposed(engine)
        self.issued = Issued(engine)
        self.outbox = Outbox(engine, self.issued)
        self.erasures = Erasures(engine)
        self._read_back_delay = read_back_delay
        self._data_version = -1
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._to_scrub = False

    # ------------------------------------------------------------------ life

    async def open(self, owner: str) -> None:
        """Open or make the file.

        Args:
            owner: The public key whose memories it holds.

        Raises:
            StorageError: It cannot be opened, is somebody else's, newer, or damaged.
        """
        await self._engine.open(owner)

    async def close(self) -> None:
        """Write everything back into the main file and let go of it."""
        await self._engine.close()

    # ----------------------------------------------------------------- write

    async def commit(
        self,
        writes: Sequence[Write],
        expected: Mapping[str, str | None],
        *,
        now: float,
        deletions: Mapping[str, int | None] | None = None,
        seq: int | None = None,
    ) -> tuple[int, int]:
        """All writes or none, on disk when this returns.

        Args:
            writes: In order.
            expected: Address to the id of the head the writes were built on; ``None`` for none.
            now: Seconds since the epoch, for the outbox.
            deletions: Address to the date of its newest deletion request that the writes were
                judged by; ``None`` for none.
            seq: The sequence number that they were judged by; ``None`` if it does not matter.

        Returns:
            The sequence numbers before and after.

        Raises:
            HeadMovedError: A head is another one by now, or was deleted; nothing was written.
            SomethingMovedError: All of that is as it was, but there is something new elsewhere.
            StorageError: The file could not be written; nothing was.
        """
        return await self._engine.write(
            lambda: self._commit(writes, expected, deletions or {}, now, seq)
        )

    def _commit(
        self,
        writes: Sequence[Write],
        expected: Mapping[str, str | None],
        deletions: Mapping[str, int | None],
        now: float,
        seq: int | None,
    ) -> tuple[int, int]:
        connection = self._engine.writing()
        with mapped_errors(self._engine.path), transaction(connection):
            self._check(connection, expected)
            found = _deleted_at(connection, list(deletions))
            if any(found.get(address) != at for address, at in deletions.items()):
                raise HeadMovedError("a deletion request came")
            (before,) = connection.execute("SELECT coalesce(max(seq), 0) FROM head").fetchone()
            if seq not in (None, before):
                raise SomethingMovedError("something else was committed")
            relays = [url for (url,) in connection.execute("SELECT url FROM relay")]
            heads = [write for write in writes if isinstance(write, PutHead)]
            replaced = {address for address, id_ in expected.items() if id_ is not None}
            self._put_heads(connection, heads, replaced, before)
            for write in writes:
                self._apply(connection, write, relays, now)
        self._to_scrub |= any(write.deleted and write.address in replaced for write in heads)
        if self._to_scrub:
            # nothing is to be left of what was forgotten: in the file itself it is overwritten with
            # zeros; what is still in the log, the next commit or closing tries again
            self._to_scrub = not self._engine.clear_log()
        return before, before + len(heads)

    @staticmethod
    def _check(connection: sqlite3.Connection, expected: Mapping[str, str | None]) -> None:
        """The heads are still those that the writes were built on."""
        addresses = list(expected)
        found: dict[str, str] = {}
        for start in range(0, len(addresses), 500):
            some = addresses[start : start + 500]
            marks = ",".join("?" * len(some))
            query = f"SELECT address, id FROM head WHERE address IN ({marks})"
            found.update(connection.execute(query, some))
        for address, id_ in expected.items():
            if found.get(address) != id_:
                raise HeadMovedError(address)

    @staticmethod
    def _put_heads(
        connection: sqlite3.Connection, writes: Sequence[PutHead], replaced: set[str], seq: int
    ) -> None:
        """Let events be the heads of their addresses; older versions are remembered by id."""
        rows: dict[str, tuple[object, ...]] = {}
        past: list[tuple[str, str]] = []
        outgrown = {address for write in writes for address in write.drop}
        for number, write in enumerate(writes, start=seq + 1):
            if write.address in rows:
                past.append((write.address, str(rows[write.address][1])))
            text = write.event.to_json()
            rows[write.address] = (
                write.address,
                write.event.id,
                write.event.created_at,
                write.bucket,
                2 if write.own and not write.send else int(write.own),
                write.deleted,
                number,
                text_sum(text),
                text,
            )
        touched = [(address,) for address in (replaced & rows.keys()) | outgrown]
        connection.executemany(
            "INSERT OR IGNORE INTO past SELECT address, id FROM head WHERE address = ?", touched
        )
        connection.executemany("INSERT OR IGNORE INTO past VALUES (?, ?)", past)
        # who asks for a version that stood elsewhere is led to what took its place
        connection.executemany(
            "INSERT OR IGNORE INTO past SELECT ?, id FROM head WHERE address = ? AND id != ?",
            [(w.address, old, w.event.id) for w in writes for old in w.drop],
        )
        gone = [(address,) for address in outgrown - rows.keys()]
        connection.executemany("DELETE FROM outbox WHERE address = ?", gone)
        connection.executemany("DELETE FROM head WHERE address = ?", gone)
        connection.executemany(_PUT_HEAD, rows.values())
        if connection.execute("SELECT 1 FROM quarantine").fetchone():
            ids = [(write.event.id,) for write in writes]
            connection.executemany("DELETE FROM quarantine WHERE id = ?", ids)

    def _apply(
        self, connection: sqlite3.Connection, write: Write, relays: list[str], now: float
    ) -> None:
        match write:
            case PutHead(send=True):
                for relay in relays:
                    queue(connection, relay, write.address, write.event.id, now)
            case PutHead():
                # what we wanted to say is said by this version: whether it stays is read later
                connection.execute(
                    "UPDATE outbox SET id = ?, state = 'accepted', next_at = ?, attempts = 0, "
                    "said = '' WHERE address = ? AND relay = ?",
                    (write.event.id, now + self._read_back_delay, write.address, write.shown_by),
                )
                waiting = connection.execute(
                    "SELECT relay FROM outbox WHERE address = ? AND relay IS NOT ?",
                    (write.address, write.shown_by),
                )
                others = {relay for (relay,) in waiting}
                if write.spread:
                    others |= {relay for relay in relays if relay != write.shown_by}
                for relay in others:
                    queue(connection, relay, write.address, write.event.id, now)
            case PutDeletion():
                text = write.event.to_json()
                connection.execute(
                    "INSERT OR IGNORE INTO ledger VALUES (?, ?, ?, ?)",
                    (write.event.id, write.event.created_at, text_sum(text), text),
                )
                connection.executemany(
                    "INSERT OR IGNORE INTO deleted VALUES (?, ?, ?, ?)",
                    [
                        (address, write.event.id, write.event.created_at, write.moved)
                        for address in write.addresses
                    ],
                )
            case PutQuarantine():
                text = write.event.to_json()
                connection.execute(
                    "INSERT OR REPLACE INTO quarantine VALUES (?, ?, ?, ?)",
                    (write.event.id, write.reason, text_sum(text), text),
                )
            case PutMeta():
                if (
                    write.once
                    and connection.execute(
                        "SELECT 1 FROM meta WHERE name = ?", (write.name,)
                    ).fetchone()
                ):
                    raise HeadMovedError(write.name)
                connection.execute(
                    "INSERT OR REPLACE INTO meta VALUES (?, ?)", (write.name, write.value)
                )
            case RequireUnset():
                if connection.execute(
                    "SELECT 1 FROM meta WHERE name = ?", (write.name,)
                ).fetchone():
                    raise HeadMovedError(write.name)
            case Queue():
                queue(connection, write.relay, write.address, write.id, now)
            case _:
                _apply_of_device(connection, write)

    async def note_touches(self, uses: Sequence[tuple[Touched, int]]) -> list[Touched]:
        """Add uses to what the file says, whatever another process added meanwhile.

        Args:
            uses: The row without them, and how many they are.

        Returns:
            All rows.
        """

        def note(connection: sqlite3.Connection) -> list[Touched]:
            connection.executemany(
                "INSERT INTO touch VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "count = CASE slot WHEN excluded.slot THEN count + ? ELSE excluded.count END, "
                "slot = excluded.slot, at = max(at, excluded.at)",
                [(row.address, row.slot, row.count + more, row.at, more) for row, more in uses],
            )
            connection.execute(
                "INSERT INTO meta VALUES (?, '1') ON CONFLICT DO UPDATE SET value = value + 1",
                (USES_NOTED,),
            )
            rows = connection.execute("SELECT address, slot, count, at FROM touch")
            return [Touched(*row) for row in rows]

        return await self._engine.change(note)

    # ------------------------------------------------------------------ read

    async def touches(self) -> list[Touched]:
        """What the file says of this device's uses, beyond what the records say."""
        query = "SELECT address, slot, count, at FROM touch"
        return await self._engine.read(lambda: [Touched(*row) for row in self._engine.rows(query)])

    async def digests(self, buckets: Sequence[str]) -> dict[str, tuple[str, bytes | None]]:
        """Every living memory outside some buckets: address to its event's id and digest.

        What stays here is left out, since no other device can have it.

        The digest is ``None`` where none was made of that event yet.
        """
        marks = ",".join("?" * len(buckets))
        query = (
            "SELECT head.address, head.id, digest FROM head LEFT JOIN digest "
            "ON digest.address = head.address AND digest.id = head.id "
            f"WHERE NOT deleted AND NOT {stays()} AND bucket NOT IN ({marks})"
        )
        rows = await self._engine.select(query, list(buckets))
        return {address: (id_, digest) for address, id_, digest in rows}

    async def note_digests(
        self, key: str, digests: Sequence[tuple[str, str, bytes]], *, anew: bool
    ) -> None:
        """Keep (address, event id, digest) each; ``anew`` drops those of another key."""

        def note(connection: sqlite3.Connection) -> None:
            if anew:
                connection.execute("DELETE FROM digest")
                connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (DIGEST_KEY, key))
            connection.executemany("INSERT OR REPLACE INTO digest VALUES (?, ?, ?)", digests)

        await self._engine.change(note)

    async def heads(self, addresses: Iterable[str]) -> dict[str, Head]:
        """The heads of some addresses; absent ones are left out."""
        wanted = list(addresses)
        return await self._engine.read(lambda: self._heads(wanted))

    def _heads(self, addresses: list[str]) -> dict[str, Head]:
        found: dict[str, Head] = {}
        for start in range(0, len(addresses), 500):
            some = addresses[start : start + 500]
            marks = ",".join("?" * len(some))
            query = f"SELECT {HEAD} FROM head WHERE address IN ({marks})"
            for row in self._engine.rows(query, some):
                head = head_of(row)
                found[head.address] = head
        return found

    async def heads_in(self, buckets: Sequence[str] | None) -> list[Head]:
        """All heads of some buckets, or of the whole file, tombstones included."""
        if buckets is None:
            query, values = f"SELECT {HEAD} FROM head", []
        elif len(buckets) == 1:
            return await self._engine.read(partial(self._heads_of, buckets[0]))
        else:
            query = f"SELECT {HEAD} FROM head WHERE {in_buckets(buckets)}"
            values = ends(buckets)
        return await self._engine.read(
            lambda: [head_of(row) for row in self._engine.rows(query, values)]
        )

    async def heads_in_each(self, buckets: Sequence[str]) -> list[Head]:
        """All heads of some buckets, of each at a moment of its own: what is kept is not read."""
        return await self._engine.read(
            lambda: [one for each in buckets for one in self._heads_of(each)]
        )

    async def wanted_in(self, buckets: Sequence[str], wanted: Callable[[str], bool]) -> set[str]:
        """The addresses of some buckets that are wanted, tombstones included."""
        query = f"SELECT address FROM head WHERE {in_buckets(buckets)}"
        values = ends(buckets)
        return await self._engine.read(
            lambda: {address for (address,) in self._engine.rows(query, values) if wanted(address)}
        )

    async def living_in(self, bucket: str, after: Head | None, most: int) -> list[Head]:
        """The next heads of a bucket that are no tombstones, in an order that does not change."""
        start = (bucket, "") if after is None else (after.bucket, after.address)
        query = (
            f"SELECT {HEAD} FROM head WHERE (bucket, address) > (?, ?) AND bucket < ? "
            "AND NOT deleted ORDER BY bucket, address LIMIT ?"
        )
        values = [*start, bucket + BEHIND, most]
        return await self._engine.read(
            lambda: [head_of(row) for row in self._engine.rows(query, values)]
        )

    def _heads_of(self, bucket: str) -> list[Head]:
        """The heads of one bucket; once it was looked into twice, only what is new is read.

        Whoever writes a head gives it the highest number of the file. So what was there, with what
        has a higher number since, is the bucket, unless heads have left it: then it is smaller.
        """
        kept = self._kept.pop(bucket, None)
        is_new = kept is None
        count, last, found = self._heads_since(bucket, kept or _Kept(-1, {}))
        if len(found) != count:
            count, last, found = self._heads_since(bucket, _Kept(-1, {}))
        # who looks once needs no more
        keeps = not is_new and len(found) <= KEPT_HEADS
        self._kept[bucket] = _Kept(last, found) if keeps else _Kept(-1, {})
        while sum(len(one.heads) for one in self._kept.values()) > KEPT_HEADS:
            self._kept.popitem(last=False)
        return list(found.values())

    def _heads_since(self, bucket: str, kept: "_Kept") -> tuple[int, int, dict[str, Head]]:
        """How many heads a bucket has, the file's highest number, and what was kept with the new.

        One statement, since another process may commit between two.
        """
        # the plus keeps SQLite from walking through the whole bucket by its index
        column = "bucket" if kept.seq < 0 else "+bucket"
        rows = self._engine.rows(
            "SELECT * FROM (SELECT (SELECT count(*) FROM head WHERE bucket >= ?1 AND bucket < ?2), "
            "(SELECT coalesce(max(seq), 0) FROM head)) "
            f"LEFT JOIN (SELECT {HEAD} FROM head "
            f"WHERE {column} >= ?1 AND {column} < ?2 AND seq > ?3)",
            [bucket, bucket + BEHIND, kept.seq],
        )
        new = {row[2]: head_of(row[2:]) for row in rows if row[2] is not None}
        return rows[0][0], rows[0][1], kept.heads | new

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
            marks = ",".join("?" * len(addresses))
            query = f"SELECT 1 FROM lost WHERE address IN ({marks})"
            if self._meta(UNACCOUNTED) or self._engine.rows(query, addresses):
                return self._set_aside()
            return None

        return await self._engine.read(look)

    def salvaged_now(self) -> tuple[Path | None, bool]:
        """The damaged file that this one was made from, if it is there, and whether it held more.

        Without an event loop: waits for the reading thread.
        """

        def look() -> tuple[Path | None, bool]:
            more = self._meta(UNACCOUNTED) or self._engine.rows("SELECT 1 FROM lost LIMIT 1")
            return self._set_aside(), bool(more)

        return self._engine.read_now(look)

    def _set_aside(self) -> Path | None:
        name = self._meta(SET_ASIDE)
        aside = self.path.with_name(name) if self.path and name else None
        return aside if aside and aside.exists() else None

    async def held_heads(self) -> list[Head]:
        """Heads that wait for the store's addressing, tombstones included."""
        query = f"SELECT {HEAD} FROM head WHERE own = 2"
        return await self._engine.read(lambda: [head_of(row) for row in self._engine.rows(query)])

    async def standing_heads(self) -> list[Head]:
        """All heads but tombstones and what was given up."""
        query = f"SELECT {HEAD} FROM head WHERE NOT deleted"
        return await self._engine.read(lambda: [head_of(row) for row in self._engine.rows(query)])

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
        return await self._engine.read(
            lambda: [head_of(row) for row in self._engine.rows(query, values)]
        )

    async def newest_date(self) -> int:
        """The newest date of an event in the file, seconds since the epoch; 0 if there is none."""
        query = (
            "SELECT max(coalesce((SELECT max(created_at) FROM head), 0), "
            "coalesce((SELECT max(created_at) FROM ledger), 0))"
        )
        return int((await self._engine.select(query))[0][0])

    async def last_seq(self) -> int:
        """The sequence number of the newest commit."""
        rows = await self._engine.select("SELECT coalesce(max(seq), 0) FROM head", [])
        return int(rows[0][0])

    async def versions(self) -> dict[str, tuple[str, bool]]:
        """Every address with the id of its head and whether that is a tombstone."""
        rows = await self._engine.select("SELECT address, id, deleted FROM head")
        return {address: (id_, bool(deleted)) for address, id_, deleted in rows}

    async def past_ids(self, addresses: Sequence[str]) -> list[str]:
        """The ids of all versions of some addresses, but for deletion requests among them."""
        marks = ",".join("?" * len(addresses))
        query = (
            f"SELECT id FROM (SELECT id FROM past WHERE address IN ({marks}) "
            f"UNION SELECT id FROM head WHERE address IN ({marks})) "
            "WHERE id NOT IN (SELECT id FROM ledger)"
        )
        values = [*addresses, *addresses]
        return [id_ for (id_,) in await self._engine.select(query, values)]

    async def deleted_among(self, addresses: Sequence[str]) -> list[str]:
        """Those of some addresses at which a tombstone stands, or what was given up."""

        def look() -> list[str]:
            found: list[str] = []
            for start in range(0, len(addresses), 500):
                some = addresses[start : start + 500]
                marks = ",".join("?" * len(some))
                query = f"SELECT address FROM head WHERE deleted AND address IN ({marks})"
                found += [address for (address,) in self._engine.rows(query, some)]
            return found

        return await self._engine.read(look) if addresses else []

    async def standing(self, addresses: Sequence[str]) -> dict[str, bool]:
        """What stands at some addresses: ``True`` for a record, ``False`` for its forgetting.

        Where nothing stands, or what stood there has moved away, there is no entry.
        """

        def look() -> dict[str, bool]:
            found: dict[str, bool] = {}
            for start in range(0, len(addresses), 500):
                some = addresses[start : start + 500]
                marks = ",".join("?" * len(some))
                # a relay may have kept the request alone; while it is not known how the store
                # addresses there is none
                asked = f"SELECT address FROM deleted WHERE NOT moved AND address IN ({marks})"
                found.update((address, False) for (address,) in self._engine.rows(asked, some))
                heads = (
                    f"SELECT address, NOT deleted FROM head WHERE address IN ({marks}) AND NOT "
                    "(deleted AND id IN (SELECT id FROM deleted WHERE moved))"
                )
                found.update(
                    (address, bool(living)) for address, living in self._engine.rows(heads, some)
                )
            return found

        return await self._engine.read(look)

    async def address_of(self, event_id: str) -> str | None:
        """Where an event stands, or stood; ``None`` if this file never held it."""
        query = "SELECT address FROM head WHERE id = ? UNION SELECT address FROM past WHERE id = ?"
        rows = await self._engine.select(query, [event_id, event_id])
        return str(rows[0][0]) if rows else None

    async def deletions(self, addresses: Sequence[str]) -> list[Event]:
        """The kind 5 events that name one of these addresses, newest first."""
        marks = ",".join("?" * len(addresses))
        query = (
            "SELECT sum, event FROM ledger WHERE id IN "
            f"(SELECT id FROM deleted WHERE address IN ({marks})) ORDER BY created_at DESC"
        )
        rows = await self._engine.select(query, list(addresses))
        return [event_of(sum_, text) for sum_, text in rows]

    async def request(self, id_: str) -> Event:
        """A deletion request of the ledger.

        Raises:
            LookupError: It is not there.
        """
        query = "SELECT sum, event FROM ledger WHERE id = ?"
        for sum_, text in await self._engine.select(query, [id_]):
            return event_of(sum_, text)
        raise LookupError(id_)

    async def deleted_at(self, addresses: Sequence[str]) -> dict[str, int]:
        """The date of the newest deletion request of each address that has one."""

        def look() -> dict[str, int]:
            with mapped_errors(self._engine.path):
                return _deleted_at(self._engine.reading(), addresses)

        return await self._engine.read(look)

    async def left_behind(self) -> list[Head]:
        """Heads at addresses that were given up, by us or by another device."""
        columns = ", ".join(f"h.{column}" for column in HEAD.split(", "))
        query = (
            f"SELECT {columns} FROM (SELECT address, max(created_at) AS at FROM deleted "
            "WHERE moved GROUP BY address) d CROSS JOIN head h ON h.address = d.address "
            "WHERE NOT h.deleted AND h.created_at <= d.at"
        )
        return await self._engine.read(lambda: [head_of(row) for row in self._engine.rows(query)])

    async def known_deletions(self, ids: Sequence[str]) -> set[str]:
        """Which of these deletion requests are in the ledger."""
        wanted = set(ids)
        rows = await self._engine.select("SELECT id FROM ledger") if wanted else []
        return {id_ for (id_,) in rows if id_ in wanted}

    async def events_after(
        self, table: Literal["head", "ledger", "quarantine"], key: str, limit: int
    ) -> list[tuple[str, Event]]:
        """The next events of a table by its key: an address, or an id.

        Args:
            table: Which.
            key: The last key seen; ``""`` to begin with.
            limit: How many at most.
        """
        column = "address" if table == "head" else "id"
        query = (
            f"SELECT {column}, sum, event FROM {table} WHERE {column} > ? ORDER BY {column} LIMIT ?"
        )
        rows = await self._engine.select(query, [key, limit])
        return [(found, event_of(sum_, text)) for found, sum_, text in rows]

    async def quarantined(self) -> list[Event]:
        """Events kept for later."""
        rows = await self._engine.select("SELECT sum, event FROM quarantine")
        return [event_of(sum_, text) for sum_, text in rows]

    async def meta(self, name: str) -> str | None:
        """A value of the file itself."""
        return await self._engine.read(lambda: self._meta(name))

    def _meta(self, name: str) -> str | None:
        rows = self._engine.rows("SELECT value FROM meta WHERE name = ?", [name])
        return rows[0][0] if rows else None

    async def metas(self, prefix: str) -> list[str]:
        """The values of the file itself whose names begin so."""
        query = "SELECT value FROM meta WHERE substr(name, 1, ?) = ?"
        rows = await self._engine.select(query, [len(prefix), prefix])
        return [str(value) for (value,) in rows]

    async def set_among(self, names: Sequence[str]) -> list[str]:
        """Those of some names under which the file itself has a value."""
        query = "SELECT name FROM meta WHERE name IN (SELECT value FROM json_each(?))"
        rows = await self._engine.select(query, [as_json(names)])
        return [str(name) for (name,) in rows]

    async def news(self, seq: int, uses: str | None) -> tuple[int, list[Head], str | None]:
        """What was committed after a sequence number; nothing is read if nobody committed.

        Args:
            seq: The sequence number.
            uses: What was said last of when uses were noted.

        Returns:
            The newest sequence number, the heads behind ``seq`` in order, and what differs from
            ``uses`` if somebody has noted uses since.
        """

        def look() -> tuple[int, list[Head], str | None]:
            (version,) = self._engine.rows("PRAGMA data_version")[0]
            if version == self._data_version:
                return seq, [], uses
            self._data_version = version
            query = f"SELECT {HEAD} FROM head WHERE seq > ? ORDER BY seq"
            heads = [head_of(row) for row in self._engine.rows(query, [seq])]
            newest = max((head.seq for head in heads), default=seq)
            return newest, heads, self._meta(USES_NOTED)

        return await self._engine.read(look)

    async def counts(self) -> Counts:
        """How many records, and how far their delivery is."""
        return await self._engine.read(self._counts)

    def counts_now(self) -> tuple[Counts, dict[str, RelayRow]]:
        """The same and all relays, without an event loop: waits for the reading thread."""
        return self._engine.read_now(lambda: (self._counts(), self.relays.look()))

    def _counts(self) -> Counts:
        heads = self._engine.rows("SELECT count(*) FROM head WHERE NOT deleted")[0][0]
        query = f"SELECT count(*) FROM head WHERE NOT deleted AND {stays()}"
        local_only = self._engine.rows(query)[0][0]
        query = f"SELECT count(*) FROM head WHERE own = 2 AND NOT {stays()}"
        held = self._engine.rows(query)[0][0]
        quarantined = self._engine.rows("SELECT count(*) FROM quarantine")[0][0]
        is_behind = "state IN ('waiting', 'parked')"
        query = f"SELECT relay, min(queued_at) FROM outbox WHERE {is_behind} GROUP BY relay"
        behind_since: dict[str, float] = dict(self._engine.rows(query))
        return Counts(heads, local_only, held, quarantined, self.outbox.counts(), behind_since)

    # ---------------------------------------------------------------- relays

    async def foreign_commits(self) -> int:
        """A number that changes when another process commits."""

        def look() -> int:
            with mapped_errors(self._engine.path):
                # of the connection that writes: what it commits itself changes nothing
                return int(self._engine.writing().execute("PRAGMA data_version").fetchone()[0])

        return await self._engine.write(look)

    # ---------------------------------------------------------------- outbox

    async def places_of_event(self, id_: str) -> list[str]:
        """Every address where an event stands or stood as a version of ours."""
        query = "SELECT address FROM head WHERE id = ? UNION SELECT address FROM past WHERE id = ?"
        rows = await self._engine.select(query, [id_, id_])
        return [address for (address,) in rows]

    # --------------------------------------------------------------- erasures

    async def addresses_in(self, request: str) -> list[str]:
        """The addresses that a deletion request names."""
        query = "SELECT address FROM deleted WHERE id = ?"
        return [a for (a,) in await self._engine.select(query, [request])]

    # ------------------------------------------------------------- deliveries

    async def holds_plain_records(self) -> bool:
        """Whether a record stands at its plain path here."""
        query = "SELECT 1 FROM head WHERE address LIKE 'sense-%' LIMIT 1"
        return bool(await self._engine.select(query))

    async def holds_kind_4(self) -> bool:
        """Whether journal entries of kind 4 stand here, or stood."""
        query = "SELECT 1 FROM head WHERE address >= '4:' AND address < '4;' LIMIT 1"
        return bool(await self._engine.select(query))

    async def staying(self, addresses: Iterable[str]) -> set[str]:
        """Those of some addresses where something stands that goes to no relay."""
        query = (
            "SELECT address FROM head "
            f"WHERE address IN (SELECT value FROM json_each(?)) AND {stays()}"
        )
        wanted = as_json(addresses)
        return {a for (a,) in await self._engine.select(query, [wanted])}


def _deleted_at(connection: sqlite3.Connection, addresses: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for start in range(0, len(addresses), 500):
        some = addresses[start : start + 500]
        marks = ",".join("?" * len(some))
        query = (
            f"SELECT address, max(created_at) FROM deleted WHERE address IN ({marks}) "
            "GROUP BY address"
        )
        found.update((address, at) for address, at in connection.execute(query, some))
    return found


def _apply_of_device(
    connection: sqlite3.Connection, write: RequireMeta | PutIssued | DropRequest | DropTouch | Leave
) -> None:
    """Carry out a write about this file as one device among others."""
    match write:
        case RequireMeta():
            found = connection.execute("SELECT value FROM meta WHERE name = ?", (write.name,))
            if found.fetchone() != (write.value,):
                raise HeadMovedError(write.name)
        case PutIssued():
            put_issued(connection, write)
        case DropRequest():
            connection.execute(
                "DELETE FROM deleted WHERE address = ? AND created_at = ? AND NOT moved",
                (write.address, write.created_at),
            )
            connection.execute(
                "DELETE FROM ledger WHERE created_at = ? AND id NOT IN (SELECT id FROM deleted)",
                (write.created_at,),
            )
        case Leave():
            for table in ("head", "past"):
                query = f"INSERT OR IGNORE INTO past SELECT ?, id FROM {table} WHERE address = ?"
                connection.execute(query, (write.to, write.address))
            for table in ("head", "past", "outbox", "issued", "touch", "digest"):
                connection.execute(f"DELETE FROM {table} WHERE address = ?", (write.address,))
        case DropTouch():
            connection.executemany(
                "DELETE FROM touch WHERE address = ?", [(a,) for a in write.addresses]
            )


# in its place: a row that is deleted and written anew leaves a gap among the others
_PUT_HEAD = "INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET " + (
    ", ".join(
        f"{column} = excluded.{column}"
        for column in ("id", "created_at", "bucket", "own", "deleted", "seq", "sum", "event")
    )
)
