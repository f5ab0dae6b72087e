"""The body as text: what ``_sync`` holds, and what is refused in it."""

import copy
import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sense_memory.core.errors import MalformedRecordError, UnknownSchemaError
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.ref import Ref
from sense_memory.wire import body_json, codec
from sense_memory.wire.body import Body, Values
from sense_memory.wire.body_json import part, whole
from sense_memory.wire.canonical import dumps, normalised
from sense_memory.wire.merge import forgotten, merge, put
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import KV, PERSONA
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_700_000_000.0
PATH = "sense-memory/k"
PERSONA_PATH = "sense-memory/persona/people/facts/k"
EVENT_ID = "e" * 64
EVENT_DOT = body_json.plain_writer_dot(1_700_000_500, EVENT_ID)


def at(second: float, device: str) -> Dot:
    return Dot(hlc(NOW + second), device)


def kv(before: Body | None, value: str, dot: Dot) -> Body:
    return put(before, PATH, KV.encode(Memory("k", value, NOW)), dot, KV)


def persona(before: Body | None, dot: Dot, **fields: Any) -> Body:
    times = dict.fromkeys(("last_accessed", "last_reinforced", "created_at"), NOW)
    record = PersonaMemory("people", "facts", "k", **{"value": "v", **times, **fields})
    return put(before, PERSONA_PATH, PERSONA.encode(record), dot, PERSONA)


def written(body: Body, schema: Schema[Any] = KV) -> dict[str, Any]:
    """The JSON object that a body becomes."""
    names = {"key": "k"}
    if schema is PERSONA:
        names = {"domain": "people", "facet": "facts", "key": "k", "state": "active"}
    data: dict[str, Any] = json.loads(body_json.write(body, schema, names))
    return data


def read(data: dict[str, Any], schema: Schema[Any] = KV) -> Body:
    path = PERSONA_PATH if schema is PERSONA else PATH
    return body_json.read(data, schema, plain_dot=EVENT_DOT, plain_path=path)


def with_hash(data: dict[str, Any]) -> dict[str, Any]:
    """The object with the fingerprint that belongs to its visible part."""
    visible = {k: v for k, v in data.items() if k not in ("_sync", "state")}
    digest = hashlib.sha256(dumps(normalised(visible)).encode()).hexdigest()[:8]
    return {**data, "_sync": {**data["_sync"], "h": digest}}


SIBLINGS = merge(kv(None, "one", at(1, "a")), kv(None, "two", at(2, "b")), KV)
RICH = merge(
    persona(None, at(1, "a"), themes=("js", "web"), access_count=2, source="chat"),
    persona(None, at(2, "b"), themes=("js",), access_count=3, connections=("x",)),
    PERSONA,
)
TOMBSTONE = forgotten(SIBLINGS, PATH, at(3, "a"), "forget")


# -------------------------------------------------------------------------- what is written


def test_one_writer_leaves_the_short_form() -> None:
    """Dates and devices once, one dot for all fields."""
    t = hlc(NOW + 1)
    expected = {
        "v": 1,
        "p": PATH,
        "dv": ["a"],
        "vv": [t],
        "f": {"*": f"{t}.0"},
        "h": hashlib.sha256(
            b'{"key":"k","ts":1700000000,"type":"sense-memory:kv","value":"one"}'
        ).hexdigest()[:8],
    }
    assert expected == written(kv(None, "one", at(1, "a")))["_sync"]


def test_values_that_are_alive_beside_the_shown_one_are_written_with_their_dots() -> None:
    data = written(SIBLINGS)
    one, two = hlc(NOW + 1), hlc(NOW + 2)
    assert data["value"] == "two"
    assert data["_sync"]["dv"] == ["a", "b"]
    assert data["_sync"]["vv"] == [one, two]
    assert data["_sync"]["x"] == [["value", "one", [f"{one}.0"]]]
    assert data["_sync"]["f"] == {"*": f"{two}.1", "ts": [f"{one}.0", f"{two}.1"]}


