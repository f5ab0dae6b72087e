"""Plaintext of a record in, body out, and back; checked against the address it came from."""

import hashlib
import json
from typing import Any

import pytest

from sense_memory.core.errors import (
    AddressMismatchError,
    MalformedRecordError,
    TooLargeError,
    UnknownSchemaError,
)
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.store_settings import Addressing, BlindingKey, Settings
from sense_memory.core.ref import Ref
from sense_memory.wire import codec
from sense_memory.wire.address import blinded, key_id, path_of, write_address
from sense_memory.wire.body import Body
from sense_memory.wire.canonical import Json
from sense_memory.wire.merge import forgotten, put
from sense_memory.wire.schemas import schema_of
from sense_memory.wire.stamp import Dot, hlc

PUBKEY = "ab" * 32
KEY = BlindingKey(b"k" * 32)
FOREIGN_KEY = BlindingKey(b"f" * 32)
NOW = 1_700_000_000
T = hlc(NOW)
LIMIT = 40_960

RECORDS: list[tuple[Ref[Any], Any]] = [
    (Ref(Memory, "k"), Memory("k", "value", NOW + 0.5)),
    (Ref(Memory, "k", "alice"), Memory("k", "", NOW)),
    (
        Ref(PersonaMemory, "people/facts/v"),
        PersonaMemory(
            "people",
            "facts",
            "v",
            "prefers vanilla JS",
            relevance=0.5,
            halflife_days=7,
            last_accessed=NOW + 1,
            last_reinforced=NOW + 2,
            access_count=3,
            connections=("a", "b"),
            contradicts=("c",),
            superseded_by="c",
            themes=("js", "web"),
            source="chat",
            confidence=0.25,
            created_at=NOW,
        ),
    ),
    (Ref(JournalEntry, "1700000000.5-0badcafe"), JournalEntry("dear diary", NOW + 0.5)),
    (Ref(Settings, ""), Settings(Addressing.BLINDED)),
    (Ref(BlindingKey, key_id(KEY)), BlindingKey(b"k" * 32, 2)),
]
RECORD_IDS = [str(ref) for ref, _ in RECORDS]


def body_of(ref: Ref[Any], record: Any) -> Body:
    """A first version of a record by one device."""
    schema = schema_of(ref.kind)
    return put(None, path_of(ref), schema.encode(record), Dot(T, "device0001"), schema)


def opened(text: str, d: str, keys: tuple[BlindingKey, ...] = (KEY,)) -> codec.Opened:
    """Open a plaintext that came from an address."""
    return codec.opened(
        text, d=d, created_at=NOW, event_id="e" * 64, keys=list(keys), public_key=PUBKEY
    )


def kv_text(value: str = "value") -> str:
    """The plaintext of ``remember("k", value)`` in a plain store."""
    ref = Ref(Memory, "k")
    return codec.plaintext(ref, body_of(ref, Memory("k", value, NOW)), Addressing.PLAIN, LIMIT)


# ------------------------------------------------------------------------- there and back


@pytest.mark.parametrize("addressing", Addressing)
@pytest.mark.parametrize(("ref", "record"), RECORDS, ids=RECORD_IDS)
def test_every_record_type_comes_back_as_it_went(
    ref: Ref[Any], record: Any, addressing: Addressing
) -> None:
    body = body_of(ref, record)
    text = codec.plaintext(ref, body, addressing, LIMIT)
    found = opened(text, write_address(path_of(ref), addressing, [KEY], PUBKEY))
    assert found == codec.Opened(ref, schema_of(ref.kind), body, record)
    assert record == codec.record_of(found.ref, found.body, found.schema)


@pytest.mark.parametrize("addressing", Addressing)
@pytest.mark.parametrize(("ref", "record"), RECORDS, ids=RECORD_IDS)
def test_every_record_type_can_be_forgotten(
    ref: Ref[Any], record: Any, addressing: Addressing
) -> None:
    dot = Dot(hlc(NOW + 1), "device0002")
    tombstone = forgotten(body_of(ref, record), path_of(ref), dot, "forget")
    text = codec.plaintext(ref, tombstone, addressing, LIMIT)
    found = opened(text, write_address(path_of(ref), addressing, [KEY], PUBKEY))
    assert tombstone == found.body
    assert not found.body.is_alive


def test_the_published_client_finds_its_fields_in_our_body() -> None:
    fields = json.loads(kv_text())
    del fields["_sync"]
    assert fields == {"type": "sense-memory:kv", "key": "k", "value": "value", "ts": NOW}


