"""The rules of merging, each by the counterexample that it answers.

Devices are ``a``, ``b``, ``c``; ``m…`` has no file, and ``~…`` is an event of a plain writer, who
knows nothing of ``_sync``.
"""

import json
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest

from sense_memory.core.errors import UnknownSchemaError
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.wire import body_json, codec
from sense_memory.wire.address import path_of
from sense_memory.wire.body import MAX_SHORT_LIVED, Body, Policy, Values, shown
from sense_memory.wire.body_json import part
from sense_memory.wire.canonical import dumps
from sense_memory.wire.merge import (
    amended,
    forgotten,
    merge,
    put,
    settled,
    visible,
)
from sense_memory.wire.plain_edit import absorbed, agrees
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import KV, PERSONA
from sense_memory.wire.stamp import Dot, hlc, hlc_seconds

NOW = 1_700_000_000.0
KV_REF = Ref(Memory, "k")
REF = Ref(PersonaMemory, "people/facts/k")
BORN: dict[str, Any] = dict.fromkeys(("last_accessed", "last_reinforced", "created_at"), NOW)


def at(second: float, device: str) -> Dot:
    """The dot of a write by a device, so many seconds after the start."""
    return Dot(hlc(NOW + second), device)


def kv(before: Body | None, value: str, dot: Dot) -> Body:
    return put(before, path_of(KV_REF), KV.encode(Memory("k", value, hlc_seconds(dot.t))), dot, KV)


def record(**fields: Any) -> dict[str, Any]:
    given = {"value": "v", **BORN, **fields}
    return PERSONA.encode(PersonaMemory("people", "facts", "k", **given))


def persona(before: Body | None, dot: Dot, **fields: Any) -> Body:
    return put(before, path_of(REF), record(**fields), dot, PERSONA)


def changed(before: Body, dot: Dot, **fields: Any) -> Body:
    """An edit of a few fields, as a room makes it: all others as they are shown."""
    return put(
        before, path_of(REF), {**record(), **visible(before, PERSONA), **fields}, dot, PERSONA
    )


def used(before: Body, dot: Dot, times: int = 1, **fields: Any) -> Body:
    """So many uses of a memory, told in its own record: an edit that says nothing new."""
    told = visible(before, PERSONA)
    count = told.get("access_count", 0) + times
    new = {**record(), **told, "access_count": count, "last_accessed": NOW + 500, **fields}
    return amended(before, new, dot, PERSONA)


def text(body: Body, ref: Ref[Any] = REF) -> str:
    return codec.plaintext(ref, body, Addressing.PLAIN, 65_408)


def reread(body: Body, ref: Ref[Any] = REF) -> Body:
    """What another device finds on a relay."""
    found = codec.opened(
        text(body, ref),
        d=path_of(ref),
        created_at=0,
        event_id="e" * 64,
        keys=[],
        public_key="ab" * 32,
    )
    return found.body


def plain_edit(event: str, second: int, schema: Schema[Any] = PERSONA, **fields: Any) -> Body:
    """What a writer without ``_sync`` leaves: the whole record, as the published client writes."""
    ref = REF if schema is PERSONA else KV_REF
    return body_json.read(
        fields,
        schema,
        plain_dot=body_json.plain_writer_dot(int(NOW) + second, event * 16),
        plain_path=path_of(ref),
    )


def rewritten(base: Body, event: str, second: int, **fields: Any) -> Body:
    """A plain writer reads a version, changes a few fields, and writes the record back."""
    seen = json.loads(text(base))
    del seen["_sync"], seen["type"]
    return plain_edit(event, second, **{**seen, **fields})


def every_order(*bodies: Body, schema: Schema[Any] = PERSONA) -> Body:
    """What comes of several versions, which must not depend on who hears what first."""
    found = set[str]()
    merged = bodies[0]
    for order in permutations(bodies):
        merged, *rest = order
        for body in rest:
            merged = merge(merged, body, schema)
        found.add(repr(canonical(merged)))
        # and the other grouping: the last two meet first
        *front, last = order
        right = last
        for body in reversed(front):
            right = merge(body, right, schema)
        found.add(repr(canonical(right)))
    assert len(found) == 1
    return merged


