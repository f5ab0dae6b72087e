"""NIP-01, 42, 45, 67 and 77: the messages between client and relay, as values.

Supported: EVENT, REQ, CLOSE, AUTH, COUNT, NEG-OPEN, NEG-MSG and NEG-CLOSE from clients; EVENT, OK,
EOSE (with the hints of NIP-67), CLOSED, NOTICE, AUTH, COUNT, NEG-MSG and NEG-ERR from relays. What
the NEG- messages carry is in `nips.negentropy`.

Readers accept elements beyond those they know, as EOSE once grew one. Whatever else arrives
is an `InvalidFrameError` and never another exception.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self, TypeAlias

from nips import _json
from nips.errors import InvalidEventError, InvalidFrameError
from nips.nip01 import Event, Filter

__all__ = [
    "Auth",
    "Challenge",
    "ClientMessage",
    "Close",
    "Closed",
    "Count",
    "CountReply",
    "Eose",
    "EventFrame",
    "NegClose",
    "NegErr",
    "NegMsg",
    "NegOpen",
    "Notice",
    "Ok",
    "Prefix",
    "Publish",
    "RelayMessage",
    "Reply",
    "Req",
    "parse_client_message",
    "parse_relay_message",
    "split_reply",
]

# NIP-01: "<subscription_id> is an arbitrary, non-empty string of max length 64 chars."
_MAX_SUB_ID: Final = 64


# ------------------------------------------------------------------------ in both directions


@dataclass(frozen=True, slots=True)
class NegMsg:
    """The next message of a comparison, from either side (NIP-77).

    Attributes:
        sub_id: the comparison.
        message: see `nips.negentropy`; empty from relays that have nothing more to say.
    """

    sub_id: str
    message: bytes

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["NEG-MSG", self.sub_id, self.message.hex()])


# ------------------------------------------------------------------------- client to relay


@dataclass(frozen=True, slots=True)
class Req:
    """Ask for stored events and then for new ones, those that match any of the filters."""

    sub_id: str
    filters: tuple[Filter, ...]

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["REQ", self.sub_id, *[one.to_dict() for one in self.filters]])


@dataclass(frozen=True, slots=True)
class Publish:
    """Hand an event to the relay (the client's EVENT)."""

    event: Event

    def to_json(self) -> str:
        """The message as JSON text."""
        return f'["EVENT",{self.event.to_json()}]'


@dataclass(frozen=True, slots=True)
class Close:
    """End a subscription."""

    sub_id: str

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["CLOSE", self.sub_id])


@dataclass(frozen=True, slots=True)
class Auth:
    """Answer a challenge (the client's AUTH); `event` is made by `nips.nip42`."""

    event: Event

    def to_json(self) -> str:
        """The message as JSON text."""
        return f'["AUTH",{self.event.to_json()}]'


@dataclass(frozen=True, slots=True)
class Count:
    """Ask how many stored events match any of the filters (NIP-45)."""

    sub_id: str
    filters: tuple[Filter, ...]

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["COUNT", self.sub_id, *[one.to_dict() for one in self.filters]])


@dataclass(frozen=True, slots=True)
class NegOpen:
    """Begin to compare the events that match a filter (NIP-77).

    Attributes:
        sub_id: of the comparison; subscriptions of REQ have names of their own. One that is open
            under this name ends.
        filter: of the events that are compared, on both sides.
        message: the first one, by `nips.negentropy.Negentropy.initiate`.
    """

    sub_id: str
    filter: Filter
    message: bytes

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["NEG-OPEN", self.sub_id, self.filter.to_dict(), self.message.hex()])


@dataclass(frozen=True, slots=True)
class NegClose:
    """End a comparison, so that the relay can forget it (NIP-77)."""

    sub_id: str

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["NEG-CLOSE", self.sub_id])


ClientMessage: TypeAlias = Req | Publish | Close | Auth | Count | NegOpen | NegMsg | NegClose


# ------------------------------------------------------------------------- relay to client


