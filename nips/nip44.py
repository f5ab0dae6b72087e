"""NIP-44: Encrypted Payloads (Versioned) — version 2.

Supported: conversation keys, encryption, decryption; reading both length prefixes, the two
bytes of old and the extended one of June 2026 for 65536 bytes and more.

Not supported: other versions. Writing stops at `MAX_WRITE` bytes, which every known reader
opens; there is no way to ask a reader for more.
"""

import binascii
import hmac
import os
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from nips.errors import DecryptionError, MessageTooLongError, NipError
from nips.keys import PublicKey, SecretKey

if TYPE_CHECKING:
    from hashlib import _Hash

__all__ = [
    "MAX_WRITE",
    "calc_padded_len",
    "conversation_key",
    "decrypt",
    "encrypt",
    "message_keys",
]

MAX_WRITE: Final = 65408
"""Longest plaintext to write, in bytes of UTF-8: the limit of the strictest reader in use."""

_VERSION: Final = b"\x02"
_SALT: Final = b"nip44-v2"
_MIN_PAYLOAD: Final = 132  # characters
_MIN_DECODED: Final = 99  # bytes
_EXTENDED: Final = 65536  # first plaintext length, in bytes, with the extended prefix
_MAX_LENGTH: Final = 2**32 - 1

_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))


def conversation_key(secret: SecretKey, public: PublicKey) -> bytes:
    """The key (32 bytes) shared by two people; the same from either side. Costly: keep it.

    Raises:
        InvalidKeyError: `public` is not on the curve.
    """
    # NIP-44: "Use HKDF-extract with sha256, IKM=shared_x and salt=utf8_encode('nip44-v2')"
    return hmac.digest(_SALT, secret.shared_x(public), "sha256")


@lru_cache(64)
def _hmac_states(key: bytes) -> tuple["_Hash", "_Hash"]:
    """The two halves of HMAC-SHA256 under `key`, ready to be copied."""
    block = key.ljust(64, b"\0")
    return sha256(block.translate(_INNER_PAD)), sha256(block.translate(_OUTER_PAD))


def message_keys(key: bytes, nonce: bytes) -> tuple[bytes, bytes, bytes]:
    """The keys of one message: for ChaCha20 (32 bytes), its nonce (12), for HMAC (32).

    Args:
        key: conversation key, 32 bytes.
        nonce: of the message, 32 bytes.

    Raises:
        NipError: another length.
    """
    if len(key) != 32 or len(nonce) != 32:
        raise NipError("a conversation key and a nonce are 32 bytes each")
    # NIP-44: "Use HKDF-expand, with sha256, PRK=conversation_key, info=nonce and L=76".
    # Written out with prepared hash states: half the time of a call to HMAC per block.
    inner, outer = _hmac_states(key)
    blocks = []
    previous = b""
    for counter in (b"\x01", b"\x02", b"\x03"):
        first = inner.copy()
        first.update(previous + nonce + counter)
        second = outer.copy()
        second.update(first.digest())
        previous = second.digest()
        blocks.append(previous)
    chacha_key, middle, last = blocks
    return chacha_key, middle[:12], middle[12:] + last[:12]


