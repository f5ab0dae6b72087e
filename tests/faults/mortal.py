"""A process whose children die, each before another statement that SQLite is given.

FOLDER KEY_FILE COUNT. Says how each child ended, one JSON object a line: the step, its file, what
it was told is safe. COUNT is how many children, spread over all steps; 0 is one for every step.
"""

import asyncio
import json
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from sense_memory import Config, Identity, MemoryStore, RelayConfig

NOWHERE = "ws://127.0.0.1:9"
"""A relay that never answers: the discard port."""
WRITES = [
    *(("a", "1"), ("b", "1"), ("a", "2"), ("c", "x" * 5_000), ("b", "")),
    *(("b", "3"), ("a", ""), ("d", "4")),
]
"""Key and value; without a value the key is forgotten."""
CONFIG = Config(relays=RelayConfig(close_timeout=0, read_timeout=0.1, connect_timeout=0.5))


class Steps:
    """Counts statements, and ends the process before one of them."""

    def __init__(self, last: int) -> None:
        self._last = last
        self.count = 0
        self._connect = sqlite3.connect

    def watch(self) -> None:
        """Count what every connection is given that is made from now on."""

        def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = self._connect(*arguments, **options)
            connection.set_trace_callback(self._step)
            return connection

        sqlite3.connect = connect  # type: ignore[assignment]

    def _step(self, _statement: str) -> None:
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


async def _write(identity: Identity, path: Path, told: int) -> None:
    async with MemoryStore(
        identity, NOWHERE, path=path, addressing="plain", config=CONFIG
    ) as store:
        for key, value in WRITES:
            if value:
                await store.remember(key, value)
            else:
                await store.forget(key)
            os.write(told, json.dumps([key, value]).encode() + b"\n")


def _child(identity: Identity, folder: Path, step: int) -> tuple[int, list[Any]]:
    """Let a child die at a step; how many it took, and what it was told. 0 lets it live."""
    path = folder / f"step-{step}.db"
    hears, tells = os.pipe()
    child = os.fork()
    if not child:
        os.close(hears)
        steps = Steps(step)
        steps.watch()
        asyncio.run(_write(identity, path, tells))
        os.write(tells, json.dumps(steps.count).encode() + b"\n")
        os._exit(0)
    os.close(tells)
    with os.fdopen(hears) as heard:
        lines = [json.loads(line) for line in heard]
    _, status = os.waitpid(child, 0)
    if not step:
        assert status == 0, "the child that was to live"
        return lines.pop(), lines
    return step, [line for line in lines if isinstance(line, list)]


def main(folder: Path, key_file: Path, count: int) -> None:
    """Lose all those children."""
    identity = Identity.from_file(key_file)
    whole, _ = _child(identity, folder, 0)
    spread = count or whole
    for step in sorted({1 + number * whole // spread for number in range(spread)}):
        _, acknowledged = _child(identity, folder, step)
        path = str(folder / f"step-{step}.db")
        said = {"step": step, "path": path, "acknowledged": acknowledged}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
