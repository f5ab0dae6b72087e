"""Tiers of ten: what is in which summary, whatever comes late, moves or is forgotten."""

from dataclasses import replace

import pytest

from sense_memory.core.records.pyramid import (
    BASE_TOPICS,
    STEP,
    Observation,
    Summary,
    summary_id,
)
from sense_memory.mind.pyramid.cover import cover, non_overlapping
from sense_memory.mind.pyramid.making import due, estimate
from sense_memory.mind.pyramid.seal import in_order, sealed, span
from sense_memory.mind.pyramid.tiers import Pyramid, pyramids

from .building import DAY, built, days, done, observed, refreshed, standing, summarised


def counts(pyramid: Pyramid) -> list[int]:
    return [len(tier) for tier in pyramid.tiers]


def inside(pyramid: Pyramid) -> list[str]:
    """The observations in summaries of tier 0, each as often as it is in one."""
    tier = pyramid.tiers[0] if pyramid.tiers else ()
    return sorted(given for one in tier for given in one.inputs)


def said(observations: list[Observation]) -> list[str]:
    return sorted(one.input for one in observations)


# --- the seed's numbers


@pytest.mark.parametrize(
    ("observations", "tiers"),
    [
        (0, []),
        (9, []),
        (10, [1]),
        (19, [1]),
        (99, [9]),
        (100, [10, 1]),
        (1_234, [123, 12, 1]),
    ],
)
def test_each_tier_has_ten_of_the_one_below(observations: int, tiers: list[int]) -> None:
    given = days(0, observations)
    assert STEP == 10
    assert estimate(built(given)) == tuple(tiers) if given else True
    pyramid, written = refreshed(given) if given else (Pyramid("tom", {}), 0)
    assert counts(pyramid) == tiers
    assert written == sum(tiers)
    assert estimate(pyramid) == ()
    assert len(pyramid.unsummarised) == observations % 10
    assert not pyramid.outdated


def test_a_summary_is_of_ten_in_the_order_of_time_and_says_when_they_were() -> None:
    pyramid, _ = refreshed(reversed(days(0, 25)))
    first, second = pyramid.tiers[0]
    assert (first.start, first.end) == (0.0, 9 * DAY)
    assert (second.start, second.end) == (10 * DAY, 19 * DAY)
    assert first.text == summarised(days(0, 10))
    assert first.id == summary_id("tom", 0, said(days(0, 10)))
    assert pyramid.unsummarised == tuple(days(20, 25))


def test_the_base_topics_are_always_there() -> None:
    found = pyramids([], [])
    assert tuple(found) == BASE_TOPICS
    assert all(cover(one) == () and due(one) == () for one in found.values())
    assert built(days(0, 3), topic="user") == found["user"]


def test_topics_are_apart() -> None:
    mixed = [observed(float(day), ("tom", "user")[day % 2]) for day in range(40)]
    mixed += days(50, 60, topic=None)
    tom, _ = refreshed(mixed)
    user, _ = refreshed(mixed, topic="user")
    assert inside(tom) == said(mixed[:40:2])
    assert inside(user) == said(mixed[1:40:2])


# --- defect 1: what comes late


def test_what_comes_late_is_summarised_and_nothing_twice() -> None:
    """By count the first ten would be skipped, and the last ten of before summarised again."""
    before, _ = refreshed(days(100, 120))
    late = days(0, 10)
    pyramid, written = refreshed([*days(100, 120), *late], standing(before))
    assert written == 1
    assert inside(pyramid) == said([*days(100, 120), *late])
    assert pyramid.tiers[0][0].text == summarised(late)


# --- defect 2: many of one second


def test_observations_of_one_second_are_all_in_a_summary_or_in_none() -> None:
    """By the end of the last summary the three that are left over would be nowhere."""
    same = [observed(5.0, text=f"At once {n}.") for n in range(13)]
    pyramid, _ = refreshed(same)
    assert len(inside(pyramid)) == 10
    assert sorted([*inside(pyramid), *said(list(pyramid.unsummarised))]) == said(same)
    assert len(cover(pyramid)) == 4


