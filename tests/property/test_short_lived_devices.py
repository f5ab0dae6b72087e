"""Scripts without a file come and go by the thousand; the record they write must not grow."""

import pytest
from hypothesis import given, strategies as st

from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, deletion
from sense_memory.wire.address import path_of
from sense_memory.wire.body import MAX_SHORT_LIVED, Body, Policy, shown
from sense_memory.wire.merge import forgotten, merge, put
from sense_memory.wire.schemas import KV, schema_of
from sense_memory.wire.stamp import Dot, hlc

from .histories import NOW, examples

KV_REF = Ref(Memory, "heartbeat")
PERSONA_REF = Ref(PersonaMemory, "self/facts/heartbeat")
RUNS = 1_000


def reread(ref: Ref[Memory] | Ref[PersonaMemory], body: Body) -> Body:
    """What the next run finds on the relay."""
    return codec.opened(
        codec.plaintext(ref, body, Addressing.PLAIN, 40_960),
        d=path_of(ref),
        created_at=NOW,
        event_id="e" * 64,
        keys=[],
        public_key="ab" * 32,
    ).body


def after_runs(
    ref: Ref[Memory] | Ref[PersonaMemory], record: object, runs: int, *, counting: bool = False
) -> Body:
    """One writer with a file, then as many without; each may count an access too."""
    schema, path = schema_of(ref.kind), path_of(ref)
    fields = schema.encode(record)  # type: ignore[arg-type]
    body = put(None, path, fields, Dot(hlc(NOW), "withfile00"), schema)
    for run in range(runs):
        known = reread(ref, body)
        count = {"access_count": run + 1} if counting else {}
        changed = {**fields, **count, "value": f"run {run}"}
        dot = Dot(hlc(NOW + run + 1, *known.known.values()), f"m{run:09}")
        body = put(known, path, changed, dot, schema)
    return reread(ref, body)


def test_a_thousand_runs_on_one_key_leave_it_under_2560_bytes() -> None:
    body = after_runs(KV_REF, Memory("heartbeat", "first", NOW), RUNS)
    assert len(codec.plaintext(KV_REF, body, Addressing.PLAIN, 40_960).encode()) < 2_560
    assert "withfile00" in body.known


MEMORY = PersonaMemory(
    "self", "facts", "heartbeat", "v", last_accessed=NOW, last_reinforced=NOW, created_at=NOW
)


def test_a_thousand_runs_on_one_persona_memory_leave_it_under_2560_bytes() -> None:
    body = after_runs(PERSONA_REF, MEMORY, RUNS)
    assert len(codec.plaintext(PERSONA_REF, body, Addressing.PLAIN, 40_960).encode()) < 2_560


def test_a_thousand_runs_that_count_an_access_leave_it_under_2560_bytes() -> None:
    body = after_runs(PERSONA_REF, MEMORY, RUNS, counting=True)
    assert shown(body.fields["access_count"], Policy.COUNTER) == RUNS
    assert len(codec.plaintext(PERSONA_REF, body, Addressing.PLAIN, 40_960).encode()) < 2_560


def test_a_deletion_after_a_thousand_runs_is_small_too() -> None:
    body = after_runs(KV_REF, Memory("heartbeat", "first", NOW), RUNS)
    dot = Dot(hlc(NOW + RUNS + 1, *body.known.values()), "mlast00000")
    content = deletion.write([forgotten(body, body.path, dot, "forget")], Addressing.PLAIN)
    assert len(content.encode()) < 2_560


@examples
@given(st.integers(0, 40), st.integers(1, 40))
def test_an_old_version_from_a_stale_relay_replaces_nothing(stale: int, later: int) -> None:
    """What the vector no longer remembers comes back beside the newer value, never instead."""
    record = Memory("heartbeat", "first", NOW)
    old, new = after_runs(KV_REF, record, stale), after_runs(KV_REF, record, stale + later)
    merged = merge(new, old, KV)
    assert merged == merge(old, new, KV)
    newest = new.fields["value"]
    assert newest.items() <= merged.fields["value"].items()
    assert max(merged.fields["value"]) == max(newest)
    if later <= MAX_SHORT_LIVED:
        assert merged == new


@pytest.mark.parametrize("gone", [MAX_SHORT_LIVED, MAX_SHORT_LIVED + 1, 100])
def test_the_newest_sixteen_are_remembered_beside_the_last_writer(gone: int) -> None:
    body = after_runs(KV_REF, Memory("heartbeat", "first", NOW), gone + 1)
    short_lived = {device for device in body.known if device.startswith("m")}
    expected = {f"m{run:09}" for run in range(gone + 1)[-(MAX_SHORT_LIVED + 1) :]}
    assert short_lived == expected
