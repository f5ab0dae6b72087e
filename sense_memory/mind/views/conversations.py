"""What was said in each conversation that somebody opened, in step with every change.

A conversation is filled once, and without any other one being read. From then on each change of its
turns, its weights and its head is one step.
"""

import math
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.change import Change
from ...core.conversation import Signal
from ...core.records.conversation import (
    WINDOW,
    ConversationHead,
    Turn,
    Weight,
    Weights,
    conversation_in,
    message_and_part,
)
from ...core.ref import Ref
from ..conversation.findable import findable_turn
from ..conversation.messages import Message, Place, in_order, joined
from ..stacks.chunking import piece_texts
from ..stacks.signals import signal_id
from .in_order import InOrder
from .scopes import Filling

if TYPE_CHECKING:
    from ..search.documents import Documents

KINDS: tuple[type[Any], ...] = (ConversationHead, Turn, Weights)


class KnownConversation:
    """What is known of one conversation.

    Attributes:
        head: What says that it exists; ``None`` while nothing does.
        version: Grows with every change of it.
        waiting: Signal to the number of the turn in which it was used, of uses that no record says
            yet: they go with the next commit, or when the store is closed.
    """

    def __init__(self) -> None:
        self.head: ConversationHead | None = None
        self.version = 0
        self.waiting: dict[str, int] = {}
        self._parts: dict[str, dict[int, Turn]] = {}
        self._places: dict[str, Place] = {}
        self._messages: InOrder[Place, Message] = InOrder()
        self._numbers: list[int] | None = []
        self._windows: dict[int, dict[str, Weight]] = {}
        self._weights: dict[str, dict[int, Weight]] = {}
        self._last_used = 0
        self._documents: Documents | None = None
        self._unindexed: dict[str, None] = {}
        self._refs: dict[str, Ref[Any]] = {}
        self._pieces: dict[str, tuple[tuple[str, str], ...]] = {}

    # ------------------------------------------------------------------ in step

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said, as far as is known."""
        return self.head is None and not self._parts

    def note(self, ref: Ref[Any], record: object) -> None:
        """This stands there now; ``None``: nothing does."""
        self.version += 1
        if ref.kind is ConversationHead:
            self.head = record if isinstance(record, ConversationHead) else None
        elif ref.kind is Turn:
            self._note_turn(ref, record if isinstance(record, Turn) else None)
        elif ref.kind is Weights:
            self._note_weights(ref, record if isinstance(record, Weights) else None)

    def _note_turn(self, ref: Ref[Any], record: Turn | None) -> None:
        message, part = message_and_part(ref.name.rpartition("/")[2])
        parts = self._parts.setdefault(message, {})
        if record is None:
            parts.pop(part, None)
        else:
            parts[part] = record
        if part == 0:
            self._refs[message] = ref
        whole = joined(parts)
        before = self._places.get(message)
        if not parts:
            del self._parts[message]
            self._refs.pop(message, None)
        if before is not None and (whole is None or in_order(whole.turn) != before):
            self._messages.drop(before)
            del self._places[message]
        if whole is not None:
            self._places[message] = in_order(whole.turn)
            self._messages.put(self._places[message], whole)
        self._numbers = None
        self._pieces.pop(message, None)
        self._found_anew(message, whole)

    def _note_weights(self, ref: Ref[Any], record: Weights | None) -> None:
        window = int(ref.name.rpartition("/")[2])
        for signal in self._windows.pop(window, ()):
            windows = self._weights[signal]
            del windows[window]
            if not windows:
                del self._weights[signal]
        if record is not None:
            folded = self._windows[window] = folded_weights(record.weights)
            for signal, weight in folded.items():
                self._weights.setdefault(signal, {})[window] = weight
                self._last_used = max(self._last_used, weight.last_used_turn)

    # ------------------------------------------------------------------ what was said

    def __len__(self) -> int:
        return len(self._messages)

    @property
    def messages(self) -> Sequence[Message]:
        """What was said, in the order in which it was said on every device."""
        return self._messages.things

    def message(self, id_: str) -> Message | None:
        """A message by its id."""
        place = self._places.get(id_)
        return None if place is None else self._messages.get(place)

    @property
    def numbers(self) -> Sequence[int]:
        """The number of each message, in their order."""
        if self._numbers is None:
            last, numbers = 0, []
            for one in self._messages.things:
                last = one.turn.turn or last + 1
                numbers.append(last)
            self._numbers = numbers
        return self._numbers

    @property
    def counter(self) -> int:
        """The greatest number that a turn has or had; the next one has one more."""
        forgotten = 0 if self.head is None else self.head.turn_counter
        # a turn that was used had a number, whatever became of it
        return max(forgotten, self._last_used, max(self.numbers, default=0))

    def number_of(self, message: str) -> int:
        """The number of a message that is here, by its id."""
        return self.numbers[bisect_left(self._messages.keys, self._places[message])]

    def pieces(self, message: str) -> tuple[tuple[str, str], ...]:
        """The pieces of a message that is here, by its id: what each is called, and says."""
        found = self._pieces.get(message)
        if found is None:
            whole = self.message(message)
            texts = [] if whole is None else piece_texts(whole.turn.text)
            found = tuple((signal_id(message, n, text), text) for n, text in enumerate(texts))
            self._pieces[message] = found
        return found

    def signals(self, message: str) -> list[Signal]:
        """The same, with what became of each."""
        whole = self.message(message)
        if whole is None:
            return []
        turn, number = whole.turn, self.number_of(message)
        found = list[Signal]()
        for index, (name, text) in enumerate(self.pieces(message)):
            weight = self.weight(name)
            base, used = (1.0, 0) if weight is None else (weight.base_weight, weight.last_used_turn)
            found.append(
                Signal(
                    *(name, message, index, turn.role, text, number, turn.at),
                    *(base, max(number, used)),
                )
            )
        return found

    def next_order(self, at: float) -> int:
        """Where what is said next at a time stands among what was said then."""
        keys = self._messages.keys
        end = bisect_left(keys, (True, at, math.inf))
        return keys[end - 1][2] + 1 if end and keys[end - 1][:2] == (True, at) else 0

    # ------------------------------------------------------------------ weights

    def weight(self, signal: str) -> Weight | None:
        """What became of a piece, uses that no record says yet included; ``None`` if nothing."""
        windows = self._weights.get(signal)
        told = max(windows.values(), key=_by_use) if windows else None
        used = self.waiting.get(signal)
        if used is None or (told is not None and told.last_used_turn >= used):
            return told
        return Weight(signal, used, 1.0 if told is None else told.base_weight)

    def windows_with(self, signals: Collection[str]) -> list[int]:
        """The windows in which the weights of some pieces stand."""
        return sorted({window for one in signals for window in self._weights.get(one, ())})

    # ------------------------------------------------------------------ search

    def _found_anew(self, message: str, whole: Message | None) -> None:
        """Let search know nothing of what a message said before, at once."""
        if self._documents is None:
            return
        if (ref := self._indexed_refs.pop(message, None)) is not None:
            self._documents.take_out(ref)
        if whole is None:
            self._unindexed.pop(message, None)
        else:
            self._unindexed[message] = None

    def bring_up_to_date(self) -> Iterator[None]:
        """Let search know what changed, step by step; once the last was taken, all of it."""
        from ..search.documents import Documents

        if self._documents is None:
            self._documents = Documents()
            self._indexed_refs: dict[str, Ref[Any]] = {}
            self._unindexed = dict.fromkeys(self._places)
        while self._unindexed:
            for message in list(self._unindexed):
                if message not in self._unindexed:
                    continue
                del self._unindexed[message]
                self._index(message)
                yield

    def _index(self, message: str) -> None:
        whole = self.message(message)
        line = None if whole is None else findable_turn(whole.turn)
        if line is not None and self._documents is not None:
            ref = self._refs[message]
            self._indexed_refs[message] = ref
            self._documents.put(ref, line)

    @property
    def documents(self) -> "Documents":
        """What search knows of it, once ``bring_up_to_date`` ran to its end."""
        if self._documents is None:
            raise LookupError("nothing of this conversation was indexed yet")
        return self._documents


def _by_use(weight: Weight) -> tuple[int, float]:
    return weight.last_used_turn, weight.base_weight


def folded_weights(weights: Collection[Weight]) -> dict[str, Weight]:
    """One weight a piece: of several the one that was used last, of equals the heavier one."""
    found: dict[str, Weight] = {}
    for one in weights:
        other = found.get(one.signal)
        if other is None or _by_use(one) > _by_use(other):
            found[one.signal] = one
    return found


def window_of(turn: int) -> int:
    """In which record the uses of a turn stand, by its number."""
    return turn // WINDOW


class Conversations:
    """The conversations that somebody opened, by scope and id.

    Attributes:
        asked: Those of which relays were asked, or need not be.
    """

    def __init__(self) -> None:
        self.asked: set[tuple[str, str]] = set()
        self._known: dict[tuple[str, str], KnownConversation] = {}
        self._fillings: dict[tuple[str, str], list[Filling[KnownConversation]]] = {}

    @property
    def all(self) -> Mapping[tuple[str, str], KnownConversation]:
        """Every one that was opened, by scope and id."""
        return self._known

    def known(self, scope: str, conversation: str) -> KnownConversation | None:
        """What is known of one; ``None`` until it was filled."""
        return self._known.get((scope, conversation))

    def begin(self, scope: str, conversation: str) -> Filling[KnownConversation]:
        """Fill one; what is read goes there, and ``finish`` or ``give_up`` ends it."""
        filling = Filling(KnownConversation())
        self._fillings.setdefault((scope, conversation), []).append(filling)
        return filling

    def finish(
        self, scope: str, conversation: str, filling: Filling[KnownConversation]
    ) -> KnownConversation:
        """All that there is was read."""
        self.give_up(scope, conversation, filling)
        # of two that filled it at the same time the first one is kept
        return self._known.setdefault((scope, conversation), filling.known)

    def give_up(self, scope: str, conversation: str, filling: Filling[KnownConversation]) -> None:
        """It could not be read to the end."""
        fillings = self._fillings[scope, conversation]
        fillings.remove(filling)
        if not fillings:
            del self._fillings[scope, conversation]

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        if change.ref.kind not in KINDS:
            return
        key = change.ref.scope, conversation_in(change.ref.name)
        for filling in self._fillings.get(key, ()):
            filling.apply(change)
        if (known := self._known.get(key)) is not None:
            known.note(change.ref, change.after)
