"""XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha), on top of the ChaCha20 that OpenSSL has.

The extended nonce has 24 bytes: HChaCha20 makes a key of its own from the first 16, under which
plain ChaCha20-Poly1305 runs with the other 8.
"""

import struct
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from nips.errors import NipError

__all__ = ["KEY_BYTES", "NONCE_BYTES", "TAG_BYTES", "decrypt", "encrypt", "hchacha20"]

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 24
TAG_BYTES: Final = 16

_CONSTANTS: Final = b"expand 32-byte k"
_ROW: Final = struct.Struct("<4I")


def hchacha20(key: bytes, nonce: bytes) -> bytes:
    """The subkey (32 bytes) of a key (32 bytes) and the first 16 bytes of an extended nonce."""
    # A block of ChaCha20 is the state after 20 rounds plus the state before them, word by word.
    # HChaCha20 is the first and last row after the rounds, without the sum; so take it off again.
    # The row that holds counter and nonce is 16 bytes, and OpenSSL takes all of them from outside.
    block = Cipher(ChaCha20(key, nonce), None).encryptor().update(bytes(64))
    return _less(block[:16], _CONSTANTS) + _less(block[48:], nonce)


def _less(row: bytes, initial: bytes) -> bytes:
    pairs = zip(_ROW.unpack(row), _ROW.unpack(initial), strict=True)
    return _ROW.pack(*((after - before) & 0xFFFFFFFF for after, before in pairs))


def _inner(key: bytes, nonce: bytes) -> tuple[ChaCha20Poly1305, bytes]:
    if len(key) != KEY_BYTES or len(nonce) != NONCE_BYTES:
        raise NipError(f"a key has {KEY_BYTES} bytes and a nonce {NONCE_BYTES}")
    return ChaCha20Poly1305(hchacha20(key, nonce[:16])), bytes(4) + nonce[16:]


def encrypt(plaintext: bytes, key: bytes, nonce: bytes, associated: bytes) -> bytes:
    """The ciphertext, and 16 bytes of tag behind it.

    Args:
        plaintext: any bytes.
        key: 32 bytes.
        nonce: 24 bytes, never used before under this key.
        associated: what the tag covers besides.

    Raises:
        NipError: a key or nonce of another length.
    """
    cipher, inner_nonce = _inner(key, nonce)
    return cipher.encrypt(inner_nonce, plaintext, associated)


def decrypt(ciphertext: bytes, key: bytes, nonce: bytes, associated: bytes) -> bytes | None:
    """The plaintext, or None if the tag does not fit.

    Raises:
        NipError: a key or nonce of another length.
    """
    cipher, inner_nonce = _inner(key, nonce)
    try:
        return cipher.decrypt(inner_nonce, ciphertext, associated)
    except InvalidTag:
        return None
