"""Clients of the MCP server that drop, flood, lie and ask for what is not theirs."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from mcp import Client, MCPError

from sense_memory import Identity, MemoryStore
from sense_memory.adapters.mcp import build_server
from sense_memory.adapters.mcp.gate import HttpLimits
from sense_memory.adapters.web import connections

from .http_host import (
    HELLO,
    NO_TLS,
    Service,
    called,
    client_of,
    message,
    modern,
    result_of,
    serving,
    writing_elsewhere,
)
from .mcp_host import Host, connected, piped
from .shell import Home

NOTE = {"name": "k", "value": "v"}


@pytest.fixture
async def store(identity: Identity) -> AsyncIterator[MemoryStore]:
    async with MemoryStore(identity) as opened:
        await opened.remember("zone", "America/Vancouver")
        yield opened


@pytest.fixture
def local(home: Home) -> Home:
    home.is_near = True
    home.ok("init", "--local")
    return home


async def is_well(service: Service) -> bool:
    """Whether an honest client is served."""
    body, fields = modern("tools/call", {"name": "recall", "arguments": {"name": "zone"}}, "recall")
    answer = await service.send(body, headers=fields)
    return answer.status_code == 200 and "Vancouver" in answer.text


# ----------------------------------------------------------------------- those who drop


@pytest.mark.parametrize("generation", ["legacy", "modern"])
async def test_what_was_asked_is_written_although_the_client_is_gone(
    identity: Identity, tmp_path: Path, generation: str
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await store.remember("zone", "America/Vancouver")
        async with serving(store) as service:
            session = await service.opened() if generation == "legacy" else {}
            with writing_elsewhere(path) as other:
                # what comes later has not even begun when its client goes
                names = ["a", "b", "c", "d"]
                writers = []
                for i, name in enumerate(names):
                    _, writer = await asyncio.open_connection("127.0.0.1", service.port)
                    writer.write(service.raw("remember", {"name": name, "value": "v"}, session, i))
                    writers.append(writer)
                await service.working(len(names))
                for writer in writers:
                    writer.transport.abort()
                await service.left()
                other.rollback()
            assert await is_well(service)
        assert {one.key for one in await store.recall_all()} == {"zone", *names}


async def test_half_a_request_is_none(store: MemoryStore) -> None:
    async with serving(store) as service:
        whole = service.raw("remember", NOTE, {})
        for cut in (10, len(whole) // 2, len(whole) - 1):
            _, writer = await asyncio.open_connection("127.0.0.1", service.port)
            writer.write(whole[:cut])
            await writer.drain()
            writer.close()
        assert await is_well(service)
    assert [one.key for one in await store.recall_all()] == ["zone"]


# ----------------------------------------------------------------------- those who flood


async def test_requests_beyond_what_is_worked_on_wait_for_their_turn(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    limits = HttpLimits(most_at_once=2)
    async with MemoryStore(identity, path=path) as store:
        await store.remember("zone", "America/Vancouver")
        async with serving(store, limits=limits) as service:
            with writing_elsewhere(path) as other:
                asked = []
                for i in range(30):
                    note = {"name": f"k{i}", "value": "v"}
                    body, fields = modern(
                        "tools/call", {"name": "remember", "arguments": note}, "remember"
                    )
                    asked.append(asyncio.create_task(service.send(body, headers=fields)))
                await service.working(2)
                other.rollback()
            assert {one.status_code for one in await asyncio.gather(*asked)} == {200}
        assert len(await store.recall_all()) == 31


async def test_an_id_that_is_used_twice_at_once_keeps_nobody_waiting(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await store.remember("zone", "America/Vancouver")
        async with serving(store) as service:
            session = await service.opened()
            await service.working(0)

            async def remember(name: str, id_: object) -> httpx.Response:
                note = {"name": name, "value": "v"}
                return await service.send(called("remember", note, id_), headers=session)

            with writing_elsewhere(path) as other:
                reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
                writer.write(service.raw("remember", {"name": "a", "value": "v"}, session, 7))
                await service.working(1)
                for id_ in (7, "7"):
                    refused = await remember("b", id_)
                    assert refused.status_code == 400, refused.text
                    assert "with this id is being worked on" in refused.text
                other.rollback()
            await reader.readuntil(b"Remembered")
            await service.working(0)
            assert "Remembered" in (await remember("c", 7)).text, "an id that is free again"
            writer.close()
        assert {one.key for one in await store.recall_all()} == {"zone", "a", "c"}


async def test_whose_turn_does_not_come_is_told(identity: Identity, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    limits = HttpLimits(most_at_once=1, patience=0.5)
    async with MemoryStore(identity, path=path) as store:
        await store.remember("zone", "America/Vancouver")
        async with serving(store, limits=limits) as service:
            body, fields = modern("tools/call", {"name": "remember", "arguments": NOTE}, "remember")
            with writing_elsewhere(path) as other:
                first = asyncio.create_task(service.send(body, headers=fields))
                await service.working(1)
                answer = await service.send(body, headers=fields)
                assert answer.status_code == 503
                assert "retry-after" in answer.headers
                assert "ask again" in answer.json()["error"]["message"]
                other.rollback()
            assert (await first).status_code == 200
            assert await is_well(service)


async def test_conversations_have_a_limit_and_those_that_are_go_on(store: MemoryStore) -> None:
    async with serving(store, limits=HttpLimits(most_sessions=3)) as service:
        open_ = [await service.opened() for _ in range(3)]
        refused = await service.send(message("initialize", HELLO))
        assert refused.status_code == 503
        assert "sessions" in refused.text
        answer = await service.send(called("recall", {"name": "zone"}), headers=open_[0])
        assert "Vancouver" in answer.text
        assert (await service.send(b"", "DELETE", open_[1])).status_code == 200
        await service.opened()
        assert await is_well(service)


async def test_a_conversation_in_which_nothing_is_asked_ends(store: MemoryStore) -> None:
    async with serving(store, limits=HttpLimits(idle_session=0.01)) as service:
        session = await service.opened()
        async with asyncio.timeout(20):
            while (await service.send(message("ping", {}), headers=session)).status_code != 404:
                await asyncio.sleep(0.02)
        assert await is_well(service)


async def test_connections_that_ask_nothing_give_way(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 20)
    async with serving(store) as service:
        idle = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(60)]
        try:
            assert await is_well(service)
            there = service._service._serving._server.server_state.connections
            assert len(there) <= 20
        finally:
            for one in idle:
                one.close()


async def test_who_connects_and_says_nothing_is_hung_up_on(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
    async with serving(store) as service:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(b"POST /mcp HTTP/1.1\r\nHost:")
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()
        await service.left()


async def test_who_reads_no_answer_is_hung_up_on(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    await store.remember("long", "x" * 30_000)
    async with serving(store, send_buffer=4_096) as service:
        with socket.socket() as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            silent.connect(("127.0.0.1", service.port))
            silent.sendall(service.raw("recall", {"name": "long"}, {}))
            await service.met()
            await service.left()
        assert await is_well(service)


async def test_a_body_that_does_not_come(store: MemoryStore) -> None:
    async with serving(store, limits=HttpLimits(patience=0.5)) as service:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(service.raw("remember", NOTE, {})[:-1])
        answer = await reader.readuntil(b"nothing is done")
        assert answer.startswith(b"HTTP/1.1 408")
        writer.close()
        assert await is_well(service)


async def test_a_body_that_is_too_long(store: MemoryStore) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(64):
            yield b"x" * 100_000

    async with serving(store, limits=HttpLimits(largest_body=1_000_000)) as service:
        async with httpx.AsyncClient(verify=NO_TLS) as client:
            for content in (b"x" * 1_000_001, endless()):
                answer = await client.post(service.url, content=content, headers=service.headers())
                assert answer.status_code == 413
                assert "at most 1,000,000 bytes" in answer.json()["error"]["message"]
        head, _, _ = service.raw("remember", NOTE, {}).rpartition(b"Content-Length")
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(head + b"Content-Length: " + b"9" * 19 + b"\r\n\r\n")
        assert b"413" in await reader.readline()
        writer.close()
        assert await is_well(service)


# ------------------------------------------------------------------------ those who lie

DEEP = "[" * 50_000 + "]" * 50_000
ODD_BODIES = (
    b"",
    b"no JSON",
    b"\xff\xfe",
    b"[]",
    b"null",
    b"7",
    DEEP.encode(),
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ' + DEEP.encode() + b"}",
    b'{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": {}, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": 1, "method": 7}',
    b'[{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]',
    b'{"jsonrpc": "2.0", "id": 1, "result": {}}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\\ud83d"}}',
    b'{"jsonrpc": "2.0", "id": ' + b"9" * 5_000 + b', "method": "tools/list"}',
)
ODD_CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("remember", {}),
    ("remember", {"name": "k"}),
    ("remember", {"name": 7, "value": ["v"]}),
    ("remember", {"name": None, "value": None}),
    ("remember", {"name": "k", "value": {"v": {}}}),
    ("remember", {"name": "k", "value": "v", "scope": "user:bob"}),
    ("remember", {"name": "k", "value": "x" * 50_000}),
    ("remember", {"name": "k" * 5_000, "value": "v"}),
    ("remember", {"name": "", "value": "v"}),
    ("remember", {"name": "../k", "value": "v"}),
    ("remember", {"name": "people/../../k", "value": "v"}),
    ("remember", {"name": "people/facts/../../k", "value": "v"}),
    ("recall", {"name": 7}),
    ("recall", {"name": "../../etc/passwd"}),
    ("recall", {"name": "people/../self/"}),
    ("recall", {"profile": "other"}),
    ("search", {"query": 7}),
    ("search", {"query": "zone", "limit": -1}),
    ("search", {"query": "zone", "limit": 10**30}),
    ("forget", {"name": "*"}),
    ("forget", {"name": "../zone"}),
    ("forget", {}),
)


async def test_what_is_no_request(store: MemoryStore) -> None:
    async with serving(store) as service:
        session = await service.opened()
        _, fields = modern("tools/call", {"name": "recall"}, "recall")
        for body in ODD_BODIES:
            for headers in (session, fields, {}):
                answer = await service.send(body, headers=headers)
                assert answer.status_code in (200, 202, 400, 404), (body[:80], answer.text)
                if answer.status_code == 200:
                    assert "error" in result_of(answer), body[:80]
                assert "Traceback" not in answer.text
        for odd in (
            {"Accept": "text/html"},
            {"Content-Type": "text/plain"},
            {"MCP-Protocol-Version": "1066-10-14"},
            {"mcp-session-id": "0" * 32},
            {"mcp-session-id": "../../etc/passwd"},
        ):
            answer = await service.send(message("tools/list", {}), headers=odd)
            assert answer.status_code in (400, 404, 406), odd
            assert "Traceback" not in answer.text
        assert await is_well(service)


async def refusals(host: Host) -> None:
    """Every odd call is refused in words."""
    for tool, arguments in ODD_CALLS:
        try:
            result = await host.client.call_tool(tool, arguments)
        except MCPError as error:
            assert "Invalid" in str(error)  # noqa: PT017
            continue
        (block,) = result.content
        assert result.is_error, (tool, arguments, block.text)
        assert 10 < len(block.text) < 2_000
        assert "Traceback" not in block.text


ODD_ADDRESSES = (
    "memory://../context",
    "memory://people/facts/..",
    "memory://people/facts/../../../zone",
    "memory://people/facts/%2e%2e/zone",
    "memory://people/facts/%2Fetc%2Fpasswd",
    "memory://people/facts/none",
    "memory://",
    "memory:///",
    "file:///etc/passwd",
    "http://127.0.0.1:1/",
    "zone",
    "",
)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_addresses_that_lead_nowhere(store: MemoryStore, mode: str) -> None:
    async with serving(store) as service, client_of(service, mode) as host:
        assert "Vancouver" in (await host.client.read_resource("memory://context")).contents[0].text
        for uri in ODD_ADDRESSES:
            with pytest.raises(MCPError) as refused:
                await host.client.read_resource(uri)
            assert refused.value.error.code in (-32602, -32002), uri
            assert "Traceback" not in refused.value.error.message
        assert await is_well(service)


async def test_odd_calls_over_http(store: MemoryStore) -> None:
    async with serving(store) as service, client_of(service) as host:
        await refusals(host)
        assert await is_well(service)
    assert [(one.key, one.value) for one in await store.recall_all()] == [
        ("zone", "America/Vancouver")
    ]


async def test_odd_calls_over_pipes(local: Home) -> None:
    async with connected(local, mode="legacy") as host:
        await host.ok("remember", name="zone", value="America/Vancouver")
        await refusals(host)
        assert await host.named("recall", name="zone") == {"zone": "America/Vancouver"}


# ------------------------------------------------------- those who ask for what is not theirs

SECRET = "brumous"


def every_call(tools: Any, names: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Calls of all tools, with words that would find what is not the caller's."""
    for tool in tools:
        texts = [
            name
            for name, part in tool.input_schema.get("properties", {}).items()
            if part.get("type") == "string" and "enum" not in part
        ]
        for name in names:
            yield tool.name, dict.fromkeys(texts, name)
            yield tool.name, dict.fromkeys(texts[:1], name)


