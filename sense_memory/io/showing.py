"""What one relay shows, and what it once showed."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from nips import nip04, nip09, nip78
from nips.negentropy import Storage

from ..core.ports import Clock
from ..sync.high_water import Place, Version, is_newer, steps_back
from ..sync.reconcile import Difference, Span, part
from ..wire.address import entry_at
from .database import SQLiteDatabase
from .ingest import Ingested
from .rows import Recognised

log = logging.getLogger("sense_memory.io.showing")

Versions = dict[str, Version]
"""Address to version; of a kind 5, id to version."""
OFF_LOOP = 2_000
"""Items from which on putting them in order is worth a thread."""


@dataclass(frozen=True, slots=True)
class Believed:
    """What a relay is taken to show of one kind, until a comparison says better.

    Attributes:
        kind: Which.
        storage: Dates and ids of all that, from a date on.
        marks: The newest that it ever showed, of any date.
        unseen: What stands here and it never showed in any version, of any date.
    """

    kind: int
    storage: Storage
    marks: Versions
    unseen: Versions


class Showing:
    """One relay's records and deletions, as far as they were read.

    The newest that it ever showed is kept in memory while the store is open, so that a relay which
    shows the same again is recognised without reading the file.

    Attributes:
        held: Address to the newest version that it showed since the last whole read began.
        deletions: Ids of the deletion requests that it showed.
        unmerged: Addresses where it holds what cannot be merged here.
        behind: Where it showed less, at the last whole read, than it once did.
    """

    def __init__(self, url: str, database: SQLiteDatabase, clock: Clock) -> None:
        self.held: Versions = {}
        self.deletions: set[str] = set()
        self.unmerged: set[str] = set()
        self.behind: frozenset[Place] = frozenset()
        self._url = url
        self._database = database
        self._clock = clock
        self._whole_read_at = float("-inf")
        self._fresh: dict[Place, Version] = {}
        self._before: dict[int, Versions] = {}
        self._marks: dict[int, Versions] = {}
        self._unseen: dict[int, Versions] = {}
        self._ordered: dict[int, Storage] = {}
        self._seq = 0
        self._as_of: int | None = None

    async def begin(self) -> float:
        """The relay is read anew from the beginning; when that was, for ``finish``."""
        began = asyncio.get_running_loop().time()
        await self._recall()
        self._before = {kind: dict(marks) for kind, marks in self._marks.items()}
        self.held, self.deletions, self.unmerged = {}, set(), set()
        return began

    async def _recall(self) -> None:
        """Read what the relay once showed, if another process may have added to that."""
        as_of = await self._database.foreign_commits()
        if as_of == self._as_of:
            return
        self._seq = await self._database.last_seq()
        self._marks = await self._database.shown.by_kind(self._url)
        # of a relay that was read before, whatever it has not shown is on its way there
        is_known = bool(self._marks)
        self._unseen = {} if is_known else await self._database.comparison.never_shown(self._url)
        self._ordered = {}
        self._as_of = as_of

    async def believed(self, kind: int, since: int | None) -> Believed:
        """What the relay is taken to show of a kind: the newest that it ever did.

        Where it never showed anything, that is what this file holds; so an unknown relay that is up
        to date is recognised as such.
        """
        await self._recall()
        marks, unseen = self._marks.setdefault(kind, {}), self._unseen.setdefault(kind, {})
        if kind == nip09.KIND:
            requests = await self._database.comparison.requests(self._url, since or 0)
            return Believed(kind, _storage(requests), marks, unseen)
        whole = self._ordered.get(kind)
        if whole is None:
            versions = [*marks.values(), *unseen.values()]
            if len(versions) < OFF_LOOP:
                whole = _storage(versions)
            else:
                whole = await asyncio.to_thread(_storage, versions)
            self._ordered[kind] = whole
        return Believed(kind, part(whole, Span(since)), marks, unseen)

    async def recognised(self, ids: Iterable[str]) -> Recognised:
        """What is known here of events that the relay has."""
        return await self._database.comparison.recognised(ids, self._seq)

    async def agree(self, believed: Believed, difference: Difference, *, is_whole: bool) -> bool:
        """Take down what a comparison showed, after the events that it brought.

        Args:
            believed: What was compared.
            difference: What was found.
            is_whole: Whether that was all of the kind.

        Returns:
            Whether the relay still shows all that it once did, or something newer.
        """
        kind, marks = believed.kind, believed.marks
        lacking = {id_.hex() for id_ in difference.have}
        if kind == nip09.KIND:
            self.recognise_requests(i.hex() for i in believed.storage.ids - difference.have)
            return lacking.isdisjoint(marks)
        confirmed = self._agree_on_unseen(believed, lacking)
        gone = {a: v for a, v in marks.items() if v[1] in lacking} if lacking else {}
        if is_whole:
            noted, self.held = self.held, {**self.held, **marks, **confirmed}
            for address in gone:
                del self.held[address]
            for address, version in noted.items():
                self._hold(address, version)
        left = [a for a, v in gone.items() if not is_newer(self._fresh.get((kind, a), v), v)]
        deleted = await self._database.ledger.deleted_at(left)
        return all(deleted.get(address, -1) >= gone[address][0] for address in left)

    def _agree_on_unseen(self, believed: Believed, lacking: set[str]) -> Versions:
        """What the relay showed for the first time in a comparison; it is unseen no longer."""
        if not believed.unseen:
            return {}
        inside = {id_.hex() for id_ in believed.storage.ids}
        compared = {a: v for a, v in believed.unseen.items() if v[1] in inside}
        for address in compared:
            del believed.unseen[address]
        self._ordered.pop(believed.kind, None)
        confirmed = {a: v for a, v in compared.items() if v[1] not in lacking}
        for address, version in confirmed.items():
            self._note_version((believed.kind, address), version)
        return confirmed

    def recognise(self, kind: int, versions: Mapping[str, Version]) -> None:
        """The relay has these versions of what stands here."""
        for address, version in versions.items():
            self._hold(address, version)
            self._note_version((kind, address), version)

    def recognise_past(self, address: str, id_: str) -> bool:
        """The relay has a version that something newer here covers.

        Returns:
            ``False`` if it once had another one, so that the date of this one matters.
        """
        if address in self._marks.get(_place(address)[0], {}):
            return False
        self.held.setdefault(address, (0, id_))
        return True

    def recognise_requests(self, ids: Iterable[str]) -> None:
        """The relay has these deletion requests."""
        new = set(ids) - self.deletions
        self.deletions |= new
        self._fresh.update({(nip09.KIND, id_): (0, id_) for id_ in new})

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
            self._hold(address, version)

    def note_live(self, ingested: Ingested) -> None:
        """Take down what a live subscription brought: it was there, which is no proof it stays."""
        for place, version in _places(ingested).items():
            self._note_version(place, version)

    def _hold(self, address: str, version: Version) -> None:
        known = self.held.get(address)
        if known is None or is_newer(version, known):
            self.held[address] = version

    def _note_version(self, place: Place, version: Version) -> None:
        if place not in self._fresh or is_newer(version, self._fresh[place]):
            self._fresh[place] = version

    async def write_down(self) -> None:
        """Keep the newest that was shown of each place, for later comparison."""
        fresh, self._fresh = self._fresh, {}
        news = {
            (kind, address): version
            for (kind, address), version in fresh.items()
            if is_newer(version, self._marks.get(kind, {}).get(address, _NOTHING))
        }
        await self._database.shown.note(self._url, news)
        for (kind, address), version in news.items():
            self._marks.setdefault(kind, {})[address] = version
            self._unseen.get(kind, {}).pop(address, None)
            self._ordered.pop(kind, None)

    async def _strike_out(self, places: Collection[Place]) -> None:
        """Expect these places of the relay no more."""
        await self._database.shown.note(self._url, {}, list(places))
        for kind, address in places:
            self._marks.get(kind, {}).pop(address, None)
            self._ordered.pop(kind, None)

    async def before(self, address: str) -> Mapping[Place, Version]:
        """What it showed at an address until now: take it before asking, for ``compare``."""
        return await self._database.shown.newest(self._url, [_place(address)])

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
            seen = self._stepped_back()
            # what other programs keep with this key is theirs to miss
            ours = await self._database.comparison.ours_among(seen) if seen else set()
            not_ours = seen.keys() - ours
            seen = {place: seen[place] for place in ours}
            held = {
                _place(address): version
                for _, address in seen
                if (version := self.held.get(address))
            }
        else:
            seen, not_ours = dict(before or {}), set()
            held = _places(ingested)
            if not seen:
                return
        deleted = await self._database.ledger.deleted_at([address for _, address in seen])
        found = steps_back(seen, held, deleted)
        await self._strike_out([*found.gone, *not_ours])
        counts = len(found.rolled_back), len(found.withheld)
        if ingested is None:
            self.behind = frozenset((*found.rolled_back, *found.withheld))
            await self._report(*counts)
        else:
            row = await self._database.relays.get(self._url)
            await self._report(max(counts[0], row.rolled_back), max(counts[1], row.withheld))

    def _stepped_back(self) -> dict[Place, Version]:
        """Where the relay shows less than it did before the last whole read, and what it did."""
        return {
            (kind, address): version
            for kind, marks in self._before.items()
            for address, version in marks.items()
            if (
                address not in self.deletions
                if kind == nip09.KIND
                else (now := self.held.get(address)) != version
                and (now is None or is_newer(version, now))
            )
        }

    async def withholds(self, count: int) -> None:
        """It said OK to so many writes and does not show them."""
        row = await self._database.relays.get(self._url)
        await self._report(row.rolled_back, max(count, row.withheld))

    async def _report(self, *counts: int) -> None:
        row = await self._database.relays.get(self._url)
        if counts != (row.rolled_back, row.withheld):
            if any(counts):
                words = zip(("relay_rollback", "relay_withholds"), counts, strict=True)
                said = [
                    f"{word} at {count} {'place' if count == 1 else 'places'}"
                    for word, count in words
                    if count
                ]
                log.warning("%s: %s; it gets them again", self._url, ", ".join(said))
            await self._database.relays.note(
                self._url,
                rolled_back=counts[0],
                withheld=counts[1],
                alarmed_at=self._clock.now() if any(counts) else None,
            )


_NOTHING: Version = (-1, "")
"""Older than any version."""


def _storage(versions: Iterable[Version]) -> Storage:
    return Storage((at, bytes.fromhex(id_)) for at, id_ in versions)


def _place(address: str) -> Place:
    return nip04.KIND if entry_at(address) else nip78.KIND, address


def _places(ingested: Ingested) -> dict[Place, Version]:
    records = {_place(address): version for address, version in ingested.held.items()}
    requests = {(nip09.KIND, id_): (0, id_) for id_ in ingested.deletions}
    return {**records, **requests}
