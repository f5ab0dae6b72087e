"""Asking one relay what it holds, and taking in what it says."""

import asyncio
import logging
from collections.abc import Sequence

from nips import nip09, nip78
from nips.nip01 import Filter
from nips.nip11 import RelayInformation

from ..core.config import RelayConfig
from ..core.errors import RelayTimeoutError
from ..core.ports import Clock
from ..sync.paging import Completeness, Page, read_all
from ..sync.protocol import RawEvent
from .database import SQLiteDatabase
from .ingest import Ingested
from .repository import Repository
from .showing import Showing
from .websocket import Connection

log = logging.getLogger("sense_memory.io.relay_reader")


class RelayReader:
    """Reads one relay, over whichever connection there is.

    Attributes:
        showing: What it showed so far.
        information: What it says of itself, once that was read.
    """

    def __init__(
        self,
        url: str,
        repository: Repository,
        database: SQLiteDatabase,
        clock: Clock,
        config: RelayConfig,
    ) -> None:
        self.showing = Showing(url, database, clock)
        self.information: RelayInformation | None = None
        self._url = url
        self._repository = repository
        self._public_key = repository.naming.public_key
        self._config = config

    async def read_bootstrap(self, connection: Connection) -> None:
        """Settings, then the keys they name, so that the rest can be placed as it comes."""
        asked: set[str] = set()
        while wanted := [a for a in self._repository.bootstrap_wanted() if a not in asked]:
            asked.update(wanted)
            for address in wanted:
                answer = await connection.ask(self.at(address))
                await self.ingest(connection, answer.events)

    def at(self, address: str) -> Filter:
        """The question for one address."""
        return Filter(
            kinds=(nip78.KIND,), authors=(self._public_key,), tags={"d": (address,)}, limit=20
        )

    async def read_kind(self, connection: Connection, kind: int, since: int | None) -> Completeness:
        """Read all of a kind, page by page, and take it in; what that was worth.

        Args:
            connection: Where.
            kind: Which.
            since: The date to begin with; ``None`` reads from the beginning of time.
        """
        limitation = self.information.limitation if self.information else None
        limit = min(self._config.page_limit, (limitation and limitation.max_limit) or 5_000)
        pages = read_all(
            kind=kind,
            author=self._public_key,
            limit=max(1, limit),
            max_pages=self._config.page_count,
            since=since,
        )
        question = next(pages)
        room = asyncio.Semaphore(2)  # decode one page while the next one is on its way
        jobs: list[asyncio.Task[None]] = []
        try:
            while True:
                try:
                    answer = await connection.ask(question)
                except RelayTimeoutError as error:
                    log.info("%s", error)
                    return Completeness.PARTIAL
                if answer.events:
                    await room.acquire()
                    job = self._take(connection, answer.events, room, spread=since is not None)
                    jobs.append(asyncio.ensure_future(job))
                dates = [event.get("created_at") for event in answer.events]
                page = Page(tuple(at for at in dates if type(at) is int), answer.hints)
                try:
                    question = pages.send(page)
                except StopIteration as end:
                    return Completeness(end.value)
        finally:
            await asyncio.gather(*jobs)

    async def _take(
        self,
        connection: Connection,
        events: Sequence[RawEvent],
        room: asyncio.Semaphore,
        *,
        spread: bool,
    ) -> None:
        try:
            await self.ingest(connection, events, spread=spread)
        finally:
            room.release()

    async def ingest(
        self, connection: Connection, events: Sequence[RawEvent], *, spread: bool = True
    ) -> Ingested:
        """Take in what the relay showed, and take down what that says of the relay."""
        ingested = await self._repository.ingest(self._url, events, spread=spread)
        self.showing.note(ingested)
        self._charge(connection, ingested)
        return ingested

    def note_live(self, connection: Connection, ingested: Ingested) -> None:
        """Take down what a live subscription brought."""
        self.showing.note_live(ingested)
        self._charge(connection, ingested)

    @staticmethod
    def _charge(connection: Connection, ingested: Ingested) -> None:
        for offending in ingested.offending:
            connection.charge(offending.offence, offending.identity)

    async def read_whole(self, connection: Connection) -> None:
        """Read everything, so that for a few seconds no address need be asked for by itself."""
        began = self.showing.begin()
        worth = Completeness.COMPLETE
        for kind in (nip09.KIND, nip78.KIND):
            worth &= await self.read_kind(connection, kind, None)
        if worth is Completeness.COMPLETE:
            self.showing.finish(began)
            await self.showing.compare()
