"""Kill a writing process at any moment: what it was told is safe must be there.

    python -m tests.endurance.kill [--runs 100] [--keys 1000] [--seed 1]

A child remembers keys and says each one that was acknowledged; SIGKILL ends it somewhere. Then the
file must be sound and hold every acknowledged write, and a relay must receive all of them from the
outbox, so that a device with nothing but the key recalls them. In every second run the relay is up
from the start, and the kill may fall into a delivery; in the others it comes up afterwards.
"""

import argparse
import asyncio
import contextlib
import random
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore

from . import acknowledged
from .acknowledged import Acknowledged

SYNCS = 3
"""The relay cuts a connection after 6,000 frames, which may fall into any sync."""
PATIENCE = 120.0
"""Seconds after which a process or a sync counts as hung."""


@dataclass(frozen=True, slots=True)
class Run:
    """One killed process.

    Attributes:
        number: Of the run, from 0.
        online: Whether the relay was up while it wrote.
        after: Writes that it had said were safe when the kill was due, and a part of the next.
        acknowledged: Writes it was told are safe.
        in_file: Key-value memories found in the file.
        on_relay: Key-value memories that a fresh device found on the relay.
        faults: What went wrong; empty if nothing did.
    """

    number: int
    online: bool
    after: float
    acknowledged: int
    in_file: int
    on_relay: int
    faults: tuple[str, ...]

    def __str__(self) -> str:
        relay = "relay up  " if self.online else "relay down"
        verdict = "; ".join(self.faults) or "ok"
        return (
            f"run {self.number:>3}  {relay}  killed after {self.after:>6.1f} writes  "
            f"acknowledged {self.acknowledged:>4}  file {self.in_file:>4}  "
            f"relay {self.on_relay:>4}  {verdict}"
        )


def runs(count: int, keys: int, seed: int, directory: Path) -> Iterator[Run]:
    """Kill so many processes, each with a new identity, file and relay.

    The moment of the kill is drawn from the writes, and within one from the time that one takes
    here: a machine may be busy with other things in the meantime, or no longer.
    """
    choose = random.Random(seed)
    pace = {online: _duration(keys, online, directory) / keys for online in (False, True)}
    for number in range(count):
        online = number % 2 == 1
        home = directory / f"run-{number}"
        home.mkdir()
        yield _run(number, online, choose.uniform(0, keys), pace[online], keys, home)


def _duration(keys: int, online: bool, directory: Path) -> float:
    """Seconds that the writing takes if nobody interferes."""
    home = directory / f"whole-{online}"
    home.mkdir()
    Identity.generate().save(home / "key")
    with LocalRelay() as relay:
        if not online:
            relay.stop()
        child = acknowledged.start(home / "store.db", home / "key", keys, "value", [relay.url])
        patience = threading.Timer(PATIENCE, child.kill)
        patience.start()
        with child:
            began = time.monotonic()
            acknowledged.go(child)
            assert child.stdout is not None
            lines = [child.stdout.readline() for _ in range(keys)]
            took = time.monotonic() - began
            patience.cancel()
            child.kill()
    if not all(lines):
        raise RuntimeError(f"a whole run ended early or hung after {lines.index(b'')} writes")
    return took


def _run(number: int, online: bool, after: float, pace: float, keys: int, home: Path) -> Run:
    path, key_file = home / "store.db", home / "key"
    Identity.generate().save(key_file)
    with LocalRelay() as relay:
        if not online:
            relay.stop()
        said = _killed(path, key_file, keys, relay.url, after, pace)
        if not online:
            relay.start()
        faults: list[str] = []
        if path.exists() and (verdict := _integrity(path)) != "ok":
            faults.append(f"integrity_check: {verdict}")
        in_file, lost = asyncio.run(_read_file(path, key_file, said))
        faults += lost
        there, late = asyncio.run(_delivered(path, key_file, relay.url, in_file))
        faults += late
    return Run(number, online, after, len(said), len(in_file), len(there), tuple(faults))


def _killed(
    path: Path, key_file: Path, keys: int, url: str, after: float, pace: float
) -> list[Acknowledged]:
    child = acknowledged.start(path, key_file, keys, "value", [url])
    patience = threading.Timer(PATIENCE, child.kill)
    patience.start()
    with child:
        acknowledged.go(child)
        assert child.stdout is not None
        assert child.stderr is not None
        said = [child.stdout.readline() for _ in range(int(after))]
        time.sleep(after % 1 * pace)
        child.kill()
        patience.cancel()
        # not communicate(): it does not know what was read ahead
        output, errors = b"".join(said) + child.stdout.read(), child.stderr.read()
    # done before the kill, or killed: everything else is a failure of its own
    if child.returncode not in (0, -9):
        raise subprocess.CalledProcessError(child.returncode, child.args, stderr=errors)
    if not all(said):
        raise RuntimeError(f"a run ended early or hung after {said.index(b'')} writes")
    return acknowledged.read(output)


async def _read_file(
    path: Path, key_file: Path, said: list[Acknowledged]
) -> tuple[dict[str, str], list[str]]:
    """What the file holds, and what is wrong with that."""
    faults: list[str] = []
    async with MemoryStore(Identity.from_file(key_file), path=path) as store:
        for one in said:
            memory = await store.recall(one.key)
            if memory is None or memory.value != one.value:
                faults.append(f"{one.key} is lost in the file")
        found = {memory.key: memory.value for memory in await store.recall_all()}
    if not len(said) <= len(found) <= len(said) + 1:
        faults.append(f"the file has {len(found)} of {len(said)} memories")
    return found, faults


async def _delivered(
    path: Path, key_file: Path, url: str, in_file: dict[str, str]
) -> tuple[dict[str, str], list[str]]:
    """What a device with only the key finds after a sync, and what is wrong with that."""
    identity = Identity.from_file(key_file)
    faults: list[str] = []
    async with asyncio.timeout(PATIENCE), MemoryStore(identity, url, path=path) as store:
        report = await store.sync()
        for _ in range(SYNCS - 1):
            if not report.is_complete:
                report = await store.sync()
        if not report.is_complete:
            faults.append(f"the outbox was not delivered: {report}")
    async with asyncio.timeout(PATIENCE), MemoryStore(identity, url) as fresh:
        there = {memory.key: memory.value for memory in await fresh.recall_all()}
    faults += [f"{key} did not reach the relay" for key in in_file if key not in there]
    faults += [f"{key} differs on the relay" for key in there if there[key] != in_file.get(key)]
    return there, faults


def _integrity(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        return str(verdict)


def main() -> int:
    """Run it; 0 if nothing acknowledged was ever lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.endurance.kill", description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--keys", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    done: list[Run] = []
    with tempfile.TemporaryDirectory(prefix="sense-memory-kill-") as directory:
        for run in runs(options.runs, options.keys, options.seed, Path(directory)):
            print(run, flush=True)
            done.append(run)
    bad = [run for run in done if run.faults]
    print(
        f"{len(done)} processes killed, {sum(run.acknowledged for run in done):,} writes "
        f"acknowledged, {len(bad)} runs with faults"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
