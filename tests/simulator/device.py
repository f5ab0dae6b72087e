"""A device: the real store on a real file, with a clock of its own that is wrong."""

import asyncio
import contextlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from sense_memory import Config, Identity, MemoryStore
from sense_memory.core.config import DatabaseConfig, RapportConfig
from sense_memory.core.ports import Clock
from sense_memory.io.database import SQLiteDatabase
from sense_memory.io.pool import Pool
from sense_memory.io.repository import Repository
from sense_memory.io.rows import Head
from sense_memory.io.transport import Transport
from sense_memory.store.lifetime import Lifetime

from .network import Network, Way

CONFIG = Config(database=DatabaseConfig(poll_interval=60.0), rapport=RapportConfig(kept_readings=5))
"""As shipped, but that no other process is looked for four times a second, and that readings are
folded soon."""
SUFFIXES = ("", "-wal")
"""What makes up a database on disk; the rest is rebuilt from these."""


class SkewedClock:
    """A clock that is wrong by so many seconds."""

    def __init__(self, network: Network, skew: float) -> None:
        self._network = network
        self.skew = skew

    def now(self) -> float:
        """Seconds since the epoch, as this device has it."""
        return self._network.now() + self.skew


class _SimulatedLifetime(Lifetime):
    """A lifetime whose relays are reached by another transport."""

    def __init__(self, real: Lifetime, clock: Clock, transport: Transport) -> None:
        super().__init__(real._resolve, clock, CONFIG)
        self._transport = transport

    def _new_pool(
        self, urls: tuple[str, ...], repository: Repository, database: SQLiteDatabase
    ) -> Pool:
        return Pool(urls, repository, database, self._clock, self._config, self._transport)


class Device:
    """One file, or one process without a file, and what runs on it.

    Args:
        name: As the trace and the network know it.
        directory: Where its files are.
        has_file: Whether it has one.
        skew: Seconds by which its clock is ahead.
    """

    def __init__(
        self,
        name: str,
        directory: Path,
        network: Network,
        identity: Identity,
        *,
        has_file: bool,
        skew: float,
        addressing: str | None,
    ) -> None:
        self.name = name
        self.has_file = has_file
        self.clock = SkewedClock(network, skew)
        self.is_alive = True
        self.store: MemoryStore
        self._directory = directory
        self._network = network
        self._identity = identity
        self.addressing = addressing
        self._lives = 0
        self._calls: set[asyncio.Task[object]] = set()

    @property
    def who(self) -> str:
        """This life of the device: what an earlier one sent is not from this one."""
        return f"{self.name}.{self._lives}"

    @property
    def repository(self) -> Repository:
        """What the store stands on."""
        repository = self.store._lifetime.repository
        assert repository is not None
        return repository

    @property
    def database(self) -> SQLiteDatabase:
        """Its file."""
        database = self.store._lifetime.database
        assert database is not None
        return database

    @property
    def _path(self) -> Path:
        return self._directory / f"{self.who}.db"

    async def start(self, image: Path | None = None) -> None:
        """Begin a life, from the image of an earlier one if there is one."""
        ways = {url: self._network.way(self.who, url) for url in self._network.relays}
        self._lives += 1
        if self._lives > 1:
            for url, way in ways.items():
                if way is not Way.REFUSED:
                    self._network.set_way(self.who, url, way)
        if image is not None:
            _copy(image, self._path)
        self.store = MemoryStore(
            self._identity,
            list(self._network.relays),
            path=self._path if self.has_file else None,
            addressing=self.addressing,
            config=CONFIG,
            clock=self.clock,
        )
        transport = self._network.transport(self.who)
        self.store._lifetime = _SimulatedLifetime(self.store._lifetime, self.clock, transport)
        self.is_alive = True
        await self.store._lifetime.opened()

    def image(self, name: str) -> Path:
        """What a copy of the files would hold at this moment, or after a power cut."""
        target = self._directory / f"{name}.image"
        _copy(self._path, target)
        return target

    def die(self) -> None:
        """End this life without a word; what still runs is heard by nobody."""
        self.is_alive = False
        self._network.vanish(self.who)
        task = asyncio.get_running_loop().create_task(_bury(self.store), name=f"bury {self.who}")
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def buried(self) -> None:
        """Wait until nothing of earlier lives runs."""
        if self._calls:
            await asyncio.wait(list(self._calls))

    def proven(self, needed: int) -> Sequence[Head]:
        """The heads that are ``replicated``: read back from so many relays."""
        rows = self.database._engine.rows(
            "SELECT address, (SELECT count(*) FROM relay WHERE verdict IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM outbox WHERE outbox.relay = relay.url "
            "AND outbox.address = head.address)) FROM head"
        )
        addresses = [address for address, count in rows if count >= needed]
        return list(self.database.heads.look(addresses).values())


async def _bury(store: MemoryStore) -> None:
    lifetime = store._lifetime
    lifetime.is_closed = True
    if lifetime.pool is not None:
        await lifetime.pool.stop()
    if lifetime.repository is not None:
        # what was used a moment ago is told by nobody
        await lifetime.repository._touch_writer._tasks.cancel()
    if lifetime.database is not None:
        await lifetime.database.close()


def _copy(source: Path, target: Path) -> None:
    for suffix in SUFFIXES:
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(f"{source}{suffix}", f"{target}{suffix}")
