"""Reads what clients send the way this relay reads it."""

import json
from dataclasses import dataclass
from typing import Literal

from nips.errors import InvalidFrameError
from nips.messages import (
    ClientMessage,
    Count,
    NegClose,
    NegMsg,
    NegOpen,
    Req,
    parse_client_message,
)
from nips.nip01 import Filter
from relay_fixtures.quirks import Quirks

__all__ = ["Misread", "receive"]

LISTS = frozenset({"ids", "authors", "kinds"})
NUMBERS = frozenset({"since", "until", "limit"})


@dataclass(frozen=True, slots=True)
class Misread:
    """A frame that cannot be read.

    Attributes:
        what: the part at fault.
        reason: in words.
        verb: the first word of the frame, empty if it has none.
        sub_id: of a filter that cannot be read.
    """

    what: Literal["frame", "filter", "event"]
    reason: str
    verb: str = ""
    sub_id: str = ""


def receive(text: str, quirks: Quirks) -> ClientMessage | Misread:
    """Read a frame; never raises."""
    try:
        message = parse_client_message(text)
    except InvalidFrameError as error:
        return _again(text, quirks, str(error))
    if isinstance(message, NegOpen | NegMsg | NegClose) and not quirks.negentropy:
        return Misread("frame", "negentropy disabled", "NEG")
    return message


def _again(text: str, quirks: Quirks, reason: str) -> ClientMessage | Misread:
    """Read a frame that is not what it should be."""
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        return Misread("frame", reason)
    if not isinstance(frame, list) or not frame or not isinstance(frame[0], str):
        return Misread("frame", reason)
    verb = frame[0]
    if verb == "EVENT" and len(frame) > 1:
        return Misread("event", reason, verb)
    if verb not in {"REQ", "COUNT"} or len(frame) < 2 or not isinstance(frame[1], str):
        return Misread("frame", reason, verb)
    sub_id = frame[1]
    try:
        filters = _filters(frame[2:], quirks)
    except InvalidFrameError as error:
        return Misread("filter", str(error), verb, sub_id)
    return Req(sub_id, filters) if verb == "REQ" else Count(sub_id, filters)


def _filters(raw: list[object], quirks: Quirks) -> tuple[Filter, ...]:
    """The filters that can be read and can match; of a relay that does not mind, none may be."""
    if not raw and quirks.bad_filter != "eose":
        raise InvalidFrameError("a request has at least one filter")
    filters = []
    for one in raw:
        try:
            wanted = _filter(one, quirks)
        except InvalidFrameError:
            if quirks.bad_filter != "eose":
                raise
        else:
            if wanted is not None:
                filters.append(wanted)
    return tuple(filters)


def _filter(raw: object, quirks: Quirks) -> Filter | None:
    """One filter, None if nothing can match it."""
    if not isinstance(raw, dict):
        raise InvalidFrameError("a filter is a JSON object")
    wanted = dict(raw)
    if quirks.unknown_filter_keys == "ignored":
        wanted = {key: value for key, value in wanted.items() if _is_known(key)}
    empty = [key for key, value in wanted.items() if value == []]
    if empty and quirks.empty_lists == "match_none":
        return None
    if quirks.empty_lists == "match_all":
        wanted = {key: value for key, value in wanted.items() if key not in empty}
    return Filter.from_dict(wanted)


def _is_known(key: str) -> bool:
    return key in LISTS or key in NUMBERS or key.startswith("#")
