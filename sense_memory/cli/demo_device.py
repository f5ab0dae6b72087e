"""A device of the demo, seen from outside: its process."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..io.llm.http_llm import KEY_VARIABLES

PATIENCE = 20.0
"""Seconds for one order."""


class DemoError(Exception):
    """A step of the demo did not hold; the message says what."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a device said.

    Attributes:
        result: An event id, a value, or ``None``.
        ms: Milliseconds it took within the device.
    """

    result: str | None
    ms: float


class Device:
    """A process with a store of its own.

    Args:
        name: For messages.
        process: The running child.
        orders: Its standard input.
        answers: Its standard output.
    """

    def __init__(
        self,
        name: str,
        process: asyncio.subprocess.Process,
        orders: asyncio.StreamWriter,
        answers: asyncio.StreamReader,
    ) -> None:
        self.name = name
        self._process = process
        self._orders = orders
        self._answers = answers

    @classmethod
    async def start(
        cls, name: str, nsec: str, relay: str, path: Path, *, addressing: str | None = None
    ) -> "Device":
        """Start a process, and hand it the key through its standard input."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sense_memory.cli.demo_child",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=_environment(),
        )
        if process.stdin is None or process.stdout is None:
            raise DemoError(f"{name}: the process has no pipes")
        device = cls(name, process, process.stdin, process.stdout)
        hello = {"nsec": nsec, "relay": relay, "path": str(path)}
        if addressing is not None:
            hello["addressing"] = addressing
        await device._send(hello)
        return device

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    async def ask(self, do: str, **arguments: str | bool | Sequence[str]) -> Answer:
        """Give an order and wait for the answer.

        Raises:
            DemoError: It failed, died, or took too long.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send({"do": do, **arguments})
                line = await self._answers.readline()
        except TimeoutError:
            raise DemoError(f"{self.name}: no answer to {do!r} within {PATIENCE:g} s") from None
        except (BrokenPipeError, ConnectionResetError):
            line = b""
        if not line:
            raise DemoError(f"{self.name}: the process ended during {do!r}")
        reply = json.loads(line)
        if "error" in reply:
            raise DemoError(f"{self.name}: {do}: {reply['error']}")
        return Answer(reply["result"], reply["ms"])

    async def kill(self) -> int:
        """SIGKILL: no goodbye, no clean-up, nothing in it runs again."""
        if self._process.returncode is None:
            self._process.kill()
        return await self._process.wait()

    async def _send(self, message: dict[str, Any]) -> None:
        self._orders.write(json.dumps(message).encode() + b"\n")
        await self._orders.drain()


def _environment() -> dict[str, str]:
    """Ours, in which the child finds this package whatever its folder, and no key of a provider."""
    home = str(Path(__file__).resolve().parent.parent.parent)
    inherited = os.environ.get("PYTHONPATH")
    keys = {name for names in KEY_VARIABLES.values() for name in names}
    kept = {name: value for name, value in os.environ.items() if name not in keys}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, [home, inherited]))}
