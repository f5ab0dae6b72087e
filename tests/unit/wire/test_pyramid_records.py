"""What is read of observations, summaries and topics, whoever wrote them, and however."""

import json
from dataclasses import replace
from typing import Any

import pytest

from sense_memory.core.errors import MalformedRecordError
from sense_memory.core.records.conversation import turn_origin
from sense_memory.core.records.pyramid import (
    Observation,
    Summary,
    Topic,
    observation_id,
    observation_of,
    summary_id,
    summary_of,
)
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, references
from sense_memory.wire.address import path_of, ref_at
from sense_memory.wire.body import Body
from sense_memory.wire.merge import forgotten, merge, put
from sense_memory.wire.schemas import OBSERVATION, SUMMARY, TOPIC, schema_of
from sense_memory.wire.stamp import Dot, hlc

TEN = tuple(f"{n:032x}" for n in range(10))
IN_TEN = frozenset(f"obs/{one}" for one in TEN)
LOW = Summary(summary_id("tom", 0, IN_TEN), "tom", 0, IN_TEN, "Tom grew.", 1.0, 9.0, "seal")
HIGH = Summary("aa", "tom", 1, frozenset((LOW.input, "summary/bb")), "Tom.", 1.0, 99.0, "s")
TOLD = Topic("tom", "Tom", "A son.", "Tom grew.", frozenset((LOW.input,)), "seal", 100.0, "llm")
SEEN = Observation(TEN[0], "Tom is 0.", 1.0, "tom", "chat", 2)
ALL = (SEEN, LOW, HIGH, TOLD)
NAMES = ("observation", "low summary", "high summary", "topic")
ODD: tuple[Any, ...] = (
    *(None, True, False, 10**400, -1, 1.5, 1e300, 18),
    *("", "text", "../evil", [], [1], [None], {}, {"a": 1}),
)


def ref_of(one: Observation | Summary | Topic) -> Ref[Any]:
    return Ref(type(one), one.slug if isinstance(one, Topic) else one.id)


def fields_of(one: Observation | Summary | Topic) -> dict[str, Any]:
    fields: dict[str, Any] = schema_of(type(one)).encode(one)
    return fields


def opened(ref: Ref[Any], **fields: Any) -> Any:
    """What is read of a body that another program wrote."""
    found = codec.opened(
        json.dumps({"type": schema_of(ref.kind).type, **fields}),
        d=path_of(ref),
        created_at=5,
        event_id="e" * 64,
        keys=[],
        public_key="f" * 64,
    )
    assert found.ref == ref
    return found.record


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_it_is_read_as_it_was_written(one: Any) -> None:
    assert opened(ref_of(one), **fields_of(one)) == one
    assert ref_at(path_of(ref_of(one))) == (ref_of(one), schema_of(type(one)))
    schema = schema_of(type(one))
    body = put(None, path_of(ref_of(one)), schema.encode(one), Dot(hlc(1.0), "alpha"), schema)
    assert codec.record_of(ref_of(one), body, schema) == one


def look(ref: Ref[Any], body: Body | dict[str, Any], d: str | None = None) -> Any:
    """What a first look tells of a plaintext, at the address of another one if so wished."""
    text = codec.plaintext(ref, body, Addressing.BLINDED, 40_000) if isinstance(body, Body) else ""
    return codec.naming(
        text or json.dumps(body),
        d=d or path_of(ref),
        schema=schema_of(ref.kind),
        keys=[],
        public_key="f" * 64,
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (replace(SEEN, origin=turn_origin("c", "1")), replace(SEEN, topic="ann", origin="stream/")),
        (replace(SEEN, topic=None), replace(SEEN, topic="user", origin=turn_origin("c", "2"))),
        (LOW, replace(LOW, topic="ann", inputs=IN_TEN | {"obs/late", "nothing", "summary/x"})),
        (TOLD, replace(TOLD, name="Ann", inputs=frozenset())),
        (HIGH, HIGH),
    ],
)
def test_whom_a_record_names_is_seen_without_making_it(one: Any, other: Any) -> None:
    ref, schema = ref_of(one), schema_of(type(one))
    path = path_of(ref)
    a = put(None, path, schema.encode(one), Dot(hlc(1.0), "alpha"), schema)
    b = put(None, path, schema.encode(other), Dot(hlc(2.0), "beta"), schema)
    later = put(a, path, schema.encode(other), Dot(hlc(3.0), "alpha"), schema)
    for body in (a, b, later, merge(a, b, schema), merge(later, b, schema)):
        assert look(ref, body) == (ref, frozenset(references.targets(ref, body, schema)))


