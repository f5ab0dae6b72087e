"""Two processes write the same keys to one file at once: nothing fails, nothing is lost.

    python -m tests.endurance.two_processes [--keys 200] [--rounds 5]

Every write that a process was told is safe must be in the history of its key (the head, or one of
the versions before it), and what stands in the end must be the last of them. In every second round
the file is there already and records each version that ever stood, so that we see whether each one
was dated after the one it replaced: relays keep the newest date, and of equal ones the lowest id.
"""

import argparse
import asyncio
import contextlib
import sqlite3
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sense_memory import Identity, MemoryStore

from . import acknowledged
from .acknowledged import Acknowledged

NAMES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What two processes left behind.

    Attributes:
        keys: Keys that both wrote.
        together: Seconds during which both were writing.
        won: How many final values came from each.
        faults: What went wrong; empty if nothing did.
    """

    keys: int
    together: float
    won: Mapping[str, int]
    faults: tuple[str, ...]

    def __str__(self) -> str:
        won = ", ".join(f"{name} {count}" for name, count in self.won.items())
        verdict = "; ".join(self.faults) or "ok"
        return (
            f"{self.keys} keys by two processes, together for {self.together:.2f} s, "
            f"last word: {won}; {verdict}"
        )


def run(keys: int, home: Path, *, watched: bool) -> Outcome:
    """Let two processes loose on one file.

    Args:
        keys: Keys that each of them writes.
        home: An empty directory.
        watched: Make the file first and let it record every version; otherwise the two make it.
    """
    path, key_file = home / "store.db", home / "key"
    Identity.generate().save(key_file)
    if watched:
        asyncio.run(_final(path, key_file))
        _watch(path)
    children = [acknowledged.start(path, key_file, keys, name) for name in NAMES]
    for child in children:
        acknowledged.go(child)
    faults: list[str] = []
    said: dict[str, list[Acknowledged]] = {}
    for name, child in zip(NAMES, children, strict=True):
        output, errors = acknowledged.end(child)
        said[name] = acknowledged.read(output)
        if child.returncode:
            faults.append(f"the {name} process failed: {errors.decode()[-500:]}")
        if errors:
            faults.append(f"the {name} process complained: {errors.decode()[-500:]}")
        if len(said[name]) != keys:
            faults.append(f"the {name} process wrote {len(said[name])} of {keys}")
    final = asyncio.run(_final(path, key_file))
    heads, history = _history(path)
    won = dict.fromkeys(NAMES, 0)
    versions: dict[str, dict[str, Acknowledged]] = {}
    for writes in said.values():
        for one in writes:
            versions.setdefault(one.key, {})[one.event_id] = one
            if one.event_id not in history:
                faults.append(f"{one.key}: '{one.value}' is in no history")
    for key, by_id in versions.items():
        last = next((one for id_, one in by_id.items() if id_ in heads), None)
        if last is None:
            faults.append(f"{key}: its head is neither process's last write")
        elif final.get(key) != last.value:
            faults.append(f"{key}: reads {final.get(key)!r}, its head says {last.value!r}")
        else:
            won[last.value.split()[0]] += 1
    if watched:
        faults += _disorder(path)
    if len(final) != keys:
        faults.append(f"the file has {len(final)} memories, not {keys}")
    return Outcome(keys, _together(list(said.values())), won, tuple(faults))


def _together(said: list[list[Acknowledged]]) -> float:
    if not all(said):
        return 0.0
    began = max(writes[0].at for writes in said)
    return max(0.0, min(writes[-1].at for writes in said) - began)


async def _final(path: Path, key_file: Path) -> dict[str, str]:
    async with MemoryStore(Identity.from_file(key_file), path=path) as store:
        return {memory.key: memory.value for memory in await store.recall_all()}


def _history(path: Path) -> tuple[set[str], set[str]]:
    """The ids of all heads, and of all versions that ever were."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        heads = {id_ for (id_,) in connection.execute("SELECT id FROM head")}
        past = {id_ for (id_,) in connection.execute("SELECT id FROM past")}
    return heads, heads | past


def _watch(path: Path) -> None:
    """Let the file write down every version that becomes a head."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE stood (address TEXT, id TEXT, created_at INTEGER)")
        connection.execute(
            "CREATE TRIGGER watch AFTER INSERT ON head BEGIN "
            "INSERT INTO stood VALUES (new.address, new.id, new.created_at); END"
        )


def _disorder(path: Path) -> list[str]:
    """Versions that were not dated after the version they replaced."""
    query = "SELECT address, id, created_at FROM stood ORDER BY rowid"
    newest: dict[str, int] = {}
    faults: list[str] = []
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for address, id_, at in connection.execute(query):
            before = newest.get(address, -1)
            if at <= before:
                faults.append(f"{address}: {id_[:8]} of {at} replaced one of {before}")
            newest[address] = at
    return faults or ([] if newest else ["the file recorded nothing"])


def main() -> int:
    """Run it; 0 if nothing was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.endurance.two_processes", description=__doc__
    )
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    outcomes: list[Outcome] = []
    for number in range(options.rounds):
        with tempfile.TemporaryDirectory(prefix="sense-memory-two-") as home:
            outcomes.append(run(options.keys, Path(home), watched=number % 2 == 1))
            print(outcomes[-1], flush=True)
    return 1 if any(outcome.faults for outcome in outcomes) else 0


if __name__ == "__main__":
    raise SystemExit(main())
