"""One measure for what several rooms found, and each thing once."""

from dataclasses import replace

import pytest

from sense_memory import SearchConfig
from sense_memory.core.found import Room
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.ref import Ref
from sense_memory.mind.search.across import SUPERSEDED, Answer, Ranked, across, once
from sense_memory.mind.search.documents import Documents
from sense_memory.mind.search.question import Question

NOW = 1_800_000_000.0


def answer(name: str, text: str, score: float = 1.0, **more: object) -> Answer:
    ref = Ref(PersonaMemory, f"people/facts/{name}")
    one = Answer(ref, score, score, 0.0, None, f"persona/{ref.name}", Room.MEMORY, text)
    return replace(one, **more)  # type: ignore[arg-type]


def room(*answers: Answer) -> Ranked:
    documents = Documents()
    for one in answers:
        domain, facet, key = one.ref.name.split("/")
        documents.put(one.ref, PersonaMemory(domain, facet, key, one.text))
    return Ranked(documents, answers)


def asked(text: str) -> Question:
    return Question.of(text, NOW)


def test_the_order_of_a_room_stands_and_its_best_gives_its_level() -> None:
    rooms = [
        room(answer("a", "blue whales sing", 4.0), answer("b", "blue whales", 3.0)),
        room(answer("c", "whales", 100.0), answer("d", "red herrings", 1.0)),
    ]
    found = across(rooms, asked("blue whales sing"), SearchConfig())
    scores = {one.reference[-1]: one.score for one in found}
    assert scores["a"] > scores["b"] > scores["c"] > scores["d"]
    assert scores["b"] == pytest.approx(0.75 * scores["a"], abs=1e-5)
    assert scores["d"] == pytest.approx(0.01 * scores["c"], abs=1e-5)
    assert 0.9 < scores["a"] <= 1.0


def test_what_was_superseded_loses_half() -> None:
    one, two = answer("a", "blue whales", 1.0), answer("b", "blue whales", 1.0)
    found = across(
        [room(one, replace(two, is_superseded=True))], asked("blue whales"), SearchConfig()
    )
    assert [found[1].score, found[1].parts.standing] == [
        pytest.approx(SUPERSEDED * found[0].score),
        pytest.approx(0.0),
    ]


def test_equals_stand_by_time_then_by_reference() -> None:
    some = [answer("b", "tea"), answer("c", "tea"), answer("a", "tea", at=5.0)]
    for order in (some, some[::-1]):
        found = across([room(*order)], asked("tea"), SearchConfig())
        assert [one.reference[-1] for one in found] == ["a", "b", "c"]


def test_a_far_vector_is_no_answer_beside_other_rooms() -> None:
    far = answer("a", "green hills", 0.6, words=0.0, meaning=0.6, cosine=0.1)
    near = answer("b", "blue whales", 1.6, words=1.0, meaning=0.6, cosine=0.7)
    found = across([room(far, near)], asked("blue whales"), SearchConfig())
    assert [one.reference[-1] for one in found] == ["b"]


def test_what_is_gone_by_now_is_left_out() -> None:
    there = room(answer("a", "tea"), answer("b", "tea leaves"))
    there.documents.take_out(there.answers[0].ref)
    # the slot is somebody else's now
    there.documents.put(Ref(Memory, "k"), PersonaMemory("flat", "facts", "k", "tea tea tea"))
    found = across([there], asked("tea"), SearchConfig())
    assert [one.reference[-1] for one in found] == ["b"]


def shown(limit: int, *answers: Answer) -> tuple[list[str], list[tuple[str, str, str]]]:
    rooms = [room(*answers)]
    found = across(rooms, asked("whales sing"), SearchConfig())
    hits, missed = once(found, {one.reference: one for one in answers}, limit)
    return (
        [one.reference[-1] for one in hits],
        [(one.found.reference[-1], one.why, one.detail[-1:]) for one in missed],
    )


def test_the_same_words_are_shown_once() -> None:
    same = answer("a", "Whales sing songs"), answer("b", "whales sing the songs!", 0.9)
    assert shown(9, *same) == (["a"], [("b", "duplicate", "a")])
    # what has few words may be said of two things
    short = answer("a", "whales sing"), answer("b", "whales sing", 0.9)
    assert shown(9, *short) == (["a", "b"], [])


def test_what_was_not_shown_has_no_twins() -> None:
    some = (
        answer("a", "whales sing loudly often"),
        answer("b", "whales sing quietly often", 0.9),
        answer("c", "whales sing quietly often", 0.8),
    )
    assert shown(1, *some) == (["a"], [("b", "limit", ""), ("c", "limit", "")])


def test_what_was_learned_from_another_and_adds_nothing_is_not_shown() -> None:
    one = answer("a", "The whales sing at night near Lisbon")
    two = answer("b", "Whales sing", 0.9, origins=frozenset((one.reference,)))
    assert shown(9, one, two) == (["a"], [("b", "duplicate", "a")])
    more = replace(two, text="Whales sing for their calves")
    assert shown(9, one, more) == (["a", "b"], [])
    stranger = replace(two, origins=frozenset())
    assert shown(9, one, stranger) == (["a", "b"], [])


def test_of_what_says_the_same_that_is_shown_from_which_the_other_was_learned() -> None:
    source = answer("a", "Whales sing at night", 0.8)
    learned = answer("b", "whales sing at night.", origins=frozenset((source.reference,)))
    between = answer("c", "whales sing by day", 0.9)
    assert shown(9, learned, between, source) == (["a", "c"], [("b", "duplicate", "a")])
    assert shown(1, learned, between, source)[0] == ["a"]
    # what took its place is no older news
    former = replace(source, is_superseded=True)
    assert shown(9, learned, between, former)[0] == ["b", "c"]


def test_what_sums_up_gives_way_to_a_part_that_answers_as_well() -> None:
    part = answer("a", "whales sing at night", 0.9)
    whole = answer(
        "b", "whales sing at night and rest", origins=frozenset((part.reference,)), is_made=True
    )
    assert shown(9, whole, part) == (["a"], [("b", "duplicate", "a")])
    weak = replace(part, score=0.5, words=0.5)
    assert shown(9, whole, weak) == (["b"], [("a", "duplicate", "b")])
    other = replace(weak, text="whales sing in choirs")
    assert shown(9, whole, other) == (["b", "a"], [])
