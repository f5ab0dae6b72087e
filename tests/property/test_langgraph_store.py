"""LangGraph's own store in memory, and ours beside it: whatever is asked, both say the same.

But for what is said otherwise on purpose: in which order items come that nothing ranks, that a
namespace without items is none, and that what is no number passes no comparison of numbers.
"""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory import Identity, InvalidKeyError, MemoryStore

pytest.importorskip("langgraph.store.base", reason="langgraph is not here: its adapter is UNTESTED")

from langgraph.store.base import (
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from sense_memory.adapters.langgraph import LangGraphStore
from sense_memory.adapters.langgraph.matching import OPERATORS, check_filter, passes
from sense_memory.adapters.langgraph.names import Place, beginning, place_in
from sense_memory.adapters.langgraph.wording import read, written

BATCHES = 40
"""Every one is a commit, a file's worth of signing: about 20 ms for each."""
TEXTS = 250
"""They cost nothing but their making."""

ORDERED = ("$gt", "$gte", "$lt", "$lte")
STRANGE = "ab:.%/\\\"'{}[]()-_ \n\t\r\x00é\u0301\u0338=\u2028\ud800🜁"
texts = st.text(st.sampled_from(STRANGE), max_size=8) | st.text(st.characters(), max_size=8)
said = st.sampled_from(["true", "-5", "1e999", "NaN", "null", "a: b", '"', "x\n  y", " x", "- z"])
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
    | said
)
nested = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
values = st.dictionaries(texts, nested, max_size=4)

# few names, so that operations meet
NAMESPACES = [("a",), ("a", "b"), ("a b",), ("A:/%", "e\u0301"), ("A:/%", "\u00e9", "\ud800")]
namespaces = st.sampled_from(NAMESPACES)
labels = st.sampled_from(["a", "b", "A:/%", "e\u0301"])
keys = st.sampled_from(["k", "", "ü/..\\:%41"])
words = st.sampled_from(["tea", "coffee", "green tea", "4", ""])
known = st.fixed_dictionaries(
    {},
    optional={"said": words, "n": st.integers(0, 3) | words, "in": st.dictionaries(words, words)},
)
conditions = st.tuples(
    st.sampled_from(["prefix", "suffix"]),
    st.lists(labels | st.just("*"), max_size=2).map(tuple),
).map(lambda one: MatchCondition(*one))
plain = st.dictionaries(st.sampled_from(["said", "n", "in"]), words | st.integers(0, 3), max_size=2)
compared = st.builds(
    lambda operator, number: {"n": {operator: number}},
    st.sampled_from(OPERATORS),
    st.integers(0, 3),
)
puts = st.tuples(namespaces, keys, st.none() | known | values).map(lambda one: PutOp(*one))
gets = st.tuples(namespaces, keys).map(lambda one: GetOp(*one))
searches = st.tuples(
    st.just(()) | namespaces,
    st.none() | plain | compared,
    st.integers(0, 6),
    st.integers(0, 3),
    st.none() | words,
).map(lambda one: SearchOp(*one))
lists = st.tuples(
    st.none() | st.lists(conditions, max_size=2).map(tuple),
    st.none() | st.integers(1, 3),
    st.integers(0, 4),
    st.integers(0, 2),
).map(lambda one: ListNamespacesOp(*one))
batches = st.lists(st.lists(puts | puts | gets | searches | lists, max_size=6), max_size=4)


@settings(max_examples=TEXTS, deadline=None)
@given(values, texts)
def test_any_value_comes_back_from_its_text_and_any_text_is_a_value(
    value: dict[str, Any], text: str
):
    assert read(written(value)) == value
    assert read(written({"text": text})) == {"text": text}
    found = read(text)
    assert read(written(found)) == found


@pytest.mark.parametrize(
    "text", [f"{'a.' * 20_000}a: x", f"a: {'[' * 200}{']' * 200}", f"a: {'9' * 4_000}"]
)
def test_whatever_somebody_wrote_in_the_place_of_an_item_can_be_put_again(text: str) -> None:
    found = read(text)
    assert found == {"text": text}
    assert read(written(found)) == found


