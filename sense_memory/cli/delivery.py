"""After a write: how far it got."""

import asyncio
import shlex
from collections.abc import Iterable, Mapping
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
WHAT_TO_DO = "why, and what to do: sense-memory status --outbox"


@dataclass(frozen=True, slots=True)
class Delivery:
    """Which relays have what was written.

    Attributes:
        accepted: Relays that said OK to everything.
        missing: What is known of the others, by URL.
        refusing: Those of the missing that will never take it as it is.
    """

    accepted: tuple[str, ...]
    missing: Mapping[str, str]
    refusing: tuple[str, ...] = ()

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
        waiting = self._named(url for url in self.missing if url not in self.refusing)
        refusing = self._named(self.refusing)
        if self.accepted:
            rest = f"; not yet by {waiting}" if waiting else ""
            rest += f"; never by {refusing}; {WHAT_TO_DO}" if refusing else ""
            return f"accepted by {', '.join(self.accepted)}{rest}"
        if waiting:
            rest = f"; never to {refusing}; {WHAT_TO_DO}" if refusing else ""
            return (
                f"stored on this machine, but no relay has accepted it yet: {waiting}; it goes "
                f"out with the next command that reaches one, or with: sense-memory sync{rest}"
            )
        if refusing:
            return f"stored on this machine, but no relay takes it: {refusing}; {WHAT_TO_DO}"
        return "stored on this machine"

    def _named(self, urls: Iterable[str]) -> str:
        return ", ".join(f"{url} ({self.missing[url]})" for url in urls)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "delivery": self.word,
            "accepted_by": list(self.accepted),
            "waiting_for": dict(self.missing),
        }


async def delivered(
    store: "MemoryStore", before: "Status", *, has_written: bool = True
) -> Delivery:
    """Wait a few seconds for relays to accept what was written; what is local-only goes to none.

    Args:
        store: An open store.
        before: Its status before the write.
        has_written: Whether anything was written. Where all was known, it is asked of what was
            written earlier: a relay that refused some of that for good has not accepted it.
    """
    if store.is_local_only:
        return Delivery((), {})
    earlier = {relay.url: relay for relay in before.relays}
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE
    first: float | None = None
    while True:
        status = store.status()
        missing = {
            relay.url: why
            for relay in status.relays
            if (why := _why_not(relay, status, earlier.get(relay.url), has_written)) is not None
        }
        accepted = tuple(relay.url for relay in status.relays if relay.url not in missing)
        now = loop.time()
        has_refused = {
            relay.url for relay in status.relays if _has_refused(relay, earlier.get(relay.url))
        }
        if (accepted or has_refused) and first is None:
            first = now
            deadline = min(deadline, now + STRAGGLERS)
        hopeless = all(
            (relay.state == "offline" and relay.error is not None)
            or relay.url in accepted
            # what it has not answered yet it may refuse for good, too
            or (relay.url in has_refused and not relay.waiting)
            for relay in status.relays
        )
        if not missing or hopeless or now >= deadline:
            refusing = tuple(
                relay.url
                for relay in status.relays
                if relay.url in missing and _is_final(relay, status, earlier.get(relay.url))
            )
            return Delivery(accepted, missing, refusing)
        await asyncio.sleep(POLL)


def _why_not(
    relay: "RelayStatus", status: "Status", earlier: "RelayStatus | None", has_written: bool
) -> str | None:
    """Why a relay does not have everything yet; ``None`` if it has."""
    error = reason(relay.url, relay.error) if relay.error is not None else None
    if _has_refused(relay, earlier):
        return error or "it refuses the event"
    if status.held:
        return error or "it is not known yet whether the store is blinded"
    if relay.waiting:
        return error or f"{relay.waiting} waiting"
    if not has_written and relay.dead:
        return f"it has refused {relay.dead} of what is here for good"
    if not has_written and relay.parked:
        return f"it keeps refusing {relay.parked} of what is here"
    return None


def _has_refused(relay: "RelayStatus", earlier: "RelayStatus | None") -> bool:
    return relay.refusals > (earlier.refusals if earlier is not None else 0)


def _is_final(relay: "RelayStatus", status: "Status", earlier: "RelayStatus | None") -> bool:
    """Whether what is missing will never be taken: nothing of it is tried again."""
    parked_before = earlier.parked if earlier is not None else 0
    return bool(
        relay.dead and not relay.waiting and not status.held and relay.parked <= parked_before
    )


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
