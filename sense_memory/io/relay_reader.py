"""Asking one relay what it holds, and taking in what it says."""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from nips import nip04, nip09, nip78
from nips.nip01 import Filter
from nips.nip11 import RelayInformation

from ..core.config import RelayConfig
from ..core.errors import RefusedError, RelayTimeoutError
from ..core.ports import Clock
from ..sync.paging import SMALLEST_CAP, Completeness, Page, read_all
from ..sync.protocol import RawEvent
from ..wire.address import entry_at
from .database import SQLiteDatabase
from .ingest import Fate, Ingested
from .relay_comparer import RelayComparer, Scope
from .repository import Repository
from .showing import Showing
from .websocket import Connection

log = logging.getLogger("sense_memory.io.relay_reader")


class RelayReader:
    """Reads one relay, over whichever connection there is.

    Attributes:
        showing: What it showed so far.
        information: What it says of itself, once that was read.
        had_news: Whether it showed something that was not known here.
        hides_entries: Whether it refused to show journal entries of kind 4 when asked last.
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
        self.had_news = False
        self.hides_entries = False
        self._asked_in_vain: Connection | None = None
        self._url = url
        self._repository = repository
        self._public_key = repository.naming.public_key
        self._config = config
        self._comparer = RelayComparer(
            url, self.showing, self._ingest, repository, database, clock, config
        )

    async def read_bootstrap(self, connection: Connection) -> None:
        """Settings, then the keys they name, so that the rest can be placed as it comes."""
        asked: set[str] = set()
        while wanted := [a for a in self._repository.bootstrap_wanted() if a not in asked]:
            asked.update(wanted)
            for address in wanted:
                answer = await connection.ask(self.at(address))
                await self.ingest(connection, answer.events)

    async def has_lost_settings(self, connection: Connection) -> bool:
        """Whether the relay lacks the one record that all others need.

        A relay that lost everything looks like one that is up to date, to whoever asks for news.
        """
        address = self._repository.settings_address
        if address is None:
            return False
        answer = await connection.ask(self.at(address))
        return address not in (await self.ingest(connection, answer.events)).held

    def at(self, address: str) -> Filter:
        """The question for one address."""
        id_ = entry_at(address)
        if id_ is not None:
            # with the kind, or a relay that guards it would hide the entry without a word
            return Filter(ids=(id_,), kinds=(nip04.KIND,), authors=(self._public_key,), limit=20)
        return Filter(
            kinds=(nip78.KIND,), authors=(self._public_key,), tags={"d": (address,)}, limit=20
        )

    def deletions_at(self, address: str) -> Filter:
        """The question for the requests that delete what stands at one address."""
        id_ = entry_at(address)
        place = f"{nip78.KIND}:{self._public_key}:{address}"
        tags = {"a": (place,)} if id_ is None else {"e": (id_,)}
        return Filter(kinds=(nip09.KIND,), authors=(self._public_key,), tags=tags, limit=20)

    @property
    def to_self(self) -> Mapping[str, tuple[str, ...]]:
        """The tag of messages to oneself, to ask for them by."""
        return {"p": (self._public_key,)}

    def is_a_stranger(self, connection: Connection) -> bool:
        """Whether the relay wants to know who asks, and does not.

        A challenge that came of asking for messages, which this store does not use, is none of the
        rest: that was answered before.
        """
        was_challenged = connection.was_challenged and connection is not self._asked_in_vain
        limitation = self.information.limitation if self.information else None
        wants_auth = was_challenged or bool(limitation and limitation.auth_required)
        return wants_auth and not connection.is_authenticated

    async def read_entries(self, connection: Connection, since: int | None) -> Completeness:
        """Read journal entries of kind 4; what that is worth to a store that may not use them.

        Many relays guard this kind. Where nothing suggests that there are such entries, a refusal
        counts for nothing.
        """
        was_challenged = connection.was_challenged
        self.hides_entries = False
        try:
            worth = await self.read_kind(connection, nip04.KIND, since, tags=self.to_self)
        except RefusedError as error:
            log.info("%s: no messages to oneself: %s", self._url, error)
            self.hides_entries = True
            worth = Completeness.UNPROVEN
        if await self._repository.uses_kind_4():
            return worth
        if connection.was_challenged and not was_challenged:
            self._asked_in_vain = connection
        return Completeness.COMPLETE

    @property
    def has_lost(self) -> bool:
        """Whether it turned out, while it was asked for news, to lack what it once showed."""
        return self._comparer.has_lost

    async def read_kind(
        self,
        connection: Connection,
        kind: int,
        since: int | None,
        *,
        tags: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Completeness:
        """Read all of a kind, by comparison or page by page; what that was worth.

        Args:
            connection: Where.
            kind: Which.
            since: The date to begin with; ``None`` reads from the beginning of time.
            tags: What else the events must have.
        """
        try:
            scope = Scope(kind, tags or {}, since)
            worth = await self._comparer.read(connection, scope, self.information)
        except RelayTimeoutError as error:
            log.info("%s", error)
            return Completeness.PARTIAL
        if worth is not None:
            return worth
        return await self._read_pages(connection, kind, since, tags)

    async def _read_pages(
        self,
        connection: Connection,
        kind: int,
        since: int | None,
        tags: Mapping[str, tuple[str, ...]] | None,
    ) -> Completeness:
        limitation = self.information.limitation if self.information else None
        # no relay known cuts below this, whatever it says; our own writes put up to 20 into one
        # second, and a page must hold more than that
        least = max((limitation and limitation.max_limit) or 5_000, SMALLEST_CAP)
        limit = min(self._config.page_limit, least)
        pages = read_all(
            kind=kind,
            author=self._public_key,
            limit=max(1, limit),
            max_pages=self._config.page_count,
            since=since,
            tags=tags,
        )
        question = next(pages)
        room = asyncio.Semaphore(2)  # decode one page while the next one is on its way
        jobs: list[asyncio.Task[None]] = []
        before: Sequence[RawEvent] = ()
        try:
            while True:
                try:
                    answer = await connection.ask(question)
                except RelayTimeoutError as error:
                    log.info("%s", error)
                    return Completeness.PARTIAL
                dates = await self._repository.dates_in(answer.events, question)
                # pages share their edge: two plans for it would be in each other's way
                known = {str(event.get("id")): event for event in before}
                news = [
                    event for event in answer.events if known.get(str(event.get("id"))) != event
                ]
                before = answer.events
                if news:
                    await room.acquire()
                    job = self._take(connection, news, room, spread=since is not None)
                    jobs.append(asyncio.ensure_future(job))
                page = Page(dates, answer.hints)
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

    async def _ingest(
        self, connection: Connection, events: Sequence[RawEvent], spread: bool
    ) -> Ingested:
        return await self.ingest(connection, events, spread=spread)

    async def ingest(
        self, connection: Connection, events: Sequence[RawEvent], *, spread: bool = True
    ) -> Ingested:
        """Take in what the relay showed, and take down what that says of the relay."""
        ingested = await self._repository.ingest(self._url, events, spread=spread)
        self.showing.note(ingested)
        self._charge(connection, ingested)
        self.had_news |= Fate.TAKEN in ingested.fates.values()
        return ingested

    def note_live(self, connection: Connection, ingested: Ingested) -> None:
        """Take down what a live subscription brought."""
        self.showing.note_live(ingested)
        self._charge(connection, ingested)

    @staticmethod
    def _charge(connection: Connection, ingested: Ingested) -> None:
        for offending in ingested.offending:
            connection.charge(offending.offence, offending.identity)

    async def begin(self, *, is_whole: bool) -> float:
        """The relay is read anew; when that was, for ``Showing.finish``."""
        self._comparer.has_lost = False
        return await self.showing.begin() if is_whole else 0.0

    async def read_whole(self, connection: Connection) -> None:
        """Read everything, so that for a few seconds no address need be asked for by itself."""
        began = await self.begin(is_whole=True)
        worth = Completeness.COMPLETE
        for kind in (nip09.KIND, nip78.KIND):
            worth &= await self.read_kind(connection, kind, None)
        if await self._repository.uses_kind_4():
            worth &= await self.read_entries(connection, None)
        if worth is Completeness.COMPLETE:
            self.showing.finish(began)
            await self.showing.compare()
