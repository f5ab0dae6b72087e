"""Secret and public keys of BIP-340."""

import os
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final, NoReturn, Self, final

from nips import _secp
from nips._hex import is_hex32
from nips.errors import InvalidKeyError

__all__ = ["PublicKey", "SecretKey"]

_SIGNATURE_BYTES: Final = 64


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key: the x coordinate of a point.

    Attributes:
        hex: 64 lower-case hexadecimal digits. Whether the point exists is found out on use.

    Raises:
        InvalidKeyError: `hex` is spelled otherwise.
    """

    hex: str

    def __post_init__(self) -> None:
        if not is_hex32(self.hex):
            raise InvalidKeyError("a public key is 64 lower-case hexadecimal digits")

    @classmethod
    def from_hex(cls, text: str) -> Self:
        """Take a key of 64 lower-case hexadecimal digits.

        Raises:
            InvalidKeyError: it is spelled otherwise.
        """
        return cls(text)

    def verify(self, message: bytes, signature: bytes) -> bool:
        """Whether `signature` (64 bytes) signs `message` (32 bytes) under this key.

        False for any other signature length, and for a key that is not on the curve.
        """
        # The C library reads 64 bytes whatever it is given.
        if len(signature) != _SIGNATURE_BYTES or len(message) != 32:
            return False
        try:
            verify = _secp.backend().verifier(bytes.fromhex(self.hex))
        except InvalidKeyError:
            return False
        return verify(message, signature)


@final
class SecretKey:
    """A secret key. It never shows itself: not in a repr, not in an error, not in a pickle.

    The bytes stay in memory as long as the object does; Python cannot wipe them.
    """

    __slots__ = ("_public", "_secret", "_signer")

    def __init__(self, secret: bytes) -> None:
        """Take 32 bytes, a number in 1..n-1 where n is the order of the curve.

        Raises:
            InvalidKeyError: another length or out of range.
        """
        if len(secret) != 32 or not 0 < int.from_bytes(secret) < _secp.ORDER:
            raise InvalidKeyError("a secret key is 32 bytes, in the range of the curve")
        self._secret = bytes(secret)
        self._public: PublicKey | None = None
        self._signer: _secp.Signer | None = None

    @classmethod
    def generate(cls) -> Self:
        """Make a new key from the system's randomness."""
        while True:
            candidate = os.urandom(32)
            if 0 < int.from_bytes(candidate) < _secp.ORDER:
                return cls(candidate)

    @classmethod
    def from_bytes(cls, secret: bytes) -> Self:
        """Take 32 bytes.

        Raises:
            InvalidKeyError: another length or out of range.
        """
        return cls(secret)

    @classmethod
    def from_hex(cls, text: str) -> Self:
        """Take 64 lower-case hexadecimal digits.

        Raises:
            InvalidKeyError: spelled otherwise or out of range.
        """
        if not is_hex32(text):
            raise InvalidKeyError("a secret key is 64 lower-case hexadecimal digits")
        return cls(bytes.fromhex(text))

    @property
    def public_key(self) -> PublicKey:
        """The public key; computed once."""
        if self._public is None:
            self._public = PublicKey(_secp.backend().public(self._secret).hex())
        return self._public

    def sign(self, message: bytes) -> bytes:
        """Sign 32 bytes (a digest, such as an event id); the signature is 64 bytes.

        Raises:
            ValueError: another message length.
        """
        if len(message) != 32:
            raise ValueError("the message to sign is 32 bytes")
        if self._signer is None:
            self._signer = _secp.backend().signer(self._secret)
        return self._signer(message)

    def shared_x(self, other: PublicKey) -> bytes:
        """The x coordinate (32 bytes, not hashed) of the point shared with `other`.

        Raises:
            InvalidKeyError: `other` is not on the curve.
        """
        return _secp.backend().shared_x(self._secret, bytes.fromhex(other.hex))

    def to_hex(self) -> str:
        """The secret itself, 64 hexadecimal digits; for the key file and nothing else."""
        return self._secret.hex()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SecretKey):
            return NotImplemented
        return compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        return hash(self.public_key)

    def __repr__(self) -> str:
        return "SecretKey(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret key is not to be pickled or copied")
