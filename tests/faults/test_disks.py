"""Processes that are killed, power that fails, disks that are full or forget a bit."""

import asyncio
import contextlib
import json
import os
import pickle
import random
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from sense_memory import Identity, MemoryStore
from tests.endurance import bitflips
from tests.endurance.bitflips import Outcome
from tests.faults import broke, mortal, recorded, storage
from tests.faults.storage import Operation

ROOT = Path(__file__).resolve().parents[2]
WHOLE = "SENSE_FAULTS_WHOLE" in os.environ
"""Every step instead of some."""
NO_LIBRARY = "this Python's SQLite is a part of it, and cannot be watched"


def _run(module: str, *arguments: object) -> str:
    """Run a module in a process of its own; what it said."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


async def _recalled(path: Path, key_file: Path, relays: Sequence[str] = ()) -> dict[str, str]:
    store = MemoryStore(Identity.from_file(key_file), list(relays) or None, path=path)
    async with store:
        assert store.status().salvaged is None, "nothing was damaged"
        return {memory.key: memory.value for memory in await store.recall_all()}


# ---------------------------------------------------------------------------- killed


def test_07_a_process_killed_at_any_step_of_a_write_loses_nothing_it_acknowledged(tmp_path: Path):
    """The steps are the statements that SQLite is given, from opening the file to its closing.

    At any moment, with a relay, and at length: `python -m tests.endurance.kill`.
    """
    key_file = tmp_path / "key"
    Identity.generate().save(key_file)
    said = _run(mortal.__name__, "writes", tmp_path, 0 if WHOLE else 20)
    steps = [json.loads(line) for line in said.splitlines()]
    assert len({one["step"] for one in steps}) == 20 or WHOLE
    seen = set()
    for one in steps:
        path = Path(one["path"])
        acknowledged = one["acknowledged"]
        seen.add(len(acknowledged))
        expected = dict(acknowledged)
        found = asyncio.run(_recalled(path, key_file))
        unsaid = mortal.WRITES[len(acknowledged) : len(acknowledged) + 1]
        for key, value in expected.items():
            assert found.get(key, "") in (value, *(v for k, v in unsaid if k == key)), one
        assert found.keys() <= expected.keys() | {key for key, _ in unsaid}, one
        assert _outbox_faults(path) == [], one
    assert len(seen) >= 4, "otherwise all died at one place"


def _outbox_faults(path: Path) -> list[str]:
    """Own writes that would never be sent, and what would be sent and is not there."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            return []
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        relays = connection.execute("SELECT url FROM relay").fetchall()
        forgotten = connection.execute(
            "SELECT address FROM head WHERE own = 1 AND NOT EXISTS "
            "(SELECT 1 FROM outbox WHERE outbox.address = head.address AND outbox.id = head.id)"
        ).fetchall()
        stray = connection.execute(
            "SELECT address FROM outbox WHERE address NOT IN (SELECT address FROM head)"
        ).fetchall()
    faults = [f"never sent: {address}" for (address,) in forgotten if relays]
    faults += [f"sent without being there: {address}" for (address,) in stray]
    return faults if verdict == "ok" else [verdict, *faults]


# ------------------------------------------------------------------------ power fails


def test_08_power_that_fails_takes_nothing_that_was_acknowledged(tmp_path: Path):
    """Only what was fsynced is on the disk; of the rest, anything: dropped, whole, or torn."""
    if storage.library() is None:
        pytest.skip(NO_LIBRARY)
    key_file, out = tmp_path / "key", tmp_path / "operations"
    Identity.generate().save(key_file)
    _run(recorded.__name__, tmp_path / "store.db", key_file, 6, out)
    operations: list[Operation] = pickle.loads(out.read_bytes())
    names = {one.name for one in operations if one.what != "mark"}
    assert {"store.db", "store.db-wal"} <= names
    places = range(len(operations) + 1)
    chance = random.Random(8)
    chosen = places if WHOLE else sorted(chance.sample(places, 40))
    lost_some = 0
    for place in chosen:
        before = operations[:place]
        files = storage.after_power_loss(before, chance)
        lost_some += files != storage.after_power_loss([*before, *_all_synced(names)], chance)
        folder = tmp_path / f"after-{place}"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
            (folder / name).chmod(0o600)
        expected = dict(one.name.split("\t") for one in before if one.what == "mark")
        found = asyncio.run(_recalled(folder / "store.db", key_file))
        later = next((one.name for one in operations[place:] if one.what == "mark"), "\t")
        unsaid_key, unsaid = later.split("\t")
        for key, value in expected.items():
            assert found.get(key, "") in (value, *([unsaid] if key == unsaid_key else [])), place
        assert found.keys() <= {*expected, unsaid_key}, place
    assert lost_some > len(chosen) / 4, "otherwise the power never took anything"


def _all_synced(names: set[str]) -> list[Operation]:
    return [Operation("sync", name) for name in names]


# ---------------------------------------------------------------- full, failing, read-only


@pytest.mark.parametrize("how", ["full", "failing", "read-only"])
def test_09_a_disk_that_takes_nothing_is_told_and_costs_nothing_that_is_there(
    tmp_path: Path, how: str
):
    """No acknowledgement, reads go on, and when there is room again so do writes."""
    if how == "failing" and storage.library() is None:
        pytest.skip(NO_LIBRARY)
    said = [json.loads(line) for line in _run(broke.__name__, how).splitlines()]
    (done,) = said
    assert done["raised"] == ["StorageError" if how == "read-only" else "StorageFullError"]
    assert done["message_names_the_file"]
    assert done["read_meanwhile"] == "v"
    assert done["refused_is_there"] is False
    assert done["afterwards"] == "again"
    assert done["integrity"] == "ok"


# --------------------------------------------------------------------------- bit flips


def test_10_no_flipped_bit_changes_a_memory_without_a_word(tmp_path: Path):
    """At length, and where the structure is: `python -m tests.endurance.bitflips`."""
    count = 1_000 if WHOLE else 8
    done = list(bitflips.flips(count, 10, tmp_path))
    assert [str(flip) for flip in done if flip.outcome is Outcome.SILENT] == []
    noticed = [flip for flip in done if flip.outcome is not Outcome.UNCHANGED]
    assert noticed, "otherwise nothing was damaged"
    rebuilt = [flip for flip in done if flip.file == "relay"]
    assert {flip.outcome for flip in rebuilt} <= {Outcome.UNCHANGED, Outcome.REBUILT}
