"""The local file: signed ciphertext events, what is still to be sent, and what was deleted.

One SQLite file an identity. It holds events as relays hold them, so it says no more to a thief than
a relay would, and it needs no key to be copied. State, outbox and ledger change in one transaction,
which names the heads it was built on. If another process moved one of them, nothing is written and
``HeadMovedError`` says so: compare and swap, because the signer is asynchronous and a transaction
cannot span it.
"""

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Literal

from nips import nip04, nip09, nip78
from nips.nip01 import Event

from ...core.errors import CorruptDatabaseError
from ...core.exposure import SeenEvent
from ...sync.high_water import Place, Version, is_newer
from ...wire.naming import BELOW
from ..connections import REOPEN, mapped_errors, transaction
from ..opening import SET_ASIDE, UNACCOUNTED
from ..rows import (
    Counts,
    Delivery,
    DropRequest,
    DropTouch,
    Erasure,
    Head,
    HeadMovedError,
    Issue,
    Leave,
    PutDeletion,
    PutHead,
    PutIssued,
    PutMeta,
    PutQuarantine,
    Queue,
    Queued,
    Recognised,
    RelayRow,
    RequireMeta,
    RequireUnset,
    SomethingMovedError,
    Touched,
    Waiting,
    Write,
)
from ..tables import stays, text_sum
from .engine import Engine, Row

DIGEST_KEY = "digest_key"
"""In the file: a hash of the key under which its digests were made."""

USES_NOTED = "uses_noted"
"""How often a process has written down uses, so that the others know when to look."""