def test_equal_values_are_written_once_with_all_their_dots() -> None:
    same = merge(kv(None, "same", at(1, "a")), kv(None, "same", at(2, "b")), KV)
    data = written(same)
    assert "x" not in data["_sync"]
    assert len(data["_sync"]["f"]["value"]) == 2
    assert same == read(data)


def test_a_counter_is_shown_as_its_sum_and_kept_as_its_slots() -> None:
    data = written(RICH, PERSONA)
    assert data["access_count"] == 5
    slots = {f"{hlc(NOW + 1)}.0": 2, f"{hlc(NOW + 2)}.1": 3}
    assert data["_sync"]["c"] == {"access_count": slots}


def test_elements_of_a_set_are_sorted_and_listed_only_where_their_dots_differ() -> None:
    data = written(RICH, PERSONA)
    one, two = f"{hlc(NOW + 1)}.0", f"{hlc(NOW + 2)}.1"
    assert data["themes"] == ["js", "web"]
    assert data["_sync"]["f"]["*"] in (one, two)
    assert data["_sync"]["s"]["themes"]["js"] == [one, two]


def test_a_tombstone_holds_its_reason_and_no_fields() -> None:
    data = written(TOMBSTONE)
    sync = data.pop("_sync")
    assert data == {"type": "sense-memory:forgotten", "value": "", "key": "k"}
    assert sync["del"] == [["forget", [f"{hlc(NOW + 3)}.0"]]]
    assert not {"f", "s", "c", "x"} & set(sync)


def test_a_living_value_names_the_forgettings_that_it_had_not_seen() -> None:
    base = kv(None, "old", at(0, "a"))
    one = forgotten(base, PATH, at(1, "a"), "forget")
    other = forgotten(base, PATH, at(2, "b"), "dissolve")
    alive = kv(base, "new", at(1, "c"))
    data = written(merge(merge(alive, one, KV), other, KV))
    assert data["value"] == "new"
    assert data["_sync"]["del"] == [
        ["dissolve", [f"{hlc(NOW + 2)}.1"]],
        ["forget", [f"{hlc(NOW + 1)}.0"]],
    ]


@pytest.mark.parametrize(
    ("body", "schema"),
    [(SIBLINGS, KV), (RICH, PERSONA), (TOMBSTONE, KV)],
    ids=["siblings", "persona", "tombstone"],
)
def test_reading_gives_back_what_was_written(body: Body, schema: Schema[Any]) -> None:
    assert body == read(written(body, schema), schema)


def test_the_state_is_written_for_plain_readers_and_plays_no_part() -> None:
    data = written(RICH, PERSONA)
    assert data["state"] == "active"
    assert read({**data, "state": "fading"}, PERSONA) == RICH


def test_fields_of_a_newer_release_are_kept_with_their_own_dots() -> None:
    dot = at(1, "a")
    body = Body(PATH, {"a": dot.t}, {"value": {dot: "v"}, "mood": {dot: {"joy": [1, 2.5]}}}, {})
    data = written(body)
    assert data["mood"] == {"joy": [1, 2.5]}
    assert data["_sync"]["f"] == {"*": f"{dot.t}.0", "mood": f"{dot.t}.0"}
    assert body == read(data)


# --------------------------------------------------------------------------- what is dropped


def after_writers(names: list[str]) -> Body:
    """A record that each of the devices wrote once, having read it before."""
    body: Body | None = None
    for second, name in enumerate(names):
        record = Memory("k", f"value {second}", NOW + second)
        body = put(body, PATH, KV.encode(record), at(second, name), KV)
    assert body is not None
    return body


def test_devices_with_a_file_are_never_dropped() -> None:
    names = [f"device{n:03}" for n in range(100)]
    assert set(names) == set(read(written(after_writers(names))).known)


def test_of_devices_without_a_file_the_last_writer_and_the_16_before_it_are_kept() -> None:
    names = [f"m{n:03}" for n in range(100)]
    assert set(names[-17:]) == set(read(written(after_writers(names))).known)


