"""What a line of a conversation tells beyond its words: who says it, and what is said around it.

A memory is taken for a line where its value begins with a name and a colon, and its source for a
conversation where most of its memories do, by at least two speakers who say at least two lines each
on average. Nothing of this applies to other memories.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

_LABEL = re.compile(r"\s*([^\W\d_][^:\n]{0,39}):\s")
_QUESTION = re.compile(r"[?？؟]\s*$")
_DIGITS = re.compile(r"(\d+)")

LINES_AT_LEAST = 0.6
"""Share of the memories of a source that must be lines of speakers."""
NEIGHBOURS_WITHIN = 6 * 3_600.0
"""Seconds between two lines of one conversation that belong together."""

TimeOf: TypeAlias = Callable[[int], float]
"""When a memory was made, by its slot."""
NameOf: TypeAlias = Callable[[int], str]
"""What it is called."""


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


def name_order(name: str) -> list[str | int]:
    """What memories of one time are put in order by: the name, with numbers as numbers."""
    parts: list[str | int] = list(_DIGITS.split(name))
    parts[1::2] = [int(part) for part in parts[1::2]]
    return parts


class Source:
    """The memories of one source in order: by time, then by name."""

    def __init__(self) -> None:
        self.slots: list[int] = []
        self.speakers: Counter[str] = Counter()

    def add(self, slot: int, speaker: str | None, time_of: TimeOf, name_of: NameOf) -> int:
        """Take a memory in; where it stands now."""
        if speaker is not None:
            self.speakers[speaker] += 1
        first, end = self._of_time(time_of(slot), time_of)
        at = first
        if first < end:
            order = name_order(name_of(slot))
            at = bisect_right(self.slots, order, first, end, key=_ordered(name_of))
        self.slots.insert(at, slot)
        return at

    def remove(self, slot: int, speaker: str | None, time_of: TimeOf, name_of: NameOf) -> int:
        """Let a memory go; where it stood."""
        if speaker is not None:
            self.speakers[speaker] -= 1
            if not self.speakers[speaker]:
                del self.speakers[speaker]
        at, end = self._of_time(time_of(slot), time_of)
        if end - at > 1:
            order = name_order(name_of(slot))
            at = bisect_left(self.slots, order, at, end, key=_ordered(name_of))
        while self.slots[at] != slot:  # names that differ by leading zeros stand side by side
            at += 1
        del self.slots[at]
        return at

    def _of_time(self, time: float, time_of: TimeOf) -> tuple[int, int]:
        """Where the memories of one time begin, and where they end.

        Hardly any share theirs with others: of the rest no name is looked at.
        """
        first = bisect_left(self.slots, time, key=time_of)
        return first, bisect_right(self.slots, time, first, key=time_of)

    @property
    def is_conversation(self) -> bool:
        """Whether its memories are what several speakers said in turn."""
        lines = self.speakers.total()
        return (
            len(self.speakers) >= 2
            and lines >= 2 * len(self.speakers)
            and lines >= LINES_AT_LEAST * len(self.slots)
        )


def _ordered(name_of: NameOf) -> Callable[[int], list[str | int]]:
    return lambda slot: name_order(name_of(slot))


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