MOST_ISSUED = 256
"""Stamps of ours that are noted of one address. The oldest then stands for those before it: a copy
that wrote before that, unseen, has read this file's newer ones before it sends its own anywhere,
and looks after what it wrote."""

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
        self._engine = Engine(path, busy_timeout=busy_timeout, is_shared=is_shared)
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
                    _queue(connection, relay, write.address, write.event.id, now)
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
                    _queue(connection, relay, write.address, write.event.id, now)
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
                _queue(connection, write.relay, write.address, write.id, now)
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

    async def issued(self, addresses: Sequence[str]) -> list[tuple[str, Issue]]:
        """What is noted of this file's own stamps at some addresses."""
        marks = ",".join("?" * len(addresses))
        query = f"SELECT t, how FROM issued WHERE address IN ({marks})"
        rows = await self._engine.select(query, addresses)
        return [(t, Issue(how)) for t, how in rows]

    async def unproven(self, after: str, limit: int) -> list[str]:
        """The next addresses, in order, with a stamp of ours that no relay has shown back."""
        query = (
            "SELECT DISTINCT address FROM issued WHERE address > ? AND how IN ('unsent', 'sent') "
            "ORDER BY address LIMIT ?"
        )
        return [a for (a,) in await self._engine.select(query, [after, limit])]

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
            query = f"SELECT {_HEAD} FROM head WHERE address IN ({marks})"
            for row in self._engine.rows(query, some):
                head = _head(row)
                found[head.address] = head
        return found

    async def heads_in(self, buckets: Sequence[str] | None) -> list[Head]:
        """All heads of some buckets, or of the whole file, tombstones included."""
        if buckets is None:
            query, values = f"SELECT {_HEAD} FROM head", []
        elif len(buckets) == 1:
            return await self._engine.read(partial(self._heads_of, buckets[0]))
        else:
            query = f"SELECT {_HEAD} FROM head WHERE {' OR '.join([_IN_BUCKET] * len(buckets))}"
            values = [end for bucket in buckets for end in (bucket, bucket + BEHIND)]
        return await self._engine.read(
            lambda: [_head(row) for row in self._engine.rows(query, values)]
        )

    async def heads_in_each(self, buckets: Sequence[str]) -> list[Head]:
        """All heads of some buckets, of each at a moment of its own: what is kept is not read."""
        return await self._engine.read(
            lambda: [one for each in buckets for one in self._heads_of(each)]
        )

    async def wanted_in(self, buckets: Sequence[str], wanted: Callable[[str], bool]) -> set[str]:
        """The addresses of some buckets that are wanted, tombstones included."""
        query = f"SELECT address FROM head WHERE {' OR '.join([_IN_BUCKET] * len(buckets))}"
        values = [end for bucket in buckets for end in (bucket, bucket + BEHIND)]
        return await self._engine.read(
            lambda: {address for (address,) in self._engine.rows(query, values) if wanted(address)}
        )

    async def living_in(self, bucket: str, after: Head | None, most: int) -> list[Head]:
        """The next heads of a bucket that are no tombstones, in an order that does not change."""
        start = (bucket, "") if after is None else (after.bucket, after.address)
        query = (
            f"SELECT {_HEAD} FROM head WHERE (bucket, address) > (?, ?) AND bucket < ? "
            "AND NOT deleted ORDER BY bucket, address LIMIT ?"
        )
        values = [*start, bucket + BEHIND, most]
        return await self._engine.read(
            lambda: [_head(row) for row in self._engine.rows(query, values)]
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
            f"LEFT JOIN (SELECT {_HEAD} FROM head "
            f"WHERE {column} >= ?1 AND {column} < ?2 AND seq > ?3)",
            [bucket, bucket + BEHIND, kept.seq],
        )
        new = {row[2]: _head(row[2:]) for row in rows if row[2] is not None}
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
        query = f"SELECT {_HEAD} FROM head WHERE own = 2"
        return await self._engine.read(lambda: [_head(row) for row in self._engine.rows(query)])

    async def standing_heads(self) -> list[Head]:
        """All heads but tombstones and what was given up."""
        query = f"SELECT {_HEAD} FROM head WHERE NOT deleted"
        return await self._engine.read(lambda: [_head(row) for row in self._engine.rows(query)])

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
            f"SELECT {_HEAD} FROM head WHERE deleted "
            "AND id NOT IN (SELECT id FROM deleted WHERE moved)"
        )
        values: list[object] = []
        if buckets is not None:
            query += f" AND ({' OR '.join([_IN_BUCKET] * len(buckets))})"
            values += [end for bucket in buckets for end in (bucket, bucket + BEHIND)]
        if before is not None:
            query += " AND (created_at, address) < (?, ?)"
            values += before
        query += " ORDER BY created_at DESC, address DESC LIMIT ?"
        values.append(most)
        return await self._engine.read(
            lambda: [_head(row) for row in self._engine.rows(query, values)]
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
        return [_event(sum_, text) for sum_, text in rows]

    async def request(self, id_: str) -> Event:
        """A deletion request of the ledger.

        Raises:
            LookupError: It is not there.
        """
        query = "SELECT sum, event FROM ledger WHERE id = ?"
        for sum_, text in await self._engine.select(query, [id_]):
            return _event(sum_, text)
        raise LookupError(id_)

    async def deleted_at(self, addresses: Sequence[str]) -> dict[str, int]:
        """The date of the newest deletion request of each address that has one."""

        def look() -> dict[str, int]:
            with mapped_errors(self._engine.path):
                return _deleted_at(self._engine.reading(), addresses)

        return await self._engine.read(look)

    async def ours_among(self, places: Iterable[Place]) -> set[Place]:
        """The places where this file holds records, and the requests that name such places."""
        wanted = list(places)
        heads = _json(address for kind, address in wanted if kind != nip09.KIND)
        requests = _json(id_ for kind, id_ in wanted if kind == nip09.KIND)
        query = (
            f"SELECT {_KIND_OF_HEAD}, h.address FROM head h "
            "WHERE address IN (SELECT value FROM json_each(?)) "
            f"UNION SELECT {nip09.KIND}, d.id FROM deleted d JOIN head USING (address) "
            "WHERE d.id IN (SELECT value FROM json_each(?))"
        )
        return set(await self._engine.select(query, [heads, requests]))

    async def left_behind(self) -> list[Head]:
        """Heads at addresses that were given up, by us or by another device."""
        columns = ", ".join(f"h.{column}" for column in _HEAD.split(", "))
        query = (
            f"SELECT {columns} FROM (SELECT address, max(created_at) AS at FROM deleted "
            "WHERE moved GROUP BY address) d CROSS JOIN head h ON h.address = d.address "
            "WHERE NOT h.deleted AND h.created_at <= d.at"
        )
        return await self._engine.read(lambda: [_head(row) for row in self._engine.rows(query)])

    async def proven_at(self, address: str) -> set[str]:
        """The relays where the head of an address was read back."""
        query = (
            "SELECT url FROM relay WHERE verdict IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM outbox WHERE outbox.relay = relay.url AND outbox.address = ?)"
        )
        return {url for (url,) in await self._engine.select(query, [address])}

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
        return [(found, _event(sum_, text)) for found, sum_, text in rows]

    async def quarantined(self) -> list[Event]:
        """Events kept for later."""
        rows = await self._engine.select("SELECT sum, event FROM quarantine")
        return [_event(sum_, text) for sum_, text in rows]

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
        rows = await self._engine.select(query, [_json(names)])
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
            query = f"SELECT {_HEAD} FROM head WHERE seq > ? ORDER BY seq"
            heads = [_head(row) for row in self._engine.rows(query, [seq])]
            newest = max((head.seq for head in heads), default=seq)
            return newest, heads, self._meta(USES_NOTED)

        return await self._engine.read(look)

    async def counts(self) -> Counts:
        """How many records, and how far their delivery is."""
        return await self._engine.read(self._counts)

    def counts_now(self) -> tuple[Counts, dict[str, RelayRow]]:
        """The same and all relays, without an event loop: waits for the reading thread."""
        return self._engine.read_now(lambda: (self._counts(), self._relays()))

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
        return Counts(heads, local_only, held, quarantined, self._deliveries(), behind_since)

    async def deliveries_at(self, relay: str) -> Mapping[str, int]:
        """How many writes for a relay are in which state."""
        found = await self._engine.read(self._deliveries)
        return {state: count for (url, state), count in found.items() if url == relay}

    def _deliveries(self) -> dict[tuple[str, str], int]:
        rows = self._engine.rows("SELECT relay, state, count(*) FROM outbox GROUP BY 1, 2")
        return {(relay, state): count for relay, state, count in rows}

    # ---------------------------------------------------------------- relays

    async def use_relays(self, urls: Sequence[str]) -> None:
        """Remember relays; what the file already holds is compared with them when they are read."""

        def add() -> None:
            connection = self._engine.writing()
            known = {url for (url,) in connection.execute("SELECT url FROM relay")}
            if set(urls) <= known:
                return
            with mapped_errors(self._engine.path), transaction(connection):
                connection.executemany(
                    "INSERT OR IGNORE INTO relay (url) VALUES (?)", [(url,) for url in urls]
                )

        await self._engine.write(add)

    async def relay(self, url: str) -> RelayRow:
        """What is remembered of one; nothing if another process has removed it."""
        return (await self.relays()).get(url) or RelayRow(url)

    async def relays(self) -> dict[str, RelayRow]:
        """What is remembered of every relay."""
        return await self._engine.read(self._relays)

    def _relays(self) -> dict[str, RelayRow]:
        columns = ", ".join(field.name for field in fields(RelayRow))
        rows = self._engine.rows(f"SELECT {columns} FROM relay")
        return {row[0]: RelayRow(*row) for row in rows}

    async def set_relay(self, url: str, **values: str | float | None) -> None:
        """Remember something of a relay; the names are those of ``RelayRow``."""
        columns = ", ".join(f"{name} = ?" for name in values)

        def update(connection: sqlite3.Connection) -> None:
            connection.execute(
                f"UPDATE relay SET {columns} WHERE url = ?",
                (*values.values(), url),
            )

        await self._engine.change(update)

    async def compare_anew(self) -> None:
        """Let each relay be read as a whole when it is read next, and get what it lacks."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE relay SET full_at = NULL")

        await self._engine.change(run)

    async def drop_relay(self, url: str) -> int:
        """Forget a relay, and what was queued for it.

        Returns:
            How many writes it had not taken.
        """

        def drop(connection: sqlite3.Connection) -> int:
            query = "SELECT count(*) FROM outbox WHERE relay = ? AND state != 'accepted'"
            (unsent,) = connection.execute(query, (url,)).fetchone()
            connection.execute("DELETE FROM outbox WHERE relay = ?", (url,))
            connection.execute("DELETE FROM seen WHERE relay = ?", (url,))
            connection.execute("DELETE FROM erasure WHERE relay = ?", (url,))
            connection.execute("DELETE FROM relay WHERE url = ?", (url,))
            return int(unsent)

        return await self._engine.change(drop)

    async def seen(self, relay: str, places: Sequence[Place] | None = None) -> dict[Place, Version]:
        """The newest version of each place that a relay ever showed; of all, or of some."""
        query = "SELECT kind, address, created_at, id FROM seen WHERE relay = ?"

        def look() -> dict[Place, Version]:
            if places is None:
                rows = self._engine.rows(query, [relay])
            else:
                one = f"{query} AND kind = ? AND address = ?"
                rows = [row for place in places for row in self._engine.rows(one, [relay, *place])]
            return {(kind, address): (at, id_) for kind, address, at, id_ in rows}

        return await self._engine.read(look)

    async def note_seen(
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

    async def marks(self, relay: str) -> dict[int, dict[str, Version]]:
        """The newest that a relay ever showed, by kind and address; of a kind 5 by its id."""
        return await self._versions(
            "SELECT kind, address, created_at, id FROM seen WHERE relay = ?", relay
        )

    async def never_shown(self, relay: str) -> dict[int, dict[str, Version]]:
        """The same of heads that go out and that a relay never showed in any version."""
        return await self._versions(
            f"SELECT {_KIND_OF_HEAD}, h.address, h.created_at, h.id FROM head h "
            f"WHERE NOT h.deleted AND NOT {stays('h.')} "
            "AND NOT EXISTS (SELECT 1 FROM seen s WHERE s.relay = ? "
            f"AND s.kind = {_KIND_OF_HEAD} AND s.address = h.address)",
            relay,
        )

    async def _versions(self, query: str, relay: str) -> dict[int, dict[str, Version]]:
        """By kind and address, the (kind, address, created_at, id) of a query about a relay."""

        def look() -> dict[int, dict[str, Version]]:
            found: dict[int, dict[str, Version]] = {}
            for kind, address, at, id_ in self._engine.rows(query, [relay]):
                found.setdefault(kind, {})[address] = (at, id_)
            return found

        return await self._engine.read(look)

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
        wanted = _json(ids)
        some = "IN (SELECT value FROM json_each(?))"

        def look() -> Recognised:
            heads = self._engine.rows(
                "SELECT address, created_at, id FROM head INDEXED BY head_seq "
                f"WHERE seq > ? AND +id {some}",
                [seq, wanted],
            )
            past = self._engine.rows(f"SELECT address, id FROM past WHERE id {some}", [wanted])
            requests = self._engine.rows(f"SELECT id FROM ledger WHERE id {some}", [wanted])
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
            f"ON s.relay = :relay AND s.kind = {_KIND_OF_HEAD} AND s.address = h.address "
            "WHERE s.id IS NOT h.id AND NOT (h.deleted AND s.id IS NULL AND EXISTS "
            f"(SELECT 1 FROM seen q WHERE q.relay = :relay AND q.kind = {nip09.KIND} "
            f"AND q.address = {newest})) "
            "UNION SELECT address, id, deleted, bucket FROM head WHERE address IN "
            "(SELECT value FROM json_each(:places)) OR address IN (SELECT address FROM deleted "
            f"WHERE id IN (SELECT value FROM json_each(:requests)))) WHERE NOT {stays()}"
        )
        values = {
            "relay": relay,
            "places": _json(address for kind, address in places if kind != nip09.KIND),
            "requests": _json(id_ for kind, id_ in places if kind == nip09.KIND),
        }

        def look() -> list[tuple[str, str, bool]]:
            rows = self._engine.rows(query, values)
            return [(address, id_, bool(deleted)) for address, id_, deleted in rows]

        return await self._engine.read(look)

    async def foreign_commits(self) -> int:
        """A number that changes when another process commits."""

        def look() -> int:
            with mapped_errors(self._engine.path):
                # of the connection that writes: what it commits itself changes nothing
                return int(self._engine.writing().execute("PRAGMA data_version").fetchone()[0])

        return await self._engine.write(look)

    # ---------------------------------------------------------------- outbox

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
                _event(sum_, event) if event else None,
            )
            for address, id_, state, queued_at, attempts, deleted, sum_, event in rows
        ]

    async def undelivered(self, addresses: Iterable[str]) -> list[Waiting]:
        """What is not proven at some relay, of some addresses, the oldest first."""
        # each relay is looked up, since the index begins with it
        where = (
            "relay IN (SELECT url FROM relay) AND address IN (SELECT value FROM json_each(?)) "
            "ORDER BY queued_at, address, relay"
        )
        return await self._waiting(where, [_json(addresses)])

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

    async def retry(self) -> int:
        """Let everything that was refused, for a while or for good, be sent again; how much."""

        def run(connection: sqlite3.Connection) -> int:
            return connection.execute(
                "UPDATE outbox SET state = 'waiting', next_at = 0, attempts = 0 "
                "WHERE state IN ('parked', 'dead')"
            ).rowcount

        return await self._engine.change(run)

    async def places_of_event(self, id_: str) -> list[str]:
        """Every address where an event stands or stood as a version of ours."""
        query = "SELECT address FROM head WHERE id = ? UNION SELECT address FROM past WHERE id = ?"
        rows = await self._engine.select(query, [id_, id_])
        return [address for (address,) in rows]

    async def shown_at(self, addresses: Iterable[str]) -> dict[tuple[str, str], str]:
        """The newest that a relay ever showed at one of some addresses: its id, by both."""
        query = (
            "SELECT relay, address, id FROM seen WHERE relay IN (SELECT url FROM relay) "
            f"AND kind IN ({nip78.KIND}, {nip04.KIND}) "
            "AND address IN (SELECT value FROM json_each(?))"
        )
        wanted = _json(addresses)
        rows = await self._engine.select(query, [wanted])
        return {(relay, address): id_ for relay, address, id_ in rows}

    async def shown_by(self, relay: str) -> tuple[list[SeenEvent], int]:
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
            f"SELECT h.id, {_KIND_OF_HEAD}, h.address, h.created_at, h.sum, h.event "
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

    async def requests_shown(self, requests: Iterable[str]) -> set[tuple[str, str]]:
        """Those of some deletion requests that relays ever showed: relay and id."""
        query = (
            "SELECT relay, address FROM seen WHERE relay IN (SELECT url FROM relay) "
            f"AND kind = {nip09.KIND} AND address IN (SELECT value FROM json_each(?))"
        )
        wanted = _json(requests)
        return set(await self._engine.select(query, [wanted]))

    # --------------------------------------------------------------- erasures

    async def erasures(self, addresses: Iterable[str]) -> dict[tuple[str, str], Erasure]:
        """How far the forgetting of some addresses has come, by relay and address."""
        query = (
            "SELECT relay, address, request, overwritten_at, deleted_at, verified_at "
            "FROM erasure WHERE relay IN (SELECT url FROM relay) "
            "AND address IN (SELECT value FROM json_each(?))"
        )
        wanted = _json(addresses)
        rows = await self._engine.select(query, [wanted])
        return {(row[0], row[1]): Erasure(*row) for row in rows}

    async def note_erasures(self, erasures: Iterable[Erasure]) -> None:
        """Note how far some forgettings have come."""
        rows = [
            (e.relay, e.address, e.request, e.overwritten_at, e.deleted_at, e.verified_at)
            for e in erasures
        ]
        await self._engine.change_many(
            "INSERT OR REPLACE INTO erasure VALUES (?, ?, ?, ?, ?, ?)", rows
        )

    async def addresses_in(self, request: str) -> list[str]:
        """The addresses that a deletion request names."""
        query = "SELECT address FROM deleted WHERE id = ?"
        return [a for (a,) in await self._engine.select(query, [request])]

    # ------------------------------------------------------------- deliveries

    async def has_had(self, relay: str, heads: Sequence[Head]) -> bool:
        """Whether a relay has shown or accepted each of these versions, or newer ones."""
        places = [(nip78.KIND, head.address) for head in heads]
        seen = await self.seen(relay, places)
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

    async def holds_plain_records(self) -> bool:
        """Whether a record stands at its plain path here."""
        query = "SELECT 1 FROM head WHERE address LIKE 'sense-%' LIMIT 1"
        return bool(await self._engine.select(query))

    async def holds_kind_4(self) -> bool:
        """Whether journal entries of kind 4 stand here, or stood."""
        query = "SELECT 1 FROM head WHERE address >= '4:' AND address < '4;' LIMIT 1"
        return bool(await self._engine.select(query))

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

    async def staying(self, addresses: Iterable[str]) -> set[str]:
        """Those of some addresses where something stands that goes to no relay."""
        query = (
            "SELECT address FROM head "
            f"WHERE address IN (SELECT value FROM json_each(?)) AND {stays()}"
        )
        wanted = _json(addresses)
        return {a for (a,) in await self._engine.select(query, [wanted])}

    async def next_due(self, relay: str) -> float | None:
        """When the next delivery at a relay is due, seconds since the epoch."""
        query = "SELECT min(next_at) FROM outbox WHERE relay = ? AND state != 'dead'"
        rows = await self._engine.select(query, [relay])
        return rows[0][0] if rows else None

    async def delivered(self, relay: str, done: Sequence[tuple[str, str]]) -> None:
        """These (address, id) are proven at a relay; a newer version in the queue stays."""
        await self._engine.change_many(
            "DELETE FROM outbox WHERE relay = ? AND address = ? AND id = ?",
            [(relay, address, id_) for address, id_ in done],
        )
        await self._came(Issue.PROVEN, [*done])

    async def delivery(
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
        await self._came(Issue.SENT, [(address, id_) for address, id_, *_ in tried])

    async def unpark(self, relay: str) -> None:
        """Try again now what a relay refused, and what waits for its next try."""
        await self._engine.change_many(
            "UPDATE outbox SET state = 'waiting', next_at = 0, attempts = 0 "
            "WHERE relay = ? AND state IN ('parked', 'waiting')",
            [(relay,)],
        )

    async def _came(self, how: Issue, versions: list[tuple[str, str]]) -> None:
        """Note how far what we wrote at an address has come: (address, event id) each."""
        await self._engine.change_many(
            "UPDATE issued SET how = ? WHERE address = ? AND how IN ('unsent', ?) "
            "AND EXISTS (SELECT 1 FROM head WHERE head.address = issued.address AND id = ?)",
            [(how, address, Issue.SENT, id_) for address, id_ in versions],
        )


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
            _put_issued(connection, write)
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


def _put_issued(connection: sqlite3.Connection, write: PutIssued) -> None:
    if write.before:
        # a file of an older release did not note what it wrote
        connection.execute(
            "INSERT INTO issued SELECT ?, ?, ? "
            "WHERE NOT EXISTS (SELECT 1 FROM issued WHERE address = ?)",
            (write.address, write.before, Issue.BEFORE, write.address),
        )
    on_conflict = "DO UPDATE SET how = excluded.how" if write.anew else "DO NOTHING"
    connection.execute(
        f"INSERT INTO issued VALUES (?, ?, ?) ON CONFLICT {on_conflict}",
        (write.address, write.t, write.how),
    )
    newest = "SELECT t FROM issued WHERE address = ? ORDER BY t DESC LIMIT 1 OFFSET ?"
    oldest = connection.execute(newest, (write.address, MOST_ISSUED - 1)).fetchone()
    if oldest is not None:
        connection.execute(
            "DELETE FROM issued WHERE address = ? AND t < ?", (write.address, *oldest)
        )
        connection.execute(
            "UPDATE issued SET how = ? WHERE address = ? AND t = ?",
            (Issue.BEFORE, write.address, *oldest),
        )


_HEAD = "address, bucket, own, deleted, seq, sum, event"
# in its place: a row that is deleted and written anew leaves a gap among the others
_PUT_HEAD = "INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET " + (
    ", ".join(
        f"{column} = excluded.{column}"
        for column in ("id", "created_at", "bucket", "own", "deleted", "seq", "sum", "event")
    )
)
_IN_BUCKET = "(bucket >= ? AND bucket < ?)"
BEHIND = chr(ord(BELOW) + 1)
"""A bucket with this behind it comes after all that are below it."""
_KIND_OF_HEAD = (
    f"CASE WHEN h.address >= '4:' AND h.address < '4;' THEN {nip04.KIND} ELSE {nip78.KIND} END"
)


def _json(values: Iterable[str]) -> str:
    """Any number of values as one parameter, for ``json_each``."""
    return json.dumps(list(values))


def _head(row: Row) -> Head:
    address, bucket, own, deleted, seq, sum_, event = row
    return Head(address, _event(sum_, event), bucket, bool(own), bool(deleted), seq, own == 2)


def _event(sum_: int, text: str) -> Event:
    """An event of the file, if it is what was written.

    Raises:
        CorruptDatabaseError: It is not.
    """
    _check_text(sum_, text)
    return Event.from_json(text)


def _check_text(sum_: int, text: object) -> None:
    if not isinstance(text, str) or text_sum(text) != sum_:
        raise CorruptDatabaseError(f"an event in the file is damaged. {REOPEN}")


def _seen_event(
    id_: str, kind: int | None, address: str, created_at: int, sum_: int, text: str
) -> SeenEvent:
    """An event as a relay has it.

    Raises:
        CorruptDatabaseError: It is not what was written.
    """
    if kind == nip78.KIND:
        _check_text(sum_, text)  # which is all that need be known of most
    else:
        event = _event(sum_, text)
        kind, address, created_at = event.kind, event.d, event.created_at
        if kind == nip09.KIND:
            address = next((one.d for one in nip09.parse(event).addresses), "")
    return SeenEvent(id_, kind, address, created_at, len(text.encode()), text)


def _queue(connection: sqlite3.Connection, relay: str, address: str, id_: str, now: float) -> None:
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
