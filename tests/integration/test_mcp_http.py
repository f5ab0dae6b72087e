"""The MCP server over HTTP: who is let in, who sees what, and how it ends."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from sense_memory import Identity, InputError, MemoryStore
from sense_memory.adapters.mcp import Access
from sense_memory.adapters.mcp.token import VARIABLE, Token, find_token
from sense_memory.adapters.web.address import Address
from sense_memory.adapters.web.quiet import LIBRARIES, quieten

from .http_host import (
    NO_TLS,
    TOKEN,
    called,
    client_of,
    message,
    modern,
    process,
    result_of,
    serving,
    writing_elsewhere,
)
from .mcp_host import connected
from .shell import Home

NOTE = {"name": "k", "value": "v"}


@pytest.fixture
async def store(identity: Identity) -> AsyncIterator[MemoryStore]:
    async with MemoryStore(identity) as opened:
        yield opened


# ------------------------------------------------------------------------ what is served


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_agent_over_http(store: MemoryStore, mode: str) -> None:
    async with serving(store) as service, client_of(service, mode) as host:
        assert host.client.server_info.name == "sense-memory"
        tools = [tool.name for tool in (await host.client.list_tools()).tools]
        assert {"remember", "recall", "search", "forget"} <= set(tools)
        await host.ok("remember", name="zone", value="America/Vancouver")
        assert await host.named("recall", name="zone") == {"zone": "America/Vancouver"}
        assert "no memory 'none'" in await host.refused("recall", name="none")
        assert "Vancouver" in (await host.client.read_resource("memory://context")).contents[0].text
        assert {one.name for one in (await host.client.list_resources()).resources} >= {"context"}
        assert (await host.client.list_prompts()).prompts
    assert [one.key for one in await store.recall_all()] == ["zone"]


async def test_clients_of_both_generations_share_one_store(store: MemoryStore) -> None:
    async with (
        serving(store) as service,
        client_of(service, "legacy") as old,
        client_of(service) as new,
    ):
        await old.ok("remember", name="k", value="from the old")
        assert await new.named("recall", name="k") == {"k": "from the old"}
        await new.ok("remember", name="k", value="from the new")
        assert await old.named("recall", name="k") == {"k": "from the new"}


async def test_what_a_client_may_do_is_said_when_it_is_served(store: MemoryStore) -> None:
    await store.remember("k", "v")
    async with serving(store, Access(read_only=True)) as service, client_of(service) as host:
        tools = {tool.name for tool in (await host.client.list_tools()).tools}
        assert not tools & {"remember", "forget", "learn"}
        assert await host.named("recall", name="k") == {"k": "v"}
    async with serving(store, Access(may_forget=False)) as service, client_of(service) as host:
        tools = {tool.name for tool in (await host.client.list_tools()).tools}
        assert "remember" in tools
        assert "forget" not in tools


def test_three_ways_into_one_profile(home: Home) -> None:
    """A host's own server, a server for others, and the shell, all at once."""
    home.is_near = True
    home.ok("init", "--local")

    async def through_all() -> None:
        with process(home, "-vv", "mcp", "--http", "0") as door:
            async with client_of(door, "legacy") as far, connected(home) as near:
                await near.ok("remember", name="a", value="from the pipe")
                assert await far.named("recall", name="a") == {"a": "from the pipe"}
                await far.ok("remember", name="b", value="from afar")
                assert await near.named("recall", name="b") == {"b": "from afar"}
                await asyncio.to_thread(home.ok, "remember", "c", "from the shell")
                for host in (near, far):
                    assert await host.named("recall", name="c") == {"c": "from the shell"}
                assert (await asyncio.to_thread(home.ok, "recall", "b")).out == "from afar\n"
            assert Path(door.token_file) == home.folder / "default" / "mcp-token"
            assert Path(door.token_file).stat().st_mode & 0o777 == 0o600
            err, code = door.ended()
        assert code == 0
        assert f"serving MCP at {door.url} to whoever shows the token in {door.token_file}" in err
        for said in ("from the pipe", "from afar", "from the shell"):
            assert said not in err, "not even the most talkative log holds memories"

    asyncio.run(through_all())


# ------------------------------------------------------------------------ who is let in


