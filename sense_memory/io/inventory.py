"""What a relay shows of an identity, read anew over a connection of its own and taken in nowhere.

Nothing that was remembered of the relay counts here: not what it once said OK to, nor what it once
showed.
"""

import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nips import nip04, nip09, nip78
from nips.nip01 import Filter

from ..core.config import RelayConfig
from ..core.errors import RefusedError, RelayTimeoutError
from ..core.ports import Clock
from ..sync.conduct import Conduct
from ..sync.paging import SMALLEST_CAP, Completeness, Page, read_all
from ..sync.protocol import RawEvent
from ..wire import merge
from ..wire.address import place_of
from ..wire.body import Body
from .carrying import Carried, Shown
from .database import SQLiteDatabase
from .relay_information import read_information
from .repository import Repository
from .transport import Transport
from .websocket import Connection, Traffic, connect


@dataclass(frozen=True)
class Inventory:
    """All that one relay shows.

    Attributes:
        shown: Every genuine event.
        worth: Whether that is all that the relay has.
        hides_messages: Whether it refuses to show messages to oneself (kind 4).
    """

    shown: tuple[Shown, ...]
    worth: Completeness
    hides_messages: bool

    @cached_property
    def bodies(self) -> Mapping[str, Body]:
        """What it knows of each path, all events merged, requests to forget included."""
        bodies: dict[str, Body] = {}
        for one in self.shown:
            if one.path is not None and one.body is not None and one.schema is not None:
                known = bodies.get(one.path)
                bodies[one.path] = merge.merge(known, one.body, one.schema) if known else one.body
        return bodies

    @cached_property
    def texts(self) -> frozenset[tuple[str, str]]:
        """Path and plaintext of what only a newer release understands."""
        return frozenset(
            (one.path, one.text)
            for one in self.shown
            if one.path is not None and one.text is not None
        )

    @cached_property
    def places(self) -> frozenset[str]:
        """Where something stands."""
        return frozenset(place_of(one.event) for one in self.shown if _is_standing(one))

    @cached_property
    def given_up(self) -> Mapping[str, int]:
        """Places that were given up, with the date of the newest request."""
        dates: dict[str, int] = defaultdict(int)
        for one in self.shown:
            if one.gives_up:
                for address in nip09.parse(one.event).addresses:
                    dates[address.d] = max(dates[address.d], one.event.created_at)
        return dates

    def knows(self, record: Carried) -> bool:
        """Whether it shows all that a record says."""
        return record.is_known_to(self.bodies.get(record.body.path))

    def standing(self) -> Mapping[str, Sequence[Shown]]:
        """The events that hold a memory and were not given up yet, by path."""
        by_path: dict[str, list[Shown]] = defaultdict(list)
        for one in self.shown:
            if one.path is not None and _is_standing(one):
                asked = self.given_up.get(place_of(one.event))
                if asked is None or asked < one.event.created_at:
                    by_path[one.path].append(one)
        return by_path


def _is_standing(one: Shown) -> bool:
    return one.event.kind in (nip04.KIND, nip78.KIND)


@contextlib.asynccontextmanager
async def introduced(
    url: str,
    repository: Repository,
    database: SQLiteDatabase,
    clock: Clock,
    config: RelayConfig,
    transport: Transport,
) -> AsyncIterator[Connection]:
    """A connection on which the relay knows who asks, if it wants to.

    Raises:
        RelayError: There is none.
    """
    information = await read_information(
        url, database, clock, config.information_timeout, transport.greet
    )
    async with connect(
        url,
        repository.naming.public_key,
        repository.sign,
        clock,
        config,
        Traffic(),
        Conduct(),
        transport.dial,
    ) as connection:
        limitation = information.limitation if information else None
        if limitation and limitation.max_subscriptions:
            connection.allow(limitation.max_subscriptions)
        if limitation and limitation.auth_required:
            # some relays ask who we are only once we ask something
            question = Filter(kinds=(nip78.KIND,), authors=(repository.naming.public_key,), limit=1)
            with contextlib.suppress(RefusedError, RelayTimeoutError):
                await connection.ask(question)
        if connection.was_challenged and not connection.is_authenticated:
            await connection.wait_for_auth(config.ok_timeout)
        yield connection


async def take_inventory(
    connection: Connection, repository: Repository, config: RelayConfig
) -> Inventory:
    """Read everything of this identity, page by page.

    Raises:
        RelayError: It cannot be read.
    """
    key = repository.naming.public_key
    worth, found = Completeness.COMPLETE, []
    for kind in (nip09.KIND, nip78.KIND):
        some, of_kind = await _read_kind(connection, repository, config, kind, {})
        worth &= of_kind
        found += some
    hides_messages = False
    try:
        some, of_kind = await _read_kind(connection, repository, config, nip04.KIND, {"p": (key,)})
    except RefusedError:
        hides_messages = True
    else:
        worth &= of_kind
        found += some
    if connection.was_challenged and not connection.is_authenticated:
        # NIP-42: a relay may hide from strangers what it holds
        worth &= Completeness.UNPROVEN
    return Inventory(tuple(await repository.look_at(found)), worth, hides_messages)


async def _read_kind(
    connection: Connection,
    repository: Repository,
    config: RelayConfig,
    kind: int,
    tags: Mapping[str, tuple[str, ...]],
) -> tuple[list[RawEvent], Completeness]:
    pages = read_all(
        kind=kind,
        author=repository.naming.public_key,
        limit=max(SMALLEST_CAP, config.page_limit),
        max_pages=config.page_count,
        tags=tags,
    )
    found: list[RawEvent] = []
    question = next(pages)
    while True:
        try:
            answer = await connection.ask(question)
        except RelayTimeoutError:
            return found, Completeness.PARTIAL
        found += answer.events
        dates = await repository.dates_in(answer.events, question)
        try:
            question = pages.send(Page(dates, answer.hints))
        except StopIteration as end:
            return found, Completeness(end.value)
