"""The relays: are they there, do they know us, what do they lack, what did they do."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from nips import nip78
from nips.nip01 import Event, Filter, UnsignedEvent

from ...core.config import RelayConfig
from ...core.errors import RelayError
from ...core.finding import Finding, ok, problem, warning
from ...core.ports import Clock
from ..conversation import converse
from ..file_report import RelayReport
from ..identity import Identity
from ..relay_greeting import Greeting, fetch_greeting

STALE = 86_400.0
"""Seconds after which a relay should have been read again."""
SLOW = 3_600.0
"""Seconds that a write may wait before it is worth a word."""
PATIENCE = RelayConfig(connect_timeout=8, ok_timeout=8, information_timeout=5)


@dataclass(frozen=True, slots=True)
class Call:
    """One call at a relay.

    Attributes:
        url: The relay.
        greeting: What it said over HTTP.
        error: Why it could not be asked, or ``None``.
        latency: Seconds from a question to the end of its answer.
        asked_who: Whether it asked who we are.
        is_proven: Whether it took the proof; ``None`` if it did not ask, or not answer.
        refusal: What it said instead of an answer.
    """

    url: str
    greeting: Greeting
    error: str | None = None
    latency: float | None = None
    asked_who: bool = False
    is_proven: bool | None = None
    refusal: str | None = None


async def call_all(urls: Sequence[str], identity: Identity | None, clock: Clock) -> list[Call]:
    """Call at every relay, at once; one question each, nothing is written.

    Args:
        urls: The relays.
        identity: Who proves who he is where a relay asks; ``None`` is somebody unknown.
        clock: Dates the proof.
    """
    caller = identity or Identity.generate()
    return list(await asyncio.gather(*(_call(url, caller, clock) for url in urls)))


async def _call(url: str, identity: Identity, clock: Clock) -> Call:
    greeting, call = await asyncio.gather(
        fetch_greeting(url, clock, PATIENCE.information_timeout), _ask(url, identity, clock)
    )
    return replace(call, greeting=greeting)


async def _ask(url: str, identity: Identity, clock: Clock) -> Call:
    async def signed(unsigned: UnsignedEvent) -> Event:
        return identity.sign_event(kind=unsigned.kind, content=unsigned.content, tags=unsigned.tags)

    author = identity.public_key_hex
    question = Filter(kinds=(nip78.KIND,), authors=(author,), limit=1)
    try:
        async with converse(url, author, signed, clock, PATIENCE) as talk:
            began = asyncio.get_running_loop().time()
            said = await talk.ask(question)
            return Call(
                url,
                Greeting(),
                None if said.is_answered else f"no end of an answer within {talk.seconds:g} s",
                asyncio.get_running_loop().time() - began,
                talk.asked_who is not None,
                talk.is_proven,
                said.refusal,
            )
    except RelayError as error:
        return Call(url, Greeting(), str(error).removeprefix(f"{url}: "))


def judge(
    calls: Sequence[Call], reports: Sequence[RelayReport | None], now: float
) -> list[Finding]:
    """What the calls and the file say together.

    Args:
        calls: One each.
        reports: What the file remembers of the same relays, in the same order.
        now: Seconds since the epoch.
    """
    findings = [_number(len(calls))]
    is_one_there = any(call.error is None for call in calls)
    for call, report in zip(calls, reports, strict=True):
        findings.append(_reach(call, is_one_there))
        if call.error is None:
            findings.append(_auth(call))
        findings.append(_read(call.url, report, now))
        if report is not None:
            findings += _writes(report, now)
            findings += _alarms(report, now)
    return findings


def _number(count: int) -> Finding:
    if count == 0:
        return ok(
            "relays.number",
            "this profile is local: no relay has a copy; export events makes a backup",
        )
    if count == 1:
        return warning(
            "relays.number",
            "there is one relay: what it loses is only on this machine",
            "run: sense-memory relays add wss://…",
        )
    return ok("relays.number", f"there are {count} relays")


def _reach(call: Call, is_one_there: bool) -> Finding:
    if call.error is None:
        said = f"it answers in {1000 * (call.latency or 0):.0f} ms"
        return ok("relay.reach", said, relay=call.url)
    advice = "check the connection and the URL; what is to go there waits"
    finding = warning if is_one_there else problem
    return finding("relay.reach", call.error, advice, relay=call.url)


def _auth(call: Call) -> Finding:
    if call.refusal is not None or call.is_proven is False:
        said = call.refusal or "it does not take the proof of who we are"
        return problem(
            "relay.auth",
            f"it shows us nothing: {said}",
            "ask its operator to let this key in, or use another relay",
            relay=call.url,
        )
    said = "it asked who we are, and took the proof" if call.asked_who else "it asks nobody who"
    return ok("relay.auth", said, relay=call.url)


def _read(url: str, report: RelayReport | None, now: float) -> Finding:
    advice = "run: sense-memory sync"
    if report is None or report.verdict is None:
        return warning("relay.read", "it was never read", advice, relay=url)
    if report.verdict != "complete":
        why = {
            "partial": "the last load broke off",
            "unproven": "the last load may have left something out",
        }
        said = why.get(report.verdict, report.verdict)
        return warning("relay.read", said, advice, relay=url)
    age = now - (report.complete_at or 0)
    said = f"it was read to its end {_ago(age)}"
    if age > STALE:
        return warning("relay.read", said, advice, relay=url)
    return ok("relay.read", said, relay=url)


def _writes(report: RelayReport, now: float) -> list[Finding]:
    findings: list[Finding] = []
    said = {
        state: "; ".join(
            f"{refusal.count}: {refusal.said}"
            for refusal in report.refusals
            if refusal.state == state
        )
        for state in ("waiting", "parked", "dead")
    }
    if report.dead:
        findings.append(
            problem(
                "relay.writes",
                f"it will never take {report.dead} writes ({said['dead'] or 'it did not say why'})",
                "see what it takes: sense-memory relays test; another relay may take more",
                relay=report.url,
            )
        )
    if report.parked:
        findings.append(
            warning(
                "relay.writes",
                f"it refuses {report.parked} writes ({said['parked'] or 'it did not say why'})",
                "they are tried again with: sense-memory sync",
                relay=report.url,
            )
        )
    if report.waiting:
        age = now - (report.waiting_since or now)
        wait = "1 write waits" if report.waiting == 1 else f"{report.waiting} writes wait"
        words = f"{wait} for it, the oldest for {_span(age)}"
        if said["waiting"]:
            words += f" ({said['waiting']})"
        findings.append(
            warning("relay.writes", words, "run: sense-memory sync", relay=report.url)
            if age > SLOW
            else ok("relay.writes", words, relay=report.url)
        )
    if not findings:
        findings.append(ok("relay.writes", "it has taken every write", relay=report.url))
    return findings


def _alarms(report: RelayReport, now: float) -> list[Finding]:
    advice = "it gets them again; if this goes on, use another relay"
    findings: list[Finding] = []
    for count, what in (
        (report.rolled_back, "older versions than it once did"),
        (report.withheld, "nothing where it once showed something"),
    ):
        if count:
            said = f"it shows {what}, at {count} places"
            findings.append(warning("relay.alarm", said, advice, relay=report.url))
    if report.quarantined_until is not None and report.quarantined_until > now:
        until = datetime.fromtimestamp(report.quarantined_until, UTC).astimezone()
        findings.append(
            warning(
                "relay.alarm",
                f"it is left alone until {until:%Y-%m-%d %H:%M}: it sent too many "
                f"{report.offence or 'wrong things'}",
                "nothing need be done; if this goes on, use another relay",
                relay=report.url,
            )
        )
    return findings


def _ago(seconds: float) -> str:
    return f"{_span(seconds)} ago"


def _span(seconds: float) -> str:
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(0.0, seconds):.0f} seconds"
