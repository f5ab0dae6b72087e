"""Which events a relay takes: size, age, form, rate."""

from nips.nip01 import Event, KindClass, kind_class, verify
from nips.nip40 import is_expired
from nips.nip70 import is_protected
from relay_fixtures.access import ACCEPT, AUTH_FIRST
from relay_fixtures.peer import Peer
from relay_fixtures.quirks import Quirks
from relay_fixtures.rates import RateLimit, RateMeter

__all__ = ["objection"]

DEL = "\x7f"
HEX = frozenset("0123456789abcdef")


def objection(event: Event, peer: Peer, quirks: Quirks, meter: RateMeter, now: float) -> str:
    """Why this relay does not take the event, empty if it does. One taken counts as a rate."""
    if not verify(event):
        return "invalid: bad event id or signature"
    return (
        (quirks.reject_all_with or ACCEPT)
        or _kind(event, quirks)
        or _size(event, quirks)
        or _form(event, quirks)
        or _time(event, quirks, now)
        or _protection(event, peer, quirks)
        or (ACCEPT if meter.admit(_limits(event, quirks), now) else "rate-limited: slow down")
    )


def _limits(event: Event, quirks: Quirks) -> list[RateLimit]:
    return [limit for limit in quirks.event_limits if limit.concerns(event.kind)]


def _kind(event: Event, quirks: Quirks) -> str:
    return (
        f"blocked: kind {event.kind} is not taken" if event.kind in quirks.refused_kinds else ACCEPT
    )


def _size(event: Event, quirks: Quirks) -> str:
    if quirks.max_content_chars is not None and len(event.content) > quirks.max_content_chars:
        return f"invalid: content longer than {quirks.max_content_chars} characters"
    size = len(event.to_json().encode())
    if quirks.max_event_bytes is not None and size > quirks.max_event_bytes:
        return f"blocked: event size ({size} bytes) exceeds {quirks.max_event_bytes}"
    if quirks.max_tags is not None and len(event.tags) > quirks.max_tags:
        return f"invalid: too many tags: {len(event.tags)}"
    return ACCEPT


def _form(event: Event, quirks: Quirks) -> str:
    if quirks.rejects_del_character and DEL in event.to_json():
        return "invalid: bad event id"
    if quirks.strict_hex_tags:
        for tag in event.tags:
            if tag[0] in {"e", "p"} and (len(tag) < 2 or not _is_hex32(tag[1])):
                return "invalid: unexpected size for fixed-size tag"
    return ACCEPT


def _is_hex32(value: str) -> bool:
    return len(value) == 64 and HEX.issuperset(value)


def _time(event: Event, quirks: Quirks, now: float) -> str:
    ahead = event.created_at - now
    if quirks.created_at_max_ahead is not None and ahead > quirks.created_at_max_ahead:
        return "invalid: created_at too late"
    behind = quirks.created_at_max_behind
    if kind_class(event.kind) is KindClass.EPHEMERAL and quirks.ephemeral_max_behind is not None:
        behind = quirks.ephemeral_max_behind
    if behind is not None and -ahead > behind:
        return "invalid: created_at too early"
    # NIP-40: "Relays SHOULD drop any events that are published to them if they are expired."
    if quirks.refuses_expired and is_expired(event, int(now)):
        return "blocked: event is expired"
    return ACCEPT


def _protection(event: Event, peer: Peer, quirks: Quirks) -> str:
    # NIP-70: "The default behavior of a relay MUST be to reject any event that contains ["-"]."
    if quirks.protected == "anybody" or not is_protected(event):
        return ACCEPT
    if quirks.protected == "refused":
        return "blocked: event marked as protected"
    if event.pubkey in peer.pubkeys:
        return ACCEPT
    return "blocked: only its author may publish this event" if peer.pubkeys else AUTH_FIRST