def test_what_has_no_time_is_the_oldest() -> None:
    undated = [observed(None, text=f"Some day {n}.") for n in range(3)]
    pyramid, _ = refreshed([*days(0, 8), *undated])
    assert len(pyramid.tiers[0]) == 1
    assert {one.input for one in undated} <= pyramid.tiers[0][0].inputs
    assert pyramid.unsummarised == tuple(days(7, 8))
    assert span(undated) == (None, None)


# --- defect 3: insert, edit, reassign, forget


def test_an_edit_makes_all_above_it_out_of_date_and_no_others() -> None:
    given = days(0, 1_000)
    before, _ = refreshed(given)
    given[123] = replace(given[123], text="He stayed as he was.")
    seen = built(given, standing(before))
    assert sorted(seen.pieces[one].tier for one in seen.outdated) == [0, 1, 2]
    tasks = due(seen)
    assert [(task.tier, task.is_new, len(task.parts)) for task in tasks] == [(0, False, 10)]
    assert estimate(seen) == (1, 1, 1)
    after, written = refreshed(given, standing(before))
    assert written == 3
    assert not after.outdated
    assert "He stayed" in (after.tiers[2][0].text or "")


def test_another_time_makes_out_of_date_too() -> None:
    given = days(0, 10)
    before, _ = refreshed(given)
    given[3] = replace(given[3], at=33 * DAY)
    after, written = refreshed(given, standing(before))
    assert (written, after.tiers[0][0].end) == (1, 33 * DAY)


def test_one_that_is_made_anew_and_says_the_same_costs_nothing_above() -> None:
    given = days(0, 100)
    before, _ = refreshed(given)
    given[3] = replace(given[3], text="Another word.")
    standing_now = {one.id: one for one in standing(before)}
    (task,) = due(built(given, standing_now.values()))
    same = task.done(standing_now[task.id].text or "", "test")
    standing_now[task.id] = same
    after = built(given, standing_now.values())
    assert due(after) == ()
    assert not after.outdated


def test_ten_new_ones_cost_one_summary_and_no_more() -> None:
    given = days(0, 1_234)
    before, _ = refreshed(given)
    _, written = refreshed([*given, *days(2_000, 2_006)], standing(before))
    assert written == 1, "with the four that were left over"


def test_a_summary_of_what_moved_to_another_topic_does_not_count() -> None:
    given = days(0, 110)
    before, _ = refreshed(given)
    given[5] = replace(given[5], topic="user")
    seen = built(given, standing(before))
    assert len(seen.hidden) == 2, "and the one made of it"
    assert len(seen.unsummarised) == 9
    after, _ = refreshed(given, standing(before))
    assert inside(after) == said(given[10:])
    assert len(after.unsummarised) == 9
    assert counts(after) == [10, 1]
    # the way back
    given[5] = replace(given[5], topic="tom")
    again, _ = refreshed(given, standing(after))
    assert inside(again) == said(given[:110]) == sorted(set(inside(again)))


def test_one_without_a_topic_is_in_no_summary_that_counts() -> None:
    given = days(0, 10)
    before, _ = refreshed(given)
    given[0] = replace(given[0], topic=None)
    seen = built(given, standing(before))
    assert (seen.hidden, seen.tiers) == (before.tiers[0], ())


def forgotten(
    observations: list[Observation], summaries: list[Summary], gone: Observation
) -> tuple[list[Observation], list[Summary]]:
    """What stands once an observation is forgotten: as the records' own rule has it."""
    left = [one for one in observations if one != gone]
    blank = {gone.input}
    after = []
    for one in sorted(summaries, key=lambda each: each.tier):
        if one.inputs & blank:
            blank.add(one.input)
            after.append(replace(one, text=None, inputs=one.inputs - {gone.input}))
        else:
            after.append(one)
    return left, after


def test_what_is_left_of_a_summary_is_made_anew_in_its_place() -> None:
    given = days(0, 100)
    before, _ = refreshed(given)
    left, blank = forgotten(given, standing(before), given[42])
    seen = built(left, blank)
    assert len(seen.outdated) == 2
    after, written = refreshed(left, blank)
    assert (written, counts(after)) == (2, [10, 1])
    assert inside(after) == said(left)
    assert len(after.tiers[0][4].inputs) == 9
    assert "42.0" not in (after.tiers[1][0].text or "")