def test_the_published_client_finds_all_fields_of_a_persona_memory() -> None:
    ref, record = RECORDS[2]
    fields = json.loads(codec.plaintext(ref, body_of(ref, record), Addressing.PLAIN, LIMIT))
    del fields["_sync"]
    assert fields == record.to_dict()


def test_a_tombstone_says_nothing_of_what_stood_there() -> None:
    ref = Ref(Memory, "k")
    before = body_of(ref, Memory("k", "secret", NOW))
    tombstone = forgotten(before, path_of(ref), Dot(hlc(NOW + 1), "device0001"), "forget")
    text = codec.plaintext(ref, tombstone, Addressing.PLAIN, LIMIT)
    assert "secret" not in text
    assert json.loads(text)["type"] == "sense-memory:forgotten"


# ------------------------------------------------------------------------------- sizes


def test_a_plain_store_does_not_pad() -> None:
    assert kv_text() == kv_text().strip()


def text_of_size(size: int, addressing: Addressing, limit: int = 65_408) -> str:
    """A plaintext of that many bytes before padding, part of it multi-byte."""
    room = size - len(kv_text("é").encode()) + 2
    value = "é" + "x" * (room - 2)
    ref = Ref(Memory, "k")
    return codec.plaintext(ref, body_of(ref, Memory("k", value, NOW)), addressing, limit)


# S-2.7
@pytest.mark.parametrize(
    ("size", "padded"),
    [
        (300, 512),
        (512, 512),
        (513, 2_560),
        (2_560, 2_560),
        (2_561, 10_240),
        (10_240, 10_240),
        (10_241, 40_960),
        (40_960, 40_960),
    ],
)
def test_a_blinded_store_pads_to_one_of_four_sizes_in_bytes(size: int, padded: int) -> None:
    assert size == len(text_of_size(size, Addressing.PLAIN).encode())
    text = text_of_size(size, Addressing.BLINDED)
    assert padded == len(text.encode())
    assert text.rstrip(" ") == text_of_size(size, Addressing.PLAIN)


def test_the_limit_counts_bytes_and_the_error_says_how_many() -> None:
    assert len(text_of_size(LIMIT, Addressing.PLAIN, LIMIT).encode()) == LIMIT
    for addressing in Addressing:
        with pytest.raises(TooLargeError, match="40961 bytes") as caught:
            text_of_size(LIMIT + 1, addressing, LIMIT)
        assert (caught.value.size_bytes, caught.value.limit_bytes) == (LIMIT + 1, LIMIT)


def test_the_limit_is_on_the_record_and_not_on_the_padding() -> None:
    assert len(text_of_size(600, Addressing.BLINDED, 600).encode()) == 2_560


# --------------------------------------------------------------------- the wrong address


def test_a_body_moved_to_another_plain_address_is_refused() -> None:
    """A relay cannot pass one memory off as another."""
    with pytest.raises(AddressMismatchError):
        opened(kv_text(), "sense-memory/other")


def test_a_body_moved_to_another_blinded_address_is_refused() -> None:
    assert opened(kv_text(), blinded("sense-memory/k", KEY)).ref == Ref(Memory, "k")
    with pytest.raises(AddressMismatchError):
        opened(kv_text(), blinded("sense-memory/other", KEY))


def test_an_address_under_a_key_that_is_not_known_here_is_refused_until_it_is() -> None:
    d = blinded("sense-memory/k", FOREIGN_KEY)
    with pytest.raises(AddressMismatchError):
        opened(kv_text(), d)
    assert opened(kv_text(), d, (KEY, FOREIGN_KEY)).ref == Ref(Memory, "k")


def test_a_body_moved_into_another_scope_is_refused() -> None:
    with pytest.raises(AddressMismatchError):
        opened(kv_text(), "sense-memory/scope/alice/sense-memory/k")


def test_settings_at_a_plain_address_are_refused() -> None:
    ref, record = RECORDS[4]
    text = codec.plaintext(ref, body_of(ref, record), Addressing.PLAIN, LIMIT)
    with pytest.raises(AddressMismatchError):
        opened(text, path_of(ref))


def test_settings_of_another_identity_are_refused() -> None:
    ref, record = RECORDS[4]
    text = codec.plaintext(ref, body_of(ref, record), Addressing.PLAIN, LIMIT)
    with pytest.raises(AddressMismatchError):
        opened(text, hashlib.sha256(b"sense-memory/v1/settings\x00" + b"cd" * 32).hexdigest())


# ------------------------------------------------------------------------- plain writers

