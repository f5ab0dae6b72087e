"""A whole mind to another key: nothing is lost, nothing forks, nothing old stays behind."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nips import nip44
from nips.keys import SecretKey
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import (
    Config,
    Identity,
    InputError,
    MemoryStore,
    RecordConfig,
    RelayConfig,
    StorageError,
)
from sense_memory.core.errors import MovedError
from sense_memory.core.rotation import RotationReport, RotationStep
from sense_memory.io.carrying import Holdings

from . import raw
from .shell import NOBODY, ROOT

QUICK = Config(relays=RelayConfig(read_back_delay=0.0, ok_timeout=3.0))
WITH_MESSAGES = Config(
    relays=RelayConfig(read_back_delay=0.0), records=RecordConfig(journal_kind=4)
)

Start = Callable[[int], list[LocalRelay]]


def known() -> Identity:
    """A key that relays may know."""
    return Identity.from_hex(Identity.generate().private_key_hex)


async def fill(identity: Identity, urls: list[str], folder: Path, addressing: str) -> None:
    """A mind with something of everything: scopes, siblings, counts, forgettings, both journals."""
    path, other = folder / "old.db", folder / "other.db"
    async with MemoryStore(
        identity, urls or None, path=path, addressing=addressing, config=QUICK
    ) as store:
        await store.remember("color", "blue")
        await store.remember("gone", "soon")
        await store.journal("an entry")
        await store.persona_remember("people", "facts", "vergel", "likes js", themes=["js"])
        await store.persona_remember("people", "facts", "marie", "x", connections=["vergel"])
        await store.scope("user:alice").remember("color", "red")
        await store.forget("gone")
        await store.sync()
    async with MemoryStore(identity, urls or None, path=path, config=WITH_MESSAGES) as store:
        await store.journal("a message")
        await store.sync()
        if not urls:
            return
        async with MemoryStore(identity, urls, path=other, config=QUICK) as second:
            await second.sync()
    for where, value in ((path, "from here"), (other, "from there")):
        async with MemoryStore(identity, path=where, config=QUICK) as offline:
            await offline.remember("sibling", value)
    for where in (path, other, path):
        async with MemoryStore(identity, urls, path=where, config=QUICK) as store:
            await delivered(store)


async def delivered(store: MemoryStore) -> None:
    async with asyncio.timeout(30):
        while not (await store.sync()).is_complete or store.status().delivery == "accepted":
            await asyncio.sleep(0.1)


async def check(store: MemoryStore) -> None:
    """All of it is there."""
    values = {memory.key: memory.value for memory in await store.recall_all()}
    assert values.pop("sibling", "from here") in ("from here", "from there")
    assert values == {"color": "blue"}
    assert sorted(entry.content for entry in await store.recent()) == ["a message", "an entry"]
    found = {one.key: one for one in await store.persona_recall("people")}
    assert sorted(found) == ["marie", "vergel"]
    assert list(found["vergel"].themes) == ["js"]
    assert len(found["vergel"].connections) == 1
    assert (await store.scope("user:alice").recall("color")).value == "red"
    assert await store.recall("gone") is None


async def holdings(identity: Identity, path: Path) -> Holdings:
    async with MemoryStore(identity, path=path) as store:
        return await (await store._lifetime.opened()).carrier.holdings()


async def shown(url: str, identity: Identity) -> list[dict[str, Any]]:
    key = identity.public_key_hex
    asked = [{"kinds": [kind], "authors": [key]} for kind in (30078, 4, 5)]
    return [event for question in asked for event in await raw.ask(url, question)]


def memories(events: list[dict[str, Any]], identity: Identity) -> set[str]:
    """The ids of the events that hold a memory, not the store's own."""
    opened = {}
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    for event in events:
        if event["kind"] != 5:
            opened[event["id"]] = json.loads(nip44.decrypt(event["content"], key))
    of_store = ("settings", "key", "moved", "device")
    return {
        id_
        for id_, body in opened.items()
        if body["type"] not in {f"sense-memory:{name}" for name in of_store}
    }


async def rotated(
    old: Identity,
    new: Identity,
    urls: list[str],
    folder: Path,
    *,
    timeout: float = 30,
    keep_old: bool = False,
) -> RotationReport:
    async with MemoryStore(old, urls or None, path=folder / "old.db", config=QUICK) as store:
        return await store.rotate(new, folder / "new.db", timeout=timeout, keep_old=keep_old)


