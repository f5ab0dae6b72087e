"""Faults on real connections: between a client and a relay, and in front of the quirk relay."""

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.client import connect as dial
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from relay_fixtures import FaultPlan, FaultProxy, QuirkRelay, Quirks, RelayServer
from relay_fixtures.fault_plan import Direction, Fault


@pytest.fixture
async def server(now):
    async with RelayServer(QuirkRelay(clock=lambda: now)) as running:
        yield running


@pytest.fixture
async def proxy(server):
    async with FaultProxy(server.url) as running:
        yield running


async def send(websocket, *frame):
    await websocket.send(json.dumps(frame))


async def hear(websocket):
    async with asyncio.timeout(10):
        return json.loads(await websocket.recv())


async def ask(websocket, *frame):
    await send(websocket, *frame)
    return await hear(websocket)


async def answers(url):
    """What is heard for 20 REQs."""
    heard: list[str | bytes] = []
    async with dial(url) as websocket:
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            for n in range(20):
                await send(websocket, "REQ", f"s{n}", {"kinds": [1]})
            while True:
                async with asyncio.timeout(0.5):
                    heard.append(await websocket.recv())
    return heard


def at(*places: tuple[int, Direction, int, Fault]) -> FaultPlan:
    """A plan of faults at given places."""
    exactly = {(connection, way, index): fault for connection, way, index, fault in places}
    return FaultPlan(exactly=exactly, delay_seconds=0.05)


WANTED = {"kinds": [1]}


