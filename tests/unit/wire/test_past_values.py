"""What a record said before: kept within bounds, whoever wrote over it, and gone with it."""

from dataclasses import replace
from typing import Any

import pytest

from sense_memory.core.errors import MalformedRecordError
from sense_memory.core.records.belief import Belief
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.wire import body_json, merge
from sense_memory.wire.body import Body, Policy, shown
from sense_memory.wire.canonical import dumps
from sense_memory.wire.past_values import (
    MOST,
    MOST_BYTES,
    REPLACED,
    beliefs,
    with_less,
    with_past,
)
from sense_memory.wire.schemas import PERSONA
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_700_000_000
PATH = "sense-memory/persona/people/facts/bob"
BOB = PersonaMemory(
    "people", "facts", "bob", "v0", last_accessed=NOW, last_reinforced=NOW, created_at=NOW
)


def at(seconds: int, device: str = "alpha") -> Dot:
    return Dot(hlc(NOW + seconds), device)


def written(before: Body | None, value: str, dot: Dot, **fields: Any) -> Body:
    """A device writes a value over what stands there."""
    new = PERSONA.encode(replace(BOB, value=value, **fields))
    after = merge.put(before, PATH, new, dot, PERSONA)
    return with_past(before, after, dot, PERSONA, REPLACED)


def told(body: Body) -> list[tuple[str | None, float, float | None]]:
    found = beliefs("bob", body, PERSONA)
    return [(one.value, one.since - NOW, one.until and one.until - NOW) for one in found]


def test_what_was_written_over_is_kept_with_its_times_and_where_it_came_from():
    body = written(None, "tea", at(0), source="chat", confidence=0.5)
    assert "past" not in body.fields
    body = written(body, "coffee", at(10, "beta"), source="book")
    assert beliefs("bob", body, PERSONA) == [
        Belief("bob", "tea", NOW, NOW + 10, REPLACED, "alpha", "chat", 0.5),
        Belief("bob", "coffee", NOW + 10, by="beta", source="book"),
    ]


def test_the_same_value_again_is_no_change_and_does_not_begin_anew():
    body = written(None, "tea", at(0))
    body = written(body, "tea", at(5))
    assert "past" not in body.fields
    body = written(body, "coffee", at(10))
    body = written(body, "coffee", at(20))
    assert told(body) == [("tea", 0, 10), ("coffee", 10, None)]


def test_two_devices_that_write_over_one_value_keep_it_and_each_others():
    base = written(None, "tea", at(0))
    one = written(base, "coffee", at(10))
    other = written(base, "water", at(20, "beta"))
    met = merge.merge(one, other, PERSONA)
    assert met == merge.merge(other, one, PERSONA)
    assert told(met) == [("tea", 0, 10), ("coffee", 10, None), ("water", 20, None)]
    after = written(met, "milk", at(30))
    assert told(after) == [
        ("tea", 0, 10),
        ("coffee", 10, 30),
        ("water", 20, 30),
        ("milk", 30, None),
    ]
    assert len(after.fields["past"]) == 1


def test_a_list_that_somebody_has_not_seen_stays_beside():
    base = written(None, "tea", at(0))
    one = written(base, "coffee", at(10))
    other = written(written(base, "water", at(20, "beta")), "milk", at(30, "beta"))
    met = merge.merge(merge.merge(base, one, PERSONA), other, PERSONA)
    assert [value for value, _, _ in told(met)] == ["tea", "coffee", "water", "milk"]


def test_the_newest_ten_are_kept():
    body = written(None, "v0", at(0))
    for number in range(1, 30):
        body = written(body, f"v{number}", at(number))
    assert [value for value, _, _ in told(body)] == [f"v{n}" for n in range(29 - MOST, 30)]


def test_they_take_so_many_bytes_at_most_and_the_oldest_go_first():
    body = written(None, "é" * 600, at(0))
    for number in range(1, 12):
        body = written(body, f"{number}" + "é" * 600, at(number))
    some = shown(body.fields["past"], Policy.LAST)
    assert len(dumps(some).encode()) <= MOST_BYTES
    assert [one["value"].strip("é") for one in some] == ["8", "9", "10"]


def test_of_one_that_is_too_long_only_the_times_are_kept():
    body = written(None, "x" * 5_000, at(0), source="y" * 5_000)
    body = written(body, "short", at(10))
    assert told(body) == [(None, 0, 10), ("short", 10, None)]
    assert len(dumps(shown(body.fields["past"], Policy.LAST)).encode()) < 200


def test_where_nothing_older_is_kept_any_more_it_says_when_it_was_written():
    body = written(written(None, "tea", at(0)), "coffee", at(10))
    less = with_less(body, PERSONA, at(10))
    assert less is not None
    assert told(less) == [("coffee", 10, None)]
    assert with_less(less, PERSONA) is None


def test_a_body_that_is_too_large_loses_the_oldest_list_as_everybody_would():
    base = written(None, "tea", at(0))
    met = merge.merge(
        written(base, "coffee", at(10)), written(base, "water", at(20, "beta")), PERSONA
    )
    less = with_less(met, PERSONA)
    assert less is not None
    assert set(less.fields["past"]) == {at(20, "beta")}
    # who still has it learns that it is gone
    assert merge.merge(met, less, PERSONA) == less


def test_forgetting_leaves_nothing_of_them():
    body = written(written(None, "tea", at(0)), "coffee", at(10))
    gone = merge.forgotten(body, PATH, at(20), "forget")
    assert "tea" not in body_json.write(gone, PERSONA, {})
    assert written(gone, "anew", at(30)).fields.keys().isdisjoint({"past"})


def test_an_edit_that_writes_no_value_leaves_them():
    body = written(written(None, "tea", at(0)), "coffee", at(10))
    linked = PERSONA.encode(replace(BOB, value="coffee", connections=("eve",)))
    after = merge.amended(body, linked, at(20), PERSONA)
    assert after.fields["past"] == body.fields["past"]


@pytest.mark.parametrize(
    "some", ["no list", [1], [{}], [{"since": 1, "until": 2, "by": 3}], [{"since": "x"}]]
)
def test_what_another_program_put_there_is_refused_and_no_obstacle(some: Any):
    body = written(None, "tea", at(0))
    odd = replace(body, fields={**body.fields, "past": {at(0): some}})
    with pytest.raises(MalformedRecordError):
        beliefs("bob", odd, PERSONA)
    assert written(odd, "coffee", at(10)).fields["past"] == odd.fields["past"]
