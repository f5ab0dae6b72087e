"""Addresses: plain, blinded, and those of settings and keys."""

import hashlib
import hmac
import unicodedata
from typing import Any

import pytest

from nips.nip01 import Event
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.store_settings import Addressing, BlindingKey, Settings
from sense_memory.core.ref import Ref
from sense_memory.wire.address import (
    MAX_PLAIN_BYTES,
    addresses,
    blinded,
    entry_at,
    entry_place,
    is_to_self,
    key_id,
    needs_key,
    path_of,
    place_of,
    ref_at,
    write_address,
    writing_key,
)

PUBKEY = "ab" * 32
KEY = BlindingKey(bytes(range(32)))
OTHER_KEY = BlindingKey(b"\xff" * 32)
PATH = "sense-memory/user_timezone"


def independent_blinded(path: str, key: bytes) -> str:
    """The rule again, with nothing but the standard library: HKDF (RFC 5869), then HMAC."""
    extracted = hmac.digest(b"sense-memory/v1", key, "sha256")
    derived = hmac.digest(extracted, b"d-tag\x01", "sha256")
    message = b"30078\x00" + unicodedata.normalize("NFC", path).encode()
    return hmac.digest(derived, message, "sha256").hex()


# ------------------------------------------------------------------------------- paths

REFS: list[tuple[Ref[Any], str]] = [
    (Ref(Memory, "user_timezone"), "sense-memory/user_timezone"),
    (Ref(Memory, "scope"), "sense-memory/scope"),
    (Ref(Memory, "persona"), "sense-memory/persona"),
    (Ref(Memory, "v1"), "sense-memory/v1"),
    (Ref(Memory, "k", "user:alice"), "sense-memory/scope/user:alice/sense-memory/k"),
    (Ref(PersonaMemory, "people/facts/v"), "sense-memory/persona/people/facts/v"),
    (
        Ref(PersonaMemory, "people/facts/v", "bob"),
        "sense-memory/scope/bob/sense-memory/persona/people/facts/v",
    ),
    (Ref(JournalEntry, "1700000000.5-0badcafe"), "sense-journal/1700000000.5-0badcafe"),
    (Ref(JournalEntry, "1-2", "bob"), "sense-memory/scope/bob/sense-journal/1-2"),
    (Ref(Settings, ""), "sense-memory/v1/settings"),
    (Ref(BlindingKey, "0123456789abcdef"), "sense-memory/v1/key/0123456789abcdef"),
]
REF_IDS = [path for _, path in REFS]


@pytest.mark.parametrize(("ref", "path"), REFS, ids=REF_IDS)
def test_the_path_of_a_reference(ref: Ref[Any], path: str) -> None:
    assert path == path_of(ref)


@pytest.mark.parametrize(("ref", "path"), REFS, ids=REF_IDS)
def test_a_path_names_the_reference_it_was_made_of(ref: Ref[Any], path: str) -> None:
    found = ref_at(path)
    assert found is not None
    assert found[0] == ref
    assert found[1].record is ref.kind


def test_a_scope_named_like_a_part_of_a_path_changes_nothing() -> None:
    ref = Ref(Memory, "k", "sense-memory")
    assert ref_at(path_of(ref)) is not None
    assert ref_at(path_of(ref)) == (ref, ref_at("sense-memory/k")[1])  # type: ignore[index]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "other/app",
        "sense-memory",
        "sense-memory/a/b",
        "sense-memory/persona/people/facts",
        "sense-memory/persona/people/facts/a/b",
        "sense-memory/v1/settings/more",
        "sense-memory/v1/key/short",
        "sense-memory/scope/",
        "sense-memory/scope//sense-memory/k",
        "sense-memory/scope/bob",
        "sense-memory/scope/bob/",
        "sense-memory/embed/people/facts/vergel",
        "sense-memory/embed/persona/vergel",
        "sense-memory/embed/persona/",
        "sense-memory/embed/",
        "sense-journal/a/b",
    ],
)
def test_a_path_of_no_known_record_type_names_nothing(path: str) -> None:
    assert ref_at(path) is None


# S-2.1
def test_settings_and_keys_belong_to_the_identity_and_to_no_scope() -> None:
    assert ref_at("sense-memory/scope/bob/sense-memory/v1/settings") is None
    assert ref_at("sense-memory/scope/bob/sense-memory/v1/key/0123456789abcdef") is None


# --------------------------------------------------------------------------- addresses


def test_a_plain_store_uses_the_path_itself() -> None:
    assert write_address(PATH, Addressing.PLAIN, [], PUBKEY) == PATH


@pytest.mark.parametrize(("_ref", "path"), REFS[:9], ids=REF_IDS[:9])
def test_a_blinded_address_is_an_hmac_under_a_derived_key(_ref: Ref[Any], path: str) -> None:
    assert independent_blinded(path, KEY.key) == blinded(path, KEY)
    assert independent_blinded(path, OTHER_KEY.key) == blinded(path, OTHER_KEY)


def test_a_blinded_store_writes_under_its_key() -> None:
    assert blinded(PATH, KEY) == write_address(PATH, Addressing.BLINDED, [KEY], PUBKEY)


def test_the_generation_of_a_key_is_no_part_of_the_address() -> None:
    assert blinded(PATH, KEY) == blinded(PATH, BlindingKey(KEY.key, 7))


