"""What is read of conversations and their turns, whoever wrote them, and however."""

import json
from dataclasses import replace
from typing import Any

import pytest

from sense_memory.core.errors import MalformedRecordError
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import (
    ConversationHead,
    Turn,
    Weight,
    Weights,
    head_name,
    imported_conversation,
    message_and_part,
    part_id,
    turn_name,
    turn_of_origin,
    turn_origin,
    weights_name,
)
from sense_memory.core.records.pyramid import Observation, observation_id
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, references
from sense_memory.wire.address import path_of, ref_at
from sense_memory.wire.anchors import creations_in
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, forgotten, merge, put, settled
from sense_memory.wire.schemas import CONVERSATION, OBSERVATION, TURN, WEIGHTS, schema_of
from sense_memory.wire.stamp import Dot, hlc

ID = "5f3a0f6f5a7f4b1f9d0c2f4f5a6b7c8d"
HEAD = ConversationHead("standup", "Plans", "chatgpt", 7)
SAID = Turn("standup", ID, Role.USER, "We move to Lyon.", 1.5, "Ada", 3, 2, 9)
SECOND = replace(
    SAID, id=f"{ID}-1", role=Role.ASSISTANT, at=None, speaker="", order=0, parts=1, turn=0
)
USED = Weights(
    "standup",
    1,
    tuple(Weight(s * 16, n, b) for s, n, b in (("0", 17, 1.0), ("0", 18, 0.95), ("a", 31, 8.0))),
)
ORIGIN = turn_origin("standup", ID)
SEEN = Observation(observation_id("Ada moves.", 1.5, ORIGIN), "Ada moves.", 1.5, None, ORIGIN)
NOTES: tuple[Any, ...] = (HEAD, SAID, SECOND, USED)
ODD: tuple[Any, ...] = (
    *(None, True, False, 10**400, -1, 1.5, 1e300, 2**60),
    *("", "text", "../evil", "system", [], [1], [None], {}, {"a": 1}),
)


def ref_of(one: Any) -> Ref[Any]:
    match one:
        case ConversationHead():
            return Ref(ConversationHead, head_name(one.id))
        case Turn():
            return Ref(Turn, turn_name(one.conversation, one.id))
        case Weights():
            return Ref(Weights, weights_name(one.conversation, one.window))
        case _:
            return Ref(Observation, one.id)


def body_of(one: Any, at: float = 1.0, device: str = "alpha", before: Body | None = None) -> Body:
    schema = schema_of(type(one))
    dot = Dot(hlc(at), device)
    return put(before, path_of(ref_of(one)), schema.encode(one), dot, schema)


def record_of(one: Any, body: Body) -> Any:
    """What a body says that stands where a record does."""
    return codec.record_of(ref_of(one), body, schema_of(type(one)))


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


@pytest.mark.parametrize("one", NOTES, ids=["head", "turn", "part", "weights"])
def test_it_is_read_as_it_was_written(one: Any) -> None:
    assert opened(ref_of(one), **schema_of(type(one)).encode(one)) == one
    assert ref_at(path_of(ref_of(one))) == (ref_of(one), schema_of(type(one)))
    assert record_of(one, body_of(one)) == one


@pytest.mark.parametrize("one", NOTES, ids=["head", "turn", "part", "weights"])
def test_whatever_stands_in_a_field_it_is_read_or_refused(one: Any) -> None:
    ref, whole = ref_of(one), schema_of(type(one)).encode(one)
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
            assert opened(ref, **schema_of(type(one)).encode(found)) == found
    assert refused > 10


@pytest.mark.parametrize(
    "name",
    [
        *("/head", "a/b/head", "a/turn/", "/turn/b", "a/turn/b/c", "a/turns/b", "a/", "a/Head"),
        *("head", "turn", "a/turn", "", "a/head/b", "a/weights", "a/weights/", "a/weights/01"),
        *("a/weights/-1", "a/weights/x", "/weights/1", "a/weights/1/2", "a/weights/²"),
    ],
)
def test_no_other_path_is_one_of_these(name: str) -> None:
    found = ref_at(f"sense-memory/stream/{name}")
    assert found is None or found[0].kind not in (ConversationHead, Turn, Weights)


