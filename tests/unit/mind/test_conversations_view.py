"""What a view knows of a conversation: in step with every change, and nothing of what is gone."""

import random
from dataclasses import replace

import numpy as np
import pytest

from sense_memory.core.change import Cause, Change
from sense_memory.core.config import ConversationConfig
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import (
    ConversationHead,
    Turn,
    Weight,
    Weights,
    head_name,
    part_id,
    turn_name,
    weights_name,
)
from sense_memory.core.records.embedding import Embedding, Vector, embedding_name
from sense_memory.core.ref import Ref
from sense_memory.mind.conversation.findable import findable_turn
from sense_memory.mind.conversation.piece_vectors import (
    RUN,
    PieceVectors,
    pieces_per_record,
    pieces_sha256,
)
from sense_memory.mind.conversation.wording import answers, rarity_in, used_by
from sense_memory.mind.search.dialogue import speaker_of
from sense_memory.mind.views.conversations import Conversations, KnownConversation

TWO = "The harbour of Lyon lies at the river. The cats of Ines sleep on the roof."


def turn(number: int, text: str, *, at: float | None = None, numbered: int = 0) -> Turn:
    return Turn("a", f"{number:032x}", Role.USER, text, at or float(number), turn=numbered)


def note(known: KnownConversation, one: Turn, record: Turn | None) -> None:
    known.note(Ref(Turn, turn_name("a", one.id)), record)


def indexed(known: KnownConversation) -> set[str]:
    for _ in known.bring_up_to_date():
        pass
    return set(known.documents.postings.words())


def test_a_message_that_is_gone_leaves_nothing_in_memory() -> None:
    known, one, other = KnownConversation(), turn(1, TWO), turn(2, "Something else is said here.")
    note(known, one, one)
    note(known, other, other)
    assert {"river", "cat"} <= indexed(known)
    known.begin_vectors("e", 2)
    texts = [text for _, text in known.pieces(one.id)]
    assert len(texts) == 2
    numbers = np.array([[1, 0], [0, 2]], "<f4")
    vector = Vector("e", pieces_sha256(texts), numbers.tobytes(), 1.0)
    name = embedding_name(Turn, turn_name("a", one.id))
    known.note(Ref(Embedding, name), Embedding(name, (vector,)))
    for _ in known.settle_vectors():
        pass
    vectors = known.vectors("e")
    assert vectors.has(one.id) == 2
    cosines = vectors.cosines(np.array([0, 1], np.float32))
    first, second = map(len, texts)
    mean = second / (first**2 + second**2) ** 0.5
    assert dict(cosines) == {known.ref_of(one.id): pytest.approx(mean)}
    known.use([known.pieces(one.id)[0][0]])
    assert [one.stack for one in known.stacked("e", ConversationConfig())] == [0, 1, None]
    assert known.stacks("e", ConversationConfig()).count == 2

    edited = replace(one, text="Only this is left of the message.")
    note(known, one, edited)
    assert vectors.has(one.id) == 0
    assert not vectors._matrix.any()
    assert known.waiting == {}
    assert "river" not in indexed(known)
    assert not known.stacks("e", ConversationConfig()).vectors.any()
    assert [one.stack for one in known.stacked("e", ConversationConfig())] == [None, None]
    note(known, one, None)
    assert not indexed(known) & {"left", "messag", "message"}
    assert known.message(one.id) is None
    assert [one.turn for one in known.messages] == [other]
    assert known.signals(one.id) == []


def test_what_has_vectors_before_its_text_came_is_found_once_it_comes() -> None:
    known, one = KnownConversation(), turn(1, TWO)
    known.begin_vectors("e", 2)
    sha256 = pieces_sha256(["The harbour of Lyon lies at the river."])
    vector = Vector("e", sha256, np.ones(2, "<f4").tobytes(), 1.0)
    name = embedding_name(Turn, turn_name("a", one.id))
    known.note(Ref(Embedding, name), Embedding(name, (vector,)))
    short = replace(one, text="The harbour of Lyon lies at the river.")
    note(known, one, one)
    for _ in known.settle_vectors():
        pass
    assert known.vectors("e").has(one.id) == 0, "it is of another text"
    note(known, one, short)
    for _ in known.settle_vectors():
        pass
    assert known.vectors("e").has(one.id) == 1
    known.note(Ref(Embedding, name), None)


def test_parts_may_come_in_any_order() -> None:
    known, one = KnownConversation(), replace(turn(1, "first "), parts=3)
    parts = [replace(one, id=part_id(one.id, n), text=t) for n, t in enumerate(("1 ", "2 ", "3"))]
    for part, said in ((parts[1], []), (parts[0], ["1 2 "]), (parts[2], ["1 2 3"])):
        note(known, part, part)
        assert [m.turn.text for m in known.messages] == said
    assert known.messages[0].kept == tuple(part.id for part in parts)
    note(known, parts[0], None)
    assert list(known.messages) == []


