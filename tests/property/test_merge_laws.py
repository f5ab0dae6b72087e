"""Devices agree: whatever they did, and in whatever order they hear of it.

Each history is played once and all laws are asked of it.
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from sense_memory.core.errors import RecordError
from sense_memory.core.records.store_settings import Addressing
from sense_memory.wire import deletion, merge as merging
from sense_memory.wire.body import Body, Policy, shown
from sense_memory.wire.merge import MAX_VERSIONS, merge
from sense_memory.wire.past_values import MOST, beliefs
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import KV

from .histories import (
    EXAMPLES,
    SYNTHETIC,
    Absorb,
    Copy,
    Forget,
    PlainWrite,
    Put,
    Seen,
    Step,
    Use,
    World,
    history,
    living,
    played,
    themes,
    turns,
)

PARTS = 20
"""Seeds are tried in so many tests, so that several cores share them."""
THREES = 3
"""How often three versions of a history are drawn."""


class BrokenLawError(AssertionError):
    """A law does not hold of a history."""


def require(holds: bool, law: str) -> None:
    if not holds:
        raise BrokenLawError(law)


def alike(world: World, one: Body, other: Body) -> bool:
    """Whether two versions are one; or are after they met, where a plain writer was at work.

    A plain edit does not carry what it was made on. Who knows nothing but the edit, and forgets it,
    leaves the date of birth of what it was made on. Whether that goes at once, or stands with a
    value that was written meanwhile, depends on who meets whom first; it goes when they meet again.
    """
    if one == other or not world.events:
        return one == other
    values = (body.fields.get(world.schema.alive) for body in (one, other))
    met = merge(one, other, world.schema)
    return len({repr(sorted((some or {}).items())) for some in values}) == 1 and met in (one, other)


def everything(bodies: Sequence[Body], schema: Schema[Any]) -> Body:
    """What a device holds that has heard all of them, one after the other."""
    merged, *rest = bodies
    for body in rest:
        merged = merge(merged, body, schema)
    return merged


def check(schema: Schema[Any], steps: Sequence[Step], chance: random.Random) -> None:
    """Ask every law of a history.

    Raises:
        BrokenLawError: The first that does not hold.
    """
    world = played(schema, steps)
    if not world.versions:
        return
    bodies = [body for body, _ in world.versions]
    for _ in range(THREES):
        a, b, c = (chance.choice(bodies) for _ in range(3))
        both = merge(a, b, schema)
        require(both == merge(b, a, schema), "the order of two versions does not matter")
        left, right = merge(both, c, schema), merge(a, merge(b, c, schema), schema)
        require(alike(world, left, right), "the grouping of three does not matter")
        require(merge(a, a, schema) == a, "hearing the same again changes nothing")
        require(merge(both, a, schema) == both == merge(b, both, schema), "nor does a part of it")
        require(both.covers(a) and both.covers(b), "a merged version covers both")
        if a.covers(b):
            # else a device would publish again what is there already
            require(both == a, "a version that covers another is what they merge to")
    held = list(world.bodies.values())
    results = []
    for _ in range(2 if held else 0):
        chance.shuffle(held)
        results.append(everything(held, schema))
    if results:
        one, other = results
        require(alike(world, one, other), "all devices arrive at the same in any order")
        met = merge(one, other, schema), merge(other, one, schema)
        require(world.text(met[0]) == world.text(met[1]), "and, once they have met, in bytes")
    for body, seen in [chance.choice(world.versions), world.versions[-1]]:
        text = world.text(body)
        found = world.read(text)
        require(found == body, "every version comes back from its plaintext")
        require(world.text(found) == text, "and is written again in the same bytes")
        if not body.is_alive:
            carried = deletion.read(deletion.write([body], Addressing.PLAIN))
            require(carried == (body,), "a deletion request carries the knowledge of its tombstone")
        ask_the_model(world, body, seen)
        if schema.past is not None and not has(steps, Forget, PlainWrite):
            ask_for_the_past(body, seen, schema)
        ask_for_versions(world, steps, body, seen)
    if not has(steps, Forget, PlainWrite, Copy):
        ask_for_counts(world, steps)


def ask_for_versions(world: World, steps: Sequence[Step], body: Body, seen: Seen) -> None:
    """The last version of each kind stands, whole, until a writer leaves the oldest out."""
    schema = world.schema
    if schema.told_apart_by is None:
        return
    found = merging.versions(body, schema)
    for one in found:
        whole = one["made"].startswith(f"by {one['by']} ") if "made" in one else True
        require(whole, "the parts of a version stay together")
    makers = [one["by"] for one in found]
    require(len(makers) == len(set(makers)), "there is one of a kind")
    makes = {edit.what.device for edit in seen if edit.number not in _silent(world)}
    if not has(steps, Forget, PlainWrite, Copy) and len(makes) <= MAX_VERSIONS:
        require(makes == set(makers), "the last one of everybody stands")


def has(steps: Sequence[Step], *kinds: type) -> bool:
    """Whether one of these things happened."""
    return any(isinstance(step, kinds) for step in steps)


def ask_for_the_past(body: Body, seen: Any, schema: Schema[Any]) -> None:
    """What was written over is told, each once, and ended before what stands began."""
    told = beliefs("k", body, schema)
    written = {f"value {edit.number}" for edit in seen}
    if len(written) <= MOST:
        require({one.value for one in told} == written, "what was written over is kept")
        require(len(told) == len(written), "each once")
    require(len(told) >= min(MOST, len(written)), "the newest are kept")
    require(all(one.since <= (one.until or one.since) for one in told), "it begins before it ends")
    open_ = {one.value for one in told if one.until is None}
    require(open_ == set(body.fields[schema.alive].values()), "what stands has not ended")


def ask_the_model(world: World, body: Body, seen: Any) -> None:
    """Nothing that was written is lost, and nothing that was forgotten comes back."""
    schema = world.schema
    values = set(body.fields.get(schema.alive, {}).values())
    require(values == living(seen), "a value stands until it is replaced or forgotten")
    require(body.is_alive == bool(living(seen)), "a record stands while its value does")
    if "themes" in schema.fields:
        found, expected = set(body.sets.get("themes", {})), themes(seen)
        require(found >= expected, "an element stands until it is left out or forgotten")
        # what a device had already when it absorbed an edit, it cannot take from who had it thence
        require(found == expected or bool(world.events), "and no longer")
        if body.is_alive and not any(isinstance(edit.what, Forget) for edit in seen):
            # what each device takes of a plain edit must not cost the others' part of it
            require(schema.fields.keys() - body.fields.keys() <= _UNSAID, "no field is lost")
    if schema is SYNTHETIC:
        # a plain writer and one who decides add none
        made = {f"turn {e.number}" for e in seen if e.number not in _silent(world)}
        require(set(body.sets.get("turns", {})) == turns(seen) & made, "a turn stands for ever")
        told = merging.visible(body, schema)
        require(not {"state", "which", "key"} & told.keys(), "what is derived is never merged")
        if "care" in told:
            careful = min(map(str, body.fields["care"].values()))
            require(told["care"] == careful, "of two, the cautious value is shown")
        if "text" in told:
            newest = max(body.fields["text"])
            require(told["text"] == body.fields["text"][newest], "the last text is shown")


_UNSAID = {
    *("key", "domain", "facet", "state", "which"),
    *("access_count", "themes", "turns", "connections", "contradicts", "origin_on"),
    # what the plain writers of these histories leave out
    *("relevance", "halflife_days", "superseded_by", "confidence", "text", "care"),
    *("last_accessed", "last_reinforced"),
    # what is unset is not there
    *("pinned", "due_at", "past"),
    # nor what a plain writer says nothing of
    *("made", "by"),
}
"""Fields that a record may lack: no registers, or none that every edit writes."""


def _silent(world: World) -> set[int]:
    return {event.number for event in world.events} | world.settled


def ask_for_counts(world: World, steps: Sequence[Step]) -> None:
    """Without forgetting, every use is counted once."""
    if world.schema is KV or not world.bodies:
        return
    merged = everything(list(world.bodies.values()), world.schema)
    slots = merged.fields.get("access_count", {})
    counted = shown(slots, Policy.COUNTER) if slots else 0
    require(counted == world.accesses, "every use is counted once")


def shrunk(schema: Schema[Any], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The shortest history found in which a law is broken, too."""

    def fails(some: tuple[Step, ...]) -> bool:
        try:
            for seed in range(20):
                check(schema, some, random.Random(seed))
        except (BrokenLawError, RecordError):
            return True
        return False

    size = len(steps) // 2 if fails(steps) else 0
    while size:
        at = 0
        while at < len(steps):
            shorter = steps[:at] + steps[at + size :]
            if shorter and fails(shorter):
                steps = shorter
            else:
                at += size
        size //= 2
    return steps


