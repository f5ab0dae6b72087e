"""NIP-44 against the official vectors, nostr-sdk and forgers."""

import base64
import hashlib
import hmac
from typing import Any

import nostr_sdk
import pytest
from hypothesis import given, settings, strategies as st

from nips import nip44
from nips.errors import DecryptionError, InvalidKeyError, MessageTooLongError, NipError
from nips.keys import PublicKey, SecretKey
from tests.unit.nips import vectors

KEY = bytes(range(32))
OFFICIAL_SHA256 = "269ed0f69e4c192512cc779e78c555090cebc7c785b609e338a62afc3ce25040"


@pytest.fixture(scope="module")
def official() -> Any:
    file = vectors.path("nip44.vectors.json")
    assert hashlib.sha256(file.read_bytes()).hexdigest() == OFFICIAL_SHA256
    return vectors.load_json("nip44.vectors.json")["v2"]


def test_conversation_keys(official: Any, curve: str) -> None:
    for case in official["valid"]["get_conversation_key"]:
        secret, public = SecretKey.from_hex(case["sec1"]), PublicKey.from_hex(case["pub2"])
        assert case["conversation_key"] == nip44.conversation_key(secret, public).hex()


def test_bad_conversation_keys(official: Any, curve: str) -> None:
    for case in official["invalid"]["get_conversation_key"]:
        with pytest.raises(InvalidKeyError):
            nip44.conversation_key(
                SecretKey.from_hex(case["sec1"]), PublicKey.from_hex(case["pub2"])
            )


def test_message_keys(official: Any) -> None:
    cases = official["valid"]["get_message_keys"]
    key = bytes.fromhex(cases["conversation_key"])
    for case in cases["keys"]:
        keys = nip44.message_keys(key, bytes.fromhex(case["nonce"]))
        expected = (case["chacha_key"], case["chacha_nonce"], case["hmac_key"])
        assert expected == tuple(part.hex() for part in keys)


def test_padded_lengths(official: Any) -> None:
    for length, padded in official["valid"]["calc_padded_len"]:
        assert padded == nip44.calc_padded_len(length)


def test_encrypt_and_decrypt(official: Any) -> None:
    for case in official["valid"]["encrypt_decrypt"]:
        one, two = SecretKey.from_hex(case["sec1"]), SecretKey.from_hex(case["sec2"])
        key = nip44.conversation_key(one, two.public_key)
        assert case["conversation_key"] == key.hex()
        payload = nip44.encrypt(case["plaintext"], key, nonce=bytes.fromhex(case["nonce"]))
        assert case["payload"] == payload
        assert case["plaintext"] == nip44.decrypt(payload, key)


def test_long_messages(official: Any) -> None:
    for case in official["valid"]["encrypt_decrypt_long_msg"]:
        key, nonce = (bytes.fromhex(case[name]) for name in ("conversation_key", "nonce"))
        plaintext = case["pattern"] * case["repeat"]
        assert case["plaintext_sha256"] == hashlib.sha256(plaintext.encode()).hexdigest()
        payload = nip44.encrypt(plaintext, key, nonce=nonce, max_plaintext=65535)
        assert case["payload_sha256"] == hashlib.sha256(payload.encode()).hexdigest()
        assert plaintext == nip44.decrypt(payload, key)


def test_bad_payloads(official: Any) -> None:
    for case in official["invalid"]["decrypt"]:
        with pytest.raises(DecryptionError):
            nip44.decrypt(case["payload"], bytes.fromhex(case["conversation_key"]))


def test_bad_lengths(official: Any) -> None:
    """The file still lists 65536 and two more, which the extended prefix has made valid."""
    lengths = official["invalid"]["encrypt_msg_lengths"]
    for length in set(lengths) - {65536, 100000, 10000000}:
        with pytest.raises(NipError):
            nip44.encrypt("x" * length, KEY)


def test_extended_lengths() -> None:
    cases = vectors.load_json("nips-constants.json")["nip44_extended"]
    key, nonce = (bytes.fromhex(cases[name]) for name in ("conversation_key", "nonce"))
    for length, plain_sha256, payload_sha256 in cases["cases_len_sha256plain_sha256payload"]:
        plaintext = "a" * length
        assert plain_sha256 == hashlib.sha256(plaintext.encode()).hexdigest()
        payload = nip44.encrypt(plaintext, key, nonce=nonce, max_plaintext=2**32 - 1)
        assert payload_sha256 == hashlib.sha256(payload.encode()).hexdigest()
        assert plaintext == nip44.decrypt(payload, key)


def test_the_shared_key_of_one_and_two(curve: str) -> None:
    """A constant of the NIP, so that this check runs where the vectors are not."""
    one, two = (SecretKey.from_bytes(number.to_bytes(32)) for number in (1, 2))
    expected = "c41c775356fd92eadc63ff5a0dc1da211b268cbea22316767095b2871ea1412d"
    assert expected == nip44.conversation_key(one, two.public_key).hex()
    assert expected == nip44.conversation_key(two, one.public_key).hex()


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
@settings(max_examples=100)
def test_round_trip(plaintext: str) -> None:
    assert plaintext == nip44.decrypt(nip44.encrypt(plaintext, KEY), KEY)


