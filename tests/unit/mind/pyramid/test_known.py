"""The view of a scope's pyramid: it finds out anew what changed, and nothing else."""

from dataclasses import replace

import pytest

from sense_memory.core.change import Cause, Change
from sense_memory.core.errors import InputError
from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.core.ref import Ref
from sense_memory.mind.pyramid.making import due
from sense_memory.mind.views.pyramids import KnownPyramid, Pyramids


def seen(number: int, topic: str | None = "tom") -> Observation:
    return Observation(f"{number:032x}", f"fact{number}", float(number), topic)


def note(known: KnownPyramid, *records: Observation | Summary | Topic) -> None:
    for one in records:
        name = one.slug if isinstance(one, Topic) else one.id
        known.note(Ref(type(one), name), one)


def filled(count: int = 20) -> KnownPyramid:
    known = KnownPyramid()
    note(known, *map(seen, range(count)))
    while tasks := due(known.pyramid("tom")):
        note(known, *(task.done(" ".join(p.text or "" for p in task.parts), "t") for task in tasks))
    return known


def test_a_pyramid_stays_the_same_object_until_something_of_it_changes() -> None:
    known = filled()
    tom, user = known.pyramid("tom"), known.pyramid("user")
    version = known.version
    note(known, seen(100, None), Topic("tom", "Tom"))
    assert known.version > version
    assert known.pyramid("tom") is tom
    note(known, seen(100, "user"))
    assert known.pyramid("tom") is tom
    assert known.pyramid("user") is not user
    note(known, seen(100, "tom"))
    assert known.pyramid("tom").unsummarised == (seen(100),)
    assert known.pyramid("user").pieces == {}
    known.note(Ref(Observation, seen(100).id), None)
    assert known.pyramid("tom") == tom


def test_what_arrives_elsewhere_than_it_was_taken_for_is_found_out() -> None:
    whole = filled()
    known = KnownPyramid()
    note(known, *whole.pyramid("tom").tiers[0])
    assert len(known.pyramid("tom").tiers[0]) == 2
    note(known, seen(3, "user"))
    assert len(known.pyramid("tom").tiers[0]) == 1
    assert len(known.pyramid("tom").hidden) == 1


def test_a_change_of_what_was_checked_is_seen() -> None:
    known = filled()
    first, second = known.pyramid("tom").tiers[0]
    assert known.pyramid("tom").outdated == frozenset()
    note(known, replace(seen(3), text="otherwise"))
    assert known.pyramid("tom").outdated == {first.input}
    note(known, seen(3))
    assert known.pyramid("tom").outdated == frozenset()
    note(known, replace(second, text="otherwise"))
    assert known.pyramid("tom").outdated == {second.input}


def test_a_name_in_other_letters_is_the_same_topic() -> None:
    known = KnownPyramid()
    note(known, Topic("ana-2", "Ána  Díaz".replace("  ", " ")), Topic("ana-3", "ÁNA DÍAZ"))
    assert known.slug_of("ána díaz ") == "ana-2"
    assert known.slug_of("User") == "user"
    assert known.slug_of("Bob") == "bob"
    assert not known.is_known("bob")
    known.note(Ref(Topic, "ana-2"), None)
    assert known.slug_of("ána díaz") == "ana-3"
    with pytest.raises(InputError):
        known.slug_of("…")


def test_the_newest_are_samples() -> None:
    known = filled(17)
    assert known.samples("tom") == tuple(map(seen, range(12, 17)))
    note(known, replace(seen(13), topic=None))
    assert known.samples("tom") == tuple(map(seen, (11, 12, 14, 15, 16)))
    assert known.samples("user") == ()


def test_what_changes_while_a_scope_is_filled_counts_more() -> None:
    view = Pyramids()
    filling, other = view.begin(""), view.begin("")
    view.apply(Change(Ref(Observation, seen(1).id), seen(1), None, Cause.LOCAL))
    view.apply(Change(Ref(Observation, seen(2).id), None, seen(2, "user"), Cause.RELAY))
    view.apply(Change(Ref(Observation, seen(4).id, "work"), None, seen(4), Cause.LOCAL))
    for number in (1, 2, 3):
        filling.add(Ref(Observation, seen(number).id), seen(number))
    known = view.finish("", filling)
    assert known.observations == (seen(2, "user"), seen(3))
    assert view.finish("", other) is known
    assert view.known("work") is None
