"""Reading a bucket again reads what has changed, and gives what reading all of it would.

A head that was read again is another object: which are the same ones tells what was not read.
"""

import random
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest

from nips import nip78
from nips.nip01 import Event
from sense_memory import DIMENSIONS, Identity, MemoryStore
from sense_memory.core.records.rapport import Reading
from sense_memory.io.database import SQLiteDatabase, kept_heads
from sense_memory.io.database.kept_heads import KEPT_HEADS
from sense_memory.io.rows import Head, PutHead
from sense_memory.wire.schemas import schema_of

OWNER = "0" * 64


@pytest.fixture(params=["file", "memory"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SQLiteDatabase]:
    made = SQLiteDatabase(tmp_path / "a.db" if request.param == "file" else None, busy_timeout=5.0)
    await made.open(OWNER)
    yield made
    await made.close()


def put(
    address: str, version: int = 1, *, bucket: str = "b", drop: tuple[str, ...] = ()
) -> PutHead:
    id_ = sha256(f"{address} {version} {bucket}".encode()).hexdigest()
    event = Event(id_, OWNER, version, nip78.KIND, (("d", address),), "ciphertext", "0" * 128)
    return PutHead(address, event, bucket, own=True, deleted=False, send=False, drop=drop)


async def write(database: SQLiteDatabase, *writes: PutHead) -> None:
    await database.commit(writes, {}, now=0.0)


async def look(database: SQLiteDatabase, bucket: str = "b") -> dict[str, Head]:
    return {head.address: head for head in await database.heads.in_buckets([bucket])}


async def look_again(database: SQLiteDatabase) -> dict[str, Head]:
    """As who has looked before."""
    await look(database)
    return await look(database)


def read_again(before: dict[str, Head], after: dict[str, Head]) -> set[str]:
    return {address for address, head in after.items() if before.get(address) is not head}


async def test_what_has_not_changed_is_not_read_again(database: SQLiteDatabase) -> None:
    await write(database, *(put(f"a{number}") for number in range(100)))
    before = await look_again(database)
    assert len(before) == 100
    assert read_again(before, await look(database)) == set()
    await write(database, put("new"), put("a7", 2), put("elsewhere", bucket="c"))
    after = await look(database)
    assert read_again(before, after) == {"new", "a7"}
    assert after["a7"].event.created_at == 2
    assert "elsewhere" not in after
    await write(database, put("another"))
    assert read_again(after, await look(database)) == {"another"}


async def test_what_has_left_is_gone(database: SQLiteDatabase) -> None:
    """Once for good, once with one that came at the same time, once into another bucket."""
    await write(database, put("a"), put("b"), put("c"), put("d"))
    await look_again(database)
    await write(database, put("z", bucket="c", drop=("a",)))
    assert set(await look(database)) == {"b", "c", "d"}
    await write(database, put("e", drop=("b",)))
    assert set(await look(database)) == {"c", "d", "e"}
    await write(database, put("c", 2, bucket="c"), put("f"))
    assert set(await look(database)) == {"d", "e", "f"}


async def test_an_empty_bucket_is_empty(database: SQLiteDatabase) -> None:
    assert await look_again(database) == {}
    await write(database, put("a"))
    assert set(await look(database)) == {"a"}


async def test_what_another_process_commits_is_read(tmp_path: Path) -> None:
    ours = SQLiteDatabase(tmp_path / "a.db", busy_timeout=5.0)
    theirs = SQLiteDatabase(tmp_path / "a.db", busy_timeout=5.0)
    await ours.open(OWNER)
    await theirs.open(OWNER)
    try:
        await write(ours, put("a"), put("b"))
        before = await look_again(ours)
        await write(theirs, put("b", 2), put("c"))
        after = await look(ours)
        assert read_again(before, after) == {"b", "c"}
        await write(theirs, put("d", drop=("a",)))
        assert set(await look(ours)) == {"b", "c", "d"}
    finally:
        await theirs.close()
        await ours.close()


@pytest.mark.parametrize("seed", range(4))
async def test_it_is_what_the_whole_file_says(tmp_path: Path, seed: int) -> None:
    """Two processes put, move and drop heads at random."""
    chance = random.Random(seed)
    both = [SQLiteDatabase(tmp_path / "a.db", busy_timeout=5.0) for _ in range(2)]
    for one in both:
        await one.open(OWNER)
    try:
        for version in range(50):
            addresses = chance.sample("abcdefghij", chance.randint(1, 4))
            drop = tuple(addresses[1:]) if chance.random() < 0.5 else ()
            addresses = addresses[: 1 if drop else None]
            buckets = [chance.choice("xyz") for _ in addresses]
            writes = [
                put(address, version, bucket=bucket, drop=drop)
                for address, bucket in zip(addresses, buckets, strict=True)
            ]
            await write(chance.choice(both), *writes)
            reader, bucket = chance.choice(both), chance.choice("xyz")
            whole = [head for head in await reader.heads.in_buckets(None) if head.bucket == bucket]
            assert await look(reader, bucket) == {head.address: head for head in whole}
    finally:
        for one in both:
            await one.close()


async def test_no_more_is_kept_than_is_said(
    database: SQLiteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEPT_HEADS >= 10_000
    monkeypatch.setattr(kept_heads, "KEPT_HEADS", 10)
    for bucket, count in (("b", 6), ("c", 6), ("d", 11)):
        await write(database, *(put(f"{bucket}{n}", bucket=bucket) for n in range(count)))
    before = await look_again(database)
    for bucket in "cccddd":
        assert len(await look(database, bucket)) == (11 if bucket == "d" else 6)
    assert len(read_again(before, await look(database))) == 6, "gone for another one"
    assert sum(len(one.heads) for one in database.heads._kept._kept.values()) <= 10


async def test_an_observation_reads_no_other_peers_readings(tmp_path: Path) -> None:
    async with MemoryStore(Identity.generate(), path=tmp_path / "a.db") as store:
        for number in range(6):
            await store.rapport(f"peer {number}").record(
                dict.fromkeys(DIMENSIONS, 0.5), session="s"
            )
        bucket = store._lifetime.repository.naming.bucket(schema_of(Reading).type, "")
        database = store._lifetime.database
        assert database is not None
        before = await look(database, bucket)
        assert len(before) == 6
        await store.rapport("peer 3").record(dict.fromkeys(DIMENSIONS, 0.7), session="t")
        assert len(read_again(before, await look(database, bucket))) == 1