async def stays_at(
    step: RotationStep,
    old: Identity,
    new: Identity,
    urls: list[str],
    folder: Path,
    *,
    keep_old: bool = False,
) -> RotationReport:
    """Rotate up to a step, and then for twice as long as all before it took."""
    for seconds in (2, 4, 8, 16):
        report = await rotated(old, new, urls, folder, timeout=seconds, keep_old=keep_old)
        if report.step is step:
            break
    report = await rotated(old, new, urls, folder, timeout=2 * seconds, keep_old=keep_old)
    assert report.step is step, report
    return report


# ----------------------------------------------------------------------------- all goes over


@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_everything_goes_over_as_it_was(
    addressing: str, relays: Start, tmp_path: Path
) -> None:
    old, new, urls = known(), Identity.generate(), [relay.url for relay in relays(2)]
    await fill(old, urls, tmp_path, addressing)
    before = await holdings(old, tmp_path / "old.db")
    assert any(one.is_message for one in before.records.values())
    assert any(not one.body.is_alive for one in before.records.values())
    assert any(len(v) > 1 for one in before.records.values() for v in one.body.fields.values())
    old_events = {url: await shown(url, old) for url in urls}
    report = await rotated(old, new, urls, tmp_path)
    assert report.is_done, report
    assert (report.remaining, report.staying, report.waiting_for) == (0, 0, ())
    after = await holdings(new, tmp_path / "new.db")
    assert {path: one.body for path, one in after.records.items()} == {
        path: one.body for path, one in before.records.items()
    }
    assert {p for p, one in after.records.items() if one.is_message} == {
        p for p, one in before.records.items() if one.is_message
    }
    for url in urls:
        # what relays showed of memories is gone, in whatever way one asks; what stays says how
        # the old store was addressed, and where it went
        assert memories(old_events[url], old)
        left = await shown(url, old)
        assert memories(left, old) == set()
        contents = {e["content"] for e in old_events[url] if e["id"] in memories([e], old)}
        assert not contents & {event["content"] for event in left}
        new_events = await shown(url, new)
        assert len(memories(new_events, new)) == 7
        assert not {
            raw.d_of(e) for e in new_events if e["kind"] == 30078 and len(raw.d_of(e)) == 64
        } & {raw.d_of(e) for e in old_events[url] if e["kind"] == 30078}
    async with MemoryStore(new, urls, config=QUICK) as fresh:
        await check(fresh)
        assert fresh.status().addressing == addressing
        (key,) = (await fresh._lifetime.opened()).naming.keys.values()
        assert key.generation == 1
    # the old file is as it was, to read and no more
    async with MemoryStore(old, path=tmp_path / "old.db") as left_behind:
        await check(left_behind)
        with pytest.raises(MovedError, match=new.npub):
            await left_behind.remember("color", "green")


async def test_without_relays_the_file_is_the_proof(tmp_path: Path) -> None:
    old, new = Identity.generate(), Identity.generate()
    await fill(old, [], tmp_path, "blinded")
    before = await holdings(old, tmp_path / "old.db")
    report = await rotated(old, new, [], tmp_path)
    assert (report.is_done, report.copied) == (True, len(before.records))
    after = await holdings(new, tmp_path / "new.db")
    assert {p: one.body for p, one in after.records.items()} == {
        p: one.body for p, one in before.records.items()
    }
    async with MemoryStore(new, path=tmp_path / "new.db") as store:
        await check(store)


async def test_uses_that_only_this_file_knows_of_come_along(tmp_path: Path) -> None:
    old, new = Identity.generate(), Identity.generate()
    path = tmp_path / "old.db"
    async with MemoryStore(old, path=path) as store:
        await store.persona_remember("people", "facts", "vergel", "likes js")
        for _ in range(3):
            await store.persona_recall("people", "facts", "vergel")
        assert (await store.rotate(new, tmp_path / "new.db")).is_done
        await store.persona_recall("people", "facts", "vergel")  # counted, and no reason to fail
    found = (await holdings(new, tmp_path / "new.db")).records
    (record,) = found.values()
    assert sum(record.body.fields["access_count"].values()) == 3  # type: ignore[arg-type]
    report = await rotated(old, new, [], tmp_path)
    assert report.is_done


