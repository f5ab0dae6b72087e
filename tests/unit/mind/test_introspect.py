"""What a review finds: each list by its threshold, and the same on every device."""

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from sense_memory.core.config import Config, IntrospectionConfig
from sense_memory.core.records.introspection import (
    Decision,
    Dismissal,
    IntrospectionReport,
    Suggestion,
    SuggestionKind,
)
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.mind.compress.selection import compress
from sense_memory.mind.introspect import abridged, introspect, suggest

T0 = 1_700_000_000.0
DAY = 86_400.0
CONFIG = Config()


def memory(name: str, **fields: Any) -> PersonaMemory:
    """A memory last used at T0."""
    domain, facet, key = name.split("/")
    usual = {"last_accessed": T0, "last_reinforced": T0, "created_at": T0}
    return PersonaMemory(domain, facet, key, **{"value": "…", **usual, **fields})


def review(*memories: PersonaMemory, days: float = 0.0, **limits: Any) -> IntrospectionReport:
    config = Config(introspection=IntrospectionConfig(**limits))
    return introspect(memories, T0 + days * DAY, config)


def test_nothing_is_known_of_nothing() -> None:
    assert review() == IntrospectionReport(timestamp=T0)


@pytest.mark.parametrize(
    ("days", "state"),
    [
        (0, "active"),
        (52.1, "active"),
        (52.2, "fading"),
        (99.6, "fading"),
        (99.7, "forgotten"),
        (199.3, "forgotten"),
        (199.4, "dissolved"),
    ],
)
def test_memories_are_counted_by_the_state_that_they_have_now(days: float, state: str) -> None:
    report = review(memory("a/b/c"), memory("a/b/d"), days=days)
    counts = {name: getattr(report, name) for name in ("active", "fading", "forgotten")}
    expected = dict.fromkeys(counts, 0) | {state: 2}
    assert {**counts, "dissolved": report.dissolved} == {"dissolved": 0, **expected}
    assert report.total_memories == 2
    assert report.timestamp == T0 + days * DAY


def test_a_contradiction_is_a_pair_of_the_old_one_and_the_new_one() -> None:
    report = review(
        memory("a/b/old", contradicts=("new",), superseded_by="new"),
        memory("a/b/new"),
        memory("a/b/doubted", contradicts=("x/y/z",)),
        memory("x/y/z"),
        memory("x/y/replaced", superseded_by="a/b/new"),
        memory("x/y/unheard", contradicts=("nobody",), superseded_by="a/b/nobody"),
    )
    assert report.contradictions == (
        ("a/b/doubted", "x/y/z"),
        ("a/b/old", "a/b/new"),
        ("x/y/replaced", "a/b/new"),
    )


@pytest.mark.parametrize(
    ("facet", "confidence", "days", "is_stale"),
    [
        ("beliefs", 0.49, 52.2, True),
        ("beliefs", 0.5, 52.2, False),
        ("beliefs", 0.49, 52.1, False),
        ("facts", 0.1, 90, False),
        ("beliefs", 0.0, 1_000, True),
    ],
)
def test_a_stale_belief_is_doubtful_and_unused(
    facet: str, confidence: float, days: float, is_stale: bool
) -> None:
    report = review(memory(f"a/{facet}/c", confidence=confidence), days=days)
    assert (report.stale_beliefs == (f"a/{facet}/c",)) is is_stale


def test_an_orphan_is_linked_with_none_and_none_is_linked_with_it() -> None:
    report = review(
        memory("a/b/one", connections=("x/y/named",)),
        memory("a/b/two", connections=("beside",)),
        memory("a/b/beside"),
        memory("x/y/named"),
        memory("x/y/beside"),
        memory("x/y/alone"),
        memory("x/y/dangling", connections=("nobody",)),
    )
    assert report.orphaned == ("x/y/alone", "x/y/beside")


