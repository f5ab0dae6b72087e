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
    nips = [1, 9, 11, 42]
    if quirks.answers_count:
        nips.append(45)
    if quirks.eose_hints != "none":
        nips.append(67)
    limitation = {
        "max_limit": quirks.filter_cap,
        "max_subscriptions": quirks.max_subs,
        "max_message_length": quirks.max_event_bytes,
        "max_content_length": quirks.max_content_chars,
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
        "supported_nips": nips,
        "limitation": {name: value for name, value in limitation.items() if value is not None},
    }
