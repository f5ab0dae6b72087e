"""Who names whom, folded from changes."""

from dataclasses import dataclass
from typing import Any

from sense_memory.core.change import Cause, Change
from sense_memory.core.ref import Ref
from sense_memory.mind.views.references import References


@dataclass(frozen=True)
class Node:
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Other:
    names: tuple[str, ...] = ()


def ref(name: str, scope: str = "") -> Ref[Any]:
    return Ref(Node, name, scope)


def view() -> References:
    return References(
        lambda at, record: frozenset(ref(name, at.scope) for name in record.names),  # type: ignore[attr-defined]
        {Node},
    )


def put(name: str, *names: str, scope: str = "") -> Change[Any]:
    return Change(ref(name, scope), None, Node(names), Cause.LOCAL)


def gone(name: str, scope: str = "") -> Change[Any]:
    return Change(ref(name, scope), Node(), None, Cause.RELAY)


def filled(**names: str) -> References:
    made = view()
    made.fill(
        made.begin(""),
        {ref(name): frozenset(map(ref, some.split())) for name, some in names.items()},
    )
    return made


def test_a_scope_is_known_once_it_was_read() -> None:
    made = view()
    assert not made.has("")
    made = filled(a="x y", b="x")
    assert made.has("")
    assert not made.has("user:alice")
    assert made.holders(ref("x")) == [ref("a"), ref("b")]
    assert made.holders(ref("a")) == []


def test_changes_keep_it_in_step() -> None:
    made = filled(a="x y", b="x")
    made.apply(put("b", "y"))
    assert made.holders(ref("x")) == [ref("a")]
    assert made.holders(ref("y")) == [ref("a"), ref("b")]
    made.apply(gone("a"))
    assert made.holders(ref("x")) == []
    made.apply(put("c", "x", scope="user:alice"))
    assert made.holders(ref("x")) == []


def test_what_changes_while_it_is_read_counts_more_for_each_who_reads() -> None:
    made = view()
    slow, quick = made.begin(""), made.begin("")
    made.apply(put("a", "y"))
    made.fill(quick, {ref("a"): frozenset([ref("x")]), ref("b"): frozenset([ref("x")])})
    made.apply(put("b", "z"))
    made.fill(slow, {ref("a"): frozenset([ref("x")]), ref("b"): frozenset([ref("x")])})
    assert made.holders(ref("x")) == []
    assert made.holders(ref("y")) == [ref("a")]
    assert made.holders(ref("z")) == [ref("b")]


def test_what_changes_elsewhere_while_it_is_read_is_not_its_own() -> None:
    made = view()
    filling = made.begin("")
    made.apply(put("b", "x", scope="user:alice"))
    made.fill(filling, {ref("a"): frozenset([ref("x")])})
    assert made.holders(ref("x")) == [ref("a")]
    assert not made.has("user:alice")


def test_one_that_could_not_be_read_is_read_again() -> None:
    made = view()
    made.abandon(made.begin(""))
    assert not made.has("")


def test_what_names_one_forgotten_meanwhile_is_told_once() -> None:
    made = filled(a="x", b="y")
    made.apply(gone("x"))
    assert made.take_loose() == [ref("a")]
    assert made.take_loose() == []
    made.put_back([ref("a")])
    made.apply(put("a"))
    assert made.take_loose() == [], "it was mended meanwhile"


def test_a_forgetting_is_remembered_in_scopes_that_were_not_read() -> None:
    made = view()
    made.apply(gone("x", "user:alice"))
    made.apply(put("a", "x", scope="user:alice"))
    made.apply(put("a", "x"))
    assert made.take_loose() == [ref("a", "user:alice")]
    made.apply(put("x", scope="user:alice"))
    made.apply(put("b", "x", scope="user:alice"))
    assert made.take_loose() == [], "it stands again"


def test_what_was_forgotten_and_is_found_when_the_scope_is_read() -> None:
    made = view()
    made.apply(gone("x"))
    made.fill(made.begin(""), {ref("a"): frozenset([ref("x")])})
    assert made.take_loose() == [ref("a")]


def test_what_nobody_can_name_is_not_remembered() -> None:
    made = filled(a="x")
    made.apply(Change(Ref(Other, "x"), Other(), None, Cause.LOCAL))
    made.apply(put("b", "x"))
    assert made.take_loose() == []


def test_of_what_is_found_elsewhere_only_the_forgetting_is_told() -> None:
    made = References(
        lambda at, record: frozenset(ref(name, at.scope) for name in record.names),  # type: ignore[attr-defined]
        {Node},
        {Node: frozenset((Node,))},
    )
    made.fill(made.begin(""), {ref("a"): frozenset((ref("x"),))})
    assert made.holders(ref("x")) == []
    made.apply(put("b", "x"))
    assert made.take_loose() == []
    made.apply(gone("x"))
    assert made.take_loose() == [ref("x")]
    # who comes to name it later is seen by itself
    made.apply(put("c", "x"))
    assert made.take_loose() == [ref("c")]


def test_while_a_scope_was_not_read_a_forgetting_is_told_of_what_may_be_unnamed() -> None:
    made = References(
        lambda at, record: frozenset(ref(name, at.scope) for name in record.names),  # type: ignore[attr-defined]
        {Node},
        unread={Node},
    )
    made.apply(gone("x"))
    assert made.take_loose() == [ref("x")]
    made.fill(made.begin(""), {ref("a"): frozenset((ref("y"),))})
    assert made.holders(ref("y")) == [ref("a")]
    made.apply(gone("z"))
    assert made.take_loose() == [], "by now it is known that nothing names it"
    made.apply(gone("y"))
    assert made.take_loose() == [ref("a")]