def test_a_facet_is_overloaded_above_twenty_active_memories() -> None:
    many = [memory(f"a/b/{n}") for n in range(20)]
    faded = memory("a/b/old", last_accessed=T0 - 60 * DAY)
    elsewhere = memory("a/c/one")
    assert review(*many, faded, elsewhere).overloaded_facets == ()
    assert review(*many, memory("a/b/more")).overloaded_facets == ("a/b",)
    assert review(*many, overloaded_facet=19).overloaded_facets == ("a/b",)


def test_memories_that_share_two_themes_are_suggested_to_be_linked() -> None:
    report = review(
        memory("a/b/one", themes=("js", "web", "work")),
        memory("x/y/two", themes=("Web", "JS")),
        memory("x/y/three", themes=("js", "web", "work")),
        memory("x/y/four", themes=("js", "home")),
    )
    assert report.suggested_connections == (
        ("a/b/one", "x/y/three"),  # three themes
        ("a/b/one", "x/y/two"),
        ("x/y/three", "x/y/two"),
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"connections": ("d",)}, {}),
        ({}, {"connections": ("a/b/c",)}),
        ({"contradicts": ("d",)}, {}),
        ({"superseded_by": "d"}, {}),
        ({"superseded_by": "e"}, {}),
        ({}, {"last_accessed": T0 - 400 * DAY}),
        ({"themes": ("js",)}, {}),
    ],
    ids=["linked", "linked back", "contradicted", "superseded", "outdated", "dissolved", "one"],
)
def test_what_is_linked_apart_or_gone_is_not(one: dict[str, Any], other: dict[str, Any]) -> None:
    shared = {"themes": ("js", "web")}
    report = review(memory("a/b/c", **{**shared, **one}), memory("a/b/d", **{**shared, **other}))
    assert report.suggested_connections == ()


