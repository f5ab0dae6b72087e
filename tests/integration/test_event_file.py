"""Signed events out of a store and into one: the copy that needs no relay."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Identity, InputError, MemoryStore, ReadFailedError
from sense_memory.io.event_file import BATCH, MAX_LINE_BYTES, read_lines

from . import raw
from .shell import NOBODY


async def filled(store: MemoryStore) -> None:
    await store.remember("zone", "UTC")
    await store.remember("gone", "secret")
    await store.persona_remember("people", "facts", "vergel", "vanilla JS", ["js"])
    await store.persona_remember("people", "facts", "ada", "C", connections=["vergel"])
    await store.journal("first day")
    await store.scope("user:alice").remember("likes", "tea")
    await store.forget("gone")


async def is_filled(store: MemoryStore) -> bool:
    (ada,) = await store.persona_recall("people", "facts", "ada")
    assert (await store.recall("zone")).value == "UTC"
    assert await store.recall("gone") is None
    assert (ada.value, list(ada.connections)) == ("C", ["vergel"])
    assert [entry.content for entry in await store.recent()] == ["first day"]
    assert (await store.scope("user:alice").recall("likes")).value == "tea"
    return True


async def exported(store: MemoryStore) -> list[str]:
    return [line async for line in store.export_events()]


def plain_event(identity: Identity, key: str, value: str, at: int, **extra: Any) -> dict[str, Any]:
    """What the published client writes."""
    secret = SecretKey.from_hex(identity.private_key_hex)
    text = json.dumps({"type": "sense-memory:kv", "key": key, "value": value, "ts": at, **extra})
    payload = encrypt(text, conversation_key(secret, secret.public_key))
    unsigned = UnsignedEvent(
        identity.public_key_hex, at, 30078, payload, (("d", f"sense-memory/{key}"),)
    )
    return sign(unsigned, secret).to_dict()


# ------------------------------------------------------------------------- there and back


@pytest.mark.parametrize("addressing", ["blinded", "plain"])
async def test_a_store_is_restored_without_any_relay(
    identity: Identity, tmp_path: Path, addressing: str
):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing=addressing) as store:
        await filled(store)
        lines = await exported(store)
    async with MemoryStore(identity, path=tmp_path / "b.db") as restored:
        report = await restored.import_events(lines)
        assert (report.taken, report.rejected, report.kept_aside) == (len(lines), 0, 0)
        assert restored.status().addressing == addressing  # the settings inside say so
        assert await is_filled(restored)
        assert set(await exported(restored)) == set(lines)
    assert "secret" not in "".join(lines)


async def test_the_order_lets_a_reader_place_each_line_as_it_comes(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
    async with MemoryStore(identity, path=tmp_path / "b.db") as restored:
        for line in lines:
            report = await restored.import_events([line])
            assert report.kept_aside == 0
        assert await is_filled(restored)
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds == [30078, 30078, 5, *[30078] * (len(lines) - 3)]


async def test_any_other_order_comes_to_the_same(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
    for seed in range(5):
        random.Random(seed).shuffle(lines)
        async with MemoryStore(identity, path=tmp_path / f"{seed}.db") as restored:
            for line in lines:
                await restored.import_events([line])
            assert await is_filled(restored)
            assert restored.status().unreadable == 0


async def test_importing_again_changes_nothing(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
        report = await store.import_events([*lines, *lines])
        assert (report.taken, report.known, report.lines) == (0, 2 * len(lines), 2 * len(lines))
        assert await exported(store) == lines


async def test_what_is_here_and_what_is_imported_are_merged(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await store.remember("zone", "UTC")
        await store.remember("only here", "a")
        old = await exported(store)
        await store.remember("zone", "America/Vancouver")
        await store.forget("only here")
        report = await store.import_events(old)
        assert report.taken == 0  # the file is the older one
        assert (await store.recall("zone")).value == "America/Vancouver"
        assert await store.recall("only here") is None
        lines = await exported(store)
    async with MemoryStore(identity, path=tmp_path / "b.db") as other:
        await other.import_events(old)
        await other.remember("mine", "b")
        await other.import_events(lines)
        assert (await other.recall("zone")).value == "America/Vancouver"
        assert await other.recall("only here") is None
        assert (await other.recall("mine")).value == "b"


async def test_what_was_kept_aside_goes_along(identity: Identity, tmp_path: Path):
    newer = json.dumps(
        plain_event(identity, "k", "v", 1_790_000_000, _sync={"v": 99, "p": "sense-memory/k"})
    )
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as store:
        await store.remember("zone", "UTC")
        report = await store.import_events([newer])
        assert (report.taken, report.kept_aside) == (0, 1)
        lines = await exported(store)
    assert json.loads(lines[-1]) == json.loads(newer)
    async with MemoryStore(identity, path=tmp_path / "b.db") as other:
        assert (await other.import_events(lines)).kept_aside == 1
        assert other.status().unreadable == 1


async def test_writes_that_wait_for_an_addressing_go_along(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, NOBODY, path=tmp_path / "a.db") as store:
        await store.remember("zone", "UTC")
        assert store.status().held
        lines = await exported(store)
    assert len(lines) == 2  # the record, and the key without which nobody else could place it
    async with MemoryStore(identity, path=tmp_path / "b.db") as other:
        assert (await other.import_events(lines)).taken == 2
        assert (await other.recall("zone")).value == "UTC"


async def test_a_file_does_not_publish_its_own_key_by_importing_it(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    url = relay.url
    relay.stop()
    async with MemoryStore(identity, url, path=tmp_path / "a.db") as store:
        await store.remember("zone", "UTC")
        await store.import_events(await exported(store))
    relay.start()
    async with MemoryStore(identity, url, path=tmp_path / "a.db") as store:
        assert (await store.sync()).is_complete
        assert (store.status().addressing, store.status().held) == ("plain", 0)
    addresses = {raw.d_of(event) for event in await raw.ask(url, {"kinds": [30078]})}
    assert len(addresses) == 3  # the record, plain, the settings and the device
    assert "sense-memory/zone" in addresses


async def test_a_store_without_a_file(identity: Identity, relay: LocalRelay):
    async with MemoryStore(identity, relay.url, addressing="blinded") as first:
        await filled(first)
    async with MemoryStore(identity, relay.url) as second:
        lines = await exported(second)
    async with MemoryStore(identity) as third:
        await third.import_events(lines)
        assert await is_filled(third)
    async with MemoryStore(identity, NOBODY) as offline:
        with pytest.raises(ReadFailedError):
            await exported(offline)


# ------------------------------------------------------------------------------ relays


async def test_every_relay_gets_what_it_lacks(identity: Identity, relays: Any, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
    one, two = relays(2)
    async with MemoryStore(
        identity, [one.url, two.url], path=tmp_path / "b.db", addressing="blinded"
    ) as store:
        await store.sync()
        await store.import_events(lines)
        assert (await store.sync()).is_complete
    ids = {json.loads(line)["id"] for line in lines}
    for url in (one.url, two.url):
        held = {e["id"] for e in await raw.ask(url, {"kinds": [30078]}, {"kinds": [5]})}
        assert len(ids - held) == 1  # the tombstone, which the deletion request removed there
    async with MemoryStore(identity, two.url) as elsewhere:
        assert await is_filled(elsewhere)


async def test_relays_get_it_also_if_the_settings_were_in_the_file(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    url = relay.url
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
    relay.stop()
    async with MemoryStore(identity, url, path=tmp_path / "b.db") as store:
        assert store.status().addressing is None
        await store.import_events(lines)
        assert store.status().addressing == "blinded"
    relay.start()
    async with MemoryStore(identity, url, path=tmp_path / "b.db") as store:
        assert (await store.sync()).is_complete
    async with MemoryStore(identity, url) as elsewhere:
        assert await is_filled(elsewhere)


async def test_a_relay_that_was_read_before_gets_it_too(identity: Identity, tmp_path: Path):
    """It was read to its end while it was not known yet how the store addresses."""
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
    known, silent = QuirkRelay(), QuirkRelay(Quirks(silent=True))
    path = tmp_path / "b.db"
    async with RelayServer(known) as one, RelayServer(silent) as two:
        async with MemoryStore(identity, [one.url, two.url], path=path) as store:
            while store.status().relays[0].verdict is None:
                await asyncio.sleep(0.02)
            assert store.status().addressing is None  # the silent one may know
            await store.import_events(lines)
        async with MemoryStore(identity, one.url, path=path) as store:
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, one.url) as elsewhere:
            assert await is_filled(elsewhere)


async def test_plain_names_from_a_file_are_not_shown_to_the_relays_of_a_blinded_store(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", addressing="blinded"
    ) as store:
        await store.sync()
        line = json.dumps(plain_event(identity, "my-plain-name", "v", 1_790_000_000))
        assert (await store.import_events([line])).taken == 1
        assert (await store.sync()).is_complete
        assert (await store.recall("my-plain-name")).value == "v"
    addresses = [raw.d_of(event) for event in await raw.ask(relay.url, {"kinds": [30078]})]
    assert len(addresses) == 4
    assert not [address for address in addresses if "my-plain-name" in address]
    async with MemoryStore(identity, relay.url) as elsewhere:
        assert (await elsewhere.recall("my-plain-name")).value == "v"


async def test_a_plain_edit_from_a_file_knows_nothing_of_what_stands_here(
    identity: Identity, relays: Any, tmp_path: Path
):
    """Shown by a relay that had our value it replaces that; from a file it stands beside it."""

    async def values(store: MemoryStore) -> set[Any]:
        bodies = await store._lifetime.repository.bodies("")
        return {value for _, body in bodies for value in body.fields["value"].values()}

    later = plain_event(identity, "k", "theirs", 4_000_000_000)
    one, two = relays(2)
    async with MemoryStore(identity, one.url, path=tmp_path / "a.db", addressing="plain") as store:
        await store.remember("k", "ours")
        assert (await store.sync()).is_complete
        assert (await store.import_events([json.dumps(later)])).taken == 1
        assert await values(store) == {"ours", "theirs"}
    async with MemoryStore(identity, two.url, path=tmp_path / "b.db", addressing="plain") as store:
        await store.remember("k", "ours")
        assert (await store.sync()).is_complete
        await raw.publish(two.url, later)
        assert (await store.sync()).is_complete
        assert await values(store) == {"theirs"}


async def test_nothing_is_known_of_what_is_not_in_the_file(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
    async with MemoryStore(identity, NOBODY, path=tmp_path / "b.db") as store:
        await store.import_events(lines)
        assert not store.status().absence_known
        with pytest.raises(ReadFailedError):
            await store.recall("something else")


# -------------------------------------------------------------------------- unusable lines


async def test_a_bad_line_is_reported_and_ends_nothing(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        good = await exported(store)
    event = json.loads(good[-1])
    stranger = Identity.generate()
    bad: list[tuple[str | bytes, str]] = [
        ("{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "not a JSON object"),
        ('"text"', "not a JSON object"),
        ("{}", "no event"),
        (json.dumps({**event, "created_at": "now"}), "no event"),
        (json.dumps({**event, "content": event["content"][:-4] + "AAAA"}), "signature is wrong"),
        (json.dumps({**event, "id": "0" * 64}), "signature is wrong"),
        (json.dumps({**event, "sig": "0" * 128}), "signature is wrong"),
        (json.dumps(plain_event(stranger, "k", "v", 1_790_000_000)), "another identity"),
        (identity.sign_event(kind=1, content="hi", tags=[]).to_json(), "kind 1 is no memory"),
        (identity.sign_event(kind=30078, content="hi", tags=[]).to_json(), "no address"),
        (
            identity.sign_event(kind=30078, content="hi", tags=[["d", "sense-memory/k"]]).to_json(),
            "does not open",
        ),
        (identity.sign_event(kind=30078, content="x", tags=[["d", "else"]]).to_json(), "not open"),
    ]
    lines: list[str | bytes] = []
    for line, _ in bad:
        lines += ["", line]
    async with MemoryStore(identity, path=tmp_path / "b.db") as store:
        report = await store.import_events([*lines, "  ", *good])
        assert [problem.line for problem in report.problems] == list(range(2, len(lines) + 1, 2))
        for problem, (_, why) in zip(report.problems, bad, strict=True):
            assert why in problem.why
        assert (report.taken, report.rejected, report.foreign) == (len(good), len(bad), 1)
        assert await is_filled(store)
        await store.import_events([*good, *lines])
        assert set(await exported(store)) == set(good)  # a bad copy displaces no good one


async def test_events_of_somebody_else_alone_are_an_error(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await filled(store)
        lines = await exported(store)
    other = Identity.generate()
    async with MemoryStore(other, path=tmp_path / "b.db", addressing="blinded") as store:
        with pytest.raises(InputError, match="of another identity") as caught:
            await store.import_events(["not even JSON", *lines])
        assert identity.public_key_hex[:8] in str(caught.value)
        assert store.status().records == 0
        assert (await store.import_events([])).lines == 0


async def test_only_the_whole_store_is_exported(identity: Identity):
    async with MemoryStore(identity, addressing="plain") as store:
        scoped = store.scope("user:alice")
        with pytest.raises(InputError, match="whole store"):
            await exported(scoped)
        with pytest.raises(InputError, match="whole store"):
            await scoped.import_events([])


# -------------------------------------------------------------------------------- large


async def test_lines_are_taken_as_they_come(identity: Identity, tmp_path: Path):
    event = plain_event(identity, "k", "v", 1_790_000_000)
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as store:
        stored: list[int] = []

        async def lines() -> AsyncIterator[str]:
            yield json.dumps(event)
            for _ in range(2 * BATCH):
                stored.append(store.status().records)
                yield "not JSON, and counted"

        report = await store.import_events(lines())
    assert stored.index(1) == BATCH - 1  # it was in the file before more lines were asked for
    assert (report.taken, report.rejected) == (1, 2 * BATCH)
    assert len(report.problems) == 1_000


def test_a_line_without_end_costs_no_more_than_others(tmp_path: Path):
    path = tmp_path / "lines"
    path.write_bytes(b"one\r\n" + b"x" * (3 * MAX_LINE_BYTES) + b"\n\nlast")

    def found() -> Iterator[bytes]:
        with path.open("rb") as file:
            yield from read_lines(file)

    assert [len(line) for line in found()] == [3, MAX_LINE_BYTES, 0, 4]