PLAIN_KV = {"type": "sense-memory:kv", "key": "k", "value": "v", "ts": 1699999999.25}
PLAIN_PERSONA = {
    "type": "sense-memory:persona",
    "domain": "people",
    "facet": "facts",
    "key": "v",
    "value": "text",
}


def test_a_published_clients_memory_is_read() -> None:
    found = opened(json.dumps(PLAIN_KV), "sense-memory/k")
    assert codec.record_of(found.ref, found.body, found.schema) == Memory("k", "v", 1699999999.25)


def test_without_a_date_inside_the_events_date_counts() -> None:
    undated = {key: value for key, value in PLAIN_KV.items() if key != "ts"}
    found = opened(json.dumps(undated), "sense-memory/k")
    assert codec.record_of(found.ref, found.body, found.schema) == Memory("k", "v", NOW)


def test_a_published_clients_journal_entry_is_read() -> None:
    entry = {"type": "sense-memory:journal", "content": "dear diary", "ts": 1699999999.25}
    found = opened(json.dumps(entry), "sense-journal/1699999999.25")
    assert found.ref == Ref(JournalEntry, "1699999999.25")
    record = codec.record_of(found.ref, found.body, found.schema)
    assert record == JournalEntry("dear diary", 1699999999.25)


def test_a_minimal_persona_memory_is_dated_by_its_event_on_every_device() -> None:
    found = opened(json.dumps(PLAIN_PERSONA), "sense-memory/persona/people/facts/v")
    record = codec.record_of(found.ref, found.body, found.schema)
    assert (record.created_at, record.last_accessed, record.last_reinforced) == (NOW, NOW, NOW)


# S-4.6
@pytest.mark.parametrize(
    ("fields", "d"),
    [
        (PLAIN_KV, "sense-memory/other"),
        (PLAIN_PERSONA, "sense-memory/persona/people/facts/other"),
        (PLAIN_PERSONA, "sense-memory/persona/self/facts/v"),
    ],
    ids=["kv", "key", "domain"],
)
def test_a_plain_writers_body_at_another_address_is_refused(fields: dict[str, Any], d: str) -> None:
    with pytest.raises(AddressMismatchError):
        opened(json.dumps(fields), d)


@pytest.mark.parametrize(
    ("text", "d"),
    [
        ('{"type":"other:app","value":"v"}', "sense-memory/k"),
        ('{"value":"v"}', "sense-memory/k"),
        ('{"type":["list"]}', "sense-memory/k"),
        ('{"type":"sense-memory:journal","content":"c"}', "other/app"),
        (kv_text().replace("sense-memory:kv", "sense-memory:kv2"), "sense-memory/k"),
        (kv_text().replace("sense-memory/k", "sense-memory/embed/k"), "sense-memory/embed/k"),
    ],
    ids=["type", "no type", "odd type", "path", "type at our path", "path of a newer type"],
)
def test_what_this_release_does_not_know_is_kept_aside_as_unknown(text: str, d: str) -> None:
    with pytest.raises(UnknownSchemaError):
        opened(text, d)


@pytest.mark.parametrize(
    "change",
    [{"value": None}, {"value": 5}, {"value": ["v"]}, {"value": "x" * 65_001}, {"value": "\ud800"}],
    ids=["null", "number", "list", "too long", "surrogate"],
)
def test_a_value_that_is_none_is_malformed(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecordError):
        opened(json.dumps({**PLAIN_KV, **change}), "sense-memory/k")


def test_a_record_without_its_value_is_malformed() -> None:
    with pytest.raises(MalformedRecordError):
        opened('{"type":"sense-memory:kv","key":"k"}', "sense-memory/k")


@pytest.mark.parametrize(
    "change",
    [{"confidence": 2}, {"confidence": "high"}, {"halflife_days": 0}, {"halflife_days": None}],
    ids=str,
)
def test_a_field_out_of_range_is_malformed(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecordError):
        opened(json.dumps({**PLAIN_PERSONA, **change}), "sense-memory/persona/people/facts/v")


@pytest.mark.parametrize("key", ["", "00", "zz" * 32, "00" * 31, "00" * 33, 5, None])
def test_a_blinding_key_that_is_not_32_bytes_is_malformed(key: Json) -> None:
    ref = Ref(BlindingKey, key_id(KEY))
    d = write_address(path_of(ref), Addressing.PLAIN, [], PUBKEY)
    body = Body(path_of(ref), {"a": T}, {"key": {Dot(T, "a"): key}}, {})
    text = codec.plaintext(ref, body, Addressing.PLAIN, LIMIT)
    with pytest.raises(MalformedRecordError):
        opened(text, d)


