"""NIP-11: Relay Information Document.

Supported: the fields a client acts upon. A field that is absent or of the wrong type is None;
relays get it wrong in both directions, so treat every value as a hint.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from nips import _json
from nips.errors import InvalidFrameError, NipError

__all__ = ["ACCEPT", "Limitation", "RelayInformation", "http_url", "parse_information"]

# NIP-11: "When a relay receives an HTTP(s) request with an Accept header of
# application/nostr+json"
ACCEPT: Final = "application/nostr+json"


@dataclass(frozen=True, slots=True)
class Limitation:
    """What the relay says it refuses; None where it says nothing.

    Attributes:
        max_message_length: bytes of one WebSocket message.
        max_subscriptions: open subscriptions of one connection.
        max_limit: events one filter can return; larger limits are lowered silently.
        max_subid_length: characters of a subscription id.
        max_event_tags: tags of one event.
        max_content_length: Unicode characters of an event's content.
        min_pow_difficulty: leading zero bits asked of an id (NIP-13).
        auth_required: NIP-42 comes before anything else.
        payment_required: somebody has to pay first.
        restricted_writes: not everybody may write.
        created_at_lower_limit: seconds an event may lie in the past.
        created_at_upper_limit: seconds an event may lie in the future.
        default_limit: events returned for a filter without a limit.
    """

    max_message_length: int | None = None
    max_subscriptions: int | None = None
    max_limit: int | None = None
    max_subid_length: int | None = None
    max_event_tags: int | None = None
    max_content_length: int | None = None
    min_pow_difficulty: int | None = None
    auth_required: bool | None = None
    payment_required: bool | None = None
    restricted_writes: bool | None = None
    created_at_lower_limit: int | None = None
    created_at_upper_limit: int | None = None
    default_limit: int | None = None


@dataclass(frozen=True, slots=True)
class RelayInformation:
    """What a relay says about itself.

    Attributes:
        name: for humans.
        software: URL of the project.
        version: of the software.
        supported_nips: numbers, in the relay's order; empty if it names none.
        limitation: what it refuses.
    """

    name: str | None = None
    software: str | None = None
    version: str | None = None
    supported_nips: tuple[int, ...] = ()
    limitation: Limitation = Limitation()


def parse_information(text_or_obj: object) -> RelayInformation:
    """Read a relay information document, from JSON text or from parsed JSON.

    Raises:
        InvalidFrameError: not JSON, or not an object. Wrong fields are no error.
    """
    obj = text_or_obj
    if isinstance(obj, str):
        try:
            obj = _json.load(obj)
        except ValueError:
            raise InvalidFrameError("a relay information document is JSON") from None
    if not isinstance(obj, dict):
        raise InvalidFrameError("a relay information document is a JSON object")
    nips = obj.get("supported_nips")
    limits = obj.get("limitation")
    return RelayInformation(
        name=_text(obj, "name"),
        software=_text(obj, "software"),
        version=_text(obj, "version"),
        supported_nips=tuple(filter(_json.is_count, nips)) if isinstance(nips, list) else (),
        limitation=_limitation(limits) if isinstance(limits, dict) else Limitation(),
    )


def _limitation(obj: Mapping[str, object]) -> Limitation:
    return Limitation(
        max_message_length=_number(obj, "max_message_length"),
        max_subscriptions=_number(obj, "max_subscriptions"),
        max_limit=_number(obj, "max_limit"),
        max_subid_length=_number(obj, "max_subid_length"),
        max_event_tags=_number(obj, "max_event_tags"),
        max_content_length=_number(obj, "max_content_length"),
        min_pow_difficulty=_number(obj, "min_pow_difficulty"),
        auth_required=_flag(obj, "auth_required"),
        payment_required=_flag(obj, "payment_required"),
        restricted_writes=_flag(obj, "restricted_writes"),
        created_at_lower_limit=_number(obj, "created_at_lower_limit"),
        created_at_upper_limit=_number(obj, "created_at_upper_limit"),
        default_limit=_number(obj, "default_limit"),
    )


def _number(obj: Mapping[str, object], key: str) -> int | None:
    value = obj.get(key)
    return value if _json.is_count(value) else None


def _flag(obj: Mapping[str, object], key: str) -> bool | None:
    value = obj.get(key)
    return value if isinstance(value, bool) else None


def _text(obj: Mapping[str, object], key: str) -> str | None:
    value = obj.get(key)
    return value if isinstance(value, str) and not _json.has_surrogate(value) else None


def http_url(ws_url: str) -> str:
    """Where the document of a relay is: ``wss://host/path`` becomes ``https://host/path``.

    Raises:
        NipError: the URL is not of a WebSocket.
    """
    scheme, separator, rest = ws_url.partition("://")
    http = {"ws": "http", "wss": "https"}.get(scheme.lower())
    if http is None or not separator or not rest:
        raise NipError("a relay URL starts with ws:// or wss://")
    return f"{http}://{rest}"
