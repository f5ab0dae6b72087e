"""What a rapport tells about itself."""

from dataclasses import dataclass

from .records.rapport import (
    DIMENSIONS,
    Correction,
    Direction,
    LayerName,
    RapportVector,
    Reading,
    ResilienceType,
    Score,
)


@dataclass(frozen=True, slots=True)
class Signals:
    """What a reader saw in a session: a reading without its name and time.

    Attributes:
        scores: One a dimension, in the order of ``DIMENSIONS``; one or two may be missing.
        corrections: What the peer asked to be otherwise.
        resilience_type: What the resilience shows.
        confidence: How far the reader is to be believed (above 0, up to 1).
    """

    scores: tuple[Score, ...]
    corrections: tuple[Correction, ...] = ()
    resilience_type: ResilienceType = ResilienceType.UNTESTED
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Observed:
    """What a session was read as, and what it moved.

    Attributes:
        reading: The reading that was kept; if the session had been read before, that one.
        before: The vector without it.
        after: The vector with it.
    """

    reading: Reading
    before: RapportVector
    after: RapportVector

    @property
    def moved(self) -> tuple[tuple[str, float], ...]:
        """Each dimension and by how much it moved, the largest step first; none that stood."""
        steps = ((name, self.after[name] - self.before[name]) for name in DIMENSIONS)
        return tuple(sorted((s for s in steps if s[1]), key=lambda s: (-abs(s[1]), s[0])))


@dataclass(frozen=True, slots=True)
class Drift:
    """A dimension that is far from where it used to be.

    Attributes:
        dimension: One of ``DIMENSIONS``.
        baseline: The mean of the kept readings before the newest few, 0–1.
        current: Where it stands, 0–1, without the part that is not learned yet.
        drift: The distance, to three digits.
        direction: Where it went.
    """

    dimension: str
    baseline: float
    current: float
    drift: float
    direction: Direction


@dataclass(frozen=True, slots=True)
class Condensed:
    """What a condensation made of a peer's readings.

    Attributes:
        peer: Whose.
        readings: How many readings it looked at.
        written: The layers that say something else than before.
        version: The version that keeps what they said before; ``None`` if nothing was written
            over.
        dropped_patterns: How many lines of patterns no reading that is kept supports any more.
        condenser: Who condensed: a model's ``extract_id``, or ``rules``.
    """

    peer: str
    readings: int
    written: tuple[LayerName, ...]
    version: str | None
    dropped_patterns: int
    condenser: str


@dataclass(frozen=True, slots=True)
class PeerStatus:
    """A peer in a list.

    Attributes:
        peer: The name.
        vector: Where the seven dimensions stand.
        readings: How many readings are kept.
        is_due: Whether the layers are to be condensed.
    """

    peer: str
    vector: RapportVector
    readings: int
    is_due: bool
