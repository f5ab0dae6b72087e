"""Two and three stores that relate, correct, supersede, end, note and forget, and tell each other.

Whatever they do, and in whatever order they meet: of a relation at most one version counts at a
moment, and that is the one which a log of all that was told says; no version that anybody told is
lost, whatever came after it, and it says what it said; and once they have told each other
everything, all show the same.

The log knows no chains and no merging. It is a set of lines, of which a device knows those that it
wrote or was handed, and every question goes through all lines anew.
"""

import asyncio
import math
import random
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import pytest

from sense_memory import Edge, Graph, Identity, InputError, MemoryStore, Note, UnknownMemoryError
from sense_memory.testing import ManualClock

from .histories import EXAMPLES

HISTORIES = max(6, EXAMPLES // 300)
STEPS = 22
NOW, DAY = 1_700_000_000.0, 86_400.0
ADA = "person:Ada"
OTHERS = ("person:Bob", "entity:Acme")
WORDS = ("friend", "rival")

Line: TypeAlias = "Made | Told | Ended | Corrected | Noted | Gone"
Chain: TypeAlias = frozenset[str]
"""Two nodes and a word."""


@dataclass(frozen=True)
class Made:
    """A node came to be; who has heard of none makes another one."""

    number: int
    key: str


@dataclass(frozen=True)
class Told:
    """A version, and on which nodes it was told."""

    id: str
    chain: Chain
    on: tuple[frozenset[Made], ...]
    start: float
    recorded: float
    replaces: str
    said: tuple[object, ...]


@dataclass(frozen=True)
class Ended:
    """A version ends; who says so last is right."""

    id: str
    end: float
    learned: float


@dataclass(frozen=True)
class Corrected:
    """A version never was so; who says so last is right about when that was learned."""

    id: str
    learned: float


@dataclass(frozen=True)
class Noted:
    """Something was noted of a version or a node."""

    name: str
    of: str
    on: frozenset[Made]


@dataclass(frozen=True)
class Gone:
    """Somebody forgot it, as far as it was known there."""

    what: str
    seen: frozenset[Made] = frozenset()


@dataclass
class Log:
    """What one device knows."""

    lines: set[Line] = field(default_factory=set)

    def made(self, key: str) -> frozenset[Made]:
        """As what a node came to be that stands."""
        gone = {
            one
            for line in self.lines
            if isinstance(line, Gone) and line.what == key
            for one in line.seen
        }
        found = (line for line in self.lines if isinstance(line, Made) and line.key == key)
        return frozenset(found) - gone

    def _is_gone(self, name: str) -> bool:
        return any(isinstance(line, Gone) and line.what == name for line in self.lines)

    def _stands(self, on: Iterable[frozenset[Made]]) -> bool:
        """Whether something was told of nodes that stand."""
        return all(any(made in self.made(made.key) for made in creations) for creations in on)

    @property
    def versions(self) -> list[Told]:
        """Those that nobody forgot, nor a node of theirs."""
        return [
            line
            for line in self.lines
            if isinstance(line, Told) and not self._is_gone(line.id) and self._stands(line.on)
        ]

    @property
    def notes(self) -> set[str]:
        """The same of notes."""
        versions = {one.id for one in self.versions}
        return {
            line.name
            for line in self.lines
            if isinstance(line, Noted)
            and not self._is_gone(line.name)
            and (line.of in versions if not line.on else self._stands([line.on]))
        }

    def end(self, version: Told, known: float = math.inf) -> float:
        """Until when a version holds, as was known."""
        corrections = [
            line.learned
            for line in self.lines
            if isinstance(line, Corrected) and line.id == version.id
        ]
        if corrections and max(corrections) <= known:
            return -math.inf
        end, learned = self.told_end(version)
        return math.inf if learned > known else end

    def told_end(self, version: Told) -> tuple[float, float]:
        """When a version ends, corrected or not, and when that was learned."""
        ends = [line for line in self.lines if isinstance(line, Ended) and line.id == version.id]
        if ends:
            last = max(ends, key=lambda line: line.learned)
            return last.end, last.learned
        # who ended what somebody corrected apart ended the correction
        corrected = {line.id for line in self.lines if isinstance(line, Corrected)}
        for other in self.versions:
            if other.id == version.replaces and other.id in corrected:
                end, learned = self.told_end(other)
                if version.start < end:
                    return end, max(learned, version.recorded)
        return math.inf, -math.inf

    def holds(self, version: Told, at: float, known: float = math.inf) -> bool:
        """Whether a version says that it holds at a moment."""
        return version.recorded <= known and version.start <= at < self.end(version, known)

    def at(self, moment: float, known: float = math.inf) -> list[str]:
        """The ids of what counts, of each relation the one that began last."""
        best: dict[Chain, Told] = {}
        for one in self.versions:
            if self.holds(one, moment, known):
                other = best.get(one.chain)
                if other is None or (one.start, one.id) > (other.start, other.id):
                    best[one.chain] = one
        return sorted(one.id for one in best.values())

    def open_ones(self, chain: Chain) -> list[Told]:
        """The versions of a relation that go on."""
        return [one for one in self.versions if one.chain == chain and self.end(one) == math.inf]

    def contradicts(self, chain: Chain, start: float, end: float) -> bool:
        """Whether a version says something of a time of which another one is to be told."""
        others = [one for one in self.versions if one.chain == chain]
        return any(
            self.holds(one, max(start, one.start)) and max(start, one.start) < end for one in others
        )


class Device:
    """Stores that share a file, or one without a file, and the log of what it was told."""

    def __init__(self, stores: list[MemoryStore], world: "World") -> None:
        self.stores, self.world = stores, world
        self.log = Log()

    @property
    def store(self) -> MemoryStore:
        return self.world.chance.choice(self.stores)

    @property
    def graph(self) -> Graph:
        return self.store.graph

    def write(self, *lines: Line) -> None:
        self.log.lines |= set(lines)

    def tell(self, edge: Edge) -> None:
        """Write down a version."""
        ends = (edge.from_key, edge.to_key)
        for key in ends:
            if not self.log.made(key):
                self.write(Made(self.world.next(), key))
        chain = frozenset((*ends, edge.relationship_type))
        on = tuple(self.log.made(key) for key in ends)
        told = Told(
            edge.id, chain, on, edge.valid_from, edge.recorded_at, edge.replaces, said_by(edge)
        )
        self.write(told)
        if edge.valid_to is not None:
            learned = edge.recorded_at if edge.invalidated_at is None else edge.invalidated_at
            self.write(Ended(edge.id, edge.valid_to, learned))

    # ------------------------------------------------------------------ what it does

    async def relate(self) -> None:
        chance, other, word = self.world.chance, *self.world.relation()
        start = self.world.moment()
        end = chance.choice((None, None, start + chance.randint(1, 6) * DAY))
        chain = frozenset(("person:ada", other.casefold(), word))
        ends = (ADA, other) if chance.random() < 0.5 else (other, ADA)
        is_refused = self.log.contradicts(chain, start, math.inf if end is None else end)
        try:
            edge = await self.graph.relate(
                *ends,
                word,
                description=f"told {self.world.next()}",
                attitude=chance.randint(1, 5),
                valid_from=start,
                valid_to=end,
            )
        except InputError:
            assert is_refused, "nothing was told of that time"
        else:
            assert not is_refused, "something else was told of that time"
            self.tell(edge)

    def any_version(self) -> Told | None:
        """One of those that stand, rather one that goes on."""
        versions = sorted(self.log.versions, key=lambda one: one.id)
        open_ones = [one for one in versions if self.log.end(one) == math.inf]
        if open_ones and self.world.chance.random() < 0.6:
            return self.world.chance.choice(open_ones)
        return self.world.chance.choice(versions) if versions else None

    async def update(self) -> None:
        if (old := self.any_version()) is None:
            return
        chance, now = self.world.chance, self.world.clock.now()
        try:
            edge = await self.graph.update(
                old.id,
                relationship_type=chance.choice((None, None, *WORDS)),
                description=chance.choice((None, f"right {self.world.next()}")),
                proximity=chance.choice((None, 5)),
                valid_from=chance.choice((None, None, self.world.moment())),
            )
        except InputError:
            return
        assert self.log.end(old) > old.start, "what never was so is corrected no more"
        if edge.id != old.id:
            assert (edge.replaces, edge.recorded_at) == (old.id, now)
            self.write(Corrected(old.id, now))
            self.tell(edge)

    async def supersede(self) -> None:
        if (old := self.any_version()) is None:
            return
        begins = self.world.chance.choice((None, None, self.world.moment()))
        word = self.world.chance.choice((None, *WORDS))
        open_ones = self.log.open_ones(old.chain)
        try:
            edge = await self.graph.supersede(
                old.id,
                relationship_type=word,
                description=f"changed {self.world.next()}",
                valid_from=begins,
            )
        except InputError:
            return
        if edge.replaces == old.id:
            assert old in open_ones, "only what goes on is superseded"
            self.write(*(Ended(one.id, edge.valid_from, edge.recorded_at) for one in open_ones))
        else:
            await self.cut(old, edge.replaces)
        self.tell(edge)

    async def invalidate(self) -> None:
        if (old := self.any_version()) is None:
            return
        at = self.world.chance.choice((None, self.world.moment(), old.start))
        open_ones = self.log.open_ones(old.chain)
        try:
            edge = await self.graph.invalidate(old.id, at)
        except InputError:
            return
        now = self.world.clock.now()
        if edge.id != old.id:
            await self.cut(old, edge.id)
        elif edge.corrected_at is not None:
            self.write(Corrected(old.id, edge.corrected_at))
        else:
            assert old in open_ones, "only what goes on ends"
            end = now if at is None else at
            self.write(*(Ended(one.id, end, now) for one in open_ones))

    async def cut(self, old: Told, by: str) -> None:
        """It was to end later, and was corrected by what ends now."""
        (found,) = [one for one in await self.graph.history(by) if one.id == by]
        assert found.edge.replaces == old.id
        self.write(Corrected(old.id, found.edge.recorded_at))
        self.tell(found.edge)

    async def note(self) -> None:
        chance, old = self.world.chance, self.any_version()
        of = chance.choice(("person:ada", *([old.id] if old else [])))
        try:
            note = await self.graph.note(of, f"noted {self.world.next()}", lifetime="forever")
        except UnknownMemoryError:
            assert not self.log.made(of), "what stands is noted of"
        else:
            self.write(Noted(name_of(note), of, self.log.made(of)))

    async def forget(self) -> None:
        old = self.any_version()
        notes = sorted(self.log.notes)
        what = self.world.chance.choice(
            (*([old.id] if old else []), *notes[:1], "entity:acme", "person:bob")
        )
        try:
            await self.graph.forget(what)
        except UnknownMemoryError:
            assert not self.log.made(what), "what stands is forgotten"
        else:
            self.write(Gone(what, self.log.made(what)))

    async def hear(self, other: "Device") -> None:
        await self.store.import_events([line async for line in other.store.export_events()])
        self.log.lines |= other.log.lines

    # ----------------------------------------------------------------- what it shows

    async def check(self, times: int) -> None:
        """Whether it shows what the log says."""
        chance = self.world.chance
        moments = [self.world.clock.now(), *(self.world.moment() for _ in range(times))]
        for moment in moments:
            known = chance.choice((None, self.world.any_time()))
            held = await self.graph.at(moment, known)
            expected = self.log.at(moment, math.inf if known is None else known)
            assert sorted(one.id for one in held) == expected
        current = await self.graph.edges()
        assert sorted(one.id for one in current) == self.log.at(moments[0])
        assert all(one.is_current for one in current)
        relations = {
            (one.edge.from_key, one.edge.to_key, one.edge.relationship_type) for one in current
        }
        assert len(relations) == len(current), "one of each relation is current at most"

    async def check_whole(self) -> None:
        """Whether nothing is lost: every version says what it said, and every note is there."""
        assert {one.key for one in await self.graph.nodes()} == {
            line.key
            for line in self.log.lines
            if isinstance(line, Made) and self.log.made(line.key)
        }
        for one in self.log.versions:
            history = {each.id: each for each in await self.graph.history(one.id)}
            mine = history[one.id].edge
            assert said_by(mine) == one.said
            assert (mine.valid_from, mine.recorded_at) == (one.start, one.recorded)
            same = {each.id for each in self.log.versions if each.chain == one.chain}
            assert same <= history.keys(), "all of a relation is its history"
            is_void = self.log.end(one) <= one.start
            assert not is_void or history[one.id].until == one.start
        targets = ["person:ada"] if self.log.made("person:ada") else []
        targets += [one.id for one in self.log.versions if self.log.end(one) > one.start]
        # what was noted of a corrected version is told of the one that corrects it
        shown = {name_of(note) for of in targets for note in await self.graph.notes(of)}
        assert shown <= self.log.notes
        own = {
            line.name
            for line in self.log.lines
            if isinstance(line, Noted) and line.of in targets and line.name in self.log.notes
        }
        assert own <= shown

    async def shown(self) -> list[object]:
        """All that it shows."""
        found: list[object] = [*await self.graph.nodes()]
        for one in sorted(self.log.versions, key=lambda told: told.id):
            found += await self.graph.history(one.id)
        return found


def said_by(edge: Edge) -> tuple[object, ...]:
    """What a version says for ever."""
    return edge.description, edge.attitude, edge.proximity, edge.orientation, edge.recorded_by


def name_of(note: Note) -> str:
    return f"{note.target}/{note.id}"


class World:
    """Some devices, one clock, and chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = ManualClock(NOW)
        self.count = 0

    def next(self) -> int:
        self.count += 1
        return self.count

    def relation(self) -> tuple[str, str]:
        return self.chance.choice(OTHERS), self.chance.choice(WORDS)

    def moment(self) -> float:
        """One of a few days, so that moments meet."""
        return NOW + self.chance.randint(-5, 5) * DAY

    def any_time(self) -> float:
        """Some time between the beginning and now."""
        return NOW + self.chance.random() * (self.clock.now() - NOW)


ACTIONS = (
    ("relate",) * 6 + ("update", "supersede", "invalidate") * 3 + ("note", "forget") + ("hear",) * 5
)


async def live(seed: int, folder: Path) -> None:
    world, identity = World(seed), Identity.generate()
    async with AsyncExitStack() as stack:

        async def opened(path: Path | None) -> MemoryStore:
            store = MemoryStore(identity, path=path, clock=world.clock, addressing="plain")
            return await stack.enter_async_context(store)

        devices = list[Device]()
        for name in "abc"[: 2 + seed % 2]:
            # two processes that share a file are one device
            paths = [folder / f"{name}.db"] * 2 if seed % 4 == 3 else [None]
            devices.append(Device([await opened(path) for path in paths], world))
        for _ in range(STEPS):
            world.clock.advance(world.chance.choice((1.0, 3_600.0, DAY / 2)))
            device, action = world.chance.choice(devices), world.chance.choice(ACTIONS)
            if action == "hear":
                await device.hear(world.chance.choice(devices))
            else:
                await getattr(device, action)()
            await device.check(times=2)
        for device in devices:
            await device.check_whole()
        order = [(one, other) for one in devices for other in devices if one is not other]
        # what follows from what was heard is told, too
        for _ in range(2):
            world.chance.shuffle(order)
            for one, other in order:
                await one.hear(other)
        for device in devices:
            await device.check(times=24)
            await device.check_whole()
        shown = [await device.shown() for device in devices]
        assert all(one == shown[0] for one in shown), "devices that know the same show the same"


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_devices_show_what_was_told_and_lose_nothing_of_it(seed: int, tmp_path: Path) -> None:
    asyncio.run(live(seed, tmp_path))
