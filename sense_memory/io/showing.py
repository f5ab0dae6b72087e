"""What one relay shows, and what it once showed."""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from nips import nip04, nip09, nip78

from ..core.ports import Clock
from ..sync.high_water import Place, Version, is_newer, steps_back
from ..wire.address import entry_at
from .database import SQLiteDatabase
from .ingest import Ingested

log = logging.getLogger("sense_memory.io.showing")


class Showing:
    """One relay's records and deletions, as far as they were read.

    Attributes:
        held: Address to the newest version that it showed since the last whole read began.
        deletions: Ids of the deletion requests that it showed.
        unmerged: Addresses where it holds what cannot be merged here.
    """

    def __init__(self, url: str, database: SQLiteDatabase, clock: Clock) -> None:
        self.held: dict[str, Version] = {}
        self.deletions: set[str] = set()
        self.unmerged: set[str] = set()
        self._url = url
        self._database = database
        self._clock = clock
        self._whole_read_at = float("-inf")
        self._fresh: dict[Place, Version] = {}
        self._before: Mapping[Place, Version] = {}

    async def begin(self) -> float:
        """The relay is read anew from the beginning; when that was, for ``finish``."""
        self._before = await self._database.seen(self._url)
        self.held, self.deletions, self.unmerged = {}, set(), set()
        return asyncio.get_running_loop().time()

    def finish(self, began: float) -> None:
        """It was read to its end."""
        self._whole_read_at = began

    def doubt(self) -> None:
        """What was read is known to be outdated."""
        self._whole_read_at = float("-inf")

    @property
    def age(self) -> float:
        """Seconds since the last whole read began."""
        return asyncio.get_running_loop().time() - self._whole_read_at

    def note(self, ingested: Ingested) -> None:
        """Take down what an answer showed."""
        self.note_live(ingested)
        self.unmerged |= ingested.unmerged
        self.deletions |= ingested.deletions
        for address, version in ingested.held.items():
            known = self.held.get(address)
            if known is None or is_newer(version, known):
                self.held[address] = version

    def note_live(self, ingested: Ingested) -> None:
        """Take down what a live subscription brought: it was there, which is no proof it stays."""
        for place, version in _places(ingested).items():
            if place not in self._fresh or is_newer(version, self._fresh[place]):
                self._fresh[place] = version

    async def write_down(self) -> None:
        """Keep the newest that was shown of each place, for later comparison."""
        fresh, self._fresh = self._fresh, {}
        await self._database.note_seen(self._url, fresh)

    async def before(self, address: str) -> Mapping[Place, Version]:
        """What it showed at an address until now: take it before asking, for ``compare``."""
        return await self._database.seen(self._url, [_place(address)])

    async def compare(
        self, ingested: Ingested | None = None, *, before: Mapping[Place, Version] | None = None
    ) -> None:
        """Report where the relay fell behind what it once showed.

        What another process saw after the question was asked is no measure for the answer.

        Args:
            ingested: The answer to a question for one address; ``None`` compares a whole read.
            before: What it showed there before that question.
        """
        if ingested is None:
            places: Sequence[Place] | None = None
            held = {_place(address): version for address, version in self.held.items()}
            held |= {(nip09.KIND, id_): (0, id_) for id_ in self.deletions}
        else:
            places = list(before or {})
            held = _places(ingested)
        seen = dict(self._before if before is None else before)
        if not seen:
            return
        deleted = await self._database.deleted_at([address for _, address in seen])
        not_ours: set[Place] = set()
        if places is None:
            # what other programs keep with this key is theirs to miss
            not_ours = seen.keys() - await self._database.places_of_ours()
            seen = {place: seen[place] for place in seen.keys() - not_ours}
        found = steps_back(seen, held, deleted, places)
        await self._database.note_seen(self._url, {}, [*found.gone, *not_ours])
        counts = len(found.rolled_back), len(found.withheld)
        if any(counts):
            log.warning(
                "%s: relay_rollback at %d places, relay_withholds at %d; it gets them again",
                self._url,
                *counts,
            )
        if ingested is None:
            await self._report(*counts)
        else:
            row = await self._database.relay(self._url)
            await self._report(max(counts[0], row.rolled_back), max(counts[1], row.withheld))

    async def withholds(self, count: int) -> None:
        """It said OK to so many writes and does not show them."""
        row = await self._database.relay(self._url)
        await self._report(row.rolled_back, max(count, row.withheld))

    async def _report(self, *counts: int) -> None:
        row = await self._database.relay(self._url)
        if counts != (row.rolled_back, row.withheld):
            await self._database.set_relay(
                self._url,
                rolled_back=counts[0],
                withheld=counts[1],
                alarmed_at=self._clock.now() if any(counts) else None,
            )


def _place(address: str) -> Place:
    return nip04.KIND if entry_at(address) else nip78.KIND, address


def _places(ingested: Ingested) -> dict[Place, Version]:
    records = {_place(address): version for address, version in ingested.held.items()}
    requests = {(nip09.KIND, id_): (0, id_) for id_ in ingested.deletions}
    return {**records, **requests}
