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

HEAVY = {"websockets", "nips", "nostr_sdk", "relay_fixtures.local_relay", "relay_fixtures.server"}


def accepts(relay):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", relay.port)) == 0


def test_the_plugin_is_light():
    assert not HEAVY & set(sys.modules)


def test_one(nostr_relay):
    assert accepts(nostr_relay)


made = []


def test_several(nostr_relay_factory):
    made.extend([nostr_relay_factory(), nostr_relay_factory(nip42="both")])
    assert len({relay.port for relay in made}) == 2
    assert all(map(accepts, made))


def test_all_are_stopped():
    assert not any(map(accepts, made))
"""


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
    assert "4 passed" in run.stdout, run.stdout + run.stderr
