"""How versions come together, told with two devices and one record at a time.

The laws that hold for all histories are in ``tests/property``.
"""

from typing import Any

from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.wire.body import Body, Policy, shown
from sense_memory.wire.merge import forgotten, merge, put
from sense_memory.wire.schemas import KV, PERSONA
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_700_000_000.0
PATH = "sense-memory/k"
PERSONA_PATH = "sense-memory/persona/people/facts/k"


def at(second: float, device: str) -> Dot:
    """The dot of a write by a device, so many seconds after the start."""
    return Dot(hlc(NOW + second), device)


def kv(before: Body | None, value: str, dot: Dot) -> Body:
    """``remember`` on top of a version."""
    record = Memory("k", value, NOW)
    return put(before, PATH, KV.encode(record), dot, KV)


def persona(before: Body | None, dot: Dot, **fields: Any) -> Body:
    """``persona_remember`` on top of a version."""
    times = dict.fromkeys(("last_accessed", "last_reinforced", "created_at"), NOW)
    record = PersonaMemory("people", "facts", "k", **{"value": "v", **times, **fields})
    return put(before, PERSONA_PATH, PERSONA.encode(record), dot, PERSONA)


def value_of(body: Body) -> object:
    return shown(body.fields["value"], Policy.REGISTER)


def values_of(body: Body) -> set[object]:
    return set(body.fields["value"].values())


def both_ways(a: Body, b: Body, schema: Any = KV) -> Body:
    """The merge, which must not depend on who is asked."""
    merged = merge(a, b, schema)
    assert merged == merge(b, a, schema)
    return merged


# --------------------------------------------------------------------------- registers


def test_a_write_that_saw_another_replaces_it() -> None:
    first = kv(None, "first", at(1, "a"))
    second = kv(first, "second", at(2, "b"))
    assert second == both_ways(first, second)
    assert values_of(second) == {"second"}


def test_writes_that_did_not_see_each_other_are_both_kept_and_the_later_is_shown() -> None:
    base = kv(None, "base", at(0, "a"))
    merged = both_ways(kv(base, "one", at(1, "a")), kv(base, "two", at(2, "b")))
    assert values_of(merged) == {"one", "two"}
    assert value_of(merged) == "two"


def test_of_two_writes_at_the_same_moment_every_device_shows_the_same() -> None:
    merged = both_ways(kv(None, "one", at(1, "a")), kv(None, "two", at(1, "b")))
    assert value_of(merged) == "two"


def test_an_edit_on_top_of_siblings_replaces_them_all() -> None:
    both = merge(kv(None, "one", at(1, "a")), kv(None, "two", at(1, "b")), KV)
    assert values_of(kv(both, "settled", at(3, "a"))) == {"settled"}


def test_remembering_the_same_text_again_is_a_new_write() -> None:
    first = kv(None, "same", at(1, "a"))
    assert set(kv(first, "same", at(2, "a")).fields["value"]) == {at(2, "a")}


def test_a_field_that_did_not_change_keeps_its_dot() -> None:
    """Else an edit of the value would silently undo another device's edit of the source."""
    base = persona(None, at(0, "a"), source="chat")
    edited = persona(base, at(1, "a"), value="new", source="chat")
    assert set(edited.fields["source"]) == {at(0, "a")}
    merged = both_ways(edited, persona(base, at(1, "b"), source="book"), PERSONA)
    assert shown(merged.fields["source"], Policy.REGISTER) == "book"
    assert shown(merged.fields["value"], Policy.REGISTER) == "v"
    assert values_of(merged) == {"new", "v"}


def test_one_and_one_point_zero_are_no_edit() -> None:
    base = persona(None, at(0, "a"), relevance=1.0)
    assert set(persona(base, at(1, "a"), relevance=1).fields["relevance"]) == {at(0, "a")}


def test_fields_of_a_newer_release_are_carried_along_by_an_edit() -> None:
    newer = Body(PATH, {"z": hlc(NOW)}, {"value": {at(0, "z"): "v"}, "mood": {at(0, "z"): 5}}, {})
    edited = kv(newer, "edited", at(1, "a"))
    assert edited.fields["mood"] == {at(0, "z"): 5}


# -------------------------------------------------------------------- limits and counts


def test_the_latest_access_and_the_earliest_creation_win() -> None:
    base = persona(None, at(0, "a"))
    one = persona(base, at(1, "a"), last_accessed=NOW + 9, created_at=NOW - 5)
    two = persona(base, at(2, "b"), last_accessed=NOW + 5, created_at=NOW - 9)
    merged = both_ways(one, two, PERSONA)
    assert shown(merged.fields["last_accessed"], Policy.MAX) == NOW + 9
    assert shown(merged.fields["created_at"], Policy.MIN) == NOW - 9


def test_counts_of_two_devices_add_up() -> None:
    base = persona(None, at(0, "a"), access_count=1)
    one = persona(base, at(1, "a"), access_count=4)
    two = persona(base, at(1, "b"), access_count=3)
    merged = both_ways(one, two, PERSONA)
    assert shown(merged.fields["access_count"], Policy.COUNTER) == 1 + 3 + 2


