"""XChaCha20-Poly1305 against the examples of draft-irtf-cfrg-xchacha."""

import pytest

from nips import _xchacha20
from nips.errors import NipError

KEY = bytes(range(0x80, 0xA0))
NONCE = bytes(range(0x40, 0x58))
ASSOCIATED = bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
PLAINTEXT = (
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it."
)
CIPHERTEXT = bytes.fromhex(
    "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"
    "731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452"
    "2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
    "21f9664c97637da9768812f615c68b13b52e"
    "c0875924c1c7987947deafd8780acf49"
)


def test_the_subkey_of_the_draft() -> None:
    nonce = bytes.fromhex("000000090000004a0000000031415927")
    assert _xchacha20.hchacha20(bytes(range(32)), nonce).hex() == (
        "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"
    )


def test_the_message_of_the_draft() -> None:
    assert _xchacha20.encrypt(PLAINTEXT, KEY, NONCE, ASSOCIATED) == CIPHERTEXT
    assert _xchacha20.decrypt(CIPHERTEXT, KEY, NONCE, ASSOCIATED) == PLAINTEXT


@pytest.mark.parametrize("place", [0, 113, 114, 129])
def test_one_changed_bit_does_not_open(place: int) -> None:
    forged = bytearray(CIPHERTEXT)
    forged[place] ^= 1
    assert _xchacha20.decrypt(bytes(forged), KEY, NONCE, ASSOCIATED) is None
    assert _xchacha20.decrypt(CIPHERTEXT, KEY, NONCE, ASSOCIATED + b"x") is None


@pytest.mark.parametrize(("key", "nonce"), [(KEY[1:], NONCE), (KEY, NONCE[1:]), (KEY, b"")])
def test_other_lengths_are_refused(key: bytes, nonce: bytes) -> None:
    with pytest.raises(NipError, match="32 bytes"):
        _xchacha20.encrypt(b"", key, nonce, b"")