def canonical(body: Body) -> tuple[Any, ...]:
    """A body in one order, for comparison."""
    return (
        sorted(body.known.items()),
        sorted((name, sorted(values.items())) for name, values in body.fields.items()),
        sorted(
            (name, sorted((one, sorted(dots)) for one, dots in elements.items()))
            for name, elements in body.sets.items()
        ),
        sorted(body.marks.items()),
        sorted(body.anchors.items()),
    )


def value_of(body: Body, name: str, policy: Policy = Policy.REGISTER) -> Any:
    return shown(body.fields[name], policy)


def count_of(body: Body) -> int:
    return int(value_of(body, "access_count", Policy.COUNTER))


# ------------------------------------------------------------------- 1: the canonical form


# S-4.1, S-4.4
def test_rule_1_devices_that_met_in_another_order_write_the_same_bytes() -> None:
    base = persona(None, at(0, "a"), themes=("js",))
    one = changed(base, at(1, "a"), source="chat", themes=("js", "web"))
    two = changed(base, at(1, "b"), source="book", themes=("js", "work"))
    three = changed(base, at(1, "c"), value="other", confidence=0.5)
    texts = {text(reread(every_order(*order))) for order in permutations((one, two, three))}
    assert len(texts) == 1


def test_rule_1_devices_are_listed_in_order_and_numbers_have_one_form() -> None:
    body = merge(persona(None, at(0, "z"), confidence=1.0), persona(None, at(0, "b")), PERSONA)
    data = json.loads(text(body))
    assert data["_sync"]["dv"] == ["b", "z"]
    assert '"confidence":1,' in text(body)


def test_rule_1_a_cached_field_makes_no_edit() -> None:
    """A device that renews the cache of a state must not look like a plain writer."""
    body = persona(None, at(0, "a"))
    data = json.loads(text(body))
    data["state"] = "dissolved"
    found = body_json.read(data, PERSONA, plain_dot=at(9, "~" + "e" * 16), plain_path=path_of(REF))
    assert found == body


# S-4.7
def test_rule_1_an_unknown_field_is_kept_and_listed_by_name() -> None:
    """Else a release that does not know it would think that the last edit of the rest wrote it."""
    body = persona(None, at(0, "a"))
    newer = Body(
        body.path,
        {**body.known, "z": hlc(NOW + 1)},
        {**body.fields, "mood": {at(1, "z"): 5}, "weather": {at(0, "a"): "dull"}},
        {},
    )
    edited = changed(newer, at(2, "b"), value="edited")
    assert json.loads(text(edited))["_sync"]["f"].keys() >= {"*", "mood", "weather"}
    assert edited.fields["mood"] == {at(1, "z"): 5}
    assert reread(edited) == edited


# ------------------------------------------------------------------ 2: the version vector


def test_rule_2_a_device_with_a_file_is_never_left_out() -> None:
    """Else its old version, shown by a stale relay, would stand beside what replaced it."""
    body = first = kv(None, "first", at(0, "a"))
    for second in range(1, 200):
        body = kv(body, str(second), at(second, f"device{second}"))
    assert len(body.known) == 200
    assert merge(body, first, KV) == body


def test_rule_2_what_a_vector_left_out_comes_back_beside_the_newer_value_never_instead() -> None:
    old = kv(None, "old", at(0, "mold"))
    body = old
    for second in range(1, 2 * MAX_SHORT_LIVED):
        body = kv(body, str(second), at(second, f"m{second:03}"))
    assert "mold" not in body.known
    merged = every_order(body, old, schema=KV)
    assert set(merged.fields["value"].values()) == {str(2 * MAX_SHORT_LIVED - 1), "old"}
    assert value_of(merged, "value") == str(2 * MAX_SHORT_LIVED - 1)


def test_rule_2_every_device_with_a_living_dot_is_kept() -> None:
    body = persona(None, at(0, "a"))
    for second in range(1, 40):
        themes = tuple(f"theme {n:02}" for n in range(second))
        body = changed(body, at(second, f"m{second:03}"), value=str(second), themes=themes)
    assert len([device for device in body.known if device[0] == "m"]) == 39
    assert merge(body, persona(None, at(0, "a")), PERSONA) == body


