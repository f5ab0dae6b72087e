"""The NIP-11 document of a relay, as its quirks would honestly describe it."""

from relay_fixtures.quirks import Quirks

__all__ = ["information"]


def information(quirks: Quirks) -> dict[str, object] | None:
    """The document to serve, None if the relay has none.

    Limits the relay does not have are absent, as NIP-11 allows.
    """
    document = quirks.nip11_document
    if document is None:
        return None
    if document != "honest":
        return dict(document)
    limitation = {
        "max_limit": quirks.filter_cap,
        "default_limit": quirks.default_limit,
        "max_subscriptions": quirks.max_subs,
        "max_message_length": quirks.max_frame_bytes or quirks.max_event_bytes,
        "max_content_length": quirks.max_content_chars,
        "max_event_tags": quirks.max_tags,
        "created_at_upper_limit": quirks.created_at_max_ahead,
        "created_at_lower_limit": quirks.created_at_max_behind,
        "auth_required": quirks.require_auth != "none" and quirks.guards_everything,
        "restricted_writes": quirks.require_auth in {"write", "both"},
    }
    return {
        "name": "quirk relay",
        "description": "a relay for tests",
        "software": "relay_fixtures",
        "version": "1",
        "supported_nips": _nips(quirks),
        "limitation": {name: value for name, value in limitation.items() if value is not None},
    }


def _nips(quirks: Quirks) -> list[int]:
    optional = {
        40: quirks.refuses_expired,
        45: quirks.answers_count,
        62: quirks.vanish != "ignored",
        67: quirks.eose_hints != "none",
        70: quirks.protected == "author",
        77: quirks.negentropy,
    }
    return sorted([1, 9, 11, 42, *(nip for nip, spoken in optional.items() if spoken)])
