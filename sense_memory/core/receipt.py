"""How far a write has come: what a store can say of it that is true."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .ref import Ref

LOCAL, ACCEPTED, REPLICATED = "local", "accepted", "replicated"


@dataclass(frozen=True, slots=True)
class RelayReceipt:
    """A write at one relay; times in seconds since the epoch.

    Attributes:
        relay: Where.
        state: ``waiting``: it has not taken it yet; ``accepted``: it said OK; ``replicated``: a
            read long enough after that showed it; ``parked``: it refuses it, and is asked again
            with the next sync; ``dead``: it will never take it.
        said: What it answered last, or why nothing was sent; ``""`` if there is nothing to say.
        overwritten_at: Of a forgotten memory: when the tombstone was read back in its place.
        deleted_at: Of a forgotten memory: when the relay took the deletion request.
        verified_at: Of a forgotten memory: when a read after that showed that it is gone: the
            tombstone stood there, or nothing did and the request was served.
    """

    relay: str
    state: str
    said: str = ""
    overwritten_at: float | None = None
    deleted_at: float | None = None
    verified_at: float | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a write.

    Attributes:
        event_id: Which was asked for, 64 hex digits.
        ref: The memory it is about.
        is_forgotten: Whether that memory is forgotten by now.
        replaced_by: The id of the newer version that stands in its place, if there is one; it holds
            all that this one said and nobody has changed since, and the rest of the receipt is
            about it.
        level: ``local`` (in the file), ``accepted`` (OK from a relay), ``replicated`` (read back
            from two relays, or from the only one).
        relays: Each relay; none where the memory is local-only.
        is_local_only: Whether it stays in this file and goes to no relay, however long it takes.
    """

    event_id: str
    ref: Ref[Any]
    is_forgotten: bool
    replaced_by: str | None
    level: str
    relays: tuple[RelayReceipt, ...]
    is_local_only: bool = False


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A write that a relay has not taken.

    Attributes:
        relay: Which relay.
        ref: The memory, or ``None`` if what waits is none of a known kind.
        event_id: The version that waits, 64 hex digits.
        state: ``waiting``, ``parked`` or ``dead``.
        since: When it was queued, seconds since the epoch.
        next_at: From when on it is tried again, seconds since the epoch; ``None``: never by itself.
        said: What the relay answered last, or why it cannot be reached; ``""`` if nothing.
    """

    relay: str
    ref: Ref[Any] | None
    event_id: str
    state: str
    since: float
    next_at: float | None
    said: str

    @property
    def advice(self) -> str:
        """What can be done."""
        if self.state == "dead":
            return (
                "this relay will not take it as it is: store something shorter, use another relay, "
                "or, if its rules have changed, retry()"
            )
        if self.state == "parked":
            return "see what the relay said; the next sync() tries again"
        return "nothing: it is sent as soon as the relay can be reached"


def level_of(states: Iterable[str]) -> str:
    """The word that holds for a write: read back from two relays, or from the only one."""
    levels = [
        REPLICATED if s == REPLICATED else ACCEPTED if s == ACCEPTED else LOCAL for s in states
    ]
    needed = min(2, len(levels))
    if needed and levels.count(REPLICATED) >= needed:
        return REPLICATED
    return ACCEPTED if any(level != LOCAL for level in levels) else LOCAL
