"""Looking at all that a profile stands on, without opening its store or changing anything."""

import asyncio
from dataclasses import dataclass

from ...core.finding import Finding, Level, worst
from ...core.ports import Clock
from ..keys.found import FoundKey
from ..profile import Profile
from .clock import look_at_clock
from .file import look_at_file
from .key import look_at_key
from .relay import call_all, judge

__all__ = ["Diagnosis", "examine_profile"]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found.

    Attributes:
        public_key: Whose profile it is, 64 hex digits, if that is known.
        has_key: Whether its secret key can be used.
        findings: In the order in which things were looked at.
    """

    public_key: str | None
    has_key: bool
    findings: tuple[Finding, ...]

    @property
    def level(self) -> Level:
        """The worst of it."""
        return worst(self.findings)


async def examine_profile(profile: Profile, given: FoundKey | None, clock: Clock) -> Diagnosis:
    """Look at key, file, relays and clock.

    One question is asked of each relay, with a proof of identity where it asks for one.

    Args:
        profile: One that exists.
        given: A key from outside the profile, which comes before its own.
        clock: This machine's.
    """
    key = look_at_key(profile, given)
    file = await asyncio.to_thread(look_at_file, profile, key.public_key)
    calls = await call_all(profile.relays, key.identity, clock)
    now = clock.now()
    reports = [file.report.relay(url) if file.report else None for url in profile.relays]
    findings = (
        *key.findings,
        *file.findings,
        *look_at_clock(calls, file.report, now),
        *judge(calls, reports, now),
    )
    return Diagnosis(key.public_key, key.identity is not None, findings)
