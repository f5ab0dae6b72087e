"""Dimensions that went away from where they used to be, and such that do not move at all.

A dimension has drifted if its value is 0.25 or more from the plain mean of the newest twenty
readings; older ones do not count, whether they are folded yet or not. Two things that are none are
left out: the neutral start that a young vector still has in it, and what the peer asked for in the
last session.

What the comparison says: without the start, the value is an average of readings in which the latest
weigh most (see ``vector.learned``), and the mean is one in which all weigh the same. So it measures
how far the latest of them are from the others. That holds for steps of any size, of readings by
rules or of corrections, and for a vector that has hardly learned anything: there the two averages
are of the same few readings, and close together. A dimension that no reading has moved is not
compared.

What it cannot see, by these numbers: lasting steps. While a vector follows a step, the mean follows
it too. After twenty stable sessions a step from 0 to 1 is 0.20 away from the mean at most, seven
sessions later; after hundreds, 0.17. (With both switches off 0.20, or 0.25 if the mean is taken
before the last session is among the readings.) So it takes a correction, a return to how things
were before those twenty, or a lower ``drift_threshold``: 0.17 of the smallest step that is to be
seen. Nor does it see what a correction without effect kept out of the vector, for that is in the
mean all the same.

Source: seed 000 (0.25, five readings, 0.02 in three readings); the corrections are chosen here.
"""

import math
from collections.abc import Sequence

from ...core.config import RapportConfig
from ...core.rapport import Drift
from ...core.records.rapport import DIMENSIONS, Direction, RapportVector, Reading
from .vector import in_order, learned

_HEADING = (
    "This has moved away from how it used to be. Ask yourself who moved it, and whether you only "
    "follow:"
)
_DIGITS = 9
"""Distances are compared to so many, so that 0.3 − 0.28 is 0.02."""


def drifts(
    vector: RapportVector, readings: Sequence[Reading], config: RapportConfig
) -> list[Drift]:
    """Dimensions that are far from the mean of the readings, the farthest first.

    Args:
        vector: What all readings add up to.
        readings: The ones that are there, in any order; the newest ``kept_readings`` count.
        config: From which distance on, and what is left out.

    Returns:
        Nothing if there are fewer than ``drift_readings``, or a dimension that none of them scores.
    """
    newest = in_order(readings)[-config.kept_readings :]
    scores = {name: _scores(newest, name) for name in DIMENSIONS}
    if len(newest) < config.drift_readings or not all(scores.values()):
        return []
    asked_for: set[str] = set()
    if config.drift_mutes_corrected:
        asked_for = {one.dimension for one in newest[-1].corrections}
    found = []
    for name, values in scores.items():
        current = learned(vector, name) if config.drift_warm_up else vector[name]
        if current is None or name in asked_for:
            continue
        baseline = math.fsum(values) / len(values)
        distance = round(abs(current - baseline), _DIGITS)
        if distance >= config.drift_threshold:
            direction = Direction.HIGHER if current > baseline else Direction.LOWER
            found.append(Drift(name, baseline, current, round(distance, 3), direction))
    return sorted(found, key=lambda one: -one.drift)


def stuck(readings: Sequence[Reading], config: RapportConfig) -> list[str]:
    """Dimensions that the last readings all score alike, in the order of ``DIMENSIONS``.

    One that a reading among them does not score is not stuck; with fewer readings than
    ``stuck_readings`` none is.
    """
    last = in_order(readings)[-config.stuck_readings :]
    if len(last) < config.stuck_readings:
        return []
    return [
        name
        for name in DIMENSIONS
        if len(values := _scores(last, name)) == len(last)
        and round(max(values) - min(values), _DIGITS) < config.stuck_range
    ]


def in_words(found: Sequence[Drift]) -> str:
    """What an agent is told of it: a line each; ``""`` if there is none."""
    if not found:
        return ""
    lines = (
        f"- {one.dimension}: {one.current:.2f}, {one.drift:.2f} {one.direction.value} than the "
        f"{one.baseline:.2f} of past sessions"
        for one in found
    )
    return "\n".join((_HEADING, *lines))


def _scores(readings: Sequence[Reading], dimension: str) -> list[float]:
    values = (one.value(dimension) for one in readings)
    return [value for value in values if value is not None]


__all__ = ["drifts", "in_words", "stuck"]