async def test_what_a_newer_release_wrote_goes_over_letter_by_letter(
    relays: Start, tmp_path: Path
) -> None:
    old, new, urls = known(), Identity.generate(), [relay.url for relay in relays(2)]
    secret = SecretKey.from_hex(old.private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    body = {"type": "sense-memory:kv", "key": "later", "value": "v", "_sync": {"v": 9, "é": 1}}
    body["_sync"]["p"] = "sense-memory/later"  # type: ignore[index]
    text = json.dumps(body, ensure_ascii=True) + "   "
    tags = [["d", "sense-memory/later"]]
    event = old.sign_event(kind=30078, content=nip44.encrypt(text, key), tags=tags).to_dict()
    for url in urls:
        await raw.publish(url, event)
    path = tmp_path / "old.db"
    async with MemoryStore(old, urls, path=path, addressing="plain", config=QUICK) as store:
        await store.remember("color", "blue")
        await delivered(store)
        assert store.status().unreadable == 1
        await store.remember("later", "as this release understands it")
        assert (await store.rotation_plan()).asides == 1
        report = await store.rotate(new, tmp_path / "new.db", timeout=30)
    assert (report.is_done, report.staying) == (True, 0), report
    secret = SecretKey.from_hex(new.private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    for url in urls:
        (copy,) = [e for e in await shown(url, new) if ["d", "sense-memory/later"] in e["tags"]]
        assert nip44.decrypt(copy["content"], key) == text
        assert memories(await shown(url, old), old) == set()


# ------------------------------------------------------------------------------ broken off


def child(folder: Path, step: int, urls: list[str]) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "tests.integration.rotating", str(folder), str(step), *urls]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=50, check=False)


@pytest.mark.parametrize("part", range(0, 10, 1 if os.environ.get("SENSE_FAULTS_WHOLE") else 3))
async def test_killed_at_any_moment_both_are_whole_and_it_goes_on(
    part: int, relays: Start, tmp_path: Path
) -> None:
    """About a hundred writes and publications; each run dies before one of them."""
    old, new, urls = known(), known(), [relay.url for relay in relays(2)]
    old.save(tmp_path / "old")
    new.save(tmp_path / "new")
    await fill(old, urls, tmp_path, "blinded" if part % 2 else "plain")
    done = await asyncio.to_thread(child, tmp_path, 2 + part * 11, urls)
    assert done.returncode in (-signal.SIGKILL, 0), done.stderr[-2000:]
    async with MemoryStore(old, urls, path=tmp_path / "old.db", config=QUICK) as store:
        await check(store)  # whatever has happened: the old file says all that it said
    if done.returncode:
        report = await rotated(old, new, urls, tmp_path)
        assert report.is_done, report
    for url in urls:
        assert memories(await shown(url, old), old) == set()
        async with MemoryStore(new, url, config=QUICK) as fresh:
            await check(fresh)


async def test_each_step_may_be_the_last_of_a_run(relays: Start, tmp_path: Path) -> None:
    """With little time it still goes forward, and reports where it is."""
    old, new, urls = known(), Identity.generate(), [relay.url for relay in relays(2)]
    await fill(old, urls, tmp_path, "plain")
    seen: list[RotationStep] = []
    async with asyncio.timeout(50):
        while not seen or seen[-1] is not RotationStep.DONE:
            seen.append((await rotated(old, new, urls, tmp_path, timeout=0.7)).step)
    order = list(RotationStep)
    assert seen == sorted(seen, key=order.index)
    async with MemoryStore(new, urls, config=QUICK) as fresh:
        await check(fresh)


# ------------------------------------------------------------------- relays that do not do it