@dataclass(frozen=True, slots=True)
class EventFrame:
    """An event for a subscription (the relay's EVENT).

    Attributes:
        sub_id: the subscription.
        event: the JSON object as it came, not yet checked: `Event.from_dict` and `verify` cost
            more than the rest of the message and may run elsewhere.
    """

    sub_id: str
    event: Mapping[str, object]

    @classmethod
    def of(cls, sub_id: str, event: Event) -> Self:
        """Wrap a sound event."""
        return cls(sub_id, event.to_dict())

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["EVENT", self.sub_id, dict(self.event)])


@dataclass(frozen=True, slots=True)
class Ok:
    """The relay's verdict on a published event.

    Attributes:
        event_id: the event, or the empty string from relays that lose it.
        accepted: True when stored, or already there.
        message: see `split_reply`; empty if the relay sent none.
    """

    event_id: str
    accepted: bool
    message: str

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["OK", self.event_id, self.accepted, self.message])


@dataclass(frozen=True, slots=True)
class Eose:
    """All stored events are sent; what follows is new.

    Attributes:
        sub_id: the subscription.
        hints: the hints of NIP-67 (see `nips.nip67`), empty if the relay gives none.
    """

    sub_id: str
    hints: tuple[str, ...] = ()

    def to_json(self) -> str:
        """The message as JSON text."""
        if not self.hints:
            return _json.dump(["EOSE", self.sub_id])
        return _json.dump(["EOSE", self.sub_id, list(self.hints)])


@dataclass(frozen=True, slots=True)
class Closed:
    """The relay refused or ended a subscription; `message` as in `split_reply`."""

    sub_id: str
    message: str

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["CLOSED", self.sub_id, self.message])


@dataclass(frozen=True, slots=True)
class Notice:
    """Words for a human."""

    message: str

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["NOTICE", self.message])


@dataclass(frozen=True, slots=True)
class Challenge:
    """The relay asks who is there (the relay's AUTH)."""

    challenge: str

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["AUTH", self.challenge])


@dataclass(frozen=True, slots=True)
class CountReply:
    """Answer to COUNT: how many events match (NIP-45)."""

    sub_id: str
    count: int

    def to_json(self) -> str:
        """The message as JSON text."""
        return _json.dump(["COUNT", self.sub_id, {"count": self.count}])


@dataclass(frozen=True, slots=True)
class NegErr:
    """The relay refused or ended a comparison (NIP-77).

    Attributes:
        sub_id: the comparison.
        message: why, as in `split_reply`; in the wild also a bare word such as ``CLOSED``.
        maximum: events the relay compares at most, if it refused for that reason and says so.
    """

    sub_id: str
    message: str
    maximum: int | None = None

    def to_json(self) -> str:
        """The message as JSON text."""
        if self.maximum is None:
            return _json.dump(["NEG-ERR", self.sub_id, self.message])
        return _json.dump(["NEG-ERR", self.sub_id, self.message, self.maximum])


RelayMessage: TypeAlias = (
    EventFrame | Ok | Eose | Closed | Notice | Challenge | CountReply | NegMsg | NegErr
)


# --------------------------------------------------------------------------------- reading


def _frame(text: str) -> tuple[str, list[object]]:
    """Split a message into its verb and the rest."""
    try:
        frame = _json.load(text)
    except ValueError:
        raise InvalidFrameError("a message is JSON") from None
    if not isinstance(frame, list) or not frame or not isinstance(frame[0], str):
        raise InvalidFrameError("a message is an array that starts with a word")
    return frame[0], frame[1:]


def _text(rest: Sequence[object], index: int, what: str) -> str:
    if index >= len(rest):
        raise InvalidFrameError(f"{what} is missing")
    value = rest[index]
    if not isinstance(value, str) or _json.has_surrogate(value):
        raise InvalidFrameError(f"{what} is a string of Unicode characters")
    return value


def _message(rest: Sequence[object], index: int) -> str:
    # NIP-01: "The 4th parameter MUST always be present". It is not, with some relays, and the
    # verdict counts without it.
    return _text(rest, index, "the message") if index < len(rest) else ""


