"""Where the seven dimensions stand: an average of readings in which the latest count most.

A reading moves a dimension from ``old`` to ``(1 − part)·old + part·value``, and ``part`` is ``(1 −
alpha)·confidence``: a tenth of the way for a reader that is to be believed, half of it where the
peer asked for it. Nothing but sums and products of doubles is used, which IEEE 754 rounds alike
everywhere, so that devices that hold the same readings have the same vector to the last bit.

Source: seed 000 (``0.9 · old + 0.1 · value``, ``0.5`` for what was corrected, at least five
dimensions); what a correction without effect, a rough reader and folding do is chosen here.
"""

import json
from collections.abc import Iterable
from dataclasses import replace

from ...core.config import RapportConfig
from ...core.records.rapport import (
    DIMENSIONS,
    NEUTRAL,
    Checkpoint,
    Direction,
    RapportVector,
    Reading,
    ResilienceType,
)

LEAST_LEARNED = 1e-6
"""With less than this of a value learned, nothing can be said of what was: a double has 1e-16."""
FOLDED_BYTES = 12_000
"""Bytes of JSON that the ids in a checkpoint may take: 440 as they are by default. Three devices'
checkpoints fit in one record."""


def derive(
    checkpoint: Checkpoint | None, readings: Iterable[Reading], config: RapportConfig
) -> RapportVector:
    """Where a peer stands: the checkpoint, and on top of it the readings that it does not contain.

    Args:
        checkpoint: The best one; what others wrote beside it does not count. ``None``: no reading
            was folded yet.
        readings: All that are known of the peer, each once, in any order.
        config: How far a reading moves.
    """
    vector, folded = (
        (RapportVector(), frozenset[str]())
        if checkpoint is None
        else (checkpoint.vector, checkpoint.folded)
    )
    for reading in in_order(readings):
        if reading.id not in folded:
            vector = step(vector, reading, config)
    return vector


def in_order(readings: Iterable[Reading]) -> list[Reading]:
    """Readings in the order in which they count."""
    return sorted(readings, key=lambda reading: (reading.at, reading.id))


def step(vector: RapportVector, reading: Reading, config: RapportConfig) -> RapportVector:
    """The vector with one more reading.

    A dimension that the reading does not score stays, and so does, with ``strict_corrections``, one
    of which the peer asked for the opposite of what the score would do to it: the score says how
    the session was, and that is what the peer complained of. (Without it, such a dimension moves as
    if nobody had said anything.) A correction without a direction changes nothing, and of several
    of one dimension the last counts.

    Args:
        vector: As it was before.
        reading: With scores of 0–1 and a confidence above 0, up to 1.
        config: How far a reading moves.

    Returns:
        Values of 0–1, none beyond the score that moved it.
    """
    wishes = {one.dimension: one.direction for one in reading.corrections if one.direction}
    values: dict[str, float] = {}
    unlearned: list[float] = []
    for dimension, start in zip(DIMENSIONS, vector.unlearned, strict=True):
        old, value = vector[dimension], reading.value(dimension)
        part = 0.0
        if value is not None:
            part = _part(old, value, wishes.get(dimension), config) * reading.confidence
        if value is not None and part:
            moved = (1.0 - part) * old + part * value
            # rounding may not carry it beyond what it moves between, nor away from where it stands
            values[dimension] = min(max(moved, min(old, value)), max(old, value))
        unlearned.append((1.0 - part) * start)
    counts = len(reading.scores) >= config.least_dimensions
    return replace(
        vector,
        **values,
        session_count=vector.session_count + counts,
        last_updated=max(reading.at, vector.last_updated or reading.at)
        if counts
        else vector.last_updated,
        resilience_type=vector.resilience_type
        if reading.resilience_type is ResilienceType.UNTESTED
        else reading.resilience_type,
        unlearned=tuple(unlearned),
    )


def _part(old: float, value: float, wish: Direction | None, config: RapportConfig) -> float:
    """How much of the way from the old value to the score a dimension goes, 0–1."""
    if wish is None:
        return 1.0 - config.alpha
    if value > old if wish is Direction.HIGHER else value < old:
        return 1.0 - config.correction_alpha
    return 0.0 if config.strict_corrections else 1.0 - config.alpha


def learned(vector: RapportVector, dimension: str) -> float | None:
    """The value of a dimension without the part of it that is the neutral start still, 0–1.

    That is the average of the readings by the weights that they have in the value, whatever steps
    they made: ``(value − 0.5·unlearned) / (1 − unlearned)``, so ``(value − 0.5·0.9ⁿ) / (1 − 0.9ⁿ)``
    after n plain ones. ``None`` if no reading moved it, or so little that only rounding is left.
    """
    start = vector.unlearned[DIMENSIONS.index(dimension)]
    if 1.0 - start < LEAST_LEARNED:
        return None
    return min(max((vector[dimension] - NEUTRAL * start) / (1.0 - start), 0.0), 1.0)


def folded(
    checkpoint: Checkpoint, readings: Iterable[Reading], config: RapportConfig, at: float
) -> Checkpoint:
    """A checkpoint that contains some readings more.

    With it and the other readings a peer stands where it stood without it, to the last bit, if the
    readings that are folded come before all others.

    Its ids take ``FOLDED_BYTES`` at most, so as many readings are folded as there is room for,
    oldest first; the others stay readings. Room is made by forgetting the ids of readings that are
    not given, the least by their spelling first, which are the oldest of those that have the time
    in their name. A reading whose id was forgotten would count twice.

    Args:
        checkpoint: The best one that is known, an empty one for a peer of which none was folded.
        readings: Which to fold; and all that are around still of those that were folded.
        config: How far a reading moves.
        at: When this is, seconds since the epoch.

    Returns:
        The same checkpoint if nothing was to be folded.
    """
    given = in_order(readings)
    around = {one.id for one in given} & checkpoint.folded
    room = FOLDED_BYTES - sum(map(_bytes, around))
    vector = checkpoint.vector
    ids: set[str] = set()
    for reading in given:
        if reading.id in around:
            continue
        room -= _bytes(reading.id)
        if room < 0:
            break
        vector = step(vector, reading, config)
        ids.add(reading.id)
    if not ids:
        return checkpoint
    count = checkpoint.readings + len(ids)
    ids |= around
    for gone in sorted(checkpoint.folded - around, reverse=True):
        room -= _bytes(gone)
        if room < 0:
            break
        ids.add(gone)
    return replace(
        checkpoint, vector=vector, folded=frozenset(ids), readings=count, at=at, others=()
    )


def _bytes(session: str) -> int:
    """What an id takes in a list of JSON."""
    return len(json.dumps(session, ensure_ascii=False).encode()) + 1


__all__ = ["FOLDED_BYTES", "LEAST_LEARNED", "derive", "folded", "in_order", "learned", "step"]
