"""What is local-only reaches no relay, whatever happens to the file; and once let go, all of it."""

import asyncio
import json
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from relay_fixtures import FaultProxy, LocalRelay, QuirkRelay, RelayServer
from sense_memory import (
    Config,
    Identity,
    InputError,
    InvalidKeyError,
    MemoryStore,
    RecordConfig,
    RelayConfig,
)
from sense_memory.core.change import Forget
from sense_memory.core.finding import Level
from sense_memory.core.receipt import LOCAL
from sense_memory.core.records.kv import Memory
from sense_memory.core.ref import Ref
from sense_memory.core.rotation import RotationStep
from sense_memory.importers import read
from sense_memory.io.doctor.file import look_at_file
from sense_memory.io.file_report import alone, examine
from sense_memory.io.keys.reference import KeyReference
from sense_memory.io.profile import Profile
from sense_memory.testing import HashEncoder

from . import raw
from .moved import chatgpt
from .shell import Home

QUICK = Config(relays=RelayConfig(read_back_delay=0.0, close_timeout=3.0))
WITH_MESSAGES = Config(
    relays=RelayConfig(read_back_delay=0.0), records=RecordConfig(journal_kind=4)
)


class Watched:
    """A relay, and every frame that was sent to it."""

    def __init__(self, proxy: FaultProxy) -> None:
        self.proxy = proxy
        self.url = proxy.url
        self._secrets: set[str] = set()

    def note(self, path: Path) -> None:
        """What stays in a file at this moment must be in no frame, before or after."""
        found = stayed(path)
        assert found
        self._secrets |= found

    def check(self) -> None:
        """Not one address, id, or ciphertext of it came."""
        sent = "\n".join(str(p.frame) for p in self.proxy.passages if p.direction == "to_relay")
        assert '"EVENT"' in sent
        assert [secret for secret in self._secrets if secret in sent] == []

    def has_all(self, secrets: set[str]) -> bool:
        sent = "\n".join(str(p.frame) for p in self.proxy.passages)
        return all(secret in sent for secret in secrets)


