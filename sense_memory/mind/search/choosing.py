"""Which of the memories that answer are shown: as they are now, and each only once."""

from dataclasses import dataclass, field

from ...core.records.persona import STATE_FADING, PersonaMemory
from ...core.search_result import Filters, Missed, NearMiss
from ..text import content_of, fold, words
from .ranking import Candidate

SHORTEST = 3
"""Words from which on two values that say the same are one memory too many."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A memory to be shown."""

    candidate: Candidate
    memory: PersonaMemory


@dataclass(slots=True)
class Choice:
    """Fills up with memories, the best first.

    Attributes:
        limit: How many are wanted.
        filters: What they must be.
        now: Seconds since the epoch.
        chosen: Those taken.
        missed: Those refused, and why.
        twins: Those of them that say the same as one that was taken.
    """

    limit: int
    filters: Filters
    now: float
    chosen: list[Chosen] = field(default_factory=list)
    missed: list[NearMiss] = field(default_factory=list)
    twins: list[Chosen] = field(default_factory=list)
    _said: dict[tuple[str, ...], str] = field(default_factory=dict)

    @property
    def lacking(self) -> int:
        """How many more are wanted."""
        return self.limit - len(self.chosen)

    def offer(self, candidate: Candidate, memory: PersonaMemory) -> None:
        """Take a memory as it was read, with all its uses, unless something speaks against it."""
        theme = self.filters.theme
        if (faint := self._too_faint(candidate, memory)) is not None:
            self._miss(candidate, memory, *faint)
        elif theme is not None and fold(theme) not in map(fold, memory.themes):
            self._miss(candidate, memory, Missed.FILTER, "theme")
        elif (twin := self._twin(memory)) is not None:
            self._miss(candidate, memory, Missed.DUPLICATE, twin)
            self.twins.append(Chosen(candidate, memory))
        elif self.lacking:
            self.chosen.append(Chosen(candidate, memory))
        else:
            self._miss(candidate, memory, Missed.LIMIT, "")

    def refuse(self, candidate: Candidate, memory: PersonaMemory) -> None:
        """Note why a memory was not even offered."""
        why, detail = self._too_faint(candidate, memory) or (Missed.FILTER, "")
        self._miss(candidate, memory, why, detail)

    def _too_faint(self, candidate: Candidate, memory: PersonaMemory) -> tuple[Missed, str] | None:
        """Why a memory of its state is not shown, and which state that is."""
        state = memory.compute_state(self.now)
        if state not in self.filters.states:
            return Missed.STATE, state
        if state == STATE_FADING and self.filters.is_strict and not candidate.is_direct:
            return Missed.INDIRECT, state
        return None

    def _twin(self, memory: PersonaMemory) -> str | None:
        """Which memory, taken before, has the same words in the same order but for stop words."""
        said = tuple(content_of(words(memory.value)))
        if len(said) < SHORTEST:
            return None
        name = memory.name
        twin = self._said.setdefault(said, name)
        return None if twin == name else twin

    def _miss(self, candidate: Candidate, memory: PersonaMemory, why: Missed, detail: str) -> None:
        self.missed.append(NearMiss(memory.name, candidate.score, why, detail))
