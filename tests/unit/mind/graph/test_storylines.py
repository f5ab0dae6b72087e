"""Which sources tell one story: every threshold, and what devices make of it apart."""

from collections.abc import Iterable

import pytest

from sense_memory.core.records.graph import Node, is_node_key
from sense_memory.mind.graph.storylines import (
    Group,
    macro_due,
    makes_storyline,
    merged,
    storylines_due,
)

DAY = 86_400.0
T0 = 20_000 * DAY
ANCHOR = "person:ada"


def source(day: float, name: str = "") -> Node:
    return Node(
        f"source:s{name or day}".replace(".", "-"),
        "S",
        at=T0 + day * DAY,
        mentions=frozenset((ANCHOR,)),
    )


def sources(*days: float) -> list[Node]:
    return [source(day) for day in days]


def storyline(key: str, includes: Iterable[Node], about: str = ANCHOR) -> Node:
    return Node(
        f"storyline:{key}",
        key,
        about=frozenset((about,)),
        includes=frozenset(one.key for one in includes),
        created_at=T0,
    )


def due(
    given: Iterable[Node], standing: Iterable[Node] = (), **fields: object
) -> tuple[Group, ...]:
    return storylines_due(ANCHOR, given, standing, **{"is_awake": True, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([0, 1, 2, 3, 4], True),
        ([0, 1, 2, 4], False),
        ([0, 0.1, 0.2, 1, 4], True),
        ([0, 0.1, 0.2, 0.3, 4], False),
        ([0, 1, 2, 2.5, 3], False),
        ([0, 1, 2, 2.5, 3.001], True),
        ([], False),
    ],
)
def test_five_sources_of_three_days_over_more_than_three(days: list[float], expected: bool) -> None:
    assert makes_storyline([T0 + day * DAY for day in days]) is expected
    assert bool(due(sources(*days))) is expected


def test_nothing_new_is_told_of_what_sleeps() -> None:
    assert due(sources(0, 1, 2, 3, 4), is_awake=False) == ()
    old = sources(0, 1, 2, 3, 4)
    (group,) = due([*old, source(9)], [storyline("x", old)], is_awake=False)
    assert not group.is_new


def test_a_storyline_is_called_after_its_anchor_and_its_first_day() -> None:
    given = sources(4, 3, 2, 1, 0)
    (group,) = due(given)
    assert group == Group(
        "storyline:person-ada-2024-10-04", ANCHOR, tuple(f"source:s{day}" for day in range(5)), True
    )
    assert is_node_key(group.key)
    assert due(reversed(given)) == (group,)
    assert due(given, [storyline("x", given)]) == ()


def test_after_ninety_days_without_a_source_another_story_begins() -> None:
    first = sources(0, 1, 2, 3, 4)
    assert len(due([*first, *sources(94, 95, 96, 97, 98)])) == 1
    groups = due([*first, *sources(95, 96, 97, 98, 99)])
    assert [len(group.members) for group in groups] == [5, 5]
    standing = [storyline("x", first)]
    (joined,) = due([*first, source(94)], standing)
    assert joined == Group("storyline:x", ANCHOR, (*joined.members[:5], "source:s94"), False)
    assert due([*first, source(95)], standing) == ()
    # what joins makes it longer; what is heard of late joins in the middle or before
    assert len(due([*first, source(94), source(180)], standing)[0].members) == 7
    assert due([*first, source(-90)], standing)[0].members[0] == "source:s-90".replace("--", "-")


def test_of_several_a_source_joins_the_one_that_is_near_and_like() -> None:
    one, other = sources(0, 1, 2, 3, 4), sources(60, 61, 62, 63, 64)
    standing = [storyline("b", one), storyline("a", other)]
    given = [*one, *other, source(30, "new")]
    assert due(given, standing)[0].key == "storyline:b"  # without vectors the nearest
    for likeness, expected in (
        ({"storyline:a": 0.9, "storyline:b": 0.8}, "storyline:a"),
        ({"storyline:a": 0.8, "storyline:b": 0.9}, "storyline:b"),
        ({"storyline:a": 0.7, "storyline:b": 0.71}, "storyline:b"),
        ({"storyline:a": 0.9, "storyline:b": 0.9}, "storyline:a"),
        ({"storyline:a": 0.7, "storyline:b": 0.7}, None),
    ):
        found = due(given, standing, likeness=lambda _one, key, said=likeness: said[key])
        assert [group.key for group in found] == ([expected] if expected else [])
    # one that is more than thirty days away is not asked
    for day, joined in ((34.0, ["storyline:b"]), (34.001, [])):
        found = due([*one, *other, source(day, "new")], standing, likeness=like_b)
        assert [group.key for group in found] == joined


def like_b(_source: Node, key: str) -> float:
    return 0.9 if key == "storyline:b" else 0.0


def test_another_story_of_one_day_has_another_name() -> None:
    old = sources(0, 1, 2, 3, 4)
    key = due(old)[0].key
    standing = [storyline(key.partition(":")[2], old), storyline("other", sources(5))]
    fresh = [source(day, f"n{place}") for place, day in enumerate((0.1, 1, 2, 3, 4))]
    groups = due([*old, *sources(5), *fresh], standing, likeness=lambda _one, _key: 0.0)
    assert [group.key for group in groups] == [f"{key}-2"]


def test_what_devices_tell_twice_counts_once() -> None:
    a, b, c = sources(0, 1, 2), sources(2, 3, 4), sources(4, 5, 6)
    one, other, third = storyline("1", a), storyline("2", c), storyline("3", b)
    apart = storyline("4", a, about="person:bob")
    counted, hidden = merged([third, apart, other, one])
    assert {node.key for node in counted} == {"storyline:1", "storyline:4"}
    assert counted[0].includes == {node.key for node in [*a, *b, *c]}
    assert hidden == {"storyline:2", "storyline:3"}
    assert merged([one, other]) == ((one, other), frozenset())


@pytest.mark.parametrize(
    ("second", "expected"), [((26.0, 30.0), False), ((26.0, 30.001), True), ((40.0, 50.0), True)]
)
def test_a_macro_groups_two_storylines_over_more_than_thirty_days(
    second: tuple[float, ...], expected: bool
) -> None:
    first = sources(0, 1)
    later = sources(*second)
    known = {one.key: one for one in [*first, *later]}
    both = [storyline("z", first), storyline("a", later)]
    group = macro_due(ANCHOR, both, known, None)
    assert (group is not None) is expected
    assert macro_due(ANCHOR, both[:1], known, None) is None
    if group is None:
        return
    assert group == Group("macro:person-ada", ANCHOR, ("storyline:z", "storyline:a"), True)
    macro = Node(group.key, "M", groups=frozenset(group.members))
    assert macro_due(ANCHOR, both, known, macro) is None
    old = Node("macro:m", "M", groups=frozenset(group.members[:1]))
    assert macro_due(ANCHOR, both, known, old) == Group("macro:m", ANCHOR, group.members, False)
