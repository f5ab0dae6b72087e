"""After a write: how far it got."""

import asyncio
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from .exits import Code
from .output import data_json, reason, say
from .session import Session

if TYPE_CHECKING:
    from ..core.status import RelayStatus, Status
    from ..store import MemoryStore

PATIENCE = 5.0
"""Seconds for the first relay to accept."""
STRAGGLERS = 1.0
"""Seconds more for the others."""
POLL = 0.02


@dataclass(frozen=True, slots=True)
class Delivery:
    """Which relays have what was written.

    Attributes:
        accepted: Relays that said OK to everything.
        missing: What is known of the others, by URL.
    """

    accepted: tuple[str, ...]
    missing: Mapping[str, str]

    @property
    def word(self) -> str:
        """``local`` without relays, ``accepted``, or ``queued``."""
        if self.accepted:
            return "accepted"
        return "queued" if self.missing else "local"

    @property
    def code(self) -> Code:
        """The exit code that this makes."""
        return Code.QUEUED if self.word == "queued" else Code.OK

    def sentence(self) -> str:
        """For people."""
        missing = ", ".join(f"{url} ({why})" for url, why in self.missing.items())
        if self.accepted:
            rest = f"; not yet by {missing}" if missing else ""
            return f"accepted by {', '.join(self.accepted)}{rest}"
        if missing:
            return (
                f"stored on this machine, but no relay has accepted it yet: {missing}; it goes "
                "out with the next command that reaches one, or with: sense-memory sync"
            )
        return "stored on this machine"

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "delivery": self.word,
            "accepted_by": list(self.accepted),
            "waiting_for": dict(self.missing),
        }


async def delivered(store: "MemoryStore", before: "Status") -> Delivery:
    """Wait a few seconds for relays to accept what was written; what is local-only goes to none.

    Args:
        store: An open store.
        before: Its status before the write.
    """
    if store.is_local_only:
        return Delivery((), {})
    refused_before = {relay.url: relay.refusals for relay in before.relays}
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE
    first: float | None = None
    while True:
        status = store.status()
        missing = {
            relay.url: why
            for relay in status.relays
            if (why := _why_not(relay, status, refused_before.get(relay.url, 0))) is not None
        }
        accepted = tuple(relay.url for relay in status.relays if relay.url not in missing)
        now = loop.time()
        if accepted and first is None:
            first = now
            deadline = min(deadline, now + STRAGGLERS)
        hopeless = all(
            (relay.state == "offline" and relay.error is not None)
            or relay.url in accepted
            or relay.refusals > refused_before.get(relay.url, 0)
            for relay in status.relays
        )
        if not missing or hopeless or now >= deadline:
            return Delivery(accepted, missing)
        await asyncio.sleep(POLL)


def _why_not(relay: "RelayStatus", status: "Status", refused_before: int) -> str | None:
    """Why a relay does not have everything yet; ``None`` if it has."""
    error = reason(relay.url, relay.error) if relay.error is not None else None
    if relay.refusals > refused_before:
        return error or "it refuses the event"
    if status.held:
        return error or "it is not known yet whether the store is blinded"
    if relay.waiting:
        return error or f"{relay.waiting} waiting"
    return None


def report(session: Session, done: str, fields: Mapping[str, Any], delivery: Delivery) -> None:
    """Print what was done, and end the command with its exit code."""
    if session.as_json:
        data_json({**fields, **delivery.to_json()})
    say(f"{done}: {delivery.sentence()}")
    if delivery.code is not Code.OK:
        raise typer.Exit(delivery.code)


def report_forgotten(
    session: Session, done: str, fields: Mapping[str, Any], delivery: Delivery
) -> None:
    """The same of a forgetting: relays delete later than they accept, and one can ask for that."""
    if not session.as_json and delivery.word != "local":
        say(f"whether it is gone from each relay: {_receipt_command(session, fields['event_id'])}")
    report(session, done, fields, delivery)


def _receipt_command(session: Session, event_id: str) -> str:
    scope = f" --scope {shlex.quote(session.scope)}" if session.scope is not None else ""
    return f"sense-memory --profile {session.profile}{scope} receipt --sync {event_id}"
