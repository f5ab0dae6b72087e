"""Reports and decisions on the wire: what is read back, and what is refused."""

from typing import Any

import pytest

from sense_memory.core.records.introspection import (
    Decision,
    Dismissal,
    IntrospectionReport,
    Suggestion,
    SuggestionKind,
)
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.ref import Ref
from sense_memory.wire import references
from sense_memory.wire.address import path_of, ref_at
from sense_memory.wire.schemas import DISMISSAL, INTROSPECTION

T0 = 1_700_000_000.5
REPORT = IntrospectionReport(
    total_memories=3,
    active=3,
    contradictions=(("a/b/old", "x/y/new"),),
    orphaned=("a/b/c", "a/b/größe: ein=wort"),
    overloaded_facets=("a/b",),
    suggested_connections=(("a/b/c", "a/b/d"),),
    suggested_compressions=("a",),
    pruned_count=2,
    not_compared=7,
    left_out=(("orphaned", 4),),
    slept=True,
    timestamp=T0,
)
SAID = Dismissal.of(
    Suggestion(SuggestionKind.CONNECTION, ("a/b/d", "a/b/c")), Decision.DISMISSED, T0
)


def test_a_report_comes_back_as_it_was() -> None:
    assert INTROSPECTION.decode(str(T0), INTROSPECTION.encode(REPORT), 1.0) == REPORT


def test_a_decision_comes_back_as_it_was() -> None:
    assert DISMISSAL.decode(SAID.id, DISMISSAL.encode(SAID), 1.0) == SAID


def test_where_they_stand() -> None:
    report = Ref(IntrospectionReport, str(T0), "user:alice")
    said = Ref(Dismissal, SAID.id)
    assert path_of(said) == f"sense-memory/introspection/dismissed/{SAID.id}"
    assert path_of(Ref(IntrospectionReport, str(T0))) == "sense-memory/introspection/1700000000.5"
    for ref in (report, said):
        found = ref_at(path_of(ref))
        assert found is not None
        assert found[0] == ref


def test_which_memories_they_name() -> None:
    ref = Ref(IntrospectionReport, str(T0), "user:alice")
    names = {one.name for one in references.named(ref, REPORT, INTROSPECTION)}
    assert names == REPORT.names
    assert names == {"a/b/old", "x/y/new", "a/b/c", "a/b/d", "a/b/größe: ein=wort"}
    assert {one.scope for one in references.named(ref, REPORT, INTROSPECTION)} == {"user:alice"}
    said = references.named(Ref(Dismissal, SAID.id), SAID, DISMISSAL)
    assert said == {Ref(PersonaMemory, "a/b/c"), Ref(PersonaMemory, "a/b/d")}


def test_what_a_later_release_finds_is_left_alone() -> None:
    fields = INTROSPECTION.encode(REPORT)
    fields["found"] = (
        *fields["found"],
        "suggested_poems//a/b/c",
        "orphaned//a//b",
        "contradictions",
    )
    fields["report"] = {**fields["report"], "poems": 1, "left_out": {"orphaned": 4, "poems": 9}}
    assert INTROSPECTION.decode(str(T0), fields, 1.0) == REPORT


def test_what_is_missing_has_a_default() -> None:
    assert INTROSPECTION.decode("1", {"report": {}}, 5.0) == IntrospectionReport(timestamp=5.0)
    bare = {"said": {"kind": "revision", "verdict": "accepted"}}
    assert DISMISSAL.decode("0" * 16, bare, 5.0) == Dismissal(
        "0" * 16, SuggestionKind.REVISION, (), Decision.ACCEPTED, 5.0
    )


@pytest.mark.parametrize(
    "report",
    [
        "text",
        ["list"],
        {"active": "many"},
        {"active": -1},
        {"active": True},
        {"active": 1.5},
        {"left_out": []},
        {"left_out": {"orphaned": "many"}},
        {"timestamp": "now"},
    ],
)
def test_what_is_no_report_is_refused(report: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        INTROSPECTION.decode("1", {"report": report}, 1.0)


@pytest.mark.parametrize(
    "said",
    ["text", {}, {"kind": "connection"}, {"kind": "poem", "verdict": "accepted"}],
)
def test_what_is_no_decision_is_refused(said: Any) -> None:
    with pytest.raises((TypeError, ValueError, KeyError)):
        DISMISSAL.decode("0" * 16, {"said": said}, 1.0)