def _read_event(rest: Sequence[object]) -> RelayMessage:
    sub_id = _text(rest, 0, "the subscription id")
    event = rest[1] if len(rest) > 1 else None
    if not isinstance(event, dict):
        raise InvalidFrameError("the event is a JSON object")
    return EventFrame(sub_id, event)


def _read_ok(rest: Sequence[object]) -> RelayMessage:
    event_id = _text(rest, 0, "the event id")
    accepted = rest[1] if len(rest) > 1 else None
    if not isinstance(accepted, bool):
        raise InvalidFrameError("the verdict is true or false")
    return Ok(event_id, accepted, _message(rest, 2))


def _read_eose(rest: Sequence[object]) -> RelayMessage:
    sub_id = _text(rest, 0, "the subscription id")
    hints = rest[1] if len(rest) > 1 else None
    # A hint is a convenience: one that cannot be read is no reason to lose the EOSE.
    if not isinstance(hints, list):
        return Eose(sub_id)
    words = [hint for hint in hints if isinstance(hint, str) and not _json.has_surrogate(hint)]
    return Eose(sub_id, tuple(words))


def _read_closed(rest: Sequence[object]) -> RelayMessage:
    return Closed(_text(rest, 0, "the subscription id"), _message(rest, 1))


def _read_notice(rest: Sequence[object]) -> RelayMessage:
    return Notice(_text(rest, 0, "the message"))


def _read_challenge(rest: Sequence[object]) -> RelayMessage:
    return Challenge(_text(rest, 0, "the challenge"))


def _read_count_reply(rest: Sequence[object]) -> RelayMessage:
    sub_id = _text(rest, 0, "the subscription id")
    result = rest[1] if len(rest) > 1 else None
    count = result.get("count") if isinstance(result, dict) else None
    if not _json.is_count(count):
        raise InvalidFrameError("the count is a whole number in 0..2**53-1")
    return CountReply(sub_id, count)


def _hex(rest: Sequence[object], index: int) -> bytes:
    text = _text(rest, index, "the comparison's message")
    try:
        message = bytes.fromhex(text)
    except ValueError:
        raise InvalidFrameError("a comparison's message is hexadecimal") from None
    # fromhex passes over spaces
    if 2 * len(message) != len(text):
        raise InvalidFrameError("a comparison's message is hexadecimal")
    return message


def _read_neg_msg(rest: Sequence[object]) -> RelayMessage:
    return NegMsg(_text(rest, 0, "the subscription id"), _hex(rest, 1))


def _read_neg_err(rest: Sequence[object]) -> RelayMessage:
    sub_id = _text(rest, 0, "the subscription id")
    maximum = rest[2] if len(rest) > 2 else None
    # The maximum is a convenience: without it the refusal counts all the same.
    return NegErr(sub_id, _message(rest, 1), maximum if _json.is_count(maximum) else None)


_RELAY_VERBS: Final[Mapping[str, Callable[[Sequence[object]], RelayMessage]]] = {
    "EVENT": _read_event,
    "OK": _read_ok,
    "EOSE": _read_eose,
    "CLOSED": _read_closed,
    "NOTICE": _read_notice,
    "AUTH": _read_challenge,
    "COUNT": _read_count_reply,
    "NEG-MSG": _read_neg_msg,
    "NEG-ERR": _read_neg_err,
}


def parse_relay_message(text: str) -> RelayMessage:
    """Read a message from a relay.

    Raises:
        InvalidFrameError: not JSON, an unknown verb, an element missing or of the wrong type.
    """
    verb, rest = _frame(text)
    read = _RELAY_VERBS.get(verb)
    if read is None:
        raise InvalidFrameError("a message with an unknown verb")
    return read(rest)


def _sub_id(rest: Sequence[object]) -> str:
    sub_id = _text(rest, 0, "the subscription id")
    if not 0 < len(sub_id) <= _MAX_SUB_ID:
        raise InvalidFrameError("a subscription id has 1..64 characters")
    return sub_id


