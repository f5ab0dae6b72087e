"""Histories of one record: what several devices did to it, and what must have come of it.

A history is a list of steps. A device edits what it holds, or takes over what another one holds,
as if it had read it from a relay; a plain writer, who knows nothing of ``_sync``, reads what a
device holds and writes it back changed; a file is copied, and its copy writes on under the same id
until it meets the others. Beside the real bodies runs a model that is too plain to be wrong: a
version is the set of all edits it has seen, and an edit is the set of those it had seen.

Histories come from a seed and not from hypothesis, which takes ten times as long to make them.
"""

import json
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hypothesis import HealthCheck, settings

from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.wire import body_json, merge, plain_edit
from sense_memory.wire.body import Body, Policy, pruned, shown
from sense_memory.wire.past_values import DECIDED, REPLACED, with_past
from sense_memory.wire.restamp import Issued, merged_with_copy, parted, strangers
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import KV, PERSONA
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_700_000_000
EXAMPLES = int(os.environ.get("SENSE_MEMORY_EXAMPLES", "1500"))
"""How many histories are tried: ``SENSE_MEMORY_EXAMPLES`` of the environment, or 1,500."""
examples = settings(
    max_examples=max(20, EXAMPLES // 50),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

DEVICES = ("alpha", "beta", "gamma", "mfleeting", "mpassing")
THEMES = ("js", "web", "work")
SOURCES = ("", "chat", "book")
STEPS = 18
"""How long a history is at most."""
PLAIN_EDITS = 2
"""How many plain writers' events a history has at most: a version vector remembers the newest 16 of
their dots, and the laws hold as long as it need not leave one out."""


@dataclass(frozen=True)
class Put:
    """A device writes; every write has a value of its own.

    Attributes:
        device: Who.
        themes: The themes it leaves.
        source: What it says in another register.
        accesses: By how much it raises the count.
        skew: Seconds by which its clock is off.
    """

    device: str
    themes: tuple[str, ...]
    source: str
    accesses: int
    skew: int


@dataclass(frozen=True)
class Use:
    """A device tells uses, and says nothing new."""

    device: str
    accesses: int
    skew: int


@dataclass(frozen=True)
class Settle:
    """A device decides between the values that it holds."""

    device: str
    skew: int


@dataclass(frozen=True)
class Forget:
    """A device forgets."""

    device: str
    skew: int


@dataclass(frozen=True)
class Sync:
    """A device takes over what another one holds."""

    source: str
    target: str


@dataclass(frozen=True)
class PlainWrite:
    """A plain writer writes what it read at a device, if anything, changed.

    Attributes:
        reader: Where it read; nothing is there: it writes a record of its own.
        themes: The themes it leaves.
        source: What it says in another register.
        accesses: By how much it raises the count.
        is_use: It changes nothing but what a use changes.
        skew: Seconds by which its clock is off.
    """

    reader: str
    themes: tuple[str, ...]
    source: str
    accesses: int
    is_use: bool
    skew: int


@dataclass(frozen=True)
class Absorb:
    """A device meets a plain writer's event.

    Attributes:
        device: Who.
        event: The how-many-th event.
        knows_base: It can tell which version the writer had read, if it holds it.
    """

    device: str
    event: int
    knows_base: bool


@dataclass(frozen=True)
class Copy:
    """A device's file is copied; the copy is another device of the history with the same id."""

    device: str
    copy: str


Step: TypeAlias = Put | Use | Settle | Forget | Sync | PlainWrite | Absorb | Copy


@dataclass(frozen=True)
class Edit:
    """An edit in the model, with all edits its author had seen.

    Attributes:
        number: Which; a plain writer's event has one, whoever absorbs it, and on whatever ground.
        seen: What it replaces.
        ground: What it is compared with: what stands there already, it does not add.
        what: What it does.
        value: What it says, if that is not its own.
    """

    number: int
    seen: frozenset["Edit"]
    ground: frozenset["Edit"]
    what: Put | Forget
    value: str = ""

    def removes(self, other: "Edit") -> bool:
        """Whether it replaced or forgot the value of another edit."""
        return any(edit.number == other.number for edit in self.seen)


Seen: TypeAlias = frozenset[Edit]


@dataclass(frozen=True)
class Event:
    """A plain writer's event."""

    number: int
    body: Body
    base: tuple[Body, Seen] | None
    what: Put | None
    """``None`` for a mere use."""


@dataclass
class World:
    """The devices, the versions they hold, and the model's view of them.

    Attributes:
        settled: The numbers of edits that decide between values.
        accesses: How many uses were told.
        ids: Under which id each device writes.
        private: Copies that have not met the others yet: of which device, the newest stamp that
            both have in common, and what the copy issued since.
    """

    schema: Schema[Any]
    bodies: dict[str, Body] = field(default_factory=dict)
    seen: dict[str, Seen] = field(default_factory=dict)
    versions: list[tuple[Body, Seen]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=lambda: {device: device for device in DEVICES})
    private: dict[str, tuple[str, str, set[str]]] = field(default_factory=dict)
    settled: set[int] = field(default_factory=set)
    accesses: int = 0
    edits: int = 0

    @property
    def path(self) -> str:
        return self.schema.root + ("people/facts/k" if self.schema is PERSONA else "k")

    # ------------------------------------------------------------------ what is written

    def fields(self, at: int, step: Put, before: Body | None) -> dict[str, Any]:
        """What the edit with that number writes."""
        told = merge.visible(before, self.schema) if before else {}
        if self.schema is KV:
            return KV.encode(Memory("k", f"value {at}", float(NOW + at)))
        if self.schema is SYNTHETIC:
            return synthetic_fields(at, step, told)
        return PERSONA.encode(
            PersonaMemory(
                "people",
                "facts",
                "k",
                f"value {at}",
                themes=step.themes,
                source=step.source,
                access_count=told.get("access_count", 0) + step.accesses,
                last_accessed=float(NOW + at),
                last_reinforced=told.get("last_reinforced", float(NOW + at)),
                created_at=told.get("created_at", float(NOW + at)),
                pinned=at % 3 == 0,
                due_at=float(NOW + at) if at % 4 == 0 else None,
            )
        )

    def text(self, body: Body) -> str:
        """The plaintext of a version."""
        names = [n for n, policy in self.schema.fields.items() if policy is Policy.IDENTITY]
        return body_json.write(body, self.schema, dict.fromkeys(names, "k"))

    def read(self, text: str, *, date: int = 0, event: str = "") -> Body:
        """What another device reads in a plaintext."""
        dot = body_json.plain_writer_dot(date, event)
        data = json.loads(text)
        return body_json.read(data, self.schema, plain_dot=dot, plain_path=self.path)

    def dot(self, device: str, skew: int, before: Body | None) -> Dot:
        known = before.known.values() if before else ()
        t = hlc(max(0, NOW + self.edits + skew), *known)
        # copies whose clocks stand behind a record would go on from it with the same stamp
        t = f"{int(t, 16) + self.edits:016x}"
        if device in self.private:
            self.private[device][2].add(t)
        return Dot(t, self.ids[device])

    # ----------------------------------------------------------------------- the steps

    def play(self, step: Step) -> None:
        """Let one step happen."""
        match step:
            case Sync(source, target):
                self._sync(source, target)
            case PlainWrite():
                self._write_plainly(step)
            case Absorb():
                self._absorb(step)
            case Copy(device, copy):
                self._copy(device, copy)
            case _:
                self._edit(step)
        self.edits += 1

    def _edit(self, step: Put | Use | Settle | Forget) -> None:
        device, before = step.device, self.bodies.get(step.device)
        is_alive = before is not None and before.is_alive
        if isinstance(step, (Use, Settle)) and not is_alive:
            return
        if isinstance(step, Use) and self.schema.counter is None:
            return
        seen = self.seen.get(device, frozenset())
        dot = self.dot(device, step.skew, before)
        if isinstance(step, Put):
            fields = self.fields(self.edits, step, before)
            after = merge.put(before, self.path, fields, dot, self.schema)
            after = with_past(before, after, dot, self.schema, REPLACED)
            seen |= {Edit(self.edits, seen, seen, step)}
        elif isinstance(step, Forget):
            after = merge.forgotten(before, self.path, dot, "forget")
            seen |= {Edit(self.edits, seen, seen, step)}
        elif before is None:
            return
        elif isinstance(step, Settle):
            after = self._settled(before, dot)
            put = Put(device, tuple(sorted(self._themes(before))), "", 0, 0)
            seen |= {Edit(self.edits, seen, seen, put)}
            self.settled.add(self.edits)
        else:
            after = merge.amended(before, self._used(before, step), dot, self.schema)
        if isinstance(step, (Put, Use)):
            self.accesses += step.accesses
        self._keep(device, after, seen)

    def _settled(self, before: Body, dot: Dot) -> Body:
        covered = [(other.t, other.device) for other in before.fields[self.schema.alive]]
        value = f"value {self.edits}"
        after = merge.settled(before, self.schema.alive, value, covered, dot, self.schema)
        return with_past(before, after, dot, self.schema, DECIDED)

    def _themes(self, body: Body) -> set[str]:
        return set(body.sets.get("themes", {}))

    def _used(self, before: Body, step: Use) -> dict[str, Any]:
        told = merge.visible(before, self.schema)
        if self.schema is KV:
            return told
        count = told.get("access_count", 0) + step.accesses
        return {**told, "access_count": count, "last_accessed": float(NOW + self.edits)}

    def _sync(self, source: str, target: str) -> None:
        if source not in self.bodies or source == target:
            return
        for device in (source, target):
            self._part(device)
        theirs, mine = self.bodies[source], self.bodies.get(target)
        after = merge.merge(mine, theirs, self.schema) if mine else theirs
        self._keep(target, after, self.seen.get(target, frozenset()) | self.seen[source])

    def _keep(self, device: str, body: Body, seen: Seen) -> None:
        self.bodies[device], self.seen[device] = body, seen
        if device not in self.private:
            self.versions.append((body, seen))

    # ------------------------------------------------------------------ plain writers

    def _write_plainly(self, step: PlainWrite) -> None:
        self._part(step.reader)
        base = self.bodies.get(step.reader)
        is_based = base is not None and base.is_alive
        put = Put(step.reader, step.themes, step.source, step.accesses, step.skew)
        told: dict[str, Any] = {}
        if base is not None and is_based:
            written = json.loads(self.text(base))
            told = {name: written[name] for name in _PLAIN_FIELDS if name in written}
        fields = {**told, "value": f"value {self.edits}"}
        if self.schema is not KV:
            count = int(fields.get("access_count", 0)) + step.accesses
            plain: dict[str, Any] = {"access_count": count, "themes": list(step.themes)}
            fields = {"created_at": float(NOW + self.edits), **fields, **plain}
            fields["source"] = step.source
        is_use = step.is_use and is_based and self.schema.counter is not None
        if is_use:
            fields |= {"value": told["value"], "themes": told.get("themes", [])}
            fields |= {"source": told["source"]} if "source" in told else {}
        body = self.read(
            json.dumps({"type": self.schema.type, **fields}),
            date=NOW + self.edits + step.skew,
            event=f"{len(self.events) + 1:016x}",
        )
        what = None if is_use else put
        found = (base, self.seen[step.reader]) if base is not None and is_based else None
        self.events.append(Event(self.edits, body, found, what))
        if found is None:
            alone = Edit(self.edits, frozenset(), frozenset(), put)
            self.versions.append((pruned(body), frozenset({alone})))

    def _absorb(self, step: Absorb) -> None:
        if not self.events:
            return
        event = self.events[step.event % len(self.events)]
        self._part(step.device)
        here, seen = self.bodies.get(step.device), self.seen.get(step.device, frozenset())
        if here is not None and any(device in here.known for device in event.body.known):
            assert plain_edit.absorbed(here, event.body, None, self.schema) == here
            return
        if here is None or not here.is_alive:
            what = event.what or Put(step.device, _themes_in(event.body), "", 0, 0)
            after = merge.merge(here, event.body, self.schema) if here else pruned(event.body)
            text = str(shown(event.body.fields[self.schema.alive], Policy.REGISTER))
            after_seen = seen | {Edit(event.number, frozenset(), frozenset(), what, text)}
            self._keep(step.device, after, after_seen)
            return
        base = event.base if step.knows_base else None
        if base is not None and not (
            here.covers(base[0]) and plain_edit.agrees(base[0], event.body, self.schema)
        ):
            base = None
        after = plain_edit.absorbed(here, event.body, base[0] if base else None, self.schema)
        if event.what is not None:
            replaced, ground = (base[1], base[1]) if base else (frozenset[Edit](), seen)
            seen |= {Edit(event.number, replaced, ground, event.what)}
        elif self.schema.alive in _contributed(after, event.body):
            # a use on something else than it had read: what it says of the value is news here
            put = Put(step.device, _themes_in(event.body), "", 0, 0)
            text = str(shown(event.body.fields[self.schema.alive], Policy.REGISTER))
            seen |= {Edit(event.number, frozenset(), seen, put, text)}
        self._keep(step.device, after, seen)

    # ------------------------------------------------------------------------ copies

    def _copy(self, device: str, copy: str) -> None:
        if device not in self.bodies or copy == device or {device, copy} & self.private.keys():
            return
        if any({device, copy} & {one} for one, _, _ in self.private.values()):
            return
        body = self.bodies[device]
        self.ids[copy] = self.ids[device]
        self.private[copy] = (device, body.known.get(self.ids[device], ""), set())
        self.bodies[copy], self.seen[copy] = body, self.seen[device]

    def _part(self, device: str) -> None:
        """A copy meets its original: both find out, and each takes an id of its own."""
        if device not in self.private:
            return
        original, common, issued = self.private.pop(device)
        theirs, mine, old = self.bodies[original], self.bodies[device], {self.ids[device]}
        own = Issued(frozenset(issued), since=common, sent=common, proven=common)
        new = self.ids[device] = f"copy of {original} at {device}"
        self.ids[original] = f"{original} beside {device}"
        met = strangers(theirs, mine, own, old, self.schema)
        parts = parted(mine, own, old, new, self.schema, theirs=theirs, met=met)
        both = merged_with_copy(parts, theirs, met, new, self.schema)
        self._keep(device, both, self.seen[device] | self.seen[original])


_PLAIN_FIELDS = ("value", "themes", "source", "access_count", "created_at")


def _themes_in(body: Body) -> tuple[str, ...]:
    return tuple(sorted(body.sets.get("themes", {})))


def _contributed(after: Body, edit: Body) -> set[str]:
    """The fields of an edit that live on in what absorbed it."""
    return {
        name for name, values in edit.fields.items() if values.keys() & after.fields.get(name, {})
    }


def played(schema: Schema[Any], steps: Sequence[Step]) -> World:
    """The world after these steps; copies have met the others by then."""
    world = World(schema)
    for step in steps:
        world.play(step)
    for device in list(world.private):
        world._part(device)
    return world


# ----------------------------------------------------------------- every policy at once

SYNTHETIC: Schema[Any] = Schema(
    record=dict,
    type="sense-memory:synthetic",
    root="sense-memory/synthetic/",
    fields={
        "key": Policy.IDENTITY,
        "value": Policy.REGISTER,
        "source": Policy.REGISTER,
        "text": Policy.LAST,
        "last_accessed": Policy.MAX,
        "created_at": Policy.MIN,
        "care": Policy.CAUTIOUS,
        "made": Policy.VERSION,
        "by": Policy.VERSION,
        "access_count": Policy.COUNTER,
        "themes": Policy.SET,
        "turns": Policy.UNION,
        "state": Policy.CACHED,
        "which": Policy.DERIVED,
    },
    alive="value",
    encode=dict,
    decode=lambda _name, fields, at: {"created_at": at, **fields},
    name=lambda _fields: "k",
    is_name=lambda name: "/" not in name,
    told_apart_by="by",
    counter="access_count",
)
"""A record type that has a field of every policy."""


def synthetic_fields(at: int, step: Put, told: dict[str, Any]) -> dict[str, Any]:
    """What an edit of it writes."""
    return {
        "key": "k",
        "value": f"value {at}",
        "source": step.source,
        "text": f"text {at % 3}",
        "last_accessed": NOW + at,
        "created_at": told.get("created_at", NOW + at),
        "care": ("blinded", "plain")[at % 2],
        "made": f"by {step.device} at {at}",
        "by": step.device,
        "access_count": told.get("access_count", 0) + step.accesses,
        "themes": step.themes,
        "turns": (f"turn {at}",),
        "state": f"state {at}",
        "which": f"which {at}",
    }


# --------------------------------------------------------------------------- the model


def living(seen: Seen) -> set[str]:
    """The values that must stand: those that no edit which had seen them replaced or forgot."""
    return {
        edit.value or f"value {edit.number}"
        for edit in seen
        if isinstance(edit.what, Put) and not any(other.removes(edit) for other in seen)
    }


def themes(seen: Seen) -> set[str]:
    """The themes that must stand: added, and not left out by an edit that had seen the adding."""
    if not living(seen):
        return set()
    return {
        theme
        for edit in seen
        if isinstance(edit.what, Put)
        for theme in edit.what.themes
        if theme not in (themes(edit.ground) if edit.ground else set())
        if not any(
            other.removes(edit)
            and (isinstance(other.what, Forget) or theme not in other.what.themes)
            for other in seen
        )
    }


def turns(seen: Seen) -> set[str]:
    """The turns that must stand: each was added by one edit, and only a forgetting takes it."""
    if not living(seen):
        return set()
    return {
        f"turn {edit.number}"
        for edit in seen
        if isinstance(edit.what, Put)
        and not any(other.removes(edit) and isinstance(other.what, Forget) for other in seen)
    }


# --------------------------------------------------------------------------- generation


def history(chance: random.Random) -> tuple[Schema[Any], tuple[Step, ...]]:
    """A record type, and what happens to a record of it."""
    schema = chance.choice((KV, PERSONA, PERSONA, SYNTHETIC))
    weights = [6, 3, 1, 1.5, 7, 1, 2.5, 1]
    if chance.random() < 0.3:
        weights[5:] = [0, 0, 0]  # neither plain writers nor copies
    kinds = chance.choices(_MADE, weights, k=chance.randint(2, STEPS))
    steps: list[Step] = []
    for kind in kinds:
        step = kind(chance)
        plain = sum(isinstance(one, PlainWrite) for one in steps)
        if not (isinstance(step, PlainWrite) and plain >= PLAIN_EDITS):
            steps.append(step)
    return schema, tuple(steps)


def _device(chance: random.Random) -> str:
    return chance.choice(DEVICES)


def _skew(chance: random.Random) -> int:
    return chance.choice((0, 0, 0, 0, -3600, 3600))


def _some_themes(chance: random.Random) -> tuple[str, ...]:
    return tuple(theme for theme in THEMES if chance.random() < 0.5)


_MADE: list[Callable[[random.Random], Step]] = [
    lambda chance: Put(
        _device(chance),
        _some_themes(chance),
        chance.choice(SOURCES),
        chance.randint(0, 3),
        _skew(chance),
    ),
    lambda chance: Use(_device(chance), chance.randint(0, 3), _skew(chance)),
    lambda chance: Settle(_device(chance), _skew(chance)),
    lambda chance: Forget(_device(chance), _skew(chance)),
    lambda chance: Sync(_device(chance), _device(chance)),
    lambda chance: PlainWrite(
        _device(chance),
        _some_themes(chance)[:2],
        chance.choice(SOURCES),
        chance.randint(0, 2),
        chance.random() < 0.3,
        _skew(chance),
    ),
    lambda chance: Absorb(_device(chance), chance.randint(0, 3), chance.random() < 0.7),
    lambda chance: Copy(chance.choice(DEVICES[:3]), chance.choice(DEVICES[:3])),
]