def test_what_a_first_look_does_not_tell_is_left_to_a_second_one() -> None:
    ref = ref_of(SEEN)
    body = put(None, path_of(ref), fields_of(SEEN), Dot(hlc(1.0), "alpha"), OBSERVATION)
    assert look(ref, body) is not None
    assert look(ref, body, d=path_of(ref) + "0") is None
    assert look(ref, {"type": OBSERVATION.type, **fields_of(SEEN)}) is None
    said = json.loads(codec.plaintext(ref, body, Addressing.PLAIN, 40_000))
    for sync in ({"v": 2}, {"x": None}, {"x": [["topic"]]}, {"x": 1}, {"p": 7}):
        assert look(ref, {**said, "_sync": {**said["_sync"], **sync}}) is None
    assert look(Ref(Summary, ref.name), said, d=path_of(ref)) is None


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_whatever_stands_in_a_field_it_is_read_or_refused(one: Any) -> None:
    ref, whole = ref_of(one), fields_of(one)
    refused = 0
    for name in whole:
        less = {other: value for other, value in whole.items() if other != name}
        for fields in [less, *({**whole, name: odd} for odd in ODD)]:
            try:
                found = opened(ref, **fields)
            except MalformedRecordError:
                refused += 1
                continue
            assert isinstance(found, type(one))
            # what is read once can be written, and read, again
            assert opened(ref, **fields_of(found)) == found
    assert refused > 20


def test_only_what_makes_it_stand_is_needed() -> None:
    assert opened(ref_of(SEEN), text="Tom is 0.") == Observation(TEN[0], "Tom is 0.")
    # what is left of one that was forgotten while somebody made it anew is of nothing
    left = opened(ref_of(LOW), topic="tom", text="Tom grew.", inputs=["obs/a"])
    assert left == Summary(LOW.id, "tom", 0, frozenset(), writer="")
    left = opened(ref_of(LOW), topic="tom", tier=0)
    assert left == Summary(LOW.id, "tom", 0, frozenset(), writer="")
    assert opened(ref_of(TOLD), name="Tom") == Topic("tom", "Tom", writer="")


@pytest.mark.parametrize(
    "name",
    [
        *("topic/", "topic/Tom", "topic/../evil", "topic/a/b", "topic/-a", "topic/" + "a" * 65),
        *("topic/tom\n", "obs/", "obs/a/b", "summary/", "summary/a/b", "other/a", ""),
    ],
)
def test_no_other_path_is_one_of_these(name: str) -> None:
    found = ref_at(f"sense-memory/pyramid/{name}")
    assert found is None or found[0].kind not in (Observation, Summary, Topic)


def test_ids_follow_from_what_it_is() -> None:
    assert observation_id("Tom is 0.", 1, "chat") == observation_id("Tom is 0.", 1.0, "chat")
    others = {
        observation_id("Tom is 0.", None, "chat"),
        observation_id("Tom is 1.", 1.0, "chat"),
        observation_id("Tom is 0.", 1.0, ""),
        observation_id("Tom is 0.", 1.0, "chat"),
    }
    assert len(others) == 4
    assert summary_id("tom", 0, sorted(IN_TEN)) == summary_id(
        "tom", 0, sorted(IN_TEN, reverse=True)
    )
    assert len({summary_id(t, n, ["a"]) for t in ("tom", "user") for n in (0, 1)}) == 4
    assert all(len(one) == 32 for one in [*others, LOW.id])
    # frozen: an id that changes is another record
    assert summary_id("tom", 0, ["obs/a", "obs/b"]) == ("34c0357f990d2008daa5add0737dca50")


@pytest.mark.parametrize("given", ["obs/", "obs", "obs/a/b", "a", "", "summary/", "obsa"])
def test_an_input_that_names_nothing(given: str) -> None:
    assert observation_of(given) is None
    assert summary_of(given) is None


def test_what_an_input_names() -> None:
    assert (observation_of("obs/a"), summary_of("obs/a")) == ("a", None)
    assert (observation_of("summary/a"), summary_of("summary/a")) == (None, "a")


# --- what becomes of each when another is forgotten


def body_of(one: Observation | Summary | Topic, device: str = "alpha", at: float = 1.0) -> Body:
    schema = schema_of(type(one))
    return put(None, path_of(ref_of(one)), schema.encode(one), Dot(hlc(at), device), schema)


def after(
    one: Observation | Summary | Topic, *gone: Ref[Any], blank: tuple[Ref[Any], ...] = ()
) -> Any:
    """What is left of a record."""
    schema, ref = schema_of(type(one)), ref_of(one)
    body = references.settled(ref, body_of(one), schema, set(gone), set(blank), {})
    return codec.record_of(ref, body, schema) if body.is_alive else None


