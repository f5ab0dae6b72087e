"""Uses and weights of pieces: written down with whatever is written of their conversation anyway.

A use is no event. It waits in memory, rides with the next commit of its conversation, and is
written down when the store is closed, as uses of memories are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ...core.change import Alter, Amend, Edit
from ...core.records.conversation import ConversationHead, Weight, Weights
from ...mind.views.conversations import KnownConversation, folded_weights, window_of
from ..context import Context
from . import known


class Weighing:
    """What is written down of a conversation's weights by one commit.

    Args:
        context: The world.
        conversation: Its id.
        there: What is known of it.
        boosted: Signal to the base weight that it has from now on.
        at_least: The number of a turn that is written by the same commit.
    """

    def __init__(
        self,
        context: Context,
        conversation: str,
        there: KnownConversation,
        boosted: Mapping[str, float] | None = None,
        at_least: int = 0,
    ) -> None:
        self._there = there
        self._taken = dict(there.waiting)
        weights = list[Weight]()
        for signal in {**self._taken, **(boosted or {})}:
            base = (boosted or {}).get(signal)
            now = there.weight(signal)
            used = there.counter if now is None else now.last_used_turn
            if base is None:
                base = 1.0 if now is None else now.base_weight
            weights.append(Weight(signal, used, base))
        self.edits: tuple[Edit, ...] = ()
        if weights:
            window = window_of(max(there.counter, at_least))
            ref = known.weights_ref(context, conversation, window)
            self.edits = (Alter(ref, _with(conversation, window, weights)),)

    def done(self) -> None:
        """It is committed: what was used since goes on waiting."""
        for signal, turn in self._taken.items():
            if self._there.waiting.get(signal) == turn:
                del self._there.waiting[signal]


def _with(
    conversation: str, window: int, new: Iterable[Weight]
) -> Callable[[Weights | None], Weights]:
    def alter(now: Weights | None) -> Weights:
        said = folded_weights(now.weights if now is not None else ())
        said.update((one.signal, one) for one in new)
        kept = sorted(said.values(), key=_tells, reverse=True)[: known.MOST_WEIGHTS]
        return Weights(conversation, window, tuple(sorted(kept)))

    return alter


def _tells(one: Weight) -> tuple[bool, int, float, str]:
    """What is kept first where there is no room: what was learned, then what was used last."""
    return one.base_weight != 1.0, one.last_used_turn, one.base_weight, one.signal


def counted(
    context: Context, conversation: str, there: KnownConversation
) -> Amend[ConversationHead]:
    """What keeps the number of a turn that is forgotten from being used again."""
    counter = there.counter

    def alter(head: ConversationHead) -> ConversationHead:
        return replace(head, turn_counter=max(head.turn_counter, counter))

    return Amend(known.head_ref(context, conversation), alter)
