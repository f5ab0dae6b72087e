"""What is read of a peer's records, whoever wrote them, and however."""

import json
from typing import Any

import pytest

from sense_memory.core.errors import MalformedRecordError
from sense_memory.core.records.rapport import (
    DIMENSIONS,
    Checkpoint,
    Correction,
    Direction,
    Layer,
    LayerName,
    LayerVersion,
    RapportVector,
    Reading,
    ResilienceType,
)
from sense_memory.core.ref import Ref
from sense_memory.wire import codec
from sense_memory.wire.address import path_of, ref_at
from sense_memory.wire.merge import amended, merge, put
from sense_memory.wire.schemas import CHECKPOINT, schema_of
from sense_memory.wire.stamp import Dot, hlc

REFS: dict[type, Ref[Any]] = {
    Checkpoint: Ref(Checkpoint, "vergel/vector"),
    Reading: Ref(Reading, "vergel/reading/monday"),
    Layer: Ref(Layer, "vergel/layer/patterns"),
    LayerVersion: Ref(LayerVersion, "vergel/layer-version/before"),
}
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    10**400,
    -1,
    1.5,
    "",
    "text",
    [],
    [1],
    [None],
    {},
    {"a": 1},
)


def read(kind: type, **fields: Any) -> Any:
    """What is read of a body that another program wrote, about a peer."""
    return opened(kind, peer="vergel", **fields)


def opened(kind: type, **fields: Any) -> Any:
    """What is read of a body that another program wrote."""
    ref = REFS[kind]
    body = {"type": schema_of(kind).type, **fields}
    found = codec.opened(
        json.dumps(body),
        d=path_of(ref),
        created_at=5,
        event_id="e" * 64,
        keys=[],
        public_key="f" * 64,
    )
    assert found.ref == ref
    return found.record


def scores(**others: Any) -> dict[str, Any]:
    return {**dict.fromkeys(DIMENSIONS, 0.25), **others}


VERSION: dict[str, Any] = {
    "id": "0" * 16,
    "values": dict.fromkeys(DIMENSIONS, 0.25),
    "unlearned": dict.fromkeys(DIMENSIONS, 0.5),
    "session_count": 2,
    "last_updated": 3,
    "resilience_type": "dependency",
    "folded": ["monday"],
    "readings": 1,
    "deleted": 0,
    "at": 4,
    "created_at": 1,
}
WHOLE: dict[type, dict[str, Any]] = {
    Checkpoint: VERSION,
    Reading: {
        "signals": {**scores(), "explicit_corrections": []},
        "timestamp": 1,
        "confidence": 0.5,
        "reader": "rules",
        "turns": 2,
        "on": ["0000000000000001.aaaaaaaaaa"],
    },
    Layer: {"text": "t", "edit": "e", "inputs": ["monday"], "sessions": 1, "updated_at": 1},
    LayerVersion: {"texts": {}, "edited": [], "inputs": [], "label": "x", "at": 1},
}


@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.__name__)
def test_whatever_stands_in_a_field_the_record_is_read_or_refused(kind: type) -> None:
    read(kind, **WHOLE[kind])
    refused = 0
    for name in WHOLE[kind]:
        read_without = {one: value for one, value in WHOLE[kind].items() if one != name}
        for fields in [read_without, *({**WHOLE[kind], name: odd} for odd in ODD)]:
            try:
                assert isinstance(read(kind, **fields), kind)
            except MalformedRecordError:
                refused += 1
    assert refused > 4


@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.__name__)
def test_what_belongs_to_nobody_is_no_record(kind: type) -> None:
    with pytest.raises(MalformedRecordError):
        opened(kind, **WHOLE[kind])
    for odd in ODD:
        if not isinstance(odd, str):
            with pytest.raises(MalformedRecordError):
                opened(kind, peer=odd, **WHOLE[kind])


def test_a_score_is_a_number_or_says_more_and_is_within_its_bounds() -> None:
    reading = read(
        Reading,
        signals=scores(
            warmth={"value": 7, "signal": "kind", "evidence": "«dear»"},
            humor=-2,
            resilience={"value": 1, "type": "dependency"},
        ),
    )
    assert reading.value("warmth") == reading.value("resilience") == 1.0
    assert reading.value("humor") == 0.0
    assert reading.value("depth") == 0.25
    assert reading.scores[1].evidence == "«dear»"
    assert reading.resilience_type is ResilienceType.DEPENDENCY
    assert (reading.at, reading.confidence, reading.turns) == (5.0, 1.0, 0)


