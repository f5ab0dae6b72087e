"""The two lists of relays: NIP-65 for everybody to see, NIP-37 for the author alone."""

import contextlib
import json

import pytest
from hypothesis import given, strategies as st

from nips import nip37, nip44, nip65
from nips._relay_url import is_relay_url
from nips.errors import InvalidEventError
from nips.keys import SecretKey
from nips.nip01 import Event, Tags, sign, verify
from nips.nip65 import RelayEntry

ME = "a" * 64
URLS = st.from_regex(r"wss?://[a-z]{1,8}\.example(:[1-9][0-9]{0,3})?(/[a-z]{0,5})?", fullmatch=True)


def _event(kind: int, tags: Tags, content: str = "") -> Event:
    return Event("c" * 64, ME, 1, kind, tags, content, "0" * 128)


# -------------------------------------------------------------------------------------- URLs


@pytest.mark.parametrize(
    "text",
    [
        "wss://relay.example",
        "wss://relay.example/",
        "ws://127.0.0.1:7777/path?x=1",
        "wss://[::1]:443",
        "wss://xn--bcher-kva.example",
        "wss://bücher.example",
    ],
)
def test_relay_urls(text: str) -> None:
    assert is_relay_url(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "relay.example",
        "https://relay.example",
        "wss://",
        "wss:///path",
        "wss://:443",
        "wss://relay.example:port",
        "wss://relay.example:0",
        "wss://relay.example:70000",
        "wss://[::1",
        "wss://relay.example/a b",
        " wss://relay.example",
        "wss://relay.example\n",
        "wss://relay.example/\x7f",
        "wss://relay.example/\ud800",
        "wss://relay.example/" + "x" * 1024,
        "ALL_RELAYS",
        5,
        None,
        ["wss://relay.example"],
    ],
    ids=ascii,
)
def test_what_is_no_relay_url(text: object) -> None:
    assert not is_relay_url(text)


# ------------------------------------------------------------------------------------ NIP-65


def test_the_example_of_nip_65() -> None:
    tags = (
        ("r", "wss://alicerelay.example.com"),
        ("r", "wss://brando-relay.com"),
        ("r", "wss://expensive-relay.example2.com", "write"),
        ("r", "wss://nostr-relay.example.com", "read"),
    )
    relays = nip65.parse(_event(10002, tags))
    assert relays == (
        RelayEntry("wss://alicerelay.example.com"),
        RelayEntry("wss://brando-relay.com", read=True, write=True),
        RelayEntry("wss://expensive-relay.example2.com", read=False, write=True),
        RelayEntry("wss://nostr-relay.example.com", read=True, write=False),
    )
    unsigned = nip65.relay_list(ME, 7, relays)
    assert (unsigned.pubkey, unsigned.created_at, unsigned.kind) == (ME, 7, nip65.KIND)
    assert unsigned.tags == tags
    assert unsigned.content == ""


def test_what_is_malformed_in_a_public_list_is_left_out() -> None:
    tags = (
        ("r",),
        ("r", ""),
        ("r", "https://relay.example"),
        ("r", "wss://a.example", "both"),
        ("r", "wss://a.example", "READ"),
        ("p", "wss://b.example"),
        ("r", "wss://c.example", ""),
        ("r", "wss://d.example", "read", "more"),
    )
    assert nip65.parse(_event(10002, tags)) == (
        RelayEntry("wss://c.example"),
        RelayEntry("wss://d.example", write=False),
    )


@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        (("read", "write"), RelayEntry("wss://a.example")),
        (("write", "read"), RelayEntry("wss://a.example")),
        (("write", "write"), RelayEntry("wss://a.example", read=False)),
        (("read", "read"), RelayEntry("wss://a.example", write=False)),
        (("read", ""), RelayEntry("wss://a.example")),
        (("", "write"), RelayEntry("wss://a.example")),
    ],
    ids=str,
)
def test_a_relay_listed_twice_counts_once(markers: tuple[str, str], expected: RelayEntry) -> None:
    tags = tuple(("r", "wss://a.example", marker) for marker in markers)
    assert nip65.parse(_event(10002, tags)) == (expected,)


