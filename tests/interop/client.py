"""A client in a process of its own: the published one in its own environment, or ours."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from relay_fixtures.environment import Environment
from sense_memory import Identity

PUBLISHED = Environment(["sense-memory==0.3.1", "nostrkey==0.3.5"])
"""The client that this package continues, with the newest library of keys it was tried with."""

ROOT = Path(__file__).resolve().parents[2]
PEER = Path(__file__).with_name("peer.py")
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes: of a list of a thousand large values."""


class RaisedError(Exception):
    """The client raised; the message is its type and text.

    Attributes:
        kind: Name of the exception's class.
    """

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        super().__init__(f"{kind}: {text}")


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """A key-value memory, as a client showed it."""

    key: str
    value: str


class Client:
    """The published API of a client, call by call; an async context manager.

    Args:
        command: The interpreter that has it, with options.
        environment: Environment variables for the process.
    """

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self._command = [*command, str(PEER)]
        self._environment = environment
        self._process: asyncio.subprocess.Process | None = None

    @classmethod
    def published(cls) -> Self:
        """Version 0.3.1 from the package index. Makes its environment if there is none: blocks."""
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        return cls([str(PUBLISHED.python), "-I"], environment)

    @classmethod
    def ours(cls) -> Self:
        """This repository's."""
        return cls([sys.executable], {**os.environ, "PYTHONPATH": str(ROOT)})

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=self._environment,
            cwd=PEER.parent.root,
            limit=LONGEST_LINE,
        )
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        process, self._process = self._process, None
        assert process is not None
        assert process.stdin is not None
        if exc is not None and process.returncode is None:
            process.kill()  # it may be in the middle of something
        process.stdin.close()
        await process.wait()

    async def open(self, identity: Identity, *relays: str) -> None:
        """Forget everything and begin with nothing but a key and relays."""
        await self._ask({"do": "open", "secret": identity.private_key_hex, "relays": relays})

    async def freeze(self, at: float) -> None:
        """Let the time of day stand still."""
        await self._ask({"do": "freeze", "at": at})

    async def thaw(self) -> None:
        """Let it go on."""
        await self._ask({"do": "thaw"})

    async def repr(self) -> str:
        """What the store says of itself."""
        return str(await self._ask({"do": "repr"}))

    async def remember(self, key: str, value: str) -> str:
        """The id of the event."""
        return str(await self._call("remember", key, value))

    async def recall(self, key: str) -> str | None:
        """The value, or ``None``."""
        found = await self._call("recall", key)
        return None if found is None else str(found["value"])

    async def recall_all(self) -> list[Pair]:
        """All pairs, sorted."""
        return sorted(Pair(one["key"], one["value"]) for one in await self._call("recall_all"))

    async def forget(self, key: str) -> str:
        """The id of an event."""
        return str(await self._call("forget", key))

    async def journal(self, content: str) -> str:
        """The id of the event."""
        return str(await self._call("journal", content))

    async def recent(self, limit: int = 20) -> list[str]:
        """The texts of the newest entries."""
        return [one["content"] for one in await self._call("recent", limit)]

    async def _call(self, method: str, *arguments: object) -> Any:
        return await self._ask({"do": "call", "method": method, "with": arguments})

    async def _ask(self, command: dict[str, object]) -> Any:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(command).encode() + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        except BaseException:
            process.kill()  # what it would yet say is no answer to what is asked next
            raise
        if not line:
            raise RuntimeError(f"the client ended with code {await process.wait()}")
        answer = json.loads(line)
        if "raised" in answer:
            raise RaisedError(answer["raised"], answer["text"])
        return answer["said"]