@pytest.mark.parametrize("bad", [True, None, "0.5", [0.5], {"value": False}, {}])
def test_a_score_that_is_no_number_is_missing_and_more_than_two_are_too_many(bad: Any) -> None:
    reading = read(Reading, signals=scores(warmth=bad, humor=bad))
    assert reading.value("warmth") is None
    assert len(reading.scores) == 5
    with pytest.raises(MalformedRecordError):
        read(Reading, signals=scores(warmth=bad, humor=bad, depth=bad))


def test_a_correction_that_makes_no_sense_is_left_out() -> None:
    said = [
        {"dimension": "warmth", "direction": "higher", "quote": "warmer"},
        {"dimension": "style", "direction": "sideways"},
        {"dimension": "weight", "direction": "lower"},
        {"dimension": ["warmth"]},
        {"dimension": "humor", "quote": 3},
        "warmer",
    ]
    reading = read(Reading, signals={**scores(), "explicit_corrections": said})
    assert reading.corrections == (
        Correction("warmth", Direction.HIGHER, "warmer"),
        Correction("style"),
    )


def test_a_reading_that_nobody_believes_is_none() -> None:
    with pytest.raises(MalformedRecordError):
        read(Reading, signals=scores(), confidence=0)
    assert read(Reading, signals=scores(), confidence=3).confidence == 1.0


@pytest.mark.parametrize(
    "name",
    [
        *("vector", "/vector", "a/b/vector", "vergel/vectors", "vergel/vector/x"),
        *("vergel/reading", "vergel/reading/", "/reading/x", "vergel/reading/x/y"),
        *("vergel/layer/other", "vergel/layer/", "vergel/layer-version/", "vergel/levels/x"),
    ],
)
def test_no_other_path_is_one_of_these(name: str) -> None:
    found = ref_at(f"sense-memory/rapport/{name}")
    assert found is None or found[0].kind not in REFS
    for ref in REFS.values():
        again = ref_at(path_of(ref))
        assert again is not None
        assert again[0] == ref


def checkpoint(readings: int, deleted: int = 0, level: float = 0.5) -> Checkpoint:
    vector = RapportVector(warmth=level, session_count=readings)
    ids = frozenset(f"s{n}" for n in range(readings))
    return Checkpoint("vergel", vector, ids, readings, 1.0, created_at=1.0, deleted=deleted)


def test_of_checkpoints_the_one_with_the_most_deleted_then_the_most_readings_counts() -> None:
    path = path_of(REFS[Checkpoint])
    base = put(None, path, CHECKPOINT.encode(checkpoint(0)), Dot(hlc(1.0), "alpha"), CHECKPOINT)
    some = [
        checkpoint(3, level=0.1),
        checkpoint(5, level=0.2),
        checkpoint(4, deleted=2, level=0.3),
        checkpoint(4, deleted=2, level=0.4),
    ]
    body = base
    for number, one in enumerate(some):
        dot = Dot(hlc(2.0), f"device{number}")
        body = merge(body, amended(base, CHECKPOINT.encode(one), dot, CHECKPOINT), CHECKPOINT)
    found = codec.record_of(REFS[Checkpoint], body, CHECKPOINT)
    # the empty one is contained in all of them
    order = [*sorted(some[2:], key=lambda one: one.id), some[1], some[0]]
    assert [found.vector, *(one.vector for one in found.others)] == [one.vector for one in order]
    assert found == order[0].beside(found.others)
    # the next one that is made of the best stands beside what it does not contain
    new = checkpoint(6, deleted=2, level=0.9)
    body = amended(body, CHECKPOINT.encode(new), Dot(hlc(3.0), "alpha"), CHECKPOINT)
    assert codec.record_of(REFS[Checkpoint], body, CHECKPOINT) == new


def test_a_version_that_nobody_can_read_does_not_cost_the_others() -> None:
    path = path_of(REFS[Checkpoint])
    good = CHECKPOINT.encode(checkpoint(3))
    body = put(None, path, good, Dot(hlc(1.0), "alpha"), CHECKPOINT)
    bad = {**good, "id": "odd", "values": "none"}
    both = merge(body, put(None, path, bad, Dot(hlc(9.0), "beta"), CHECKPOINT), CHECKPOINT)
    assert codec.record_of(REFS[Checkpoint], both, CHECKPOINT) == checkpoint(3)
    with pytest.raises(MalformedRecordError):
        read(Checkpoint, **{**VERSION, "values": "none"})


def test_a_checkpoint_of_which_only_the_peer_is_left_is_an_empty_one() -> None:
    found = read(Checkpoint, created_at=2)
    assert (found.vector, found.readings, found.created_at) == (RapportVector(), 0, 2.0)


def test_a_layer_without_text_waits_to_be_made_anew() -> None:
    layer = read(Layer, edit="mine")
    assert (layer.text, layer.shown, layer.name) == (None, "mine", LayerName.PATTERNS)
