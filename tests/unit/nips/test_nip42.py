"""NIP-42: the answer to a challenge."""

import dataclasses

import pytest

from nips import nip01, nip42
from nips.keys import SecretKey

URL, CHALLENGE, NOW = "wss://relay.example.com/", "c" * 16, 1_700_000_000


@pytest.fixture
def answer(alice: SecretKey) -> nip01.Event:
    return nip01.sign(nip42.auth_event(alice.public_key.hex, NOW, URL, CHALLENGE), alice)


def test_the_event(answer: nip01.Event) -> None:
    assert answer.kind == 22242
    assert answer.tags == (("relay", URL), ("challenge", CHALLENGE))
    assert nip42.check_auth(answer, URL, CHALLENGE, NOW)


@pytest.mark.parametrize("url", ["wss://RELAY.example.com", "wss://relay.example.com:443/"])
def test_the_same_relay_spelled_otherwise(answer: nip01.Event, url: str) -> None:
    assert nip42.check_auth(answer, url, CHALLENGE, NOW)


@pytest.mark.parametrize(
    "url",
    [
        "ws://relay.example.com/",
        "wss://other.example.com/",
        "wss://relay.example.com/x",
        "wss://relay.example.com:444/",
        "",
        "nonsense",
        "wss://[",
        "wss://x:99999999",
    ],
)
def test_another_relay(answer: nip01.Event, url: str) -> None:
    assert not nip42.check_auth(answer, url, CHALLENGE, NOW)


def test_two_urls_that_are_none_do_not_match(alice: SecretKey) -> None:
    event = nip01.sign(nip42.auth_event(alice.public_key.hex, NOW, "x", CHALLENGE), alice)
    assert not nip42.check_auth(event, "x", CHALLENGE, NOW)


def test_the_challenge(answer: nip01.Event, alice: SecretKey) -> None:
    assert not nip42.check_auth(answer, URL, "other", NOW)
    empty = nip01.sign(nip42.auth_event(alice.public_key.hex, NOW, URL, ""), alice)
    assert not nip42.check_auth(empty, URL, "", NOW)


def test_the_time(answer: nip01.Event) -> None:
    for seconds, expected in ((600, True), (-600, True), (601, False), (-601, False)):
        assert expected == nip42.check_auth(answer, URL, CHALLENGE, NOW + seconds)


def test_forgeries(answer: nip01.Event, alice: SecretKey, bob: SecretKey) -> None:
    other = dataclasses.replace(answer, pubkey=bob.public_key.hex)
    assert not nip42.check_auth(other, URL, CHALLENGE, NOW)
    unsigned = nip01.UnsignedEvent(alice.public_key.hex, NOW, 1, "", answer.tags)
    assert not nip42.check_auth(nip01.sign(unsigned, alice), URL, CHALLENGE, NOW)
