"""The report of a review, and what is said to its suggestions."""

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.introspection import (
    Decision,
    Dismissal,
    IntrospectionReport,
    Suggestion,
    SuggestionKind,
    suggestion_id,
)

T0 = 1_700_000_000.0
SHIPPED = {
    "type": "sense-memory:introspection",
    "total_memories": 4,
    "active": 1,
    "fading": 1,
    "forgotten": 1,
    "dissolved": 1,
    "contradictions": [["old", "new"]],
    "stale_beliefs": ["stale"],
    "orphaned": ["lonely"],
    "overloaded_facets": ["people/facts"],
    "suggested_connections": [["a", "b"]],
    "suggested_revisions": ["stale"],
    "pruned_count": 2,
    "timestamp": T0,
}
"""What the published client makes of the report below."""
REPORT = IntrospectionReport(
    total_memories=4,
    active=1,
    fading=1,
    forgotten=1,
    dissolved=1,
    contradictions=(("old", "new"),),
    stale_beliefs=("stale",),
    orphaned=("lonely",),
    overloaded_facets=("people/facts",),
    suggested_connections=(("a", "b"),),
    suggested_revisions=("stale",),
    pruned_count=2,
    timestamp=T0,
)


def test_a_report_as_the_published_client_writes_it_and_what_it_does_not_know() -> None:
    new = {
        "suggested_compressions": [],
        "suggested_contradictions": [],
        "left_out": {},
        "not_compared": 0,
        "slept": False,
    }
    assert REPORT.to_dict() == {**SHIPPED, **new}


def test_what_the_design_has_more() -> None:
    report = IntrospectionReport(
        timestamp=T0,
        suggested_compressions=("people",),
        suggested_contradictions=(("a/b/c", "a/b/d"),),
        left_out=(("orphaned", 3),),
    )
    fields = report.to_dict()
    assert fields["suggested_compressions"] == ["people"]
    assert fields["suggested_contradictions"] == [["a/b/c", "a/b/d"]]
    assert fields["left_out"] == {"orphaned": 3}


def test_only_lists_leave_something_out() -> None:
    with pytest.raises(InputError, match="'active'"):
        IntrospectionReport(left_out=(("active", 3),))


def test_a_report_tells_which_memories_it_names() -> None:
    report = IntrospectionReport(
        contradictions=(("a/b/old", "a/b/new"),),
        orphaned=("a/b/lonely",),
        overloaded_facets=("a/b",),
        suggested_compressions=("a",),
    )
    assert report.names == {"a/b/old", "a/b/new", "a/b/lonely"}


def test_a_suggestion_has_one_id_on_every_device() -> None:
    one = Suggestion(SuggestionKind.CONNECTION, ("a/b/c", "a/b/d"), "2 shared themes")
    other = Suggestion(SuggestionKind.CONNECTION, ("a/b/d", "a/b/c"), "3 shared themes")
    # computed by hand: printf 'connection\0a/b/c\0a/b/d' | sha256sum
    assert one.id == other.id == "a0fa1603b6e3e6c1"
    assert one.id != suggestion_id("contradiction", one.names)
    assert one.id != suggestion_id("connection", ("a/b/c", "a/b/e"))


def test_what_is_said_to_a_suggestion_names_it() -> None:
    suggestion = Suggestion(SuggestionKind.CONTRADICTION, ("z/z/old", "a/a/new"), confidence=0.5)
    said = Dismissal.of(suggestion, Decision.DISMISSED, T0)
    assert said == Dismissal(
        suggestion.id,
        SuggestionKind.CONTRADICTION,
        ("a/a/new", "z/z/old"),
        Decision.DISMISSED,
        T0,
    )