def test_what_belongs_to_nobody_is_no_turn() -> None:
    with pytest.raises(MalformedRecordError):
        opened(ref_of(SAID), text="We move.", role="user")
    # which conversation it is of, its name tells
    assert opened(ref_of(SAID), text="a", role="user", conversation="b").conversation == "standup"


@pytest.mark.parametrize("part", [0, 1, 9, 10, 123])
def test_the_parts_of_a_message_are_told_from_messages(part: int) -> None:
    assert message_and_part(part_id(ID, part)) == (ID, part)


@pytest.mark.parametrize("name", [ID, "a", "-1", "a-", "a-0", "a-01", "a-x", "a-1.5", "a-²"])
def test_what_is_no_part_is_a_message(name: str) -> None:
    assert message_and_part(name) == (name, 0)


def test_an_origin_names_a_turn_or_nothing() -> None:
    assert turn_of_origin(ORIGIN) == f"standup/turn/{ID}"
    for other in ("", "chatgpt", "stream/", "stream/a", "stream/a/head", "stream//turn/b", "a/b"):
        assert turn_of_origin(other) is None


@pytest.mark.parametrize(
    "element",
    [
        *("", "a", "0123456789abcdef", "0123456789abcdef -1", "0123456789ABCDEF 1"),
        *("0123456789abcdef 1 nan", "0123456789abcdef 1 inf", "0123456789abcdef 1 1e9"),
        *("0123456789abcdef 1 -1", "0123456789abcdef 1 1.1 2", "0123456789abcde² 1", "x" * 40),
        "0123456789abcdef ١",
    ],
)
def test_an_element_that_is_no_weight_is_passed_over(element: str) -> None:
    ref = ref_of(USED)
    said = {"conversation": "standup", "weights": ["0123456789abcdef 5 1.1", element]}
    assert opened(ref, **said) == Weights("standup", 1, (Weight("0123456789abcdef", 5, 1.1),))


def test_uses_of_two_devices_stand_beside_each_other() -> None:
    base = body_of(Weights("standup", 1, (Weight("0" * 16, 17),)))
    here = body_of(Weights("standup", 1, (Weight("0" * 16, 18),)), 2.0, "alpha", base)
    there = body_of(Weights("standup", 1, (Weight("0" * 16, 19, 1.1),)), 3.0, "beta", base)
    both = record_of(USED, merge(here, there, WEIGHTS))
    assert both.weights == (Weight("0" * 16, 18), Weight("0" * 16, 19, 1.1))
    assert record_of(USED, merge(there, here, WEIGHTS)) == both


def test_the_greater_counter_counts() -> None:
    base = body_of(replace(HEAD, turn_counter=0))
    here = body_of(replace(HEAD, turn_counter=5), 3.0, "alpha", base)
    there = body_of(replace(HEAD, turn_counter=9), 2.0, "beta", base)
    assert record_of(HEAD, merge(here, there, CONVERSATION)).turn_counter == 9


def test_the_id_of_an_imported_conversation_is_frozen() -> None:
    assert imported_conversation("chatgpt", "c-1") == "chatgpt-27a1d9cc2ca7f1e4967f73cf"


# --- what becomes of it


def after(one: Any, *gone: Ref[Any]) -> Any:
    """What is left of a record."""
    body = references.settled(ref_of(one), body_of(one), schema_of(type(one)), set(gone), set(), {})
    return record_of(one, body) if body.is_alive else None


def test_a_turn_goes_with_its_conversation_and_what_was_observed_with_the_turn() -> None:
    assert after(SAID, ref_of(HEAD)) is None
    assert after(SECOND, ref_of(HEAD)) is None
    assert after(SAID, Ref(ConversationHead, head_name("other"))) == SAID
    assert after(SAID, Ref(ConversationHead, head_name("standup"), "user:alice")) == SAID
    assert after(SEEN, ref_of(SAID)) is None
    assert after(SEEN, ref_of(SECOND)) == SEEN
    assert after(replace(SEEN, origin="chatgpt"), ref_of(SAID)) is not None