@settings(max_examples=TEXTS, deadline=None)
@given(st.lists(texts.filter(lambda one: one and "." not in one and "\x00" not in one)), texts)
def test_any_namespace_and_key_come_back_from_their_name(labels: list[str], key: str):
    place = Place(tuple(labels), key)
    try:
        name = place.name
    except InvalidKeyError:
        return  # too long; how long it may be is asked elsewhere
    assert place_in(name) == place
    assert all(name.startswith(beginning(labels[:depth])) for depth in range(len(labels) + 1))
    assert Place(tuple(labels), f"{key}!").name != name


@settings(max_examples=TEXTS, deadline=None)
@given(st.integers(0, 3), st.integers(0, 3), st.sampled_from(OPERATORS), words | nested)
def test_a_filter_lets_through_what_it_does_there(
    value: int, number: int, operator: str, other: Any
):
    oracle = InMemoryStore()
    oracle.put(("a",), "k", {"n": value, "in": {"m": other}, "l": [value, other]})
    held = oracle.get(("a",), "k").value
    asked: list[dict[str, Any]] = [
        {"n": {operator: number}},
        {"n": {operator: str(number)}} if operator in ORDERED else {"n": {operator: other}},
        {"n": {"$gte": number, operator: value}},
        {"in": {"m": other}},
        {"in": {"m": {"$ne": other}}, "n": number},
        {"l": [number, other]},
        {"l": (value, {"$eq": other})},
        {"none": None},
        {},
    ]
    for wanted in asked:
        check_filter(wanted)
        assert passes(held, wanted) == bool(oracle.search(("a",), filter=wanted)), wanted
    assert not passes({"n": None}, {"n": {"$gt": number}})


@settings(max_examples=BATCHES, deadline=None)
@given(batches)
def test_it_says_what_the_store_in_memory_says(given: list[list[Any]]):
    asyncio.run(_compare(given))


async def _compare(given: list[list[Any]]) -> None:
    oracle = InMemoryStore()
    async with MemoryStore(Identity.generate()) as mind:
        store = LangGraphStore(mind)
        await mind.remember("langgraph", "something else")
        await mind.persona_remember("people", "facts", "ada", "Ada drinks green tea")
        for ops in given:
            expected = [_said(oracle, op) for op in ops]
            oracle.batch([op for op in ops if isinstance(op, PutOp)])
            for op, ours, theirs in zip(ops, await store.abatch(ops), expected, strict=True):
                if isinstance(op, SearchOp):
                    _check_page(op, ours, theirs)
                else:
                    assert _plain(ours) == theirs, op
        everything = await store.asearch((), limit=1000)
        assert _set(map(_plain, everything)) == _set(_said(oracle, SearchOp((), limit=1000)))


def _said(oracle: InMemoryStore, op: Any) -> Any:
    """What the oracle says before anything of the batch is written."""
    for namespace in [one for one, there in oracle._data.items() if not there]:
        del oracle._data[namespace]  # it keeps those that somebody looked into
    if isinstance(op, PutOp):
        return None
    if not isinstance(op, SearchOp):
        (found,) = oracle.batch([op])
        return _plain(found)
    ordered = [name for name, one in (op.filter or {}).items() if isinstance(one, dict)]
    everything = oracle.search(op.namespace_prefix, limit=1000)
    found = [one for one in everything if all(_is_number(one.value.get(n)) for n in ordered)]
    if not ordered or {"$eq", "$ne"} & {key for one in op.filter.values() for key in one}:
        found = everything
    narrow = InMemoryStore()
    for one in found:
        narrow.put(one.namespace, one.key, one.value)
    return [_plain(one) for one in narrow.search(op.namespace_prefix, filter=op.filter, limit=1000)]


def _check_page(op: SearchOp, ours: list[Any], all_theirs: list[Any]) -> None:
    """A page has as many as there are, all of them such, and what answers first."""
    assert len(ours) == max(0, min(op.limit, len(all_theirs) - op.offset)), op
    assert len(_set(map(_plain, ours)) - _set(all_theirs)) == 0, op
    assert len(_set(map(_plain, ours))) == len(ours), op
    scores = [one.score for one in ours]
    answering = [score for score in scores if score is not None]
    assert scores == [*sorted(answering, reverse=True), *[None] * (len(scores) - len(answering))]
    assert op.query or not answering


def _plain(found: Any) -> Any:
    """An item as something that can stand in a set; anything else as it is."""
    if isinstance(found, Item):
        return (found.namespace, found.key, json.dumps(found.value, sort_keys=True))
    return found


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _set(found: Any) -> set[Any]:
    return set(found)
