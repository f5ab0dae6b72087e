"""Devices that relate, end, correct, use and sum up edges apart lose nothing of what was told.

Whatever they do, and in whatever order they hear of each other: every version that anybody told
stands with its own beginning; an end that nobody wrote over stands; every use counts once, and the
latest one says what it made; and at any moment at most one version of a relation counts, the same
on all devices.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

from hypothesis import given, strategies as st

from sense_memory.core.records.graph import Digest, Edge, Life, edge_id
from sense_memory.core.records.persona import SECONDS_PER_DAY
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.chains import as_of, chains, holding, intervals
from sense_memory.mind.graph.lifecycle import accessed
from sense_memory.wire import codec
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, merge, put
from sense_memory.wire.schemas import EDGE
from sense_memory.wire.stamp import Dot, hlc

from .histories import NOW, examples

DEVICES = ("alpha", "beta", "mfleeting")
BOBS = ("person:bob", "entity:acme")

Held: TypeAlias = dict[str, Body]
"""What a device holds: the id of an edge to its body."""


@dataclass
class World:
    """Devices, and all that was ever told.

    Attributes:
        held: What each device holds.
        told: Every version as somebody told it first, by id.
        ends: Of each version the ends that were written, with those that their writer had seen.
        uses: Of each version when it was used.
        seconds: What all clocks show.
    """

    held: dict[str, Held] = field(default_factory=lambda: {device: {} for device in DEVICES})
    told: dict[str, Edge] = field(default_factory=dict)
    ends: dict[str, list[tuple[float, frozenset[float]]]] = field(default_factory=dict)
    uses: dict[str, list[float]] = field(default_factory=dict)
    seconds: int = 0

    def now(self, skew: int) -> float:
        """Another second; clocks may be off."""
        self.seconds += 1
        return NOW + self.seconds * 3_600.0 + skew

    def read(self, name: str, body: Body) -> Edge:
        """A version as a reader sees it."""
        found: Edge = codec.record_of(Ref(Edge, name), body, EDGE)
        return found


def dot(device: str, at: float, before: Body | None) -> Dot:
    return Dot(hlc(at, *(before.known.values() if before else ())), device)


Step: TypeAlias = tuple[str, str, int, int, int]
"""What is done, by whom, to which of the versions held, a day, and by how much a clock is off."""


def relate(world: World, device: str, place: int, day: int, skew: int) -> None:
    """Tell a new version; of what is current already, one that supersedes it."""
    now = world.now(skew)
    begins = NOW + day * SECONDS_PER_DAY
    ends = ("person:ada", BOBS[place % 2], "works-at")
    name = edge_id(*ends, str(world.seconds), begins, now)
    one = Edge(
        name,
        *ends,
        str(world.seconds),
        valid_from=begins,
        recorded_at=now,
        created_at=now,
        updated_at=now,
    )
    body = put(None, path_of(Ref(Edge, name)), EDGE.encode(one), dot(device, now, None), EDGE)
    world.held[device][name] = body
    world.told[name] = one


def changing(
    change: Callable[[World, Edge, Body, int, float], Edge], *, says_something: bool = False
) -> Callable[[World, str, int, int, int], None]:
    """A step that changes a version which the device holds, if it holds any."""

    def step(world: World, device: str, place: int, day: int, skew: int) -> None:
        held = world.held[device]
        if not held:
            return
        name = sorted(held)[place % len(held)]
        now, before = world.now(skew), held[name]
        wanted = EDGE.encode(change(world, world.read(name, before), before, day, now))
        stamp = dot(device, now, before)
        if says_something:
            held[name] = put(before, before.path, wanted, stamp, EDGE)
        else:
            held[name] = amended(before, wanted, stamp, EDGE)

    return step


def ended(world: World, one: Edge, before: Body, day: int, now: float) -> Edge:
    end = NOW + day * SECONDS_PER_DAY
    seen = frozenset(float(str(value)) for value in before.fields.get("valid_to", {}).values())
    if one.valid_to != end:
        world.ends.setdefault(one.id, []).append((end, seen))
    return replace(one, valid_to=end, invalidated_at=now, updated_at=now)


def used(world: World, one: Edge, _before: Body, _day: int, now: float) -> Edge:
    world.uses.setdefault(one.id, []).append(now)
    return replace(one, life=accessed(one, now))


def summed_up(_world: World, one: Edge, _before: Body, day: int, now: float) -> Edge:
    return replace(
        one, digest=Digest(f"day {day}", frozenset((f"{one.id}/{day}",)), str(day), now, "rules")
    )


def corrected(_world: World, one: Edge, _before: Body, day: int, now: float) -> Edge:
    return replace(one, attitude=1 + day % 5, updated_at=now)


def tell(world: World, device: str, place: int, _day: int, _skew: int) -> None:
    """Let another device hear all that this one holds."""
    other = DEVICES[place % len(DEVICES)]
    world.held[other] = together(world.held[other], world.held[device])


STEPS: dict[str, Callable[[World, str, int, int, int], None]] = {
    "relate": relate,
    "end": changing(ended),
    "use": changing(used),
    "sum up": changing(summed_up),
    "correct": changing(corrected, says_something=True),
    "tell": tell,
}
HISTORIES = st.lists(
    st.tuples(
        st.sampled_from(["relate", "relate", "end", "end", "use", "sum up", "correct", "tell"]),
        st.sampled_from(DEVICES),
        st.integers(0, 5),
        st.integers(0, 30),
        st.sampled_from((0, 0, -7_200, 7_200)),
    ),
    min_size=4,
    max_size=30,
)


def together(one: Held, other: Held) -> Held:
    """What a device holds that has heard of both."""
    found = dict(one)
    for name, body in other.items():
        found[name] = merge(found[name], body, EDGE) if name in found else body
    return found


@examples
@given(history=HISTORIES, order=st.permutations(DEVICES))
def test_no_history_of_an_edge_is_lost(history: list[Step], order: list[str]) -> None:
    world = World()
    for place in range(2):
        relate(world, DEVICES[0], place, place, 0)
    for place in (1, 2):
        tell(world, DEVICES[0], place, 0, 0)
    for what, device, place, day, skew in history:
        STEPS[what](world, device, place, day, skew)
    met: Held = {}
    for device in order:
        met = together(met, world.held[device])
    other: Held = {}
    for device in DEVICES:
        other = together(world.held[device], other)
    assert met == other
    for name, body in met.items():
        ref = Ref(Edge, name)
        texts = {codec.plaintext(ref, one, Addressing.PLAIN, 40_960) for one in (body, other[name])}
        assert len(texts) == 1
    ask(world, met)


def ask(world: World, met: Held) -> None:
    """Whether all that was told stands, and what follows from it is one thing."""
    assert met.keys() == world.told.keys(), "no version is lost, however it ended"
    edges = [world.read(name, body) for name, body in sorted(met.items())]
    for one in edges:
        told = world.told[one.id]
        assert (one.from_key, one.to_key, one.description) == (
            told.from_key,
            told.to_key,
            told.description,
        )
        assert (one.valid_from, one.recorded_at) == (told.valid_from, told.recorded_at)
        written = world.ends.get(one.id, [])
        standing = {float(str(v)) for v in met[one.id].fields.get("valid_to", {}).values()}
        replaced = {end for _, seen in written for end in seen}
        assert {end for end, _ in written} - replaced <= standing, "an end stands till written over"
        assert (one.valid_to is None) == (not written)
        assert (one.invalidated_at is None) == (not written)
        uses = world.uses.get(one.id, [])
        assert one.life.access_count == len(uses), "every use counts once"
        assert one.life.last_accessed_at == max(uses, default=None)
        assert uses or one.life == Life()
    for versions in chains(edges).values():
        found = intervals(versions)
        for before, after in pairwise(found):
            assert before.end is not None
            assert before.end <= after.start, "intervals of a chain never overlap"
        now = NOW + 31 * SECONDS_PER_DAY
        current = [one for one in found if one.end is None]
        assert len(current) <= 1, "at most one is current"
        held = holding(versions, now)
        assert (held is not None) == bool(current)
        assert as_of(chains(reversed(edges)), now) == as_of(chains(edges), now)
