"""Dimensions that went away from where they used to be, and such that were read alike of late.

A dimension has drifted if its value is 0.25 or more from the plain mean of the sessions before the
last five. Of the readings the newest twenty count, whether older ones are folded yet or not; where
the last five leave fewer than five of them, the mean is of all. Two things that are no drift are
left out: the neutral start that a young vector still has in it, and what the peer asked for: in the
last session whichever way, in an earlier one that still counts the way that was asked for.

Why the last five are no part of the mean: a vector follows a lasting step, and a mean that has the
step in it follows it too. Of a step from 0 to 1 the two were never more than 0.20 apart, so none
was ever reported. Against what was before, it is 0.27 after three sessions.

What is seen of readings that are believed fully: after twenty sessions at one place a step of 1 at
the third, of 0.8 at the fourth, of 0.6 at the fifth; after hundreds, in which nothing is left of
the start, steps from 0.62 on. Of smaller ones the mean has caught up before the value is far
enough: a larger ``drift_recent`` sees them, one of 6 those of 0.6, and so it does where readings
move the vector half as far. A step is reported for some sessions, and then it is how things are.
People who vary by 0.15 from session to session (standard deviation) and do not change are hardly
ever reported: their values are 0.05 from the mean by that, a fifth of the threshold.

A dimension that no reading has moved is not compared. Nor is seen what a correction without effect
kept out of the vector.

Source: seed 000 (0.25, five readings, 0.02 in three readings; its mean is of all readings, which
``drift_recent=0`` gives); the corrections are chosen here.
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
    """Dimensions that are far from the mean of earlier readings, the farthest first.

    Args:
        vector: What all readings add up to.
        readings: The ones that are there, in any order; the newest ``kept_readings`` count.
        config: From which distance on, and what is left out.

    Returns:
        Nothing if there are fewer than ``drift_readings``, or a dimension that none of those that
        are compared with scores.
    """
    newest = in_order(readings)[-config.kept_readings :]
    earlier = newest[: max(0, len(newest) - config.drift_recent)]
    compared = earlier if len(earlier) >= config.drift_readings else newest
    scores = {name: _scores(compared, name) for name in DIMENSIONS}
    if len(compared) < config.drift_readings or not all(scores.values()):
        return []
    asked_for: set[tuple[str, Direction | None]] = set()
    if config.drift_mutes_corrected:
        asked_for = {(one.dimension, way) for one in newest[-1].corrections for way in Direction}
        asked_for |= {(one.dimension, one.direction) for r in newest for one in r.corrections}
    found = []
    for name, values in scores.items():
        current = learned(vector, name) if config.drift_warm_up else vector[name]
        if current is None:
            continue
        baseline = math.fsum(values) / len(values)
        distance = round(abs(current - baseline), _DIGITS)
        direction = Direction.HIGHER if current > baseline else Direction.LOWER
        if distance >= config.drift_threshold and (name, direction) not in asked_for:
            found.append(Drift(name, baseline, current, round(distance, 3), direction))
    return sorted(found, key=lambda one: -one.drift)


def stuck(readings: Sequence[Reading], config: RapportConfig) -> list[str]:
    """Dimensions that the last readings all score alike, in the order of ``DIMENSIONS``.

    What was before does not count: one that has drifted and stays where it is now is both.
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
