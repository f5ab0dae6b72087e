"""What a relay's answer to a write means for that write."""

import re
from dataclasses import dataclass
from enum import StrEnum

from nips.messages import Prefix, split_reply

RETRY_FIRST = 2.0
RETRY_LONGEST = 300.0
DISABLED = 86_400.0
JITTER = 0.2
"""The share by which a wait is made longer or shorter, so that devices do not come in step."""
PATIENCE = 12
"""Attempts after which a write is parked and tried again with the next sync."""


class Verdict(StrEnum):
    """What to do next."""

    ACCEPTED = "accepted"
    MERGE = "merge"
    RETRY = "retry"
    SLOW_DOWN = "slow down"
    RESIGN = "resign"
    WORK = "work"
    REFUSED = "refused"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict, how many seconds to wait before trying again, and what the relay said."""

    verdict: Verdict
    wait: float
    said: str


_VERDICTS = {
    Prefix.DUPLICATE: Verdict.ACCEPTED,
    Prefix.RATE_LIMITED: Verdict.SLOW_DOWN,
    Prefix.RESTRICTED: Verdict.REFUSED,
    Prefix.MUTE: Verdict.REFUSED,
    Prefix.POW: Verdict.WORK,
    Prefix.AUTH_REQUIRED: Verdict.REFUSED,
}


_ABOUT_ITS_DATE = re.compile(
    r"created_at|too (early|late|old)|in the (future|past)|acceptable range|timestamp"
)
"""strfry, nostr-relay, khatru and nostr-rs-relay each say it in words of their own."""


def judge(accepted: bool, message: str, attempts: int) -> Judgement:
    """Read an OK.

    Args:
        accepted: Its third element.
        message: Its fourth.
        attempts: How often this write was sent before.
    """
    # NIP-01: "OK messages MUST be sent … the 3rd parameter is true when an event has been
    # accepted"; a duplicate is one that is already there, whatever the flag says.
    reply = split_reply(message)
    if accepted:
        return Judgement(Verdict.ACCEPTED, 0, message)
    verdict = _VERDICTS.get(reply.prefix, Verdict.RETRY)
    text = message.lower()
    if reply.prefix in (Prefix.REPLACED, Prefix.DELETED) or "deleted" in text:
        # Another version or a deletion came first: the next read brings it, and it is merged.
        verdict = Verdict.MERGE
    elif reply.prefix is Prefix.BLOCKED:
        too_large = "size" in text or "large" in text
        verdict = Verdict.DEAD if too_large else Verdict.REFUSED
    elif reply.prefix is Prefix.INVALID:
        verdict = Verdict.RESIGN if _ABOUT_ITS_DATE.search(text) else Verdict.DEAD
    wait = {
        Verdict.ACCEPTED: 0.0,
        Verdict.REFUSED: DISABLED,
        Verdict.WORK: DISABLED,
        Verdict.DEAD: DISABLED,
    }.get(verdict, retry_wait(attempts))
    return Judgement(verdict, wait, message or "no reason given")


def retry_wait(attempts: int) -> float:
    """Seconds before the next attempt: 2, 4, 8 … 300.

    Args:
        attempts: How often it was tried before.
    """
    return min(RETRY_LONGEST, RETRY_FIRST * 2.0 ** min(attempts, 10))


def demanded_bits(said: str) -> int | None:
    """The work that a relay asks for in a reply with ``pow:``; ``None`` if it names none.

    Relays phrase it freely: "pow: difficulty 25 is less than 30", "pow: 20 bits needed". The
    greatest number is the demand.
    """
    numbers = [int(text) for text in re.findall(r"(?<![\d.])\d{1,3}(?![\d.])", said)]
    return max((number for number in numbers if 0 < number <= 256), default=None)