def test_what_a_public_list_cannot_say() -> None:
    with pytest.raises(InvalidEventError, match="kind 10002"):
        nip65.parse(_event(10013, ()))
    with pytest.raises(InvalidEventError, match="relay URL"):
        RelayEntry("relay.example")
    with pytest.raises(InvalidEventError, match="both"):
        RelayEntry("wss://a.example", read=False, write=False)
    twice = [RelayEntry("wss://a.example"), RelayEntry("wss://a.example", read=False)]
    with pytest.raises(InvalidEventError, match="once"):
        nip65.relay_list(ME, 1, twice)


ENTRIES = st.tuples(URLS, st.sampled_from([(True, True), (True, False), (False, True)])).map(
    lambda drawn: RelayEntry(drawn[0], *drawn[1])
)


@given(st.lists(ENTRIES, max_size=6, unique_by=lambda entry: entry.url))
def test_public_lists_come_back(entries: list[RelayEntry]) -> None:
    unsigned = nip65.relay_list(ME, 1, entries)
    assert nip65.parse(_event(unsigned.kind, unsigned.tags)) == tuple(entries)


# ------------------------------------------------------------------------------------ NIP-37


def test_the_example_of_nip_37() -> None:
    text = nip37.plaintext(["wss://myrelay.mydomain.com"])
    assert text == '[["relay","wss://myrelay.mydomain.com"]]'
    assert nip37.parse_plaintext(text) == ("wss://myrelay.mydomain.com",)


def test_a_private_list_from_end_to_end(alice: SecretKey) -> None:
    relays = ("wss://a.example", "ws://127.0.0.1:7777/x")
    key = nip44.conversation_key(alice, alice.public_key)
    content = nip44.encrypt(nip37.plaintext(relays), key)
    event = sign(nip37.private_relay_list(alice.public_key.hex, 5, content), alice)
    assert verify(event)
    assert (event.kind, event.tags) == (nip37.KIND, ()) == (10013, ())
    assert "a.example" not in event.to_json()
    assert nip37.parse_plaintext(nip44.decrypt(event.content, key)) == relays


def test_a_list_that_was_not_encrypted_is_not_signed() -> None:
    with pytest.raises(InvalidEventError, match="encrypted"):
        nip37.private_relay_list(ME, 5, nip37.plaintext(["wss://a.example"]))


def test_what_is_not_understood_in_a_private_list_is_passed_over() -> None:
    tags = [
        ["relay", "wss://a.example"],
        ["relay", "wss://a.example", "more"],
        ["relay"],
        ["relay", 5],
        ["relay", "https://b.example"],
        ["r", "wss://c.example"],
        [5, "wss://d.example"],
        ["relay", "wss://e.example"],
    ]
    assert nip37.parse_plaintext(json.dumps(tags)) == ("wss://a.example", "wss://e.example")
    assert nip37.parse_plaintext(" [] ") == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "secret",
        "{}",
        "null",
        '"wss://a.example"',
        "[5]",
        "[[]]",
        "[{}]",
        '["relay"]',
        "[" * 10**5,
        json.dumps([["relay", f"wss://{n}.example"] for n in range(nip37.MAX_RELAYS + 1)]),
    ],
    ids=lambda text: text[:12],
)
def test_what_is_no_private_list(text: str) -> None:
    with pytest.raises(InvalidEventError) as caught:
        nip37.parse_plaintext(text)
    assert "secret" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(
    "relays",
    [
        ["relay.example"],
        ["wss://a.example", "wss://a.example"],
        [f"wss://{n}.example" for n in range(nip37.MAX_RELAYS + 1)],
    ],
    ids=["no URL", "twice", "too many"],
)
def test_what_a_private_list_cannot_say(relays: list[str]) -> None:
    with pytest.raises(InvalidEventError):
        nip37.plaintext(relays)


@given(st.lists(URLS, max_size=6, unique=True))
def test_private_lists_come_back(relays: list[str]) -> None:
    assert nip37.parse_plaintext(nip37.plaintext(relays)) == tuple(relays)


@given(st.text())
def test_any_plaintext(text: str) -> None:
    with contextlib.suppress(InvalidEventError):
        nip37.parse_plaintext(text)
