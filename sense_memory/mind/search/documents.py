"""What search keeps of every memory of a scope; each is added, changed and taken out by itself."""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ...core.records.persona import (
    CONTRADICTION_FACTOR,
    LINK_BOOST,
    SECONDS_PER_DAY,
    SUPERSEDED_EXPONENT,
    PersonaMemory,
)
from ...core.ref import Ref
from ..text import key_tokens, tokens
from ..views.moves import Moves
from .dialogue import NEIGHBOURS_WITHIN, Source, is_question, speaker_of
from .document import Document
from .postings import FIELDS, Postings

if TYPE_CHECKING:
    from .rows import Rows

NOWHERE = -1
HIGHEST = 1e9
"""Relevance that counts: of more, which other clients may write, scores would be no numbers."""
T = TypeVar("T")

_COLUMNS: dict[str, tuple[str, float]] = {
    "is_here": ("?", False),
    "is_question": ("?", False),
    "created_at": ("f8", 0.0),
    "due_at": ("f8", math.nan),
    "full_at": ("f8", 0.0),
    "level": ("f8", 0.0),
    "product": ("f8", 0.0),
    "halflife_days": ("f8", 1.0),
    "domain": ("i4", NOWHERE),
    "facet": ("i4", NOWHERE),
    "source": ("i4", NOWHERE),
    "speaker": ("i4", NOWHERE),
    "before": ("i4", NOWHERE),
    "after": ("i4", NOWHERE),
    "checked": ("i4", 0),
}


@dataclass(slots=True)
class _Kept:
    """What must be known of a memory to take it out again."""

    ref: Ref[Any]
    ids: bytes
    domain: str
    facet: str
    source: str
    speaker: str | None


