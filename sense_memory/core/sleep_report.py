"""What was done while the mind slept, and what a schedule did and when."""

from dataclasses import dataclass
from enum import StrEnum

from .records.introspection import IntrospectionReport
from .status import SyncReport


class Outcome(StrEnum):
    """How a step ended."""

    DONE = "done"
    PLANNED = "planned"
    """It was only looked at what there is to do."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SleepStep:
    """One part of a sleep; none stops the others.

    Attributes:
        name: Which: ``introspection``, ``dissolution``, ``rapport``,
            ``pyramid``, ``graph``.
        outcome: How it ended.
        summary: What it did, or what went wrong, for people.
    """

    name: str
    outcome: Outcome
    summary: str


@dataclass(frozen=True, slots=True)
class SleepReport:
    """What a sleep did.

    Attributes:
        at: When it began, seconds since the epoch.
        is_dry_run: Whether nothing was written.
        steps: Its parts, in order.
        introspection: What the review found, unless it failed.
    """

    at: float
    is_dry_run: bool
    steps: tuple[SleepStep, ...]
    introspection: IntrospectionReport | None = None

    @property
    def is_whole(self) -> bool:
        """Whether no step failed."""
        return all(step.outcome is not Outcome.FAILED for step in self.steps)


@dataclass(frozen=True, slots=True)
class RunReport:
    """One thing that ``run()`` did: a sync, a sleep, or a failure to do one.

    Attributes:
        at: When it began, seconds since the epoch.
        sync: What the sync did, relay by relay, with what went wrong there.
        sleep: What the sleep did, step by step.
        error: Why neither was done; it is tried again.
    """

    at: float
    sync: SyncReport | None = None
    sleep: SleepReport | None = None
    error: str | None = None
