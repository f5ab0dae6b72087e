"""Remember real facts, send them to three relays, and restore them from nothing but the key.

    python -m tests.evals.locomo PATH_TO_locomo-dev.json [--json FILE]

Exit code 1 when anything is missing or different on the second device.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from relay_fixtures import LocalRelay
from sense_memory import Identity, Insight, MemoryStore, PersonaMemory

from ..benchmarks.figures import Machine
from . import locomo_device, locomo_facts

ROOT = Path(__file__).resolve().parents[2]
RELAYS = 3
DEVICE_TIMEOUT = 300.0


@dataclass(frozen=True, slots=True)
class Compared:
    """What the second device has of what the first one wrote.

    Attributes:
        equal: Same value, themes and source.
        missing: Keys that did not arrive.
        different: Keys that arrived with something else in them.
        unasked: Keys that nobody wrote.
    """

    equal: int
    missing: tuple[str, ...]
    different: tuple[str, ...]
    unasked: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Nothing is missing, nothing differs, nothing is there that was not written."""
        return not (self.missing or self.different or self.unasked)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Times in seconds, traffic in characters by relay.

    Attributes:
        facts: Memories written.
        plaintext: Bytes of their values.
        commit: Encoding, signing and one commit.
        file: Bytes of the first device's file and its WAL after that.
        sync: Until all relays had taken everything.
        bytes_out: Sent by the first device.
        restore: Until all relays were read to their end on the second device.
        listing: Until it had listed all memories.
        bytes_in: Received by the second device.
        compare: Comparing them one by one.
        compared: The result.
    """

    facts: int
    plaintext: int
    commit: float
    file: int
    sync: float
    bytes_out: Mapping[str, int]
    restore: float
    listing: float
    bytes_in: Mapping[str, int]
    compare: float
    compared: Compared

    def __str__(self) -> str:
        compared = self.compared
        lines = [
            f"{self.facts:,} facts, {self.plaintext:,} bytes of text",
            _line("encode and commit", self.commit, f"file {self.file:,} bytes"),
            _line(f"sync to {len(self.bytes_out)} relays", self.sync, _traffic(self.bytes_out)),
            _line("restore, fresh process", self.restore, _traffic(self.bytes_in)),
            _line("list them", self.listing, ""),
            _line(
                "compare",
                self.compare,
                f"{compared.equal:,} equal, {len(compared.missing)} missing, "
                f"{len(compared.different)} different, {len(compared.unasked)} unasked for",
            ),
        ]
        for word, keys in (
            ("missing", compared.missing),
            ("different", compared.different),
            ("unasked for", compared.unasked),
        ):
            lines += [f"  {word}: {key}" for key in keys[:10]]
        return "\n".join(lines)


def _line(step: str, seconds: float, note: str) -> str:
    return f"  {step:<24}{seconds:>9.3f} s  {note}".rstrip()


def _traffic(by_relay: Mapping[str, int]) -> str:
    each = " + ".join(f"{count:,}" for count in by_relay.values())
    return f"{each} = {sum(by_relay.values()):,} bytes"


async def run(insights: Sequence[Insight], urls: Sequence[str], directory: Path) -> Outcome:
    """The whole way of these memories, from one device over the relays to another.

    Raises:
        RuntimeError: A relay did not take or show everything.
    """
    identity = Identity.generate()
    path = directory / "first.db"
    async with MemoryStore(identity, urls, path=path) as store:
        began = time.perf_counter()
        await store.persona_remember_many(insights)
        committed = time.perf_counter()
        size = _size(path)
        synced = await store.sync()
        sent = time.perf_counter()
        bytes_out = {relay.url: relay.bytes_out for relay in store.status().relays}
        if not synced.is_complete:
            raise RuntimeError(f"the sync is incomplete: {synced}")
    answer = await asyncio.to_thread(_second_device, identity, urls)
    if not answer["complete"]:
        raise RuntimeError("the second device could not read all relays to their end")
    compare = time.perf_counter()
    compared = compare_all(insights, [PersonaMemory.from_dict(m) for m in answer["memories"]])
    return Outcome(
        len(insights),
        sum(len(insight.value.encode()) for insight in insights),
        committed - began,
        size,
        sent - committed,
        bytes_out,
        answer["restore_s"],
        answer["list_s"],
        answer["bytes_in"],
        time.perf_counter() - compare,
        compared,
    )


def _size(path: Path) -> int:
    """Bytes of a database and the files beside it."""
    return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))


def _second_device(identity: Identity, urls: Sequence[str]) -> dict[str, Any]:
    process = subprocess.run(
        [sys.executable, "-m", locomo_device.__name__, *urls],
        input=identity.nsec.encode() + b"\n",
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=DEVICE_TIMEOUT,
        check=True,
    )
    answer: dict[str, Any] = json.loads(process.stdout)
    return answer


def compare_all(written: Sequence[Insight], read: Sequence[PersonaMemory]) -> Compared:
    """One by one: value, themes (a set) and source."""
    found = {memory.key: memory for memory in read}
    wanted = {insight.key: insight for insight in written}
    missing = tuple(key for key in wanted if key not in found)
    different = tuple(
        key
        for key, insight in wanted.items()
        if key in found
        and (insight.value, sorted(insight.themes or ()), insight.source)
        != (found[key].value, sorted(found[key].themes), found[key].source)
    )
    unasked = tuple(key for key in found if key not in wanted)
    return Compared(len(wanted) - len(missing) - len(different), missing, different, unasked)


def main() -> int:
    """Run it; 0 if the second device has exactly what the first one wrote."""
    parser = argparse.ArgumentParser(prog="python -m tests.evals.locomo", description=__doc__)
    parser.add_argument("path", type=Path, help="locomo-dev.json")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    try:
        insights = locomo_facts.load(options.path)
    except (OSError, ValueError) as error:
        parser.error(f"{error}. {locomo_facts.WHERE}")
    if len(insights) != locomo_facts.EXPECTED:
        print(f"counted {len(insights):,} facts, not {locomo_facts.EXPECTED:,}: another file?")
    if len({insight.key for insight in insights}) != len(insights):
        parser.error("two facts have the same key")
    machine = Machine.here()
    print(machine, "\n")
    with (
        contextlib.ExitStack() as stack,
        tempfile.TemporaryDirectory(prefix="sense-memory-locomo-") as directory,
    ):
        relays = [stack.enter_context(LocalRelay()) for _ in range(RELAYS)]
        outcome = asyncio.run(run(insights, [relay.url for relay in relays], Path(directory)))
    print(outcome)
    if options.json:
        report = {"machine": asdict(machine), "outcome": asdict(outcome)}
        options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0 if outcome.compared.is_same else 1


if __name__ == "__main__":
    raise SystemExit(main())
