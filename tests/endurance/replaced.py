"""Kill a process that replaces its file, at every step and at any moment: nothing is lost.

    python -m tests.endurance.replaced [--runs 20] [--seed 1]

A file of version 1 is upgraded, a damaged one is rebuilt, each by a process that SIGKILL ends
before one of its steps, or after some milliseconds. Whoever opens the file next must find
everything, under the one name that everybody knows.
"""

import argparse
import asyncio
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sense_memory import Identity, MemoryStore

from . import mortal
from .acknowledged import ROOT

LEFT_OVER = (".rebuilding", ".rebuilt", ".upgrading", ".copying")
"""Endings that nothing may have once a file was opened."""
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Death:
    """One killed process.

    Attributes:
        moment: Before which step, or after how many milliseconds.
        faults: What was wrong afterwards; empty if nothing was.
    """

    moment: str
    faults: tuple[str, ...]

    def __str__(self) -> str:
        return f"killed {self.moment:<14} {'; '.join(self.faults) or 'ok'}"


@dataclass(frozen=True, slots=True)
class Case:
    """A file that is replaced when it is opened.

    Attributes:
        make: Makes it in an empty folder, as ``store.db``, with a key file ``key`` beside that.
        says: What it must say, by key.
    """

    make: Callable[[Path], None]
    says: dict[str, str]


def at_every_step(case: Case, home: Path) -> Iterator[Death]:
    """Kill before each step in turn, until there are none left."""
    step = 0
    while True:
        step += 1
        folder = home / f"step-{step}"
        folder.mkdir(parents=True)
        case.make(folder)
        process = _start(folder, step)
        process.communicate(timeout=PATIENCE)
        yield Death(f"before step {step}", _faults(case, folder))
        shutil.rmtree(folder)
        if process.returncode == 0:
            return


def at_any_moment(case: Case, runs: int, seed: int, home: Path) -> Iterator[Death]:
    """Kill so many processes, each somewhere in the time that a whole opening takes."""
    choose = random.Random(seed)
    whole = home / "whole"
    whole.mkdir(parents=True)
    case.make(whole)
    began = time.monotonic()
    _start(whole, 0).communicate(timeout=PATIENCE)
    took = time.monotonic() - began
    for number in range(runs):
        folder = home / f"run-{number}"
        folder.mkdir()
        case.make(folder)
        process = _start(folder, 0)
        after = choose.uniform(0.2, 1.0) * took
        try:
            process.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        yield Death(f"after {after * 1000:.0f} ms", _faults(case, folder))
        shutil.rmtree(folder)


def _start(folder: Path, step: int) -> "subprocess.Popen[bytes]":
    arguments = [str(folder / "store.db"), str(folder / "key"), str(step)]
    return subprocess.Popen(
        [sys.executable, "-m", mortal.__name__, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _faults(case: Case, folder: Path) -> tuple[str, ...]:
    """Open the file as anybody would, and compare."""
    faults: list[str] = []
    found = asyncio.run(_found(folder))
    faults += [
        f"{key} is {found.get(key)!r}" for key in case.says if found.get(key) != case.says[key]
    ]
    faults += [f"{key} was never there" for key in found if key not in case.says]
    faults += [f"{file.name} is left" for file in folder.iterdir() if file.suffix in LEFT_OVER]
    return tuple(faults)


async def _found(folder: Path) -> dict[str, str]:
    async with MemoryStore(Identity.from_file(folder / "key"), path=folder / "store.db") as store:
        return {memory.key: memory.value for memory in await store.recall_all()}


# ---------------------------------------------------------------------------------------- cases


def damaged(identity: Identity, home: Path, keys: int) -> Case:
    """A file with a write-ahead log, both of which have a flipped bit."""
    home.mkdir(parents=True)
    says = {f"key_{number}": f"value {number}" for number in range(keys)}
    original, copy = home / "original.db", home / "copy.db"

    async def fill() -> None:
        async with MemoryStore(identity, path=original) as store:
            for key, value in says.items():
                await store.remember(key, value)
            for ending in ("", "-wal"):
                shutil.copyfile(f"{original}{ending}", f"{copy}{ending}")

    asyncio.run(fill())
    for ending in ("", "-wal"):
        file = copy.with_name(copy.name + ending)
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 4
        file.write_bytes(data)

    def make(folder: Path) -> None:
        for ending in ("", "-wal"):
            shutil.copyfile(f"{copy}{ending}", folder / f"store.db{ending}")
        identity.save(folder / "key")

    return Case(make, says)


def outdated(identity: Identity, says: dict[str, str], make: Callable[[Path], None]) -> Case:
    """A file of an older version.

    Args:
        identity: Whose it is.
        says: What it says.
        make: Makes the file.
    """

    def made(folder: Path) -> None:
        make(folder / "store.db")
        identity.save(folder / "key")

    return Case(made, says)


def main() -> int:
    """Run it; 0 if nothing was ever lost."""
    from tests.golden import test_file_format as golden

    parser = argparse.ArgumentParser(prog="python -m tests.endurance.replaced", description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory(prefix="sense-memory-replaced-") as scratch:
        home = Path(scratch)
        cases = {
            "rebuild": damaged(Identity.generate(), home / "made", options.keys),
            "upgrade": outdated(golden.IDENTITY, golden.SAYS, golden.make_version_1),
        }
        for name, case in cases.items():
            deaths = [
                at_every_step(case, home / name / "steps"),
                at_any_moment(case, options.runs, options.seed, home / name / "moments"),
            ]
            for death in (death for some in deaths for death in some):
                print(f"{name}  {death}", flush=True)
                bad += bool(death.faults)
    print(f"{bad} with faults")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
