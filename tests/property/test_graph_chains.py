"""Chains of versions beside a log that is replayed: what held when, as it was known when.

The oracle knows no intervals. It keeps what was told in the order in which it was told, replays
that up to a knowledge, and asks every version for itself whether it holds at a moment.
"""

import random
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import Edge
from sense_memory.mind.graph.chains import (
    as_of,
    chain_of,
    chains,
    check_fits,
    holding,
    intervals,
    invalidated,
    superseded,
)
from sense_memory.mind.graph.edges import new_edge

from .histories import EXAMPLES

HISTORIES = max(50, EXAMPLES // 10)
PARTS = 5
"""Seeds are tried in so many tests each: one of its own for each costs more than it does."""
LATEST = 24
MOMENTS = [half / 2 for half in range(-1, 2 * LATEST + 3)]


@dataclass
class Log:
    """What was told, and when: a version, or the end of one."""

    told: list[tuple[float, Edge]] = field(default_factory=list)
    ended: list[tuple[float, str, float]] = field(default_factory=list)

    def holding(self, valid: float, known: float | None) -> str | None:
        """The id of the version that counts, if one does."""
        stands: dict[str, tuple[float, float]] = {}
        for at, edge in self.told:
            if known is None or at <= known:
                stands[edge.id] = edge.valid_from, float("inf")
        for at, name, end in self.ended:
            if name in stands and (known is None or at <= known):
                stands[name] = stands[name][0], end
        held = [(start, name) for name, (start, end) in stands.items() if start <= valid < end]
        return max(held)[1] if held else None

    def ends(self, edge: Edge) -> None:
        assert edge.valid_to is not None
        assert edge.invalidated_at is not None
        self.ended.append((edge.invalidated_at, edge.id, edge.valid_to))


def told(chance: random.Random, now: float) -> Edge:
    """Anything that somebody may tell, whatever else stands."""
    start = chance.randrange(LATEST)
    end = chance.choice((None, start + chance.randint(1, 8)))
    words = f"{chance.random():.6f}"
    return new_edge(
        "person:a", "entity:b", "job", now=now, description=words, valid_from=start, valid_to=end
    )


def ended(chance: random.Random, edge: Edge) -> Edge:
    """The same once it was learned that it ended, somewhere on or after its first moment."""
    end = edge.valid_from + chance.randint(0, 8)
    at = edge.recorded_at + chance.randint(0, 8)
    return replace(edge, valid_to=end, invalidated_at=at)


@pytest.mark.parametrize("part", range(PARTS))
def test_any_versions_in_any_order_hold_as_the_log_says(part: int) -> None:
    for seed in range(part, HISTORIES, PARTS):
        check_log(seed)


def check_log(seed: int) -> None:
    chance = random.Random(seed)
    log, versions = Log(), list[Edge]()
    for _ in range(chance.randint(0, 7)):
        edge = told(chance, now=chance.randrange(LATEST))
        log.told.append((edge.recorded_at, edge))
        if edge.valid_to is None and chance.random() < 0.6:
            edge = ended(chance, edge)
        if edge.valid_to is not None:
            log.ends(edge)
        versions.append(edge)
    chance.shuffle(versions)
    for known in (None, *sorted({chance.choice(MOMENTS) for _ in range(4)})):
        pieces = intervals(versions, known)
        # oldest first, none empty, none over another, none that could be one with the next
        last = None
        for piece in pieces:
            assert piece.end is None or piece.start < piece.end
            if last is not None:
                assert last.end is not None
                assert last.end <= piece.start
                assert last.end < piece.start or last.edge.id != piece.edge.id
            last = piece
        for moment in MOMENTS:
            expected = log.holding(moment, known)
            found = holding(versions, moment, known)
            assert (found.id if found else None) == expected
            there = [
                piece.edge.id
                for piece in pieces
                if piece.start <= moment and (piece.end is None or moment < piece.end)
            ]
            assert there == ([expected] if expected else [])


@pytest.mark.parametrize("part", range(PARTS))
def test_once_all_times_are_past_the_open_one_that_began_last_is_current(part: int) -> None:
    """SYNC §2, in its own words."""
    for seed in range(part, HISTORIES, PARTS):
        check_current(seed)


def check_current(seed: int) -> None:
    chance = random.Random(seed)
    versions = [told(chance, 0) for _ in range(chance.randint(0, 7))]
    found = holding(versions, valid=100)
    open_ones = [one for one in versions if one.valid_to is None]
    assert found == max(open_ones, key=lambda one: (one.valid_from, one.id), default=None)


@dataclass
class Device:
    """What one device holds, and writes by the rules."""

    chance: random.Random
    held: dict[str, Edge] = field(default_factory=dict)
    refused: int = 0

    def act(self, now: float) -> None:
        word = self.chance.choice(("friend", "rival"))
        start = self.chance.uniform(0, now)
        end = self.chance.choice((None, None, start + self.chance.uniform(0.1, 5)))
        new = new_edge(
            "person:a",
            "person:b",
            word,
            now=now,
            description=f"{self.chance.random():.6f}",
            valid_from=start,
            valid_to=end,
        )
        known = chains(self.held.values())
        same = known.get(chain_of(new), ())
        what = self.chance.random()
        try:
            if what < 0.4:
                check_fits(same, new)
                written: tuple[Edge, ...] = (new,)
            elif what < 0.6:
                written = invalidated(same, start, now)
            else:
                old = self.chance.choice(list(self.held.values()) or [new])
                written = superseded(self.held.values(), old, new, now)
        except InputError:
            self.refused += 1
            return
        self.held |= {one.id: one for one in written}

    def hear(self, edges: list[Edge]) -> None:
        """Take over what another one holds; of two ends the one that was learned last stands."""
        for edge in edges:
            mine = self.held.get(edge.id, edge)
            self.held[edge.id] = max(
                mine, edge, key=lambda one: (one.invalidated_at or -1.0, one.valid_to or -1.0)
            )


@pytest.mark.parametrize("part", range(PARTS))
def test_devices_agree_and_no_write_changes_what_was_believed(part: int) -> None:
    for seed in range(part, HISTORIES, PARTS):
        check_devices(seed)


def check_devices(seed: int) -> None:
    chance = random.Random(seed)
    devices = [Device(chance) for _ in range(chance.randint(1, 3))]
    alone = len(devices) == 1
    for tick in range(1, 16):
        device = chance.choice(devices)
        before = chains(device.held.values())
        device.act(float(tick))
        after = chains(device.held.values())
        # what was known until now is known to have been known
        for known in (tick - 0.5, tick - 3.5):
            for moment in (chance.uniform(-1, 20) for _ in range(4)):
                then = [one.id for one in as_of(before, moment, known)]
                assert [one.id for one in as_of(after, moment, known)] == then
        assert {one.id for one in device.held.values()} >= {
            one.id for versions in before.values() for one in versions
        }
        if alone:
            # nobody else writes: what stands says itself that it does not overlap
            for versions in after.values():
                stated = [one for one in versions if one.valid_to != one.valid_from]
                for one, following in pairwise(stated):
                    assert one.valid_to is not None
                    assert one.valid_to <= following.valid_from
        if chance.random() < 0.3:
            chance.choice(devices).hear(list(device.held.values()))
    orders = list[Device]()
    for _ in range(2):
        listener = Device(chance)
        for device in chance.sample(devices, len(devices)):
            edges = list(device.held.values())
            chance.shuffle(edges)
            listener.hear(edges)
        orders.append(listener)
    first, second = (chains(listener.held.values()) for listener in orders)
    assert first == second
    assert list(first) == list(second)
    for moment in (0.5, 7.5, 15.5, 100.0):
        current = as_of(first, moment)
        assert len({chain_of(one) for one in current}) == len(current)