@pytest.mark.timeout(max(60, EXAMPLES // 10))
@pytest.mark.parametrize("part", range(PARTS))
def test_every_law_holds_of_every_history(part: int) -> None:
    for seed in range(part, EXAMPLES, PARTS):
        chance = random.Random(seed)
        schema, steps = history(chance)
        try:
            check(schema, steps, chance)
        except (BrokenLawError, RecordError) as error:
            told = "\n  ".join(map(repr, shrunk(schema, steps)))
            pytest.fail(f"{error}; not so with seed {seed}, {schema.type}:\n  {told}")


def test_the_histories_hold_what_they_are_for() -> None:
    """Else the laws would be asked of nothing."""
    kinds: dict[str, int] = {}
    conflicts = anchored = 0
    for seed in range(600):
        schema, steps = history(random.Random(seed))
        world = played(schema, steps)
        for step in steps:
            kinds[type(step).__name__] = kinds.get(type(step).__name__, 0) + 1
        conflicts += any(len(body.fields.get("value", ())) > 1 for body, _ in world.versions)
        anchored += any(body.anchors for body, _ in world.versions)
        for device in world.ids:
            kinds["parted"] = kinds.get("parted", 0) + (world.ids[device] != device)
        kinds["absorbed"] = kinds.get("absorbed", 0) + bool(world.events and absorbed_in(world))
    wanted = {step.__name__ for step in (Put, Use, Forget, PlainWrite, Absorb, Copy)}
    assert all(kinds[name] > 30 for name in wanted), kinds
    assert kinds["parted"] > 10
    assert kinds["absorbed"] > 20
    assert conflicts > 50
    assert anchored > 20


def absorbed_in(world: World) -> bool:
    """Whether a device took in a plain writer's event on top of something."""
    return any(
        any(device[0] == "~" for device in body.known)
        and any(device[0] != "~" for device in body.known)
        for body, _ in world.versions
    )
