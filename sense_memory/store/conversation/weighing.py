"""Uses and weights of pieces: written down with whatever is written of their conversation anyway.

A use is no event. It waits in memory, rides with the next commit of its conversation, and is
written down when the store is closed, as uses of memories are.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from ...core.change import Alter, Amend, Edit
from ...core.config import RecordConfig
from ...core.errors import SenseMemoryError
from ...core.ports import Records
from ...core.records.conversation import (
    ConversationHead,
    Weight,
    Weights,
    head_name,
    weights_name,
)
from ...core.ref import Ref
from ...mind.views.conversations import Conversations, KnownConversation, folded_weights, window_of

log = logging.getLogger("sense_memory.store.conversation")

WEIGHT_BYTES = 100
"""Of a record, of what it says of one piece, at most: its weight, and who told it when."""
AROUND_BYTES = 500
"""Of what it says beside, but for rare cases."""


def most_weights(config: RecordConfig) -> int:
    """Pieces of which one record tells: it fits an event, also where two devices wrote it apart."""
    return max(1, (config.max_plaintext_bytes - AROUND_BYTES) // (2 * WEIGHT_BYTES))


class Weighing:
    """What is written down of a conversation's weights by one commit.

    Args:
        scope: The scope.
        conversation: Its id.
        there: What is known of it.
        most: Of how many pieces a record tells.
        learned: Signal to the base weight that it has from now on.
        gone: Signals that are no more: nothing of them is left in any record.
        at_least: The number of a turn that is written by the same commit.

    Attributes:
        edits: What is committed; nothing where there is nothing to say.
    """

    def __init__(
        self,
        scope: str,
        conversation: str,
        there: KnownConversation,
        most: int,
        *,
        learned: Mapping[str, float] | None = None,
        gone: Collection[str] = (),
        at_least: int = 0,
    ) -> None:
        self._there = there
        self._taken = dict(there.waiting)
        learned, without = learned or {}, frozenset(gone)
        weights = list[Weight]()
        for signal in dict.fromkeys((*self._taken, *learned)):
            if signal in without:
                continue
            now = there.weight(signal) or Weight(signal, there.counter)
            base = learned.get(signal, now.base_weight)
            weights.append(Weight(signal, now.last_used_turn, round(base, 6)))
        window = window_of(max(there.counter, at_least))

        def ref(number: int) -> Ref[Weights]:
            return Ref(Weights, weights_name(conversation, number), scope)

        self.edits: list[Edit] = [
            Amend(ref(number), _without(without)) for number in there.windows_with(without)
        ]
        if weights:
            self.edits.append(Alter(ref(window), _with(conversation, window, weights, most)))

    def done(self) -> None:
        """It is committed: what was used since goes on waiting."""
        for signal, turn in self._taken.items():
            if self._there.waiting.get(signal) == turn:
                del self._there.waiting[signal]


def _with(
    conversation: str, window: int, new: Iterable[Weight], most: int
) -> Callable[[Weights | None], Weights]:
    def alter(now: Weights | None) -> Weights:
        said = folded_weights(now.weights if now is not None else ())
        said.update((one.signal, one) for one in new)
        kept = sorted(said.values(), key=_tells, reverse=True)[:most]
        return Weights(conversation, window, tuple(sorted(kept)))

    return alter


def _without(gone: Collection[str]) -> Callable[[Weights], Weights]:
    return lambda now: replace(
        now, weights=tuple(one for one in now.weights if one.signal not in gone)
    )


def _tells(one: Weight) -> tuple[bool, int, float, str]:
    """What is kept first where there is no room: what was learned, then what was used last."""
    return one.base_weight != 1.0, one.last_used_turn, one.base_weight, one.signal


def counted(scope: str, conversation: str, counter: int) -> Amend[ConversationHead]:
    """What keeps the number of a turn that is forgotten from being used again."""
    return Amend(
        Ref(ConversationHead, head_name(conversation), scope),
        lambda head: replace(head, turn_counter=max(head.turn_counter, counter)),
    )


async def write_down(records: Records, conversations: Conversations, most: int) -> None:
    """Let the records say what was used since they were written; what fails keeps nobody waiting.

    Args:
        records: Where they are.
        conversations: Those that somebody opened.
        most: Of how many pieces a record tells.
    """
    for (scope, conversation), there in list(conversations.all.items()):
        if not there.waiting or there.head is None:
            continue
        weighing = Weighing(scope, conversation, there, most)
        try:
            await records.commit(*weighing.edits)
        except SenseMemoryError as error:
            log.warning("uses of what was said were not written down: %s", error)
            continue
        weighing.done()
