"""What a file and its copy write without seeing each other, and what comes of it when they meet."""

from collections.abc import Mapping
from typing import Any

import pytest

from sense_memory.core.records.persona import PersonaMemory
from sense_memory.wire import merge
from sense_memory.wire.body import Body, Policy, shown
from sense_memory.wire.restamp import Issued, merged_with_copy, parted, retold, strangers
from sense_memory.wire.schemas import KV, PERSONA
from sense_memory.wire.stamp import Dot

ID, NEW, OTHER = "original00", "parted0000", "another000"
PATH = "sense-memory/k"
MEMORY = "sense-memory/persona/people/facts/k"


def t(number: int) -> str:
    return f"{number:016x}"


def kv(before: Body | None, number: int, value: str, device: str = ID) -> Body:
    return merge.put(
        before, PATH, {"key": "k", "value": value, "ts": number}, Dot(t(number), device), KV
    )


def forgotten(before: Body, number: int, device: str = ID) -> Body:
    return merge.forgotten(before, before.path, Dot(t(number), device), "forget")


def persona(before: Body | None, number: int, value: str, count: int, *themes: str) -> Body:
    fields = PERSONA.encode(
        PersonaMemory(
            "people", "facts", "k", value, access_count=count, themes=themes, created_at=1.0
        )
    )
    return merge.put(before, MEMORY, fields, Dot(t(number), ID), PERSONA)


def values(body: Body) -> set[Any]:
    return set(body.fields.get("value", {}).values())


def met(ours: Body, issued: Issued, theirs: Body, schema: Any = KV, new: str = NEW) -> Body:
    """What one file makes of a version by its copy."""
    strange = strangers(theirs, ours, issued, {ID}, schema)
    assert strange
    parts = parted(ours, issued, {ID}, new, schema, theirs=theirs, met=strange)
    return merged_with_copy(parts, theirs, strange, new, schema)


COMMON = kv(None, 5, "common")


def of_ours(*numbers: int, sent: str = t(5), proven: str = t(5)) -> Issued:
    return Issued(frozenset(map(t, (5, *numbers))), sent=sent, proven=proven)


@pytest.mark.parametrize("ours", [9, 10, 11])
def test_what_both_wrote_is_kept_whichever_is_older(ours: int) -> None:
    """Both with the very same stamp, too: as two clocks give them that stand behind the record."""
    here, theirs = kv(COMMON, ours, "y"), kv(COMMON, 10, "x")

    merged = met(here, of_ours(ours), theirs)

    assert values(merged) == {"x", "y"}
    assert shown(merged.fields["value"], Policy.REGISTER) == ("x" if ours == 9 else "y")


@pytest.mark.parametrize("ours", [9, 10, 11])
def test_both_part_and_come_to_the_same(ours: int) -> None:
    here, theirs = kv(COMMON, ours, "y"), kv(COMMON, 10, "x")

    one = met(here, of_ours(ours, sent=t(ours)), theirs)
    two = met(theirs, of_ours(10, sent=t(10)), here, new=OTHER)
    both = merge.merge(one, two, KV)

    assert values(both) == {"x", "y"}
    assert merge.merge(two, one, KV) == both
    assert merge.merge(both, kv(COMMON, 10, "x"), KV) == both, "it has seen all of this"
    assert merge.merge(both, kv(COMMON, ours, "y"), KV) == both or ours == 11


def test_what_was_in_common_and_replaced_by_the_copy_does_not_come_back() -> None:
    merged = met(COMMON, of_ours(), kv(COMMON, 10, "x"))
    assert values(merged) == {"x"}


def test_what_was_in_common_and_forgotten_by_the_copy_stays_forgotten() -> None:
    merged = met(COMMON, of_ours(), forgotten(COMMON, 10))
    assert not merged.is_alive


def test_an_unsent_value_survives_a_copy_that_forgot() -> None:
    merged = met(kv(COMMON, 9, "y"), of_ours(9), forgotten(COMMON, 10))
    assert values(merged) == {"y"}


def test_an_unsent_forgetting_leaves_what_the_copy_wrote_and_takes_what_it_had_seen() -> None:
    merged = met(forgotten(COMMON, 11), of_ours(11), kv(COMMON, 10, "x"))
    assert values(merged) == {"x"}

    again = merge.merge(merged, COMMON, KV)
    assert values(again) == {"x"}, "what was forgotten stays forgotten"