async def test_a_scope_shows_nothing_of_any_other(identity: Identity) -> None:
    async with MemoryStore(identity) as root:
        alice, bob = root.scope("user:alice"), root.scope("user:bob")
        for other in (root, bob):
            await other.remember("zone", SECRET)
            await other.persona_remember("people", "facts", "vergel", SECRET)
            await other.journal(SECRET)
        await alice.remember("mine", "the caller's own")
        before = [len(await one.recall_all()) for one in (root, bob)]
        names = (SECRET, "zone", "people/facts/vergel", "user:bob/zone", "../zone")
        async with Client(build_server(alice)) as client:
            host = Host(client)
            tools = (await host.client.list_tools()).tools
            answered = 0
            for tool, arguments in every_call(tools, names):
                try:
                    result = await host.client.call_tool(tool, arguments)
                except MCPError as error:
                    said = str(error)
                else:
                    said = json.dumps([part.text for part in result.content])
                    answered += not result.is_error
                if SECRET not in arguments.values():
                    assert SECRET not in said, (tool, arguments)
            assert answered > 5, "some of these were fair"
        assert [len(await one.recall_all()) for one in (root, bob)] == before
        assert (await root.recall("zone")).value == SECRET
        assert (await bob.persona_recall("people", "facts"))[0].value == SECRET


