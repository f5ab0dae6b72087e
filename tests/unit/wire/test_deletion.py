"""What a deletion request says inside, so that it carries its own knowledge."""

import json
from dataclasses import replace

import pytest

from sense_memory.core.errors import MalformedRecordError
from sense_memory.core.records.store_settings import Addressing
from sense_memory.wire import deletion
from sense_memory.wire.body import Body
from sense_memory.wire.merge import merge
from sense_memory.wire.schemas import KV
from sense_memory.wire.stamp import Dot, hlc

T = hlc(1_700_000_000)
EARLIER = hlc(1_600_000_000)
TOMBSTONE = Body("sense-memory/k", {"b": T, "a": EARLIER}, {}, {}, {Dot(T, "b"): "forget"})
CONTENT = {"path": "sense-memory/k", "vv": {"a": EARLIER, "b": T}, "del": [["forget", T, "b"]]}


def test_the_content_in_a_plain_store_is_the_bare_text() -> None:
    expected = json.dumps(CONTENT, sort_keys=True, separators=(",", ":"))
    assert expected == deletion.write([TOMBSTONE], Addressing.PLAIN)


def test_reading_gives_the_tombstone_back() -> None:
    for addressing in Addressing:
        assert deletion.read(deletion.write([TOMBSTONE], addressing)) == (TOMBSTONE,)


# S-2.7
@pytest.mark.parametrize(("devices", "size"), [(1, 512), (40, 2_560), (120, 10_240)])
def test_a_blinded_store_pads_it(devices: int, size: int) -> None:
    known = {f"device{n:04}": hlc(1_600_000_000 + n) for n in range(devices)}
    last = max(Dot(t, device) for device, t in known.items())
    tombstone = Body(TOMBSTONE.path, known, {}, {}, {last: "dissolve"})
    text = deletion.write([tombstone], Addressing.BLINDED)
    assert size == len(text.encode())
    assert (tombstone,) == deletion.read(text)


@pytest.mark.parametrize("name", CONTENT)
def test_a_part_that_is_missing_is_malformed(name: str) -> None:
    broken = {key: value for key, value in CONTENT.items() if key != name}
    with pytest.raises(MalformedRecordError):
        deletion.read(json.dumps(broken))


@pytest.mark.parametrize(
    "change",
    [
        {"path": 5},
        {"vv": []},
        {"vv": {"a": "short"}},
        {"vv": {"a": None}},
        {"vv": {}},
        {"vv": {"": T}},
        {"del": []},
        {"del": [["forget", T]]},
        {"del": [["forget", T, "c"]]},
        {"del": [[5, T, "b"]]},
        {"path": "sense-memory/\ud800"},
    ],
    ids=ascii,
)
def test_a_part_of_the_wrong_shape_is_malformed(change: dict[str, object]) -> None:
    with pytest.raises(MalformedRecordError):
        deletion.read(json.dumps({**CONTENT, **change}))
    with pytest.raises(MalformedRecordError):
        deletion.read(json.dumps({"forgotten": [CONTENT, {**CONTENT, **change}]}))


@pytest.mark.parametrize("several", [[], {}, "k", [5], [CONTENT] * 41], ids=lambda v: str(v)[:9])
def test_a_list_of_the_wrong_shape_is_malformed(several: object) -> None:
    with pytest.raises(MalformedRecordError):
        deletion.read(json.dumps({"forgotten": several}))


def test_one_request_says_of_several_memories_what_stands_for_each() -> None:
    tombstones = [replace(TOMBSTONE, path=f"sense-memory/{name}") for name in "cab"]
    for addressing in Addressing:
        read = deletion.read(deletion.write(tombstones, addressing))
        assert read == tuple(sorted(tombstones, key=lambda body: body.path))


def _erased(number: int, ids: int = 1, size: int = 0) -> deletion.Erased:
    path = f"sense-memory/{number}{'x' * size}"
    versions = tuple(f"{number}/{n}" for n in range(ids))
    return deletion.Erased(replace(TOMBSTONE, path=path), (f"at {number}",), versions)


def _sizes(erased: list[deletion.Erased]) -> list[int]:
    batches = list(deletion.batches(erased))
    assert [one for batch in batches for one in batch] == erased
    return [len(batch) for batch in batches]


def test_a_request_names_at_most_40_addresses() -> None:
    places = tuple(f"at {n}" for n in range(10))
    erased = [replace(_erased(n, ids=0), addresses=places) for n in range(10)]
    assert _sizes(erased) == [4, 4, 2]


def test_a_request_has_at_most_100_tags_and_names_the_newest_versions() -> None:
    assert _sizes([_erased(n, ids=30) for n in range(6)]) == [3, 3]
    assert _sizes([_erased(n, ids=33) for n in range(4)]) == [2, 2]
    (batch,) = deletion.batches([_erased(1, ids=300)])
    assert deletion.named_ids(batch) == [f"1/{n}" for n in range(202, 300)]


def test_a_request_for_several_memories_is_no_larger_than_a_padded_size() -> None:
    batches = list(deletion.batches([_erased(n) for n in range(100)]))
    assert len(batches) <= 8
    for batch in batches[:-1]:
        text = deletion.write([one.tombstone for one in batch], Addressing.BLINDED)
        assert len(text) == 2_560
    (large,) = deletion.batches([_erased(1, size=3_000)])
    assert len(deletion.write([large[0].tombstone], Addressing.BLINDED)) == 10_240


@pytest.mark.parametrize("text", ["", "Forgotten", "[]", "{", '{"path":'])
def test_a_plain_clients_words_are_none_of_ours(text: str) -> None:
    with pytest.raises(MalformedRecordError):
        deletion.read(text)


def test_a_tombstone_is_not_changed_by_its_own_deletion_request() -> None:
    """Else every load of the request makes the tombstone be signed and sent again."""
    marks = {Dot(EARLIER, "a"): "dissolve", Dot(T, "b"): "forget"}
    both = Body(TOMBSTONE.path, TOMBSTONE.known, {}, {}, marks)
    said = deletion.read(deletion.write([both], Addressing.PLAIN))
    assert not isinstance(said, deletion.Moved)
    (read,) = said
    assert both == merge(both, read, KV)


@pytest.mark.parametrize("addressing", list(Addressing))
def test_a_move_names_the_path_and_forgets_nothing(addressing: Addressing) -> None:
    text = deletion.write_moved("sense-memory/k", addressing)
    assert deletion.read(text) == deletion.Moved("sense-memory/k")
    assert addressing is Addressing.PLAIN or len(text) == 512


def test_a_plain_clients_request_counts_the_same_on_every_device() -> None:
    assert deletion.plain_writers_dot(1_700_000_000) == Dot(T, "~5")
