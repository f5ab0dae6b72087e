"""NIP-62 and NIP-70: a request that cannot be taken back, and a tag of one item."""

import json

import nostr_sdk
import pytest

from nips import nip09, nip62, nip70
from nips.errors import InvalidEventError
from nips.keys import SecretKey
from nips.nip01 import Event, Tags, UnsignedEvent, sign

ME = "a" * 64
RELAY = "wss://relay.example/"


def _event(*tags: tuple[str, ...]) -> Event:
    return Event("c" * 64, ME, 1, 1, tags, "", "0" * 128)


# ------------------------------------------------------------------------------------ NIP-62


def test_a_request_to_some_relays_spells_them_as_they_were_given() -> None:
    unsigned = nip62.vanish_request(ME, 5, [RELAY, "ws://127.0.0.1:7", RELAY], "moving out")
    assert (unsigned.pubkey, unsigned.created_at) == (ME, 5)
    assert unsigned.kind == nip62.KIND == 62
    assert unsigned.content == "moving out"
    assert unsigned.tags == (("relay", RELAY), ("relay", "ws://127.0.0.1:7"))


def test_a_request_to_every_relay_is_asked_for_in_so_many_words() -> None:
    assert nip62.vanish_request(ME, 5, [], everywhere=True).tags == (("relay", "ALL_RELAYS"),)
    with pytest.raises(InvalidEventError, match="everywhere=True"):
        nip62.vanish_request(ME, 5, ["ALL_RELAYS"])
    with pytest.raises(InvalidEventError, match="everywhere=True"):
        nip62.vanish_request(ME, 5, [RELAY, nip62.ALL_RELAYS])


@pytest.mark.parametrize(
    ("relays", "everywhere"),
    [([], False), (["relay.example"], False), (["all_relays"], False), ([RELAY], True)],
)
def test_requests_that_are_not_made(relays: list[str], everywhere: bool) -> None:
    with pytest.raises(InvalidEventError):
        nip62.vanish_request(ME, 5, relays, everywhere=everywhere)


def test_another_implementation_reads_the_request(alice: SecretKey) -> None:
    event = sign(nip62.vanish_request(alice.public_key.hex, 5, [RELAY], "why"), alice)
    theirs = nostr_sdk.Event.from_json(event.to_json())
    assert theirs.verify()
    assert json.loads(theirs.as_json())["tags"] == [["relay", RELAY]]


def test_a_deletion_request_does_not_take_it_back(alice: SecretKey) -> None:
    vanish = sign(nip62.vanish_request(alice.public_key.hex, 5, [RELAY]), alice)
    undo = nip09.deletion_request(alice.public_key.hex, 6, addresses=[], event_ids=[vanish.id])
    assert not nip09.covers(sign(undo, alice), vanish)


# ------------------------------------------------------------------------------------ NIP-70


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ((), False),
        ((("d", "-"),), False),
        ((("--",),), False),
        ((("-",),), True),
        ((("d", "x"), ("-",)), True),
        ((("-", "anything"),), True),
    ],
    ids=str,
)
def test_protected_events(tags: Tags, expected: bool) -> None:
    assert nip70.is_protected(_event(*tags)) is expected
    assert nip70.is_protected(UnsignedEvent(ME, 1, 1, "", tags)) is expected


def test_the_tag_protects(alice: SecretKey) -> None:
    event = sign(UnsignedEvent(alice.public_key.hex, 1, 1, "", (nip70.TAG,)), alice)
    assert nip70.is_protected(event)
    assert nostr_sdk.Event.from_json(event.to_json()).is_protected()
