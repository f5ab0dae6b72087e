"""What a store says about itself and its relays."""

from dataclasses import dataclass

from .embedding_report import EmbeddingStatus
from .llm import LLMUsage


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something a relay did that a good one does not.

    Attributes:
        kind: ``relay_rollback``: it serves older versions than it once did; ``relay_withholds``:
            it serves nothing where it once served something; ``relay_quarantined``: it sent junk
            and is left alone for a while.
        count: How many memories or deletions that is about; 0 for a quarantine.
        at: When it was noticed, or when the quarantine ends; seconds since the epoch.
        detail: A sentence.
    """

    kind: str
    count: int
    at: float
    detail: str


@dataclass(frozen=True, slots=True)
class RelayStatus:
    """One relay, as this store sees it.

    Attributes:
        url: The relay.
        state: ``connected``, ``connecting`` or ``offline``.
        verdict: Of the last load: ``complete``, ``unproven``, ``partial``, or ``None`` before it.
        read_at: When that load began, seconds since the epoch.
        waiting: Writes it has not accepted yet.
        accepted: Writes it said OK to, not yet read back.
        parked: Writes it keeps refusing; tried again with the next sync.
        dead: Writes that it will never take.
        error: What went wrong last, or ``None``.
        bytes_in: Characters received since the store was opened.
        bytes_out: Characters sent.
        events_in: Events received.
        events_out: Events sent.
        refusals: Writes it refused since the store was opened.
        alarms: What it did that a good relay does not; what it lost is sent to it again.
        behind_since: When the oldest of the waiting and parked ones was queued for it, seconds
            since the epoch; ``None`` if there is none.
    """

    url: str
    state: str
    verdict: str | None
    read_at: float | None
    waiting: int
    accepted: int
    parked: int
    dead: int
    error: str | None
    bytes_in: int
    bytes_out: int
    events_in: int
    events_out: int
    refusals: int = 0
    alarms: tuple[Alarm, ...] = ()
    behind_since: float | None = None


@dataclass(frozen=True, slots=True)
class LLMStatus:
    """The language model of a store.

    Attributes:
        id: The provider and the model that talks.
        extract_id: The provider and the model that reads sessions and condenses them.
        usage: What it was asked since it was made, by this store or by whoever else has it.
    """

    id: str
    extract_id: str
    usage: LLMUsage


@dataclass(frozen=True, slots=True)
class Status:
    """The store.

    Attributes:
        pubkey: 64 hex digits.
        device: Id of this file or process.
        path: The file, or ``None`` for a store in memory.
        addressing: ``plain``, ``blinded``, or ``None`` while nobody has said: then writes wait.
        records: Living records in all scopes: memories, and what the store keeps about them, such
            as reports, decisions about suggestions, and vectors.
        local_only: How many of these stay in this file and go to no relay.
        held: Writes that wait until it is known how the store addresses.
        unreadable: Events kept aside: of a newer release, or of a key that has not arrived.
        delivery: The weakest word that holds for all writes that go out: ``local`` (in the file),
            ``accepted`` (OK from a relay), ``replicated`` (read back from two relays, or from the
            only one).
        absence_known: Whether "not here" means "nowhere".
        relays: Each relay.
        salvaged: The damaged file from which this one was rebuilt, for as long as it is there.
        moved_to: The key under which this mind goes on, 64 hex digits; this one takes no writes.
        copied_at: When a copy of this file was met last, which had written under the same device
            id, or what an older file, put in its place, had written since; seconds since the
            epoch. ``None`` if that never was.
        embedding: What is known of the vectors of this store's scope; ``None`` without an encoder.
        llm: The language model, and what it was asked; ``None`` without one.
    """

    pubkey: str
    device: str
    path: str | None
    addressing: str | None
    records: int
    held: int
    unreadable: int
    delivery: str
    absence_known: bool
    relays: tuple[RelayStatus, ...]
    salvaged: str | None = None
    moved_to: str | None = None
    copied_at: float | None = None
    embedding: EmbeddingStatus | None = None
    llm: LLMStatus | None = None
    local_only: int = 0


@dataclass(frozen=True, slots=True)
class AddressingReport:
    """How far a change of addressing has come.

    Attributes:
        addressing: How the store addresses from now on.
        copied: Memories that were written to their new addresses in this run.
        withdrawn: Old addresses that were given up in this run.
        waiting: Old addresses that wait until two relays (or the only one) have shown the copy.
    """

    addressing: str
    copied: int
    withdrawn: int
    waiting: int


@dataclass(frozen=True, slots=True)
class RelaySync:
    """What a sync did at one relay.

    Attributes:
        url: The relay.
        verdict: Of the load, or ``None`` if it could not be read.
        received: Events that came.
        sent: Writes it accepted.
        waiting: Writes that it has not accepted yet.
        error: What went wrong, or ``None``.
    """

    url: str
    verdict: str | None
    received: int
    sent: int
    waiting: int
    error: str | None


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did."""

    relays: tuple[RelaySync, ...]

    @property
    def is_complete(self) -> bool:
        """Every relay was read to its end and took everything."""
        return all(
            relay.verdict == "complete" and not relay.waiting and relay.error is None
            for relay in self.relays
        )
