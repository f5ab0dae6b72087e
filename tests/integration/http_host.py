"""The MCP server over HTTP: in this process, or in one of its own, and clients of it."""

import asyncio
import json
import signal
import socket
import sqlite3
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY

from sense_memory import MemoryStore
from sense_memory.adapters.mcp import Access, build_server
from sense_memory.adapters.mcp.gate import HttpLimits
from sense_memory.adapters.mcp.http import PATH, HttpService
from sense_memory.adapters.mcp.token import Token
from sense_memory.adapters.web.address import Address

from .mcp_host import ERA, Host
from .shell import COMMAND, Home

TOKEN = Token("t0ken-of-the-tests-is-long", "this file")
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once: a client would read all certificates of this machine at every start."""
MODERN = "2026-07-28"
"""The first version of the protocol without a handshake."""
HELLO = {
    "protocolVersion": ERA,
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


class Wire:
    """Bare requests to a server.

    Attributes:
        url: Where it is asked.
        token: What is shown; ``None`` shows nothing.
    """

    def __init__(self, url: str, token: str | None) -> None:
        self.url = url
        self.token = token

    @property
    def port(self) -> int:
        port = httpx.URL(self.url).port
        assert port is not None
        return port

    def headers(self, method: str = "POST", **more: str) -> dict[str, str]:
        shown = {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}
        accept = {"Accept": "application/json, text/event-stream"}
        return {**shown, **accept, "Content-Type": "application/json", **more}

    async def send(
        self, content: Any, method: str = "POST", headers: Mapping[str, str] = {}
    ) -> httpx.Response:
        """Whatever is answered to a request."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        fields = {**self.headers(), **headers}.items()
        shown = [(name.encode(), value.encode("latin-1")) for name, value in fields]
        async with httpx.AsyncClient(verify=NO_TLS, timeout=20) as client:
            return await client.request(method, self.url, content=data, headers=shown)

    async def opened(self) -> dict[str, str]:
        """The header of a new conversation, as there were before 2026."""
        answer = await self.send(message("initialize", HELLO))
        assert answer.status_code == 200, answer.text
        return {"mcp-session-id": answer.headers["mcp-session-id"]}

    def raw(
        self, tool: str, arguments: Mapping[str, Any], session: Mapping[str, str], id_: int = 1
    ) -> bytes:
        """A whole request as it goes over the socket, of either generation of the protocol."""
        if session:
            body, more = called(tool, arguments, id_), dict(session)
        else:
            body, more = modern("tools/call", {"name": tool, "arguments": arguments}, tool)
        data = json.dumps(body).encode()
        fields = {"Host": f"127.0.0.1:{self.port}", **self.headers(), **more}
        head = [f"POST {PATH} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        return "\r\n".join([*head, f"Content-Length: {len(data)}", "", ""]).encode() + data


class Service(Wire):
    """A server in this process.

    Attributes:
        store: What it serves.
    """

    def __init__(self, url: str, store: MemoryStore, service: HttpService) -> None:
        super().__init__(url, TOKEN.text)
        self.store = store
        self._service = service
        self.task: asyncio.Task[None] | None = None

    async def working(self, count: int) -> None:
        """Wait until so many requests are worked on."""
        gate = self._service._gate
        async with asyncio.timeout(20):
            while gate._limits.most_at_once - gate._turns.value != count:
                await asyncio.sleep(0.001)

    async def met(self) -> None:
        """Wait until it noticed that somebody is connected."""
        async with asyncio.timeout(20):
            while not self._service._serving._server.server_state.connections:
                await asyncio.sleep(0.001)

    async def left(self) -> None:
        """Wait until it noticed that nobody is connected any more."""
        async with asyncio.timeout(20):
            while self._service._serving._server.server_state.connections:
                await asyncio.sleep(0.001)

    def end(self) -> None:
        """Tell it to end."""
        self._service.end()

    async def ended(self) -> None:
        """Tell it to end, and wait until all that was asked is done."""
        self._service.end()
        assert self.task is not None
        await self.task


@asynccontextmanager
async def serving(
    store: MemoryStore,
    access: Access | None = None,
    limits: HttpLimits | None = None,
    names: tuple[str, ...] = (),
    send_buffer: int | None = None,
) -> AsyncIterator[Service]:
    """A server of a store in this process, with a real socket.

    Args:
        store: What it serves.
        access: What clients may do.
        limits: How much it takes on.
        names: Names it may be called by.
        send_buffer: Bytes that the kernel keeps for a client that does not read.
    """
    listener = Address.parse("0").listen()
    if send_buffer is not None:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    address = Address.parse("0").at(listener)
    made = HttpService(
        build_server(store, access or Access()),
        TOKEN,
        address,
        names=names,
        limits=limits or HttpLimits(),
    )
    service = Service(f"http://{address}{PATH}", store, made)
    service.task = asyncio.create_task(made.serve(listener))
    try:
        yield service
    finally:
        await service.ended()


@contextmanager
def writing_elsewhere(path: Path) -> Iterator[sqlite3.Connection]:
    """Another process is writing to the file: whoever wants to, waits until it is rolled back."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


@asynccontextmanager
async def client_of(wire: Wire, mode: str = "auto") -> AsyncIterator[Host]:
    """The official client."""
    shown = {"Authorization": f"Bearer {wire.token}"}
    async with (
        httpx2.AsyncClient(headers=shown, verify=NO_TLS, timeout=30) as http,
        Client(streamable_http_client(wire.url, http_client=http), mode=mode) as client,
    ):
        yield Host(client)


class Process(Wire):
    """A server that is a process of its own."""

    def __init__(self, home: Home, *options: str, **environment: str) -> None:
        self._home = home
        self.process = subprocess.Popen(
            [*COMMAND, "--json", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**home.environment, **environment},
            cwd=home.folder,
        )
        assert self.process.stdout is not None
        announced = json.loads(self.process.stdout.readline())
        self.token_file = announced["token_file"]
        token = environment.get("SENSE_MEMORY_MCP_TOKEN")
        if self.token_file is not None:
            token = Path(self.token_file).read_text().strip()
        super().__init__(announced["url"], token)

    def ended(self, number: int = signal.SIGTERM) -> tuple[str, int]:
        """What it said on standard error, and how it ended once told to."""
        self.process.send_signal(number)
        assert self.process.stderr is not None
        assert self.process.stdout is not None
        err = self.process.stderr.read().decode()
        code = self.process.wait(20)
        assert self.process.stdout.read() == b"", "one line, and it was read"
        self._home.check(err)
        assert self.token is not None
        assert self.token not in err
        return err, code


@contextmanager
def process(home: Home, *options: str, **environment: str) -> Iterator[Process]:
    """A process of the server over HTTP, ended in any case."""
    made = Process(home, *options, **environment)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.wait()
        for pipe in (made.process.stdout, made.process.stderr):
            assert pipe is not None
            pipe.close()


def message(method: str, params: Mapping[str, Any], id_: object = 1) -> dict[str, Any]:
    """A request, as JSON-RPC has it."""
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def called(tool: str, arguments: object, id_: object = 1) -> dict[str, Any]:
    """A call of a tool within a conversation."""
    return message("tools/call", {"name": tool, "arguments": arguments}, id_)


def modern(
    method: str, params: Mapping[str, Any], name: str = "", id_: object = 1
) -> tuple[dict[str, Any], dict[str, str]]:
    """A request that needs no conversation, and the headers that belong to it."""
    meta = {PROTOCOL_VERSION_META_KEY: MODERN, CLIENT_CAPABILITIES_META_KEY: {}}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    if name:
        headers["Mcp-Name"] = name
    return message(method, {**params, "_meta": meta}, id_), headers


def result_of(answer: httpx.Response) -> dict[str, Any]:
    """The message in an answer, whether it came as a stream or not."""
    lines = [line for line in answer.text.splitlines() if line.startswith("data: ")]
    found: dict[str, Any] = json.loads(lines[-1][6:] if lines else answer.text)
    return found
