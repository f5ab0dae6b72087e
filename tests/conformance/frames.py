"""What a client put on the wire, as a `QuirkRelay` took it down."""

import json
from typing import Any

from relay_fixtures import QuirkRelay


def filters(relay: QuirkRelay) -> list[dict[str, Any]]:
    """Every filter of every question."""
    return [wanted for frame in relay.received("REQ") for wanted in frame[2:]]  # type: ignore[misc]


def writes(relay: QuirkRelay, kind: int | None = None) -> list[dict[str, Any]]:
    """Every event that was sent, in order; of one kind if it is given."""
    events: list[dict[str, Any]] = [frame[1] for frame in relay.received("EVENT")]  # type: ignore[misc]
    return [event for event in events if kind is None or event["kind"] == kind]


def values(event: dict[str, Any], name: str) -> list[str]:
    """The values of an event's tags of one name."""
    return [tag[1] for tag in event["tags"] if tag[0] == name]


def by_connection(relay: QuirkRelay) -> dict[int, list[list[Any]]]:
    """The frames of each connection, parsed, in order."""
    found: dict[int, list[list[Any]]] = {}
    for connection, text in relay.received_frames:
        found.setdefault(connection, []).append(json.loads(text))
    return found
