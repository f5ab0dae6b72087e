"""Each relay, and what is to be said of it."""

from dataclasses import dataclass

from nips.nip11 import RelayInformation

from ...core.finding import Finding, Level, ok, problem, warning, worst
from ...core.status import Alarm, RelayStatus
from .reach import why_not
from .says import RelaySays, relay_says


@dataclass(frozen=True, slots=True)
class RelayShown:
    """One relay.

    Attributes:
        url: It.
        state: ``connected``, ``connecting`` or ``offline``.
        level: Of the worst of its findings.
        findings: In sentences.
        read_at: When the last load began, seconds since the epoch; ``None`` before it.
        waiting: Writes that it has not taken yet.
        accepted: Writes that it said OK to, not yet read back.
        parked: Writes that it keeps refusing.
        dead: Writes that it will never take.
        behind_since: When the oldest write that it has not taken was queued for it, seconds since
            the epoch; ``None`` if there is none.
        refusals: Writes that it refused since the store was opened.
        events_in: Events received since then.
        events_out: Events sent since then.
        says: What it says of itself; ``None`` where that is nothing.
    """

    url: str
    state: str
    level: Level
    findings: tuple[Finding, ...]
    read_at: float | None
    waiting: int
    accepted: int
    parked: int
    dead: int
    behind_since: float | None
    refusals: int
    events_in: int
    events_out: int
    says: RelaySays | None


def relay_shown(relay: RelayStatus, information: RelayInformation | None = None) -> RelayShown:
    """A relay, for the page.

    Args:
        relay: As the store sees it.
        information: As it sees itself, if it said so.
    """
    findings = (_reach(relay), _read(relay), *_writes(relay), *map(_alarm, relay.alarms))
    return RelayShown(
        relay.url,
        relay.state,
        worst(findings),
        findings,
        relay.read_at,
        relay.waiting,
        relay.accepted,
        relay.parked,
        relay.dead,
        relay.behind_since,
        relay.refusals,
        relay.events_in,
        relay.events_out,
        relay_says(information) if information is not None else None,
    )


def _reach(relay: RelayStatus) -> Finding:
    said = why_not(relay.url, relay.error or "")
    if relay.state == "connected":
        if said:
            return warning("relay.reach", f"Connected, but: {said}.", "see whether this lasts")
        return ok("relay.reach", "Connected: changes come and go as they happen.")
    if relay.state == "connecting":
        return ok("relay.reach", "It is being connected.")
    return problem(
        "relay.reach",
        f"It cannot be reached: {said}." if said else "It is not connected.",
        "nothing, if this passes: what is to go there waits",
    )


def _read(relay: RelayStatus) -> Finding:
    match relay.verdict:
        case "complete":
            return ok("relay.read", "It was read to its end.")
        case "unproven":
            return warning(
                "relay.read",
                "It was read, but may have left something out.",
                "nothing: it is read again; another relay may prove that this was all",
            )
        case "partial":
            return warning(
                "relay.read", "It was read in part: the last load broke off.", "it is read again"
            )
        case _:
            return warning("relay.read", "It was never read.", "nothing: it is, once reached")


def _writes(relay: RelayStatus) -> list[Finding]:
    found = []
    if relay.dead:
        found.append(
            problem(
                "relay.writes",
                f"It refuses {_number(relay.dead)} for good.",
                "see below what it said; another relay may take more",
            )
        )
    if relay.parked:
        found.append(
            warning(
                "relay.writes",
                f"It refuses {_number(relay.parked)} for now.",
                "see below what it said; the next sync asks it again",
            )
        )
    if relay.waiting:
        found.append(
            warning(
                "relay.writes",
                f"It has not taken {_number(relay.waiting)} yet.",
                "nothing: what waits is sent by itself"
                if relay.state == "connected"
                else "nothing: what waits goes out as soon as it can be reached",
            )
        )
    if relay.accepted:
        said = f"It said OK to {_number(relay.accepted)}, which it has yet to show."
        found.append(ok("relay.writes", said))
    if not found and relay.verdict is not None:
        found.append(ok("relay.writes", "It has everything, and showed it."))
    return found


def _alarm(alarm: Alarm) -> Finding:
    advice = "if this goes on, use another relay: sense-memory relays add wss://…"
    records = "one record" if alarm.count == 1 else f"{alarm.count:,} records"
    match alarm.kind:
        case "relay_withholds":
            said = f"It shows nothing of {records} that it once had; it is sent them again."
        case "relay_rollback":
            said = f"It shows older versions of {records} than it once did; it is sent them again."
        case _:
            said = f"{alarm.detail[0].upper()}{alarm.detail[1:]}."
    return warning("relay.alarm", said, advice)


def _number(count: int) -> str:
    return "one write" if count == 1 else f"{count:,} writes"
