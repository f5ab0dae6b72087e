"""The dirty relay in its subprocess and its environment.

What it does to events is in tests/conformance; this is how it lives.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from relay_fixtures.environment import Environment
from relay_fixtures.nostr_relay import NostrRelay, RelayStartError
from tests.unit.relay_fixtures.wire import Wire

ROOT = Path(__file__).resolve().parents[3]

pytestmark = [
    # The first test of a machine waits for the installation.
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        sys.version_info >= (3, 14), reason="nostr-relay needs coincurve, which has no wheel"
    ),
]


@pytest.fixture
def note(alice):
    """An event of this moment: the relay refuses those of last year."""
    return alice.event(content="hello", created_at=int(time.time()))


def test_events_in_a_directory_survive_a_restart_and_a_crash(note, tmp_path):
    wanted = {"kinds": [1]}
    with NostrRelay(data_dir=tmp_path / "data") as relay:
        url = relay.url
        with Wire(relay) as wire:
            assert wire.publish(note) == (True, "")
        for end in (relay.stop, relay.kill):
            end()
            assert relay.pid is None
            relay.start()
            assert relay.url == url
            with Wire(relay) as wire:
                assert wire.read(wanted) == ["hello"]
    assert (tmp_path / "data" / "nostr.sqlite3").exists()


def test_without_a_directory_a_restart_forgets(note):
    with NostrRelay() as relay:
        scratch = relay.data_dir
        with Wire(relay) as wire:
            wire.publish(note)
        relay.restart()
        assert not scratch.exists()
        with Wire(relay) as wire:
            assert wire.read({"kinds": [1]}) == []
    assert not relay.data_dir.exists()


async def test_its_own_settings_can_be_given(alice):
    now = int(time.time())
    async with NostrRelay(settings={"max_limit": 2}) as relay:
        with Wire(relay) as wire:
            for n in range(3):
                assert wire.publish(alice.event(content=str(n), created_at=now + n)) == (True, "")
            assert wire.read({"kinds": [1], "limit": 100}) == ["2", "1"]


def test_a_taken_port_is_an_error(monkeypatch):
    monkeypatch.setattr("relay_fixtures.relay_process.PORT_PATIENCE", 0.0)
    with NostrRelay() as relay, pytest.raises(RelayStartError, match="already in use"):
        NostrRelay(relay.port).start()


def test_a_relay_that_dies_at_once_says_why(tmp_path):
    relay = NostrRelay(data_dir=tmp_path, settings={"storage": {"no": "url"}})
    with pytest.raises(RelayStartError, match=r"ended with code 1; it said:[\s\S]*KeyError"):
        relay.start()
    assert relay.pid is None


def test_a_relay_that_cannot_be_installed_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    absent = Environment("nostr-relay==1.14", cache_dir=tmp_path)
    with pytest.raises(RelayStartError, match="cannot make an environment with"):
        NostrRelay(environment=absent).start()


def test_before_the_first_start_there_is_no_directory(tmp_path):
    with pytest.raises(RelayStartError, match="no directory"):
        _ = NostrRelay().data_dir
    assert NostrRelay(data_dir=tmp_path).data_dir == tmp_path


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs SIGKILL")
def test_no_orphan_when_the_parent_is_killed(tmp_path):
    script = (
        "import time\n"
        "from relay_fixtures.nostr_relay import NostrRelay\n"
        f"relay = NostrRelay(data_dir={str(tmp_path)!r})\n"
        "relay.start()\n"
        "print(relay.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with parent:
        assert parent.stdout is not None
        child = Path("/proc") / parent.stdout.readline().decode().strip()
        assert child.is_dir()
        parent.kill()
    deadline = time.monotonic() + 10
    while child.is_dir():
        assert time.monotonic() < deadline
        time.sleep(0.01)
