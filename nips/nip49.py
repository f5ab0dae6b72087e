"""NIP-49: Private Key Encryption.

Supported: ``ncryptsec1…`` both ways, version 2, every key security byte.

Not supported: more than 2^20 rounds of scrypt. They take more than 1 GiB, and the number stands in
a text that somebody else may have written.
"""

import hashlib
import os
import unicodedata
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, Self

from nips import _bech32
from nips._xchacha20 import KEY_BYTES, NONCE_BYTES, TAG_BYTES, decrypt, encrypt
from nips.errors import DecryptionError, InvalidKeyError, NipError, WrongPassphraseError
from nips.keys import SecretKey

__all__ = ["DEFAULT_LOG_N", "MAX_LOG_N", "PREFIX", "EncryptedKey", "KeySecurity"]

PREFIX: Final = "ncryptsec"
DEFAULT_LOG_N: Final = 16
"""64 MiB and a quarter of a second of one core."""
MAX_LOG_N: Final = 20
"""1 GiB and some seconds."""

_VERSION: Final = 2
_SALT_BYTES: Final = 16
_BLOCK: Final = 8  # scrypt's r
_CIPHERTEXT_BYTES: Final = 32 + TAG_BYTES
_BYTES: Final = 2 + _SALT_BYTES + NONCE_BYTES + 1 + _CIPHERTEXT_BYTES


class KeySecurity(IntEnum):
    """How a key has been treated, as far as the writer knows."""

    # NIP-49: "0x00 - if the key has been known to have been handled insecurely (stored
    # unencrypted, cut and paste unencrypted, etc)"
    EXPOSED = 0
    PROTECTED = 1
    UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class EncryptedKey:
    """A secret key under a passphrase.

    Attributes:
        log_n: scrypt's rounds as a power of 2, 1..`MAX_LOG_N`; 1 KiB of memory each.
        salt: 16 bytes.
        nonce: 24 bytes.
        security: how the key has been treated.
        ciphertext: 48 bytes.

    Raises:
        DecryptionError: a part is out of its range.
    """

    log_n: int
    salt: bytes = field(repr=False)
    nonce: bytes = field(repr=False)
    security: KeySecurity
    ciphertext: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.log_n <= MAX_LOG_N:
            raise DecryptionError(
                f"the key asks for 2^{self.log_n} rounds of scrypt, 2^1 to 2^{MAX_LOG_N} are done"
            )
        lengths = (len(self.salt), len(self.nonce), len(self.ciphertext))
        if lengths != (_SALT_BYTES, NONCE_BYTES, _CIPHERTEXT_BYTES):
            raise DecryptionError("the salt, nonce or ciphertext has another length")

    @classmethod
    def make(
        cls,
        secret: SecretKey,
        passphrase: str,
        *,
        log_n: int = DEFAULT_LOG_N,
        security: KeySecurity = KeySecurity.UNKNOWN,
        salt: bytes | None = None,
        nonce: bytes | None = None,
    ) -> Self:
        """Encrypt a secret key. Blocks for the time that scrypt takes.

        Args:
            secret: the key.
            passphrase: any text.
            log_n: 1..`MAX_LOG_N`; each step doubles time and memory.
            security: how the key has been treated.
            salt: 16 bytes; by default from the system's randomness.
            nonce: 24 bytes; by default from the system's randomness.

        Raises:
            NipError: an argument is out of its range, or there is not enough memory.
        """
        salt = os.urandom(_SALT_BYTES) if salt is None else salt
        nonce = os.urandom(NONCE_BYTES) if nonce is None else nonce
        shell = cls(log_n, salt, nonce, security, bytes(_CIPHERTEXT_BYTES))
        plain = bytes.fromhex(secret.to_hex())
        # NIP-49: "ASSOCIATED_DATA = KEY_SECURITY_BYTE"
        sealed = encrypt(plain, shell._key(passphrase), nonce, bytes((security,)))
        return cls(log_n, salt, nonce, security, sealed)

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read an ``ncryptsec1…``; nothing is decrypted yet.

        Raises:
            Bech32Error: it is no bech32 text of this prefix.
            DecryptionError: another version or length, or too many rounds.
        """
        data = _bech32.decode(PREFIX, text)
        # NIP-49: "The output prior to bech32 encoding should be 91 bytes long."
        if len(data) != _BYTES:
            raise DecryptionError(f"an encrypted key has {_BYTES} bytes, not {len(data)}")
        if data[0] != _VERSION:
            raise DecryptionError(f"version {data[0]} of encrypted keys is not known")
        rest = data[2:]
        salt, rest = rest[:_SALT_BYTES], rest[_SALT_BYTES:]
        nonce, rest = rest[:NONCE_BYTES], rest[NONCE_BYTES:]
        try:
            security = KeySecurity(rest[0])
        except ValueError:
            raise DecryptionError(f"the key security byte is 0, 1 or 2, not {rest[0]}") from None
        return cls(data[1], salt, nonce, security, rest[1:])

    def encode(self) -> str:
        """The text, ``ncryptsec1…``."""
        # NIP-49: "CIPHERTEXT_CONCATENATION = concat( VERSION_NUMBER, LOG_N, SALT, NONCE,
        # ASSOCIATED_DATA, CIPHERTEXT )"
        head = bytes((_VERSION, self.log_n))
        body = self.salt + self.nonce + bytes((self.security,)) + self.ciphertext
        return _bech32.encode(PREFIX, head + body)

    def decrypt(self, passphrase: str) -> SecretKey:
        """The secret key. Blocks for the time that scrypt takes.

        Raises:
            WrongPassphraseError: the passphrase does not open it (or somebody changed the text and
                made a new checksum).
            DecryptionError: what was in it is no secret key, or there is not enough memory.
        """
        key = self._key(passphrase)
        plain = decrypt(self.ciphertext, key, self.nonce, bytes((self.security,)))
        if plain is None:
            raise WrongPassphraseError("the passphrase does not open this key")
        try:
            return SecretKey(plain)
        except InvalidKeyError:
            raise DecryptionError("the passphrase opens it, but what is inside is no key") from None

    def _key(self, passphrase: str) -> bytes:
        # Text that is equal to the eye must be equal in bytes, whatever keyboard it was typed on.
        try:
            password = unicodedata.normalize("NFKC", passphrase).encode()
        except UnicodeEncodeError:
            raise NipError("the passphrase holds a lone surrogate") from None
        # NIP-49: "SYMMETRIC_KEY = scrypt(password=PASSWORD, salt=SALT, log_n=LOG_N, r=8, p=1)"
        rounds = 1 << self.log_n
        limit = 128 * _BLOCK * (rounds + 3)  # what it takes, and no more
        try:
            return hashlib.scrypt(
                password, salt=self.salt, n=rounds, r=_BLOCK, p=1, maxmem=limit, dklen=KEY_BYTES
            )
        except (ValueError, MemoryError):
            raise DecryptionError(
                f"scrypt could not run: 2^{self.log_n} rounds take {max(1, limit >> 20)} MiB"
            ) from None
