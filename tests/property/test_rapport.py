"""Devices that read sessions with one peer, fold, delete and forget, agree whatever they hear when.

Each history is played by devices that hold bodies as files do, and by a model that knows every
write and every forgetting: at the end, when all have heard all, each session counts once that
nobody forgot, and all vectors are one.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from sense_memory.core.config import RapportConfig
from sense_memory.core.records.rapport import (
    DIMENSIONS,
    Checkpoint,
    Layer,
    LayerName,
    RapportVector,
    Reading,
    Score,
    checkpoint_name,
    layer_name,
    reading_name,
)
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.mind.rapport.vector import derive, folded
from sense_memory.wire import body_json, codec, deletion, references
from sense_memory.wire.address import path_of
from sense_memory.wire.anchors import creations_in
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, forgotten, merge, put
from sense_memory.wire.schemas import CHECKPOINT, LAYER, schema_of
from sense_memory.wire.stamp import Dot, hlc

from .histories import EXAMPLES

HISTORIES = max(20, EXAMPLES // 50)
PARTS = 5
PEER = "vergel"
HERE: Ref[Any] = Ref(Checkpoint, checkpoint_name(PEER))
TONE: Ref[Any] = Ref(Layer, layer_name(PEER, LayerName.BASE_TONE))
NOW = 1_700_000_000
CONFIG = RapportConfig(kept_readings=5, least_dimensions=1)


@dataclass(frozen=True)
class Write:
    """A reading that somebody wrote."""

    session: str
    on: frozenset[Dot]
    dot: Dot


@dataclass
class Device:
    """A file: what stands where, and what the model knows that it has heard of."""

    id: str
    skew: int
    bodies: dict[Ref[Any], Body] = field(default_factory=dict)
    heard: set[Write] = field(default_factory=set)
    read: dict[Ref[Any], tuple[Body, object]] = field(default_factory=dict)

    def record(self, ref: Ref[Any]) -> object:
        body = self.bodies.get(ref)
        if body is None or not body.is_alive:
            return None
        if ref not in self.read or self.read[ref][0] is not body:
            self.read[ref] = body, codec.record_of(ref, body, schema_of(ref.kind))
        return self.read[ref][1]

    @property
    def checkpoint(self) -> Checkpoint | None:
        found = self.record(HERE)
        assert found is None or isinstance(found, Checkpoint)
        return found

    @property
    def readings(self) -> list[Reading]:
        found = [self.record(ref) for ref in self.bodies if ref.kind is Reading]
        return sorted(
            (one for one in found if isinstance(one, Reading)), key=lambda one: (one.at, one.id)
        )

    @property
    def creations(self) -> frozenset[Dot]:
        body = self.bodies.get(HERE)
        return frozenset(creations_in(body.fields, CHECKPOINT)) if body else frozenset()

    @property
    def vector(self) -> RapportVector:
        return derive(self.checkpoint, self.readings, CONFIG)


class World:
    """The devices, and what must have come of it."""

    def __init__(self, chance: random.Random, ids: tuple[str, ...]) -> None:
        self.chance = chance
        self.devices = [Device(one, chance.choice((0, 0, -700, 700))) for one in ids]
        self.writes: set[Write] = set()
        self.unread: set[Write] = set()
        """What somebody forgot as a session."""
        self.ended: set[Dot] = set()
        """Creations of the peer that somebody forgot."""
        self.tick = 0

    def dot(self, device: Device, before: Body | None) -> Dot:
        self.tick += 1
        t = hlc(NOW + self.tick + device.skew, *(before.known.values() if before else ()))
        return Dot(f"{int(t, 16) + self.tick:016x}", device.id)

    # ------------------------------------------------------------------- what devices do

    def observe(self, device: Device, session: str) -> None:
        """As a store does it: the peer stands, and the reading is written on it, in one commit."""
        if device.checkpoint is None:
            before = device.bodies.get(HERE)
            new = CHECKPOINT.encode(Checkpoint(PEER, at=float(NOW + self.tick)))
            dot = self.dot(device, before)
            device.bodies[HERE] = put(before, path_of(HERE), new, dot, CHECKPOINT)
        ref: Ref[Any] = Ref(Reading, reading_name(PEER, session))
        if self.record_stands(device, ref, session):
            return
        value = self.chance.random()
        scores = tuple(Score(name, value) for name in DIMENSIONS)
        reading = Reading(PEER, session, float(NOW + self.tick), scores)
        schema, before = schema_of(Reading), device.bodies.get(ref)
        dot = self.dot(device, before)
        body = put(before, path_of(ref), schema.encode(reading), dot, schema)
        device.bodies[ref] = references.grounded(body, dot, {"on": device.creations})
        write = Write(session, device.creations, dot)
        self.writes.add(write)
        device.heard.add(write)

    def record_stands(self, device: Device, ref: Ref[Any], session: str) -> bool:
        checkpoint = device.checkpoint
        is_folded = checkpoint is not None and session in checkpoint.folded
        return device.record(ref) is not None or is_folded

    def condense(self, device: Device) -> None:
        """A text made of all sessions that are known."""
        if device.checkpoint is None:
            return
        before = device.bodies.get(TONE)
        inputs = frozenset(one.id for one in device.readings)
        said = "of " + " ".join(sorted(inputs))
        dot = self.dot(device, before)
        new = LAYER.encode(Layer(PEER, LayerName.BASE_TONE, said, None, inputs))
        body = put(before, path_of(TONE), new, dot, LAYER)
        device.bodies[TONE] = references.grounded(body, dot, {"on": device.creations})

    def fold(self, device: Device, *, after_others: bool) -> None:
        best, readings = device.checkpoint, device.readings
        if best is None:
            return
        around = [one for one in readings if one.id in best.folded]
        old = [one for one in readings if one.id not in best.folded][: -CONFIG.kept_readings]
        if around and after_others:
            self.delete(device, best, around)
        elif old:
            new = folded(best, [*around, *old], CONFIG, float(NOW + self.tick))
            assert derive(new, readings, CONFIG) == derive(best, readings, CONFIG) or around
            self.replace(device, new)

    def delete(self, device: Device, best: Checkpoint, around: list[Reading]) -> None:
        """Where everybody builds on the checkpoint, and nothing that others did is unknown."""
        here = device.bodies[HERE]
        for other in self.devices:
            there = other.bodies.get(HERE)
            if there is None or not there.covers(here) or not here.covers(there):
                return
        self.replace(device, replace(best, deleted=best.deleted + len(around), others=()))
        for one in around:
            ref: Ref[Any] = Ref(Reading, reading_name(PEER, one.id))
            dot = self.dot(device, device.bodies[ref])
            device.bodies[ref] = forgotten(device.bodies[ref], path_of(ref), dot, "fold")

    def replace(self, device: Device, new: Checkpoint) -> None:
        before = device.bodies[HERE]
        dot = self.dot(device, before)
        device.bodies[HERE] = amended(before, CHECKPOINT.encode(new), dot, CHECKPOINT)

    def forget_session(self, device: Device) -> None:
        if readings := device.readings:
            session = self.chance.choice(readings).id
            ref: Ref[Any] = Ref(Reading, reading_name(PEER, session))
            dot = self.dot(device, device.bodies[ref])
            device.bodies[ref] = forgotten(device.bodies[ref], path_of(ref), dot, "forget")
            self.unread |= {one for one in device.heard if one.session == session}
            self.derive(device)

    def forget(self, device: Device) -> None:
        if device.checkpoint is not None:
            self.ended |= device.creations
            body = device.bodies[HERE]
            dot = self.dot(device, body)
            device.bodies[HERE] = forgotten(body, path_of(HERE), dot, "forget")
            self.derive(device, body)

    def hear(self, device: Device, other: Device, share: float) -> None:
        """Take in some of what another one holds, in an order of its own."""
        refs = list(other.bodies)
        self.chance.shuffle(refs)
        for ref in refs:
            if self.chance.random() > share:
                continue
            schema, here = schema_of(ref.kind), device.bodies.get(ref)
            there = other.bodies[ref]
            if here is there:
                continue
            device.bodies[ref] = body = merge(here, there, schema) if here else there
            if here == body:
                device.bodies[ref] = here
                continue
            if there == body:
                device.bodies[ref] = there
            if ref.kind is Reading:
                known = device.bodies[ref].known
                device.heard |= {
                    one
                    for one in other.heard
                    if ref.name == reading_name(PEER, one.session)
                    and one.dot.t <= known.get(one.dot.device, "")
                }
            if ref == HERE or references.is_forgotten(device.bodies[ref]):
                self.derive(device, here if ref == HERE else None)
            else:
                self.derive(device, only=ref)

    def derive(
        self, device: Device, before: Body | None = None, only: Ref[Any] | None = None
    ) -> None:
        """Let what was forgotten reach what names it, as every file does on every change."""
        gone = {ref for ref, body in device.bodies.items() if references.is_forgotten(body)}
        ground = {}
        if HERE in device.bodies:
            ground[HERE] = references.ground(device.bodies[HERE], before, CHECKPOINT)
        reached = device.bodies if only is None else (only,)
        for ref in sorted(reached, key=lambda ref: ref.kind is Layer):
            body = device.bodies[ref]
            if ref.kind is not Checkpoint and body.is_alive:
                schema = schema_of(ref.kind)
                left = references.settled(ref, body, schema, gone, set(), ground)
                if left is body:
                    continue
                device.bodies[ref] = left
                if not left.is_alive:
                    gone.add(ref)
                    self.derive(device, only=TONE if TONE in device.bodies else ref)

    # ------------------------------------------------------------------------ the model

    @property
    def standing(self) -> set[str]:
        """The sessions that nobody forgot, neither by name nor with the peer."""
        return {
            one.session for one in self.writes - self.unread if not one.on or one.on - self.ended
        }


def play(chance: random.Random) -> World:
    ids = ("alphaalpha", "betabeta22", "gammagamma", "mfleeting2")[: chance.randint(2, 4)]
    world = World(chance, ids)
    forgets = chance.random() < 0.5
    for number in range(chance.randint(8, 60)):
        device = chance.choice(world.devices)
        match chance.choices(
            ("observe", "hear", "part", "fold", "delete", "text", "session", "forget"),
            (9, 4, 3, 3, 3, 1, forgets, forgets / 2),
        )[0]:
            case "observe":
                shared = chance.random() < 0.1
                world.observe(device, f"s{chance.randint(0, 9)}" if shared else f"n{number}")
            case "hear":
                world.hear(device, chance.choice(world.devices), 1)
            case "part":
                world.hear(device, chance.choice(world.devices), 0.5)
            case "fold":
                world.fold(device, after_others=False)
            case "delete":
                if chance.random() < 0.5:
                    meet(world)
                world.fold(device, after_others=True)
            case "text":
                world.condense(device)
            case "session":
                world.forget_session(device)
            case "forget":
                world.forget(device)
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


def check_laws(world: World) -> None:
    """The versions that are about merge in any order and grouping, and come back from text."""
    for ref in world.devices[0].bodies.keys() | {TONE}:
        schema = schema_of(ref.kind)
        found = [device.bodies[ref] for device in world.devices if ref in device.bodies]
        if not found:
            continue
        a, b, c = (world.chance.choice(found) for _ in range(3))
        both = merge(a, b, schema)
        assert both == merge(b, a, schema)
        assert merge(both, c, schema) == merge(a, merge(b, c, schema), schema)
        assert merge(both, a, schema) == both == merge(both, both, schema)
        names = {"name": LayerName.BASE_TONE.value} if ref == TONE else {}
        text = body_json.write(both, schema, names)
        dot = body_json.plain_writer_dot(0, "")
        assert body_json.read(json.loads(text), schema, plain_dot=dot, plain_path="") == both
        if not both.is_alive:
            assert deletion.read(deletion.write([both], Addressing.PLAIN)) == (both,)


def counted(device: Device) -> Iterator[str]:
    """Every session that counts, as often as it does."""
    checkpoint = device.checkpoint
    inside = checkpoint.folded if checkpoint else frozenset()
    assert checkpoint is None or checkpoint.readings == len(inside)
    yield from inside
    yield from (one.id for one in device.readings if one.id not in inside)


def check(world: World) -> None:
    check_laws(world)
    meet(world)
    first, *others = world.devices
    for other in others:
        assert other.vector == first.vector
        assert other.bodies == first.bodies
    found = list(counted(first))
    assert len(found) == len(set(found)) == first.vector.session_count
    checkpoint = first.checkpoint
    inside = checkpoint.folded if checkpoint else frozenset()
    assert world.standing <= set(found), "a session that nobody forgot counts"
    assert {one.id for one in first.readings} <= world.standing, "a forgotten one is gone"
    assert set(found) <= world.standing | inside, "and counts only where it was folded before"
    tone = first.record(TONE)
    if isinstance(tone, Layer) and tone.text is not None:
        named = set(tone.text.split()[1:])
        assert named <= world.standing | inside, "nothing is said of a forgotten session"
    if checkpoint is None:
        assert first.readings == []
        assert tone is None


@pytest.mark.timeout(120)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_session_counts_once_on_all_devices(part: int) -> None:
    for seed in range(part, HISTORIES, PARTS):
        try:
            check(play(random.Random(seed)))
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error


def test_the_histories_hold_what_they_are_for() -> None:
    """Else nothing would be asked."""
    apart = deleted = lives = ended = unread = texts = 0
    for seed in range(HISTORIES):
        world = play(random.Random(seed))
        apart += any(one.checkpoint and one.checkpoint.others for one in world.devices)
        deleted += any(one.checkpoint and one.checkpoint.deleted for one in world.devices)
        lives += any(len(one.creations) > 1 for one in world.devices)
        ended += bool(world.ended)
        unread += bool(world.unread)
        texts += any(one.record(TONE) is not None for one in world.devices)
    least = HISTORIES // 20
    found = (apart, deleted, lives, ended, unread, texts)
    assert all(count >= least for count in found), found
