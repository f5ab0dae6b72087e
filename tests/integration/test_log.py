"""What changed when: from the records' own stamps, on every device alike."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from relay_fixtures import LocalRelay
from sense_memory import Identity, InputError, MemoryStore, ReadFailedError
from sense_memory.testing import ManualClock

from .shell import NOBODY, Home

pytestmark = pytest.mark.usefixtures("nearby")

NOW = 1_790_000_000.0


async def told(store: MemoryStore) -> list[tuple[float, bool, str, str, str]]:
    return [(e.at - NOW, e.is_own, e.word, e.type, e.name) for e in await store.log()]


async def test_all_types_newest_first(identity: Identity):
    clock = ManualClock(NOW)
    async with MemoryStore(identity, addressing="blinded", clock=clock) as store:
        assert await store.log() == []
        await store.remember("zone", "UTC")
        clock.advance(10)
        await store.persona_remember("people", "facts", "ada", "C")
        clock.advance(10)
        await store.journal("first day")
        clock.advance(10)
        await store.forget("zone")
        journal = (await store.log())[1]
        assert (journal.type, journal.text, journal.fields) == (
            "journal",
            "first day",
            ("content", "ts"),
        )
        assert await told(store) == [
            (30, True, "forgotten", "kv", "zone"),
            (20, True, "remembered", "journal", journal.name),
            (10, True, "remembered", "persona", "people/facts/ada"),
        ]
        assert [entry.text for entry in await store.log()] == [None, "first day", "C"]


async def test_two_devices_tell_the_same_story(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    clock = ManualClock(NOW)
    options: Any = {"addressing": "blinded", "clock": clock}
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", **options) as first:
        await first.remember("zone", "UTC")
        await first.sync()
        device = first.status().device
    clock.advance(60)
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db", **options) as second:
        await second.sync()
        await second.remember("zone", "America/Vancouver")
        await second.sync()
        assert await told(second) == [
            (60, True, "remembered", "kv", "zone"),
            (0, False, "replaced", "kv", "zone"),
        ]
        assert (await second.log())[1].device == device
        clock.advance(60)
        await second.forget("zone")
        await second.sync()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", **options) as first:
        await first.sync()
        assert await told(first) == [
            (120, False, "forgotten", "kv", "zone"),
            (0, True, "replaced", "kv", "zone"),
        ]


async def test_a_plain_writers_edit(identity: Identity, tmp_path: Path):
    secret = SecretKey.from_hex(identity.private_key_hex)
    text = json.dumps({"type": "sense-memory:kv", "key": "old", "value": "from v1", "ts": NOW})
    payload = encrypt(text, conversation_key(secret, secret.public_key))
    d = (("d", "sense-memory/old"),)
    unsigned = UnsignedEvent(identity.public_key_hex, int(NOW), 30078, payload, d)
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as store:
        await store.import_events([sign(unsigned, secret).to_json()])
        (entry,) = await store.log()
        assert (entry.at, entry.device[0], entry.word, entry.name) == (
            NOW,
            "~",
            "remembered",
            "old",
        )


async def test_since_and_limit(identity: Identity):
    clock = ManualClock(NOW)
    async with MemoryStore(identity, addressing="plain", clock=clock) as store:
        for number in range(5):
            await store.remember(f"k{number}", "v")
            clock.advance(3_600)
        assert [entry.name for entry in await store.log(limit=2)] == ["k4", "k3"]
        assert [entry.name for entry in await store.log(since="2h")] == ["k4", "k3"]
        assert [entry.name for entry in await store.log(since=NOW + 3_600 * 3)] == ["k4", "k3"]
        for wrong in ("2 hours", "2999-01-01"):
            with pytest.raises(InputError):
                await store.log(since=wrong)
        with pytest.raises(InputError, match="limit"):
            await store.log(limit=0)


async def test_only_what_is_told_is_written_out(
    identity: Identity, monkeypatch: pytest.MonkeyPatch
):
    """A log of years is asked for its newest lines: the others' texts are not made."""
    written: list[object] = []
    # the package has a logger of that name
    module = sys.modules["sense_memory.store.log"]
    said = module._said

    def counting(value: object) -> str:
        written.append(value)
        return str(said(value))

    clock = ManualClock(NOW)
    async with MemoryStore(identity, addressing="plain", clock=clock) as store:
        for number in range(20):
            await store.remember(f"k{number}", str(number))
            clock.advance(1)  # writes of one millisecond are in the order of their names
        monkeypatch.setattr(module, "_said", counting)
        assert [entry.text for entry in await store.log(limit=3)] == ["19", "18", "17"]
    assert len(written) == 3


async def test_scopes_are_apart(identity: Identity):
    async with MemoryStore(identity, addressing="blinded") as store:
        alice = store.scope("user:alice")
        await store.remember("mine", "v")
        await alice.remember("hers", "v")
        assert [entry.name for entry in await store.log()] == ["mine"]
        assert [entry.name for entry in await alice.log()] == ["hers"]


async def test_nothing_known_is_not_nothing_changed(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, NOBODY, path=tmp_path / "a.db") as store:
        with pytest.raises(ReadFailedError):
            await store.log()


# ------------------------------------------------------------------------ from a shell


def test_the_command(home: Home) -> None:
    home.ok("init")
    assert home.ok("log").err == "nothing changed\n"
    home.ok("remember", "zone", "UTC")
    home.ok("remember", "city", "Vancouver\tBC")
    home.ok("forget", "zone")
    lines = [line.split("\t") for line in home.ok("log").out.splitlines()]
    assert [line[1:] for line in lines] == [
        ["this device", "forgotten", "kv zone"],
        ["this device", "remembered", "kv city"],
    ]
    forgotten, city = home.ok("--json", "log").jsonl
    assert set(forgotten) == {"at", "device", "own", "word", "type", "name", "fields"}
    assert (city["own"], city["word"], city["type"], city["name"]) == (
        True,
        "remembered",
        "kv",
        "city",
    )
    assert city["at"].endswith("Z")
    assert "Vancouver" not in home.ok("log").out
    assert home.ok("log", "--values").out.splitlines()[1].endswith("\tVancouver\\tBC")
    assert [e["value"] for e in home.ok("--json", "log", "--values").jsonl] == [
        None,
        "Vancouver\tBC",
    ]
    newest = home.ok("log", "-n", "1")
    assert len(newest.out.splitlines()) == 1
    assert "--limit prints more" in newest.err
    assert home.ok("log", "--since", "1h").out == home.ok("log").out
    assert home.ok("log", "--since", "0s").out == ""


def test_a_moment_that_is_none(home: Home) -> None:
    for since in ("yesterday", "2026-02-30", "2999-01-01", ""):
        run = home.run("log", "--since", since)
        assert run.code == 2, since
        assert not list(home.folder.iterdir())
    assert home.run("log", "-n", "0").code == 2
