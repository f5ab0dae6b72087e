"""The pyramid: what was observed, the topics it is about, and what was made of it.

All three types stand below ``pyramid/``. What was observed in a turn of a conversation, or learned
from any other record, is forgotten with it. A topic that is forgotten takes its summaries with it,
and what was observed of it belongs to no topic then; the two base topics are always there, and no
record refers to theirs. What was made of something forgotten waits to be made anew: summaries, the
summaries of those, and what a topic tells.
"""

from collections.abc import Mapping
from typing import Any

from ...core.records.pyramid import (
    BASE_TOPICS,
    HIGHEST_TIER,
    PYRAMID_D_TAG_PREFIX,
    SLUG,
    Observation,
    Summary,
    Topic,
    is_id,
    observation_of,
    summary_of,
)
from ...core.ref import Ref
from ..body import Policy
from ..schema import OnceForgotten, Reference, Schema, count, moment_in, text
from .source import LEARNED_FROM, ORIGIN_ON


def _topic(ref: Ref[Any], slug: str) -> Ref[Any] | None:
    """The topic that a record belongs to; a base topic's record is not what makes it stand."""
    if slug in BASE_TOPICS or not SLUG.fullmatch(slug):
        return None
    return Ref(Topic, slug, ref.scope)


def _input(ref: Ref[Any], given: str) -> Ref[Any] | None:
    """The observation or the summary that something was made of."""
    if (name := observation_of(given)) is not None:
        return Ref(Observation, name, ref.scope)
    if (name := summary_of(given)) is not None:
        return Ref(Summary, name, ref.scope)
    return None


_MADE_OF = Reference((Observation, Summary), OnceForgotten.REBUILD, _input)


_CREATED = "v"
"""The version of a record's fields. It is written with the first of them and never changes, so its
dot is the record's creation: what machines file, count and tell stands on it, and goes with it
where somebody forgets the record without having seen that."""


def _said(**fields: object) -> dict[str, Any]:
    """The fields of which something is known."""
    return {_CREATED: 1} | {name: value for name, value in fields.items() if value is not None}


def _slug(value: object) -> str:
    if not SLUG.fullmatch(text(value)):
        raise ValueError("a topic is named by small letters, digits and hyphens, at most 64")
    return text(value)


def _text_in(fields: Mapping[str, Any], name: str) -> str | None:
    return None if fields.get(name) is None else text(fields[name])


def _inputs_in(fields: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(text(given) for given in fields.get("inputs", ()))


# --- an observation: what it says is written once, as a rule; what it is about may change


def _decode_observation(name: str, fields: Mapping[str, Any], _written_at: float) -> Observation:
    topic = fields.get("topic")
    return Observation(
        name,
        text(fields["text"]),
        moment_in(fields, "timestamp"),
        None if topic is None else _slug(topic),
        text(fields.get("origin", "")),
        count(fields.get("attempts", 0)),
        count(fields.get("order", 0)),
    )


OBSERVATION = Schema(
    record=Observation,
    type="sense-memory:observation",
    root=f"{PYRAMID_D_TAG_PREFIX}obs/",
    fields={
        _CREATED: Policy.MIN,
        "text": Policy.REGISTER,
        "timestamp": Policy.LAST,
        "topic": Policy.REGISTER,
        "origin": Policy.LAST,
        ORIGIN_ON: Policy.LAST,
        "attempts": Policy.MAX,
        "order": Policy.LAST,
    },
    alive="text",
    # what is said anew of what somebody forgot meanwhile goes with it, too
    renewed=("timestamp", "origin", "order"),
    encode=lambda one: _said(
        text=one.text,
        timestamp=one.at,
        topic=one.topic,
        origin=one.origin,
        attempts=one.attempts,
        order=one.order or None,
    ),
    decode=_decode_observation,
    name=lambda _fields: None,
    is_name=is_id,
    references={
        "topic": Reference((Topic,), OnceForgotten.UNLINK, _topic),
        "origin": LEARNED_FROM,
    },
)


# --- a summary: its name follows from what it was first made of


def _decode_summary(name: str, fields: Mapping[str, Any], _written_at: float) -> Summary:
    summary = Summary(
        name,
        _slug(fields["topic"]),
        count(fields.get("tier", 0), HIGHEST_TIER),
        _inputs_in(fields),
        _text_in(fields, "text"),
        moment_in(fields, "start_timestamp"),
        moment_in(fields, "end_timestamp"),
        text(fields.get("of", "")),
        text(fields.get("writer", "")),
    )
    if "tier" in fields:
        return summary
    # somebody forgot it while another one wrote it anew: nobody knows what it is of
    return Summary(name, summary.topic, 0, frozenset(), writer="")


SUMMARY = Schema(
    record=Summary,
    type="sense-memory:summary",
    root=f"{PYRAMID_D_TAG_PREFIX}summary/",
    fields={
        _CREATED: Policy.MIN,
        "topic": Policy.REGISTER,
        "tier": Policy.REGISTER,
        "inputs": Policy.SET,
        # of two that were written at once, the later; it can be made anew
        "text": Policy.LAST,
        "start_timestamp": Policy.LAST,
        "end_timestamp": Policy.LAST,
        # it is of the text, too: beside another device's text it fits nothing
        "of": Policy.LAST,
        "writer": Policy.LAST,
    },
    alive="topic",
    encode=lambda one: _said(
        topic=one.topic,
        tier=one.tier,
        inputs=tuple(sorted(one.inputs)),
        text=one.text,
        start_timestamp=one.start,
        end_timestamp=one.end,
        of=one.seal,
        writer=one.writer,
    ),
    says=("text",),
    decode=_decode_summary,
    name=lambda _fields: None,
    is_name=is_id,
    references={
        "topic": Reference((Topic,), OnceForgotten.CASCADE, _topic),
        "inputs": _MADE_OF,
    },
    rebuilt=("text",),
)


# --- a topic: its name is somebody's, what it tells is made


def _decode_topic(name: str, fields: Mapping[str, Any], _written_at: float) -> Topic:
    return Topic(
        name,
        text(fields["name"]),
        _text_in(fields, "description"),
        _text_in(fields, "synthesized_content"),
        _inputs_in(fields),
        text(fields.get("of", "")),
        moment_in(fields, "synthesized_at"),
        text(fields.get("writer", "")),
    )


TOPIC = Schema(
    record=Topic,
    type="sense-memory:topic",
    root=f"{PYRAMID_D_TAG_PREFIX}topic/",
    fields={
        _CREATED: Policy.MIN,
        "name": Policy.REGISTER,
        "description": Policy.LAST,
        "synthesized_content": Policy.LAST,
        "inputs": Policy.SET,
        "of": Policy.LAST,
        "synthesized_at": Policy.LAST,
        "writer": Policy.LAST,
    },
    alive="name",
    encode=lambda one: _said(
        name=one.name,
        description=one.description,
        synthesized_content=one.content,
        inputs=tuple(sorted(one.inputs)),
        of=one.seal,
        synthesized_at=one.at,
        writer=one.writer,
    ),
    says=("description", "name"),
    decode=_decode_topic,
    name=lambda _fields: None,
    is_name=lambda name: SLUG.fullmatch(name) is not None,
    references={"inputs": _MADE_OF},
    rebuilt=("description", "synthesized_content"),
)
