"""What was believed, when, and why no longer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Belief:
    """One value that a memory had, or has.

    Attributes:
        name: The memory, ``domain/facet/key``.
        value: What was believed; ``None`` where it was too long to be kept once it was written
            over.
        since: Seconds since the epoch from which on; where values before it are not kept any more,
            the latest that it can have been.
        until: When that ended; ``None`` while it is believed.
        why: Why it ended: ``replaced`` (another value was written), ``decided`` (devices had
            written several, and somebody chose), ``superseded by`` a memory's name; ``""`` while
            it is believed.
        by: The device that wrote it first: its id, as ``devices`` has it; ``m…`` is a process
            without a file, ``~…`` one event of a client that keeps no stamps.
        source: Where it came from.
        confidence: 0–1.
    """

    name: str
    value: str | None
    since: float
    until: float | None = None
    why: str = ""
    by: str = ""
    source: str = ""
    confidence: float = 1.0
