"""The local file: signed ciphertext events, what is still to be sent, and what was deleted.

One SQLite file an identity. It holds events as relays hold them, so it says no more to a thief than
a relay would, and it needs no key to be copied. State, outbox and ledger change in one transaction,
which names the heads it was built on. If another process moved one of them, nothing is written and
``HeadMovedError`` says so: compare and swap, because the signer is asynchronous and a transaction
cannot span it.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

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
from .addresses import Addresses
from .comparison import Comparison
from .engine import Engine
from .erasures import Erasures
from .events import Events
from .exposed import Exposed
from .heads import Heads
from .issued import Issued, put_issued
from .ledger import Ledger, deleted_at
from .outbox import Outbox, queue
from .relays import Relays
from .shown import Shown
from .sql import HEAD, as_json
from .stored import head_of

DIGEST_KEY = "digest_key"
"""In the file: a hash of the key under which its digests were made."""

USES_NOTED = "uses_noted"
"""How often a process has written down uses, so that the others know when to look."""


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
        self.heads = Heads(engine)
        self.addresses = Addresses(engine)
        self.ledger = Ledger(engine)
        self.events = Events(engine)
        self._read_back_delay = read_back_delay
        self._data_version = -1
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
            found = deleted_at(connection, list(deletions))
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

    async def last_seq(self) -> int:
        """The sequence number of the newest commit."""
        rows = await self._engine.select("SELECT coalesce(max(seq), 0) FROM head", [])
        return int(rows[0][0])

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

    # --------------------------------------------------------------- erasures

    # ------------------------------------------------------------- deliveries


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
