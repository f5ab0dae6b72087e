"""What a look at an agent's memory found: one sentence each, and what to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """Nothing is lost, and something should be done."""
    PROBLEM = "problem"
    """Something does not work, or can be lost."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        check: What was looked at, a stable word: ``key.backup``, ``relay.writes``.
        level: How bad it is.
        message: What was found.
        advice: What to do, for all but ``ok``.
        relay: The relay it is about, or ``None``.
    """

    check: str
    level: Level
    message: str
    advice: str | None = None
    relay: str | None = None


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level among findings."""
    order = list(Level)
    return max((finding.level for finding in findings), key=order.index, default=Level.OK)


def ok(check: str, message: str, *, relay: str | None = None) -> Finding:
    """All is well."""
    return Finding(check, Level.OK, message, relay=relay)


def warning(check: str, message: str, advice: str, *, relay: str | None = None) -> Finding:
    """Something should be done."""
    return Finding(check, Level.WARNING, message, advice, relay)


def problem(check: str, message: str, advice: str, *, relay: str | None = None) -> Finding:
    """Something does not work."""
    return Finding(check, Level.PROBLEM, message, advice, relay)