def test_a_device_counts_on_in_its_own_slot() -> None:
    base = persona(None, at(0, "a"), access_count=1)
    assert persona(base, at(1, "a"), access_count=2).fields["access_count"] == {at(0, "a"): 2}


def test_a_count_never_goes_down() -> None:
    base = persona(None, at(0, "a"), access_count=5)
    lower = persona(base, at(1, "a"), access_count=2)
    assert shown(lower.fields["access_count"], Policy.COUNTER) == 5


def test_a_count_of_nothing_takes_no_slot() -> None:
    assert "access_count" not in persona(None, at(0, "a"), access_count=0).fields


def test_after_a_forget_a_count_starts_anew() -> None:
    counted = persona(None, at(0, "a"), access_count=5)
    gone = forgotten(counted, PERSONA_PATH, at(1, "a"), "forget")
    again = persona(gone, at(2, "a"), access_count=1)
    merged = both_ways(counted, again, PERSONA)
    assert merged.fields["access_count"] == {at(2, "a"): 1}


# -------------------------------------------------------------------------------- sets


def test_elements_added_on_both_sides_are_all_there() -> None:
    base = persona(None, at(0, "a"), themes=("js",))
    one = persona(base, at(1, "a"), themes=("js", "web"))
    two = persona(base, at(1, "b"), themes=("js", "vanilla"))
    merged = both_ways(one, two, PERSONA)
    assert set(merged.sets["themes"]) == {"js", "web", "vanilla"}


def test_an_element_removed_on_one_side_is_gone() -> None:
    base = persona(None, at(0, "a"), themes=("js", "web"))
    merged = both_ways(base, persona(base, at(1, "b"), themes=("js",)), PERSONA)
    assert set(merged.sets["themes"]) == {"js"}


def test_adding_wins_over_a_removal_that_had_not_seen_it() -> None:
    base = persona(None, at(0, "a"), themes=("js",))
    removed = persona(base, at(1, "a"), themes=())
    added_anew = persona(persona(base, at(1, "b"), themes=()), at(2, "b"), themes=("js",))
    merged = both_ways(removed, added_anew, PERSONA)
    assert merged.sets["themes"] == {"js": frozenset({at(2, "b")})}


# -------------------------------------------------------------------------- forgetting


def test_what_was_seen_is_forgotten_everywhere() -> None:
    first = kv(None, "secret", at(1, "a"))
    gone = forgotten(first, PATH, at(2, "b"), "forget")
    assert gone == both_ways(first, gone)
    assert not gone.is_alive


def test_what_was_written_without_seeing_the_forgetting_survives_alone() -> None:
    base = kv(None, "old", at(0, "a"))
    gone = forgotten(base, PATH, at(9, "a"), "forget")
    merged = both_ways(gone, kv(base, "new", at(1, "b")))
    assert merged.is_alive
    assert values_of(merged) == {"new"}


def test_an_edit_that_saw_a_forgetting_clears_its_mark() -> None:
    base = kv(None, "old", at(0, "a"))
    gone = forgotten(base, PATH, at(2, "a"), "forget")
    survived = both_ways(gone, kv(base, "new", at(1, "b")))
    assert survived.marks == {at(2, "a"): "forget"}
    assert survived.is_alive
    assert kv(survived, "newer", at(3, "b")).marks == {}


def test_remembering_after_a_forget_is_possible() -> None:
    gone = forgotten(kv(None, "old", at(0, "a")), PATH, at(1, "a"), "forget")
    again = kv(gone, "new", at(2, "a"))
    assert again == both_ways(gone, again)
    assert values_of(again) == {"new"}


def test_of_two_forgettings_all_devices_name_the_same_reason() -> None:
    base = kv(None, "old", at(0, "a"))
    one = forgotten(base, PATH, at(1, "a"), "forget")
    two = forgotten(base, PATH, at(2, "b"), "dissolve")
    merged = both_ways(one, two)
    assert merged.marks == {at(1, "a"): "forget", at(2, "b"): "dissolve"}
    assert not merged.is_alive


def test_the_marks_of_a_tombstone_do_not_depend_on_the_order() -> None:
    """Else two devices hold the same knowledge in different bytes, and publish at each other."""
    value = kv(None, "value", at(1, "b"))
    seen = forgotten(value, PATH, at(2, "b"), "dissolve")
    unseen = forgotten(None, PATH, at(3, "a"), "forget")
    assert merge(merge(unseen, value, KV), seen, KV) == merge(merge(unseen, seen, KV), value, KV)


def test_forgetting_what_was_never_there_says_so_all_the_same() -> None:
    gone = forgotten(None, PATH, at(1, "a"), "forget")
    assert gone == Body(PATH, {"a": hlc(NOW + 1)}, {}, {}, {at(1, "a"): "forget"})


def test_a_version_covers_another_when_it_knows_all_its_writes() -> None:
    first = kv(None, "first", at(1, "a"))
    second = kv(first, "second", at(2, "b"))
    assert second.covers(first)
    assert not first.covers(second)
    assert first.covers(first)


def test_two_values_under_one_dot_are_settled_alike_everywhere() -> None:
    """A copied file broke the rule that a dot is written once; devices must agree even so."""
    one, two = kv(None, "one", at(1, "a")), kv(None, "two", at(1, "a"))
    assert values_of(both_ways(one, two)) == {"two"}