@pytest.mark.parametrize(
    ("fields", "d"),
    [
        ({**PLAIN_KV, "key": 5}, "sense-memory/5"),
        ({**PLAIN_KV, "ts": "yesterday"}, "sense-memory/k"),
        ({**PLAIN_KV, "ts": None}, "sense-memory/k"),
        ({**PLAIN_PERSONA, "relevance": "high"}, "sense-memory/persona/people/facts/v"),
        ({**PLAIN_PERSONA, "source": 5}, "sense-memory/persona/people/facts/v"),
        ({**PLAIN_PERSONA, "superseded_by": 5}, "sense-memory/persona/people/facts/v"),
        ({**PLAIN_PERSONA, "last_accessed": None}, "sense-memory/persona/people/facts/v"),
        ({**PLAIN_PERSONA, "created_at": "x"}, "sense-memory/persona/people/facts/v"),
        ({**PLAIN_KV, "mood": "\ud800"}, "sense-memory/k"),
    ],
    ids=lambda part: ascii(part)[-40:],
)
def test_a_field_of_the_wrong_type_is_malformed(fields: dict[str, Any], d: str) -> None:
    """Else it goes off later, where a reader does sums or sorts with it."""
    with pytest.raises(MalformedRecordError):
        opened(json.dumps(fields), d)


def test_a_number_beyond_all_numbers_is_malformed() -> None:
    """JSON allows integers that no float can hold."""
    with pytest.raises(MalformedRecordError):
        opened(json.dumps({**PLAIN_KV, "ts": 10**400}), "sense-memory/k")


@pytest.mark.parametrize("part", ["mood", "p"])
def test_half_a_character_anywhere_is_malformed(part: str) -> None:
    sync = {"v": 1, "p": "sense-memory/\ud800" if part == "p" else "sense-memory/k"}
    fields = {**PLAIN_KV, "mood": "\ud800", "_sync": sync}
    with pytest.raises(MalformedRecordError):
        opened(json.dumps(fields), "sense-memory/k")


# ------------------------------------------------------------------- messages to oneself

MESSAGE = "4:" + "e" * 64
ENTRY = {"type": "sense-memory:journal", "content": "text", "ts": NOW + 0.25}


@pytest.mark.parametrize("scope", ["", "user:alice"])
def test_a_message_holds_a_journal_entry_of_any_path(scope: str) -> None:
    ref = Ref(JournalEntry, "1-abcd", scope)
    body = body_of(ref, JournalEntry("text", NOW))
    found = opened(codec.plaintext(ref, body, Addressing.BLINDED, LIMIT), MESSAGE)
    assert (found.ref, found.body, found.plain_dot) == (ref, body, None)


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        (ENTRY, f"{NOW}.25-eeee"),
        ({**ENTRY, "ts": NOW}, f"{NOW}.0-eeee"),
        ({"type": ENTRY["type"], "content": "text"}, f"{NOW}.0-eeee"),
    ],
)
def test_an_entry_without_a_path_is_named_by_its_time_and_id(
    fields: dict[str, Any], name: str
) -> None:
    found = opened(json.dumps(fields), MESSAGE)
    assert found.ref == Ref(JournalEntry, name)
    assert found.plain_dot is not None


@pytest.mark.parametrize(
    "text",
    [
        "a note",
        "[]",
        "{}",
        json.dumps({**ENTRY, "type": "todo"}),
        json.dumps({**ENTRY, "ts": "soon"}),
        json.dumps({**ENTRY, "ts": 10**400}),
        json.dumps({"type": ENTRY["type"], "ts": NOW}),
        kv_text(),
    ],
)
def test_what_is_no_journal_entry_is_malformed_in_a_message(text: str) -> None:
    with pytest.raises(MalformedRecordError):
        opened(text, MESSAGE)


def test_a_message_holds_nothing_but_journal_entries() -> None:
    data = json.loads(kv_text())
    data["type"] = ENTRY["type"]
    with pytest.raises(AddressMismatchError):
        opened(json.dumps(data), MESSAGE)


def test_an_entry_of_a_newer_release_is_told_from_other_programs_messages() -> None:
    sync = {"v": 2, "p": "sense-journal/1-abcd"}
    with pytest.raises(UnknownSchemaError):
        opened(json.dumps({**ENTRY, "_sync": sync}), MESSAGE)


def test_an_entry_without_a_path_is_none_at_an_address_of_records() -> None:
    with pytest.raises((AddressMismatchError, UnknownSchemaError)):
        opened(json.dumps(ENTRY), "ab" * 32)
