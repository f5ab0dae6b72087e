"""What was said in each conversation that somebody opened, in step with every change.

A conversation is filled once, and without any other one being read. From then on each change of its
turns, its weights and its head is one step.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ...core.change import Change
from ...core.config import ConversationConfig
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
from ...core.records.embedding import Embedding, embedded
from ...core.ref import Ref
from ..conversation.findable import findable_turn
from ..conversation.messages import Message, Place, in_order, joined, numbered
from ..stacks.chunking import piece_texts
from ..stacks.signals import signal_id
from .in_order import InOrder
from .scopes import Filling

if TYPE_CHECKING:
    from ..conversation.piece_vectors import PieceVectors
    from ..search.documents import Documents
    from ..stacks.stacks import Stacks

_Stacked: TypeAlias = tuple[tuple[tuple[str, str], ...], int, int]
"""Of a message that is in stacks its pieces, its number, and how many of them have a vector."""
_STACKED_AT_ONCE = 64
"""Messages."""


@dataclass(frozen=True, slots=True)
class Lives:
    """What became of all pieces of a conversation, in order.

    Attributes:
        base_weights: Of each piece.
        last_used_turns: Likewise.
        firsts: Of each message, which piece is its first, or would be.
    """

    base_weights: Sequence[float]
    last_used_turns: Sequence[int]
    firsts: Sequence[int]


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
        self._greatest = 0
        self._windows: dict[int, dict[str, Weight]] = {}
        self._weights: dict[str, dict[int, Weight]] = {}
        self._cut: set[str] = set()
        # of which something became, and nobody knows yet which messages they are pieces of
        self._unplaced: set[str] = set()
        self._uses: dict[int, int] = {}
        self._documents: Documents | None = None
        self._indexed: dict[str, Ref[Any]] = {}
        self._unindexed: dict[str, None] = {}
        self._vectors: dict[str, PieceVectors] = {}
        self._unsettled: dict[str, None] = {}
        self._stacks: dict[str, tuple[Stacks, list[_Stacked]]] = {}
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
            if record is None:
                self.waiting.clear()
        elif ref.kind is Turn:
            self._note_turn(ref, record if isinstance(record, Turn) else None)
        elif ref.kind is Weights:
            self._note_weights(ref, record if isinstance(record, Weights) else None)
        elif ref.kind is Embedding:
            self._note_embedding(ref, record if isinstance(record, Embedding) else None)

    def _note_turn(self, ref: Ref[Any], record: Turn | None) -> None:
        message, part = message_and_part(ref.name.rpartition("/")[2])
        parts = self._parts.setdefault(message, {})
        if record is None:
            parts.pop(part, None)
        else:
            parts[part] = record
        if part == 0:
            self._refs[message] = ref
        before, whole = self.message(message), joined(parts)
        if not parts:
            del self._parts[message]
        is_another = whole is None or before is None or before.turn != whole.turn
        if is_another:
            # first of all nothing of what it said before is left
            self._let_go(message, is_said_again=_says_the_same(before, whole))
        if whole is None:
            self._refs.pop(message, None)
            return
        place = self._places[message] = in_order(whole.turn)
        self._messages.put(place, whole)
        if is_another:
            self._unindexed[message] = None
            self._unsettled[message] = None
            self._numbers = None

    def _let_go(self, message: str, *, is_said_again: bool) -> None:
        place = self._places.pop(message, None)
        if place is not None:
            self._messages.drop(place)
            self._numbers = None
        if self._documents is not None and message in self._indexed:
            self._documents.take_out(self._indexed.pop(message))
        self._unindexed.pop(message, None)
        self._unsettled.pop(message, None)
        if is_said_again:
            return
        self._unstack(message)
        for vectors in self._vectors.values():
            vectors.drop(message)
        for signal, _ in self._pieces.pop(message, ()):
            self.waiting.pop(signal, None)
            self._cut.discard(signal)
            if signal in self._weights:
                self._unplaced.add(signal)

    def _note_weights(self, ref: Ref[Any], record: Weights | None) -> None:
        window = int(ref.name.rpartition("/")[2])
        self._uses.pop(window, None)
        for signal in self._windows.pop(window, ()):
            windows = self._weights[signal]
            del windows[window]
            if not windows:
                del self._weights[signal]
                if signal not in self.waiting:
                    self._unplaced.discard(signal)
        if record is not None and record.weights:
            folded = self._windows[window] = folded_weights(record.weights)
            self._uses[window] = max(one.last_used_turn for one in folded.values())
            for signal, weight in folded.items():
                self._weights.setdefault(signal, {})[window] = weight
            self._unplaced |= folded.keys() - self._cut

    def _note_embedding(self, ref: Ref[Any], record: Embedding | None) -> None:
        message, part = message_and_part(ref.name.rpartition("/")[2])
        for encoder, vectors in self._vectors.items():
            vectors.offer(message, part, None if record is None else record.of(encoder))
        if self._vectors and message in self._places:
            self._unsettled[message] = None

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

    def before(self, turn: Turn | None) -> Turn | None:
        """What was said just before a turn, or last of all."""
        keys = self._messages.keys
        at = len(keys) if turn is None else bisect_left(keys, in_order(turn))
        return self._messages.things[at - 1].turn if at else None

    @property
    def numbers(self) -> Sequence[int]:
        """The number of each message, in their order."""
        if self._numbers is None:
            self._numbers = numbered(one.turn for one in self._messages.things)
            self._greatest = max(self._numbers, default=0)
        return self._numbers

    @property
    def counter(self) -> int:
        """The greatest number that a turn has or had; the next one has one more."""
        forgotten = 0 if self.head is None else self.head.turn_counter
        # what was used in a turn tells its number, whatever became of the turn
        used = max(self._uses.values(), default=0)
        return max(forgotten, used, self._greatest if self.numbers else 0)

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
            names = [name for name, _ in found]
            self._cut.update(names)
            self._unplaced.difference_update(names)
        return found

    def lives(self, message: str) -> list[tuple[float, int]]:
        """Of a message that is here the base weight and last use of each piece.

        Of one that is not cut yet, and of whose pieces nothing became, once for all of them.
        """
        number = self.number_of(message)
        if message not in self._pieces and not self._unplaced:
            return [(1.0, number)]
        return [self._life(name, number) for name, _ in self.pieces(message)]

    def _life(self, signal: str, number: int) -> tuple[float, int]:
        """The base weight of a piece, and the turn in which it was said or last used."""
        weight = self.weight(signal)
        if weight is None:
            return 1.0, number
        return weight.base_weight, max(number, weight.last_used_turn)

    def signals(self, message: str) -> list[Signal]:
        """The same, with what became of each; none of a message that is not here."""
        whole = self.message(message)
        return [] if whole is None else self._signals(whole.turn, self.number_of(message))

    @property
    def all_signals(self) -> list[Signal]:
        """The pieces of everything that was said, in order."""
        found = list[Signal]()
        for one, number in zip(self.messages, self.numbers, strict=True):
            found += self._signals(one.turn, number)
        return found

    @property
    def all_lives(self) -> Lives:
        """What became of these, without making them."""
        bases, uses, firsts = list[float](), list[int](), list[int]()
        for one, number in zip(self.messages, self.numbers, strict=True):
            firsts.append(len(bases))
            for name, _ in self.pieces(one.turn.id):
                base, used = 1.0, number
                if name in self._weights or name in self.waiting:
                    base, used = self._life(name, number)
                bases.append(base)
                uses.append(used)
        return Lives(bases, uses, firsts)

    def signal_at(self, place: int, lives: Lives) -> Signal:
        """The piece at a place of all of them, as long as nothing changed since."""
        at = bisect_right(lives.firsts, place) - 1
        pieces = self._signals(self.messages[at].turn, self.numbers[at])
        return pieces[place - lives.firsts[at]]

    def _signals(self, turn: Turn, number: int) -> list[Signal]:
        found = list[Signal]()
        for index, (name, text) in enumerate(self.pieces(turn.id)):
            life = self._life(name, number)
            found.append(Signal(name, turn.id, index, turn.role, text, number, turn.at, *life))
        return found

    def newest(self, until: float) -> float | None:
        """When the last message until a time was, seconds since the epoch, if any was."""
        keys = self._messages.keys
        end = bisect_left(keys, (True, until, math.inf))
        return keys[end - 1][1] if end and keys[end - 1][0] else None

    def next_order(self, at: float) -> int:
        """Where what is said next at a time stands among what was said then."""
        keys = self._messages.keys
        end = bisect_left(keys, (True, at, math.inf))
        return keys[end - 1][2] + 1 if end and keys[end - 1][:2] == (True, at) else 0

    # ------------------------------------------------------------------ weights

    def weight(self, signal: str) -> Weight | None:
        """What became of a piece, uses that no record says yet included; ``None`` if nothing."""
        told = self._told(signal)
        used = self.waiting.get(signal)
        if used is None or (told is not None and told.last_used_turn >= used):
            return told
        return Weight(signal, used, 1.0 if told is None else told.base_weight)

    def use(self, signals: Iterable[str]) -> None:
        """Some pieces were used in the current turn."""
        used = dict.fromkeys(signals, self.counter)
        self.waiting |= used
        self._unplaced |= used.keys() - self._cut

    def has(self, signal: Signal) -> bool:
        """Whether a piece is still one of what was said."""
        if self.message(signal.turn_id) is None:
            return False
        pieces = self.pieces(signal.turn_id)
        return signal.index < len(pieces) and pieces[signal.index][0] == signal.id

    def _told(self, signal: str) -> Weight | None:
        windows = self._weights.get(signal)
        if windows is None:
            return None
        # what was learned of it later stands in a later window, or in the same one
        _, _, _, last = max(
            (one.last_used_turn, window, one.base_weight, one) for window, one in windows.items()
        )
        return last

    def windows_with(self, signals: Iterable[str]) -> list[int]:
        """The windows in which the weights of some pieces stand, in order."""
        return sorted({window for one in signals for window in self._weights.get(one, ())})

    # ------------------------------------------------------------------ search

    def bring_up_to_date(self) -> Iterator[None]:
        """Let search know what changed, step by step; once the last was taken, all of it."""
        from ..search.documents import Documents

        if self._documents is None:
            self._documents = Documents()
            self._unindexed = dict.fromkeys(self._places)
        while self._unindexed:
            message = next(iter(self._unindexed))
            del self._unindexed[message]
            whole = self.message(message)
            if whole is not None and (line := findable_turn(whole.turn)) is not None:
                ref = self._indexed[message] = self._refs[message]
                self._documents.put(ref, line)
            yield

    @property
    def is_outdated(self) -> bool:
        """Whether search has not taken in all that changed."""
        return bool(self._unindexed) or (bool(self._vectors) and bool(self._unsettled))

    @property
    def documents(self) -> "Documents":
        """What search knows of it, once ``bring_up_to_date`` ran to its end."""
        if self._documents is None:
            raise LookupError("nothing of this conversation was indexed yet")
        return self._documents

    # ------------------------------------------------------------------ vectors

    def begin_vectors(self, encoder: str, dimension: int) -> None:
        """Take in the vectors of an encoder from now on."""
        from ..conversation.piece_vectors import PieceVectors

        self._vectors[encoder] = PieceVectors(dimension)
        self._unsettled = dict.fromkeys(self._places)

    def has_vectors(self, encoder: str) -> bool:
        """Whether those of an encoder are taken in."""
        return encoder in self._vectors

    def settle_vectors(self) -> Iterator[None]:
        """Find what each vector that was taken in is of, step by step."""
        while self._unsettled:
            message = next(iter(self._unsettled))
            del self._unsettled[message]
            whole = self.message(message)
            if whole is not None:
                texts = embedded_texts(whole.turn, self.pieces(message))
                for vectors in self._vectors.values():
                    vectors.settle(message, self._refs[message], texts)
            yield

    def vectors(self, encoder: str) -> "PieceVectors":
        """Those of an encoder, once ``settle_vectors`` ran to its end."""
        return self._vectors[encoder]

    def stack(self, encoder: str, config: ConversationConfig) -> Iterator[None]:
        """Put into stacks what is in none yet, by the vectors of an encoder, step by step.

        Once the last step was taken, all of it. What was stacked before and did not change stays
        as it is. Something may change between two steps, and somebody else may take some.
        """
        is_done = False
        while not is_done:
            stacks, held, rest = self._unstacked(encoder, config)
            version, vectors = self.version, self.vectors(encoder)
            is_done = True
            for start in range(0, len(rest), _STACKED_AT_ONCE):
                known = len(held)
                some = rest[start : start + _STACKED_AT_ONCE]
                rows = [vectors.of(message, len(pieces)) for message, (pieces, _, _) in some]
                turns = [number for _, (pieces, number, _) in some for _ in pieces]
                if turns:
                    import numpy as np

                    stacks.extend(np.concatenate(rows), turns)
                held += [one for _, one in some]
                yield
                if (self.version, len(held)) != (version, known + len(some)):
                    is_done = False
                    break

    def _unstacked(
        self, encoder: str, config: ConversationConfig
    ) -> "tuple[Stacks, list[_Stacked], list[tuple[str, _Stacked]]]":
        """The stacks, what is in them as it is now, and what is to be put in, by message."""
        from ..stacks.stacks import Stacks

        vectors = self.vectors(encoder)
        if encoder not in self._stacks:
            self._stacks[encoder] = Stacks(config), []
        stacks, held = self._stacks[encoder]
        # a message is stacked anew where it, its number or its vectors are others than before
        now = [
            (self.pieces(one.turn.id), number, vectors.has(one.turn.id))
            for one, number in zip(self.messages, self.numbers, strict=True)
        ]
        same = next(
            (at for at, pair in enumerate(zip(held, now, strict=False)) if pair[0] != pair[1]),
            min(len(held), len(now)),
        )
        stacks.rewind(sum(len(pieces) for pieces, _, _ in now[:same]))
        del held[same:]
        ids = (one.turn.id for one in self.messages[same:])
        return stacks, held, list(zip(ids, now[same:], strict=True))

    def _unstack(self, message: str) -> None:
        """Let no vector of a message be left in stacks; what follows it is to be put in again."""
        if (pieces := self._pieces.get(message)) is None:
            return
        for stacks, held in self._stacks.values():
            # what is forgotten one by one is so from the end, or was all let go at once
            for at in range(len(held) - 1, -1, -1):
                if held[at][0] is pieces:
                    stacks.rewind(sum(len(known) for known, _, _ in held[:at]))
                    del held[at:]
                    break

    def stacks(self, encoder: str, config: ConversationConfig) -> "Stacks":
        """The stacks of all pieces in order, by the vectors of an encoder."""
        for _ in self.stack(encoder, config):
            pass
        return self._stacks[encoder][0]

    def stacked(self, encoder: str, config: ConversationConfig) -> list[Signal]:
        """All pieces in order, each with the stack that it is in."""
        labels = self.stacks(encoder, config).labels.tolist()
        found = zip(self.all_signals, labels, strict=True)
        return [replace(one, stack=label if label >= 0 else None) for one, label in found]

    def stacked_of(self, message: str, encoder: str, config: ConversationConfig) -> list[Signal]:
        """The pieces of one message, likewise; none of a message that is not here."""
        found = self.signals(message)
        if not found:
            return found
        labels = self.stacks(encoder, config).labels
        _, held = self._stacks[encoder]
        row = bisect_left(self._messages.keys, self._places[message])
        # most ask for what was said last
        end = len(labels) - sum(len(pieces) for pieces, _, _ in held[row + 1 :])
        own = labels[end - len(found) : end].tolist()
        return [
            replace(one, stack=label if label >= 0 else None)
            for one, label in zip(found, own, strict=True)
        ]

    def ref_of(self, message: str) -> Ref[Any]:
        """Where a message that is here stands."""
        return self._refs[message]


def _says_the_same(before: Message | None, now: Message | None) -> bool:
    return (
        before is not None
        and now is not None
        and (before.turn.text, before.turn.speaker) == (now.turn.text, now.turn.speaker)
    )


def embedded_texts(turn: Turn, pieces: Iterable[tuple[str, str]]) -> list[str]:
    """What goes to an encoder for the pieces of a message: who speaks, where that is known."""
    return [f"{turn.speaker}: {text}" if turn.speaker else text for _, text in pieces]


def _by_use(weight: Weight) -> tuple[int, float]:
    return weight.last_used_turn, weight.base_weight


def folded_weights(weights: Iterable[Weight]) -> dict[str, Weight]:
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
        if (conversation := _conversation_of(change.ref)) is None:
            return
        key = change.ref.scope, conversation
        for filling in self._fillings.get(key, ()):
            filling.apply(change)
        if (known := self._known.get(key)) is not None:
            known.note(change.ref, change.after)


def _conversation_of(ref: Ref[Any]) -> str | None:
    """The conversation that a record is of, if it is of one."""
    if ref.kind in (ConversationHead, Turn, Weights):
        return conversation_in(ref.name)
    if ref.kind is Embedding:
        kind, name = embedded(ref.name)
        return conversation_in(name) if kind is Turn else None
    return None
