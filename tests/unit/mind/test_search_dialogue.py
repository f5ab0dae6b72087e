"""What is taken for a line of a conversation, and where it stands."""

from math import inf

import pytest
from hypothesis import given, strategies as st

from sense_memory.mind.search.dialogue import (
    Source,
    is_named,
    is_question,
    name_order,
    speaker_of,
    words_as_written,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Caroline: I went there", "Caroline"),
        ("Ana María López: hola", "Ana María López"),
        ("太郎: こんにちは", "太郎"),
        ("user: hello", None),
        ("no name here", None),
        ("12:30 is the time", None),
        ("https://example.org is a page", None),
        ("One two three four five: too long", None),
        ("Name:glued", None),
        ("", None),
    ],
)
def test_who_says_a_line(value: str, expected: str | None):
    assert speaker_of(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("How are you?", True), ("お元気ですか？", True), ("كيف حالك؟ ", True), ("Fine.", False)],
)
def test_what_is_a_question(value: str, expected: bool):
    assert is_question(value) is expected


def _source(*speakers: str | None) -> Source:
    source = Source()
    for slot, speaker in enumerate(speakers):
        source.add(slot, speaker, float, str)
    return source


@pytest.mark.parametrize(
    ("speakers", "expected"),
    [
        (("Ann", "Bob", "Ann", "Bob"), True),
        (("Ann", "Bob", "Ann", "Bob", None, None), True),
        (("Ann", "Bob", "Ann", "Bob", None, None, None), False),
        (("Ann", "Ann", "Ann", "Ann"), False),
        (("Deploy", "Note", "Decision", "Greeting"), False),
        (("Ann", "Bob", "Ann"), False),
        ((None, None, None), False),
        ((), False),
    ],
)
def test_what_is_a_conversation(speakers: tuple[str | None, ...], expected: bool):
    assert _source(*speakers).is_conversation is expected


def test_a_source_that_lost_its_lines_is_no_conversation_any_more():
    source = _source("Ann", "Bob", "Ann", "Bob")
    source.remove(3, "Bob", float, str)
    assert not source.is_conversation
    assert source.slots == [0, 1, 2]


def test_names_are_in_the_order_of_their_numbers():
    names = ["D1:10", "D1:9", "D1:2", "D10:1", "D2:1", "D1:02"]
    assert sorted(names, key=name_order) == ["D1:2", "D1:02", "D1:9", "D1:10", "D2:1", "D10:1"]


@given(
    lines=st.lists(
        st.tuples(st.sampled_from([-inf, 1.0, 2.0, 3.5]), st.integers(0, 11)), max_size=24
    ),
    data=st.data(),
)
def test_lines_stand_by_time_then_by_the_numbers_in_their_names(
    lines: list[tuple[float, int]], data: st.DataObject
):
    source = Source()

    def time_of(slot: int) -> float:
        return lines[slot][0]

    def name_of(slot: int) -> str:
        return f"D{lines[slot][1]}"

    for slot in range(len(lines)):
        at = source.add(slot, None, time_of, name_of)
        assert source.slots[at] == slot
    gone = data.draw(st.sets(st.sampled_from(range(len(lines)))) if lines else st.just(set()))
    for slot in gone:
        stood = source.slots.index(slot)
        assert source.remove(slot, None, time_of, name_of) == stood
    left = [slot for slot in range(len(lines)) if slot not in gone]
    assert source.slots == sorted(left, key=lambda slot: (*lines[slot], slot))


def test_a_speaker_is_named_by_the_first_word_with_its_capital():
    def named(question: str) -> bool:
        return is_named("Will Smith", question, words_as_written(question))

    assert named("What did Will's dog do?")
    assert named("what did will do")
    assert not named("What will Ann do?")
    assert not named("Smith and sons")
