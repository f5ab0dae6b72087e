"""Histories of one record: what several devices did to it, and what must have come of it.

A history is a list of steps. A device edits what it holds, or takes over what another one holds,
as if it had read it from a relay. Beside the real bodies runs a model that is too plain to be
wrong: a version is the set of all edits it has seen, and an edit is the set of those it had seen.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hypothesis import HealthCheck, settings, strategies as st

from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, merge
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import KV, PERSONA
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_700_000_000
EXAMPLES = int(os.environ.get("SENSE_MEMORY_EXAMPLES", "100"))
examples = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
"""How many histories each test tries: ``SENSE_MEMORY_EXAMPLES`` of the environment, or 100."""

DEVICES = ("alpha", "beta", "gamma", "mfleeting", "mpassing")
THEMES = ("js", "web", "work")


@dataclass(frozen=True)
class Put:
    """A device writes; every write has a value of its own.

    Attributes:
        device: Who.
        themes: The themes it leaves.
        accesses: By how much it raises the count.
        skew: Seconds by which its clock is off.
    """

    device: str
    themes: tuple[str, ...]
    accesses: int
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


Step: TypeAlias = Put | Forget | Sync


@dataclass(frozen=True)
class Edit:
    """An edit in the model, with all edits its author had seen."""

    number: int
    seen: frozenset["Edit"]
    what: Put | Forget

    def removes(self, other: "Edit") -> bool:
        """Whether it replaced or forgot the value of another edit."""
        return other in self.seen


Seen: TypeAlias = frozenset[Edit]


@dataclass
class World:
    """The devices, the versions they hold, and the model's view of them."""

    schema: Schema[Any]
    bodies: dict[str, Body] = field(default_factory=dict)
    seen: dict[str, Seen] = field(default_factory=dict)
    versions: list[tuple[Body, Seen]] = field(default_factory=list)
    edits: int = 0

    @property
    def ref(self) -> Ref[Any]:
        name = "k" if self.schema is KV else "people/facts/k"
        return Ref(self.schema.record, name)

    def record(self, number: int, step: Put, before: Body | None) -> Any:
        """What the edit with that number writes."""
        at, value = float(NOW + number), f"value {number}"
        if self.schema is KV:
            return Memory("k", value, at)
        old = merge.visible(before, PERSONA) if before else {}
        return PersonaMemory(
            "people",
            "facts",
            "k",
            value,
            themes=step.themes,
            access_count=old.get("access_count", 0) + step.accesses,
            last_accessed=at,
            last_reinforced=at,
            created_at=old.get("created_at", at),
        )

    def play(self, step: Step) -> None:
        """Let one step happen."""
        if isinstance(step, Sync):
            self._sync(step.source, step.target)
            return
        device, before = step.device, self.bodies.get(step.device)
        seen = self.seen.get(device, frozenset())
        known = before.known.values() if before else ()
        dot = Dot(hlc(NOW + self.edits + step.skew, *known), device)
        path = path_of(self.ref)
        if isinstance(step, Put):
            fields = self.schema.encode(self.record(self.edits, step, before))
            after = merge.put(before, path, fields, dot, self.schema)
        else:
            after = merge.forgotten(before, path, dot, "forget")
        self._keep(device, after, seen | {Edit(self.edits, seen, step)})
        self.edits += 1

    def _sync(self, source: str, target: str) -> None:
        if source not in self.bodies:
            return
        theirs, mine = self.bodies[source], self.bodies.get(target)
        after = merge.merge(mine, theirs, self.schema) if mine else theirs
        self._keep(target, after, self.seen.get(target, frozenset()) | self.seen[source])

    def _keep(self, device: str, body: Body, seen: Seen) -> None:
        self.bodies[device], self.seen[device] = body, seen
        self.versions.append((body, seen))

    def text(self, body: Body) -> str:
        """The plaintext of a version."""
        return codec.plaintext(self.ref, body, Addressing.PLAIN, 65_408)


def played(schema: Schema[Any], steps: Sequence[Step]) -> World:
    """The world after these steps."""
    world = World(schema)
    for step in steps:
        world.play(step)
    return world


# --------------------------------------------------------------------------- the model


def living(seen: Seen) -> set[str]:
    """The values that must stand: those that no edit which had seen them replaced or forgot."""
    return {
        f"value {edit.number}"
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
        if theme not in (themes(edit.seen) if edit.seen else set())
        if not any(
            other.removes(edit)
            and (isinstance(other.what, Forget) or theme not in other.what.themes)
            for other in seen
        )
    }


def accesses(seen: Seen) -> int:
    """The count in a history without forgetting: every increment once."""
    return sum(edit.what.accesses for edit in seen if isinstance(edit.what, Put))


# -------------------------------------------------------------------------- strategies

devices = st.sampled_from(DEVICES)
skews = st.sampled_from((0, 0, 0, -3600, 3600))
puts = st.builds(
    Put,
    devices,
    st.sets(st.sampled_from(THEMES)).map(lambda found: tuple(sorted(found))),
    st.integers(0, 3),
    skews,
)
forgets = st.builds(Forget, devices, skews)
syncs = st.builds(Sync, devices, devices)
schemas: st.SearchStrategy[Schema[Any]] = st.sampled_from((KV, PERSONA))
histories = st.lists(puts | syncs | puts | syncs | forgets, min_size=1, max_size=25)
histories_without_forgetting = st.lists(puts | syncs, min_size=1, max_size=25)
