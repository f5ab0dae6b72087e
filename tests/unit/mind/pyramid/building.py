"""Pyramids to test with: observations of days, and a summariser that says what it read."""

from collections.abc import Iterable

from sense_memory.core.records.pyramid import Observation, Summary, observation_id
from sense_memory.mind.pyramid.making import Task, due
from sense_memory.mind.pyramid.seal import Piece
from sense_memory.mind.pyramid.tiers import Pyramid, pyramids

DAY = 86_400.0
NOW = 1_750_000_000.0
TOPIC = "tom"


def observed(at: float | None, topic: str | None = TOPIC, text: str = "") -> Observation:
    """An observation of a day, or of no time."""
    said = text or f"On day {at} he grew."
    when = None if at is None else at * DAY
    return Observation(observation_id(said, when, ""), said, when, topic)


def days(first: int, last: int, topic: str | None = TOPIC) -> list[Observation]:
    """One observation a day."""
    return [observed(float(day), topic) for day in range(first, last)]


def summarised(parts: Iterable[Piece]) -> str:
    """What the summariser makes of its parts: all that they say, in short."""
    return "+".join((part.text or "?").removeprefix("On day ") for part in parts)


def done(tasks: Iterable[Task]) -> list[Summary]:
    return [task.done(summarised(task.parts), "test") for task in tasks]


def built(
    observations: Iterable[Observation], summaries: Iterable[Summary] = (), topic: str = TOPIC
) -> Pyramid:
    """The pyramid of one topic."""
    return pyramids(observations, summaries)[topic]


def refreshed(
    observations: Iterable[Observation], summaries: Iterable[Summary] = (), topic: str = TOPIC
) -> tuple[Pyramid, int]:
    """The pyramid once nothing is due, and how many summaries were written for that."""
    given, standing, count = list(observations), {one.id: one for one in summaries}, 0
    while tasks := due(pyramid := built(given, standing.values(), topic)):
        count += len(tasks)
        standing |= {one.id: one for one in done(tasks)}
    return pyramid, count


def standing(pyramid: Pyramid) -> list[Summary]:
    """All summaries of a pyramid."""
    return [*(one for tier in pyramid.tiers for one in tier), *pyramid.hidden]
