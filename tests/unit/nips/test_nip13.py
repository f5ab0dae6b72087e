"""NIP-13: counting work, and doing a little of it."""

import json

import nostr_sdk
import pytest
from hypothesis import given, settings, strategies as st

from nips import nip13
from nips.errors import InvalidEventError, NipError
from nips.keys import SecretKey
from nips.nip01 import Event, Tags, UnsignedEvent, event_id, sign, verify

ME = "a" * 64
# The example of the NIP, whole.
EXAMPLE = Event(
    "000006d8c378af1779d2feebc7603a125d99eca0ccf1085959b307f64e5dd358",
    "a48380f4cfcc1ad5378294fcac36439770f9c878dd880ffa94bb74ea54a6f243",
    1651794653,
    1,
    (("nonce", "776797", "20"),),
    "It's just me mining my own business",
    "284622fc0a3f4f1303455d5175f7ba962a3300d136085b9566801bc2e0699de0"
    "c7e31e44c81fb40ad9049173742e904713c3594a1da0fc5d2382a25c11aba977",
)


@pytest.mark.parametrize(
    ("identifier", "bits"),
    [
        ("000000000e9d97a1ab09fc381030b346cdd7a142ad57e6df0b46dc9bef6c7e2d", 36),
        (EXAMPLE.id, 21),
        ("f" * 64, 0),
        ("8" + "0" * 63, 0),
        ("7" + "f" * 63, 1),
        ("1" + "0" * 63, 3),
        ("002f" + "0" * 60, 10),
        ("0" * 63 + "1", 255),
        ("0" * 64, 256),
    ],
)
def test_leading_zero_bits(identifier: str, bits: int) -> None:
    assert nip13.zero_bits(identifier) == bits


@pytest.mark.parametrize("identifier", ["", "0" * 63, "0" * 65, "F" * 64, "0x" + "0" * 62])
def test_what_is_no_id_has_no_work(identifier: str) -> None:
    with pytest.raises(InvalidEventError):
        nip13.zero_bits(identifier)


def test_the_example_of_the_nip() -> None:
    assert verify(EXAMPLE)
    assert nip13.committed_target(EXAMPLE) == 20
    assert nip13.is_mined(EXAMPLE, 20)
    # it has 21 bits, but set out for 20
    assert not nip13.is_mined(EXAMPLE, 21)


def _event(identifier: str, *tags: tuple[str, ...]) -> Event:
    return Event(identifier, ME, 1, 1, tags, "", "0" * 128)


@pytest.mark.parametrize(
    ("tags", "target"),
    [
        ((), None),
        ((("nonce",),), None),
        ((("nonce", "5"),), None),
        ((("nonce", "5", ""),), None),
        ((("nonce", "5", "-8"),), None),
        ((("nonce", "5", "8.0"),), None),
        ((("nonce", "5", "٨"),), None),
        ((("nonce", "5", "9" * 5000),), None),
        ((("d", "x"), ("nonce", "", "8", "more")), 8),
        ((("nonce", "5", "8"), ("nonce", "5", "9")), 8),
    ],
    ids=str,
)
def test_committed_targets(tags: Tags, target: int | None) -> None:
    assert nip13.committed_target(_event("0" * 64, *tags)) == target


@pytest.mark.parametrize(
    ("identifier", "target", "difficulty", "expected"),
    [
        ("00" + "f" * 62, "8", 8, True),
        ("00" + "f" * 62, "9", 8, True),
        ("00" + "f" * 62, "7", 8, False),
        ("01" + "f" * 62, "8", 8, False),
        ("00" + "f" * 62, None, 8, False),
        ("f" * 64, None, 0, True),
        ("f" * 64, None, -1, True),
    ],
)
def test_work_counts_up_to_what_it_set_out_for(
    identifier: str, target: str | None, difficulty: int, expected: bool
) -> None:
    tags = () if target is None else (("nonce", "5", target),)
    assert nip13.is_mined(_event(identifier, *tags), difficulty) is expected


# ------------------------------------------------------------------------------------ mining


def _mined(unsigned: UnsignedEvent, difficulty: int) -> UnsignedEvent:
    mined = nip13.mine(unsigned, difficulty)
    assert mined is not None
    return mined


