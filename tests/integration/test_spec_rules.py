"""Rules of SPEC.md that no other test would miss."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore, NewerFileError, RelayConfig
from sense_memory.core.clock import SystemClock
from sense_memory.io.probe import probe

from .llm_server import KEY, Format, LLMServer

QUICK = Config(relays=RelayConfig(connect_timeout=5, close_timeout=2, read_back_delay=0.0))


@asynccontextmanager
async def pointing_to(url: str, status: int) -> AsyncIterator[str]:
    """The address of a server that sends whoever asks for a WebSocket somewhere else."""

    def elsewhere(_connection: ServerConnection, _request: Request) -> Response:
        return Response(status, "Found", Headers({"Location": url, "Content-Length": "0"}))

    async def nobody(_connection: ServerConnection) -> None:
        """A handler is asked for and never reached."""

    async with serve(nobody, "127.0.0.1", 0, process_request=elsewhere) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


# S-6.1
@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_relay_sends_nobody_to_another_one(identity: Identity, tmp_path: Path, status: int):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        pointing_to(server.url, status) as url,
        MemoryStore(
            identity, url, path=tmp_path / "a.db", addressing="plain", config=QUICK
        ) as store,
    ):
        await store.remember("k", "v")
        (told,) = (await store.sync()).relays
        assert str(status) in (told.error or "")
        probed = await probe(url, clock=SystemClock(), config=QUICK.relays)
        assert probed.verdict.startswith("not usable: no connection")
        assert relay.received_frames == []


# S-6.3
async def test_for_a_relay_nothing_is_signed_but_who_we_are(identity: Identity):
    relay = QuirkRelay(Quirks(require_auth="both"))
    async with RelayServer(relay) as server:
        relay.url = server.url
        async with MemoryStore(identity, server.url, addressing="plain", config=QUICK) as store:
            await store.remember("k", "v")
    answered = [frame[1] for frame in relay.received("AUTH")]
    assert answered
    for event in answered:
        assert isinstance(event, dict)
        assert (event["kind"], event["content"]) == (22242, "")
        named = {tag[0]: tag[1] for tag in event["tags"]}
        assert named.keys() == {"relay", "challenge"}
        assert named["relay"].rstrip("/") == server.url


# S-5.3
@pytest.mark.parametrize(
    "change", ["ALTER TABLE head ADD COLUMN tomorrow TEXT", "CREATE TABLE tomorrow (name TEXT)"]
)
async def test_a_file_of_a_newer_release_is_refused_and_left_as_it_is(
    identity: Identity, tmp_path: Path, change: str
):
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await store.remember("k", "v")
    with closing(sqlite3.connect(path)) as file:
        (version,) = file.execute("PRAGMA user_version").fetchone()
        file.execute(change)
        file.execute(f"PRAGMA user_version = {version + 1}")
    before = path.read_bytes()
    store = MemoryStore(identity, path=path)
    with pytest.raises(NewerFileError, match="upgrade sense-memory"):
        await store.recall("k")
    await store.close()
    assert path.read_bytes() == before


# S-13.3
async def test_a_store_asks_no_model_that_it_was_not_given(
    identity: Identity, monkeypatch: pytest.MonkeyPatch
):
    with LLMServer() as server:
        monkeypatch.setenv("SENSE_MEMORY_LLM", f"openai:m@{server.url(Format.OPENAI)}")
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url(Format.OPENAI))
        async with MemoryStore(identity) as store:
            said = [{"role": "user", "content": "Call me Ada. I live in Lyon."}] * 2
            await store.learn(said, about="ada")
            await store.pyramid.refresh()
            await store.prompt("Where do I live?")
            await store.sleep()
        assert server.asked == []


# S-1.1
async def test_an_event_has_its_address_and_no_other_tag(identity: Identity, relay: LocalRelay):
    async with MemoryStore(identity, relay.url, addressing="plain", config=QUICK) as store:
        await store.remember("k", "v")
        await store.journal("entry")
        await store.scope("user:alice").persona_remember("people", "facts", "ada", "in Lyon")
        events = [json.loads(line) async for line in store.export_events()]
    assert len(events) >= 5
    assert all(len(event["tags"]) == 1 and event["tags"][0][0] == "d" for event in events)
