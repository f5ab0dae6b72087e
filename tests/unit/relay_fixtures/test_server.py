"""The websocket and HTTP face of the quirk relay."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect as dial
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, ConnectionClosedOK

from relay_fixtures import QuirkRelay, Quirks, RelayServer


@pytest.fixture
async def server(now):
    async with RelayServer(QuirkRelay(clock=lambda: now)) as running:
        yield running


async def ask(websocket, *frame):
    await websocket.send(json.dumps(frame))
    async with asyncio.timeout(10):
        return json.loads(await websocket.recv())


async def http_get(server, accept):
    """Status line, headers and body of a plain GET."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\n\r\n"
    writer.write(request.encode())
    async with asyncio.timeout(10):
        raw = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = raw.partition("\r\n\r\n")
    status, *headers = head.split("\r\n")
    return status, dict(header.lower().split(": ", 1) for header in headers), body


async def test_publish_and_read(server, alice):
    event = alice.event()
    async with dial(server.url) as one, dial(server.url) as two:
        assert await ask(two, "REQ", "s", {"kinds": [1]}) == ["EOSE", "s"]
        assert await ask(one, "EVENT", event.to_dict()) == ["OK", event.id, True, ""]
        assert json.loads(await two.recv()) == ["EVENT", "s", event.to_dict()]
    assert server.relay.events == (event,)


async def test_binary_frames_are_read_as_text(server):
    async with dial(server.url) as websocket:
        await websocket.send(b"\xff")
        assert json.loads(await websocket.recv())[0] == "NOTICE"


async def test_a_binary_frame_can_cut_the_connection(server):
    server.relay.quirks = Quirks(binary_frames="cut")
    async with dial(server.url) as websocket:
        await websocket.send(b'["CLOSE","s"]')
        with pytest.raises(ConnectionClosedError):
            await websocket.recv()


async def test_the_relay_knows_its_url(server, alice):
    server.relay.quirks = Quirks(require_auth="both", challenge_on_connect=True)
    async with dial(server.url) as websocket:
        _, challenge = json.loads(await websocket.recv())
        reply = alice.auth(server.url, challenge)
        assert await ask(websocket, "AUTH", reply.to_dict()) == ["OK", reply.id, True, ""]


async def test_information(server):
    status, headers, body = await http_get(server, "application/nostr+json")
    assert status == "HTTP/1.1 200 OK"
    assert headers["content-type"] == "application/nostr+json"
    assert headers["access-control-allow-origin"] == "*"
    assert json.loads(body) == server.relay.information()


async def test_no_information(server):
    server.relay.quirks = Quirks(nip11_document=None)
    status, _, _ = await http_get(server, "application/nostr+json")
    assert status == "HTTP/1.1 404 Not Found"


async def test_a_get_for_anything_else_is_no_websocket(server):
    status, _, _ = await http_get(server, "text/html")
    assert status == "HTTP/1.1 426 Upgrade Required"


async def test_restart_keeps_port_and_events(server, alice):
    event, url = alice.event(), server.url
    async with dial(url) as websocket:
        await ask(websocket, "EVENT", event.to_dict())
        await server.restart()
        with pytest.raises(ConnectionClosedOK):
            await websocket.recv()
    assert server.url == url
    async with dial(url) as websocket:
        assert (await ask(websocket, "REQ", "s", {"kinds": [1]}))[2] == event.to_dict()


async def test_a_stopped_server_refuses_connections(server):
    await server.stop()
    await server.stop()
    with pytest.raises(OSError):
        await dial(server.url)


async def test_a_server_starts_once(server):
    with pytest.raises(RuntimeError, match="already served"):
        await server.start()


async def test_cut_drops_connections_without_a_handshake(server):
    async with dial(server.url) as websocket:
        assert await ask(websocket, "REQ", "s", {"kinds": [1]}) == ["EOSE", "s"]
        server.cut()
        with pytest.raises(ConnectionClosedError):
            await websocket.recv()
    async with dial(server.url) as websocket:
        assert await ask(websocket, "REQ", "s", {"kinds": [1]}) == ["EOSE", "s"]


async def test_a_connection_is_cut_after_so_many_frames(server):
    server.relay.quirks = Quirks(drop_connection_after_frames=1)
    async with dial(server.url) as websocket:
        assert await ask(websocket, "REQ", "s", {"kinds": [1]}) == ["EOSE", "s"]
        with pytest.raises(ConnectionClosedError):
            await ask(websocket, "REQ", "s", {"kinds": [1]})


async def test_answers_can_be_late_and_do_not_queue_up(server):
    server.relay.quirks = Quirks(answer_delay=0.2)
    loop = asyncio.get_running_loop()
    async with dial(server.url) as websocket:
        start = loop.time()
        for name in "abcde":
            await websocket.send(json.dumps(["REQ", name, {"kinds": [1]}]))
        answers = [json.loads(await websocket.recv()) for _ in range(5)]
        elapsed = loop.time() - start
    assert answers == [["EOSE", name] for name in "abcde"]
    assert 0.2 <= elapsed < 0.8


async def test_a_throttled_connection_is_late_and_others_are_not(server, alice):
    server.relay.quirks = Quirks(max_content_chars=1, throttle=0.2)
    loop = asyncio.get_running_loop()
    async with dial(server.url) as slow, dial(server.url) as other:
        start = loop.time()
        await slow.send(json.dumps(["EVENT", alice.event(content="long").to_dict()]))
        await slow.send(json.dumps(["REQ", "s", {"kinds": [1]}]))
        assert await ask(other, "REQ", "s", {"kinds": [1]}) == ["EOSE", "s"]
        assert json.loads(await slow.recv())[2] is False
        assert loop.time() - start >= 0.4
        assert json.loads(await slow.recv()) == ["EOSE", "s"]
        assert loop.time() - start >= 0.8


async def test_a_client_may_leave_before_its_answers(server):
    server.relay.quirks = Quirks(answer_delay=0.2)
    async with dial(server.url) as websocket:
        await websocket.send(json.dumps(["REQ", "s", {"kinds": [1]}]))
    await asyncio.sleep(0.3)
    assert server.relay.received("REQ")


async def test_an_injected_event_reaches_open_subscriptions(server):
    async with dial(server.url) as websocket:
        await ask(websocket, "REQ", "s", {"kinds": [1]})
        server.deliver(server.relay.inject({"kind": 1}))
        assert json.loads(await websocket.recv()) == ["EVENT", "s", {"kind": 1}]


async def test_stopping_does_not_wait_for_a_client_that_never_reads(server):
    websocket = await dial(server.url, max_queue=1)
    await ask(websocket, "REQ", "s", {"kinds": [1]})
    websocket.transport.pause_reading()
    async with asyncio.timeout(5):
        await server.stop()
    websocket.transport.abort()
    with pytest.raises(ConnectionClosed):
        await websocket.recv()
