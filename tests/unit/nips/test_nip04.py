"""NIP-04: reading the old messages, and refusing what is none."""

import base64
import contextlib
import os

import nostr_sdk
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import CBC
from hypothesis import given, settings, strategies as st

from nips import nip04
from nips.errors import DecryptionError, InvalidKeyError
from nips.keys import PublicKey, SecretKey

ONE, TWO = (SecretKey.from_bytes(number.to_bytes(32)) for number in (1, 2))
SECRET = "hush, this is between us"


def _sealed(padded: bytes, iv: bytes = b"\x09" * 16) -> str:
    """A content around any padded plaintext, from ONE to TWO."""
    encryptor = Cipher(AES256(ONE.shared_x(TWO.public_key)), CBC(iv)).encryptor()
    ciphertext = encryptor.update(padded) + encryptor.finalize()
    return f"{base64.b64encode(ciphertext).decode()}?iv={base64.b64encode(iv).decode()}"


def _padded(plaintext: bytes) -> bytes:
    length = 16 - len(plaintext) % 16
    return plaintext + bytes([length]) * length


def _written_by_nostr_sdk(secret: SecretKey, peer: PublicKey, plaintext: str) -> str:
    theirs = nostr_sdk.SecretKey.parse(secret.to_hex()), nostr_sdk.PublicKey.parse(peer.hex)
    return str(nostr_sdk.nip04_encrypt(*theirs, plaintext))


@pytest.mark.parametrize("plaintext", ["", "x", "ü" * 8, "🦄" * 100, "y" * 16, "z" * 60_000])
def test_messages_of_another_implementation(
    alice: SecretKey, bob: SecretKey, plaintext: str, curve: str
) -> None:
    """Both the receiver and the sender can read it."""
    content = _written_by_nostr_sdk(alice, bob.public_key, plaintext)
    assert plaintext == nip04.decrypt(content, bob, alice.public_key)
    assert plaintext == nip04.decrypt(content, alice, bob.public_key)


@given(
    st.integers(1, 2**255),
    st.integers(1, 2**255),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
)
@settings(max_examples=40, deadline=None)
def test_any_keys_and_any_text(one: int, two: int, plaintext: str) -> None:
    mine, yours = (SecretKey.from_bytes(number.to_bytes(32)) for number in (one, two))
    content = _written_by_nostr_sdk(yours, mine.public_key, plaintext)
    assert plaintext == nip04.decrypt(content, mine, yours.public_key)


def test_the_key_is_the_coordinate_itself_and_no_hash_of_it() -> None:
    """A constant, made with OpenSSL, so that this check needs no other implementation."""
    content = "q8Jt9Mh+3R8HHtNVKei/Vw==?iv=CQkJCQkJCQkJCQkJCQkJCQ=="
    assert nip04.decrypt(content, TWO, ONE.public_key) == "hello"


def _complaint(content: str, **options: int) -> str:
    with pytest.raises(DecryptionError) as caught:
        nip04.decrypt(content, TWO, ONE.public_key, **options)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert SECRET not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("padded", "what"),
    [
        (SECRET.encode()[:16], "the last byte is no padding"),
        (b"a" * 15 + b"\0", "zero"),
        (b"a" * 15 + b"\x11", "more than a block"),
        (b"a" * 14 + b"\x01\x02", "bytes that differ"),
        (b"\x20" * 32, "two blocks of it"),
        (_padded(b"\xff\xfe"), "no UTF-8"),
        (_padded(b"\xed\xa0\x80"), "half a surrogate pair"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_does_not_open_says_no_more_than_that(padded: bytes, what: str) -> None:
    assert _complaint(_sealed(padded)) == "the message does not open with these keys"


def test_a_block_of_padding_alone_is_an_empty_message() -> None:
    assert nip04.decrypt(_sealed(b"\x10" * 16), TWO, ONE.public_key) == ""


GOOD = _sealed(_padded(SECRET.encode()))
TEXT, VECTOR = GOOD.split("?iv=")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "initialization vector"),
        (TEXT, "initialization vector"),
        (f"{TEXT}?IV={VECTOR}", "initialization vector"),
        (f"{TEXT}?iv=", "16 bytes"),
        (f"{TEXT}?iv={VECTOR[:-4]}", "16 bytes"),
        (f"{TEXT}?iv={base64.b64encode(bytes(17)).decode()}", "16 bytes"),
        (f"{TEXT}?iv={VECTOR}?iv={VECTOR}", "base64"),
        (f"{TEXT}?iv={VECTOR}\n", "base64"),
        (f" {TEXT}?iv={VECTOR}", "base64"),
        (f"{TEXT[:8]}\n{TEXT[8:]}?iv={VECTOR}", "base64"),
        (f"{TEXT[:-1]}?iv={VECTOR}", "base64"),
        (f"{TEXT}=?iv={VECTOR}", "base64"),
        (f"é{TEXT}?iv={VECTOR}", "base64"),
        (f"{TEXT.replace('+', '-').replace('/', '_')}-_?iv={VECTOR}", "base64"),
        (f"?iv={VECTOR}", "blocks"),
        (f"{base64.b64encode(bytes(15)).decode()}?iv={VECTOR}", "blocks"),
        (f"{base64.b64encode(bytes(33)).decode()}?iv={VECTOR}", "blocks"),
    ],
    ids=range(17),
)
def test_malformed_contents(content: str, complaint: str) -> None:
    assert complaint in _complaint(content)


def test_the_cap_comes_before_base64() -> None:
    assert nip04.decrypt(GOOD, TWO, ONE.public_key, max_payload=len(GOOD)) == SECRET
    assert "characters" in _complaint(GOOD, max_payload=len(GOOD) - 1)
    assert "characters" in _complaint("?" * 131073)


def test_a_key_that_is_no_point() -> None:
    with pytest.raises(InvalidKeyError):
        nip04.decrypt(GOOD, TWO, PublicKey("f" * 64))


def test_another_key_opens_nothing_of_it() -> None:
    """Without a MAC a wrong key may yield a text by chance, never the text."""
    for _ in range(300):
        stranger = SecretKey.from_bytes(os.urandom(31).rjust(32, b"\1"))
        try:
            assert nip04.decrypt(GOOD, stranger, ONE.public_key) != SECRET
        except DecryptionError:
            continue


@given(st.text(st.characters(codec="ascii"), max_size=80))
def test_any_content(content: str) -> None:
    with contextlib.suppress(DecryptionError):
        nip04.decrypt(content, TWO, ONE.public_key)


@given(st.binary(min_size=16, max_size=64).map(lambda raw: raw[: len(raw) // 16 * 16]))
def test_any_padded_plaintext(padded: bytes) -> None:
    try:
        plaintext = nip04.decrypt(_sealed(padded), TWO, ONE.public_key)
    except DecryptionError:
        return
    assert padded == _padded(plaintext.encode())
