"""What goes into the file and what comes out of it, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from nips.nip01 import Event


class HeadMovedError(Exception):
    """Somebody else wrote first; merge and try again. Never reaches a caller."""


class Delivery(StrEnum):
    """How far a write has come at one relay. A delivered and proven one has no row."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    PARKED = "parked"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Head:
    """The newest version of an address in this file."""

    address: str
    event: Event
    bucket: str
    own: bool
    deleted: bool
    seq: int
    held: bool = False
    """It waits until it is known how the store addresses, and was sent to nobody."""


@dataclass(frozen=True, slots=True)
class PutHead:
    """Let this event be the head of its address.

    Attributes:
        send: Queue it for every relay of the file.
        shown_by: The relay that showed it; the others get it if they wait for an older version.
        spread: The others get it in any case.
        drop: Addresses whose heads this one replaces (the same path under another address).
    """

    address: str
    event: Event
    bucket: str
    own: bool
    deleted: bool
    send: bool
    drop: tuple[str, ...] = ()
    shown_by: str | None = None
    spread: bool = False


@dataclass(frozen=True, slots=True)
class PutDeletion:
    """Enter a kind 5 into the ledger.

    Attributes:
        moved: It gives up addresses and forgets nothing.
    """

    event: Event
    addresses: tuple[str, ...]
    moved: bool = False


@dataclass(frozen=True, slots=True)
class PutQuarantine:
    """Keep an event that cannot be used yet."""

    event: Event
    reason: str


@dataclass(frozen=True, slots=True)
class PutMeta:
    """Set a value of the file itself.

    Attributes:
        once: Only if it was never set; otherwise the whole commit fails with ``HeadMovedError``.
    """

    name: str
    value: str
    once: bool = False


@dataclass(frozen=True, slots=True)
class RequireUnset:
    """Only while a value of the file is not set; otherwise ``HeadMovedError``."""

    name: str


@dataclass(frozen=True, slots=True)
class Queue:
    """Queue a head for one relay that lacks it."""

    relay: str
    address: str
    id: str


@dataclass(frozen=True, slots=True)
class DropTouch:
    """The record itself says now how often it was used."""

    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """Uses of one memory by this device.

    Attributes:
        address: Which memory.
        slot: The stamp under which the device counts there.
        count: All its uses, from the beginning.
        at: Seconds since the epoch of the last one.
    """

    address: str
    slot: str
    count: int
    at: float


Write = PutHead | PutDeletion | PutQuarantine | PutMeta | RequireUnset | Queue | DropTouch


@dataclass(frozen=True, slots=True)
class Queued:
    """One delivery that is due."""

    address: str
    id: str
    state: Delivery
    queued_at: float
    attempts: int
    deleted: bool
    event: Event | None


@dataclass(frozen=True, slots=True)
class RelayRow:
    """What the file remembers of a relay."""

    url: str
    verdict: str | None = None
    read_at: float | None = None
    complete_at: float | None = None
    full_at: float | None = None
    information: str | None = None
    information_at: float | None = None
    quarantined_until: float | None = None
    quarantines: int = 0
    offence: str | None = None
    rolled_back: int = 0
    withheld: int = 0
    alarmed_at: float | None = None
    negentropy: str | None = None
    negentropy_at: float | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of what."""

    records: int
    held: int
    quarantined: int
    deliveries: Mapping[tuple[str, str], int]
