"""doctor: key, clock, file and relays, looked at without changing anything."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import CorruptDatabaseError, Identity, MemoryStore
from sense_memory.core.clock import SystemClock
from sense_memory.core.finding import Finding, Level
from sense_memory.io.doctor import Diagnosis, examine_profile
from sense_memory.io.file_report import examine, fault
from sense_memory.io.profile import Profile, load_profile
from sense_memory.testing import ManualClock

from .shell import NOBODY, Home

pytestmark = pytest.mark.usefixtures("nearby")

# ------------------------------------------------------------------------ from a shell


def findings(home: Home, *, code: int, **environment: str) -> dict[str, dict[str, Any]]:
    run = home.run("--json", "doctor", **environment)
    assert run.code == code, run
    found = run.json
    assert set(found) == {"profile", "npub", "level", "findings"}
    for finding in found["findings"]:
        assert set(finding) == {"check", "level", "message", "advice", "relay"}
        assert (finding["advice"] is None) == (finding["level"] == "ok")
    return {finding["check"]: finding for finding in found["findings"]}


def test_a_local_profile(home: Home) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    found = findings(home, code=0)
    not_well = {check for check, finding in found.items() if finding["level"] != "ok"}
    assert not_well == {"key.backup"}
    assert "this profile is local" in found["relays.number"]["message"]
    assert "3 records" in found["file.opens"]["message"]
    quiet = home.ok("doctor", "--quiet")
    assert [line.split("\t")[:2] for line in quiet.out.splitlines()] == [["warning", "key.backup"]]
    assert home.ok("doctor").err == "problems: 0, warnings: 1\n"
    assert home.ok("doctor", "--json").json["level"] == "warning"


def test_two_relays_that_have_everything(
    home: Home, relays: Callable[[int], list[LocalRelay]]
) -> None:
    one, two = relays(2)
    home.ok("init", "--relay", one.url, "--relay", two.url)
    home.ok("remember", "zone", "UTC")
    home.ok("sync")
    found = findings(home, code=0)
    assert {check for check, finding in found.items() if finding["level"] != "ok"} == {"key.backup"}
    assert found["store.copies"]["message"] == "every record is on a relay, as far as is known"
    assert found["relay.writes"]["message"] == "it has taken every write"


def test_offline(home: Home) -> None:
    home.ok("init", "--relay", NOBODY)
    home.run("remember", "zone", "UTC")
    found = findings(home, code=1)
    assert (found["relay.reach"]["level"], found["relay.reach"]["relay"]) == ("problem", NOBODY)
    assert found["store.copies"]["level"] == "warning"
    assert "sense-memory sync" in found["store.copies"]["advice"]


def test_there_is_no_profile(home: Home) -> None:
    found = findings(home, code=1)
    assert set(found) == {"profile"}
    assert not list(home.folder.iterdir())


def test_a_key_that_is_missing(home: Home) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    text = home.key_text
    home.know(Identity.from_text(text))
    (home.folder / "default" / "key").unlink()
    found = findings(home, code=4)
    assert found["key.opens"]["level"] == "problem"
    assert "keys import" in found["key.opens"]["advice"]
    assert found["file.whole"]["level"] == "ok"  # all else was looked at
    assert not (home.folder / "default" / "key").exists()


def test_a_key_that_others_can_read(home: Home) -> None:
    home.ok("init")
    (home.folder / "default" / "key").chmod(0o644)
    found = findings(home, code=4)
    assert "chmod 600" in found["key.opens"]["message"]


def test_the_wrong_key(home: Home) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    other = Identity.generate()
    home.know(other)
    found = findings(home, code=1, SENSE_MEMORY_NSEC=other.nsec)
    assert found["key.owner"]["level"] == "problem"
    assert found["file.owner"]["level"] == "problem"
    assert found["key.opens"]["level"] == "warning"  # children inherit the environment
    assert findings(home, code=4, SENSE_MEMORY_NSEC="garbage")["key.opens"]["level"] == "problem"


@pytest.mark.skipif(os.name != "posix", reason="modes mean nothing there")
def test_what_others_can_do(home: Home) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    (home.folder / "default").chmod(0o777)
    (home.folder / "default" / "memory.db").chmod(0o644)
    found = findings(home, code=0)
    assert found["key.folder"]["level"] == "warning"
    assert found["file.secrecy"]["level"] == "warning"


def test_a_file_that_is_damaged(home: Home) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    path = home.folder / "default" / "memory.db"
    damaged = bytearray(path.read_bytes())
    damaged[8_192:9_000] = b"\xff" * 808
    path.write_bytes(damaged)
    found = findings(home, code=1)
    assert "problem" in {found[c]["level"] for c in ("file.opens", "file.whole") if c in found}
    path.write_text("something else entirely")
    assert findings(home, code=1)["file.opens"]["level"] == "problem"
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE other (x)")
    other.close()
    assert "not a sense-memory file" in findings(home, code=1)["file.opens"]["message"]


# -------------------------------------------------------------------------- in a process


def a_profile(identity: Identity, *relays: str) -> Profile:
    profile = load_profile("default")
    identity.save(profile.key_file)
    profile = replace(profile, relays=relays, public_key=identity.public_key_hex)
    profile.save()
    return profile


async def looked(profile: Profile, check: str) -> list[Finding]:
    diagnosis = await examine_profile(profile, None, SystemClock())
    return [finding for finding in diagnosis.findings if finding.check == check]


async def test_nothing_is_written_anywhere(identity: Identity):
    relay = QuirkRelay(Quirks(require_auth="both"))
    async with RelayServer(relay) as server:
        profile = a_profile(identity, server.url)
        async with MemoryStore.open("default") as store:
            await store.remember("zone", "UTC")
            await store.sync()
        before = profile.database.read_bytes()
        sent = len(relay.received("EVENT"))
        (auth,) = await looked(profile, "relay.auth")
        assert auth.message == "it asked who we are, and took the proof"
        assert len(relay.received("EVENT")) == sent
        assert profile.database.read_bytes() == before
        assert not list(profile.database.parent.glob("memory.db-*"))


async def test_a_relay_that_does_not_let_us_in(identity: Identity):
    relay = QuirkRelay(Quirks(require_auth="both", allowed_pubkeys=frozenset()))
    async with RelayServer(relay) as server:
        (auth,) = await looked(a_profile(identity, server.url), "relay.auth")
    assert auth.level is Level.PROBLEM
    assert "restricted: not for this pubkey" in auth.message


async def test_what_a_relay_said_to_what_it_did_not_take(identity: Identity):
    relay = QuirkRelay(Quirks(max_event_bytes=3_000))
    async with RelayServer(relay) as server:
        profile = a_profile(identity, server.url)
        async with MemoryStore.open("default") as store:
            await store.remember("small", "v")
            await store.remember("large", "v" * 9_000)
            await store.sync()
            assert store.status().relays[0].dead == 1
        (writes,) = await looked(profile, "relay.writes")
        assert writes.level is Level.PROBLEM
        assert "exceeds 3000" in writes.message
        (copies,) = await looked(profile, "store.copies")
        assert copies.level is Level.WARNING


async def test_a_file_from_a_clock_that_was_ahead(identity: Identity):
    profile = a_profile(identity)
    ahead = ManualClock(SystemClock().now() + 7_200)
    async with MemoryStore.open("default", clock=ahead) as store:
        await store.remember("zone", "UTC")
    (finding,) = await looked(profile, "clock.file")
    assert finding.level is Level.PROBLEM
    assert "which has not come yet" in finding.message


async def test_events_that_are_kept_aside(identity: Identity, tmp_path: Path):
    profile = a_profile(identity)
    stray = identity.sign_event(kind=30078, content="x", tags=[["d", "sense-memory/k"]])
    async with MemoryStore.open("default") as store:
        await store.remember("zone", "UTC")
        await store.import_events([stray.to_json()])
    async with MemoryStore(identity, path=tmp_path / "b.db", addressing="blinded") as other:
        await other.remember("of a key that is missing", "v")
        lines = [line async for line in other.export_events()]
    async with MemoryStore.open("default") as store:
        assert (await store.import_events(lines[-1:])).kept_aside == 1
    (finding,) = await looked(profile, "file.unreadable")
    assert finding.level is Level.WARNING
    assert "1 events are kept aside" in finding.message


async def test_a_busy_file_is_looked_at_too(identity: Identity):
    profile = a_profile(identity)
    async with MemoryStore.open("default") as store:
        await store.remember("zone", "UTC")
        (others,) = await looked(profile, "file.others")
        assert "another process has it open" in others.message
        (whole,) = await looked(profile, "file.whole")
        assert whole.level is Level.OK
    (others,) = await looked(profile, "file.others")
    assert "no other process" in others.message


async def test_what_a_crash_left_is_left_as_it_is(identity: Identity, tmp_path: Path):
    """Whoever opens the store must see the write-ahead log as the crash left it."""
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        await store.remember("zone", "UTC")
        for name in ("a.db", "a.db-wal"):
            shutil.copy(tmp_path / name, crashed / name)
    log = crashed / "a.db-wal"
    before = log.read_bytes()
    assert before
    assert (examine(crashed / "a.db").records, fault(crashed / "a.db")) == (3, None)
    assert log.read_bytes() == before
    damaged = bytearray(before)
    damaged[len(damaged) // 2] ^= 1
    log.write_bytes(damaged)
    with pytest.raises(CorruptDatabaseError, match="write-ahead log"):
        fault(crashed / "a.db")
    assert log.read_bytes() == damaged
    log.write_bytes(before)
    async with MemoryStore(identity, path=crashed / "a.db") as store:
        assert (await store.recall("zone")).value == "UTC"


def test_an_empty_diagnosis_is_well():
    assert Diagnosis(None, False, ()).level is Level.OK
