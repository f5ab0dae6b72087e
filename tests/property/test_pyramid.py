"""Devices that observe, correct, move, forget and summarise, and agree whatever they hear when.

Each history is played by devices that hold bodies as files do. What must have come of it is asked
of the observations alone: at the end each is in one summary of tier 0 or in none, every summary
says what its parts say and nothing else, and what was forgotten is nowhere.
"""

import json
import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from sense_memory.core.records.pyramid import Observation, Summary, Topic, observation_id
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.mind.pyramid.cover import cover
from sense_memory.mind.pyramid.making import Task, due
from sense_memory.mind.pyramid.telling import Material, is_current, material, told
from sense_memory.mind.pyramid.tiers import Pyramid, pyramids
from sense_memory.wire import body_json, codec, deletion, references
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, forgotten, merge, put
from sense_memory.wire.schemas import schema_of
from sense_memory.wire.stamp import Dot, hlc

from .histories import EXAMPLES

HISTORIES = max(20, EXAMPLES // 120)
PARTS = 5
TOPICS = ("user", "tom")
NOW = 1_700_000_000
BUDGET = 10**9
STEP = 3
"""Groups of three have as many tiers as groups of ten, of far fewer observations."""

Record = Observation | Summary | Topic


def words(text: str | None) -> set[str]:
    """The facts in a text; who wrote it is none."""
    return {word for word in (text or "").split() if word.startswith("fact")}


@dataclass
class Device:
    """A file: what stands where."""

    id: str
    skew: int
    bodies: dict[Ref[Any], Body] = field(default_factory=dict)
    read: dict[Ref[Any], tuple[Body, Any]] = field(default_factory=dict)

    def record(self, ref: Ref[Any]) -> Any:
        body = self.bodies.get(ref)
        if body is None or not body.is_alive:
            return None
        if ref not in self.read or self.read[ref][0] is not body:
            self.read[ref] = body, codec.record_of(ref, body, schema_of(ref.kind))
        return self.read[ref][1]

    def all(self, kind: type) -> list[Any]:
        found = (self.record(ref) for ref in self.bodies if ref.kind is kind)
        return [one for one in found if one is not None]

    @property
    def observations(self) -> list[Observation]:
        return self.all(Observation)

    @property
    def summaries(self) -> list[Summary]:
        return self.all(Summary)

    @property
    def pyramids(self) -> dict[str, Pyramid]:
        return pyramids(self.observations, self.summaries)

    def derive(self) -> None:
        """Let what was forgotten reach what names it, as every file does on every change."""
        changed = True
        while changed:
            changed = False
            gone = {ref for ref, body in self.bodies.items() if references.is_forgotten(body)}
            blank = {
                ref
                for ref, body in self.bodies.items()
                if references.is_blank(body, schema_of(ref.kind))
            }
            for ref, body in self.bodies.items():
                if body.is_alive:
                    left = references.settled(ref, body, schema_of(ref.kind), gone, blank, {})
                    if left is not body:
                        self.bodies[ref] = left
                        changed = True


class World:
    """The devices, and what they do."""

    def __init__(self, chance: random.Random, ids: tuple[str, ...]) -> None:
        self.chance = chance
        self.devices = [Device(one, chance.choice((0, 0, -700, 700))) for one in ids]
        self.tick = 0
        self.written = 0
        self.texts: dict[str, set[str]] = {}
        """What each observation ever said, by its id."""

    def dot(self, device: Device, before: Body | None) -> Dot:
        self.tick += 1
        t = hlc(NOW + self.tick + device.skew, *(before.known.values() if before else ()))
        return Dot(f"{int(t, 16) + self.tick:016x}", device.id)

    def put(self, device: Device, one: Record, *, amends: bool = False) -> None:
        ref: Ref[Any] = Ref(type(one), one.slug if isinstance(one, Topic) else one.id)
        if isinstance(one, Observation):
            self.texts.setdefault(one.id, set()).add(one.text)
        schema, before = schema_of(ref.kind), device.bodies.get(ref)
        fields, dot = schema.encode(one), self.dot(device, before)
        if amends and before is not None and before.is_alive:
            device.bodies[ref] = amended(before, fields, dot, schema)
        else:
            device.bodies[ref] = put(before, path_of(ref), fields, dot, schema)

    def remove(self, device: Device, ref: Ref[Any]) -> None:
        body = device.bodies[ref]
        device.bodies[ref] = forgotten(body, path_of(ref), self.dot(device, body), "forget")

    # ------------------------------------------------------------------- what devices do

    def observe(self, device: Device) -> None:
        """Some sentences of some days, which may be long ago; some of them others have, too."""
        for _ in range(self.chance.randint(1, 25)):
            number = self.chance.randint(0, 200)
            at = None if number % 17 == 0 else float(number // 3)
            text = f"fact{number}"
            topic = self.chance.choice((*TOPICS, "user", "user", "user", None))
            one = Observation(observation_id(text, at, ""), text, at, topic)
            if device.record(Ref(Observation, one.id)) is None:
                self.put(device, one)
        device.derive()

    def some(self, device: Device) -> list[Observation]:
        found = device.observations
        return self.chance.sample(found, min(len(found), self.chance.randint(1, 2)))

    def correct(self, device: Device) -> None:
        for one in self.some(device):
            self.put(device, replace(one, text=f"fact{one.id[:6]}at{self.tick}"))

    def move(self, device: Device) -> None:
        for one in self.some(device):
            topic = self.chance.choice((*TOPICS, None))
            self.put(device, replace(one, topic=topic), amends=self.chance.random() < 0.5)
        device.derive()

    def forget(self, device: Device) -> None:
        for one in self.some(device):
            self.remove(device, Ref(Observation, one.id))
        device.derive()

    def forget_topic(self, device: Device) -> None:
        if device.record(Ref(Topic, "tom")) is not None:
            self.remove(device, Ref(Topic, "tom"))
            device.derive()

    def refresh(self, device: Device, rounds: int = 100) -> None:
        """Make what is due, as a sleep does; it may be interrupted."""
        for _ in range(rounds):
            found = device.pyramids
            tasks = [task for one in found.values() for task in due(one, step=STEP)]
            for one in found.values():
                for hidden in one.hidden:
                    self.remove(device, Ref(Summary, hidden.id))
            for task in tasks:
                text = " ".join(str(part.text) for part in task.parts if part.text)
                assert len(text) > 0
                assert all(part.text is not None for part in task.parts)
                done = task.done(f"{text} by-{device.id}", device.id)
                self.put(device, done, amends=not task.is_new and self.chance.random() < 0.9)
                self.written += 1
            device.derive()
            if not tasks:
                return
        assert rounds < 100, "it comes to an end"

    def rework(self, device: Device) -> None:
        """Write one anew that is not out of date: a better model says the same in other words."""
        for pyramid in device.pyramids.values():
            found = [one for tier in pyramid.tiers for one in tier]
            fit = [one for one in found if one.input not in pyramid.outdated]
            whole = [one for one in fit if pyramid.is_whole(one)]
            if whole:
                one = self.chance.choice(whole)
                parts = pyramid.parts(one)
                task = Task(one.id, one.topic, one.tier, one.inputs, parts, is_new=False)
                text = " ".join(str(part.text) for part in parts)
                self.put(device, task.done(f"{text} at-{self.tick}", device.id), amends=True)
        device.derive()

    def tell(self, device: Device) -> None:
        """Let topics tell what is known."""
        for slug, given in materials(device).items():
            topic = device.record(Ref(Topic, slug)) or Topic(slug, slug.title())
            if not is_current(topic, given, NOW):
                text = " ".join(line for _, lines in given.sections for line in lines)
                self.put(device, told(topic, text, text, given, NOW, device.id), amends=True)
        device.derive()

    def hear(self, device: Device, other: Device, share: float) -> None:
        """Take in some of what another one holds."""
        is_new = False
        for ref, there in list(other.bodies.items()):
            here = device.bodies.get(ref)
            if here is there or self.chance.random() > share:
                continue
            met = merge(here, there, schema_of(ref.kind)) if here else there
            if met != here:
                device.bodies[ref] = there if met == there else met
                is_new = True
        if is_new:
            device.derive()


def materials(device: Device) -> dict[str, Material]:
    return {slug: material(one, NOW, BUDGET) for slug, one in device.pyramids.items()}


def play(chance: random.Random) -> World:
    world = World(chance, ("alphaalpha", "betabeta22", "mfleeting2")[: chance.randint(2, 3)])
    forgets = chance.random() < 0.7
    for _ in range(chance.randint(8, 45)):
        device = chance.choice(world.devices)
        other = chance.choice([one for one in world.devices if one is not device])
        match chance.choices(
            (
                "observe",
                "hear",
                "part",
                "refresh",
                "stop",
                "correct",
                "move",
                "tell",
                "go",
                "end",
                "anew",
            ),
            (8, 4, 2, 4, 2, 2, 2, 1, 3 * forgets, forgets / 3, 3),
        )[0]:
            case "observe":
                world.observe(device)
            case "hear":
                world.hear(device, other, 1)
            case "part":
                world.hear(device, other, 0.5)
            case "refresh":
                world.refresh(device)
            case "stop":
                world.refresh(device, rounds=1)
            case "correct":
                world.correct(device)
            case "anew":
                world.rework(device)
            case "move":
                world.move(device)
            case "tell":
                world.tell(device)
            case "go":
                world.forget(device)
            case "end":
                world.forget_topic(device)
    return world


def meet(world: World) -> None:
    """Let all hear all, in some order, until nobody has anything new."""
    while True:
        before = [dict(device.bodies) for device in world.devices]
        pairs = [(a, b) for a in world.devices for b in world.devices if a is not b]
        world.chance.shuffle(pairs)
        for a, b in pairs:
            world.hear(a, b, 1)
        if before == [device.bodies for device in world.devices]:
            return


def check_places(device: Device) -> None:
    """Each observation of a topic is in one summary of tier 0 that counts, or in none."""
    found = device.pyramids
    for one in device.observations:
        for slug, pyramid in found.items():
            tier = pyramid.tiers[0] if pyramid.tiers else ()
            times = sum(one.input in summary.inputs for summary in tier)
            times += one in pyramid.unsummarised
            assert times == (slug == one.topic)
    for pyramid in found.values():
        for below, tier in zip(pyramid.tiers, pyramid.tiers[1:], strict=False):
            for part in below:
                assert sum(part.input in each.inputs for each in tier) <= 1


def check_said(device: Device) -> None:
    """What is read of a topic is what is observed of it now, all of it, and each once."""
    for slug, pyramid in device.pyramids.items():
        now = [one.text for one in device.observations if one.topic == slug]
        read = [word for piece in cover(pyramid) for word in sorted(words(piece.text))]
        assert sorted(read) == sorted(now)


def check_forgotten(world: World, device: Device) -> None:
    """What was forgotten is in nothing that was made of it, whoever made it and when."""
    living = {one.id for one in device.observations}
    gone = set[str]().union(*(said for id_, said in world.texts.items() if id_ not in living))
    for one in device.summaries:
        if one.tier == 0:
            assert not words(one.text) & gone
        elif one.text is not None:
            parts = (device.record(Ref(Summary, each.partition("/")[2])) for each in one.inputs)
            assert all(part is None or part.text is not None for part in parts)


def check_alike(world: World) -> None:
    """All devices see the same."""
    one, *others = world.devices
    for other in others:
        assert one.bodies == other.bodies
        assert one.pyramids == other.pyramids


def check_done(device: Device) -> None:
    """Nothing is out of date, and every summary says what it is made of."""
    now = {one.text for one in device.observations}
    for slug, pyramid in device.pyramids.items():
        assert (due(pyramid, step=STEP), pyramid.outdated, pyramid.hidden) == ((), frozenset(), ())
        assert all(len(level) < STEP for level in pyramid.levels)
        for tier in pyramid.tiers:
            for one in tier:
                parts = pyramid.parts(one)
                assert len(parts) == len(one.inputs)
                said = set[str]().union(*(words(part.text) for part in parts))
                assert words(one.text) == said
        topic = device.record(Ref(Topic, slug))
        assert topic is None or words(topic.content) <= now
    for one in device.summaries:
        assert words(one.text) <= now, "what was forgotten or corrected is nowhere"


def check_laws(world: World) -> None:
    """Versions merge in any order and grouping, and come back from their text."""
    for ref in world.devices[0].bodies:
        schema = schema_of(ref.kind)
        found = [device.bodies[ref] for device in world.devices if ref in device.bodies]
        a, b, c = (world.chance.choice(found) for _ in range(3))
        both = merge(a, b, schema)
        assert both == merge(b, a, schema)
        assert merge(both, c, schema) == merge(a, merge(b, c, schema), schema)
        assert merge(both, a, schema) == both == merge(both, both, schema)
        text = body_json.write(both, schema, {})
        dot = body_json.plain_writer_dot(0, "")
        assert body_json.read(json.loads(text), schema, plain_dot=dot, plain_path="") == both
        if not both.is_alive:
            assert deletion.read(deletion.write([both], Addressing.PLAIN)) == (both,)


@pytest.mark.timeout(max(60, HISTORIES))
@pytest.mark.parametrize("part", range(PARTS))
def test_each_is_in_one_place_and_all_agree(part: int) -> None:
    for seed in range(part, HISTORIES, PARTS):
        try:
            check(random.Random(seed))
        except AssertionError as error:
            error.add_note(f"with seed {seed}")
            raise


def check(chance: random.Random) -> None:
    world = play(chance)
    for device in world.devices:
        check_places(device)
    check_laws(world)
    meet(world)
    check_alike(world)
    for device in world.devices:
        check_places(device)
        check_said(device)
        check_forgotten(world, device)
    # all sleep at once, each by itself
    for device in world.devices:
        world.refresh(device)
        world.tell(device)
        check_done(device)
        check_said(device)
    meet(world)
    check_alike(world)
    check_said(world.devices[0])
    world.refresh(world.devices[0])
    world.tell(world.devices[0])
    meet(world)
    check_alike(world)
    for device in world.devices:
        check_done(device)
        check_said(device)
    written = world.written
    for device in world.devices:
        world.refresh(device)
        told_now = materials(device)
        for slug, given in told_now.items():
            assert is_current(device.record(Ref(Topic, slug)), given, NOW)
    assert world.written == written, "what is done is done"


def test_the_histories_hold_what_they_are_for() -> None:
    """Else the laws would be asked of nothing."""
    seen: dict[str, int] = {}
    for seed in range(HISTORIES):
        world = play(random.Random(seed))
        meet(world)
        found = world.devices[0].pyramids.values()
        what = {
            "hidden": any(one.hidden for one in found),
            "out of date": any(one.outdated for one in found),
            "blank": any(s.text is None for one in found for tier in one.tiers for s in tier),
            "tier 2": any(len(one.tiers) > 2 for one in found),
            "forgotten": any(not b.is_alive for b in world.devices[0].bodies.values()),
            "siblings": any(
                len(b.fields.get("topic", ())) > 1 for b in world.devices[0].bodies.values()
            ),
        }
        for name, holds in what.items():
            seen[name] = seen.get(name, 0) + holds
    assert min(seen.values()) > HISTORIES // 40, sorted(seen.items())
