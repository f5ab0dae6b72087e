"""A process whose children die, each before another statement that SQLite is given.

``writes FOLDER COUNT``: in FOLDER is a ``key``; each child writes to a new file. Says how each
ended, one JSON object a line: the step, its file, what it was told is safe. COUNT is how many
children, spread over all steps; 0 is one for every step.

``blinds FOLDER COUNT URL`` and ``rotates FOLDER COUNT URL``: in FOLDER are keys ``key-N``, their
stores ``N.db``, and for those that rotate keys ``new-N`` for ``new-N.db``; N is 0 for the child
that lives, and 1 to COUNT for those that die.
"""

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Coroutine
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


async def _move(folder: Path, number: int, url: str, *, rotates: bool, told: int) -> None:
    """Give every memory another address, or another key."""
    identity = Identity.from_file(folder / f"key-{number}")
    config = Config(relays=RelayConfig(close_timeout=0, read_back_delay=0))
    async with MemoryStore(identity, url, path=folder / f"{number}.db", config=config) as store:
        os.write(told, b'["opened"]\n')
        if rotates:
            new = Identity.from_file(folder / f"new-{number}")
            await store.rotate(new, folder / f"new-{number}.db", timeout=10)
        else:
            await store.change_addressing("blinded", timeout=10)


def _child(step: int, work: Callable[[int], Coroutine[Any, Any, None]]) -> tuple[int, list[Any]]:
    """Let a child die at a step; how many it took, and what it was told. 0 lets it live."""
    hears, tells = os.pipe()
    child = os.fork()
    if not child:
        os.close(hears)
        steps = Steps(step)
        steps.watch()
        asyncio.run(work(tells))
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


def _writes(folder: Path, count: int) -> None:
    identity = Identity.from_file(folder / "key")

    def at(step: int) -> Path:
        return folder / f"step-{step}.db"

    whole, _ = _child(0, lambda told: _write(identity, at(0), told))
    spread = count or whole
    for step in sorted({1 + number * whole // spread for number in range(spread)}):
        _, acknowledged = _child(step, lambda told, step=step: _write(identity, at(step), told))  # type: ignore[misc]
        said = {"step": step, "path": str(at(step)), "acknowledged": acknowledged}
        print(json.dumps(said), flush=True)


def _moves(folder: Path, count: int, url: str, *, rotates: bool) -> None:
    whole, _ = _child(0, lambda told: _move(folder, 0, url, rotates=rotates, told=told))
    for number in range(1, count + 1):
        step = whole * number // (count + 1)
        _child(
            step,
            lambda told, number=number: _move(folder, number, url, rotates=rotates, told=told),  # type: ignore[misc]
        )
        print(json.dumps({"step": step, "number": number}), flush=True)


def main(what: str, folder: Path, count: int, *urls: str) -> None:
    """Lose all those children."""
    if what == "writes":
        _writes(folder, count)
    else:
        _moves(folder, count, *urls, rotates=what == "rotates")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