def test_rule_2_plain_writers_do_not_crowd_out_devices_without_a_file() -> None:
    """Else an editor that saves often would let a script's old versions come back."""
    body = script = kv(None, "of a script", at(0, "mscript"))
    body = kv(body, "by hand", at(1, "a"))
    for second in range(2, 100):
        edit = plain_edit(f"{second:04x}", second, KV, key="k", value=str(second), ts=NOW + second)
        body = absorbed(body, edit, body, KV)
    assert "mscript" in body.known
    assert merge(body, script, KV) == body
    assert len(body.known) <= 2 + MAX_SHORT_LIVED + 2


def test_rule_2_content_alone_decides_what_is_left_out() -> None:
    """Whoever merges whatever in whatever order leaves out the same devices."""
    base = kv(None, "base", at(0, "a"))
    branches = []
    for branch in range(3):
        body = base
        for n in range(10):
            body = kv(body, f"{branch}.{n}", at(1 + 10 * n + branch, f"m{branch}{n:02}"))
        branches.append(body)
    merged = every_order(*branches, schema=KV)
    gone = [d for d in merged.known if d[0] == "m" and d not in {dot.device for dot in merged.dots}]
    assert len(gone) == MAX_SHORT_LIVED


# ---------------------------------------------------------- 3: what is alive, and what it says


def test_rule_3_a_record_stands_if_and_only_if_its_value_has_a_dot() -> None:
    base = persona(None, at(0, "a"))
    gone = forgotten(base, base.path, at(5, "a"), "forget")
    for late in (used(base, at(9, "b")), changed(base, at(0, "a"), source="late")):
        assert not every_order(gone, late).is_alive
    again = every_order(gone, changed(base, at(9, "b")))
    assert again.is_alive


def test_rule_3_what_stands_beside_a_value_does_not_stand_without_it() -> None:
    """However it came to be alone: as an edit of another release, that is tied to nothing."""
    base = persona(None, at(0, "a"))
    gone = forgotten(base, base.path, at(5, "a"), "forget")
    late = Body(
        base.path,
        {**base.known, "b": hlc(NOW + 6)},
        {**base.fields, "source": {at(6, "b"): "late"}},
        {"themes": {"late": frozenset({at(6, "b")})}},
    )
    merged = every_order(gone, late)
    assert not merged.is_alive
    assert (merged.fields, merged.sets) == ({}, {})
    assert reread(merged) == merged


def test_rule_3_remembering_the_same_text_survives_a_forgetting_that_had_not_seen_it() -> None:
    first = kv(None, "same", at(0, "a"))
    again = kv(first, "same", at(1, "b"))
    gone = forgotten(first, first.path, at(9, "a"), "forget")
    assert every_order(gone, again, schema=KV).fields["value"] == {at(1, "b"): "same"}


def test_rule_3_defaults_are_a_function_of_the_value_dot() -> None:
    """Two devices that lost a field to a forgetting must show one and the same record."""
    base = persona(None, at(0, "a"))
    gone = forgotten(base, base.path, at(5, "a"), "forget")
    merged = every_order(gone, changed(base, at(7, "b"), value="new"))
    assert "created_at" not in merged.fields
    shown_record = codec.record_of(REF, merged, PERSONA)
    assert shown_record.created_at == NOW + 7
    assert shown_record == codec.record_of(REF, reread(merged), PERSONA)


def test_rule_3_after_a_forgetting_a_device_counts_in_a_new_slot() -> None:
    """Else the old slot, still held by a stale device, would be taken for the greater new one."""
    counted = used(persona(None, at(0, "a")), at(1, "a"), 5)
    gone = forgotten(counted, counted.path, at(2, "a"), "forget")
    again = persona(gone, at(3, "a"), access_count=1)
    assert every_order(counted, gone, again).fields["access_count"] == {at(3, "a"): 1}