def calc_padded_len(length: int) -> int:
    """Length in bytes of a plaintext of `length` bytes (1 or more) once padded.

    Raises:
        NipError: `length` is not in 1..2**32-1.
    """
    if not 1 <= length <= _MAX_LENGTH:
        raise NipError("a plaintext has 1..2**32-1 bytes")
    if length <= 32:
        return 32
    next_power = 1 << (length - 1).bit_length()
    chunk = 32 if next_power <= 256 else next_power // 8
    return chunk * ((length - 1) // chunk + 1)


def _pad(plaintext: bytes) -> bytes:
    length = len(plaintext)
    prefix = length.to_bytes(2) if length < _EXTENDED else b"\0\0" + length.to_bytes(4)
    return prefix + plaintext.ljust(calc_padded_len(length), b"\0")


def _unpad(padded: bytes) -> bytes:
    length = int.from_bytes(padded[:2])
    start = 2
    if length == 0:
        length = int.from_bytes(padded[2:6])
        start = 6
        if length < _EXTENDED:
            raise DecryptionError("the length of the plaintext is malformed")
    if len(padded) != start + calc_padded_len(length):
        raise DecryptionError("the padding is malformed")
    return padded[start : start + length]


def _chacha20(key: bytes, nonce: bytes, data: bytes) -> bytes:
    # OpenSSL takes the block counter (little-endian, from 0) and the nonce in one.
    return Cipher(ChaCha20(key, b"\0\0\0\0" + nonce), None).encryptor().update(data)


def encrypt(
    plaintext: str, key: bytes, *, nonce: bytes | None = None, max_plaintext: int = MAX_WRITE
) -> str:
    """Encrypt text.

    Args:
        plaintext: 1..`max_plaintext` bytes of UTF-8.
        key: conversation key, 32 bytes.
        nonce: 32 bytes, never used before: two texts under one nonce give both away. By
            default from the system's randomness; pass one to reproduce a test vector.
        max_plaintext: bytes; raise it only for a reader known to open more.

    Returns:
        The payload, in base64.

    Raises:
        MessageTooLongError: the plaintext is longer than `max_plaintext`.
        NipError: the plaintext is empty or no Unicode; a key or nonce of another length.
    """
    try:
        data = plaintext.encode()
    except UnicodeEncodeError:
        raise NipError("the plaintext holds a lone surrogate") from None
    if not data:
        raise NipError("the plaintext is empty")
    if len(data) > max_plaintext:
        raise MessageTooLongError(f"the plaintext has {len(data)} bytes, more than {max_plaintext}")
    # NIP-44: "Generate a random 32-byte nonce ... Always use CSPRNG."
    if nonce is None:
        nonce = os.urandom(32)
    chacha_key, chacha_nonce, hmac_key = message_keys(key, nonce)
    body = nonce + _chacha20(chacha_key, chacha_nonce, _pad(data))
    # NIP-44: "instead of calculating MAC on ciphertext, it's calculated over a concatenation
    # of nonce and ciphertext"
    mac = hmac.digest(hmac_key, body, "sha256")
    return binascii.b2a_base64(_VERSION + body + mac, newline=False).decode("ascii")


def decrypt(payload: str, key: bytes, *, max_payload: int = 131072) -> str:
    """Decrypt a payload. Verify the event that brought it first.

    Args:
        payload: base64.
        key: conversation key, 32 bytes.
        max_payload: longest payload to look at, in characters.

    Raises:
        DecryptionError: too long, too short, another version, malformed, or a wrong MAC (a
            forgery, or another key).
        NipError: a key of another length.
    """
    raw = _decode(payload, max_payload)
    nonce, mac = raw[1:33], raw[-32:]
    chacha_key, chacha_nonce, hmac_key = message_keys(key, nonce)
    # NIP-44: "Stop and throw an error if MAC doesn't match the decoded one from step 2. Use
    # constant-time comparison algorithm"
    if not hmac.compare_digest(hmac.digest(hmac_key, raw[1:-32], "sha256"), mac):
        raise DecryptionError("wrong MAC: a forged payload, or one for another key")
    plaintext = _unpad(_chacha20(chacha_key, chacha_nonce, raw[33:-32]))
    try:
        return plaintext.decode()
    except UnicodeDecodeError:
        # The exception itself holds the plaintext; leave it behind.
        raise DecryptionError("the plaintext is not UTF-8") from None


def _decode(payload: str, max_payload: int) -> bytes:
    """Version, nonce, ciphertext and MAC in one."""
    # NIP-44: "# is an optional future-proof flag that means non-base64 encoding is used"
    if not payload or payload[0] == "#":
        raise DecryptionError("unknown version of encryption")
    # NIP-44: "Validate length of base64 message to prevent DoS on base64 decoder"
    if not _MIN_PAYLOAD <= len(payload) <= max_payload:
        raise DecryptionError(
            f"the payload has {len(payload)} characters, not {_MIN_PAYLOAD}..{max_payload}"
        )
    try:
        raw = binascii.a2b_base64(payload, strict_mode=True)
    except ValueError:
        raise DecryptionError("the payload is not base64") from None
    if len(raw) < _MIN_DECODED:
        raise DecryptionError("the payload is too short")
    if raw[:1] != _VERSION:
        raise DecryptionError("unknown version of encryption")
    return raw
