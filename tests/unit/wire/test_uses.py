"""Uses beyond a record: counted once, and no longer than what they are uses of."""

from sense_memory.core.records.persona import PersonaMemory
from sense_memory.wire import merge
from sense_memory.wire.body import Body
from sense_memory.wire.schemas import PERSONA
from sense_memory.wire.stamp import Dot, hlc
from sense_memory.wire.uses import Use, counted, place_for_others, with_uses

NOW = 1_700_000_000.0
PATH = "sense-memory/persona/people/facts/bob"


def _memory(count: int) -> PersonaMemory:
    return PersonaMemory(
        "people",
        "facts",
        "bob",
        "likes tea",
        relevance=0.5,
        access_count=count,
        last_accessed=NOW,
        last_reinforced=NOW,
        created_at=NOW,
    )


def _written(count: int, device: str = "desk", before: Body | None = None, at: float = NOW) -> Body:
    dot = Dot(hlc(at, *(before.known.values() if before else ())), device)
    return merge.put(before, PATH, PERSONA.encode(_memory(count)), dot, PERSONA)


def _seen(body: Body, *uses: Use) -> PersonaMemory:
    found = with_uses(_memory(0 if not body.fields else _count(body)), body, PERSONA, uses)
    assert isinstance(found, PersonaMemory)
    return found


def _count(body: Body) -> int:
    return sum(int(str(count)) for count in body.fields.get("access_count", {}).values())


def test_uses_of_several_devices_add_up_and_hearing_them_twice_adds_nothing():
    body = _written(0)
    desk = Use(Dot(hlc(NOW + 1), "desk"), 3, NOW + 50)
    laptop = Use(Dot(hlc(NOW + 2), "laptop"), 4, NOW + 40)
    found = _seen(body, desk, laptop)
    assert (found.access_count, found.last_accessed) == (7, NOW + 50)
    assert with_uses(_memory(0), body, PERSONA, []) == _memory(0)


def test_only_what_the_record_does_not_say_yet_is_added():
    body = _written(5)
    dot, count = counted(body, PERSONA, "desk") or (None, 0)
    assert dot is not None
    assert count == 5
    assert _seen(body, Use(dot, 7, NOW + 50)).access_count == 7
    assert _seen(body, Use(dot, 4, NOW - 50)).access_count == 5


def test_a_use_makes_a_memory_fully_relevant_again_unless_it_was_used_later():
    body = _written(0)
    use = Use(Dot(hlc(NOW + 1), "laptop"), 1, NOW + 50)
    assert _seen(body, use).relevance == 1.0
    assert _seen(body, Use(use.dot, 1, NOW - 50)).relevance == 0.5


def test_what_a_forgetting_has_covered_counts_no_more():
    body = _written(5)
    dot, _ = counted(body, PERSONA, "desk") or (Dot("", ""), 0)
    gone = merge.forgotten(body, PATH, Dot(hlc(NOW + 9, *body.known.values()), "desk"), "forget")
    anew = _written(0, before=gone, at=NOW + 10)
    assert _seen(anew, Use(dot, 8, NOW + 5)).access_count == 0


def test_uses_told_under_another_stamp_count_once():
    """A device counted here first, and then wrote the record, which has a slot of its own."""
    early = Use(Dot(hlc(NOW + 1), "laptop"), 2, NOW + 50)
    told = _written(2, "laptop", _written(0), at=NOW + 5)
    assert _seen(told, early).access_count == 2


def test_a_device_that_never_counted_has_no_slot():
    assert counted(_written(0), PERSONA, "desk") is None


def test_a_place_says_no_name():
    assert place_for_others(PATH) == place_for_others(PATH)
    assert "bob" not in place_for_others(PATH)
    assert len(place_for_others(PATH)) == 16