def test_rule_3_an_old_slot_does_not_come_back_with_what_was_written_beside_the_forgetting() -> (
    None
):
    """One forgets, one counts its first use, one writes anew; none has seen the others.

    Where the forgetting meets the use first, the use is gone. It must be so in every other order.
    """
    base = persona(None, at(0, "a"))
    gone = forgotten(base, base.path, at(5, "a"), "forget")
    use = used(base, at(6, "b"), 3, relevance=0.5)
    anew = changed(base, at(7, "c"), value="new")
    assert use.anchors == {at(6, "b"): at(0, "a")}
    merged = every_order(gone, reread(use), anew)
    assert merged.fields.keys() == {"value"}
    assert merged.anchors == {}


def test_rule_3_a_link_that_is_gone_does_not_come_back_with_it_either() -> None:
    base = persona(None, at(0, "a"), connections=("x", "y"))
    gone = forgotten(base, base.path, at(5, "a"), "forget")
    unlinked = amended(base, record(connections=("y", "z")), at(6, "b"), PERSONA)
    anew = changed(base, at(7, "c"), value="new", connections=("x", "w"))
    assert set(every_order(gone, unlinked, anew).sets["connections"]) == {"w"}


def test_rule_3_uses_of_a_memory_that_was_made_twice_are_counted_as_long_as_it_stands() -> None:
    here, there = persona(None, at(0, "a")), persona(None, at(0, "b"), value="w")
    both = merge(here, there, PERSONA)
    merged = every_order(used(both, at(1, "c"), 2), used(here, at(1, "d"), 3), there)
    assert count_of(merged) == 5


def test_rule_3_a_use_on_a_birth_that_an_edit_has_set_back_is_not_lost() -> None:
    base = used(persona(None, at(0, "a")), at(1, "b"), 3)
    older = changed(base, at(2, "a"), created_at=NOW - 5)
    assert count_of(older) == 3
    assert every_order(base, older, changed(base, at(3, "c"))).anchors == {}


def test_rule_3_the_greater_count_of_one_slot_holds() -> None:
    slow = used(persona(None, at(0, "a"), access_count=1), at(1, "a"), 1)
    fast = used(slow, at(2, "a"), 3)
    assert every_order(slow, fast).fields["access_count"] == {at(0, "a"): 5}


# ------------------------------------------------------------------------------ 4: siblings


def test_rule_4_equal_values_are_stored_once_with_all_their_dots() -> None:
    base = kv(None, "base", at(0, "a"))
    same = [kv(base, "long " * 200, at(1, device)) for device in "abcdefgh"]
    merged = every_order(*same[:3], schema=KV)
    for body in same[3:]:
        merged = merge(merged, body, KV)
    assert len(merged.fields["value"]) == 8
    assert text(merged, KV_REF).count("long long") == text(same[0], KV_REF).count("long long")
    assert reread(merged, KV_REF) == merged


def test_rule_4_of_equal_values_one_stays_when_another_is_replaced() -> None:
    """Stored once, they are still two writes: who had seen one of them replaces only that."""
    base = kv(None, "base", at(0, "a"))
    one, two = kv(base, "same", at(1, "a")), kv(base, "same", at(1, "b"))
    merged = reread(merge(one, two, KV), KV_REF)
    after = every_order(merged, kv(one, "new", at(2, "c")), schema=KV)
    assert after.fields["value"] == {at(1, "b"): "same", at(2, "c"): "new"}


def test_rule_4_an_edit_beside_the_value_does_not_take_its_siblings_away() -> None:
    """To link two memories is not to settle what one of them says."""
    one, two = persona(None, at(1, "a"), value="one"), persona(None, at(2, "b"), value="two")
    linked = changed(merge(one, two, PERSONA), at(3, "a"), connections=("other",))
    assert set(linked.fields["value"].values()) == {"one", "two"}
    assert linked.fields["value"][at(3, "a")] == "two"
    settled = changed(linked, at(4, "a"), value="three")
    assert settled.fields["value"] == {at(4, "a"): "three"}


def test_rule_4_a_decision_covers_what_was_seen_and_nothing_newer() -> None:
    base = kv(None, "base", at(0, "a"))
    one, two, late = (kv(base, name, at(n, name)) for n, name in ((1, "b"), (2, "c"), (9, "d")))
    seen = list(merge(one, two, KV).fields["value"])
    everything = every_order(one, two, late, schema=KV)
    after = settled(everything, "value", "decided", seen, at(10, "a"), KV)
    assert after.fields["value"] == {at(10, "a"): "decided", at(9, "d"): "d"}
    assert every_order(after, one, two, schema=KV) == after


