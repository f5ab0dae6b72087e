"""The pytest plugin, in a pytest of its own."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

SUITE = """
import socket
import sys

import pytest

HEAVY = {"websockets", "nips", "nostr_sdk", "relay_fixtures.local_relay", "relay_fixtures.server"}
WANTED = '["REQ","s",{"kinds":[1]}]'


def ask(url):
    from websockets.sync.client import connect

    with connect(url) as websocket:
        websocket.send(WANTED)
        return websocket.recv(timeout=10).replace(" ", "")


def accepts(relay):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", relay.port)) == 0


def test_the_plugin_is_light():
    assert not HEAVY & set(sys.modules)


def test_one(nostr_relay):
    assert accepts(nostr_relay)


def test_a_strange_one(quirk_relay_factory):
    from relay_fixtures import FaultPlan, Quirks

    relay = quirk_relay_factory(Quirks(eose_hints="honest"), plan=FaultPlan(duplicate=1.0))
    assert ask(relay.url) == '["EOSE","s",["finish"]]'
    assert relay.call(relay.it.relay.received, "REQ")[0][:2] == ["REQ", "s"]
    assert len(relay.it.relay.received_frames) == 2
    relay.call(relay.it.cut)


def test_something_between(quirk_relay_factory, fault_proxy_factory):
    proxy = fault_proxy_factory(quirk_relay_factory().url)
    assert ask(proxy.url) == '["EOSE","s"]'
    proxy.call(proxy.it.drop_next, 1, direction="to_relay")
    assert proxy.it.connections == 1


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="has no wheels there")
def test_a_dirty_one(dirty_nostr_relay):
    assert ask(dirty_nostr_relay.url) == '["EOSE","s"]'


made = []


def test_several(nostr_relay_factory):
    made.extend([nostr_relay_factory(), nostr_relay_factory(nip42="both")])
    assert len({relay.port for relay in made}) == 2
    assert all(map(accepts, made))


def test_all_are_stopped():
    assert not any(map(accepts, made))
"""


@pytest.mark.timeout(600)  # a new machine installs the dirty relay first
@pytest.mark.skipif(importlib.util.find_spec("nostr_sdk") is None, reason="needs nostr-sdk")
def test_fixtures(tmp_path):
    (tmp_path / "test_suite.py").write_text(SUITE)
    plugins = [
        "-p",
        "no:sense_memory_relay",
        "-p",
        "relay_fixtures.plugin",
        "-p",
        "no:cacheprovider",
    ]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "6 passed" in run.stdout or "7 passed" in run.stdout
