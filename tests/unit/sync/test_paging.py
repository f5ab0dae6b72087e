"""Reading all of a relay page by page, against a simulated relay with all the known habits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, strategies as st

from nips.nip01 import Filter
from nips.nip67 import FINISH, MORE
from sense_memory.sync.paging import Completeness, Page, read_all

PUBKEY = "ab" * 32
LIMIT = 500


@dataclass
class SimulatedRelay:
    """Dates of events and how the relay answers.

    Attributes:
        dates: ``created_at`` of each stored event; its place in the list is its identity.
        cap: Events per answer at most, whatever is asked for.
        inclusive: Whether an event dated exactly ``until`` is sent, as NIP-01 says.
        hints: Whether EOSE tells if that was all (NIP-67).
        shown: The events sent so far.
        questions: The filters asked so far.
    """

    dates: Sequence[int]
    cap: int = 500
    inclusive: bool = True
    hints: bool = False
    shown: set[int] = field(default_factory=set)
    questions: list[Filter] = field(default_factory=list)

    def answer(self, question: Filter) -> Page:
        """The newest matching events, as many as fit."""
        self.questions.append(question)
        since = -1 if question.since is None else question.since
        until = 2**53 if question.until is None else question.until
        matching = [
            (-date, place)
            for place, date in enumerate(self.dates)
            if since <= date and (date <= until if self.inclusive else date < until)
        ]
        matching.sort()
        page = matching[: min(self.cap, question.limit or self.cap)]
        self.shown |= {place for _, place in page}
        hint = FINISH if len(page) == len(matching) else MORE
        return Page(tuple(-date for date, _ in page), (hint,) if self.hints else ())


def load(
    relay: SimulatedRelay, *, limit: int = LIMIT, max_pages: int = 10_000, since: int | None = None
) -> Completeness:
    """Read a relay and return the verdict."""
    reading = read_all(kind=30078, author=PUBKEY, limit=limit, max_pages=max_pages, since=since)
    question = next(reading)
    while True:
        try:
            question = reading.send(relay.answer(question))
        except StopIteration as end:
            verdict: Completeness = end.value
            return verdict


def spread(count: int, per_second: int = 1, start: int = 1_700_000_000) -> list[int]:
    return [start + n // per_second for n in range(count)]


HABITS = pytest.mark.parametrize("inclusive", [True, False], ids=["inclusive", "exclusive"])
CAPS = pytest.mark.parametrize("cap", [50, 100, 250, 500])


def test_an_empty_relay_is_read_with_one_question() -> None:
    relay = SimulatedRelay([])
    assert load(relay) is Completeness.COMPLETE
    expected = Filter(kinds=(30078,), authors=(PUBKEY,), limit=LIMIT)
    assert relay.questions == [expected]


@HABITS
@CAPS
@pytest.mark.parametrize("per_second", [1, 20])
def test_thousands_of_events_are_all_read(cap: int, inclusive: bool, per_second: int) -> None:
    relay = SimulatedRelay(spread(2_500, per_second), cap, inclusive)
    assert load(relay) is Completeness.COMPLETE
    assert len(relay.shown) == 2_500
    assert len(relay.questions) < 4 * 2_500 / (cap - per_second)


@HABITS
@pytest.mark.parametrize("count", [1, 2, 49, 50, 51, 99, 100, 101, 199, 200, 201])
def test_a_load_around_the_size_of_a_page_is_all_read(count: int, inclusive: bool) -> None:
    relay = SimulatedRelay(spread(count), 100, inclusive)
    assert load(relay) is Completeness.COMPLETE
    assert len(relay.shown) == count


@HABITS
def test_a_second_just_below_the_page_is_read_whole(inclusive: bool) -> None:
    relay = SimulatedRelay([5] * 99 + [4] * 99 + [3], 100, inclusive)
    assert load(relay) is Completeness.COMPLETE
    assert len(relay.shown) == 199


@HABITS
@pytest.mark.parametrize("behind", [0, 1, 60, 300])
@pytest.mark.parametrize("before", [0, 1, 60, 300])
def test_a_second_that_holds_more_than_a_page_is_never_called_complete(
    inclusive: bool, before: int, behind: int
) -> None:
    dates = [1000 + n for n in range(before)] + [500] * 150 + [100 + n for n in range(behind)]
    relay = SimulatedRelay(dates, 100, inclusive)
    assert load(relay) is Completeness.UNPROVEN
    assert len(relay.shown) == before + 100 + behind


@HABITS
def test_an_incremental_load_asks_for_nothing_older(inclusive: bool) -> None:
    relay = SimulatedRelay(spread(1_000, start=0), 100, inclusive)
    assert load(relay, since=700) is Completeness.COMPLETE
    assert relay.shown == set(range(700, 1_000))
    assert {question.since for question in relay.questions} <= {700, *range(700, 1_000)}


@HABITS
def test_an_incremental_load_reads_on_behind_an_overfull_second(inclusive: bool) -> None:
    dates = [100 + n for n in range(60)] + [500] * 150
    relay = SimulatedRelay(dates, 100, inclusive)
    assert load(relay, since=100) is Completeness.UNPROVEN
    assert set(range(60)) <= relay.shown


@HABITS
def test_the_second_of_the_bound_itself_is_read_whole(inclusive: bool) -> None:
    relay = SimulatedRelay([700] * 60 + [701] * 60, 100, inclusive)
    assert load(relay, since=700) is Completeness.COMPLETE
    assert len(relay.shown) == 120


def test_a_relay_that_says_that_was_all_is_believed() -> None:
    """NIP-67: one question instead of three."""
    relay = SimulatedRelay(spread(80), 100, hints=True)
    assert load(relay) is Completeness.COMPLETE
    assert len(relay.questions) == 1
    assert len(relay.shown) == 80


def test_a_relay_that_says_there_is_more_is_read_on() -> None:
    relay = SimulatedRelay(spread(1_000), 100, hints=True)
    assert load(relay) is Completeness.COMPLETE
    assert len(relay.shown) == 1_000


def test_a_word_of_completeness_at_the_end_does_not_mend_an_overfull_second() -> None:
    relay = SimulatedRelay([500] * 150 + [400], 100, hints=True)
    assert load(relay) is Completeness.UNPROVEN


@pytest.mark.parametrize("max_pages", [1, 2, 5])
def test_a_load_that_takes_too_many_pages_is_partial(max_pages: int) -> None:
    relay = SimulatedRelay(spread(1_000), 100)
    assert load(relay, max_pages=max_pages) is Completeness.PARTIAL
    assert len(relay.questions) <= max_pages + 2


def test_a_relay_that_ignores_until_comes_to_an_end_and_is_not_complete() -> None:
    @dataclass
    class Deaf(SimulatedRelay):
        def answer(self, question: Filter) -> Page:
            self.questions.append(question)
            return Page(tuple(sorted(self.dates, reverse=True)[: self.cap]))

    relay = Deaf(spread(1_000), 100)
    assert load(relay, max_pages=50) is Completeness.PARTIAL


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("complete", "complete", "complete"),
        ("complete", "unproven", "unproven"),
        ("unproven", "partial", "partial"),
        ("partial", "complete", "partial"),
    ],
)
def test_two_verdicts_are_worth_the_lesser(one: str, other: str, together: str) -> None:
    both = Completeness(one) & Completeness(other)
    assert both is Completeness(together)


@st.composite
def relays(draw: st.DrawFn) -> SimulatedRelay:
    """Up to a few thousand events in 40 seconds, some of them crowded."""
    crowds = draw(st.lists(st.integers(0, 130), max_size=40))
    dates = [second for second, crowd in enumerate(crowds) for _ in range(crowd)]
    return SimulatedRelay(
        dates, draw(st.integers(50, 120)), draw(st.booleans()), draw(st.booleans())
    )


@given(relays(), st.integers(50, 120), st.none() | st.integers(0, 40))
def test_all_but_overfull_seconds_is_read_and_the_verdict_is_true(
    relay: SimulatedRelay, limit: int, since: int | None
) -> None:
    verdict = load(relay, limit=limit, since=since)
    wanted = [
        (place, date) for place, date in enumerate(relay.dates) if since is None or date >= since
    ]
    crowds = Counter(date for _, date in wanted)
    page = min(relay.cap, limit)
    assert {place for place, date in wanted if crowds[date] <= page} <= relay.shown
    if max(crowds.values(), default=0) > page:
        assert verdict is Completeness.UNPROVEN
    if max(crowds.values(), default=0) < 50:
        assert verdict is Completeness.COMPLETE


def test_every_question_names_the_tags() -> None:
    tags = {"p": (PUBKEY,)}
    reading = read_all(kind=4, author=PUBKEY, limit=10, max_pages=10, tags=tags)
    questions = [next(reading)]
    questions += [reading.send(Page(dates)) for dates in ((9, 8), (7,), (6,), (5,))]
    assert all(question.tags == tags and question.kinds == (4,) for question in questions)