def test_a_device_without_a_file_is_kept_as_long_as_what_it_wrote_is_alive() -> None:
    base = persona(None, at(0, "mfirst"), themes=("js",))
    body = base
    for second in range(1, 60):
        body = persona(body, at(second, f"m{second:03}"), value=str(second), themes=("js",))
    known = read(written(body, PERSONA), PERSONA).known
    assert "mfirst" in known
    assert len(known) == 18


# --------------------------------------------------------------------------- plain writers


def test_an_edit_by_a_plain_writer_is_seen_by_its_fingerprint() -> None:
    edited = {**written(SIBLINGS), "value": "edited by hand"}
    value, ts = part(EVENT_DOT, "value"), part(EVENT_DOT, "ts")
    fields: dict[str, Values] = {"value": {value: "edited by hand"}, "ts": {ts: NOW}}
    known = {dot.device: dot.t for dot in (EVENT_DOT, value, ts)}
    assert read(edited) == Body(PATH, known, fields, {})


@pytest.mark.parametrize("sync", [None, "text", [], 5], ids=repr)
def test_a_sync_that_is_no_object_is_a_plain_writers_field(sync: object) -> None:
    body = read({"type": KV.type, "key": "k", "value": "v", "_sync": sync})
    assert body.fields == {"value": {part(EVENT_DOT, "value"): "v"}}


def test_a_plain_writers_dot_is_the_same_on_every_device() -> None:
    assert Dot(hlc(1_700_000_500), "~" + "e" * 16) == EVENT_DOT
    assert part(EVENT_DOT, "value") == Dot(EVENT_DOT.t, EVENT_DOT.device + "2ac3e771")
    assert part(EVENT_DOT, "themes", "js") == Dot(EVENT_DOT.t, EVENT_DOT.device + "7e42919f")
    assert whole(part(EVENT_DOT, "value")) == whole(EVENT_DOT) == EVENT_DOT
    assert whole(Dot(EVENT_DOT.t, "abcdefghij")).device == "abcdefghij"


def test_a_plain_writers_sets_and_counts_are_taken_over() -> None:
    data = {"value": "v", "themes": ["js"], "connections": [], "access_count": 3, "state": "x"}
    body = read(data, PERSONA)
    theme = part(EVENT_DOT, "themes", "js")
    assert body.sets == {"themes": {"js": frozenset({theme})}, "connections": {}}
    value, count = part(EVENT_DOT, "value"), part(EVENT_DOT, "access_count")
    assert body.fields == {"value": {value: "v"}, "access_count": {count: 3}}


# ------------------------------------------------------------------------- what is refused


def test_a_newer_version_of_the_format_is_left_alone() -> None:
    data = written(SIBLINGS)
    data["_sync"]["v"] = 2
    with pytest.raises(UnknownSchemaError, match="version 2"):
        read(data)


def broken(body: Body, schema: Schema[Any], **change: Any) -> dict[str, Any]:
    data = written(body, schema)
    for name, value in change.items():
        if value is None:
            data["_sync"].pop(name)
        else:
            data["_sync"][name] = value
    return data


T = hlc(NOW + 1)


@pytest.mark.parametrize(
    "change",
    [
        {"v": None},
        {"v": "1"},
        {"v": 0},
        {"v": True},
        {"p": None},
        {"dv": None},
        {"vv": None},
        {"f": None},
        {"dv": ["a"]},
        {"dv": ["a", "b", "c"]},
        {"dv": ["a", ""]},
        {"dv": ["a", 5]},
        {"dv": 5},
        {"vv": [T, "short"]},
        {"vv": [T, T.upper() if T.upper() != T else 5]},
        {"vv": [T, 5]},
        {"vv": {}},
        {"f": {"*": 5}},
        {"f": {"*": "nodot"}},
        {"f": {"*": f"{T}."}},
        {"f": {"*": f"{T}.-1"}},
        {"f": {"*": f"{T}.2"}},
        {"f": {"*": f"{'f' * 16}.0"}},
        {"f": {"value": [5]}},
        {"x": 5},
        {"x": [["value"]]},
        {"x": [["value", "one", 5]]},
        {"x": [["value", "one", [f"{T}.9"]]]},
        {"x": [[["list"], "one", [f"{T}.0"]]]},
        {"del": 5},
        {"del": [5]},
        {"del": [["forget"]]},
        {"del": [["forget", []]]},
        {"del": [["forget", [f"{T}.7"]]]},
    ],
    ids=str,
)
def test_a_malformed_sync_is_refused_and_nothing_of_it_is_shown(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecordError) as caught:
        read(broken(SIBLINGS, KV, **change))
    assert "one" not in str(caught.value).split()


