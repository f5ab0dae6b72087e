"""A host of the MCP server: the official client, and a bare pipe, to a process of its own."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult

from sense_memory import MemoryStore

from .shell import COMMAND, Home

ERA = "2025-11-25"
"""The last version of the protocol that begins with a handshake."""


class Host:
    """A client that is connected.

    Attributes:
        client: The official one.
        store: What the server serves, where that is in this process.
    """

    def __init__(self, client: Client, store: MemoryStore | None = None) -> None:
        self.client = client
        self._store = store

    @property
    def store(self) -> MemoryStore:
        assert self._store is not None
        return self._store

    async def call(self, tool: str, **arguments: Any) -> CallToolResult:
        """Whatever a call answers."""
        result = await self.client.call_tool(tool, arguments)
        assert "Traceback" not in text_of(result)
        return result

    async def ok(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The data of a call that succeeds."""
        result = await self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The words of a call that does not."""
        result = await self.call(tool, **arguments)
        assert result.is_error, text_of(result)
        assert result.structured_content is None
        return text_of(result)

    async def named(self, tool: str, **arguments: Any) -> dict[str, str]:
        """Name to value of the memories that a call gives."""
        found = await self.ok(tool, **arguments)
        return {one["name"]: one["value"] for one in found["memories"]}


def text_of(result: CallToolResult) -> str:
    """What a model reads."""
    (block,) = result.content
    assert block.type == "text"
    return str(block.text)


@asynccontextmanager
async def connected(
    home: Home, *options: str, before: tuple[str, ...] = (), mode: str = "auto"
) -> AsyncIterator[Host]:
    """A client and the server that it started; what that says of itself holds no secret."""
    log = home.folder / "mcp.log"
    server = StdioServerParameters(
        command=sys.executable,
        args=[*COMMAND[1:], *before, "mcp", *options],
        env=home.environment,
        cwd=home.folder,
    )
    with log.open("a+") as errors:
        async with Client(stdio_client(server, errlog=errors), mode=mode) as client:
            yield Host(client)
        errors.seek(0)
        home.check(errors.read())


class Pipe:
    """A process of the server, and its bare pipes."""

    def __init__(self, home: Home, command: Sequence[str]) -> None:
        self._home = home
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=home.environment,
            cwd=home.folder,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.stdin = self.process.stdin
        self.stdout = self.process.stdout
        self.stderr = self.process.stderr
        self._last = 0

    def send(self, method: str, **params: Any) -> int:
        """Ask something; the id of the request."""
        self._last += 1
        self.write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        return self._last

    def call(self, tool: str, **arguments: Any) -> int:
        """Call a tool; the id of the request."""
        return self.send("tools/call", name=tool, arguments=arguments)

    def write(self, message: object) -> None:
        """Send anything."""
        self.stdin.write(json.dumps(message).encode() + b"\n")
        self.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """The next line, which is protocol."""
        return protocol(self.stdout.readline())

    def shake_hands(self) -> dict[str, Any]:
        """Open the conversation as clients did before 2026; what the server says of itself."""
        client = {"name": "test", "version": "1"}
        self.send("initialize", protocolVersion=ERA, capabilities={}, clientInfo=client)
        result: dict[str, Any] = self.answer()["result"]
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result

    def ended(self) -> tuple[list[dict[str, Any]], str, int]:
        """What else it said, on both pipes, and how it ended."""
        out = self.stdout.read()
        err = self.stderr.read().decode()
        code = self.process.wait(20)
        self._home.check(out.decode() + err)
        return [protocol(line) for line in out.splitlines()], err, code


def protocol(line: bytes) -> dict[str, Any]:
    """A line that is one message of the protocol, and nothing else."""
    message = json.loads(line)
    assert message["jsonrpc"] == "2.0"
    assert message.keys() & {"result", "error", "method"}
    return dict(message)


@contextmanager
def piped(home: Home, *options: str, command: Sequence[str] = (*COMMAND, "mcp")) -> Iterator[Pipe]:
    """A process of the server, ended in any case."""
    pipe = Pipe(home, [*command, *options])
    try:
        yield pipe
    finally:
        pipe.process.kill()
        pipe.process.wait()
        for one in (pipe.stdin, pipe.stdout, pipe.stderr):
            with suppress(BrokenPipeError):
                one.close()
