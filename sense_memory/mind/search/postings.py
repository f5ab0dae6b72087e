"""Which memories hold a word, and how often in each field."""

from array import array
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FIELDS = ("key", "themes", "value")
_BITS = (24, 16, 0)
_MOST = (0xFF, 0xFF, 0xFFFF)
_SLOT = 32


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Where one word is.

    Attributes:
        slots: The memories that hold it, ascending.
        counts: How often each holds it in its key, its themes and its value: 3 rows.
    """

    slots: NDArray[np.int64]
    counts: NDArray[np.float32]


class Postings:
    """For each word a sorted list of numbers: the slot of a memory above its three counts.

    A list grows at its end where slots are new, and in its middle where one is used again. Words
    that nothing holds any more are gone.
    """

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._words: list[str] = []
        self._lists: list[array[int]] = []
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, word: str) -> bool:
        return word in self._ids

    def add(self, slot: int, fields: Sequence[Sequence[str]]) -> bytes:
        """Take in the words of a memory, field by field; what ``remove`` needs to undo it."""
        above = slot << _SLOT
        ids = array("I")
        for word, counts in _packed(fields).items():
            id_ = self._id(word)
            ids.append(id_)
            entry = above | counts
            entries = self._lists[id_]
            if not entries or entries[-1] < entry:
                entries.append(entry)
            else:
                insort(entries, entry)
        return ids.tobytes()

    def remove(self, slot: int, ids: bytes) -> None:
        """Let nothing be known of a memory."""
        for id_ in array("I", ids):
            entries = self._lists[id_]
            del entries[bisect_left(entries, slot << _SLOT)]
            if not entries:
                del self._ids[self._words[id_]]
                self._words[id_] = ""
                self._lists[id_] = array("Q")
                self._free.append(id_)

    def frequency(self, word: str) -> int:
        """How many memories hold a word."""
        id_ = self._ids.get(word)
        return 0 if id_ is None else len(self._lists[id_])

    def occurrences(self, word: str) -> Occurrences:
        """Where a word is that at least one memory holds."""
        # a copy: while somebody looks at its buffer, a list could not grow
        entries = np.array(self._lists[self._ids[word]], dtype=np.uint64)
        counts = np.empty((len(FIELDS), len(entries)), np.float32)
        for row, (bits, most) in enumerate(zip(_BITS, _MOST, strict=True)):
            counts[row] = (entries >> np.uint64(bits)) & np.uint64(most)
        return Occurrences((entries >> np.uint64(_SLOT)).astype(np.int64), counts)

    def counts_in(self, slot: int, word: str) -> tuple[int, ...] | None:
        """How often one memory holds a word in each field; ``None`` if it does not."""
        id_ = self._ids.get(word)
        if id_ is None:
            return None
        entries = self._lists[id_]
        at = bisect_left(entries, slot << _SLOT)
        if at == len(entries) or entries[at] >> _SLOT != slot:
            return None
        return tuple(entries[at] >> bits & most for bits, most in zip(_BITS, _MOST, strict=True))

    def words(self) -> Iterator[str]:
        """Every word that is held."""
        return iter(self._ids)

    def _id(self, word: str) -> int:
        id_ = self._ids.get(word)
        if id_ is not None:
            return id_
        if self._free:
            id_ = self._free.pop()
            self._words[id_] = word
        else:
            id_ = len(self._words)
            self._words.append(word)
            self._lists.append(array("Q"))
        self._ids[word] = id_
        return id_


def _packed(fields: Sequence[Sequence[str]]) -> dict[str, int]:
    """Each word's three counts in one number."""
    packed: dict[str, int] = {}
    for words, bits, most in zip(fields, _BITS, _MOST, strict=True):
        if len(words) <= most:
            one = 1 << bits
            for word in words:
                packed[word] = packed.get(word, 0) + one
        else:
            for word, count in Counter(words).items():
                packed[word] = packed.get(word, 0) + (min(count, most) << bits)
    return packed
