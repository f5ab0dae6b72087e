"""Quirks named after real relays. What they do is compared in tests/conformance."""

import dataclasses

import pytest

from relay_fixtures import QuirkRelay, Quirks, presets

NAMES = ["strfry", "nostr_rs_relay", "nostream", "khatru", "nostr_relay", "local_relay"]


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_is_there_by_name(name):
    assert getattr(Quirks, name)() is getattr(presets, name.upper())
    assert getattr(Quirks, name)() != Quirks()
    assert name.upper() in presets.__all__


def test_there_are_no_others():
    assert len(NAMES) == len(presets.__all__)


def test_a_preset_can_be_varied():
    assert dataclasses.replace(Quirks.strfry(), filter_cap=10).filter_cap == 10
    assert Quirks.strfry().filter_cap == 500


@pytest.mark.parametrize("name", NAMES)
def test_a_memory_is_written_and_read(name, connect, alice, now):
    relay = QuirkRelay(getattr(Quirks, name)(), clock=lambda: now)
    client = connect(relay)
    assert client.publish(alice.data(content="kept")) == (True, "")
    assert client.read({"authors": [alice.pubkey], "kinds": [30078], "limit": 10}) == ["kept"]
