"""nostr-sdk's relay in its subprocess, driven by a bare websocket."""

import asyncio
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from relay_fixtures.local_relay import (
    INSTALL_HINT,
    LocalRelay,
    RelayStartError,
    main,
)
from tests.unit.relay_fixtures.wire import Wire

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("nostr_sdk") is None, reason="needs nostr-sdk"
)

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def shared():
    """One relay for the tests that need no special one."""
    with LocalRelay() as relay:
        yield relay


def accepts(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def eventually(condition, seconds=10.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class TestRelay:
    def test_what_is_published_is_read(self, shared, alice):
        with Wire(shared) as wire:
            assert wire.publish(alice.event(content="hello")) == (True, "")
            assert wire.read({"authors": [alice.pubkey]}) == ["hello"]

    def test_a_deletion_request_deletes(self, shared, alice, now):
        wanted = {"authors": [alice.pubkey], "kinds": [30078]}
        with Wire(shared) as wire:
            event = alice.data(content="secret")
            wire.publish(event)
            request = alice.deletion(e=[event.id], a=[alice.address()])
            assert wire.publish(request) == (True, "")
            assert wire.read(wanted) == []
            assert wire.publish(event)[0] is False
            assert wire.publish(alice.data(content="again", created_at=now + 1)) == (True, "")
            assert wire.read(wanted) == ["again"]

    def test_the_rate_limit_is_out_of_the_way(self, shared, alice):
        with Wire(shared) as wire:
            assert all(wire.publish(alice.event(content=str(n)))[0] for n in range(100))

    def test_a_rate_limit_can_be_set(self, alice):
        with LocalRelay(notes_per_minute=2) as relay, Wire(relay) as wire:
            answers = [wire.publish(alice.event(content=str(n))) for n in range(3)]
        assert answers == [(True, ""), (True, ""), (False, "rate-limited: slow down")]

    @pytest.mark.parametrize(("limit", "expected"), [(None, 500), (100, 100)])
    def test_answers_are_capped(self, alice, limit, expected):
        with LocalRelay(max_filter_limit=limit) as relay, Wire(relay) as wire:
            for n in range(501):
                assert wire.publish(alice.event(content=str(n))) == (True, "")
            assert len(wire.read({"kinds": [1], "limit": 5000})) == expected

    def test_the_relay_itself_cannot_be_raised_above_500(self, alice, monkeypatch):
        """The day this fails, the range of `max_filter_limit` can grow."""
        monkeypatch.setattr("relay_fixtures.local_relay.HARD_FILTER_LIMIT", 1000)
        with LocalRelay(max_filter_limit=1000) as relay, Wire(relay) as wire:
            for n in range(501):
                assert wire.publish(alice.event(content=str(n))) == (True, "")
            assert len(wire.read({"kinds": [1], "limit": 1000})) == 500

    @pytest.mark.parametrize("limit", [0, -1, 501])
    def test_a_cap_the_relay_would_not_keep_is_refused(self, limit):
        with pytest.raises(ValueError, match="from 1 to 500"):
            LocalRelay(max_filter_limit=limit)

    @pytest.mark.parametrize(
        ("mode", "reads", "writes"),
        [("read", False, True), ("write", True, False), ("both", False, False)],
    )
    def test_authentication_first(self, alice, mode, reads, writes):
        with LocalRelay(nip42=mode) as relay, Wire(relay) as wire:
            challenges = []

            def ask(*frame):
                wire.send(*frame)
                answer = wire.receive()
                if answer[0] == "AUTH":
                    challenges.append(answer[1])
                    answer = wire.receive()
                return answer

            event = alice.event()
            written = ask("EVENT", event.to_dict())
            assert written[:3] == ["OK", event.id, writes]
            read = ask("REQ", "s", {"kinds": [7]})
            assert read[0] == ("EOSE" if reads else "CLOSED")
            # A relay accepts an AUTH by its own clock.
            reply = alice.auth(relay.url, challenges[-1], created_at=int(time.time()))
            assert ask("AUTH", reply.to_dict())[:3] == ["OK", reply.id, True]
            assert ask("EVENT", event.to_dict())[2] is True
            assert ask("REQ", "t", {"kinds": [7]}) == ["EOSE", "t"]

    def test_connections_can_be_limited(self, alice):
        with LocalRelay(max_connections=1) as relay, Wire(relay) as first:
            assert first.publish(alice.event()) == (True, "")
            with Wire(relay) as second, pytest.raises(ConnectionClosed):
                second.publish(alice.event())


class TestLifeCycle:
    def test_restart_keeps_the_port_and_forgets_the_events(self, alice):
        with LocalRelay() as relay:
            url = relay.url
            with Wire(relay) as wire:
                wire.publish(alice.event())
            relay.restart()
            assert relay.url == url
            with Wire(relay) as wire:
                assert wire.read({"kinds": [1]}) == []

    def test_a_renewed_relay_is_another_one_in_the_same_process(self, alice):
        with LocalRelay(notes_per_minute=1) as relay:
            process, before = relay.pid, relay.port
            with Wire(relay) as wire:
                assert wire.publish(alice.event()) == (True, "")
            relay.renew()
            assert (relay.pid, accepts(relay.port)) == (process, True)
            assert relay.port != before
            with Wire(relay) as wire:
                assert wire.read({"kinds": [1]}) == []
                assert wire.publish(alice.event(content="a")) == (True, "")
                assert wire.publish(alice.event(content="b"))[0] is False  # as strict as before
            relay.kill()
            with pytest.raises(RelayStartError, match="only a running relay"):
                relay.renew()

    def test_what_is_kept_in_a_directory_is_not_renewed(self, tmp_path):
        with (
            LocalRelay(data_dir=tmp_path) as relay,
            pytest.raises(RelayStartError, match="never empty again"),
        ):
            relay.renew()

    def test_a_relay_whose_process_has_ended_is_not_renewed(self):
        with LocalRelay() as relay:
            assert relay.pid
            os.kill(relay.pid, signal.SIGKILL)
            with pytest.raises(RelayStartError, match="ended"):
                relay.renew()

    def test_events_in_a_directory_survive_a_crash(self, alice, tmp_path):
        with LocalRelay(data_dir=tmp_path) as relay:
            with Wire(relay) as wire:
                assert wire.publish(alice.event(content="durable")) == (True, "")
            relay.kill()
            relay.start()
            with Wire(relay) as wire:
                assert wire.read({"kinds": [1]}) == ["durable"]

    @pytest.mark.parametrize("end", [LocalRelay.stop, LocalRelay.kill])
    def test_an_ended_relay_frees_its_port(self, end):
        relay = LocalRelay()
        relay.start()
        running = relay.pid
        assert running
        end(relay)
        end(relay)
        assert relay.pid is None
        assert not accepts(relay.port)
        relay.start()
        assert accepts(relay.port)
        relay.stop()

    def test_a_relay_starts_once(self, shared):
        with pytest.raises(RelayStartError, match="already running"):
            shared.start()

    def test_before_the_first_start_there_is_no_address(self):
        with pytest.raises(RelayStartError, match="no port"):
            _ = LocalRelay().url

    def test_a_taken_port_is_an_error(self, shared, monkeypatch):
        monkeypatch.setattr("relay_fixtures.relay_process.PORT_PATIENCE", 0.3)
        with pytest.raises(RelayStartError, match="already in use"):
            LocalRelay(shared.port).start()

    def test_a_port_freed_late_is_waited_for(self, shared):
        with LocalRelay() as other:
            port = other.port
        relay = LocalRelay(port)
        with socket.create_server(("127.0.0.1", port)) as holder:
            starting = threading.Thread(target=relay.start)
            starting.start()
            time.sleep(0.4)
            holder.close()
            starting.join()
        assert accepts(port)
        relay.stop()

    def test_a_child_that_dies_at_once_is_an_error(self, monkeypatch):
        monkeypatch.setattr(sys, "executable", "/bin/false")
        with pytest.raises(RelayStartError, match="ended with code 1"):
            LocalRelay().start()

    def test_without_nostr_sdk_the_remedy_is_named(self, monkeypatch, capsys):
        monkeypatch.setitem(sys.modules, "nostr_sdk", None)
        with pytest.raises(RelayStartError, match=r"pip install 'sense-memory\[nostr-sdk\]'"):
            LocalRelay().start()
        assert main([]) == 1
        assert json.loads(capsys.readouterr().out)["error"].startswith(INSTALL_HINT)

    @pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs SIGKILL")
    def test_no_orphan_when_the_parent_is_killed(self):
        script = (
            "import sys, time\n"
            "from relay_fixtures.local_relay import LocalRelay\n"
            "relay = LocalRelay()\n"
            "relay.start()\n"
            "print(relay.port, flush=True)\n"
            "time.sleep(60)\n"
        )
        parent = subprocess.Popen(
            [sys.executable, "-c", script],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        with parent:
            assert parent.stdout is not None
            port = int(parent.stdout.readline())
            assert accepts(port)
            parent.kill()
        eventually(lambda: not accepts(port))


class TestAsync:
    async def test_an_async_context_does_not_block_the_loop(self):
        beats = 0

        async def beat():
            nonlocal beats
            while True:
                beats += 1
                await asyncio.sleep(0.001)

        heart = asyncio.create_task(beat())
        async with LocalRelay() as relay:
            assert accepts(relay.port)
        assert beats > 10
        heart.cancel()
        with pytest.raises(asyncio.CancelledError):
            await heart
        assert not accepts(relay.port)

    async def test_a_cancelled_start_leaves_no_process(self):
        relay = LocalRelay()
        entering = asyncio.create_task(relay.__aenter__())
        await asyncio.sleep(0.01)
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
        assert relay.pid is None
        assert not accepts(relay.port)
