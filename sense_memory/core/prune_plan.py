"""What has dissolved, what will be deleted when, and what stands in the way."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlannedMemory:
    """A memory that has another state than when somebody last looked, or that has dissolved.

    Attributes:
        name: ``domain/facet/key``.
        stored_state: As of its newest write, or of the last prune on this device.
        state: As of now.
        dissolved_since: Seconds since the epoch; ``None`` if it has not dissolved.
        deletes_at: When it may be deleted if nobody uses it until then; ``None`` if it has not
            dissolved.
        obstacles: What stands in the way, though the time has come; one sentence each. Empty where
            the time has not come, or nothing does.
    """

    name: str
    stored_state: str
    state: str
    dissolved_since: float | None = None
    deletes_at: float | None = None
    obstacles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrunePlan:
    """What ``persona_prune`` would do now.

    Attributes:
        at: When this was found out, seconds since the epoch.
        memories: What there is to say something about, the next to be deleted first.
        total: Memories there are.
        active: How many of them are.
        fading: How many of them are.
        forgotten: How many of them are.
        dissolved: How many of them are.
        changed: How many have another state than when somebody last looked.
        deletes: The names of those that would be deleted now, in order.
        waiting: How many could be deleted by their dates, and something stands in the way.
    """

    at: float
    memories: tuple[PlannedMemory, ...]
    total: int
    active: int
    fading: int
    forgotten: int
    dissolved: int
    changed: int
    deletes: tuple[str, ...]
    waiting: int
