"""Devices agree: whatever they did, and in whatever order they hear of it."""

from typing import Any

from hypothesis import given, strategies as st

from sense_memory.core.records.store_settings import Addressing
from sense_memory.wire import codec, deletion
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body, Policy, shown
from sense_memory.wire.merge import merge
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import PERSONA

from .histories import (
    Step,
    World,
    accesses,
    examples,
    histories,
    histories_without_forgetting,
    living,
    played,
    schemas,
    themes,
)


def three(data: st.DataObject, world: World) -> tuple[Body, Body, Body]:
    """Any three versions that existed at some time."""
    versions = st.sampled_from([body for body, _ in world.versions])
    return data.draw(versions), data.draw(versions), data.draw(versions)


def everything(bodies: list[Body], schema: Schema[Any]) -> Body:
    """What a device holds that has heard all of them, one after the other."""
    merged, *rest = bodies
    for body in rest:
        merged = merge(merged, body, schema)
    return merged


def worlds_with_versions(schema: Schema[Any], steps: list[Step]) -> World | None:
    world = played(schema, steps)
    return world if world.versions else None


@examples
@given(schemas, histories, st.data())
def test_the_order_of_two_versions_does_not_matter(
    schema: Schema[Any], steps: list[Step], data: st.DataObject
) -> None:
    if world := worlds_with_versions(schema, steps):
        a, b, _ = three(data, world)
        assert merge(a, b, schema) == merge(b, a, schema)
        assert world.text(merge(a, b, schema)) == world.text(merge(b, a, schema))


@examples
@given(schemas, histories, st.data())
def test_the_grouping_of_three_versions_does_not_matter(
    schema: Schema[Any], steps: list[Step], data: st.DataObject
) -> None:
    if world := worlds_with_versions(schema, steps):
        a, b, c = three(data, world)
        left = merge(merge(a, b, schema), c, schema)
        right = merge(a, merge(b, c, schema), schema)
        assert left == right


@examples
@given(schemas, histories, st.data())
def test_hearing_the_same_again_changes_nothing(
    schema: Schema[Any], steps: list[Step], data: st.DataObject
) -> None:
    if world := worlds_with_versions(schema, steps):
        a, b, _ = three(data, world)
        both = merge(a, b, schema)
        assert merge(a, a, schema) == a
        assert merge(both, a, schema) == both
        assert merge(both, b, schema) == both


@examples
@given(schemas, histories, st.data())
def test_a_version_that_covers_another_is_what_they_merge_to(
    schema: Schema[Any], steps: list[Step], data: st.DataObject
) -> None:
    """Else a device would publish again what is there already."""
    if world := worlds_with_versions(schema, steps):
        a, b, _ = three(data, world)
        assert merge(a, b, schema).covers(a)
        if a.covers(b):
            assert merge(a, b, schema) == a


@examples
@given(schemas, histories, st.data())
def test_all_devices_arrive_at_the_same_bytes_in_any_order(
    schema: Schema[Any], steps: list[Step], data: st.DataObject
) -> None:
    world = played(schema, steps)
    bodies = list(world.bodies.values())
    orders = [data.draw(st.permutations(bodies)) for _ in range(3 if bodies else 0)]
    results = [everything(order, schema) for order in orders]
    assert len({world.text(one) for one in results}) <= 1


@examples
@given(schemas, histories)
def test_every_version_comes_back_from_its_plaintext(
    schema: Schema[Any], steps: list[Step]
) -> None:
    world = played(schema, steps)
    for body, _ in world.versions:
        text = world.text(body)
        found = codec.opened(
            text,
            d=path_of(world.ref),
            created_at=0,
            event_id="e" * 64,
            keys=[],
            public_key="ab" * 32,
        )
        assert (world.ref, schema, body) == (found.ref, found.schema, found.body)
        assert world.text(found.body) == text


@examples
@given(schemas, histories)
def test_a_value_stands_until_an_edit_that_had_seen_it_replaces_or_forgets_it(
    schema: Schema[Any], steps: list[Step]
) -> None:
    """Nothing that was written is lost, and nothing that was forgotten comes back."""
    for body, seen in played(schema, steps).versions:
        assert set(body.fields.get("value", {}).values()) == living(seen)
        assert body.is_alive == bool(living(seen))


@examples
@given(histories)
def test_a_theme_stands_until_an_edit_that_had_seen_it_leaves_it_out(steps: list[Step]) -> None:
    for body, seen in played(PERSONA, steps).versions:
        assert set(body.sets.get("themes", {})) == themes(seen)


@examples
@given(histories_without_forgetting)
def test_every_access_is_counted_once(steps: list[Step]) -> None:
    for body, seen in played(PERSONA, steps).versions:
        slots = body.fields.get("access_count", {})
        assert shown(slots, Policy.COUNTER) == accesses(seen)


@examples
@given(schemas, histories)
def test_a_deletion_request_carries_the_knowledge_of_its_tombstone(
    schema: Schema[Any], steps: list[Step]
) -> None:
    for body, _ in played(schema, steps).versions:
        if not body.is_alive:
            for addressing in Addressing:
                (carried,) = deletion.read(deletion.write([body], addressing))
                assert carried.path == body.path
                assert carried.known == body.known
                assert carried.why_forgotten == body.why_forgotten