def test_an_older_version_of_ours_is_no_copy() -> None:
    newer = kv(COMMON, 9, "y")
    assert not strangers(COMMON, newer, of_ours(9), {ID}, KV)


def test_what_another_device_made_of_ours_is_no_copy() -> None:
    theirs = kv(kv(COMMON, 9, "y"), 12, "z", OTHER)
    assert not strangers(theirs, COMMON, of_ours(9), {ID}, KV)


def test_what_was_ours_before_we_took_notes_is_no_copy() -> None:
    issued = Issued(since=t(5))
    assert not strangers(COMMON, kv(COMMON, 9, "y"), issued, {ID}, KV)
    assert strangers(kv(COMMON, 7, "x"), COMMON, issued, {ID}, KV)


def test_what_was_sent_and_not_shown_back_is_another_devices_and_its_old_name_is_covered() -> None:
    """A third device may have taken it in under the old one."""
    here = kv(COMMON, 9, "y")

    merged = met(here, of_ours(9, sent=t(9)), kv(COMMON, 10, "x"))
    third = merge.merge(merged, here, KV)

    assert values(third) == {"x", "y"}
    assert sum(len(dots) for dots in third.fields.values()) == 4, "nothing stands there twice"


def test_a_version_vector_claims_nothing_that_a_copy_may_have_written_meanwhile() -> None:
    merged = met(kv(COMMON, 20, "y"), of_ours(20), kv(COMMON, 10, "x"))
    later = kv(kv(COMMON, 10, "x"), 15, "x again")

    assert merged.known[ID] == t(10)
    assert values(merge.merge(merged, later, KV)) == {"x again", "y"}


def test_a_value_that_was_sent_before_stays_covered_when_the_next_one_parts() -> None:
    """Otherwise the older one would come back from where it went."""
    sent = kv(COMMON, 7, "sent")
    here = kv(sent, 9, "y")

    merged = met(here, of_ours(7, 9, sent=t(7), proven=t(7)), kv(COMMON, 6, "x"))

    assert values(merged) == {"x", "y"}
    assert values(merge.merge(merged, sent, KV)) == {"x", "y"}


def test_what_the_copy_wrote_counts_as_unseen_even_below_what_we_have_proven() -> None:
    """As after an old backup was put back: nobody is left who would look after it."""
    here = kv(COMMON, 11, "y")

    merged = met(here, of_ours(11, sent=t(11), proven=t(11)), kv(COMMON, 10, "x"))

    assert values(merged) == {"x", "y"}


COUNTED = persona(None, 5, "common", 5, "a")


def test_counts_under_one_slot_do_not_double() -> None:
    here, theirs = persona(COUNTED, 9, "y", 6, "a"), persona(COUNTED, 10, "x", 7, "a")

    one = met(here, of_ours(9), theirs, PERSONA)
    two = met(theirs, of_ours(10), here, PERSONA, OTHER)
    both = merge.merge(one, two, PERSONA)

    for body in (one, two, both):
        assert shown(body.fields["access_count"], Policy.COUNTER) == 7
    assert values(both) == {"x", "y"}


def test_counts_that_were_unsent_when_the_file_was_copied_do_not_double() -> None:
    """Both hold the same unsent record; each makes it its own without the other's at hand."""
    unsent = Issued(frozenset((t(5),)))

    one = parted(COUNTED, unsent, {ID}, NEW, PERSONA)
    two = parted(COUNTED, unsent, {ID}, OTHER, PERSONA)

    for others in (two, COUNTED):
        both = merge.merge(one, others, PERSONA)
        assert shown(both.fields["access_count"], Policy.COUNTER) == 5
        assert values(both) == {"common"}


def test_counts_under_slots_of_their_own_add_up() -> None:
    plain = persona(None, 5, "common", 0)
    here, theirs = persona(plain, 9, "y", 2), persona(plain, 10, "x", 3)

    one = met(here, of_ours(9, sent=t(9)), theirs, PERSONA)
    two = met(theirs, of_ours(10, sent=t(10)), here, PERSONA, OTHER)

    assert shown(one.fields["access_count"], Policy.COUNTER) == 5
    both = merge.merge(one, two, PERSONA)
    assert shown(both.fields["access_count"], Policy.COUNTER) == 5


