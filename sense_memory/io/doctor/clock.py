"""The clock: against the relays' and against the file's."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ...core.finding import Finding, ok, problem, warning
from ..file_report import FileReport
from .relay import Call

FAR_OFF = 900.0
OFF = 60.0
"""Seconds between clocks: relays refuse what lies further ahead than the one, and some of them a
proof of identity that is older than the other."""

SET_IT = "set this machine's clock (NTP)"


def look_at_clock(calls: Sequence[Call], report: FileReport | None, now: float) -> list[Finding]:
    """Compare this machine's clock with those of others.

    Args:
        calls: What the relays said, among that their time.
        report: What the file says, or ``None``.
        now: This machine's clock, seconds since the epoch.
    """
    offsets = [
        call.greeting.clock_offset for call in calls if call.greeting.clock_offset is not None
    ]
    findings = [_against_relays(offsets)]
    if report is not None and report.newest_at is not None:
        findings.append(_against_file(report.newest_at, now, bool(offsets)))
    return findings


def _against_relays(offsets: Sequence[float]) -> Finding:
    if not offsets:
        return ok("clock.relays", "no relay says what time it is")
    # one relay with a wrong clock is that relay's trouble: the one that agrees best counts
    offset = min(offsets, key=abs)
    said = f"this clock is {abs(offset):.0f} s {'behind' if offset > 0 else 'ahead of'} the relays'"
    if abs(offset) > FAR_OFF:
        return problem("clock.relays", f"{said}: relays refuse such dates", SET_IT)
    if abs(offset) > OFF:
        return warning("clock.relays", f"{said}: some take no proof of identity then", SET_IT)
    return ok("clock.relays", "this clock and the relays' agree")


def _against_file(newest_at: int, now: float, are_relays_agreed: bool) -> Finding:
    ahead = newest_at - now
    if ahead <= FAR_OFF:
        return ok("clock.file", "no memory is dated in the future")
    date = datetime.fromtimestamp(newest_at, UTC)
    whose = "another device's clock was ahead" if are_relays_agreed else "a clock is wrong"
    return problem(
        "clock.file",
        f"the file holds a memory dated {date:%Y-%m-%d %H:%M} UTC, which has not come yet: {whose}",
        f"{SET_IT}, and those of the other devices",
    )
