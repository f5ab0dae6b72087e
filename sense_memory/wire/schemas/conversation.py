"""Conversations: that one was held, its turns, and the weights of what was said in them.

All stand below ``stream/{conversation}/``. Turns and weights belong to the conversation's head:
whoever forgets the head forgets the conversation, and what was observed in it. ``on`` says on which
creations of the head one was written, as it does in rapport: a conversation that was forgotten
may be taken over anew, and what arrives of the time before must go.

A weight is an element of a set, ``{signal} {last used turn} {base weight}``, without the last where
it is 1. Devices that used a piece apart leave two; who reads takes the one that was used last, of
equals the heavier one.
"""

import re
from collections.abc import Mapping
from typing import Any

from ...core.llm import Role
from ...core.records.conversation import (
    STREAM_D_TAG_PREFIX,
    ConversationHead,
    Turn,
    Weight,
    Weights,
    conversation_in,
    head_name,
    is_head_name,
    is_turn_name,
    is_weights_name,
)
from ...core.ref import Ref
from ..body import Policy
from ..schema import OnceForgotten, Reference, Schema, count, moment_in, text

_MOST = 2**53
"""Every program that reads JSON reads a whole number up to here as it was written."""
_CREATED = "v"
"""The version of a record's fields. It never changes, so its dot is the record's creation, whatever
title a conversation gets later."""


def _whose(name: str, fields: Mapping[str, Any]) -> str:
    """The conversation that a record belongs to; what says none belongs to nobody."""
    text(fields["conversation"])
    return conversation_in(name)


def _head(ref: Ref[Any], _conversation: str) -> Ref[Any]:
    """The head of the conversation that a turn or weights belong to: their name tells that."""
    return Ref(ConversationHead, head_name(conversation_in(ref.name)), ref.scope)


def _encode_head(one: ConversationHead) -> dict[str, Any]:
    fields: dict[str, Any] = {
        _CREATED: 1,
        "conversation": one.id,
        "title": one.title,
        "origin": one.origin,
    }
    if one.turn_counter:
        fields["turn_counter"] = one.turn_counter
    return fields


def _decode_head(name: str, fields: Mapping[str, Any], _written_at: float) -> ConversationHead:
    return ConversationHead(
        _whose(name, fields),
        text(fields.get("title", "")),
        text(fields.get("origin", "")),
        count(fields.get("turn_counter", 0), _MOST),
    )


def _group(name: str) -> str:
    """What belongs to a conversation is filed by it."""
    return conversation_in(name) if "/" in name else ""


_OF_A_HEAD = Reference(
    (ConversationHead,), OnceForgotten.CASCADE, _head, grounds="on", is_grouped=True
)

CONVERSATION = Schema(
    record=ConversationHead,
    type="sense-memory:stream",
    root=STREAM_D_TAG_PREFIX,
    fields={
        "conversation": Policy.REGISTER,
        _CREATED: Policy.MIN,
        "title": Policy.LAST,
        "origin": Policy.LAST,
        "turn_counter": Policy.MAX,
    },
    alive="conversation",
    renewed=("title", "origin"),
    encode=_encode_head,
    says=("title",),
    decode=_decode_head,
    name=lambda _fields: None,
    is_name=is_head_name,
)


def _encode_turn(one: Turn) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "conversation": one.conversation,
        "role": one.role.value,
        "text": one.text,
    }
    if one.at is not None:
        fields["timestamp"] = one.at
    if one.speaker:
        fields["speaker"] = one.speaker
    if one.order:
        fields["order"] = one.order
    if one.parts > 1:
        fields["parts"] = one.parts
    if one.turn:
        fields["turn"] = one.turn
    return fields


def _decode_turn(name: str, fields: Mapping[str, Any], _written_at: float) -> Turn:
    return Turn(
        _whose(name, fields),
        name.rpartition("/")[2],
        Role(text(fields["role"])),
        text(fields["text"]),
        moment_in(fields, "timestamp"),
        text(fields.get("speaker", "")),
        count(fields.get("order", 0), _MOST),
        max(1, count(fields.get("parts", 1), _MOST)),
        count(fields.get("turn", 0), _MOST),
    )


TURN = Schema(
    record=Turn,
    type="sense-memory:turn",
    root=STREAM_D_TAG_PREFIX,
    # but for the text it is written once; an edit says the rest again, to stand by itself
    fields={
        "conversation": Policy.REGISTER,
        "role": Policy.LAST,
        "text": Policy.REGISTER,
        "timestamp": Policy.LAST,
        "speaker": Policy.LAST,
        "order": Policy.LAST,
        "parts": Policy.LAST,
        "turn": Policy.LAST,
        "on": Policy.LAST,
    },
    alive="text",
    renewed=("conversation", "role", "timestamp", "speaker", "order", "parts", "turn"),
    encode=_encode_turn,
    decode=_decode_turn,
    name=lambda _fields: None,
    is_name=is_turn_name,
    group=_group,
    references={"conversation": _OF_A_HEAD},
)


def _written(one: Weight) -> str:
    """A weight as an element."""
    said = f"{one.signal} {one.last_used_turn}"
    return said if one.base_weight == 1.0 else f"{said} {round(one.base_weight, 6)!r}"


def _read(element: str) -> Weight | None:
    """An element as a weight; what is none is passed over, and gone with the next write."""
    match = _WEIGHT.fullmatch(element)
    if match is None:
        return None
    return Weight(match[1], min(int(match[2]), _MOST), float(match[3] or 1.0))


_WEIGHT = re.compile(r"([0-9a-f]{16}) ([0-9]{1,16})(?: ([0-9]{1,4}(?:\.[0-9]{1,6})?))?")
"""A signal, the number of a turn, and a base weight of up to four digits and six decimals."""


def _encode_weights(one: Weights) -> dict[str, Any]:
    return {"conversation": one.conversation, "weights": tuple(map(_written, one.weights))}


def _decode_weights(name: str, fields: Mapping[str, Any], _written_at: float) -> Weights:
    read = (_read(text(element)) for element in fields.get("weights", ()))
    return Weights(
        _whose(name, fields),
        int(name.rpartition("/")[2]),
        tuple(sorted(one for one in read if one is not None)),
    )


WEIGHTS = Schema(
    record=Weights,
    type="sense-memory:weights",
    root=STREAM_D_TAG_PREFIX,
    fields={"conversation": Policy.REGISTER, "weights": Policy.SET, "on": Policy.LAST},
    alive="conversation",
    encode=_encode_weights,
    decode=_decode_weights,
    name=lambda _fields: None,
    is_name=is_weights_name,
    group=_group,
    references={"conversation": _OF_A_HEAD},
)
