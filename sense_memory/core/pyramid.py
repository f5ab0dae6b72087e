"""What the pyramid answers: how much it holds, what was made, what was found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .records.pyramid import Observation, Summary, Topic


@dataclass(frozen=True, slots=True)
class TopicStatus:
    """One topic, and how far what is known of it is told.

    Attributes:
        topic: The topic.
        observations: How many belong to it.
        summaries: How many summaries count, tier by tier from 0.
        unsummarised: Observations that are in no summary yet.
        outdated: Summaries that are to be made anew.
        is_told: Whether its text tells what would be told now.
    """

    topic: Topic
    observations: int
    summaries: tuple[int, ...]
    unsummarised: int
    outdated: int
    is_told: bool


@dataclass(frozen=True, slots=True)
class PyramidStatus:
    """All topics, by slug, and what belongs to none.

    Attributes:
        topics: The base topics first, then the others by slug.
        unassigned: Observations that wait for a topic.
        due: Summaries that ``refresh`` would write, at most.
    """

    topics: tuple[TopicStatus, ...]
    unassigned: int
    due: int

    @property
    def observations(self) -> int:
        """How many there are, of every topic and of none."""
        return self.unassigned + sum(one.observations for one in self.topics)

    @property
    def is_dirty(self) -> bool:
        """Whether ``refresh`` has anything to do."""
        untold = any(not one.is_told for one in self.topics if one.observations)
        return bool(self.unassigned or self.due or untold)


@dataclass(frozen=True, slots=True)
class RefreshPlan:
    """What refreshing would take.

    Attributes:
        writer: Who would write: a model's id, or ``rules``.
        observations: Observations for which a topic is to be found.
        summaries: Summaries to be written, at most, tier by tier from 0.
        topics: Topics to be told anew, at most, of those that there are.
        calls: Requests to the model, at most; 0 for rules.
        input_tokens: What they would take in, about.
        output_tokens: What they would give, about.
    """

    writer: str
    observations: int
    summaries: tuple[int, ...]
    topics: int
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What refreshing did.

    Attributes:
        writer: Who wrote: a model's id, or ``rules``.
        assigned: Observations that have got a topic.
        created: Slugs of topics that were discovered.
        summaries: Summaries that were written, tier by tier from 0; those made anew count, too.
        deleted: Summaries that counted no more.
        told: Slugs of topics that were told anew.
        embedded: Vectors that were made; 0 without an encoder.
        failures: What could not be done, in sentences; it is tried again next time.
    """

    writer: str
    assigned: int = 0
    created: tuple[str, ...] = ()
    summaries: tuple[int, ...] = ()
    deleted: int = 0
    told: tuple[str, ...] = ()
    embedded: int = 0
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long piece of work has come.

    Attributes:
        stage: What is being done: ``observing``, ``assigning``, ``summarizing``, ``telling``,
            ``embedding``, ``importing``.
        done: How much of it is.
        total: Of how much; ``None`` where nobody knows before the end.
    """

    stage: str
    done: int
    total: int | None


Watcher: TypeAlias = Callable[[Progress], None]
"""Is told how far something has come."""


@dataclass(frozen=True, slots=True)
class PyramidHit:
    """An observation or a summary that answers a query.

    Attributes:
        found: Which.
        score: 0–1, the best first: 1 - (distance · (1 - w) + time penalty · w).
        distance: 0–1; 0 is what answers best.
        penalty: 0–1 for age; 0 is now.
    """

    found: Observation | Summary
    score: float
    distance: float
    penalty: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model makes of what was found.

    Attributes:
        text: The answer.
        hits: What it was given, the best first.
        writer: Which model.
    """

    text: str
    hits: tuple[PyramidHit, ...]
    writer: str