async def test_nothing_is_given_up_where_one_of_two_relays_keeps_no_copy(
    relay: LocalRelay, tmp_path: Path
) -> None:
    old, new, liar = known(), Identity.generate(), QuirkRelay()
    async with RelayServer(liar) as server:
        urls = [relay.url, server.url]
        await fill(old, urls, tmp_path, "plain")
        before = {url: memories(await shown(url, old), old) for url in urls}
        liar.quirks = Quirks(lie_ok=True)
        report = await rotated(old, new, urls, tmp_path, timeout=3)
        assert report.step is RotationStep.PUBLISH, report
        assert not report.is_new_in_use
        assert any(server.url in one or "2 relays" in one for one in report.waiting_for), report
        assert written_down(tmp_path / "old.db") == (new.public_key_hex, "publish")
        assert {url: memories(await shown(url, old), old) for url in urls} == before
        async with MemoryStore(old, urls, path=tmp_path / "old.db", config=QUICK) as store:
            await store.remember("meanwhile", "the old one is in use")
            await delivered_at(store, relay.url)
        liar.quirks = Quirks()
        assert (await rotated(old, new, urls, tmp_path)).is_done
        assert written_down(tmp_path / "old.db") == (new.public_key_hex, "done")
        async with MemoryStore(new, server.url, config=QUICK) as fresh:
            assert (await fresh.recall("meanwhile")).value == "the old one is in use"


def written_down(path: Path) -> tuple[str, str]:
    """To whom the file says that its mind is being moved, and how far that is."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        query = "SELECT value FROM meta WHERE name = 'rotation'"
        state = json.loads(file.execute(query).fetchone()[0])
    return state["to"], state["step"]


async def delivered_at(store: MemoryStore, url: str) -> None:
    async with asyncio.timeout(10):
        while any(r.url == url and r.waiting for r in store.status().relays):
            await asyncio.sleep(0.05)


async def test_an_unreachable_relay_is_waited_for_by_name(
    relay: LocalRelay, tmp_path: Path
) -> None:
    old, new = known(), Identity.generate()
    path = tmp_path / "old.db"
    async with MemoryStore(
        old, [relay.url, NOBODY], path=path, addressing="plain", config=QUICK
    ) as store:
        await store.remember("color", "blue")
        report = await store.rotate(new, tmp_path / "new.db", timeout=2)
        assert report.step is RotationStep.PUBLISH
        assert any(NOBODY in sentence for sentence in report.waiting_for), report
        await store.remember("color", "green")
    async with MemoryStore(old, relay.url, path=path, config=QUICK) as store:
        report = await store.rotate(new, tmp_path / "new.db", timeout=20)
        assert report.is_done, report
    async with MemoryStore(new, relay.url, config=QUICK) as fresh:
        assert (await fresh.recall("color")).value == "green"


async def test_a_third_relay_keeps_its_old_copies_until_it_is_back(
    relays: Start, tmp_path: Path
) -> None:
    first, second = relays(2)
    old, new = known(), Identity.generate()
    async with RelayServer(QuirkRelay()) as third:
        urls = [first.url, second.url, third.url]
        await fill(old, urls, tmp_path, "blinded")
        await third.stop()
        report = await stays_at(RotationStep.GIVE_UP, old, new, urls, tmp_path)
        assert report.is_new_in_use
        assert any(third.url in sentence for sentence in report.waiting_for), report
        assert memories(await shown(first.url, old), old) == set()
        await third.start()
        assert memories(await shown(third.url, old), old)
        assert (await rotated(old, new, urls, tmp_path)).is_done
        assert memories(await shown(third.url, old), old) == set()


@pytest.mark.timeout(150)
async def test_where_the_copy_is_not_shown_the_old_one_stays(relays: Start, tmp_path: Path) -> None:
    """A third relay takes what the old key writes, and nothing of the new one's."""
    first, second = relays(2)
    old, new, picky = known(), Identity.generate(), QuirkRelay()
    async with RelayServer(picky) as third:
        urls = [first.url, second.url, third.url]
        await fill(old, urls, tmp_path, "plain")
        before = memories(await shown(third.url, old), old)
        picky.quirks = Quirks(require_auth="write", allowed_pubkeys=frozenset({old.public_key_hex}))
        report = await stays_at(RotationStep.GIVE_UP, old, new, urls, tmp_path)
        assert report.remaining == len(before)
        assert memories(await shown(first.url, old), old) == set()
        assert memories(await shown(third.url, old), old) == before
        picky.quirks = Quirks()
        assert (await rotated(old, new, urls, tmp_path)).is_done
        assert memories(await shown(third.url, old), old) == set()


