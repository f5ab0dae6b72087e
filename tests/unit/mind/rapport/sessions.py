"""Readings of sessions, by what they score."""

from collections.abc import Iterable, Sequence
from typing import Any

from sense_memory.core.config import RapportConfig
from sense_memory.core.records.rapport import (
    DIMENSIONS,
    Correction,
    Direction,
    RapportVector,
    Reading,
    Score,
)
from sense_memory.mind.rapport.vector import derive

CONFIG = RapportConfig()
AS_PUBLISHED = RapportConfig(
    strict_corrections=False, drift_warm_up=False, drift_mutes_corrected=False, drift_recent=0
)
"""As seed 000 does it, but for the speed of a correction that goes the wrong way."""
T0 = 1_700_000_000.0
DAY = 86_400.0
HIGHER, LOWER = Direction.HIGHER, Direction.LOWER


def reading(number: int, value: float | dict[str, float], **fields: Any) -> Reading:
    """The session of a day: one score for all dimensions, or one for each that is named."""
    values = value if isinstance(value, dict) else dict.fromkeys(DIMENSIONS, value)
    scores = tuple(Score(name, values[name]) for name in DIMENSIONS if name in values)
    return Reading("peer", f"s{number:03}", T0 + number * DAY, scores, **fields)


def sessions(values: Iterable[float]) -> list[Reading]:
    """One session a day, with a score for all dimensions each."""
    return [reading(number, value) for number, value in enumerate(values)]


def wish(dimension: str, direction: Direction | None) -> tuple[Correction, ...]:
    """What a peer asked for in a session."""
    return (Correction(dimension, direction),)


def vector_of(readings: Sequence[Reading], config: RapportConfig = CONFIG) -> RapportVector:
    """What some readings add up to."""
    return derive(None, readings, config)


def standing(value: float = 0.5, **fields: Any) -> RapportVector:
    """A vector in which all dimensions stand alike, but for what is named."""
    return RapportVector(**{**dict.fromkeys(DIMENSIONS, value), **fields})