@pytest.mark.parametrize(
    "change",
    [
        {"s": 5},
        {"s": {"themes": 5}},
        {"s": {"themes": {"js": 5}}},
        {"s": {"themes": {"js": [f"{T}.9"]}}},
        {"c": 5},
        {"c": {"access_count": 5}},
        {"c": {"access_count": {"nodot": 5}}},
        {"c": {"access_count": {f"{T}.0": "many"}}},
        {"c": {"access_count": {f"{T}.0": None}}},
        {"f": {"*": f"{T}.0", "source": []}},
        {"x": [["source", "one", []]]},
        {"s": {}, "f": {"value": f"{T}.0"}},
        {"x": [["value", "one", [f"{T}.0"]]], "f": {}},
    ],
    ids=str,
)
def test_a_malformed_set_or_counter_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecordError):
        read(broken(RICH, PERSONA, **change), PERSONA)


@pytest.mark.parametrize(
    "change",
    [
        {"dv": ["a", "a"]},
        {"dv": ["b", "a"]},
        {"p": 5},
        {"x": [["themes", "one", [f"{T}.0"]]]},
        {"x": [["key", "one", [f"{T}.0"]]]},
        {"c": {"access_count": {f"{T}.0": -5}}},
        {"c": {"access_count": {f"{T}.0": 1.5}}},
    ],
    ids=str,
)
def test_these_malformed_syncs_are_refused_as_well(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecordError):
        read(broken(RICH, PERSONA, **change), PERSONA)


@pytest.mark.parametrize(
    "change",
    [{"del": None}, {"del": 5}, {"del": []}, {"del": [["forget", [f"{T}.7"]]]}, {"f": {}}],
    ids=str,
)
def test_a_malformed_tombstone_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecordError):
        read(broken(TOMBSTONE, KV, **change))


def test_a_tombstone_without_sync_is_no_living_memory_with_an_empty_value() -> None:
    with pytest.raises(MalformedRecordError):
        read({**written(TOMBSTONE), "_sync": None})


def test_a_tombstone_with_a_note_by_another_release_stays_one() -> None:
    assert read({**written(TOMBSTONE), "note": "added"}) == TOMBSTONE


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text("ab.*0"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab*"), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something could be replaced in a JSON value."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items if isinstance(value, (dict, list)) else ():
        found += places(item, (*path, key)) if isinstance(item, (dict, list)) else [(*path, key)]
    return found


@given(st.data())
def test_a_sync_with_anything_in_it_never_raises_anything_but_record_errors(
    data: st.DataObject,
) -> None:
    cases: list[tuple[Body, Schema[Any]]] = [(SIBLINGS, KV), (RICH, PERSONA), (TOMBSTONE, KV)]
    body, schema = data.draw(st.sampled_from(cases))
    changed = copy.deepcopy(written(body, schema))
    *way, last = data.draw(st.sampled_from(places(changed["_sync"])))
    target = changed["_sync"]
    for step in way:
        target = target[step]
    target[last] = data.draw(JSON_VALUES)
    try:
        found = read(changed, schema)
        if found.is_alive and schema is KV:
            codec.record_of(Ref(Memory, "k"), found, KV)
    except (MalformedRecordError, UnknownSchemaError):
        pass