# S-21.7
async def test_nobody_gets_in_without_the_token(store: MemoryStore) -> None:
    hello = message("ping", {})
    async with serving(store) as service:
        for shown in (
            None,
            "",
            "Bearer",
            f"Bearer {TOKEN.text[:-1]}",
            f"Bearer {TOKEN.text}x",
            f"Basic {TOKEN.text}",
            TOKEN.text,
            "Bearer \u00fc",
        ):
            service.token = None
            fields = {} if shown is None else {"Authorization": shown}
            answer = await service.send(hello, headers=fields)
            assert answer.status_code == 401, shown
            challenge = answer.headers["www-authenticate"]
            assert challenge.startswith('Bearer realm="sense-memory"')
            assert ("invalid_token" in challenge) == (shown is not None)
            assert "Authorization: Bearer TOKEN" in answer.json()["error"]["message"]
            assert TOKEN.text not in answer.text
        for method in ("GET", "DELETE", "OPTIONS", "PUT"):
            assert (await service.send(b"", method)).status_code == 401
        both = [("Authorization", f"Bearer {TOKEN.text}"), ("Authorization", "Bearer other")]
        async with httpx.AsyncClient(verify=NO_TLS) as client:
            assert (await client.post(service.url, headers=both)).status_code == 401
        assert await store.recall_all() == []


async def test_nothing_is_read_of_a_request_without_the_token(store: MemoryStore) -> None:
    async with serving(store) as service:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(b"POST /mcp HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 99999999\r\n\r\n")
        assert b"401" in await reader.readline()
        writer.close()


async def test_pages_of_other_sites_are_kept_out(store: MemoryStore) -> None:
    """A browser that was led here by another name, or by a page from elsewhere."""
    ping, headers = modern("tools/list", {})
    async with serving(store, names=("memory.example",)) as service:
        for field, value, status in (
            ("Host", "evil.example", 421),
            ("Host", f"evil.example:{service.port}", 421),
            ("Host", "127.0.0.1.evil.example", 421),
            ("Host", f"localhost:{service.port}", 200),
            ("Host", "[::1]:1", 200),
            ("Host", "memory.example", 200),
            ("Origin", "http://evil.example", 403),
            ("Origin", "null", 403),
            ("Origin", "http://localhost:6274", 200),
            ("Origin", "https://memory.example", 200),
        ):
            answer = await service.send(ping, headers={**headers, field: value})
            assert answer.status_code == status, (field, value, answer.text)
        url = service.url.removesuffix("/mcp")
        for path in ("/", "/mcp/", "/.well-known/oauth-protected-resource"):
            async with httpx.AsyncClient(verify=NO_TLS) as client:
                assert (await client.get(url + path)).status_code == 404


def test_the_token_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    kept = tmp_path / "new" / "mcp-token"
    made = find_token(None, kept)
    assert (made.path, made.where) == (kept, str(kept))
    assert kept.stat().st_mode & 0o777 == 0o600
    assert len(made.text) == 43
    assert made.text not in repr(made)
    assert find_token(None, kept) == made
    assert find_token(kept, tmp_path / "other").text == made.text
    assert not (tmp_path / "other").exists()
    kept.chmod(0o640)
    with pytest.raises(InputError, match="can be read by others") as refused:
        find_token(None, kept)
    assert made.text not in str(refused.value)
    with pytest.raises(InputError, match="No such file"):
        find_token(tmp_path / "misspelt", kept)