def rows(path: Path, query: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def stayed(path: Path) -> set[str]:
    """Addresses, ids and ciphertexts of what stays in a file, and of its deletion requests."""
    heads = rows(path, "SELECT address, event FROM head WHERE bucket LIKE 'stays:%'")
    requests = rows(
        path,
        "SELECT ledger.event FROM ledger JOIN deleted USING (id) JOIN head "
        "ON head.address = deleted.address WHERE bucket LIKE 'stays:%'",
    )
    secrets = {address for address, _ in heads}
    for event in (json.loads(row[-1]) for row in (*heads, *requests)):
        secrets |= {event["id"], event["content"]}
    return secrets


@asynccontextmanager
async def watched(relay: LocalRelay) -> AsyncIterator[Watched]:
    async with FaultProxy(relay.url) as proxy:
        yield Watched(proxy)


async def fill(store: MemoryStore, said: str = "") -> None:
    """Something of several kinds, something derived from it, and something forgotten."""
    await store.remember("color", f"blue{said}")
    await store.remember("gone", "soon")
    await store.journal(f"an entry{said}")
    await store.persona_remember("people", "facts", "vergel", f"likes js{said}", themes=["js"])
    await store.persona_embed()
    await store.rapport("vergel").observe([{"role": "user", "content": f"thanks a lot{said}"}])
    await store.forget("gone")


async def holds(store: MemoryStore, said: str = "") -> None:
    assert {m.key: m.value for m in await store.recall_all()} == {"color": f"blue{said}"}
    assert [one.content for one in await store.recent()] == [f"an entry{said}"]
    assert [one.value for one in await store.persona_recall("people")] == [f"likes js{said}"]
    assert await store.recall("gone") is None
    assert [peer.peer for peer in await store.rapports()] == ["vergel"]


async def replicated(store: MemoryStore) -> None:
    async with asyncio.timeout(30):
        while not (await store.sync()).is_complete or store.status().delivery != "replicated":
            await asyncio.sleep(0.05)


# S-15.3
@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_nothing_of_it_ever_reaches_a_relay(
    identity: Identity, relay: LocalRelay, tmp_path: Path, addressing: str
):
    path = tmp_path / "a.db"

    def opened(url: str | None = None) -> MemoryStore:
        return MemoryStore(
            identity, url, path=path, addressing=addressing, config=QUICK, encoder=HashEncoder()
        )

    async with watched(relay) as relay_seen:
        async with opened(relay_seen.url) as store:
            here = store.local_only()
            await store.remember("shared", "for all")
            await store.remember("kept", "for all")
            await fill(here)
            relay_seen.note(path)
            await replicated(store)
            event_id = await here.remember("color", "green")
            receipt = await here.receipt(event_id)
            assert (receipt.level, receipt.relays, receipt.is_local_only) == (LOCAL, (), True)
            assert await store.outbox() == ()
            relay_seen.note(path)
            relay_seen.proxy.cut()
            await replicated(store)
        # again and again, read as a whole, with edits and forgettings of both kinds between
        async with opened(relay_seen.url) as store:
            here = store.local_only()
            await store._lifetime.database.relays.compare_anew()
            await here.persona_remember("people", "facts", "vergel", "likes rust")
            await here.forget("people/facts/vergel")
            await here.forget("color")
            await here.remember("color", "blue")
            await here.persona_remember("people", "facts", "vergel", "likes js", themes=["js"])
            await store.forget("shared")
            await here.persona_recall("people", "facts", "vergel")
            relay_seen.note(path)
            await replicated(store)
            await store._lifetime.database.relays.compare_anew()
            await store.sync()
            status = store.status()
            assert status.delivery == "replicated"
            assert 0 < status.local_only < status.records
        async with opened() as store:
            await holds(store.local_only())
        relay_seen.check()


async def test_a_relay_that_is_added_later_gets_nothing_of_it(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path, encoder=HashEncoder()) as store:
        await store.remember("shared", "for all")
        await fill(store.local_only())
    async with watched(relay) as relay_seen:
        relay_seen.note(path)
        async with MemoryStore(identity, relay_seen.url, path=path, config=QUICK) as store:
            await replicated(store)
            relay_seen.note(path)
            assert store.status().held == 0
            await holds(store.local_only())
        async with MemoryStore(identity, relay_seen.url, config=QUICK) as other:
            assert (await other.recall("shared")).value == "for all"
            assert await other.local_only().recall_all() == []
        relay_seen.check()


async def test_devices_agree_on_what_they_share(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    files = [tmp_path / "a.db", tmp_path / "b.db"]
    for path, said in zip(files, ("", " too"), strict=True):
        async with MemoryStore(
            identity,
            relay.url,
            path=path,
            addressing="blinded",
            config=QUICK,
            encoder=HashEncoder(),
        ) as store:
            await fill(store.local_only(), said)
            await store.remember(path.stem, "v")
            await replicated(store)
    prints = []
    for path, said in zip(files, ("", " too"), strict=True):
        async with MemoryStore(identity, relay.url, path=path, config=QUICK) as store:
            await replicated(store)
            await holds(store.local_only(), said)
            prints.append(await store._lifetime.repository.fingerprint())
    assert prints[0] == prints[1]
    assert prints[0][0] == 2


async def test_a_copy_of_the_file_and_another_process_keep_it_too(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    async with watched(relay) as relay_seen:
        async with MemoryStore(
            identity,
            relay_seen.url,
            path=path,
            addressing="plain",
            config=QUICK,
            encoder=HashEncoder(),
        ) as store:
            await fill(store.local_only())
            await store.remember("shared", "v")
            await replicated(store)
        shutil.copyfile(path, copy)
        for one, said in ((path, "from here"), (copy, "from there")):
            async with MemoryStore(identity, relay_seen.url, path=one, config=QUICK) as store:
                await store.remember("shared", said)
                await store.local_only().remember("color", said)
                await replicated(store)
                relay_seen.note(one)
        async with MemoryStore(identity, relay_seen.url, path=path, config=QUICK) as store:
            written = await asyncio.create_subprocess_exec(
                sys.executable, "-c", OTHER_PROCESS, identity.nsec, str(path)
            )
            assert await written.wait() == 0
            assert (await store.local_only().recall("color")).value == "by another process"
            await replicated(store)
            relay_seen.note(path)
        relay_seen.check()


OTHER_PROCESS = """
import asyncio, sys
from sense_memory import Identity, MemoryStore
async def main():
    async with MemoryStore(Identity.from_nsec(sys.argv[1]), path=sys.argv[2]) as store:
        await store.local_only().remember("color", "by another process")
asyncio.run(main())
"""


async def test_a_backup_that_is_read_in_elsewhere_keeps_it_there(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(
        identity, path=tmp_path / "a.db", addressing="plain", encoder=HashEncoder()
    ) as store:
        await store.remember("shared", "v")
        await fill(store.local_only())
        lines = [line async for line in store.export_events()]
    held = stayed(tmp_path / "a.db")
    assert all(any(secret in line for line in lines) for secret in held)
    async with watched(relay) as relay_seen:
        restored = tmp_path / "b.db"
        async with MemoryStore(identity, relay_seen.url, path=restored, config=QUICK) as store:
            await store.import_events(reversed(lines))
            await replicated(store)
            relay_seen.note(tmp_path / "a.db")
            relay_seen.note(restored)
            await holds(store.local_only())
        relay_seen.check()


async def test_another_addressing_and_another_key_keep_it(relay: LocalRelay, tmp_path: Path):
    old, new = (Identity.from_hex(Identity.generate().private_key_hex) for _ in range(2))
    path, moved = tmp_path / "old.db", tmp_path / "new.db"
    async with watched(relay) as relay_seen:
        async with MemoryStore(
            old,
            relay_seen.url,
            path=path,
            addressing="plain",
            config=WITH_MESSAGES,
            encoder=HashEncoder(),
        ) as store:
            await store.remember("shared", "v")
            await fill(store.local_only())
            await replicated(store)
            relay_seen.note(path)
            report = await store.change_addressing("blinded", timeout=20)
            assert report.waiting == 0
            relay_seen.note(path)
            await holds(store.local_only())
            plan = await store.rotation_plan()
            assert plan.relays[0].events < 20
            rotated = await store.rotate(new, moved, timeout=20)
            assert (rotated.step, rotated.staying) == (RotationStep.DONE, 0)
            relay_seen.note(moved)
        async with MemoryStore(new, relay_seen.url, path=moved, config=QUICK) as store:
            await replicated(store)
            await holds(store.local_only())
            relay_seen.note(moved)
        relay_seen.check()


@pytest.mark.parametrize("config", [QUICK, WITH_MESSAGES], ids=["records", "messages"])
async def test_what_is_let_go_arrives_whole(
    identity: Identity, relay: LocalRelay, tmp_path: Path, config: Config
):
    path = tmp_path / "a.db"
    async with watched(relay) as relay_seen:
        async with MemoryStore(
            identity,
            relay_seen.url,
            path=path,
            addressing="plain",
            config=config,
            encoder=HashEncoder(),
        ) as store:
            here = store.local_only()
            await fill(here)
            await here.remember("color", "green")
            event_id = await here.remember("color", "blue")
            (used,) = await here.persona_recall("people", "facts", "vergel")
            assert await here.persona_search("js") != []
            beliefs = await here.persona_history("people/facts/vergel")
            before = store.status().records
            released = await store.release_local()
            assert released.records >= 5
            assert released.left == ()
            await holds(store)
            assert await here.recall_all() == []
            assert await here.persona_recall("people") == []
            assert store.status().local_only == 0
            assert before == store.status().records
            assert await here.persona_search("js") == []
            assert await store.persona_search("js") != []
            (memory,) = await store.persona_recall("people")
            assert (used.access_count, memory.access_count) == (0, 1)
            assert await store.persona_history("people/facts/vergel") == beliefs
            assert (await store.receipt(event_id)).ref.scope == ""
            await replicated(store)
            assert (await store.receipt(event_id)).level == "replicated"
            assert await store.release_local() == type(released)(0, ())
        async with MemoryStore(identity, relay.url, config=QUICK) as fresh:
            await holds(fresh)
    async with MemoryStore(identity, path=path) as offline:
        await holds(offline)


async def test_what_is_let_go_writes_over_nothing(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        here = store.local_only()
        for where, value in ((store, "mine"), (here, "theirs")):
            await where.remember("taken", value)
            await where.remember("same", "equal")
            await where.remember("forgotten", value)
        await here.remember("free", "v")
        await store.forget("forgotten")
        released = await store.release_local()
        assert released.records == 2
        assert sorted(ref.name for ref in released.left) == ["forgotten", "taken"]
        values = {memory.key: memory.value for memory in await store.recall_all()}
        assert values == {"taken": "mine", "same": "equal", "free": "v"}
        assert {m.key for m in await here.recall_all()} == {"taken", "forgotten"}


async def test_each_scope_has_one_of_its_own(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        alice = store.scope("user:alice")
        assert not alice.is_local_only
        assert alice.local_only().is_local_only
        await alice.local_only().remember("k", "alice's")
        await store.scope("local-only").remember("k", "the root's")
        assert (await store.local_only().recall("k")).value == "the root's"
        assert (await alice.local_only().local_only().recall("k")).value == "alice's"
        assert (await alice.release_local()).records == 1
        assert (await alice.recall("k")).value == "alice's"
        assert await store.recall("k") is None
        assert store.status().local_only == 1
    with pytest.raises(InvalidKeyError, match="too long"):
        MemoryStore(identity).scope("x" * 60).local_only()


async def test_one_commit_asks_for_no_deletion_of_both_kinds(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path = tmp_path / "a.db"
    async with watched(relay) as relay_seen:
        async with MemoryStore(
            identity, relay_seen.url, path=path, addressing="plain", config=QUICK
        ) as store:
            here = store.local_only()
            refs = [Ref(Memory, "k"), Ref(Memory, "k", "local-only")]
            for where in (store, here):
                await where.remember("k", "v")
            await replicated(store)
            await store._lifetime.repository.commit(*map(Forget, refs))
            await replicated(store)
            relay_seen.note(path)
            assert len(rows(path, "SELECT id FROM ledger")) == 2
        relay_seen.check()


async def test_no_relay_is_found_to_lack_it_and_no_device_is_told_of_its_uses(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, addressing="plain", config=QUICK
    ) as store:
        here = store.local_only()
        for where in (store, here):
            await where.persona_remember("people", "facts", "vergel", "likes js")
        await replicated(store)
        for where in (store, here):
            await where.persona_recall("people", "facts", "vergel")
        repository, database = store._lifetime.repository, store._lifetime.database
        await repository._touch_writer.write_down()
        assert len(await database.uses.noted()) == 2
        assert len(await repository.touches_for_others(10)) == 1
        assert await database.comparison.lacking(relay.url, frozenset()) == []
        (address,) = {a for (a,) in rows(path, "SELECT address FROM head WHERE bucket >= 'stays:'")}
        assert await database.outbox.is_unsent(address)
        counts = await database.counts()
        assert counts.local_only == 1


async def test_without_a_file_there_is_nowhere_to_keep_it(identity: Identity):
    async with (
        RelayServer(QuirkRelay()) as server,
        MemoryStore(identity, server.url, config=QUICK) as store,
    ):
        with pytest.raises(InputError, match="no file"):
            await store.local_only().remember("k", "v")
    async with MemoryStore(identity) as store:
        await store.local_only().remember("k", "v")


async def test_the_doctor_counts_it_and_misses_no_copy(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, addressing="plain", config=QUICK
    ) as store:
        await store.remember("shared", "v")
        await store.local_only().remember("k", "v")
        await replicated(store)
        assert store.status().local_only == 1
    assert examine(path).local_only == 1
    assert alone(path, [relay.url]) == 0
    assert alone(path, ["wss://another.relay"]) == examine(path).records - 1
    assert alone(path, []) == examine(path).records - 1
    profile = Profile("x", (relay.url,), None, KeyReference.file(tmp_path / "key"), path)
    look = look_at_file(profile, identity.public_key_hex)
    said = {one.check: one for one in look.findings}
    assert said["store.copies"].level is Level.OK
    assert "1 records are local-only" in said["store.local_only"].message


def test_the_command_line_says_so(home: Home, relay: LocalRelay):
    home.ok("init", "--relay", relay.url)
    written = home.run("--json", "--scope", "local-only", "remember", "k", "v").json
    assert (written["delivery"], written["waiting_for"]) == ("local", {})
    said = home.run("--scope", "local-only", "receipt", written["event_id"]).out
    assert "local-only" in said
    assert home.run("--json", "status").json["local_only"] == 1
    assert "local-only" in home.run("status").out
    asked = home.run("relays", "release-local")
    assert (asked.code, asked.out) == (2, "")
    released = home.run("--json", "relays", "release-local", "--yes").json
    assert (released["records"], released["left"]) == (1, [])
    assert released["delivery"] == "accepted"
    assert len(asyncio.run(raw.ask(relay.url, {"kinds": [30078]}))) >= 2
    assert home.run("recall", "k").out.strip() == "v"


async def test_what_moves_in_stays_with_all_that_is_made_of_it_until_it_is_let_go(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path, source = tmp_path / "a.db", chatgpt(tmp_path, conversations=3, messages=24)
    async with watched(relay) as relay_seen:
        async with MemoryStore(
            identity,
            relay_seen.url,
            path=path,
            addressing="plain",
            config=QUICK,
            encoder=HashEncoder(),
        ) as store:
            here = store.local_only()
            await store.remember("shared", "v")
            report = await store.import_items(read("chatgpt", source), local_only=True)
            assert report.messages
            assert report.relays == ()
            again = await store.import_items(read("chatgpt", source), local_only=True)
            assert (again.messages, again.known) == (0, report.messages)
            await here.pyramid.refresh()
            status = await here.pyramid.status()
            assert await store.conversations() == []
            await replicated(store)
            relay_seen.note(path)
            relay_seen.check()
            covers = {
                one.slug: await here.pyramid.cover(one.slug)
                for one in (await here.pyramid.topics())
            }
            assert any(covers.values())
            released = await store.release_local()
            assert released.left == ()
            assert await here.pyramid.observations() == []
            assert await store.pyramid.status() == status
            assert {one: await store.pyramid.cover(one) for one in covers} == covers
            assert len(await store.conversations()) == 3
            taken = await store.import_items(read("chatgpt", source))
            assert (taken.messages, taken.known) == (0, report.messages)
            await replicated(store)
        async with MemoryStore(identity, relay.url, config=QUICK) as fresh:
            assert {one: await fresh.pyramid.cover(one) for one in covers} == covers
            assert len(await fresh.conversations()) == 3


def test_a_command_that_moves_in_says_where_to_find_it(
    home: Home, relay: LocalRelay, tmp_path: Path
):
    home.ok("init", "--relay", relay.url)
    source = str(chatgpt(tmp_path))
    done = home.ok("--json", "import", "chatgpt", source, "--local-only", "--yes")
    assert (done.json["delivery"], done.json["relays"]) == ("local", [])
    assert "--scope local-only" in done.err
    assert "relays release-local" in done.err
    assert home.ok("conversations", "list").out == ""
    assert len(home.ok("--json", "--scope", "local-only", "conversations", "list").jsonl) == 2
    kept = home.ok("--json", "status").json["local_only"]
    planned = home.ok("--json", "import", "chatgpt", source, "--local-only", "--dry-run").json
    assert (planned["messages"], planned["known"]) == (0, done.json["messages"])
    released = home.ok("--json", "relays", "release-local", "--yes").json
    assert released["records"] == kept
    assert len(home.ok("--json", "conversations", "list").jsonl) == 2