class TestPassingOn:
    async def test_both_directions(self, server, proxy, alice):
        async with dial(proxy.url) as one, dial(proxy.url) as two:
            assert await ask(two, "REQ", "s", WANTED) == ["EOSE", "s"]
            event = alice.event()
            assert await ask(one, "EVENT", event.to_dict()) == ["OK", event.id, True, ""]
            assert await hear(two) == ["EVENT", "s", event.to_dict()]
        assert server.relay.events == (event,)
        assert proxy.connections == 2
        assert [p.direction for p in proxy.passages].count("to_client") == 3
        assert {p.connection for p in proxy.passages} == {0, 1}

    async def test_binary_frames(self, proxy):
        async with dial(proxy.url) as websocket:
            await websocket.send(b'["REQ","s",{"kinds":[1]}]')
            assert await hear(websocket) == ["EOSE", "s"]

    async def test_the_good_bye_of_either_end(self, server, proxy):
        async with dial(proxy.url) as websocket:
            await ask(websocket, "REQ", "s", WANTED)
            await server.stop()
            with pytest.raises(ConnectionClosed) as closed:
                await hear(websocket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
        await server.start()
        async with dial(proxy.url) as websocket:
            await ask(websocket, "REQ", "s", WANTED)
        async with asyncio.timeout(10):
            while server._clients:
                await asyncio.sleep(0.01)

    async def test_a_relay_that_is_not_there(self, server, proxy):
        await server.stop()
        with pytest.raises(ConnectionClosedError):
            async with dial(proxy.url) as websocket:
                await hear(websocket)

    async def test_the_document_of_the_relay(self, server, proxy):
        async def get():
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nAccept: application/nostr+json\r\n\r\n")
            async with asyncio.timeout(10):
                head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
            writer.close()
            await writer.wait_closed()
            return head.split()[1], body

        status, body = await get()
        assert status == "200"
        assert json.loads(body) == server.relay.information()
        server.relay.quirks = Quirks(nip11_document=None)
        assert (await get())[0] == "404"

    async def test_life_cycle(self, server):
        proxy = FaultProxy(server.url)
        await proxy.start()
        url = proxy.url
        with pytest.raises(RuntimeError, match="already listening"):
            await proxy.start()
        async with dial(url) as websocket:
            await ask(websocket, "REQ", "s", WANTED)
            async with asyncio.timeout(5):
                await proxy.stop()
            with pytest.raises(ConnectionClosed):
                await hear(websocket)
        await proxy.stop()
        with pytest.raises(OSError, match="refused|Connect call failed"):
            await dial(url)
        await proxy.start()
        assert proxy.url == url
        await proxy.stop()


class TestByHand:
    async def test_cut(self, server, proxy):
        async with dial(proxy.url) as websocket:
            await ask(websocket, "REQ", "s", WANTED)
            proxy.cut()
            with pytest.raises(ConnectionClosedError):
                await hear(websocket)
        async with dial(proxy.url) as websocket:
            assert await ask(websocket, "REQ", "s", WANTED) == ["EOSE", "s"]

    async def test_hold_and_release(self, server, proxy):
        async with dial(proxy.url) as websocket:
            await ask(websocket, "REQ", "before", WANTED)
            proxy.hold()
            for name in "abc":
                await send(websocket, "REQ", name, WANTED)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await websocket.recv()
            assert len(server.relay.received("REQ")) == 1
            proxy.release()
            assert [(await hear(websocket))[1] for _ in range(3)] == ["a", "b", "c"]

    async def test_drop_next(self, server, proxy):
        async with dial(proxy.url) as websocket:
            proxy.drop_next(2, lambda text: "drop" in text, direction="to_relay")
            for name in ("drop1", "keep", "drop2", "drop3"):
                await send(websocket, "REQ", name, WANTED)
            assert [(await hear(websocket))[1] for _ in range(2)] == ["keep", "drop3"]
            proxy.drop_next(direction="to_client")
            await send(websocket, "REQ", "unheard", WANTED)
            assert await ask(websocket, "REQ", "heard", WANTED) == ["EOSE", "heard"]
        assert len(server.relay.received("REQ")) == 4
        assert len([p for p in proxy.passages if p.dropped]) == 3


@pytest.fixture(params=["proxy", "server"])
async def faulty(request, server):
    """Sets a plan and returns the address behind it: of a proxy, or of the relay itself."""
    async with FaultProxy(server.url) as proxy:
        one = server if request.param == "server" else proxy

        def behind(plan: FaultPlan) -> str:
            one.plan = plan
            return str(one.url)

        yield behind


class TestByPlan:
    async def test_a_frame_lost_on_either_way(self, server, faulty):
        url = faulty(at((0, "to_relay", 0, Fault.DROP), (0, "to_client", 0, Fault.DROP)))
        async with dial(url) as websocket:
            for name in "abc":
                await send(websocket, "REQ", name, WANTED)
            assert await hear(websocket) == ["EOSE", "c"]
        assert [frame[1] for frame in server.relay.received("REQ")] == ["b", "c"]

    async def test_twice_late_and_out_of_order(self, faulty, monkeypatch):
        monkeypatch.setattr("relay_fixtures.lane.REORDER_PATIENCE", 10.0)
        faults = (Fault.DUPLICATE, Fault.DELAY, Fault.REORDER)
        url = faulty(at(*((0, "to_client", n, fault) for n, fault in enumerate(faults))))
        async with dial(url) as websocket:
            for name in "abcd":
                await send(websocket, "REQ", name, WANTED)
            heard = [(await hear(websocket))[1] for _ in range(5)]
        assert heard == ["a", "a", "b", "d", "c"]

    @pytest.mark.parametrize("direction", ["to_relay", "to_client"])
    async def test_a_frame_waits_for_its_successor_and_no_longer(self, faulty, direction):
        url = faulty(at((0, direction, 0, Fault.REORDER)))
        async with dial(url) as websocket:
            assert await ask(websocket, "REQ", "alone", WANTED) == ["EOSE", "alone"]

    async def test_a_corrupted_frame(self, server, faulty):
        url = faulty(FaultPlan(corrupt=1.0, directions=frozenset({"to_relay"})))
        async with dial(url) as websocket:
            frames = [await ask(websocket, "REQ", f"s{n}", WANTED) for n in range(5)]
        assert "NOTICE" in {frame[0] for frame in frames}
        sent = {json.dumps(["REQ", f"s{n}", WANTED]) for n in range(5)}
        assert not sent & {text for _, text in server.relay.received_frames}

    @pytest.mark.parametrize(
        ("place", "stored", "told"),
        [
            ((0, "to_relay", 0, Fault.CLOSE_BEFORE), False, False),
            ((0, "to_relay", 0, Fault.CLOSE_AFTER), True, False),
            ((0, "to_client", 0, Fault.CLOSE_BEFORE), True, False),
            ((0, "to_client", 0, Fault.CLOSE_AFTER), True, True),
        ],
    )
    async def test_a_connection_cut_around_an_ok(self, server, faulty, alice, place, stored, told):
        url = faulty(at(place))
        # Too long for one go: what passes before a cut passes whole.
        event = alice.event(content="x" * 1_000_000)
        heard = []
        async with dial(url) as websocket:
            with contextlib.suppress(ConnectionClosed):
                await send(websocket, "EVENT", event.to_dict())
                heard.append(await hear(websocket))
                await hear(websocket)
        assert heard == ([["OK", event.id, True, ""]] if told else [])
        async with dial(url) as websocket:
            assert await ask(websocket, "COUNT", "c", WANTED) == ["COUNT", "c", {"count": stored}]


async def test_a_run_is_repeated_by_its_seed(now):
    async def run(seed):
        # A new relay each time: the number of a connection is a part of its fate.
        relay = QuirkRelay(clock=lambda: now)
        plan = FaultPlan(seed=seed, drop=0.2, duplicate=0.2, corrupt=0.2)
        async with RelayServer(relay, plan=plan) as server:
            return await answers(server.url)

    runs = [await run(seed) for seed in (1, 1, 2)]
    assert len(runs[0]) > 5
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
