"""What was used while it dissolved elsewhere stands again, in whatever order one hears of it."""

import random
from dataclasses import replace

import pytest

from sense_memory.core.records.persona import SECONDS_PER_DAY, PersonaMemory
from sense_memory.wire import codec, outliving
from sense_memory.wire.address import ref_at
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, forgotten, merge, put
from sense_memory.wire.schemas import PERSONA
from sense_memory.wire.stamp import Dot, hlc

from .histories import EXAMPLES, NOW, Put, Settle, Sync, Use, history, played

PARTS = 10
PATH = "sense-memory/persona/people/facts/k"
LATER = NOW + 231 * int(SECONDS_PER_DAY)


def _living(seed: int) -> Body | None:
    """What several devices made of a record, if it stands."""
    chance = random.Random(seed)
    schema, steps = history(chance)
    kept = [step for step in steps if isinstance(step, (Put, Use, Settle, Sync))]
    if schema is not PERSONA:
        return None
    bodies = [body for body in played(schema, kept).bodies.values() if body.is_alive]
    return bodies[-1] if bodies else None


def _said(body: Body) -> dict[str, set[str]]:
    """Every value of every register, and every element."""
    told = {name: set(map(str, some.values())) for name, some in body.fields.items()}
    told |= {name: set(some) for name, some in body.sets.items()}
    return {name: some for name, some in told.items() if name != "access_count"}


@pytest.mark.parametrize("part", range(PARTS))
def test_all_that_stood_there_stands_again(part: int) -> None:
    for seed in range(part, EXAMPLES // 5, PARTS):
        alive = _living(seed)
        if alive is None:
            continue
        tombstone = forgotten(alive, PATH, Dot(hlc(LATER), "alpha"), outliving.DISSOLVE)
        used = {**PERSONA.encode(_record(alive)), "last_accessed": LATER - 5, "relevance": 1.0}
        after = amended(alive, used, Dot(hlc(LATER - 5), "omega"), PERSONA)
        merged = merge(after, tombstone, PERSONA)
        assert not merged.is_alive
        first = Dot(hlc(LATER, *merged.known.values()), "omega")
        back = outliving.restored(after, merged, first, PERSONA)
        assert _said(back) == _said(after)
        assert _record(back) == replace(_record(after), access_count=0)
        # whoever knew one or the other, or both, ends with what stands again
        for known in (alive, after, tombstone, merged, back):
            assert merge(back, known, PERSONA) == merge(known, back, PERSONA) == back
        # two that find it out at the same time each say it, and it is said once
        other = outliving.restored(after, merged, Dot(hlc(LATER + 9), "alpha"), PERSONA)
        met = merge(back, other, PERSONA)
        assert met == merge(other, back, PERSONA)
        assert _said(met) == _said(after)


@pytest.mark.parametrize("part", range(PARTS))
def test_only_what_had_no_reason_to_dissolve_outlives(part: int) -> None:
    for seed in range(part, EXAMPLES // 5, PARTS):
        alive = _living(seed)
        if alive is None or _record(alive).pinned:
            continue
        record = replace(_record(alive), due_at=None)
        dot = Dot(hlc(NOW + 60, *alive.known.values()), "beta")
        alive = put(alive, PATH, PERSONA.encode(record), dot, PERSONA)
        tombstone = forgotten(alive, PATH, Dot(hlc(LATER), "alpha"), outliving.DISSOLVE)
        due, early = _record(alive), replace(_record(alive), last_accessed=LATER - 60)
        assert not outliving.outlives(alive, due, due, tombstone, PERSONA)
        # a use that the other one had not heard of
        assert outliving.outlives(alive, due, early, tombstone, PERSONA)
        # an older version, of which the other one knew all, says nothing
        assert not outliving.outlives(alive, early, early, tombstone, PERSONA)


def _record(body: Body) -> PersonaMemory:
    ref, _ = ref_at(PATH) or (None, None)
    assert ref is not None
    found: PersonaMemory = codec.record_of(ref, body, PERSONA)
    return found