@pytest.mark.timeout(150)
async def test_it_is_not_done_before_every_relay_says_where_the_mind_went(
    relay: LocalRelay, tmp_path: Path
) -> None:
    """One relay takes copies, and nothing more of the old key: other devices would not be told."""
    old, new, picky = known(), Identity.generate(), QuirkRelay()
    async with RelayServer(picky) as second:
        urls = [relay.url, second.url]
        await fill(old, urls, tmp_path, "plain")
        picky.quirks = Quirks(require_auth="write", allowed_pubkeys=frozenset({new.public_key_hex}))
        report = await stays_at(RotationStep.GIVE_UP, old, new, urls, tmp_path, keep_old=True)
        assert any(second.url in sentence for sentence in report.waiting_for), report


async def test_a_relay_that_deletes_nothing_ends_it_too(relay: LocalRelay, tmp_path: Path) -> None:
    old, new = known(), Identity.generate()
    quirks = Quirks(honours_a_deletion=False, honours_e_deletion=False)
    async with RelayServer(QuirkRelay(quirks)) as server:
        urls = [relay.url, server.url]
        await fill(old, urls, tmp_path, "plain")
        assert (await rotated(old, new, urls, tmp_path)).is_done
        assert memories(await shown(server.url, old), old)
        assert (await rotated(old, new, urls, tmp_path)).is_done


async def test_old_copies_may_stay_and_be_given_up_later(relays: Start, tmp_path: Path) -> None:
    old, new, urls = known(), Identity.generate(), [relay.url for relay in relays(2)]
    await fill(old, urls, tmp_path, "plain")
    async with MemoryStore(old, urls, path=tmp_path / "old.db", config=QUICK) as store:
        report = await store.rotate(new, tmp_path / "new.db", timeout=20, keep_old=True)
        assert (report.is_done, report.given_up) == (True, 0), report
        assert memories(await shown(urls[0], old), old)
        async with store.rotation(new, tmp_path / "new.db") as rotation:
            await rotation.once_more()
            assert (await rotation.advance(20)).is_done
    assert memories(await shown(urls[0], old), old) == set()


# --------------------------------------------------------------------------- other devices


# S-2.14
async def test_another_device_is_told_and_brings_its_own_writes(
    relays: Start, tmp_path: Path
) -> None:
    old, new, urls = known(), known(), [relay.url for relay in relays(2)]
    await fill(old, urls, tmp_path, "plain")
    other = tmp_path / "other.db"
    async with MemoryStore(old, path=other, config=QUICK) as offline:
        await offline.remember("written-offline", "kept")
        await offline.persona_remember("people", "facts", "vergel", "likes rust")
        await offline.journal("written offline")
    assert (await rotated(old, new, urls, tmp_path)).is_done
    async with MemoryStore(old, urls, path=other, config=QUICK) as second:
        await second.sync()
        assert second.status().moved_to == new.public_key_hex
        for write in (second.remember("k", "v"), second.journal("x"), second.forget("color")):
            with pytest.raises(MovedError, match=f"{new.npub}.*keys rotate --key"):
                await write
        # what it holds is there to be read, and nothing of it went out under the old key
        assert (await second.recall("written-offline")).value == "kept"
        assert (await second.recall("color")).value == "blue"
        assert len(await second.recent()) == 3
        await second.sync()
    for url in urls:
        assert memories(await shown(url, old), old) == set()
    async with MemoryStore(old, urls, config=QUICK) as without_file:
        with pytest.raises(MovedError):
            await without_file.remember("k", "v")
    async with MemoryStore(old, urls, path=other, config=QUICK) as second:
        report = await second.rotate(new, tmp_path / "others-new.db", timeout=30)
        assert report.is_done, report
    async with MemoryStore(new, urls, path=tmp_path / "new.db", config=QUICK) as first:
        await first.sync()
        assert (await first.recall("written-offline")).value == "kept"
        (vergel,) = await first.persona_recall("people", "facts", "vergel")
        assert vergel.value == "likes rust"
        assert "written offline" in [entry.content for entry in await first.recent()]
        assert len((await first._lifetime.opened()).naming.keys) == 1
    for url in urls:
        assert memories(await shown(url, old), old) == set()