# S-21.8
@pytest.mark.parametrize("text", ["", "short", "two words, and long enough", "ü" * 20, "x" * 600])
def test_what_is_no_token(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(InputError, match="holds no token"):
        find_token(file, tmp_path / "kept")
    monkeypatch.setenv(VARIABLE, text)
    if text:
        with pytest.raises(InputError, match=f"{VARIABLE} holds no token"):
            find_token(None, tmp_path / "kept")
    key = Identity.generate()
    for secret in (key.nsec, f"{key.nsec}\n"):
        file.write_text(secret)
        with pytest.raises(InputError, match="holds a secret key") as refused:
            find_token(file, tmp_path / "kept")
        assert secret.strip() not in str(refused.value)
    monkeypatch.setenv(VARIABLE, TOKEN.text)
    assert find_token(None, tmp_path / "kept") == Token(TOKEN.text, f"${VARIABLE}")


@pytest.mark.parametrize(
    ("text", "host", "port", "is_loopback"),
    [
        ("8000", "127.0.0.1", 8000, True),
        ("localhost:0", "localhost", 0, True),
        ("[::1]:8000", "::1", 8000, True),
        ("127.0.0.9:1", "127.0.0.9", 1, True),
        ("0.0.0.0:8000", "0.0.0.0", 8000, False),
        ("[::]:8000", "::", 8000, False),
        ("memory.example:80", "memory.example", 80, False),
    ],
)
def test_where_it_listens(text: str, host: str, port: int, is_loopback: bool) -> None:
    address = Address.parse(text)
    assert (address.host, address.port, address.is_loopback) == (host, port, is_loopback)


def test_calls_that_cannot_be_right(home: Home, tmp_path: Path) -> None:
    home.is_near = True
    home.ok("init", "--local")
    exposed = tmp_path / "token"
    exposed.write_text(TOKEN.text)
    exposed.chmod(0o644)
    for arguments, why in (
        (("--http", "70000"), "[HOST:]PORT"),
        (("--http", "http://localhost:1"), "[HOST:]PORT"),
        (("--http", "::1"), "[HOST:]PORT"),
        (("--http", "localhost"), "[HOST:]PORT"),
        (("--http", "0", "--allow-host", "https://a.example"), "neither https:// nor a port"),
        (("--token-file", str(exposed)), "belong to --http"),
        (("--allow-host", "a.example"), "belong to --http"),
        (("--http", "0", "--token-file", str(exposed)), "can be read by others"),
        (("--http", "0", "--token-file", str(tmp_path / "none")), "No such file"),
        (("--no-forget", "--most-forgets", "3"), "no meaning"),
        (("--read-only", "--most-forgets", "3"), "no meaning"),
        (("--most-forgets", "0"), "--no-forget"),
        (("--compat", "other"), ""),
    ):
        run = home.run("mcp", *arguments)
        assert (run.code, run.out) == (2, ""), run
        assert why in run.err
        assert TOKEN.text not in run.err
    with contextlib.closing(Address.parse("0").listen()) as taken:
        run = home.run("mcp", "--http", str(taken.getsockname()[1]))
        assert run.code == 1
        assert "cannot listen at 127.0.0.1:" in run.err
    run = home.run("--profile", "none", "mcp", "--read-only", "--http", "0")
    assert (run.code, "no profile 'none'" in run.err) == (1, True)
    assert not (home.folder / "none").exists()


# S-21.9
def test_what_goes_wrong_below_is_told_without_a_word_of_what_was_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in LIBRARIES:
        log = logging.getLogger(name)
        for part in ("level", "propagate", "handlers"):
            monkeypatch.setattr(log, part, getattr(log, part))
    quieten()
    log = logging.getLogger("mcp.server.runner")
    log.warning("a caller said brumous")
    try:
        raise ValueError("brumous")
    except ValueError:
        log.exception("brumous failed on %s", "brumous")
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("ERROR mcp.server.runner, line ")
    assert ": ValueError in test_mcp_http.py, line " in said
    assert "brumous" not in said


# ------------------------------------------------------------------------- how it ends


def test_told_to_end_it_does_although_somebody_listens(home: Home) -> None:
    home.is_near = True
    home.ok("init", "--local")

    async def asking() -> None:
        with process(
            home, "mcp", "--http", "0.0.0.0:0", "--no-forget", SENSE_MEMORY_MCP_TOKEN=TOKEN.text
        ) as door:
            door.url = door.url.replace("0.0.0.0", "127.0.0.1")
            assert door.token_file is None
            session = await door.opened()
            tools = await door.send(message("tools/list", {}), headers=session)
            assert '"name":"remember"' in tools.text
            assert '"name":"forget"' not in tools.text
            assert (await door.send(called("remember", NOTE), headers=session)).status_code == 200
            async with httpx.AsyncClient(verify=NO_TLS, timeout=20) as client:
                fields = {**door.headers(), **session}
                async with client.stream("GET", door.url, headers=fields) as stream:
                    assert stream.status_code == 200
                    err, code = await asyncio.to_thread(door.ended, signal.SIGINT)
                    assert await stream.aread() == b"", "it was ended, not torn off"
        assert code == 0
        assert "put a proxy with TLS before it" in err
        assert "Traceback" not in err

    asyncio.run(asking())
    assert home.ok("recall", "k").out == "v\n"
    assert home.ok("doctor").code == 0


async def test_what_is_under_way_is_answered_although_it_ends(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await store.remember("j", "v")
        async with serving(store) as service:
            session = await service.opened()
            body, fields = modern(
                "tools/call",
                {"name": "remember", "arguments": {"name": "k", "value": "v"}},
                "remember",
            )
            with writing_elsewhere(path) as other:
                old = called("remember", {"name": "l", "value": "v"}, 2)
                asked = [
                    asyncio.create_task(service.send(body, headers=fields)),
                    asyncio.create_task(service.send(old, headers=session)),
                ]
                await service.working(2)
                service.end()
                other.rollback()
            for answer in await asyncio.gather(*asked):
                assert answer.status_code == 200
                assert not result_of(answer)["result"].get("isError")
        assert {one.key for one in await store.recall_all()} == {"j", "k", "l"}