def test_a_turn_of_the_time_before_a_forgetting_goes_where_the_conversation_stands_anew() -> None:
    before = body_of(HEAD)
    gone = forgotten(before, before.path, Dot(hlc(2.0), "alpha"), "forget")
    anew = body_of(HEAD, 3.0, "alpha", gone)
    (old,), (new,) = (
        creations_in(before.fields, CONVERSATION),
        creations_in(anew.fields, CONVERSATION),
    )
    ground = {ref_of(HEAD): references.ground(anew, None, CONVERSATION)}
    for creation, stands in ((old, False), (new, True)):
        body = references.grounded(body_of(SAID), Dot(hlc(1.0), "alpha"), {"on": [creation]})
        left = references.settled(ref_of(SAID), body, TURN, set(), set(), ground)
        assert left.is_alive is stands


def test_a_new_title_creates_no_conversation() -> None:
    first = body_of(HEAD)
    second = body_of(replace(HEAD, title="Other plans"), 2.0, "beta", first)
    assert creations_in(first.fields, CONVERSATION) == creations_in(second.fields, CONVERSATION)
    assert record_of(HEAD, second).title == "Other plans"


def test_what_is_edited_while_it_is_forgotten_stands_by_itself_and_is_whose_it_was() -> None:
    base = body_of(SAID)
    gone = forgotten(base, base.path, Dot(hlc(2.0), "beta"), "forget")
    edited = body_of(replace(SAID, text="We stay."), 3.0, "alpha", base)
    met = merge(gone, edited, TURN)
    assert record_of(SAID, met) == replace(SAID, text="We stay.")
    whose = references.targets(ref_of(SAID), met, TURN)
    assert list(whose) == [ref_of(HEAD)]


def test_two_edits_of_a_turn_stand_beside_each_other_and_a_decision_says_whose_it_is() -> None:
    base = body_of(SAID)
    here = body_of(replace(SAID, text="here"), 2.0, "alpha", base)
    there = body_of(replace(SAID, text="there"), 3.0, "beta", base)
    met = merge(here, there, TURN)
    assert set(met.fields["text"].values()) == {"here", "there"}
    seen = [(dot.t, dot.device) for dot in met.fields["text"]]
    decided = settled(met, "text", "here", seen, Dot(hlc(4.0), "beta"), TURN)
    gone = forgotten(met, met.path, Dot(hlc(4.0), "alpha"), "forget")
    left = merge(decided, gone, TURN)
    assert record_of(SAID, left) == replace(SAID, text="here")


def test_who_files_an_observation_brings_none_back_that_somebody_forgets() -> None:
    base = body_of(SEEN)
    filed = amended(
        base, OBSERVATION.encode(replace(SEEN, topic="user")), Dot(hlc(3.0), "beta"), OBSERVATION
    )
    gone = forgotten(base, base.path, Dot(hlc(2.0), "alpha"), "forget")
    assert not merge(filed, gone, OBSERVATION).is_alive
    assert record_of(SEEN, merge(filed, base, OBSERVATION)).topic == "user"


def test_who_corrects_an_observation_leaves_it_to_the_turn_that_it_is_of() -> None:
    base = body_of(SEEN)
    corrected = body_of(replace(SEEN, text="Ada stays."), 3.0, "beta", base)
    gone = forgotten(base, base.path, Dot(hlc(2.0), "alpha"), "forget")
    met = merge(corrected, gone, OBSERVATION)
    assert record_of(SEEN, met) == replace(SEEN, text="Ada stays.")
    # it is of a turn that was forgotten, so it goes with it all the same
    left = references.settled(ref_of(SEEN), met, OBSERVATION, {ref_of(SAID)}, set(), {})
    assert not left.is_alive