class Numbers:
    """Small numbers for names, for as long as something has the name."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._counts: Counter[int] = Counter()
        self._free: list[int] = []

    def take(self, name: str) -> int:
        """The number of a name that one more memory has."""
        number = self._numbers.get(name)
        if number is None:
            number = self._free.pop() if self._free else len(self._numbers)
            self._numbers[name] = number
        self._counts[number] += 1
        return number

    def give_back(self, name: str) -> None:
        """One memory less has this name."""
        number = self._numbers[name]
        self._counts[number] -= 1
        if not self._counts[number]:
            del self._counts[number], self._numbers[name]
            self._free.append(number)

    def get(self, name: str) -> int | None:
        """The number of a name, if anything has it."""
        return self._numbers.get(name)

    def items(self) -> Iterable[tuple[str, int]]:
        """Every name and its number."""
        return self._numbers.items()

    @property
    def end(self) -> int:
        """One more than the greatest number ever taken."""
        return len(self._numbers) + len(self._free)


class Documents:
    """The memories of one scope, as search knows them.

    Each has a slot: a row of the columns, which another one gets once it is gone.

    Attributes:
        postings: Which of them hold a word.
        lengths: Words per field and slot: 3 rows.
        slots: Where each is.
        sources: The memories of each source in order, by the source's name.
        conversations: The numbers of those sources that are conversations.
        superseded: Slot to the memory that replaced the one there.
        version: Grows with every change of what is here.
        uses_heard: How often other devices told of uses since this was filled.
        moves: What has another slot than before.
        rows: Where their vectors stand, once somebody asked.
    """

    is_here: NDArray[np.bool_]
    is_question: NDArray[np.bool_]
    created_at: NDArray[np.float64]
    due_at: NDArray[np.float64]
    full_at: NDArray[np.float64]
    level: NDArray[np.float64]
    product: NDArray[np.float64]
    halflife_days: NDArray[np.float64]
    domain: NDArray[np.int32]
    facet: NDArray[np.int32]
    source: NDArray[np.int32]
    speaker: NDArray[np.int32]
    before: NDArray[np.int32]
    after: NDArray[np.int32]
    checked: NDArray[np.int32]

    def __init__(self) -> None:
        self.postings = Postings()
        self.slots: dict[Ref[Any], int] = {}
        self.sources: dict[str, Source] = {}
        self.superseded: dict[int, Ref[PersonaMemory]] = {}
        self.conversations: set[int] = set()
        self.domains, self.facets = Numbers(), Numbers()
        self.source_numbers, self.speakers = Numbers(), Numbers()
        self.version = 0
        self.uses_heard = 0
        self.moves: Moves[Ref[Any]] = Moves()
        self.rows: Rows | None = None
        self._kept: list[_Kept | None] = []
        self._free: list[int] = []
        self._made: dict[str, tuple[int, Any]] = {}
        self._totals = [0, 0, 0]
        self._filled = [0, 0, 0]
        self.lengths = np.zeros((len(FIELDS), 0), np.float32)
        for name, (kind, default) in _COLUMNS.items():
            setattr(self, name, np.full(0, default, kind))

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def end(self) -> int:
        """One more than the last slot that was ever used."""
        return len(self._kept)

    def ref_at(self, slot: int) -> Ref[Any]:
        """Which memory has a slot.

        Raises:
            LookupError: None has.
        """
        return self._kept_at(slot).ref

    def source_of(self, ref: Ref[Any]) -> str | None:
        """The source of a memory that is here; ``None`` of one that is not."""
        slot = self.slots.get(ref)
        return None if slot is None else self._kept_at(slot).source

    def _kept_at(self, slot: int) -> _Kept:
        kept = self._kept[slot]
        if kept is None:
            raise LookupError(f"slot {slot} is empty")
        return kept

    def as_it_is(self, name: str, make: Callable[["Documents"], T]) -> T:
        """Something that follows from all that is here, made anew only after a change.

        Args:
            name: By which it is known.
            make: Makes it.
        """
        version, made = self._made.get(name, (-1, None))
        if version != self.version:
            made = make(self)
            self._made[name] = (self.version, made)
        return cast("T", made)

    def mean_lengths(self) -> NDArray[np.float32]:
        """Words per field, on average over the memories that have any there; at least 1."""
        pairs = zip(self._totals, self._filled, strict=True)
        return np.array([total / count if count else 1.0 for total, count in pairs], np.float32)

    def put(self, ref: Ref[Any], memory: Document) -> None:
        """Let a memory be found as it is now."""
        self._take_out(ref)
        self.version += 1
        slot = self._free.pop() if self._free else self._new_slot()
        fields = (
            key_tokens(memory.key),
            [word for theme in memory.themes for word in tokens(theme)],
            tokens(memory.value),
        )
        speaker = speaker_of(memory.value) if memory.source else None
        self._kept[slot] = _Kept(
            ref,
            self.postings.add(slot, fields),
            memory.domain,
            memory.facet,
            memory.source,
            speaker,
        )
        self.slots[ref] = slot
        self.moves.note(ref)
        for row, words in enumerate(fields):
            self._count(row, len(words), 1)
            self.lengths[row, slot] = len(words)
        self.is_here[slot] = True
        self.is_question[slot] = is_question(memory.value)
        self.created_at[slot] = memory.created_at
        self.due_at[slot] = math.nan if memory.due_at is None else memory.due_at
        self.domain[slot] = self.domains.take(memory.domain)
        self.facet[slot] = self.facets.take(memory.facet)
        if isinstance(memory, PersonaMemory):
            self._put_life(slot, ref, memory)
        else:
            self.level[slot] = self.product[slot] = 1.0
            self.halflife_days[slot] = math.inf
        if memory.source:
            self.source[slot] = self.source_numbers.take(memory.source)
            source = self.sources.setdefault(memory.source, Source())
            at = source.add(slot, speaker, self._time_at, self._name_at)
            self._chain(source.slots, at - 1, at, at + 1)
            self._judge(int(self.source[slot]), source)
        if speaker is not None:
            self.speaker[slot] = self.speakers.take(speaker)

    def take_out(self, ref: Ref[Any]) -> None:
        """Let nothing be known of a memory, if anything is."""
        if ref in self.slots:
            self._take_out(ref)
            self.moves.forget()  # its name, too

    def _take_out(self, ref: Ref[Any]) -> None:
        slot = self.slots.pop(ref, None)
        if slot is None:
            return
        self.version += 1
        kept = self._kept_at(slot)
        if kept.source:
            source = self.sources[kept.source]
            at = source.remove(slot, kept.speaker, self._time_at, self._name_at)
            self._chain(source.slots, at - 1, at)
            self._judge(int(self.source[slot]), source)
            self.source_numbers.give_back(kept.source)
            if not source.slots:
                del self.sources[kept.source]
        if kept.speaker is not None:
            self.speakers.give_back(kept.speaker)
        self.postings.remove(slot, kept.ids)
        for row in range(len(FIELDS)):
            self._count(row, int(self.lengths[row, slot]), -1)
        self.lengths[:, slot] = 0
        self.domains.give_back(kept.domain)
        self.facets.give_back(kept.facet)
        self.superseded.pop(slot, None)
        for name, (_, default) in _COLUMNS.items():
            getattr(self, name)[slot] = default
        self._kept[slot] = None
        self._free.append(slot)

    def use(self, ref: Ref[Any], at: float) -> None:
        """A memory was used here: it is as relevant as its links and contradictions let it be.

        Args:
            ref: Which.
            at: When, seconds since the epoch.
        """
        slot = self.slots.get(ref)
        if slot is not None:
            self.version += 1
            self.level[slot] = self.product[slot]
            self.full_at[slot] = max(float(self.full_at[slot]), at)

    def live(self, ref: Ref[Any], memory: PersonaMemory) -> None:
        """This is the memory with all its uses: when it fades is known again."""
        slot = self.slots.get(ref)
        if slot is None:
            return
        before = (self.level[slot], self.full_at[slot], self.checked[slot])
        self._put_life(slot, ref, memory)
        self.version += before != (self.level[slot], self.full_at[slot], self.checked[slot])

    def relevance(self, now: float) -> NDArray[np.float64]:
        """What ``PersonaMemory.current_relevance`` says of each slot, as far as uses are known."""
        days = np.maximum(0.0, now - self.full_at[: self.end]) / SECONDS_PER_DAY
        with np.errstate(over="ignore"):  # longer than any number of half-lives: nothing is left
            return self.level[: self.end] * np.exp2(-days / self.halflife_days[: self.end])

    def _put_life(self, slot: int, ref: Ref[Any], memory: PersonaMemory) -> None:
        boost = 1.0 + LINK_BOOST * len(memory.connections)
        penalty = CONTRADICTION_FACTOR ** len(memory.contradicts)
        self.product[slot] = boost * penalty
        self.level[slot] = max(-HIGHEST, min(HIGHEST, memory.relevance * boost * penalty))
        fades_from = memory.fades_from
        self.full_at[slot] = 0.0 if fades_from is None else fades_from
        self.halflife_days[slot] = math.inf if fades_from is None else memory.halflife_days
        self.checked[slot] = self.uses_heard
        if memory.superseded_by:
            self.halflife_days[slot] /= SUPERSEDED_EXPONENT
        self.superseded.pop(slot, None)
        for name in memory.full_names(filter(None, [memory.superseded_by])):
            self.superseded[slot] = Ref(PersonaMemory, name, ref.scope)

    def _judge(self, number: int, source: Source) -> None:
        """Note whether a source is a conversation now."""
        if source.is_conversation:
            self.conversations.add(number)
        else:
            self.conversations.discard(number)

    def _time_at(self, slot: int) -> float:
        return float(self.created_at[slot])

    def _name_at(self, slot: int) -> str:
        return self.ref_at(slot).name

    def _chain(self, slots: list[int], *places: int) -> None:
        """Let the memories at some places of a source know what stands beside them."""
        for at in places:
            if not 0 <= at < len(slots):
                continue
            slot = slots[at]
            self.before[slot] = self._neighbour(slot, slots[at - 1]) if at else NOWHERE
            is_last = at + 1 == len(slots)
            self.after[slot] = NOWHERE if is_last else self._neighbour(slot, slots[at + 1])

    def _neighbour(self, slot: int, other: int) -> int:
        gap = abs(self.created_at[slot] - self.created_at[other])
        return other if gap <= NEIGHBOURS_WITHIN else NOWHERE

    def _count(self, row: int, words: int, sign: int) -> None:
        self._totals[row] += sign * words
        self._filled[row] += sign * bool(words)

    def _new_slot(self) -> int:
        slot = len(self._kept)
        self._kept.append(None)
        room = len(self.is_here)
        if slot == room:
            more = max(64, room // 2)
            for name, (kind, default) in _COLUMNS.items():
                column = getattr(self, name)
                setattr(self, name, np.concatenate([column, np.full(more, default, kind)]))
            self.lengths = np.hstack([self.lengths, np.zeros((len(FIELDS), more), np.float32)])
        return slot