def test_mining_the_example_of_the_nip_finds_its_nonce() -> None:
    unsigned = UnsignedEvent(EXAMPLE.pubkey, EXAMPLE.created_at, 1, EXAMPLE.content)
    mined = nip13.mine(unsigned, 20, first_nonce=776_000, attempts=1_000)
    assert mined is not None
    assert mined.id == EXAMPLE.id
    assert mined.tags == EXAMPLE.tags


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(
    st.lists(st.lists(TEXT, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple),
    TEXT,
    st.integers(0, 8),
    st.integers(0, 2**40),
)
@settings(deadline=None)
def test_whatever_is_mined_has_the_work_and_is_otherwise_the_same(
    tags: Tags, content: str, difficulty: int, first_nonce: int
) -> None:
    unsigned = UnsignedEvent(ME, 12345, 30078, content, tags)
    mined = nip13.mine(unsigned, difficulty, first_nonce=first_nonce)
    assert mined is not None
    *others, (name, nonce, target) = mined.tags
    assert tuple(others) == tuple(tag for tag in tags if tag[0] != "nonce")
    assert (name, target) == ("nonce", str(difficulty))
    assert int(nonce) >= first_nonce
    assert (mined.pubkey, mined.created_at, mined.kind, mined.content) == (
        ME,
        12345,
        30078,
        content,
    )
    identifier = event_id(ME, 12345, 30078, mined.tags, content)
    assert identifier == mined.id
    assert nip13.zero_bits(identifier) >= difficulty


def test_a_former_nonce_is_replaced() -> None:
    unsigned = UnsignedEvent(ME, 1, 1, "x", (("nonce", "9", "20"), ("d", "y"), ("nonce",)))
    mined = _mined(unsigned, 4)
    assert [tag[0] for tag in mined.tags] == ["d", "nonce"]
    assert nip13.committed_target(mined) == 4


def test_the_first_nonce_that_does_is_taken() -> None:
    unsigned = UnsignedEvent(ME, 1, 1, "x")
    mined = _mined(unsigned, 6)
    nonce = int(mined.tags[0][1])
    for earlier in range(nonce):
        tags = (("nonce", str(earlier), "6"),)
        assert nip13.zero_bits(event_id(ME, 1, 1, tags, "x")) < 6


def test_mining_can_be_given_up_and_taken_up_again() -> None:
    unsigned = UnsignedEvent(ME, 1, 1, "some text")
    whole = _mined(unsigned, 10)
    nonce, parts = 0, 0
    while (mined := nip13.mine(unsigned, 10, first_nonce=nonce, attempts=64)) is None:
        nonce += 64
        parts += 1
    assert mined == whole
    assert parts == int(whole.tags[0][1]) // 64 > 0


def test_another_implementation_signs_what_was_mined(alice: SecretKey) -> None:
    mined = _mined(UnsignedEvent(alice.public_key.hex, 1, 1, "é\n\x01🦄", (("d", '"\\'),)), 8)
    event = sign(mined, alice)
    assert nostr_sdk.Event.from_json(event.to_json()).verify()
    assert nip13.is_mined(event, 8)


def test_the_work_of_another_implementation_counts(alice: SecretKey) -> None:
    text = json.dumps(
        {"pubkey": alice.public_key.hex, "created_at": 5, "kind": 1, "tags": [], "content": "é"}
    )
    theirs = nostr_sdk.UnsignedEvent.from_json(text).mine(nostr_sdk.SingleThreadPow(), 8)
    signed = theirs.sign(nostr_sdk.Keys(nostr_sdk.SecretKey.parse(alice.to_hex())))
    event = Event.from_json(signed.as_json())
    assert verify(event)
    assert nip13.is_mined(event, 8)
    assert not nip13.is_mined(event, 9)


@pytest.mark.parametrize("difficulty", [-1, 21, 256, 8.0, True, "8"])
def test_difficulties_that_are_refused(difficulty: int) -> None:
    with pytest.raises(NipError, match=r"0\.\.20"):
        nip13.mine(UnsignedEvent(ME, 1, 1, ""), difficulty)


@pytest.mark.parametrize(("first_nonce", "attempts"), [(-1, 5), (0, 0), (0, -1), (0.5, 1)])
def test_nonces_out_of_range(first_nonce: int, attempts: int) -> None:
    with pytest.raises(NipError, match="nonces"):
        nip13.mine(UnsignedEvent(ME, 1, 1, ""), 1, first_nonce=first_nonce, attempts=attempts)