def test_numbers_are_stored_or_the_next_ones() -> None:
    known = KnownConversation()
    said = [turn(1, "a"), turn(2, "b"), turn(3, "c", numbered=7), turn(4, "d"), turn(5, "e")]
    for one in reversed(said):
        note(known, one, one)
    assert list(known.numbers) == [1, 2, 7, 8, 9]
    assert known.counter == 9
    assert [known.number_of(one.id) for one in said] == [1, 2, 7, 8, 9]
    note(known, said[0], None)
    assert list(known.numbers) == [1, 7, 8, 9]
    known.note(Ref(ConversationHead, head_name("a")), ConversationHead("a", turn_counter=30))
    assert known.counter == 30
    known.note(
        Ref(Weights, weights_name("a", 2)),
        Weights("a", 2, (Weight("0" * 16, 40), Weight("1" * 16, 33))),
    )
    assert known.counter == 40


def test_of_several_windows_the_last_use_counts_and_then_the_later_window() -> None:
    known, signal = KnownConversation(), "0" * 16

    def window(number: int, *weights: Weight) -> None:
        known.note(Ref(Weights, weights_name("a", number)), Weights("a", number, weights))

    assert known.weight(signal) is None
    window(1, Weight(signal, 17, 1.1))
    window(0, Weight(signal, 3, 2.0))
    assert known.weight(signal) == Weight(signal, 17, 1.1)
    window(2, Weight(signal, 17, 1.045))
    assert known.weight(signal) == Weight(signal, 17, 1.045), "demoted since"
    assert known.windows_with([signal]) == [0, 1, 2]
    window(2)
    assert known.weight(signal) == Weight(signal, 17, 1.1)
    known.waiting[signal] = 20
    assert known.weight(signal) == Weight(signal, 20, 1.1)
    for number in range(3):
        known.note(Ref(Weights, weights_name("a", number)), None)
    assert known.weight(signal) == Weight(signal, 20)


def test_changes_reach_the_conversation_that_they_are_of() -> None:
    view = Conversations()
    for scope, name in (("", "a"), ("", "b"), ("user:alice", "a")):
        view.finish(scope, name, view.begin(scope, name))
    one = turn(1, "said")
    filling = view.begin("", "c")
    view.apply(Change(Ref(Turn, turn_name("a", one.id)), None, one, Cause.RELAY))
    view.apply(Change(Ref(Turn, turn_name("c", one.id)), None, one, Cause.RELAY))
    # what was read before the change counts less than it
    filling.add(Ref(Turn, turn_name("c", one.id)), replace(one, text="older"))
    known = view.finish("", "c", filling)
    assert [m.turn.text for m in known.messages] == ["said"]
    found = {key: [m.turn.text for m in one.messages] for key, one in view.all.items()}
    assert found == {
        ("", "a"): ["said"],
        ("", "b"): [],
        ("user:alice", "a"): [],
        ("", "c"): ["said"],
    }


@pytest.mark.parametrize(
    ("speaker", "label"),
    [
        ("", "User"),
        ("Ada", "Ada"),
        ("ada lovelace", "Ada lovelace"),
        ("Ada: the first", "Ada the first"),
        ("A\nB", "A B"),
        ("a name of more than four words", "User"),
        ("x" * 60, "User"),
        ("42", "User"),
        ("日本", "日本"),
    ],
)
def test_what_is_said_is_a_line_of_somebody(speaker: str, label: str) -> None:
    line = findable_turn(replace(turn(1, "We move."), speaker=speaker))
    assert line is not None
    assert line.value == f"{label}: We move."
    assert speaker_of(line.value) == label
    assert line.source == "a"


def test_lines_of_one_time_stand_in_their_order() -> None:
    at = [findable_turn(replace(turn(1, "x", at=1.7e9), order=n)) for n in (0, 1, 2)]
    times = [line.created_at for line in at if line is not None]
    assert sorted(set(times)) == times
    undated = [findable_turn(Turn("a", "b", Role.USER, "x", None, order=n)) for n in (0, 1)]
    assert [line.created_at for line in undated if line] == [-1e10, -1e10 + 1]
    assert findable_turn(turn(1, " \n")) is None


def test_words_tell_what_is_asked_and_what_was_used() -> None:
    rarity = rarity_in(100, lambda word: {"sister": 2, "cat": 50, "lyon": 1}.get(word, 0))
    assert answers(["sister", "cat"], "My sister has cats in Lyon.", rarity) == 1.0
    assert 0.5 < answers(["sister", "cat"], "A sister.", rarity) < 1.0
    assert answers(["sister"], "A brother.", rarity) == 0.0
    assert answers(["nobody-says-this"], "My sister.", rarity) == 0.0
    assert used_by(frozenset(("sister", "lyon")), "My sister has cats in Lyon.", rarity) > 0.8
    assert used_by(frozenset(("rain",)), "My sister has cats in Lyon.", rarity) == 0.0


