"""Conversations: that one was held, and its turns.

Both stand below ``stream/{conversation}/``. A turn belongs to the conversation's head: whoever
forgets the head forgets the conversation, and what was observed in it. ``on`` says on which
creations of the head a turn was written, as it does in rapport: a conversation that was forgotten
may be taken over anew, and what arrives of the time before must go.
"""

from collections.abc import Mapping
from typing import Any

from ...core.llm import Role
from ...core.records.conversation import (
    STREAM_D_TAG_PREFIX,
    ConversationHead,
    Turn,
    conversation_in,
    head_name,
    is_head_name,
    is_turn_name,
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
    """The head of the conversation that a turn belongs to: its name tells that."""
    return Ref(ConversationHead, head_name(conversation_in(ref.name)), ref.scope)


CONVERSATION = Schema(
    record=ConversationHead,
    type="sense-memory:stream",
    root=STREAM_D_TAG_PREFIX,
    fields={
        "conversation": Policy.REGISTER,
        _CREATED: Policy.MIN,
        "title": Policy.LAST,
        "origin": Policy.LAST,
    },
    alive="conversation",
    renewed=("title", "origin"),
    encode=lambda one: {
        _CREATED: 1,
        "conversation": one.id,
        "title": one.title,
        "origin": one.origin,
    },
    says=("title",),
    decode=lambda name, fields, _at: ConversationHead(
        _whose(name, fields), text(fields.get("title", "")), text(fields.get("origin", ""))
    ),
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
        "on": Policy.LAST,
    },
    alive="text",
    renewed=("conversation", "role", "timestamp", "speaker", "order", "parts"),
    encode=_encode_turn,
    decode=_decode_turn,
    name=lambda _fields: None,
    is_name=is_turn_name,
    group=lambda name: conversation_in(name) if "/" in name else "",
    references={
        "conversation": Reference(
            (ConversationHead,), OnceForgotten.CASCADE, _head, grounds="on", is_grouped=True
        )
    },
)