def test_rule_4_a_decision_about_one_field_leaves_the_values_of_another_apart() -> None:
    one = persona(None, at(1, "a"), value="one", source="chat")
    two = persona(None, at(2, "b"), value="two", source="book")
    both = merge(one, two, PERSONA)
    after = settled(both, "source", "chat", list(both.fields["source"]), at(3, "a"), PERSONA)
    assert after.fields["source"] == {at(3, "a"): "chat"}
    assert set(after.fields["value"].values()) == {"one", "two"}
    gone = forgotten(both, both.path, at(4, "b"), "forget")
    assert every_order(gone, after).is_alive


# ------------------------------------------------------------------------ 5: plain writers


def test_rule_5_two_devices_that_know_different_things_lose_no_field_of_one_edit() -> None:
    """One takes the edit's source as unchanged, the other as new. With one dot for the whole edit
    each would seem to know the other's source, and to have dropped it: both would be gone."""
    base = persona(None, at(0, "a"), source="chat")
    here, there = base, changed(base, at(2, "b"), source="book")
    edit = rewritten(base, "e", 9, value="edited")
    ours = absorbed(here, edit, here, PERSONA)
    theirs = absorbed(there, edit, None, PERSONA)
    merged = every_order(ours, theirs)
    assert set(merged.fields["source"].values()) == {"book", "chat"}
    assert value_of(merged, "value") == "edited"
    as_if_based = absorbed(there, edit, there, PERSONA)
    assert value_of(every_order(ours, as_if_based), "source") == "chat"


def test_rule_5_no_element_of_one_edit_is_lost_between_them_either() -> None:
    base = persona(None, at(0, "a"), themes=("js", "web"))
    here = changed(base, at(1, "a"), themes=("web",))
    edit = rewritten(base, "e", 9, themes=["js", "web", "new"])
    ours = absorbed(here, edit, here, PERSONA)
    theirs = absorbed(base, edit, base, PERSONA)
    assert set(every_order(ours, theirs).sets["themes"]) == {"js", "web", "new"}


def test_rule_5_two_devices_that_know_the_same_absorb_it_in_the_same_bytes() -> None:
    base = persona(None, at(0, "a"), source="chat", themes=("js",))
    edit = rewritten(base, "e", 9, value="edited", themes=["web"])
    one, two = (absorbed(body, edit, body, PERSONA) for body in (base, reread(base)))
    assert text(one) == text(two)
    assert reread(one) == one


def test_rule_5_what_is_as_it_was_in_the_base_undoes_nothing() -> None:
    """A plain client's rewrite of the record must not undo an edit that it had not seen."""
    base = persona(None, at(0, "a"), source="chat")
    meanwhile = changed(base, at(5, "b"), source="book")
    absorbed_here = absorbed(base, rewritten(base, "e", 9, value="edited"), base, PERSONA)
    merged = every_order(absorbed_here, meanwhile)
    assert set(merged.fields["source"].values()) == {"book"}


def test_rule_5_a_base_that_is_older_than_what_stands_here_keeps_the_newer_beside_it() -> None:
    base = persona(None, at(0, "a"), source="chat")
    here = changed(base, at(5, "b"), value="newer")
    after = absorbed(here, rewritten(base, "e", 9, value="edited"), base, PERSONA)
    assert set(after.fields["value"].values()) == {"newer", "edited"}
    assert value_of(after, "source") == "chat"


def test_rule_5_without_a_base_what_differs_stands_beside_and_what_is_equal_adds_nothing() -> None:
    here = persona(None, at(0, "a"), source="chat", themes=("js",))
    edit = plain_edit("e", 9, value="other", source="chat", themes=["web"], created_at=NOW + 9)
    assert not agrees(here, edit, PERSONA)
    after = absorbed(here, edit, None, PERSONA)
    assert set(after.fields["value"].values()) == {"v", "other"}
    assert after.fields["source"] == here.fields["source"]
    assert set(after.sets["themes"]) == {"js", "web"}
    assert value_of(after, "created_at", Policy.MIN) == NOW


