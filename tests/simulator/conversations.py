"""What was promised of what was said in a conversation, and whether it was kept.

As everywhere here no stamps are read. A turn must stand unless somebody forgot it, or the
conversation and may have meant it: anybody, but for a forgetting that its own author had made
before. What was forgotten by somebody who saw it must not stand, nor what was observed in it, nor
any text that was made of that.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sense_memory.core.change import Amend, Ensure, Put
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import (
    ConversationHead,
    Turn,
    head_name,
    turn_name,
    turn_origin,
)
from sense_memory.core.records.pyramid import Observation, Summary, observation_id, summary_id
from sense_memory.core.ref import Ref
from sense_memory.store.context import Context
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body
from sense_memory.wire.references import is_forgotten

from .oracle import Edit, Kind, Oracle

TALK = "talk"
"""The conversation; one, so that it is hot."""


def head() -> Ref[ConversationHead]:
    """Where the conversation's head stands."""
    return Ref(ConversationHead, head_name(TALK))


def turn_at(turn: str) -> Ref[Turn]:
    """Where a turn stands."""
    return Ref(Turn, turn_name(TALK, turn))


def seen_in(turn: str) -> Observation:
    """What is observed in a turn as soon as it is said."""
    text, origin = f"{turn} was said", turn_origin(TALK, turn)
    return Observation(observation_id(text, None, origin), text, None, None, origin)


async def say(context: Context, turn: str) -> None:
    """Keep a turn with what is observed in it, as taking over a conversation does."""
    seen = seen_in(turn)
    await context.records.commit(
        Ensure(head(), ConversationHead(TALK)),
        Put(turn_at(turn), Turn(TALK, turn, Role.USER, turn)),
        Put(Ref(Observation, seen.id), seen),
    )


async def summarise(context: Context, topic: str) -> int:
    """File what was observed under a topic, and summarise it; of how much."""
    found = [one.record async for one in context.records.select(Observation, held=True)]
    inputs = frozenset(one.input for one in found)
    if not found:
        return 0
    text = " ".join(sorted(one.text for one in found))
    name = summary_id(topic, 0, inputs)

    def filed(one: Observation) -> Observation:
        return Observation(one.id, one.text, one.at, topic, one.origin, one.attempts)

    await context.records.commit(
        *(Amend(Ref(Observation, one.id), filed) for one in found),
        Put(Ref(Summary, name), Summary(name, topic, 0, inputs, text)),
    )
    return len(found)


class Conversations:
    """All that was said in a run.

    Args:
        oracle: Which knows of every edit who made it, and who lost it.
    """

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def _edits(self, kind: Kind) -> list[Edit]:
        return [edit for edit in self._oracle.edits if edit.kind is kind]

    def ends_known_to(self, device: str) -> frozenset[str]:
        """The forgettings of the conversation that a device has made itself."""
        return frozenset(
            end.text
            for end in self._edits(Kind.END)
            if end.is_acknowledged and device in end.holders
        )

    def judge(self, device: str, found: Iterable[tuple[Ref[Any], Body]]) -> None:
        """Whether a device shows what it must, and nothing that it must not."""
        if not (said := self._edits(Kind.TURN)):
            return
        bodies = dict(found)
        ends, drops = self._edits(Kind.END), self._edits(Kind.DROP)
        corrected = {turn for edit in self._edits(Kind.CORRECT) for turn in edit.seen}
        dropped = {turn for edit in drops for turn in edit.seen}
        for turn in said:
            self._judge_turn(device, turn, bodies, ends, dropped, corrected)
            must_go = any(drop.is_safe and turn.text in drop.seen for drop in drops)
            must_go = must_go and turn.text not in corrected
            must_go = must_go or any(end.is_safe and turn.text in end.seen for end in ends)
            if must_go and not turn.may_return and _stands(bodies, turn_at(turn.text)):
                self._oracle.breaks("I5", f"the forgotten turn {turn.text} stands on {device}")
        self._judge_what_was_made(device, bodies, {turn.text for turn in said})

    def _judge_turn(
        self,
        device: str,
        turn: Edit,
        bodies: Mapping[Ref[Any], Body],
        ends: Iterable[Edit],
        dropped: set[str],
        corrected: set[str],
    ) -> None:
        is_excused = turn.text in dropped or any(end.text not in turn.seen for end in ends)
        if not turn.is_safe or is_excused:
            return
        rule = "I1" if turn.is_replicated else "I2"
        if not _stands(bodies, turn_at(turn.text)):
            self._oracle.breaks(rule, f"the turn {turn.text} is lost on {device}")
        seen = Ref(Observation, seen_in(turn.text).id)
        # it may be that only the turn was read back before its author was gone
        if turn.holders and turn.text not in corrected and not _stands(bodies, seen):
            self._oracle.breaks(rule, f"what was seen in {turn.text} is lost on {device}")

    def _judge_what_was_made(
        self, device: str, bodies: Mapping[Ref[Any], Body], turns: set[str]
    ) -> None:
        gone = set[str]()
        for turn in sorted(turns):
            seen = Ref(Observation, seen_in(turn).id)
            if _is_gone(bodies, seen):
                gone.add(turn)
            elif _is_gone(bodies, turn_at(turn)) and _stands(bodies, seen):
                self._oracle.breaks("I5", f"what was seen in {turn} stands alone on {device}")
        for ref, body in bodies.items():
            if ref.kind is Summary and body.is_alive:
                inputs = {f"obs/{seen_in(turn).id}" for turn in gone}
                texts = " ".join(map(str, body.fields.get("text", {}).values())).split()
                if inputs & body.sets.get("inputs", {}).keys() or gone & set(texts):
                    where = path_of(ref)[-12:]
                    self._oracle.breaks("I5", f"a summary {where} of the forgotten on {device}")


def _stands(bodies: Mapping[Ref[Any], Body], ref: Ref[Any]) -> bool:
    return ref in bodies and bodies[ref].is_alive


def _is_gone(bodies: Mapping[Ref[Any], Body], ref: Ref[Any]) -> bool:
    return ref in bodies and is_forgotten(bodies[ref])
