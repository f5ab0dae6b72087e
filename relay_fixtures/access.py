"""Who may read and write what: NIP-42, and the guarded kinds of NIP-78."""

from nips.nip01 import Event, Filter
from nips.nip42 import check_auth
from relay_fixtures.peer import Peer
from relay_fixtures.quirks import Quirks

__all__ = ["ACCEPT", "AUTH_FIRST", "auth_refusal", "may_read", "read_bar", "write_bar"]

AUTH_FIRST = "auth-required: authenticate first"
RESTRICTED = "restricted: not for this pubkey"
ACCEPT = ""


def auth_refusal(event: Event, peer: Peer, quirks: Quirks, url: str, now: int) -> str:
    """Why an AUTH is refused, empty if it is accepted."""
    too_old = now - event.created_at > quirks.auth_max_age
    if too_old or not check_auth(event, url, peer.challenge, now):
        return "invalid: bad authentication"
    if quirks.one_pubkey_per_connection and peer.pubkeys - {event.pubkey}:
        return "error: already authenticated"
    return ACCEPT


def write_bar(event: Event, peer: Peer, quirks: Quirks) -> str:
    """Why this client may not publish the event, empty if it may."""
    if event.kind in quirks.owner_kinds and event.pubkey not in peer.pubkeys:
        return RESTRICTED if peer.pubkeys else AUTH_FIRST
    if quirks.require_auth in {"write", "both"} and quirks.guards(event.kind):
        return _bar(peer, quirks)
    return ACCEPT


def may_read(event: Event, peer: Peer, quirks: Quirks) -> bool:
    """Whether this client is shown the event."""
    if event.kind in quirks.owner_kinds:
        return event.pubkey in peer.pubkeys
    if quirks.require_auth not in {"read", "both"} or not quirks.guards(event.kind):
        return True
    return _bar(peer, quirks) == ACCEPT


def read_bar(filters: tuple[Filter, ...], peer: Peer, quirks: Quirks) -> str:
    """Why these filters get CLOSED, empty if they get an answer.

    A relay that hides closes only what asks for nothing but guarded kinds.
    """
    kinds = [kind for wanted in filters for kind in wanted.kinds]
    unbound = any(not wanted.kinds for wanted in filters)
    # NIP-78: relays "SHOULD serve it only to the authenticated owner".
    if kinds and not unbound and not peer.pubkeys and quirks.owner_kinds.issuperset(kinds):
        return AUTH_FIRST
    if quirks.require_auth not in {"read", "both"}:
        return ACCEPT
    guarded = [quirks.guards(kind) for kind in kinds]
    if quirks.hides_auth_for_mixed_kinds:
        concerned = not unbound and all(guarded)
    else:
        concerned = unbound or any(guarded)
    return _bar(peer, quirks) if concerned else ACCEPT


def _bar(peer: Peer, quirks: Quirks) -> str:
    """Why this client may not do what is guarded, empty if it may."""
    if not peer.pubkeys:
        return AUTH_FIRST
    allowed = quirks.allowed_pubkeys
    return RESTRICTED if allowed is not None and not peer.pubkeys & allowed else ACCEPT