def test_rule_5_a_plain_writer_who_had_read_another_version_has_no_base() -> None:
    base = persona(None, at(0, "a"), access_count=3)
    assert agrees(base, rewritten(base, "e", 9, value="edited"), PERSONA)
    assert not agrees(base, rewritten(base, "e", 9, access_count=4), PERSONA)
    assert not agrees(base, rewritten(base, "e", 9, created_at=NOW + 1), PERSONA)
    assert not agrees(forgotten(base, base.path, at(1, "a"), "forget"), base, PERSONA)
    uncounted = persona(None, at(0, "a"))
    assert agrees(uncounted, rewritten(uncounted, "e", 9), PERSONA)
    assert not agrees(uncounted, rewritten(uncounted, "e", 9, access_count=1), PERSONA)


def test_rule_5_a_count_that_two_devices_absorb_is_not_counted_twice() -> None:
    """The writer's 4 is 3 uses that some device told and one more; who holds only part of those 3
    must not take the difference for news."""
    first = persona(None, at(0, "a"), access_count=1)
    full = used(first, at(1, "b"), 2)
    edit = rewritten(full, "e", 9, access_count=4)
    merged = every_order(
        absorbed(full, edit, None, PERSONA), absorbed(first, edit, None, PERSONA), edit
    )
    assert count_of(merged) == 4


def test_rule_5_uses_go_on_counting_on_top_of_what_a_plain_writer_counted() -> None:
    body = absorbed(persona(None, at(0, "a"), access_count=2), _count("e", 9, 10), None, PERSONA)
    assert count_of(body) == 10
    one, two = used(body, at(20, "a"), 1), used(body, at(21, "b"), 2)
    assert (count_of(one), count_of(two)) == (11, 12)
    assert 12 <= count_of(every_order(one, two)) <= 13
    assert count_of(reread(one)) == 11


def test_rule_5_the_counts_of_many_plain_edits_enter_one_field() -> None:
    body = persona(None, at(0, "a"))
    for second in range(1, 100):
        body = absorbed(body, _count(f"{second:04x}", second, second), None, PERSONA)
    assert count_of(body) == 99
    assert len(body.fields["access_count"]) == 1
    assert len(body.known) < 20


def _count(event: str, second: int, count: int) -> Body:
    return plain_edit(event, second, value="v", created_at=NOW, access_count=count)


def test_rule_5_a_mere_use_by_a_plain_writer_brings_nothing_back() -> None:
    base = persona(None, at(0, "a"), access_count=3)
    touched = absorbed(
        base, rewritten(base, "e", 9, access_count=4, last_accessed=NOW + 9), None, PERSONA
    )
    assert count_of(touched) == 4
    assert set(touched.fields["value"]) == {at(0, "a")}
    gone = forgotten(base, base.path, at(10, "b"), "forget")
    anew = changed(base, at(11, "c"), value="new")
    assert not every_order(gone, reread(touched)).is_alive
    assert every_order(gone, touched, anew).fields.keys() == {"value"}


def test_rule_5_who_forgets_after_absorbing_forgets_all_of_the_edit() -> None:
    """What was no news to the one who forgot must not live on where it was, beside a new value."""
    here = persona(None, at(0, "a"), source="chat")
    edit = plain_edit("e", 9, value="other", source="chat", themes=["js"])
    absorbed_here = absorbed(here, edit, None, PERSONA)
    gone = forgotten(absorbed_here, here.path, at(10, "a"), "forget")
    anew = persona(None, at(11, "b"), value="new", source="")
    merged = every_order(gone, edit, anew)
    assert visible(merged, PERSONA)["source"] == ""
    assert merged.sets == {}
    assert gone.covers(edit)
    assert len(gone.known) == 2
    assert reread(merged) == merged


