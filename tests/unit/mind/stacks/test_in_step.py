"""Stacks of a conversation that changes: as if it had always been as it is now."""

import random

import numpy as np
from numpy.typing import NDArray

from sense_memory.core.config import ConversationConfig
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import Turn
from sense_memory.core.ref import Ref
from sense_memory.mind.views.conversations import KnownConversation

CONFIG = ConversationConfig()
ENCODER = "some:16"
TEXT = "This sentence has more than five words and thirty characters. "


def vectors_of(text: str, count: int) -> NDArray[np.float32]:
    """Vectors that follow from a text, around one of a few topics."""
    seed = sum(map(ord, text))
    topic = np.random.default_rng(seed % 7).normal(size=16)
    rows = topic + 0.9 * np.random.default_rng(seed).normal(size=(count, 16))
    return rows.astype(np.float32)


class Talk:
    """A conversation, and what was said in it."""

    def __init__(self) -> None:
        self.known = KnownConversation()
        self.known.begin_vectors(ENCODER, 16)
        self.said: dict[str, Turn] = {}

    def say(self, number: int, text: str) -> None:
        """Something is said, or a message says something else."""
        id_ = f"{number:032x}"
        turn = self.said[id_] = Turn("c", id_, Role.USER, text, float(number), turn=number)
        self.known.note(Ref(Turn, f"c/turn/{id_}"), turn)
        pieces = self.known.pieces(id_)
        vectors = vectors_of(text, len(pieces))
        lengths = [len(piece) for _, piece in pieces]
        self.known.vectors(ENCODER).put(id_, self.known.ref_of(id_), 0, vectors, lengths)

    def forget(self, number: int) -> None:
        """A message is forgotten."""
        id_ = f"{number:032x}"
        del self.said[id_]
        self.known.note(Ref(Turn, f"c/turn/{id_}"), None)

    def labels(self) -> list[int | None]:
        """The stack of each piece."""
        return [one.stack for one in self.known.stacked(ENCODER, CONFIG)]

    def afresh(self) -> list[int | None]:
        """The same on a device that starts now."""
        other = Talk()
        for turn in sorted(self.said.values(), key=lambda one: one.turn):
            other.say(turn.turn, turn.text)
        return other.labels()


def a_talk(count: int) -> Talk:
    """A conversation of some messages of one to four pieces."""
    talk = Talk()
    for number in range(1, count + 1):
        talk.say(number, TEXT * (1 + number % 4) + str(number))
    return talk


def test_what_is_said_edited_and_forgotten_leaves_what_a_new_device_has() -> None:
    talk, chance = a_talk(150), random.Random(4)
    assert talk.labels() == talk.afresh()
    for step in range(25):
        number = chance.choice([one.turn for one in talk.said.values()])
        if step % 3 == 0:
            talk.forget(number)
        elif step % 3 == 1:
            talk.say(number, TEXT * chance.randint(1, 4) + f"edited {step}")
        else:
            talk.say(200 + step, TEXT + f"new {step}")
        if chance.random() < 0.6:
            assert talk.labels() == talk.afresh()
    assert talk.labels() == talk.afresh()
    assert len(set(talk.labels())) > 5


def test_what_changes_between_two_steps_is_seen() -> None:
    talk = a_talk(300)
    steps, others = talk.known.stack(ENCODER, CONFIG), talk.known.stack(ENCODER, CONFIG)
    next(steps)
    next(steps)
    talk.forget(3)
    next(others)
    talk.say(400, TEXT)
    next(steps)
    talk.say(100, TEXT * 3 + "edited")
    next(others)
    next(steps)
    for _ in steps:
        next(others, None)
    assert list(talk.known.stack(ENCODER, CONFIG)) == [], "nothing is left to be done at once"
    assert talk.labels() == talk.afresh()


def test_what_arrives_late_stands_where_it_was_said() -> None:
    talk = Talk()
    for number in range(2, 200, 2):
        talk.say(number, TEXT * (1 + number % 3) + str(number))
    assert talk.labels() == talk.afresh()
    for number in (51, 181, 3, 121):
        talk.say(number, TEXT * 2 + str(number))
        assert talk.labels() == talk.afresh()
        assert list(talk.known.stack(ENCODER, CONFIG)) == []


def test_no_vector_of_a_forgotten_message_stays_in_stacks() -> None:
    talk = a_talk(20)
    stacks = talk.known.stacks(ENCODER, CONFIG)
    before = stacks.vectors.copy()
    talk.forget(10)
    kept = len(stacks)
    assert kept < len(before)
    assert not stacks._vectors[kept:].any()
    assert talk.labels() == talk.afresh()
    for number in [*range(1, 10), *range(11, 21)]:
        talk.forget(number)
    assert len(stacks) == 0
    assert talk.labels() == []


def test_a_conversation_is_forgotten_from_its_end_one_by_one() -> None:
    talk = a_talk(1_500)
    talk.labels()
    for number in range(1_500, 0, -1):
        talk.forget(number)
    assert talk.labels() == []
