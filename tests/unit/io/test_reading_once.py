"""What a view reads once: all versions of a record merged, wherever each of them stands."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nips import nip78
from sense_memory import Identity
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.store_settings import Addressing, BlindingKey
from sense_memory.core.ref import Ref
from sense_memory.io import reading_once as module
from sense_memory.io.database import SQLiteDatabase
from sense_memory.io.decoding import Decoder
from sense_memory.io.identity import as_signer
from sense_memory.io.names import Names
from sense_memory.io.reading_once import ReadingOnce
from sense_memory.io.rows import Head, PutHead
from sense_memory.io.touches import Touches
from sense_memory.wire import codec
from sense_memory.wire.address import blinded, path_of
from sense_memory.wire.body import Body
from sense_memory.wire.merge import forgotten, put
from sense_memory.wire.naming import Naming
from sense_memory.wire.schemas import schema_of
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_800_000_000
KEY = BlindingKey(b"k" * 32)
SCHEMA = schema_of(Memory)
BUCKET = "b"


class File:
    """A file, and what reads it."""

    def __init__(self, database: SQLiteDatabase, identity: Identity) -> None:
        self.identity = identity
        self.database = database
        self.signer = as_signer(identity)
        names = Names(Naming(identity.public_key_hex, KEY, Addressing.PLAIN, {}))
        self.decoder = Decoder(self.signer, names)
        self.reading = ReadingOnce(database, self.decoder, Touches(names))

    async def put(self, body: Body, *, is_blinded: bool = False) -> None:
        ref = Ref(Memory, body.path.rpartition("/")[2])
        text = codec.plaintext(ref, body, Addressing.PLAIN, 40_960)
        address = blinded(body.path, KEY) if is_blinded else body.path
        (payload,) = await self.signer.encrypt([text])
        tags = (("d", address),)
        event = self.identity.sign_event(kind=nip78.KIND, content=payload, tags=tags)
        head = PutHead(address, event, BUCKET, own=True, deleted=not body.is_alive, send=False)
        await self.database.commit([head], {}, now=0.0)

    async def said(self) -> dict[str, str | None]:
        found, _ = await self.reading.all_in(BUCKET, SCHEMA)
        return {ref.name: one.record and one.record.value for ref, one in found.items()}


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[File]:
    identity = Identity.generate()
    database = SQLiteDatabase(tmp_path / "a.db", busy_timeout=5.0)
    await database.open(identity.public_key_hex)
    yield File(database, identity)
    await database.close()


def told(name: str, value: str, device: str = "aa", at: int = NOW, on: Body | None = None) -> Body:
    fields = SCHEMA.encode(Memory(name, value, at))
    return put(on, path_of(Ref(Memory, name)), fields, Dot(hlc(at), device), SCHEMA)


async def test_everything_is_read_some_at_a_time(
    file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 3)
    for number in range(10):
        await file.put(told(f"k{number}", f"v{number}"))
    assert await file.said() == {f"k{number}": f"v{number}" for number in range(10)}
    await file.put(told("k4", "anew", at=NOW + 1))
    assert (await file.said())["k4"] == "anew", "nothing was kept"


@pytest.mark.parametrize("newer_is_blinded", [True, False])
async def test_two_versions_of_one_record_are_read_as_one(
    file: File, monkeypatch: pytest.MonkeyPatch, newer_is_blinded: bool
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 1)
    await file.put(told("a", "alone"))
    await file.put(told("k", "old", "aa", NOW), is_blinded=not newer_is_blinded)
    await file.put(told("k", "new", "bb", NOW + 1), is_blinded=newer_is_blinded)
    assert await file.said() == {"a": "alone", "k": "new"}


@pytest.mark.parametrize("tombstone_is_blinded", [True, False])
async def test_a_tombstone_elsewhere_covers_what_it_has_seen(
    file: File, monkeypatch: pytest.MonkeyPatch, tombstone_is_blinded: bool
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 1)
    seen, unseen = told("seen", "v"), told("unseen", "v", "bb", NOW + 5)
    for body, before in ((seen, seen), (unseen, None)):
        gone = forgotten(before, body.path, Dot(hlc(NOW + 1), "cc"), "forget")
        await file.put(body, is_blinded=not tombstone_is_blinded)
        await file.put(gone, is_blinded=tombstone_is_blinded)
    assert await file.said() == {"seen": None, "unseen": "v"}


async def test_what_left_meanwhile_is_told(file: File, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 1)
    for name in ("a", "b"):
        await file.put(told(name, "v"))
    assert not (await file.reading.all_in(BUCKET, SCHEMA))[1]
    heads, before = file.database.heads.at, path_of(Ref(Memory, "b"))

    async def moving(addresses: list[str]) -> dict[str, Head]:
        if addresses == [before]:
            monkeypatch.setattr(file.database.heads, "at", heads)
            (there,) = (await heads([before])).values()
            write = PutHead(
                "elsewhere",
                there.event,
                BUCKET,
                own=True,
                deleted=False,
                send=False,
                drop=(before,),
            )
            await file.database.commit([write], {}, now=0.0)
        return await heads(addresses)

    monkeypatch.setattr(file.database.heads, "at", moving)
    found, has_less = await file.reading.all_in(BUCKET, SCHEMA)
    assert has_less
    assert [ref.name for ref in found] == ["a"]