@pytest.mark.parametrize(
    "plaintext", ["x", "ü" * 16, "🦄" * 100, "y" * 1024, "z" * nip44.MAX_WRITE]
)
def test_both_ways_with_nostr_sdk(alice: SecretKey, bob: SecretKey, plaintext: str) -> None:
    key = nip44.conversation_key(alice, bob.public_key)
    theirs = nostr_sdk.nip44_encrypt(
        nostr_sdk.SecretKey.parse(bob.to_hex()),
        nostr_sdk.PublicKey.parse(alice.public_key.hex),
        plaintext,
        nostr_sdk.Nip44Version.V2,
    )
    assert plaintext == nip44.decrypt(theirs, key)
    assert plaintext == nostr_sdk.nip44_decrypt(
        nostr_sdk.SecretKey.parse(bob.to_hex()),
        nostr_sdk.PublicKey.parse(alice.public_key.hex),
        nip44.encrypt(plaintext, key),
    )


@given(
    st.integers(1, 2**255),
    st.integers(1, 2**255),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=3000),
)
@settings(max_examples=60, deadline=None)
def test_random_keys_and_texts_both_ways_with_nostr_sdk(one: int, two: int, text: str) -> None:
    mine, yours = (SecretKey.from_bytes(number.to_bytes(32)) for number in (one, two))
    their_secret = nostr_sdk.SecretKey.parse(yours.to_hex())
    their_peer = nostr_sdk.PublicKey.parse(mine.public_key.hex)
    key = nip44.conversation_key(mine, yours.public_key)
    written = nostr_sdk.nip44_encrypt(their_secret, their_peer, text, nostr_sdk.Nip44Version.V2)
    assert text == nip44.decrypt(written, key)
    assert text == nostr_sdk.nip44_decrypt(their_secret, their_peer, nip44.encrypt(text, key))


def test_every_byte_is_under_the_mac() -> None:
    """A payload with one byte changed, anywhere, does not open."""
    raw = base64.b64decode(nip44.encrypt("hello", KEY))
    for position in range(len(raw)):
        changed = bytearray(raw)
        changed[position] ^= 1
        with pytest.raises(DecryptionError):
            nip44.decrypt(base64.b64encode(changed).decode(), KEY)


def test_another_key_does_not_open() -> None:
    with pytest.raises(DecryptionError, match="wrong MAC"):
        nip44.decrypt(nip44.encrypt("hello", KEY), KEY[::-1])


def _sealed(padded: bytes) -> str:
    """A payload with a sound MAC around any padded plaintext."""
    nonce = b"\x09" * 32
    chacha_key, chacha_nonce, hmac_key = nip44.message_keys(KEY, nonce)
    body = nonce + nip44._chacha20(chacha_key, chacha_nonce, padded)
    mac = hmac.digest(hmac_key, body, "sha256")
    return base64.b64encode(b"\x02" + body + mac).decode()


@pytest.mark.parametrize(
    ("padded", "complaint"),
    [
        (b"\0\0" + b"\0" * 32, "length"),
        (b"\0\0" + (65535).to_bytes(4) + b"a" * 65536, "length"),
        (b"\0\5" + b"a" * 31, "too short"),
        (b"\0\5" + b"a" * 33, "padding"),
        (b"\0\x21" + b"a" * 32, "padding"),
        (b"\xff\xff" + b"a" * 32, "padding"),
        (b"\0\0" + b"\xff" * 32, "padding"),
        (b"\0\2" + b"\xff\xfe" + b"\0" * 30, "UTF-8"),
    ],
)
def test_a_sound_mac_around_nonsense(padded: bytes, complaint: str) -> None:
    """A correspondent who knows the key may still send anything."""
    with pytest.raises(DecryptionError, match=complaint) as caught:
        nip44.decrypt(_sealed(padded), KEY)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(
    "payload", ["", "#", "#" + "A" * 200, "A" * 131, "A" * 132, "Ag" + "A" * 131 + "é", "=" * 132]
)
def test_malformed_payloads(payload: str) -> None:
    with pytest.raises(DecryptionError):
        nip44.decrypt(payload, KEY)


def test_base64_is_strict() -> None:
    payload = nip44.encrypt("hello", KEY)
    for spoiled in (payload + "\n", " " + payload, payload[:60] + "\n" + payload[60:]):
        with pytest.raises(DecryptionError, match="base64"):
            nip44.decrypt(spoiled, KEY)


def test_the_cap_comes_before_base64() -> None:
    payload = nip44.encrypt("x" * 1024, KEY)
    assert nip44.decrypt(payload, KEY, max_payload=len(payload))
    with pytest.raises(DecryptionError, match="characters"):
        nip44.decrypt(payload, KEY, max_payload=len(payload) - 1)
    with pytest.raises(DecryptionError, match="characters"):
        nip44.decrypt("?" * 131073, KEY)


def test_writing_stops_where_readers_do() -> None:
    assert nip44.encrypt("x" * nip44.MAX_WRITE, KEY)
    with pytest.raises(MessageTooLongError, match="65409 bytes"):
        nip44.encrypt("x" * (nip44.MAX_WRITE + 1), KEY)


def test_a_lone_surrogate_is_refused_without_telling() -> None:
    with pytest.raises(NipError, match="surrogate") as caught:
        nip44.encrypt("hush \ud800", KEY)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "nonce"), [(b"", KEY), (KEY[:31], KEY), (KEY, b""), (KEY, KEY * 2)]
)
def test_keys_and_nonces_have_32_bytes(key: bytes, nonce: bytes) -> None:
    with pytest.raises(NipError, match="32 bytes"):
        nip44.message_keys(key, nonce)


@pytest.mark.parametrize("length", [-1, 0, 2**32])
def test_lengths_out_of_range(length: int) -> None:
    with pytest.raises(NipError, match="bytes"):
        nip44.calc_padded_len(length)


def test_nonces_differ() -> None:
    assert nip44.encrypt("same", KEY) != nip44.encrypt("same", KEY)
