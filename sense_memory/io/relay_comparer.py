"""Reading one relay by comparison (NIP-77): what it shows as before is not sent again."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from nips import nip09
from nips.messages import Prefix
from nips.negentropy import MIN_FRAME_LIMIT, Storage
from nips.nip01 import Filter
from nips.nip11 import RelayInformation

from ..core.config import RelayConfig
from ..core.errors import RefusedError, RelayError, RelayTimeoutError
from ..core.ports import Clock
from ..sync.paging import Completeness
from ..sync.protocol import RawEvent
from ..sync.reconcile import Difference, compare_all, is_too_much, part
from ..wire.stamp import MAX_DATE
from .database import SQLiteDatabase
from .ingest import Ingested
from .repository import Repository
from .showing import Showing
from .tasks import together
from .websocket import Connection

log = logging.getLogger("sense_memory.io.relay_comparer")

NIP = 77
YES, NO = "yes", "no"
"""What the file remembers of a relay."""
REMEMBERED = 86_400.0
"""Seconds for which a relay that did not compare is not asked to."""
FRAME = 60_000
"""Bytes of our longest message; strfry takes frames of 131,072 characters."""
BATCH = 100
"""Ids in one question."""
ROUNDS = 10
"""How often ids that did not come are asked for, as long as some do."""
SAMPLE = 8
"""Events that a relay must show of those that it says it has."""
MOST_IDLE = 65_536

Ingest = Callable[[Connection, Sequence[RawEvent], bool], Awaitable[Ingested]]
"""Takes in what a relay showed; the last argument says whether other relays get what is new."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is compared.

    Attributes:
        kind: Events of this kind.
        tags: With these tags.
        since: From this date on; ``None`` for all.
    """

    kind: int
    tags: Mapping[str, tuple[str, ...]]
    since: int | None


class RelayComparer:
    """Compares what one relay has with what it is believed to have.

    Attributes:
        has_lost: Whether a relay that was asked for news turned out to lack what it once showed.
    """

    def __init__(
        self,
        url: str,
        showing: Showing,
        ingest: Ingest,
        repository: Repository,
        database: SQLiteDatabase,
        clock: Clock,
        config: RelayConfig,
    ) -> None:
        self.has_lost = False
        self._url = url
        self._showing = showing
        self._ingest = ingest
        self._repository = repository
        self._public_key = repository.naming.public_key
        self._database = database
        self._clock = clock
        self._page = config.page_limit
        self._refused_by: Connection | None = None
        self._idle: set[str] = set()

    async def read(
        self, connection: Connection, scope: Scope, information: RelayInformation | None
    ) -> Completeness | None:
        """Read what is new of a kind and take it in; what that was worth.

        Returns:
            ``None`` if it is to be read page by page: the relay does not compare, or nearly all of
            it would be new.

        Raises:
            RelayError: The relay does not answer an ordinary question.
        """
        frame = _frame_limit(information)
        if frame < MIN_FRAME_LIMIT or not await self._is_able(connection, information):
            return None
        believed = await self._showing.believed(scope.kind, scope.since)
        storage = believed.storage
        if not len(storage):
            return None
        difference = await self._difference(connection, scope, storage, frame)
        if difference is None or len(difference.need) > max(self._page, len(storage)):
            return None
        new = {id_.hex() for id_ in difference.need}
        done = await self._take_in(connection, scope, storage, difference, new)
        if new - done:
            # what does not come may have been replaced meanwhile: then it is not named again
            difference = await self._difference(connection, scope, storage, frame)
            if difference is None:
                return None
            new = {id_.hex() for id_ in difference.need}
            done |= await self._fetch(connection, scope, new - done)
        is_whole = scope.since is None
        if is_whole and not await self._is_borne_out(connection, scope, storage, difference):
            error = RefusedError(self._url, "", "it says that it has what it does not show")
            await self._give_up(connection, error)
            return None
        if not await self._showing.agree(believed, difference, is_whole=is_whole):
            self.has_lost = True
        return Completeness.UNPROVEN if new - done else Completeness.COMPLETE

    # ------------------------------------------------------- what the relay can do

    async def _is_able(self, connection: Connection, information: RelayInformation | None) -> bool:
        """Whether it is worth asking: a relay that says nothing about itself may be able to."""
        if connection is self._refused_by:
            return False
        if information is not None and NIP not in information.supported_nips:
            return False
        row = await self._database.relays.get(self._url)
        age = self._clock.now() - (row.negentropy_at or 0)
        return row.negentropy != NO or not 0 <= age < REMEMBERED

    async def _give_up(self, connection: Connection, error: RelayError) -> None:
        """Read this relay page by page, on this connection and for a day."""
        log.info("%s: no comparison: %s", self._url, error)
        self._refused_by = connection
        closed_to_us = (Prefix.AUTH_REQUIRED, Prefix.RESTRICTED)
        if isinstance(error, RefusedError) and error.prefix in closed_to_us:
            return  # that is about us, not about what it can do
        await self._database.relays.note(self._url, negentropy=NO, negentropy_at=self._clock.now())

    async def _note_able(self) -> None:
        if (await self._database.relays.get(self._url)).negentropy != YES:
            await self._database.relays.note(
                self._url, negentropy=YES, negentropy_at=self._clock.now()
            )

    # ------------------------------------------------------------------- comparing

    async def _difference(
        self, connection: Connection, scope: Scope, storage: Storage, frame: int
    ) -> Difference | None:
        """What is here and not there, and the other way round; ``None`` if it cannot be found."""
        spans = compare_all(storage, since=scope.since, ceiling=MAX_DATE)
        span = next(spans)
        whole: Difference | None = None
        while True:
            question = Filter(
                kinds=(scope.kind,),
                authors=(self._public_key,),
                tags=scope.tags,
                since=span.since,
                until=span.until,
            )
            found: Difference | None = None
            try:
                found = await connection.compare(question, part(storage, span), frame)
            except (RefusedError, RelayTimeoutError) as error:
                if not _is_too_much(error):
                    await self._give_up(connection, error)
                    return None
            try:
                span = spans.send(found)
            except StopIteration as end:
                whole = end.value
                break
        if whole is None:
            too_much = RefusedError(self._url, Prefix.BLOCKED, "too much in every span")
            await self._give_up(connection, too_much)
        else:
            await self._note_able()
        return whole

    async def _is_borne_out(
        self, connection: Connection, scope: Scope, storage: Storage, difference: Difference
    ) -> bool:
        """Whether the relay shows some events, of our choice, that it says it has.

        Who holds nothing could say that it holds all we name: a question for events cannot be
        answered like that.
        """
        said = sorted(storage.ids - difference.have)
        chosen = secrets.SystemRandom().sample(said, min(SAMPLE, len(said)))
        return not chosen or len(
            await self._fetch_some(connection, scope, [id_.hex() for id_ in chosen])
        ) == len(chosen)

    # -------------------------------------------------------------- taking in

    async def _take_in(
        self,
        connection: Connection,
        scope: Scope,
        storage: Storage,
        difference: Difference,
        new: set[str],
    ) -> set[str]:
        """Take in what is new of what the relay has; the ids that need not be asked for again."""
        done = await self._take_aside(connection, scope, storage, difference)
        if new <= done:
            return done
        known = await self._showing.recognised(new)
        if scope.kind == nip09.KIND:
            self._showing.recognise_requests(known.requests)
            done |= known.requests
        else:
            self._showing.recognise(scope.kind, known.heads)
            done |= {id_ for _, id_ in known.heads.values()}
            past = {a: i for a, i in known.past.items() if self._showing.recognise_past(a, i)}
            await self._repository.catch_up(self._url, list(past))
            done |= set(past.values())
        done |= new & self._idle
        return done | await self._fetch(connection, scope, new - done)

    async def _take_aside(
        self, connection: Connection, scope: Scope, storage: Storage, difference: Difference
    ) -> set[str]:
        """Look again at what the relay has and nobody here could use so far.

        It is here already; but what it stands for must not be written over.
        """
        aside = await self._repository.aside(scope.kind)
        shown = [
            event
            for event in aside
            if (id_ := bytes.fromhex(event.id)) in difference.need
            or (id_ in storage.ids and id_ not in difference.have)
        ]
        if shown:
            await self._ingest(connection, [e.to_dict() for e in shown], scope.since is not None)
        return {event.id for event in shown}

    async def _fetch(self, connection: Connection, scope: Scope, ids: set[str]) -> set[str]:
        """Download events; the ids of those that came. Some relays send fewer than they have."""
        came: set[str] = set()
        room = asyncio.Semaphore(2)  # decode one batch while the next one is on its way

        async def fetch(some: list[str]) -> None:
            async with room:
                came.update(await self._fetch_some(connection, scope, some))

        for _ in range(ROUNDS):
            left = sorted(ids - came)
            if not left:
                break
            before = len(came)
            await together(fetch(left[n : n + BATCH]) for n in range(0, len(left), BATCH))
            if len(came) == before:
                break
        return came

    async def _fetch_some(self, connection: Connection, scope: Scope, ids: list[str]) -> set[str]:
        """Ask for some events by id and take them in; the ids of those that came."""
        question = Filter(
            ids=tuple(ids), kinds=(scope.kind,), authors=(self._public_key,), limit=len(ids)
        )
        answer = await connection.ask(question)
        ingested = await self._ingest(connection, answer.events, scope.since is not None)
        wrong = {offending.identity[:64] for offending in ingested.offending}
        came = {str(event.get("id")) for event in answer.events} - wrong
        used = {id_ for _, id_ in ingested.held.values()} | ingested.deletions
        if len(self._idle) > MOST_IDLE:
            self._idle.clear()
        self._idle |= came - used
        return came


def _frame_limit(information: RelayInformation | None) -> int:
    """Bytes of a message whose frame the relay takes, written in hexadecimal digits."""
    longest = information.limitation.max_message_length if information else None
    return FRAME if longest is None else min(FRAME, (longest - 1_000) // 2)


def _is_too_much(error: RelayError) -> bool:
    return isinstance(error, RefusedError) and is_too_much(f"{error.prefix}: {error.message}")
