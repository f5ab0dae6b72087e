"""The local file: signed ciphertext events, what is still to be sent, and what was deleted.

One SQLite file an identity. It holds events as relays hold them, so it says no more to a thief than
a relay would, and it needs no key to be copied. State, outbox and ledger change in one transaction,
which names the heads it was built on. If another process moved one of them, nothing is written and
``HeadMovedError`` says so: compare and swap, because the signer is asynchronous and a transaction
cannot span it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..connections import mapped_errors, transaction
from ..rows import Counts, Head, HeadMovedError, PutHead, RelayRow, SomethingMovedError, Write
from ..tables import stays
from .addresses import Addresses
from .applying import apply, check_heads, put_heads
from .comparison import Comparison
from .digests import Digests
from .engine import Engine
from .erasures import Erasures
from .events import Events
from .exposed import Exposed
from .heads import Heads
from .issued import Issued
from .ledger import Ledger, deleted_at
from .meta import Meta
from .outbox import Outbox
from .relays import Relays
from .salvage import Salvage
from .shown import Shown
from .sql import HEAD
from .stored import head_of
from .uses import USES_NOTED, Uses


class SQLiteDatabase:
    """The file, or the same in memory for ``path=None``.

    What changes together is committed here. What is asked of one thing, and noted of it by itself,
    each part knows for its own.

    Attributes:
        heads: The newest version of each address, with its event.
        addresses: What is known of addresses without their events.
        events: Events, whatever is done with them.
        ledger: Deletion requests, and what they name.
        outbox: Deliveries to relays.
        erasures: How far forgettings have come at relays.
        relays: What is remembered of each relay.
        shown: The newest that each relay ever showed.
        comparison: What the file holds beside what a relay showed.
        exposed: The events that a relay has.
        issued: The stamps of this file.
        uses: Uses that no record says yet.
        digests: Keyed hashes of what stands at each address.
        salvage: What a damaged file held that this one was made from.
        meta: What the file says of itself.
    """

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
        self._read_back_delay = read_back_delay
        self._data_version = -1
        self._to_scrub = False
        self.heads = Heads(engine)
        self.addresses = Addresses(engine)
        self.events = Events(engine)
        self.ledger = Ledger(engine)
        self.issued = Issued(engine)
        self.outbox = Outbox(engine, self.issued)
        self.erasures = Erasures(engine)
        self.relays = Relays(engine)
        self.shown = Shown(engine)
        self.comparison = Comparison(engine)
        self.exposed = Exposed(engine)
        self.uses = Uses(engine)
        self.digests = Digests(engine)
        self.meta = Meta(engine)
        self.salvage = Salvage(engine, self.meta)

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
            check_heads(connection, expected)
            found = deleted_at(connection, list(deletions))
            if any(found.get(address) != at for address, at in deletions.items()):
                raise HeadMovedError("a deletion request came")
            (before,) = connection.execute("SELECT coalesce(max(seq), 0) FROM head").fetchone()
            if seq not in (None, before):
                raise SomethingMovedError("something else was committed")
            relays = [url for (url,) in connection.execute("SELECT url FROM relay")]
            heads = [write for write in writes if isinstance(write, PutHead)]
            replaced = {address for address, id_ in expected.items() if id_ is not None}
            put_heads(connection, heads, replaced, before)
            for write in writes:
                apply(connection, write, relays, now, now + self._read_back_delay)
        self._to_scrub |= any(write.deleted and write.address in replaced for write in heads)
        if self._to_scrub:
            # nothing is to be left of what was forgotten: in the file itself it is overwritten with
            # zeros; what is still in the log, the next commit or closing tries again
            self._to_scrub = not self._engine.clear_log()
        return before, before + len(heads)

    async def last_seq(self) -> int:
        """The sequence number of the newest commit."""
        rows = await self._engine.select("SELECT coalesce(max(seq), 0) FROM head")
        return int(rows[0][0])

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
            return newest, heads, self.meta.look(USES_NOTED)

        return await self._engine.read(look)

    async def foreign_commits(self) -> int:
        """A number that changes when another process commits."""

        def look() -> int:
            with mapped_errors(self._engine.path):
                # of the connection that writes: what it commits itself changes nothing
                return int(self._engine.writing().execute("PRAGMA data_version").fetchone()[0])

        return await self._engine.write(look)

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
        behind_since = self.outbox.behind_since()
        return Counts(heads, local_only, held, quarantined, self.outbox.counts(), behind_since)