@pytest.mark.parametrize("when", ["before it is told", "after all was done"])
async def test_what_is_written_meanwhile_under_the_old_key_comes_along(
    when: str, relays: Start, tmp_path: Path
) -> None:
    """The published client knows of no rotation: it goes on writing under the old key."""
    old, new, urls = known(), Identity.generate(), [relay.url for relay in relays(2)]
    await fill(old, urls, tmp_path, "plain")
    secret = SecretKey.from_hex(old.private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    body = {"type": "sense-memory:kv", "key": "late", "value": "by another", "ts": 1.0}
    event = old.sign_event(
        kind=30078,
        content=nip44.encrypt(json.dumps(body), key),
        tags=[["d", "sense-memory/late"]],
    ).to_dict()
    path = tmp_path / "old.db"
    if when == "before it is told":
        assert (await rotated(old, new, [NOBODY], tmp_path, timeout=0.5)).step.value == "publish"
        await raw.publish(urls[1], event)
        assert (await rotated(old, new, urls, tmp_path)).is_done
    else:
        assert (await rotated(old, new, urls, tmp_path)).is_done
        await raw.publish(urls[1], event)
        async with (
            MemoryStore(old, urls, path=path, config=QUICK) as store,
            store.rotation(new, tmp_path / "new.db") as rotation,
        ):
            await rotation.once_more()
            report = await rotation.advance(30)
            assert (report.is_done, report.copied, report.given_up) == (True, 1, 1), report
    async with MemoryStore(new, urls, config=QUICK) as fresh:
        assert (await fresh.recall("late")).value == "by another"
    for url in urls:
        assert memories(await shown(url, old), old) == set()


# S-2.13
async def test_one_key_alone_sends_nobody_away(relay: LocalRelay, tmp_path: Path) -> None:
    """Who has only the old key cannot say that the mind moved to somebody who did not agree."""
    from sense_memory.core.change import Put
    from sense_memory.core.records.succession import Succession
    from sense_memory.core.ref import Ref

    old, stranger = known(), Identity.generate()
    unproven = old.sign_event(kind=30078, content="", tags=[["d", "x"]]).to_json()
    async with MemoryStore(old, relay.url, path=tmp_path / "a.db", config=QUICK) as thief:
        repository = await thief._lifetime.opened()
        record = Succession(old.public_key_hex, stranger.public_key_hex, unproven)
        await repository.commit(Put(Ref(Succession, "to"), record))
        await thief.sync()
    async with MemoryStore(old, relay.url, path=tmp_path / "b.db", config=QUICK) as store:
        await store.sync()
        await store.remember("color", "blue")
        assert store.status().moved_to is None


# -------------------------------------------------------------------------------- refusals


async def test_what_cannot_be_moved_is_refused(tmp_path: Path) -> None:
    old, new = Identity.generate(), Identity.generate()
    new_file = tmp_path / "new.db"
    async with MemoryStore(old) as in_memory:
        with pytest.raises(InputError, match="without a file"):
            await in_memory.rotate(new, new_file)
    async with MemoryStore(old, path=tmp_path / "a.db") as store:
        with pytest.raises(InputError, match="whole store"):
            await store.scope("user:x").rotate(new, new_file)
        with pytest.raises(InputError, match="has already"):
            await store.rotate(old, new_file)
        with pytest.raises(InputError, match="names the new file"):
            await store.rotate(new, "")
        with pytest.raises(InputError, match="must be an Identity, got str"):
            await store.rotate(new.nsec, new_file)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="relay_url"):
            await store.rotation_plan(["relay.example"])
        assert not new_file.exists()
        async with MemoryStore(Identity.generate(), path=tmp_path / "b.db"):
            pass
        with pytest.raises(StorageError, match="belongs to the identity"):
            await store.rotate(new, tmp_path / "b.db")
        assert (await store.rotate(new, new_file)).is_done
        with pytest.raises(InputError, match="moved to another key"):
            await store.rotate(Identity.generate(), tmp_path / "c.db")
    from sense_memory.io.identity import as_signer

    async with MemoryStore(as_signer(known()), path=tmp_path / "d.db") as bunker:
        with pytest.raises(InputError, match="outside of this process"):
            await bunker.rotate(new, tmp_path / "e.db")
