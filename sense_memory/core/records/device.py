"""What one device says of itself to the others that hold the key."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Touch:
    """How often one device used a memory, where the memory's own record does not say so yet.

    Attributes:
        place: Which memory: 16 hex digits, a hash of its address.
        slot: The stamp under which the device counts there.
        count: All its uses of the memory, from the beginning; so hearing it twice adds nothing.
        at: Seconds since the epoch of the last one.
    """

    place: str
    slot: str
    count: int
    at: float


@dataclass(frozen=True, slots=True)
class Device:
    """One record for each device that has a file; only the device itself writes it.

    Attributes:
        id: 10 characters of base32.
        name: What its owner calls it; the machine's name if nobody said.
        seen_at: Seconds since the epoch at which it was written.
        through: Relay URL to the time up to which the device has read all that stood there.
        count: How many living records it holds, as ``Status.records`` counts them.
        fingerprint: 32 hex digits over all of them; devices that hold the same have the same.
        touches: Uses that the memories' own records do not say yet.
    """

    id: str
    name: str
    seen_at: float
    through: Mapping[str, float] = field(default_factory=dict)
    count: int = 0
    fingerprint: str = ""
    touches: tuple[Touch, ...] = ()
