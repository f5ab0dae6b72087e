"""Comparisons of spans: what they add up to, where a relay compares only so much at a time."""

import hashlib
import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings, strategies as st

from nips.negentropy import Storage
from sense_memory.sync.reconcile import (
    MAX_SPANS,
    Difference,
    Span,
    compare_all,
    is_incomprehension,
    is_too_much,
    part,
)

CEILING = 2**33
Item = tuple[int, bytes]


def item(number: int, at: int) -> Item:
    return at, hashlib.sha256(str(number).encode()).digest()


def drawn(seed: int, count: int, span: int) -> list[Item]:
    chance = random.Random(seed)
    return [item(n, 1_700_000_000 + chance.randrange(span)) for n in range(count)]


class Relay:
    """Compares at most so many of its events at a time."""

    def __init__(self, items: Iterable[Item], most: int, *, is_exclusive: bool = False) -> None:
        self.storage = Storage(items)
        self.most = most
        self.is_exclusive = is_exclusive
        self.spans: list[Span] = []

    def compare(self, ours: Storage, span: Span) -> Difference | None:
        self.spans.append(span)
        until = span.until
        if self.is_exclusive and until is not None:
            until -= 1
        theirs = part(self.storage, Span(span.since, until))
        if len(theirs) > self.most:
            return None
        return Difference(ours.ids - theirs.ids, theirs.ids - ours.ids)


def run(relay: Relay, storage: Storage, since: int | None = None) -> Difference | None:
    spans = compare_all(storage, since=since, ceiling=CEILING)
    span = next(spans)
    while True:
        found = relay.compare(part(storage, span), span)
        try:
            span = spans.send(found)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


@given(
    st.integers(0, 2**32),
    st.integers(0, 300),
    st.integers(10, 400),
    st.sampled_from([100, 10_000, 10**8]),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_the_spans_add_up_to_the_whole_difference(
    seed: int, count: int, most: int, span: int, is_exclusive: bool, from_the_middle: bool
) -> None:
    chance = random.Random(seed)
    everything = drawn(seed, count, span)
    ours = {one for one in everything if chance.random() < 0.9}
    theirs = {one for one in everything if chance.random() < 0.9}
    since = 1_700_000_000 + span // 2 if from_the_middle else None
    relay = Relay(theirs, most, is_exclusive=is_exclusive)
    found = run(relay, Storage(ours), since)
    if found is None:
        dates = [at for at, _ in theirs]
        assert max(map(dates.count, dates)) + 1 > most / 2, "only a full second is given up"
        return
    within = part(Storage(ours), Span(since)).ids, part(Storage(theirs), Span(since)).ids
    assert found == Difference(within[0] - within[1], within[1] - within[0])


def test_one_span_does_where_the_relay_takes_it() -> None:
    items = drawn(1, 500, 1_000)
    relay = Relay(items, 500)
    assert run(relay, Storage(items)) == Difference()
    assert relay.spans == [Span()]
    assert run(relay, Storage(items), 1_700_000_500) == Difference()
    assert relay.spans[1:] == [Span(1_700_000_500)]


def test_what_is_known_says_where_to_divide() -> None:
    items = drawn(2, 1_000, 1_000_000)
    relay = Relay(items, 100)
    assert run(relay, Storage(items)) == Difference()
    assert len(relay.spans) < 40


def test_a_relay_with_all_in_an_hour_is_found_from_nothing() -> None:
    items = drawn(3, 400, 3_600)
    relay = Relay(items, 100)
    found = run(relay, Storage(()))
    assert found is not None
    assert found.need == {id_ for _, id_ in items}
    assert len(relay.spans) < 80


def test_a_relay_that_takes_nothing_is_given_up() -> None:
    for most in (-1, 0):
        relay = Relay([item(1, 1_700_000_000)], most)
        assert run(relay, Storage([item(1, 1_700_000_000)])) is None
        assert len(relay.spans) <= MAX_SPANS


def test_a_part_is_the_set_of_its_items() -> None:
    items = sorted(drawn(4, 300, 50))
    whole = Storage(items)
    for since, until in ((None, None), (1_700_000_010, None), (1_700_000_010, 1_700_000_020)):
        some = [
            one
            for one in items
            if (since is None or one[0] >= since) and (until is None or one[0] <= until)
        ]
        found = part(whole, Span(since, until))
        assert found.fingerprint() == Storage(some).fingerprint()
        assert [found.item(n) for n in range(len(found))] == some
        assert found.ids == {id_ for _, id_ in some}
        assert found.fingerprint(3, 9) == Storage(some[3:9]).fingerprint()


@pytest.mark.parametrize(
    ("reason", "is_so"),
    [
        ("blocked: too many query results", True),
        ("blocked: this query is too big", True),
        ("blocked: not here", False),
        ("closed: too many", False),
        ("", False),
    ],
)
def test_a_refusal_for_its_size(reason: str, is_so: bool) -> None:
    assert is_too_much(reason) is is_so


@pytest.mark.parametrize(
    "notice",
    [
        "ERROR: bad msg: negentropy disabled",
        "could not parse command",
        "invalid message: …",
        "error: bad message",
        "bad message type",
        "Command unrecognized",
        "unknown cmd",
    ],
)
def test_words_of_relays_that_do_not_know_it(notice: str) -> None:
    assert is_incomprehension(notice)
    assert not is_incomprehension("rate-limited: slow down")