def test_elements_that_both_added_stay_and_one_that_was_taken_out_goes() -> None:
    here, theirs = persona(COUNTED, 9, "y", 5, "a", "ours"), persona(COUNTED, 10, "x", 5, "theirs")

    merged = met(here, of_ours(9), theirs, PERSONA)

    assert set(merged.sets["themes"]) == {"ours", "theirs"}


def test_an_edit_that_wrote_no_value_parts_with_what_it_hangs_on() -> None:
    fields = {**merge.visible(COUNTED, PERSONA), "source": "ours"}
    here = merge.amended(COUNTED, fields, Dot(t(9), ID), PERSONA)

    merged = met(here, of_ours(9), persona(COUNTED, 10, "x", 5, "a"), PERSONA)

    assert merged.anchors.keys() == {Dot(t(9), NEW)}
    assert merged.fields["source"] == {Dot(t(9), NEW): "ours"}


def test_nothing_is_claimed_that_has_no_dot() -> None:
    """A body whose dots lie outside its version vector could not be read again."""
    histories: Mapping[str, tuple[Body, Issued]] = {
        "unsent": (kv(COMMON, 9, "y"), of_ours(9)),
        "never sent": (COMMON, Issued(frozenset((t(5),)))),
        "counted": (COUNTED, Issued(frozenset((t(5),)))),
        "sent": (kv(COMMON, 9, "y"), of_ours(9, sent=t(9))),
    }
    for name, (body, issued) in histories.items():
        left = parted(body, issued, {ID}, NEW, PERSONA)
        assert all(dot.t <= left.known[dot.device] for dot in left.dots), name
        assert parted(left, issued, {ID}, NEW, PERSONA) == left, "twice is once"


def linked(before: Body, number: int, *links: str) -> Body:
    """Another device writes a new value, and links the memory, which writes none."""
    fields = {**merge.visible(before, PERSONA), "value": "theirs"}
    with_value = merge.put(before, MEMORY, fields, Dot(t(number), OTHER), PERSONA)
    fields = {**fields, "connections": links}
    return merge.amended(with_value, fields, Dot(t(number + 1), OTHER), PERSONA)


def test_a_link_stays_though_what_it_was_made_on_got_another_name():
    """It was accepted, not read back; then the file was put back to that day, and parted."""
    first = persona(None, 5, "ours", 1, "kept")
    theirs = linked(first, 7, "friend")
    issued = Issued(frozenset({t(5)}), sent=t(5))
    ours = parted(first, issued, {ID}, NEW, PERSONA)
    assert Dot(t(5), NEW) in ours.dots
    merged = merge.merge(ours, retold(theirs, ours, {ID}, NEW, PERSONA), PERSONA)
    assert set(merged.sets["connections"]) == {"friend"}
    assert set(merged.sets["themes"]) == {"kept"}
    assert values(merged) == {"theirs"}  # whoever wrote it had seen ours
    for other in (theirs, merge.merge(theirs, merged, PERSONA)):
        assert merge.merge(merged, other, PERSONA) == merge.merge(other, merged, PERSONA) == merged


def test_what_others_had_not_seen_keeps_its_place():
    """Of two writes under the new name, whoever tells the later one may not know the earlier."""
    first = persona(None, 5, "ours", 1, "kept")
    again = persona(first, 6, "later", 1, "kept", "more")
    theirs = linked(first, 8, "friend")
    issued = Issued(frozenset({t(5), t(6)}), sent=t(6))
    ours = parted(again, issued, {ID}, NEW, PERSONA)
    merged = merge.merge(ours, retold(theirs, ours, {ID}, NEW, PERSONA), PERSONA)
    assert values(merged) == {"theirs", "later"}
    assert set(merged.sets["themes"]) == {"kept", "more"}
    assert set(merged.sets["connections"]) == {"friend"}


def test_nothing_is_told_anew_where_no_name_has_changed():
    first = persona(None, 5, "ours", 1)
    theirs = linked(first, 7, "friend")
    assert retold(theirs, first, {"somebody00"}, NEW, PERSONA) is theirs
    assert retold(theirs, first, {ID}, NEW, PERSONA) is theirs