def test_a_forgotten_observation_blanks_all_that_was_made_of_it() -> None:
    gone: Ref[Any] = Ref(Observation, TEN[0])
    left = after(LOW, gone)
    assert left == replace(LOW, text=None, inputs=LOW.inputs - {f"obs/{TEN[0]}"})
    assert after(HIGH, blank=(ref_of(LOW),)) == replace(HIGH, text=None)
    told = after(TOLD, blank=(ref_of(LOW),))
    assert told == replace(TOLD, description=None, content=None)
    assert after(LOW, Ref(Observation, "other")) == LOW


def test_a_forgotten_topic_takes_its_summaries_and_leaves_what_was_observed() -> None:
    topic = ref_of(TOLD)
    assert after(LOW, topic) is None
    assert after(SEEN, topic) == replace(SEEN, topic=None)
    assert after(SEEN, Ref(Topic, "tom", "user:alice")) == SEEN, "another scope's"


def test_the_base_topics_stand_whatever_became_of_their_records() -> None:
    for slug in ("assistant", "user"):
        topic: Ref[Any] = Ref(Topic, slug)
        assert after(replace(SEEN, topic=slug), topic) == replace(SEEN, topic=slug)
        assert after(replace(LOW, topic=slug), topic) == replace(LOW, topic=slug)
        assert Topic(slug, slug).is_base
    assert not TOLD.is_base


def test_a_topic_nobody_told_anything_of_keeps_nobody_waiting() -> None:
    made = references.made_of((OBSERVATION, SUMMARY, TOPIC))
    assert made == {Observation: {Summary, Topic}, Summary: {Summary, Topic}}


# --- devices that write apart


def test_text_and_seal_are_of_one_writer() -> None:
    path = path_of(ref_of(LOW))
    base = body_of(LOW)
    here = replace(LOW, text="here", seal="of here")
    there = replace(LOW, text="there", seal="of there")
    bodies = [
        put(base, path, SUMMARY.encode(said), Dot(hlc(at), device), SUMMARY)
        for said, at, device in ((here, 2.0, "alpha"), (there, 3.0, "beta"))
    ]
    for one, other in (bodies, bodies[::-1]):
        assert codec.record_of(ref_of(LOW), merge(one, other, SUMMARY), SUMMARY) == there


def test_a_summary_made_anew_of_a_forgotten_one_meanwhile_is_blanked_when_they_meet() -> None:
    path = path_of(ref_of(LOW))
    gone: Ref[Any] = Ref(Observation, TEN[0])
    base = body_of(LOW)
    here = references.settled(ref_of(LOW), base, SUMMARY, {gone}, set(), {})
    new = SUMMARY.encode(replace(LOW, text="made anew", seal="x"))
    there = put(base, path, new, Dot(hlc(3.0), "beta"), SUMMARY)
    met = merge(here, there, SUMMARY)
    left = references.settled(ref_of(LOW), met, SUMMARY, {gone}, set(), {})
    found = codec.record_of(ref_of(LOW), left, SUMMARY)
    assert (found.text, found.inputs) == (None, LOW.inputs - {f"obs/{TEN[0]}"})


def test_an_edit_of_what_was_observed_and_its_assignment_are_registers() -> None:
    path, base = path_of(ref_of(SEEN)), body_of(SEEN)
    here = replace(SEEN, text="Tom is 1.", attempts=3)
    there = replace(SEEN, topic="user", at=7.0)
    bodies = [
        put(base, path, OBSERVATION.encode(one), Dot(hlc(at), device), OBSERVATION)
        for one, at, device in ((here, 2.0, "alpha"), (there, 3.0, "beta"))
    ]
    met = merge(bodies[0], bodies[1], OBSERVATION)
    assert set(met.fields["text"].values()) == {"Tom is 0.", "Tom is 1."}
    assert set(met.fields["topic"].values()) == {"user"}
    found = codec.record_of(ref_of(SEEN), met, OBSERVATION)
    assert (found.topic, found.at, found.attempts) == ("user", 7.0, 3)
    unassigned = put(
        met, path, OBSERVATION.encode(Observation(SEEN.id, "Tom.")), Dot(hlc(4.0), "a"), OBSERVATION
    )
    assert codec.record_of(ref_of(SEEN), unassigned, OBSERVATION) == Observation(SEEN.id, "Tom.")
    assert not forgotten(unassigned, path, Dot(hlc(5.0), "a"), "forget").is_alive