def test_a_summary_of_nothing_is_in_no_other_one() -> None:
    given = days(0, 100)
    before, _ = refreshed(given)
    summaries = standing(before)
    for gone in days(20, 30):
        given, summaries = forgotten(given, summaries, gone)
    seen = built(given, summaries)
    assert [one.inputs for one in seen.hidden] == [frozenset()]
    after, written = refreshed(given, summaries)
    assert (written, counts(after)) == (1, [9, 1])
    assert len(after.tiers[1][0].inputs) == 9
    # what remains of it may be deleted, or not
    _, more = refreshed(given, [one for one in standing(after) if one not in after.hidden])
    assert more == 0


# --- devices that summarise at once


def test_of_overlapping_summaries_the_lowest_id_counts_and_the_others_inputs_return() -> None:
    here, there = done(due(built(days(0, 10)))), done(due(built(days(5, 15))))
    winner, loser = sorted([*here, *there], key=lambda one: one.id)
    for order in ([*here, *there], [*there, *here]):
        seen = built(days(0, 15), order)
        assert (seen.tiers, seen.hidden) == (((winner,),), (loser,))
        assert len(seen.unsummarised) == 5
    # what is made of a loser does not count either
    above = done_above([loser, *(summary_of_days(n) for n in range(2, 11))])
    seen = built(days(0, 110), [*here, *there, above])
    assert above in seen.hidden


def summary_of_days(ten: int) -> Summary:
    (one,) = done(due(built(days(10 * ten, 10 * ten + 10))))
    return one


def done_above(summaries: list[Summary]) -> Summary:
    inputs = frozenset(one.input for one in summaries)
    return Summary(summary_id("tom", 1, inputs), "tom", 1, inputs, "above")


def test_who_summarises_the_same_writes_the_same_record() -> None:
    assert done(due(built(days(0, 10)))) == done(due(built(reversed(days(0, 10)))))


def test_what_has_not_arrived_yet_is_what_the_summary_took_it_for() -> None:
    given = days(0, 100)
    before, _ = refreshed(given)
    top = before.tiers[1][0]
    seen = built(given[10:], standing(before))
    assert counts(seen) == [10, 1]
    assert (due(seen), seen.outdated) == ((), frozenset())
    # a summary whose parts are all unknown
    alone = built([], [top])
    assert (cover(alone), due(alone)) == ((top,), ())
    # one without text is made of what is known, and anew when the rest arrives
    blank = [replace(before.tiers[0][0], text=None), *before.tiers[0][1:]]
    part, written = refreshed(given[3:], blank)
    assert written == 2, "and the one that is made of it"
    assert len(part.parts(part.tiers[0][0])) == 7
    whole, written = refreshed(given, standing(part))
    assert (written, whole.tiers[0][0].text) == (2, summarised(given[:10]))
    # and one of which nothing is known waits
    waiting = built([], [replace(before.tiers[0][0], text=None)])
    assert (due(waiting), cover(waiting)) == ((), ())


def test_nothing_is_made_of_what_waits_itself() -> None:
    given = days(0, 100)
    before, _ = refreshed(given)
    blank = [
        replace(one, text=None) if one in (before.tiers[0][0], before.tiers[1][0]) else one
        for one in standing(before)
    ]
    seen = built(given[10:], blank)
    assert due(seen) == ()
    assert len(cover(seen)) == 9
    after, written = refreshed(given, blank)
    assert (written, after.outdated) == (2, frozenset())


def test_a_text_beside_the_seal_of_another_one_is_out_of_date() -> None:
    """Two devices made it anew: the one's text is the later, and only the other's seal is new."""
    given = days(0, 10)
    (one,) = done(due(built(given)))
    assert not built(given, [one]).outdated
    mixed = replace(one, text="what another device made of something else")
    assert built(given, [mixed]).outdated == {one.input}
    assert built(given, [replace(one, start=5.0)]).outdated == {one.input}


