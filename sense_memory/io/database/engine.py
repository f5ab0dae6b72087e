"""The local file as it is open: two connections, each with a thread of its own."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from ...core.errors import CorruptDatabaseError, StorageError, StoreClosedError
from ..connections import REOPEN, connect, mapped_errors, transaction, use_wal
from ..file_lock import FileLock
from ..forked import note_closed, note_open, refuse_inherited
from ..integrity import quick_look
from ..opening import claim, refuse_newer
from ..tables import keep_tallies, make

T = TypeVar("T")
Row = tuple[Any, ...]
Values = Sequence[object] | Mapping[str, object]


class Engine:
    """The file, or the same in memory for ``path=None``.

    One thread writes and one reads, each with a connection of its own, so that a read does not wait
    for an fsync and the event loop waits for neither. In memory one thread does both.
    """

    def __init__(self, path: Path | None, *, busy_timeout: float, is_shared: bool) -> None:
        self.path = path
        self._busy_timeout = busy_timeout
        self._is_shared = is_shared and path is not None
        self._lock: FileLock | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sense-memory-write")
        self._reader = (
            ThreadPoolExecutor(1, thread_name_prefix="sense-memory-read") if path else self._writer
        )
        self._write_connection: sqlite3.Connection | None = None
        self._read_connection: sqlite3.Connection | None = None
        self._is_shut = False

    async def open(self, owner: str) -> None:
        """Open or make the file.

        Args:
            owner: The public key whose memories it holds.

        Raises:
            StorageError: It cannot be opened, is somebody else's, newer, or damaged.
        """
        opening = asyncio.ensure_future(self.write(lambda: self._open(owner)))
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            # a thread goes on: whoever closes this next is to find what it opened
            await asyncio.gather(opening, return_exceptions=True)
            raise

    def _open(self, owner: str) -> None:
        if self.path is not None:
            refuse_inherited(self.path)
            if self._is_shared:
                self._lock = claim(self.path, owner, self._busy_timeout)
        try:
            with mapped_errors(self.path):
                self._write_connection = self._connect()
                if self.path is not None:
                    note_open(self.path, self)
                self._prepare(self._write_connection, owner)
                self._read_connection = self._connect() if self.path else self._write_connection
        except BaseException:
            self._let_go()
            raise

    def _connect(self) -> sqlite3.Connection:
        with mapped_errors(self.path):
            connection = connect(self.path, self._busy_timeout)
            try:
                use_wal(connection, self._busy_timeout)
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("PRAGMA cache_size = -8000")
                connection.execute("PRAGMA temp_store = MEMORY")
            except sqlite3.Error:
                connection.close()
                raise
            return connection

    def _prepare(self, connection: sqlite3.Connection, owner: str) -> None:
        with transaction(connection):
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            is_new = not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
            if is_new:
                make(connection, owner)
                return
        refuse_newer(self.path, version)
        found = quick_look(connection)
        if found is not None:
            raise CorruptDatabaseError(f"{self.path} is damaged ({found}). {REOPEN}")
        (said,) = connection.execute("SELECT value FROM meta WHERE name = 'owner'").fetchone()
        if said != owner:
            raise StorageError(
                f"{self.path} belongs to the identity {said[:8]}…, not to {owner[:8]}…; "
                "give each identity a file of its own"
            )
        keep_tallies(connection)

    async def close(self) -> None:
        """Write everything back into the main file and let go of it."""
        if self._write_connection is None:
            return
        if self._reader is not self._writer:
            await self.read(self._close_reader)
        await self.write(self._close_writer)
        self._shut()

    def _close_reader(self) -> None:
        if self._read_connection is not None:
            self._read_connection.close()
            self._read_connection = None

    def _close_writer(self) -> None:
        if self._write_connection is not None:
            # Another process is reading, or the disk is full: then it stays in the log.
            with contextlib.suppress(sqlite3.Error):
                self._write_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._let_go()

    def __del__(self) -> None:
        # A store that was never closed. No job can be running, since jobs refer to this object;
        # and nothing here may wait, since the garbage collector may have interrupted anything.
        self._let_go()

    def _let_go(self) -> None:
        self._close_reader()
        if self._write_connection is not None:
            self._write_connection.close()
            self._write_connection = self._read_connection = None
            note_closed(self)
        if self._lock is not None:
            self._lock.release()

    def _shut(self) -> None:
        self._is_shut = True
        self._reader.shutdown(wait=False)
        self._writer.shutdown(wait=False)

    # --------------------------------------------------------------- threads

    async def read(self, job: Callable[[], T]) -> T:
        """Run a job on the thread that reads."""
        return await self._run(self._reader, job)

    def read_now(self, job: Callable[[], T]) -> T:
        """The same without an event loop: waits for the thread that reads."""
        return self._reader.submit(self._watched, job).result()

    async def write(self, job: Callable[[], T]) -> T:
        """Run a job on the thread that writes."""
        return await self._run(self._writer, job)

    async def change(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job on the thread that writes, in a transaction of its own."""

        def change() -> T:
            with mapped_errors(self.path), transaction(self.writing()) as connection:
                return job(connection)

        return await self.write(change)

    async def change_many(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Run a statement for each of some rows, in one transaction; for none, nothing is done."""

        def run(connection: sqlite3.Connection) -> None:
            # its cursor stays here: to let go of it resets a statement that the next job may run
            connection.executemany(statement, rows)

        if rows:
            await self.change(run)

    async def select(self, query: str, values: Values = ()) -> list[Row]:
        """The rows of a query."""
        return await self.read(lambda: self.rows(query, values))

    def rows(self, query: str, values: Values = ()) -> list[Row]:
        """The same in a job of the thread that reads.

        All of them at once: an open cursor keeps the file open, and a row may be damaged.
        """
        with mapped_errors(self.path):
            return self.reading().execute(query, values).fetchall()

    def writing(self) -> sqlite3.Connection:
        """The connection that writes, for a job of its thread."""
        if self._write_connection is None:
            raise StoreClosedError("the store was closed while this was under way")
        return self._write_connection

    def reading(self) -> sqlite3.Connection:
        """The connection that reads, for a job of its thread."""
        if self._read_connection is None:
            raise StoreClosedError("the store was closed while this was under way")
        return self._read_connection

    def clear_log(self) -> bool:
        """Take everything out of the log of writes, in a job of the thread that writes.

        Nobody waits for it: while another process reads, the log stays.

        Returns:
            Whether nothing is left in it.
        """
        connection = self.writing()
        is_clear = False
        with contextlib.suppress(sqlite3.Error):
            connection.execute("PRAGMA busy_timeout = 0")
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            is_clear = not busy
        connection.execute(f"PRAGMA busy_timeout = {int(self._busy_timeout * 1000)}")
        return is_clear

    async def _run(self, executor: ThreadPoolExecutor, job: Callable[[], T]) -> T:
        if self._is_shut:
            raise StoreClosedError("the store was closed while this was under way")
        return await asyncio.get_running_loop().run_in_executor(executor, self._watched, job)

    def _watched(self, job: Callable[[], T]) -> T:
        """What finds damage says so to whoever opens the file next, and looks at all of it."""
        try:
            return job()
        except CorruptDatabaseError:
            if self._lock is not None:
                self._lock.suspect()
            raise
