"""How sure a store can be that it knows what all others did; what deleting by itself waits for."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Peer:
    """Another device that shares this mind.

    Attributes:
        id: 10 characters of base32.
        name: What its owner calls it.
        synced_at: Until when it has certainly told what it did, and read what others did: the
            earlier of its last word and the last time that it read a relay to its end. Seconds
            since the epoch; ``None`` if it never read one.
    """

    id: str
    name: str
    synced_at: float | None


@dataclass(frozen=True, slots=True)
class Freshness:
    """What a store knows of the others, and of the time.

    Attributes:
        read_at: Relay URL to when its last complete load began, seconds since the epoch; ``None``
            where there was none. Empty for a store that has no relays.
        peers: Every other device that said something of itself and was not retired.
        clock_doubt: Why this machine's clock is not to be believed; ``None`` if it is.
    """

    read_at: Mapping[str, float | None]
    peers: tuple[Peer, ...]
    clock_doubt: str | None
