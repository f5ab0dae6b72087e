"""What a line of a conversation tells beyond its words: who says it, and what is said around it.

A memory is taken for a line where its value begins with a name and a colon, and its source for a
conversation where most of its memories do, by at least two speakers who say at least two lines each
on average. Nothing of this applies to other memories.
"""

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable

_LABEL = re.compile(r"\s*([^\W\d_][^:\n]{0,39}):\s")
_QUESTION = re.compile(r"[?？؟]\s*$")
_DIGITS = re.compile(r"(\d+)")

LINES_AT_LEAST = 0.6
"""Share of the memories of a source that must be lines of speakers."""
NEIGHBOURS_WITHIN = 6 * 3_600.0
"""Seconds between two lines of one conversation that belong together."""

Position = tuple[float, list[str | int]]


def speaker_of(value: str) -> str | None:
    """The name before the colon: up to four words, the first of which begins with a capital.

    In scripts without capitals every letter begins a name.
    """
    match = _LABEL.match(value)
    if match is None:
        return None
    name = match[1].strip()
    return None if name[0].islower() or len(name.split()) > 4 else name


def is_question(value: str) -> bool:
    """Whether a value ends in a question mark of any script."""
    return _QUESTION.search(value) is not None


def position(created_at: float, name: str) -> Position:
    """Where a memory stands in its source: by time, then by name, with numbers as numbers."""
    parts: list[str | int] = list(_DIGITS.split(name))
    parts[1::2] = [int(part) for part in parts[1::2]]
    return created_at, parts


class Source:
    """The memories of one source, in order."""

    def __init__(self) -> None:
        self.slots: list[int] = []
        self.speakers: Counter[str] = Counter()

    def add(self, slot: int, speaker: str | None, position_of: Callable[[int], Position]) -> int:
        """Take a memory in; where it stands now."""
        if speaker is not None:
            self.speakers[speaker] += 1
        insort(self.slots, slot, key=position_of)
        return self._at(slot, position_of)

    def remove(self, slot: int, speaker: str | None, position_of: Callable[[int], Position]) -> int:
        """Let a memory go; where it stood."""
        if speaker is not None:
            self.speakers[speaker] -= 1
            if not self.speakers[speaker]:
                del self.speakers[speaker]
        at = self._at(slot, position_of)
        del self.slots[at]
        return at

    def _at(self, slot: int, position_of: Callable[[int], Position]) -> int:
        at = bisect_left(self.slots, position_of(slot), key=position_of)
        while self.slots[at] != slot:  # names that differ by leading zeros stand side by side
            at += 1
        return at

    @property
    def is_conversation(self) -> bool:
        """Whether its memories are what several speakers said in turn."""
        lines = self.speakers.total()
        return (
            len(self.speakers) >= 2
            and lines >= 2 * len(self.speakers)
            and lines >= LINES_AT_LEAST * len(self.slots)
        )


def is_named(speaker: str, question: str, names: frozenset[str]) -> bool:
    """Whether a question names a speaker, by the first word of the name.

    Args:
        speaker: As the lines have it.
        question: As it was asked; if it has no capitals, those of the name are no matter.
        names: The words of the question as written.
    """
    has_capitals = question != question.lower()
    return (speaker if has_capitals else speaker.lower()).split()[0] in names


def words_as_written(question: str) -> frozenset[str]:
    """The words of a question with their capitals."""
    return frozenset(re.findall(r"[^\W_]+", question))