@pytest.mark.parametrize(
    "change",
    [
        {"inputs": frozenset(("summary/x",))},
        {"inputs": frozenset(("nonsense",))},
        {"inputs": frozenset()},
        {"tier": 1},
        {"topic": "user"},
    ],
)
def test_what_is_no_summary_of_its_tier_does_not_count(change: dict[str, object]) -> None:
    given = days(0, 10)
    (one,) = done(due(built(given)))
    bad = replace(one, **change)  # type: ignore[arg-type]
    found = pyramids(given, [bad])
    assert len(found["tom"].unsummarised) == 10
    assert all(cover(each) == () or each.topic == "tom" for each in found.values())


def test_summaries_of_each_other_end_nothing() -> None:
    one = Summary("a", "tom", 1, frozenset(("summary/b",)), "a")
    other = Summary("b", "tom", 1, frozenset(("summary/a",)), "b")
    self = Summary("c", "tom", 3, frozenset(("summary/c",)), "c")
    seen = built(days(0, 1), [one, other, self])
    assert set(seen.hidden) == {one, other, self}
    assert cover(seen) == tuple(days(0, 1))


# --- bounds


def test_only_so_many_and_only_so_high() -> None:
    given = days(0, 200)
    assert len(due(built(given), max_observations=35)) == 3
    assert due(built(given), max_observations=9) == ()
    low = done(due(built(given), max_tier=0))
    assert due(built(given, low), max_tier=0) == ()
    assert len(due(built(given, low), max_tier=1)) == 2


# --- what is read


def test_the_cover_says_all_once_in_at_most_nine_pieces_of_each_tier() -> None:
    pyramid, _ = refreshed(days(0, 1_999))
    pieces = cover(pyramid)
    tiers = [one.tier if isinstance(one, Summary) else -1 for one in pieces]
    assert [tiers.count(tier) for tier in (-1, 0, 1, 2)] == [9, 9, 9, 1]
    assert pieces == in_order(pieces)
    assert observations_under(pyramid, pieces) == said(days(0, 1_999))


def observations_under(pyramid: Pyramid, pieces: tuple[object, ...]) -> list[str]:
    found, queue = [], list(pieces)
    while queue:
        piece = queue.pop()
        if isinstance(piece, Summary):
            queue += pyramid.parts(piece)
        else:
            assert isinstance(piece, Observation)
            found.append(piece.input)
    return sorted(found)


# S-14.3
def test_a_summary_that_is_out_of_date_is_read_by_its_parts() -> None:
    given = days(0, 100)
    before, _ = refreshed(given)
    given[42] = replace(given[42], text="Corrected.")
    pieces = cover(built(given, standing(before)))
    assert sum(isinstance(one, Summary) for one in pieces) == 9
    assert "Corrected." in [one.text for one in pieces]
    assert given[41] in pieces
    left, blank = forgotten(given, standing(before), given[42])
    again = cover(built(left, blank))
    assert sorted(one.input for one in again) == sorted(
        one.input for one in pieces if one != given[42]
    )


def test_defect_9_what_ends_later_and_what_is_not_covered_are_two_things() -> None:
    """By ends alone the late ten would be dropped: they ended before the highest tier did."""
    pyramid, _ = refreshed(days(1_000, 1_100))
    late = done(due(built(days(0, 10))))
    by_tier = {0: [*pyramid.tiers[0], *late], 1: list(pyramid.tiers[1])}
    assert non_overlapping(by_tier) == {1: list(pyramid.tiers[1]), 0: late}
    assert non_overlapping({0: list(pyramid.tiers[0])}) == {0: list(pyramid.tiers[0])}
    assert non_overlapping({}) == {}


def test_a_seal_is_of_everything_that_it_was_made_of() -> None:
    given = days(0, 3)
    first = sealed(["text"], given, 1.0)
    assert sealed(["text"], reversed(given), 1.0) == first
    others = {
        sealed(["other"], given, 1.0),
        sealed([None], given, 1.0),
        sealed(["text"], given[:2], 1.0),
        sealed(["text"], given, 2.0),
        sealed(["text"], [replace(given[0], text="x"), *given[1:]], 1.0),
        sealed(["text"], [replace(given[0], at=5.0), *given[1:]], 1.0),
        sealed(["text"], [replace(given[0], id="x"), *given[1:]], 1.0),
    }
    assert len({*others, first}) == 8
    # whole seconds, and a topic, are no matter of what it says
    assert sealed(["text"], [replace(given[0], at=0, topic="x"), *given[1:]], 1.0) == first
