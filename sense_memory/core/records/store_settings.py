"""What a store must know of itself before it can name anything."""

from dataclasses import dataclass
from enum import StrEnum


class Addressing(StrEnum):
    """How paths become addresses on relays."""

    PLAIN = "plain"
    BLINDED = "blinded"


@dataclass(frozen=True, slots=True)
class Settings:
    """One per identity.

    Attributes:
        addressing: How this store's records are addressed.
        format: Version of the wire format, currently 1.
        keys: Ids of the blinding keys, so that a new device can ask for them by name before it
            reads what they name.
    """

    addressing: Addressing
    format: int = 1
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class BlindingKey:
    """32 random bytes that turn paths into addresses.

    Attributes:
        key: The bytes.
        generation: Counts up with every rotation of the identity.
    """

    key: bytes
    generation: int = 0
