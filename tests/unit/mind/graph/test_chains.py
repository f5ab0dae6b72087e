"""What held when, and what was believed when: the seed's example, and what is refused."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import Edge, Orientation
from sense_memory.mind.graph.chains import (
    as_of,
    chain_of,
    chains,
    check_fits,
    corrected,
    end_of,
    ending_with,
    holding,
    intervals,
    invalidated,
    is_void,
    superseded,
)
from sense_memory.mind.graph.edges import new_edge


def day(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def job(description: str, since: str, now: str, until: str | None = None) -> Edge:
    return new_edge(
        "person:user",
        "entity:acme",
        "employment",
        now=day(now),
        description=description,
        valid_from=day(since),
        valid_to=None if until is None else day(until),
    )


ACCEPTED = job("User accepted job offer", "2025-01-01", "2025-01-01")
DECLINED = job("User declined job offer", "2025-01-15", "2025-01-15")
STORY = superseded([ACCEPTED], ACCEPTED, DECLINED, day("2025-01-15"))


@pytest.mark.parametrize(
    ("valid", "known", "expected"),
    [
        ("2024-12-31", None, None),
        ("2025-01-01", None, "accepted"),
        ("2025-01-10", None, "accepted"),
        ("2025-01-14T23:59:59", None, "accepted"),
        ("2025-01-15", None, "declined"),
        ("2026-01-01", None, "declined"),
        # before anybody knew anything
        ("2025-01-10", "2024-12-31", None),
        # while the job stood accepted, it was believed to go on
        ("2025-01-10", "2025-01-01", "accepted"),
        ("2025-01-10", "2025-01-14", "accepted"),
        ("2025-01-20", "2025-01-01", "accepted"),
        ("2025-01-20", "2025-01-14T23:59:59", "accepted"),
        # once it was known to be declined, what had been before stays what it was
        ("2025-01-20", "2025-01-15", "declined"),
        ("2025-01-10", "2025-01-15", "accepted"),
        ("2025-01-10", "2026-01-01", "accepted"),
        ("2024-12-31", "2026-01-01", None),
    ],
)
def test_the_job_at_each_date_as_it_was_known_at_each_date(
    valid: str, known: str | None, expected: str | None
) -> None:
    when = None if known is None else day(known)
    for versions in permutations(STORY):
        found = holding(versions, day(valid), when)
        assert (found.description.split()[1] if found else None) == expected
        assert as_of(chains(versions), day(valid), when) == ((found,) if found else ())


def test_one_ends_where_the_other_begins_and_nothing_is_lost() -> None:
    first, second = STORY
    assert first == replace(
        ACCEPTED,
        valid_to=DECLINED.valid_from,
        invalidated_at=day("2025-01-15"),
        updated_at=day("2025-01-15"),
    )
    assert second == replace(DECLINED, replaces=ACCEPTED.id)
    assert [(one.start, one.end) for one in intervals(STORY)] == [
        (day("2025-01-01"), day("2025-01-15")),
        (day("2025-01-15"), None),
    ]
    assert [one.edge.id for one in intervals(STORY, day("2025-01-10"))] == [ACCEPTED.id]


def test_an_end_that_is_learned_late_was_not_known_before() -> None:
    (ended,) = invalidated([ACCEPTED], day("2025-02-01"), day("2025-05-01"))
    assert holding([ended], day("2025-03-01"), day("2025-04-30")) == ended
    assert holding([ended], day("2025-03-01"), day("2025-05-01")) is None
    assert holding([ended], day("2025-01-31"), day("2025-05-01")) == ended


def test_what_never_was_so_was_believed_until_then() -> None:
    (ended,) = invalidated([ACCEPTED], ACCEPTED.valid_from, day("2025-05-01"))
    assert holding([ended], day("2025-01-10")) is None
    assert intervals([ended]) == ()
    assert holding([ended], day("2025-01-10"), day("2025-04-01")) == ended
    check_fits([ended], job("Another one", "2024-12-01", "2025-06-01"))


def test_what_was_told_of_former_times_is_known_from_when_it_was_told() -> None:
    past = job("User worked there", "2010-01-01", "2025-03-01", "2015-01-01")
    assert holding([past], day("2012-01-01"), day("2025-03-01")) == past
    assert holding([past], day("2015-01-01"), day("2025-03-01")) is None
    assert holding([past], day("2012-01-01"), day("2025-02-28")) is None


def test_an_end_of_which_nobody_says_when_it_was_learned_was_always_known() -> None:
    """So it may be where a plain client wrote it."""
    edge = replace(ACCEPTED, valid_to=day("2025-02-01"))
    assert holding([edge], day("2025-03-01"), day("2025-01-02")) is None


def test_symmetric_pairs_and_spellings_are_one_chain() -> None:
    now = day("2025-01-01")
    one = new_edge("person:a", "person:b", "close friend", now=now)
    other = new_edge("person:b", "person:a", "Close_Friend", now=now)
    assert chain_of(one) == chain_of(other)
    assert (one.orientation, other.orientation) == (Orientation.FORWARD, Orientation.BACKWARD)
    assert chain_of(new_edge("person:a", "person:b", "rival", now=now)) != chain_of(one)
    with pytest.raises(InputError, match=f"edge {one.id} is current since .*supersede it"):
        check_fits([one], other)


def test_devices_that_did_not_see_each_other_leave_one_current() -> None:
    engineer = job("Engineer", "2025-01-01", "2025-01-02")
    manager = job("Manager", "2025-02-01", "2025-02-02")
    both = (manager, engineer)
    assert holding(both, day("2025-03-01")) == manager
    assert holding(both, day("2025-01-15")) == engineer
    assert [(one.edge, one.end) for one in intervals(both)] == [
        (engineer, day("2025-02-01")),
        (manager, None),
    ]
    # what ends then ends as a whole: nobody is an engineer again by leaving
    ended = invalidated(both, day("2025-03-01"), day("2025-03-02"))
    assert {one.id for one in ended} == {engineer.id, manager.id}
    assert holding(ended, day("2025-03-01")) is None
    assert holding(ended, day("2025-02-15")).id == manager.id
    assert holding(ended, day("2025-01-15")).id == engineer.id
    director = job("Director", "2025-03-01", "2025-03-01")
    *closed, new = superseded(both, manager, director, day("2025-03-01"))
    assert [one.valid_to for one in closed] == [day("2025-03-01")] * 2
    assert holding([*closed, new], day("2025-04-01")) == new
    assert new == replace(director, replaces=manager.id)


def test_of_two_that_began_at_once_the_greater_id_counts() -> None:
    one, other = sorted(
        (job(word, "2025-01-01", "2025-01-02") for word in ("A", "B")), key=lambda one: one.id
    )
    assert holding((other, one), day("2025-01-01")) == other
    assert [found.edge for found in intervals((one, other))] == [other]


def test_a_time_that_another_version_holds_is_refused() -> None:
    held = job("Internship", "2025-03-01", "2025-01-01", "2025-04-01")
    for since, until in (
        ("2025-03-15", None),
        ("2025-02-01", None),
        ("2025-02-01", "2025-03-02"),
        ("2025-03-31", "2025-05-01"),
        ("2025-02-01", "2025-05-01"),
        ("2025-03-10", "2025-03-20"),
    ):
        with pytest.raises(InputError, match=f"edge {held.id} holds from .*beside it"):
            check_fits([held], job("Other", since, "2025-01-01", until))
    for since, until in (("2025-04-01", None), ("2025-02-01", "2025-03-01")):
        check_fits([held], job("Other", since, "2025-01-01", until))
    check_fits([ACCEPTED], job("Before", "2024-01-01", "2025-01-02", "2025-01-01"))
    with pytest.raises(InputError, match="is current since"):
        check_fits([ACCEPTED], job("Before", "2024-01-01", "2025-01-02"))
    check_fits([ACCEPTED], ACCEPTED)


def test_only_what_is_current_ends_and_not_before_it_began() -> None:
    now = day("2025-06-01")
    with pytest.raises(InputError, match=f"edge {ACCEPTED.id} began at .*then or later"):
        invalidated([ACCEPTED], day("2024-12-31"), now)
    with pytest.raises(InputError, match="nothing is current here"):
        invalidated(STORY[:1], now, now)
    with pytest.raises(InputError, match="nothing is current here"):
        invalidated([], now, now)
    third = job("Third", "2025-06-01", "2025-06-01")
    with pytest.raises(InputError, match=f"edge {ACCEPTED.id} is not current any more; edge"):
        superseded(STORY, STORY[0], third, now)
    with pytest.raises(InputError, match="nothing is"):
        superseded(STORY[:1], STORY[0], third, now)
    with pytest.raises(InputError, match="began at"):
        superseded([ACCEPTED], ACCEPTED, job("Early", "2024-06-01", "2025-06-01"), now)
    with pytest.raises(InputError, match="same nodes, person:user and entity:acme; not"):
        superseded([ACCEPTED], ACCEPTED, new_edge("person:user", "entity:b", "x", now=now), now)


def test_what_takes_its_place_may_be_called_otherwise() -> None:
    def of(word: str, since: str) -> Edge:
        return new_edge("person:a", "person:b", word, now=day("2025-06-01"), valid_from=day(since))

    friend, rival, partner = (
        of("friend", "2025-01-01"),
        of("rival", "2025-02-01"),
        of("partner", "2025-03-01"),
    )
    ended, new = superseded([friend, rival], friend, partner, day("2025-06-01"))
    assert (ended.id, ended.valid_to) == (friend.id, partner.valid_from)
    assert new == replace(partner, replaces=friend.id)
    held = chains([ended, new, rival])
    assert as_of(held, day("2025-04-01")) == (new, rival)
    with pytest.raises(InputError, match=f"edge {rival.id} is current"):
        superseded([friend, rival], friend, of("Rival", "2025-03-01"), day("2025-06-01"))


# --- what is put right


RIGHT = job("User was hired as a contractor", "2025-01-01", "2025-03-01")


def test_what_is_put_right_was_believed_until_then_and_never_was_so() -> None:
    old, new = corrected([ACCEPTED], ACCEPTED, RIGHT, day("2025-03-01"))
    assert old == replace(ACCEPTED, corrected_at=day("2025-03-01"), updated_at=day("2025-03-01"))
    assert new == replace(RIGHT, replaces=ACCEPTED.id)
    assert (is_void(old), is_void(ACCEPTED), is_void(new)) == (True, False, False)
    for versions in permutations((old, new)):
        for valid in ("2025-01-01", "2025-02-01", "2026-01-01"):
            assert holding(versions, day(valid)) == new
            assert holding(versions, day(valid), day("2025-03-01")) == new
            assert holding(versions, day(valid), day("2025-02-28")) == old
        assert [(one.edge, one.start, one.end) for one in intervals(versions)] == [
            (new, new.valid_from, None)
        ]
        before = intervals(versions, day("2025-02-28"))
        assert [(one.edge, one.start, one.end) for one in before] == [(old, old.valid_from, None)]


def test_what_ended_and_is_put_right_had_ended_as_far_as_was_known() -> None:
    (ended,) = invalidated([ACCEPTED], day("2025-02-01"), day("2025-02-10"))
    right = replace(RIGHT, valid_to=ended.valid_to, invalidated_at=ended.invalidated_at)
    both = corrected([ended], ended, right, day("2025-03-01"))
    old, new = both
    assert (old.valid_to, old.invalidated_at) == (ended.valid_to, ended.invalidated_at)
    for known, found, end in (
        ("2025-01-02", old, None),
        ("2025-02-10", old, ended.valid_to),
        ("2025-03-01", new, ended.valid_to),
    ):
        assert holding(both, day("2025-01-15"), day(known)) == found
        assert end_of(found, day(known)) == end
        after = holding(both, day("2025-02-15"), day(known))
        assert after == (found if end is None else None)


def test_what_is_put_right_lies_over_nothing_else() -> None:
    first, second = STORY
    now = day("2025-06-01")
    with pytest.raises(InputError, match=f"edge {second.id} is current since .*update it"):
        corrected(STORY, first, RIGHT, now)
    whole = job("Whole", "2024-06-01", "2025-06-01", "2025-01-15")
    assert corrected(STORY, first, whole, now)[1].valid_from == day("2024-06-01")
    with pytest.raises(InputError, match="was corrected already, or never was so; its history"):
        corrected(STORY, replace(first, corrected_at=now), whole, now)
    (never,) = invalidated([ACCEPTED], ACCEPTED.valid_from, now)
    with pytest.raises(InputError, match="was corrected already, or never was so"):
        corrected([never], never, RIGHT, now)
    with pytest.raises(InputError, match="same nodes, person:user and entity:acme; not"):
        corrected([ACCEPTED], ACCEPTED, new_edge("person:user", "entity:b", "x", now=now), now)
    # what devices told apart lies over it already, and is no reason to leave it wrong
    other = job("Told elsewhere", "2025-01-10", "2025-01-10")
    assert corrected([ACCEPTED, other], ACCEPTED, RIGHT, now)[1].replaces == ACCEPTED.id


def test_what_is_put_right_may_be_called_otherwise() -> None:
    now = day("2025-06-01")
    rival = new_edge("person:a", "person:b", "rival", now=now)
    friend = new_edge("person:a", "person:b", "friend", now=now)
    partner = new_edge("person:a", "person:b", "partner", now=now)
    old, new = corrected([friend, rival], friend, partner, now)
    assert as_of(chains([old, new, rival]), now) == (new, rival)
    with pytest.raises(InputError, match=f"edge {rival.id} is current"):
        corrected([friend, rival], friend, replace(rival, id="x"), now)


def test_what_was_put_right_neither_ends_nor_is_superseded() -> None:
    now = day("2025-06-01")
    old, new = corrected([ACCEPTED], ACCEPTED, RIGHT, day("2025-03-01"))
    assert [one.id for one in invalidated([old, new], now, now)] == [new.id]
    with pytest.raises(InputError, match=f"{old.id} is not current any more; edge {new.id} is"):
        superseded([old, new], old, job("Next", "2025-05-01", "2025-06-01"), now)


def test_who_ended_what_was_put_right_apart_ended_what_is_right() -> None:
    now, end = day("2025-03-01"), day("2025-02-01")
    old, new = corrected([ACCEPTED], ACCEPTED, RIGHT, now)
    ended = replace(old, valid_to=end, invalidated_at=day("2025-02-10"))
    assert ending_with(new, ended) == replace(new, valid_to=end, invalidated_at=now)
    late = replace(ended, invalidated_at=day("2025-05-01"))
    assert ending_with(new, late) == replace(new, valid_to=end, invalidated_at=day("2025-05-01"))
    # nobody ended it, or corrected it; it has an end of its own; it is not known any more
    assert ending_with(new, old) == new
    assert ending_with(new, replace(ended, corrected_at=None)) == new
    own = replace(new, valid_to=day("2025-01-20"), invalidated_at=now)
    assert ending_with(own, ended) == own
    assert ending_with(new, None) == new
    # what superseded it goes on
    _, next_one = superseded([ACCEPTED], ACCEPTED, DECLINED, day("2025-01-15"))
    ended = replace(old, valid_to=DECLINED.valid_from, invalidated_at=DECLINED.recorded_at)
    assert ending_with(next_one, ended) == next_one
    # nothing takes the place of what was told after it
    assert ending_with(replace(new, recorded_at=old.recorded_at), ended).valid_to is None