def test_rule_5_an_edit_that_was_absorbed_once_is_never_absorbed_again() -> None:
    """A relay that shows the old event later must not bring back what was changed since."""
    base = persona(None, at(0, "a"), source="chat")
    edit = rewritten(base, "e", 9, value="edited")
    after = changed(absorbed(base, edit, base, PERSONA), at(20, "a"), source="book", value="newest")
    for again in (
        absorbed(after, edit, None, PERSONA),
        absorbed(reread(after), edit, after, PERSONA),
    ):
        assert again == after


def test_rule_5_an_edit_that_changes_nothing_is_known_to_be_absorbed_too() -> None:
    base = persona(None, at(0, "a"), source="chat")
    edit = rewritten(base, "e", 9)
    after = changed(absorbed(base, edit, base, PERSONA), at(20, "a"), source="book")
    assert absorbed(after, edit, None, PERSONA) == after


def test_rule_5_an_edit_that_only_takes_an_element_away() -> None:
    base = persona(None, at(0, "a"), themes=("js", "web"))
    after = absorbed(base, rewritten(base, "e", 9, themes=["js"]), base, PERSONA)
    assert set(after.sets["themes"]) == {"js"}
    assert set(every_order(after, base).sets["themes"]) == {"js"}
    last = absorbed(base, rewritten(base, "e", 9, themes=[]), base, PERSONA)
    assert last.sets == {}


def test_rule_5_what_the_edit_leaves_out_stays() -> None:
    base = persona(None, at(0, "a"), source="chat", themes=("js",))
    after = absorbed(base, plain_edit("e", 9, value="edited"), base, PERSONA)
    fields = visible(after, PERSONA)
    assert [one["value"] for one in fields.pop("past")] == ["v"]
    assert fields == {**visible(base, PERSONA), "value": "edited"}


def test_rule_5_a_plain_kv_write_of_the_same_text_is_a_write() -> None:
    """It is somebody's ``remember``; there is no use of a key-value memory that it could be."""
    base = kv(None, "same", at(0, "a"))
    edit = plain_edit("e", 9, KV, key="k", value="same", ts=NOW + 9)
    gone = forgotten(base, base.path, at(8, "b"), "forget")
    assert every_order(gone, absorbed(base, edit, base, KV), schema=KV).is_alive


def test_rule_5_after_a_forgetting_all_of_a_plain_record_is_new() -> None:
    base = persona(None, at(0, "a"), source="chat")
    gone = forgotten(base, base.path, at(1, "a"), "forget")
    edit = rewritten(base, "e", 9)
    assert visible(absorbed(gone, edit, None, PERSONA), PERSONA)["source"] == "chat"


def test_rule_5_a_plain_writer_who_overwrites_a_key_for_ever_leaves_one_value() -> None:
    body = persona(None, at(0, "a"))
    for second in range(1, 200):
        edit = rewritten(body, f"{second:04x}", second, value=f"value {second}")
        body = absorbed(body, edit, body, PERSONA)
    assert set(body.fields["value"].values()) == {"value 199"}
    assert len(body.known) < 20
    assert len(text(body).encode()) < 2_560


# ------------------------------------------------------------------- 6: what a newer release wrote


@pytest.mark.parametrize("version", [2, 99, 10**9])
def test_rule_6_a_newer_body_is_not_read_as_a_plain_writers(version: int) -> None:
    """Its fingerprint may be another one; taken for a plain edit it would be written over."""
    data = json.loads(text(persona(None, at(0, "a"))))
    data["_sync"] |= {"v": version, "h": "00000000"}
    with pytest.raises(UnknownSchemaError, match=f"version {version}"):
        codec.opened(
            dumps(data),
            d=path_of(REF),
            created_at=0,
            event_id="e" * 64,
            keys=[],
            public_key="ab" * 32,
        )


def test_a_field_of_an_edit_counts_as_a_dot_of_its_own() -> None:
    edit = plain_edit("e", 9, value="v", themes=["js"])
    dot = body_json.plain_writer_dot(int(NOW) + 9, "e" * 16)
    fields: Mapping[str, Values] = {"value": {part(dot, "value"): "v"}}
    assert edit.fields == fields
    assert edit.sets == {"themes": {"js": frozenset({part(dot, "themes", "js")})}}
    assert edit.known.keys() == {d.device for d in (dot, *edit.dots)}