def _filters(rest: Sequence[object]) -> tuple[Filter, ...]:
    if len(rest) < 2:
        raise InvalidFrameError("a request has at least one filter")
    return tuple(map(Filter.from_dict, rest[1:]))


def _event(rest: Sequence[object]) -> Event:
    try:
        return Event.from_dict(rest[0] if rest else None)
    except InvalidEventError as error:
        raise InvalidFrameError(str(error)) from None


def _read_neg_open(rest: Sequence[object]) -> ClientMessage:
    if len(rest) < 2:
        raise InvalidFrameError("a comparison has a filter")
    return NegOpen(_sub_id(rest), Filter.from_dict(rest[1]), _hex(rest, 2))


_CLIENT_VERBS: Final[Mapping[str, Callable[[Sequence[object]], ClientMessage]]] = {
    "EVENT": lambda rest: Publish(_event(rest)),
    "REQ": lambda rest: Req(_sub_id(rest), _filters(rest)),
    "CLOSE": lambda rest: Close(_sub_id(rest)),
    "AUTH": lambda rest: Auth(_event(rest)),
    "COUNT": lambda rest: Count(_sub_id(rest), _filters(rest)),
    "NEG-OPEN": _read_neg_open,
    "NEG-MSG": lambda rest: NegMsg(_sub_id(rest), _hex(rest, 1)),
    "NEG-CLOSE": lambda rest: NegClose(_sub_id(rest)),
}


def parse_client_message(text: str) -> ClientMessage:
    """Read a message from a client. Ids and signatures of events are not verified.

    Raises:
        InvalidFrameError: not JSON, an unknown verb, an element missing or malformed.
    """
    verb, rest = _frame(text)
    read = _CLIENT_VERBS.get(verb)
    if read is None:
        raise InvalidFrameError("a message with an unknown verb")
    return read(rest)


# --------------------------------------------------------------------------------- replies


class Prefix(StrEnum):
    """First word of a message in OK or CLOSED, for machines."""

    NONE = ""
    # NIP-01: "The standardized machine-readable prefixes for OK and CLOSED are: ..."
    DUPLICATE = "duplicate"
    POW = "pow"
    BLOCKED = "blocked"
    RATE_LIMITED = "rate-limited"
    INVALID = "invalid"
    RESTRICTED = "restricted"
    MUTE = "mute"
    ERROR = "error"
    # NIP-42; and NIP-01's example of a CLOSED.
    AUTH_REQUIRED = "auth-required"
    UNSUPPORTED = "unsupported"
    # In no NIP, sent by relays all the same.
    REPLACED = "replaced"
    DELETED = "deleted"
    SAVED = "saved"
    INFO = "info"
    REJECTED = "rejected"
    BAD_REQ = "bad req"
    BAD_MSG = "bad msg"
    COUNT_FAILED = "count-failed"
    FILTER_VALIDATION_FAILED = "filter validation failed"


@dataclass(frozen=True, slots=True)
class Reply:
    """A message of OK or CLOSED, taken apart.

    Attributes:
        prefix: the known prefix, or NONE.
        raw_prefix: the prefix as the relay wrote it, known or not; empty if there is none.
        text: what follows it, for humans.
    """

    prefix: Prefix
    raw_prefix: str
    text: str


_PREFIXES: Final = {prefix.value: prefix for prefix in Prefix if prefix}
_UNKNOWN: Final = re.compile(r"([A-Za-z-]+):(?:\s|$)").match


def split_reply(message: str) -> Reply:
    """Take the prefix off a message of OK or CLOSED. Bare text has none."""
    # NIP-01: "a machine-readable single-word prefix followed by a : and then a human-readable
    # message".
    head, _, text = message.partition(":")
    known = _PREFIXES.get(head.strip().lower())
    if known is not None:
        return Reply(known, head, text.strip())
    if _UNKNOWN(message):
        return Reply(Prefix.NONE, head, text.strip())
    return Reply(Prefix.NONE, "", message)