def test_most_suggestions_come_first_and_the_rest_is_counted() -> None:
    memories = [memory(f"a/b/{n:02}", themes=("js", "web")) for n in range(12)]
    memories += [memory(f"z/z/{n}", themes=("red", "green", "blue")) for n in range(2)]
    report = review(*memories, most_suggestions=10)
    assert report.suggested_connections[0] == ("z/z/0", "z/z/1")
    assert report.suggested_connections[1:4] == tuple(
        ("a/b/00", f"a/b/{n:02}") for n in range(1, 4)
    )
    assert len(report.suggested_connections) == 10
    assert dict(report.left_out) == {"suggested_connections": 12 * 11 // 2 + 1 - 10}


def test_themes_that_too_many_share_say_nothing_about_which_belong_together() -> None:
    memories = [memory(f"a/b/{n}", themes=("js", "web")) for n in range(5)]
    assert len(review(*memories, common_theme=5).suggested_connections) == 10
    assert review(*memories, common_theme=4).suggested_connections == ()
    # a theme that many share says something beside one that few do
    few = [memory(f"x/y/{n}", themes=("js", "web", "tea")) for n in range(2)]
    report = review(*memories, *few, common_theme=4)
    assert report.suggested_connections == (("x/y/0", "x/y/1"),)


@pytest.mark.parametrize(
    ("shared_themes", "words", "size"), [(1, 30, 3), (2, 12, 6), (2, 5, 4), (3, 12, 8), (5, 20, 12)]
)
@pytest.mark.parametrize("count", [60, 300], ids=["few", "many"])
def test_pairs_are_those_that_counting_by_hand_finds(
    shared_themes: int, words: int, size: int, count: int
) -> None:
    chance = random.Random(5)
    themes = [f"theme {n}" for n in range(words)]
    memories = [
        memory(f"a/b/{n:03}", themes=tuple(chance.sample(themes, chance.randint(0, size))))
        for n in range(count)
    ]
    shared = Counter(
        {
            (one.name, other.name): len({*one.themes} & {*other.themes})
            for one, other in combinations(memories, 2)
        }
    )
    expected = sorted(
        (pair for pair, count in shared.items() if count >= shared_themes),
        key=lambda p: (-shared[p], p),
    )
    some = partial(review, *memories, shared_themes=shared_themes, common_theme=1_000)
    assert list(some(most_suggestions=10_000).suggested_connections) == expected[:10_000]
    few = some(most_suggestions=7)
    assert list(few.suggested_connections) == expected[:7]
    assert dict(few.left_out)["suggested_connections"] == len(expected) - 7


@pytest.mark.parametrize(
    ("fields", "days", "is_due"),
    [
        ({"confidence": 0.49}, 0, True),
        ({"confidence": 0.5}, 0, False),
        ({"confidence": 0.49}, 60, False),  # stale, which is another list
        ({"contradicts": ("d",)}, 0, True),
        ({"contradicts": ("d",), "superseded_by": "d"}, 0, False),
        ({"connections": ("old",)}, 0, True),
        ({"connections": ("d",)}, 0, False),
        ({"contradicts": ("d",)}, 150, False),
    ],
)
def test_a_belief_in_use_and_on_uncertain_ground_may_need_updating(
    fields: dict[str, Any], days: float, is_due: bool
) -> None:
    others = memory("a/beliefs/d"), memory("a/beliefs/old", superseded_by="d")
    report = review(memory("a/beliefs/c", **fields), *others, days=days)
    assert (report.suggested_revisions == ("a/beliefs/c",)) is is_due


def test_a_domain_is_too_large_when_a_prompt_would_leave_something_out() -> None:
    many = [memory(f"a/facts/key-{n:03}", value=f"number {n} likes tea") for n in range(30)]
    config = CONFIG.compression
    exact = compress(many, T0, 10_000, config).tokens
    other = memory("b/facts/one")
    assert review(*many, other, compression_tokens=exact).suggested_compressions == ()
    assert review(*many, other, compression_tokens=exact - 1).suggested_compressions == ("a",)
    assert review(*many, other).suggested_compressions == ()
    faded = review(*many, other, days=60, compression_tokens=exact - 1)
    assert faded.suggested_compressions == ()


def test_what_was_decided_is_not_suggested_again() -> None:
    one, other = memory("a/b/c", themes=("js", "web")), memory("a/b/d", themes=("js", "web"))
    doubtful = memory("a/beliefs/e", confidence=0.1)
    suggested = suggest([one, other, doubtful], T0, CONFIG)
    kinds = [suggestion.kind for suggestion in suggested.suggestions]
    assert kinds == [SuggestionKind.CONNECTION, SuggestionKind.REVISION]
    for suggestion in suggested.suggestions:
        said = Dismissal.of(suggestion, Decision.DISMISSED, T0)
        rest = suggest([one, other, doubtful], T0 + DAY, CONFIG, [said])
        assert [one.kind for one in rest.suggestions] == [k for k in kinds if k != suggestion.kind]


def test_a_decision_about_one_pair_says_nothing_about_another() -> None:
    memories = [memory(f"a/b/{key}", themes=("js", "web")) for key in "cde"]
    said = Dismissal.of(
        Suggestion(SuggestionKind.CONNECTION, ("a/b/d", "a/b/c")), Decision.DISMISSED, T0
    )
    report = introspect(memories, T0, CONFIG, [said])
    assert report.suggested_connections == (("a/b/c", "a/b/e"), ("a/b/d", "a/b/e"))
    assert report.left_out == ()


def mind(chance: random.Random) -> list[PersonaMemory]:
    """Memories of every kind, some linked and some at odds."""
    names = [f"{chance.choice('pq')}/{chance.choice(['facts', 'beliefs'])}/{n}" for n in range(40)]
    return [
        memory(
            name,
            confidence=chance.random(),
            last_accessed=T0 - chance.random() * 300 * DAY,
            halflife_days=chance.choice([7.0, 30.0, 90.0]),
            connections=tuple(chance.sample(names, chance.randint(0, 2))),
            contradicts=tuple(chance.sample(names, chance.choice([0, 0, 0, 1]))),
            superseded_by=chance.choice([None, None, None, chance.choice(names)]),
            themes=tuple(chance.sample(["js", "web", "work", "home", "tea"], chance.randint(0, 3))),
        )
        for name in names
    ]


@pytest.mark.parametrize("seed", range(50))
def test_devices_with_the_same_records_find_the_same_at_any_time(seed: int) -> None:
    chance = random.Random(seed)
    memories = mind(chance)
    now = T0 + chance.uniform(-100, 400) * DAY
    decided = [
        Dismissal.of(one, Decision.DISMISSED, T0)
        for one in suggest(memories, now, CONFIG).suggestions
        if chance.random() < 0.2
    ]
    report = introspect(memories, now, CONFIG, decided)
    for _ in range(3):
        chance.shuffle(memories)
        chance.shuffle(decided)
        assert introspect(memories, now, CONFIG, decided) == report
    known = {one.name for one in memories}
    assert report.names <= known
    assert report.active + report.fading + report.forgotten + report.dissolved == len(known)


def test_a_report_is_abridged_from_all_lists_in_turn() -> None:
    report = IntrospectionReport(
        total_memories=100,
        contradictions=tuple((f"a/b/{n}", f"a/b/{n + 1}") for n in range(20)),
        orphaned=tuple(f"a/b/{n}" for n in range(50)),
        overloaded_facets=("a/b",),
        left_out=(("suggested_connections", 4), ("orphaned", 1)),
        timestamp=T0,
    )
    assert abridged(report, 1_000_000) == report
    short = abridged(report, 512)
    assert short.overloaded_facets == ("a/b",)
    assert short.contradictions == report.contradictions[: len(short.contradictions)]
    assert short.orphaned == report.orphaned[: len(short.orphaned)]
    assert abs(len(short.orphaned) - len(short.contradictions)) <= 1
    assert dict(short.left_out) == {
        "contradictions": 20 - len(short.contradictions),
        "suggested_connections": 4,
        "orphaned": 51 - len(short.orphaned),
    }
    size = sum(len(part.encode()) for _, names in short.findings() for part in names)
    assert 128 < size <= 512


def test_names_are_measured_as_they_are_written() -> None:
    report = IntrospectionReport(orphaned=("a/b/" + "\x01" * 256,), timestamp=T0)
    assert abridged(report, 1_024).orphaned == ()
    assert abridged(report, 2_048) == report


def test_a_newer_memory_may_supersede_an_older_one() -> None:
    old = memory("people/facts/home", value="Vergel lives in Vancouver", created_at=T0 - DAY)
    new = memory("people/facts/move", value="Vergel lives in Berlin")
    other = memory("people/facts/tea", value="Vergel likes tea")
    report = review(new, other, old)
    assert report.suggested_contradictions == (("people/facts/home", "people/facts/move"),)
    assert report.not_compared == 0
    known = replace(old, contradicts=("move",), superseded_by="move")
    assert review(new, other, known).suggested_contradictions == ()
    (suggestion, *rest) = suggest([new, other, old], T0, CONFIG).suggestions
    assert rest == []
    said = Dismissal.of(suggestion, Decision.DISMISSED, T0)
    assert introspect([new, old], T0, CONFIG, [said]).suggested_contradictions == ()


def test_the_newest_memories_are_looked_at_for_contradictions_and_the_rest_is_counted() -> None:
    old = memory("people/facts/home", value="Vergel lives in Vancouver", created_at=T0 - DAY)
    between = [memory(f"people/facts/{n}", created_at=T0 - n) for n in range(5)]
    new = memory("people/facts/move", value="Vergel lives in Berlin")
    gone = memory("people/facts/gone", superseded_by="move")
    dissolved = memory("people/facts/dissolved", last_accessed=T0 - 900 * DAY)
    everything = [old, *between, new, gone, dissolved]
    assert len(review(*everything, compared=7).suggested_contradictions) == 1
    report = review(*everything, compared=6)
    assert (report.suggested_contradictions, report.not_compared) == ((), 1)