def test_two_spellings_of_one_path_have_one_blinded_address() -> None:
    composed = "sense-memory/caf\u00e9"
    decomposed = unicodedata.normalize("NFD", composed)
    assert composed != decomposed
    assert blinded(composed, KEY) == blinded(decomposed, KEY)


def test_without_a_key_nothing_can_be_blinded() -> None:
    with pytest.raises(LookupError):
        write_address(PATH, Addressing.BLINDED, [], PUBKEY)


def test_a_path_is_looked_for_at_its_plain_address_and_under_every_key() -> None:
    expected = [PATH, blinded(PATH, KEY), blinded(PATH, OTHER_KEY)]
    assert expected == addresses(PATH, [KEY, OTHER_KEY], PUBKEY)


def test_settings_are_found_by_whoever_holds_the_identity() -> None:
    expected = hashlib.sha256(b"sense-memory/v1/settings\x00" + PUBKEY.encode()).hexdigest()
    path = path_of(Ref(Settings, ""))
    assert [expected] == addresses(path, [KEY], PUBKEY)
    for addressing in Addressing:
        assert expected == write_address(path, addressing, [], PUBKEY)
        assert not needs_key(path, addressing)


def test_a_key_is_found_by_whoever_holds_the_identity_and_its_name() -> None:
    text = f"sense-memory/v1/key\x00{PUBKEY}\x00{key_id(KEY)}"
    expected = hashlib.sha256(text.encode()).hexdigest()
    path = path_of(Ref(BlindingKey, key_id(KEY)))
    assert [expected] == addresses(path, [KEY], PUBKEY)
    for addressing in Addressing:
        assert expected == write_address(path, addressing, [], PUBKEY)


def test_a_key_is_named_by_the_start_of_its_hash() -> None:
    assert hashlib.sha256(KEY.key).hexdigest()[:16] == key_id(KEY)


# --------------------------------------------------- paths that cannot stand in the open


def path_of_bytes(size: int, character: str) -> str:
    """A path of that many bytes, filled up with a character."""
    room = size - len("sense-memory/")
    count, rest = divmod(room, len(character.encode()))
    return "sense-memory/" + "x" * rest + character * count


# S-2.3
@pytest.mark.parametrize("character", ["x", "é", "名", "🙂"])
def test_a_path_of_184_bytes_is_plain_and_one_of_185_is_blinded(character: str) -> None:
    fits = path_of_bytes(MAX_PLAIN_BYTES, character)
    too_long = path_of_bytes(MAX_PLAIN_BYTES + 1, character)
    assert (len(fits.encode()), len(too_long.encode())) == (184, 185)
    assert fits == write_address(fits, Addressing.PLAIN, [KEY], PUBKEY)
    assert blinded(too_long, KEY) == write_address(too_long, Addressing.PLAIN, [KEY], PUBKEY)


@pytest.mark.parametrize("character", ["\x01", "\t", "\n", "\x1f", "\x7f"])
def test_a_path_with_a_control_character_is_blinded_in_any_store(character: str) -> None:
    assert needs_key(f"sense-memory/a{character}b", Addressing.PLAIN)


@pytest.mark.parametrize("character", [" ", "~", "\x80", "é", "\u2028", "🙂"])
def test_a_path_with_any_other_character_is_not(character: str) -> None:
    assert not needs_key(f"sense-memory/a{character}b", Addressing.PLAIN)


# ------------------------------------------------------------------------ the writing key


def test_devices_write_with_the_lowest_id_of_the_highest_generation() -> None:
    keys = [BlindingKey(bytes([n]) * 32, generation) for n in range(8) for generation in (0, 1)]
    newest = [key for key in keys if key.generation == 1]
    expected = min(newest, key=key_id)
    assert expected == writing_key(keys)
    assert expected == writing_key(reversed(keys))


def test_no_keys_no_writing_key() -> None:
    assert writing_key([]) is None


# ------------------------------------------------------------------- messages to oneself


def event(kind: int, *tags: tuple[str, ...], author: str = PUBKEY) -> Event:
    return Event("e1" * 32, author, 1_700_000_000, kind, tags, "", "00" * 64)


def test_a_record_stands_at_its_d_tag_and_a_message_at_its_id() -> None:
    assert place_of(event(30078, ("d", PATH))) == PATH
    assert place_of(event(4, ("p", PUBKEY), ("d", PATH))) == "4:" + "e1" * 32
    assert entry_place("e1" * 32) == place_of(event(4))
    assert entry_at(entry_place("e1" * 32)) == "e1" * 32


@pytest.mark.parametrize(
    "address",
    [PATH, "ab" * 32, "4:", "4:" + "ab" * 31, "4:" + "AB" * 32, "4:" + "ab" * 32 + "\n", "5:x"],
)
def test_other_addresses_are_not_made_for_messages(address: str) -> None:
    assert entry_at(address) is None


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ([("p", PUBKEY)], True),
        ([("e", PUBKEY), ("p", PUBKEY, "wss://relay.example")], True),
        ([("p", "cd" * 32), ("p", PUBKEY)], True),
        ([("p", "cd" * 32)], False),
        ([("e", PUBKEY)], False),
        ([("p",)], False),
        ([], False),
    ],
)
def test_a_message_to_oneself_names_its_author(tags: list[tuple[str, ...]], expected: bool) -> None:
    assert is_to_self(event(4, *tags)) is expected
