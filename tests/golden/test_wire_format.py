"""The wire format, frozen: what version 1 wrote once must be written and read for ever.

Each file beside this one says what was done (``steps``, by which device at which stamp), under
which addressing and keys, and what came of it: the address and the plaintext, byte for byte. Those
in ``merges`` and ``plain_edits`` are two versions and what comes of them, those in ``events`` are
signed, with the key that opens them. A failure here means that devices of two releases no longer
agree. The files are never written anew; a change of the format is a new version, with files of its
own. SPEC.md §19 describes them.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from sense_memory import Identity, InputError, MemoryStore
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, deletion
from sense_memory.wire.address import path_of, write_address
from sense_memory.wire.body import Body
from sense_memory.wire.merge import merge
from sense_memory.wire.plain_edit import absorbed
from sense_memory.wire.schemas import SCHEMAS, schema_of

from .vector import MAX_BYTES, RECORDS, Golden

FILES = sorted(Path(__file__).parent.glob("*.json"))
MERGES = sorted(Path(__file__).parent.glob("merges/*.json"))
PLAIN_EDITS = sorted(Path(__file__).parent.glob("plain_edits/*.json"))
EVENTS = sorted(Path(__file__).parent.glob("events/*.json"))


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(request.param.read_text("utf-8"))


# S-4.5, S-19.2
def test_the_same_bytes_are_written(golden: Golden) -> None:
    assert golden.expected == golden.text().rstrip(" ")


def test_the_same_padding_is_added(golden: Golden) -> None:
    assert golden.padded_bytes == len(golden.text().encode())


def test_the_same_address_is_used(golden: Golden) -> None:
    assert golden.data["address"] == golden.address()


# S-19.2
def test_what_was_written_then_is_read_now(golden: Golden) -> None:
    assert golden.body() == golden.read()


def test_every_kind_of_record_and_of_store_is_frozen() -> None:
    frozen = [Golden(file.read_text("utf-8")) for file in FILES]
    kinds = {(one.data["what"], one.data["record"]) for one in frozen}
    expected = {("body", name) for name in RECORDS}
    assert set(RECORDS.values()) == {schema.record for schema in SCHEMAS}
    bodies = {(d["record"], d["addressing"]) for d in (one.data for one in frozen)}
    assert bodies == {(name, addressing) for name in RECORDS for addressing in Addressing}
    expected |= {("tombstone", "kv"), ("tombstone", "persona"), ("deletion", "kv")}
    expected |= {("tombstone", "checkpoint"), ("tombstone", "reading"), ("deletion", "reading")}
    expected |= {("tombstone", "conversation"), ("tombstone", "turn")}
    expected |= {("tombstone", "node"), ("tombstone", "edge"), ("deletion", "note")}
    assert expected <= kinds
    for what in ("body", "tombstone", "deletion"):
        assert {one.addressing for one in frozen if one.data["what"] == what} == set(Addressing)
    assert any(one.ref.scope for one in frozen)


def test_the_request_that_gives_up_an_address_is_frozen() -> None:
    path = "sense-memory/user_timezone"
    text = '{"moved":"sense-memory/user_timezone"}'
    assert deletion.write_moved(path, Addressing.PLAIN) == text
    assert deletion.write_moved(path, Addressing.BLINDED) == text.ljust(512)
    assert deletion.read(text) == deletion.Moved(path)


def opened(text: str, kind: type[Any], name: str, at: int = 1, id_: str = "e" * 64) -> Body:
    """The version in a plaintext of a plain store."""
    pubkey = "a" * 64
    place = write_address(path_of(Ref(kind, name, "")), Addressing.PLAIN, [], pubkey)
    found = codec.opened(text, d=place, created_at=at, event_id=id_, keys=[], public_key=pubkey)
    return found.body


def written(body: Body, kind: type[Any], name: str) -> str:
    """The plaintext of a version in a plain store."""
    return codec.plaintext(Ref(kind, name, ""), body, Addressing.PLAIN, MAX_BYTES)


# S-19.3
@pytest.mark.parametrize("file", MERGES, ids=lambda file: file.stem)
def test_two_versions_make_the_same_third_one(file: Path) -> None:
    said = json.loads(file.read_text("utf-8"))
    kind, name = RECORDS[said["record"]], said["name"]
    a, b, expected = (opened(said[one], kind, name) for one in ("a", "b", "merged"))
    schema = schema_of(kind)
    assert written(merge(a, b, schema), kind, name) == said["merged"]
    # S-4.4: in either order, once and again
    assert merge(b, a, schema) == expected
    assert merge(expected, a, schema) == merge(b, expected, schema) == expected


# S-19.4
@pytest.mark.parametrize("file", PLAIN_EDITS, ids=lambda file: file.stem)
def test_an_edit_of_another_program_is_taken_in_as_it_was(file: Path) -> None:
    said = json.loads(file.read_text("utf-8"))
    kind, name, given = RECORDS[said["record"]], said["name"], said["edit"]
    edit = opened(given["plaintext"], kind, name, given["created_at"], given["id"])
    here, base = (said[one] and opened(said[one], kind, name) for one in ("here", "base"))
    taken = absorbed(here, edit, base, schema_of(kind)) if here else edit
    assert written(taken, kind, name) == said["merged"]
    # S-4.6: once, however often a relay shows it
    assert absorbed(taken, edit, base, schema_of(kind)) == taken


# S-19.5
@pytest.mark.parametrize("file", EVENTS, ids=lambda file: file.stem)
async def test_an_event_becomes_what_it_became_then(file: Path) -> None:
    # S-1.2, S-1.3, S-1.4, S-4.2: what is checked, and what becomes of what breaks a rule
    said = json.loads(file.read_text("utf-8"))
    async with MemoryStore(Identity.from_hex(said["secret_key"])) as store:
        await store.import_events(map(json.dumps, said["before"]))
        try:
            report = await store.import_events([json.dumps(said["event"])])
        except InputError:  # of another identity
            became = "refused"
        else:
            outcomes = (report.taken, report.kept_aside, report.rejected)
            became = ("taken", "kept aside", "refused")[outcomes.index(1)]
        assert became == said["becomes"].replace("left alone", "refused")
        assert bool(store.status().unreadable) == (became == "kept aside")
        if became != "taken":
            read = {memory.key for memory in await store.recall_all()}
            assert read <= ({"zone"} if said["rule"] == "S-4.8" else set())


def test_no_key_in_a_vector_is_anybodys() -> None:
    """They are numbers that everybody can guess: nothing may ever be kept under them."""
    said = [json.loads(file.read_text("utf-8")) for file in (*FILES, *EVENTS)]
    assert {one["secret_key"] for one in said if "secret_key" in one} == {f"{3:064x}"}
    keys = {key for one in said for key in one["blinding_keys"]}
    assert keys == {bytes(range(32)).hex(), "f" * 64}
