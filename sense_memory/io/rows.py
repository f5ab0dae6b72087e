"""What goes into the file and what comes out of it, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from nips.nip01 import Event


class HeadMovedError(Exception):
    """Somebody else wrote first; merge and try again. Never reaches a caller."""


class SomethingMovedError(HeadMovedError):
    """Somebody wrote something else; the same writes will do if nobody minds that."""


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
class DropQuarantine:
    """Events that can be used are not kept aside any more, if they were."""

    ids: tuple[str, ...]


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
class RequireMeta:
    """Only while a value of the file is this one; otherwise ``HeadMovedError``."""

    name: str
    value: str


class Issue(StrEnum):
    """What the file knows of a stamp under one of its ids."""

    UNSENT = "unsent"
    """It issued it."""
    SENT = "sent"
    """It issued it, and a relay may have it."""
    PROVEN = "proven"
    """It issued it, and a relay has shown it back."""
    MET = "met"
    """A copy of this file issued it."""
    BEFORE = "before"
    """It stands for itself and all older ones, which are this file's and not listed."""


@dataclass(frozen=True, slots=True)
class PutIssued:
    """Note a stamp under the id of this file; one that is noted stays as it is.

    Attributes:
        before: The stamp of ours that stood there until now; ``""`` if there was none.
        anew: What is noted of the same stamp does not count any more.
    """

    address: str
    t: str
    how: Issue
    before: str = ""
    anew: bool = False


@dataclass(frozen=True, slots=True)
class DropRequest:
    """Let a deletion request, which went nowhere, say nothing more of an address."""

    address: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Let nothing stand at an address that no relay ever knew.

    Attributes:
        to: Where its memory stands now; whoever asks for a version is led there.
    """

    address: str
    to: str


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


Write = (
    PutHead
    | PutDeletion
    | PutQuarantine
    | DropQuarantine
    | PutMeta
    | RequireUnset
    | RequireMeta
    | PutIssued
    | DropRequest
    | Leave
    | Queue
    | DropTouch
)


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
class Waiting:
    """A delivery that is not proven, due or not; ``Queued`` has what it takes to go on with it."""

    relay: str
    address: str
    id: str
    state: Delivery
    queued_at: float
    next_at: float
    attempts: int
    said: str


@dataclass(frozen=True, slots=True)
class Erasure:
    """How far a forgetting has come at one address of one relay; times in seconds since the epoch.

    Attributes:
        relay: Where.
        address: What.
        request: The kind 5 that belongs to the tombstone.
        overwritten_at: When the tombstone was read back as the head.
        deleted_at: When the relay took the request.
        verified_at: When the tombstone was its head, or nothing stood there and a request that
            knows as much was served, after all that.
    """

    relay: str
    address: str
    request: str
    overwritten_at: float | None = None
    deleted_at: float | None = None
    verified_at: float | None = None


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
class Recognised:
    """What a file knows of some ids without having to ask for them.

    Attributes:
        heads: Address to (created_at, id), of versions that stand in the file.
        past: Address to the id of a version that something newer here already covers.
        requests: Ids of deletion requests in the ledger.
    """

    heads: Mapping[str, tuple[int, str]]
    past: Mapping[str, str]
    requests: frozenset[str]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of what.

    Attributes:
        records: Heads that are no tombstones.
        local_only: Those of them that go to no relay.
        held: Heads that wait until it is known how the store addresses.
        quarantined: Events kept for later.
        deliveries: Writes by relay and state.
        behind_since: When the oldest write that a relay is to accept yet was queued for it, seconds
            since the epoch; of relays that have such a one.
    """

    records: int
    local_only: int
    held: int
    quarantined: int
    deliveries: Mapping[tuple[str, str], int]
    behind_since: Mapping[str, float]
