"""What a search may find, what it found, and why."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from .records.persona import (
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
    PersonaMemory,
)

SHOWN_STATES = (STATE_ACTIVE, STATE_FADING)
"""What a search finds unless it is told otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a memory must be to be found.

    Attributes:
        states: Of one of these. A fading memory must be directly relevant, unless even fainter
            ones are wanted.
        domain: Of this domain.
        facet: Of this facet.
        theme: With this theme, whatever its capitals and accents.
        source: From this source.
        since: Created then or later, seconds since the epoch.
        until: Created before then, seconds since the epoch.
    """

    states: Collection[str] = SHOWN_STATES
    domain: str | None = None
    facet: str | None = None
    theme: str | None = None
    source: str | None = None
    since: float | None = None
    until: float | None = None

    @property
    def is_strict(self) -> bool:
        """Whether a fading memory must be directly relevant."""
        return STATE_FORGOTTEN not in self.states and STATE_DISSOLVED not in self.states


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """What each part gave a score; they add up to it once relevance was applied.

    The words of the memory that answers best give 1 in all; the rest is in the same unit.

    Attributes:
        key: The words of the question in its key.
        themes: Those in its themes.
        value: Those in its value.
        neighbours: Those in the lines before and after a line of a conversation.
        conversation: Those in the conversation as a whole. A memory that is no line gets what its
            own words are worth for this and for neighbours, if there are conversations.
        speaker: The question names who says the line.
        date: The question names the date of the line, or the one on which the memory is due.
        length: A line is longer than others, or shorter (negative).
        question: A line asks something itself (0 or negative).
        vector: Its meaning is near that of the question, by the encoder's vectors.
        relevance: The factor by which the sum of these is multiplied.
        supersedes: What lifts it above a memory that it superseded.
    """

    key: float
    themes: float
    value: float
    neighbours: float
    conversation: float
    speaker: float
    date: float
    length: float
    question: float
    vector: float
    relevance: float
    supersedes: float


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A memory that was found.

    Attributes:
        memory: As it is now.
        score: How well it answers; only the order within one search means something.
        parts: Where the score comes from.
    """

    memory: PersonaMemory
    score: float
    parts: ScoreParts


class Missed(StrEnum):
    """Why a memory that answers was not shown."""

    LIMIT = "limit"
    """Enough others answer better."""
    DUPLICATE = "duplicate"
    """Another one that is shown says the same."""
    STATE = "state"
    """It is of a state that was not asked for."""
    INDIRECT = "indirect"
    """It is fading, and neither its key nor a theme holds a word of the question."""
    FILTER = "filter"
    """It is of another domain, facet, theme, source or time."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A memory that answers and was not shown.

    Attributes:
        name: ``domain/facet/key``.
        score: As of a hit.
        why: The reason.
        detail: More of it: the state, or the name of the memory that says the same; or empty.
    """

    name: str
    score: float
    why: Missed
    detail: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A search with its reasons.

    Attributes:
        query: What was asked.
        words: The stems that were looked for and stand somewhere.
        dates: The dates that the question names: ``2024-05-08``, ``????-05-08``, ``2024``.
        hits: What was found, best first.
        near_misses: What answers and was not shown, best first; not all of it.
        answering: How many memories answer somehow.
        warning: Why the encoder could not be asked, if that is so: the search went by words alone.
    """

    query: str
    words: tuple[str, ...]
    dates: tuple[str, ...]
    hits: tuple[SearchHit, ...]
    near_misses: tuple[NearMiss, ...]
    answering: int
    warning: str | None = None