def test_a_record_has_room_for_vectors_of_any_length() -> None:
    assert [pieces_per_record(n) for n in (2, 384, 1536, 4096, 10_000)] == [2048, 10, 2, 1, 1]


def test_rows_of_a_matrix_are_used_again() -> None:
    vectors, ref = PieceVectors(2), Ref(Turn, "a/turn/x")
    for n in range(600):
        vectors.put(f"m{n}", Ref(Turn, f"a/turn/m{n}"), 0, np.ones((1, 2), np.float32), [1])
    for n in range(600):
        vectors.drop(f"m{n}")
    size = vectors.bytes
    vectors.put("x", ref, 0, np.array([[0, 3], [0, 0], [np.nan, 1]], np.float32), [1, 1, 1])
    assert vectors.bytes == size
    assert vectors.lacking("x", 3) == [1, 2], "what points nowhere is no vector"
    assert vectors.similarities("x", np.array([0, 1], np.float32)) == {0: 1.0}
    assert dict(vectors.cosines(np.array([0, 1], np.float32))) == {ref: 1.0}


def test_a_message_is_as_near_as_the_mean_of_its_pieces_by_their_lengths() -> None:
    vectors, ref = PieceVectors(2), Ref(Turn, "a/turn/x")
    there = np.array([0, 1], np.float32)
    # how long a vector is tells nothing, how long a piece is does
    vectors.put("x", ref, 0, np.array([[0, 9], [1, 0]], np.float32), [30, 40])
    assert vectors.cosines(there)[ref] == pytest.approx(0.6)
    # what is put again stands in place of what it was; a piece that comes later counts, too
    vectors.put("x", ref, 1, np.array([[0, 1], [1, 0]], np.float32), [10, 30])
    assert vectors.cosines(there)[ref] == pytest.approx(0.8)
    vectors.drop("x")
    assert not len(vectors.cosines(there))
    vectors.put("y", ref, 0, np.array([[0, 1], [0, -1]], np.float32), [5, 5])
    assert vectors.cosines(there)[ref] == 0.0, "what cancels out is near to nothing"


def test_of_a_long_message_the_nearest_run_of_pieces_counts() -> None:
    vectors, ref = PieceVectors(2), Ref(Turn, "a/turn/x")
    rows = np.array([[1, 0]] * RUN + [[0, 1]] * 2, np.float32)
    vectors.put("x", ref, 0, rows, [10] * len(rows))
    assert vectors.cosines(np.array([0, 1], np.float32))[ref] == pytest.approx(1.0)
    assert vectors.cosines(np.array([1, 0], np.float32))[ref] == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(10))
def test_what_became_of_pieces_is_known_without_cutting_those_of_which_nothing_did(
    seed: int,
) -> None:
    chance, known = random.Random(seed), KnownConversation()
    said = {number: turn(number, f"{TWO} It is number {number} of them.") for number in range(1, 9)}
    names = {number: KnownConversation() for number in said}
    for number, one in said.items():
        note(known, one, one)
        note(names[number], one, one)
    for _ in range(300):
        number = chance.choice(list(said))
        pieces = [name for name, _ in names[number].pieces(said[number].id)]
        match chance.randrange(4):
            case 0:
                known.use([chance.choice(pieces)] if known.message(said[number].id) else [])
            case 1:
                window = chance.randrange(3)
                some = (Weight(chance.choice(pieces), chance.randint(1, 40), chance.random()),)
                weights = Weights("a", window, some) if chance.random() < 0.7 else None
                known.note(Ref(Weights, weights_name("a", window)), weights)
            case 2:
                note(known, said[number], chance.choice([None, said[number]]))
            case _:
                known.pieces(said[number].id)
        other = said[chance.choice(list(said))].id
        if known.message(other) is not None:
            lives = known.lives(other)
            anew = [(one.base_weight, one.last_used_turn) for one in known.signals(other)]
            assert set(lives) == set(anew)


def test_what_became_of_all_pieces_is_that_of_each_of_them() -> None:
    known = KnownConversation()
    for number, text in enumerate([TWO, " ", "Something else is said.", "", TWO, "The end."], 1):
        one = turn(number, text)
        note(known, one, one)
    used = known.all_signals[-2].id
    told = (Weight(used, 2, 0.5), Weight(known.all_signals[0].id, 40, 1.25))
    known.note(Ref(Weights, weights_name("a", 2)), Weights("a", 2, told))
    known.use([used])
    lives, signals = known.all_lives, known.all_signals
    assert [known.signal_at(place, lives) for place in range(len(signals))] == signals
    assert lives.base_weights == [one.base_weight for one in signals] == [1.25, 1, 1, 1, 0.5, 1]
    assert lives.last_used_turns == [one.last_used_turn for one in signals]