async def test_another_ones_conversation(store: MemoryStore) -> None:
    """Its id alone opens nothing."""
    async with serving(store) as service:
        session = await service.opened()
        token, service.token = service.token, None
        for method in ("POST", "GET", "DELETE"):
            answer = await service.send(called("recall", {}), method, session)
            assert answer.status_code == 401
        service.token = token
        unknown = {"mcp-session-id": session["mcp-session-id"][::-1]}
        for method in ("POST", "GET", "DELETE"):
            answer = await service.send(called("recall", {}), method, unknown)
            assert answer.status_code == 404
            assert "Session not found" in answer.text
        resumed = await service.send(b"", "GET", {**session, "Last-Event-ID": "1"})
        assert resumed.status_code == 400
        assert "not taken up again" in resumed.text
        answer = await service.send(called("recall", {"name": "zone"}), headers=session)
        assert "Vancouver" in answer.text, "it goes on"


def test_a_pipe_of_lies_that_breaks_in_the_middle_of_one(local: Home) -> None:
    """Requests that repeat their ids, go too deep, cancel what is not there, and are half."""
    half = json.dumps(called("remember", {"name": "half", "value": "v"}, "half"))[:-9]
    with piped(local, "--most-forgets", "1") as pipe:
        pipe.shake_hands()
        for body in ODD_BODIES:
            pipe.stdin.write(body + b"\n")
        for id_ in ("same", "same", "other"):
            pipe.write(called("remember", {"name": f"k-{id_}", "value": "v"}, id_))
        pipe.write(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "none"}}
        )
        asked = [pipe.call("forget", name=name) for name in ("k-other", "k-same")]
        asked.append(pipe.call("recall", name="k-same"))
        pipe.stdin.write(half.encode())
        pipe.stdin.close()
        answers, err, code = pipe.ended()
    assert (err, code) == ("", 0)
    forgotten, refused, read = ({one["id"]: one for one in answers}[id_] for id_ in asked)
    assert "--most-forgets" in refused["result"]["content"][0]["text"]
    assert not forgotten["result"]["isError"]
    assert not read["result"]["isError"]
    assert [one["key"] for one in local.ok("--json", "recall").jsonl] == ["k-same"]
