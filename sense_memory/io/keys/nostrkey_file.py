"""Identity files of the program nostrkey, version 3: read, never written.

JSON with ``version``, ``npub`` and, in base64, ``salt`` (16 bytes), ``nonce`` (12) and
``encrypted_nsec`` (48): the 32 bytes of the secret key under ChaCha20-Poly1305, whose key is
PBKDF2-HMAC-SHA256 of the passphrase, 600,000 rounds, and whose associated data is the salt.
(As nostrkey 0.3.5 writes it.)
"""

import binascii
import hashlib
import json
from dataclasses import dataclass, field

from nips.errors import Bech32Error, DecryptionError, InvalidKeyError, WrongPassphraseError
from nips.keys import SecretKey

VERSION = 3
ROUNDS = 600_000
_LENGTHS = {"salt": 16, "nonce": 12, "encrypted_nsec": 48}


@dataclass(frozen=True, slots=True)
class NostrkeyFile:
    """An identity file.

    Attributes:
        public_key: Whose it says it is, 64 hex digits; proven only by decrypting.
        salt: 16 bytes.
        nonce: 12 bytes.
        ciphertext: 48 bytes.
    """

    public_key: str
    salt: bytes = field(repr=False)
    nonce: bytes = field(repr=False)
    ciphertext: bytes = field(repr=False)

    @classmethod
    def decode(cls, text: str) -> "NostrkeyFile":
        """Read the file's text.

        Raises:
            DecryptionError: It is no identity file, or one of another version.
        """
        from nips import nip19

        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            raise DecryptionError("this is not JSON") from None
        if not isinstance(fields, dict) or "encrypted_nsec" not in fields:
            raise DecryptionError("this JSON is not an identity file of nostrkey")
        version = fields.get("version")
        if version != VERSION:
            known = version if isinstance(version, int) else "unknown"
            raise DecryptionError(
                f"the identity file has version {known}, {VERSION} is read; load and save it "
                "again with a current nostrkey"
            )
        salt, nonce, ciphertext = (_bytes(fields, name) for name in _LENGTHS)
        try:
            entity = nip19.decode(str(fields.get("npub")))
        except Bech32Error:
            entity = None
        if not isinstance(entity, nip19.Npub):
            raise DecryptionError("the identity file names no npub")
        return cls(entity.public_key.hex, salt, nonce, ciphertext)

    def decrypt(self, passphrase: str) -> SecretKey:
        """The secret key. Blocks for the time of the rounds.

        Raises:
            WrongPassphraseError: The passphrase does not open it.
            DecryptionError: What was in it is no key, or another one than the file says.
        """
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        try:
            password = passphrase.encode()
        except UnicodeEncodeError:
            raise DecryptionError("the passphrase holds a lone surrogate") from None
        key = hashlib.pbkdf2_hmac("sha256", password, self.salt, ROUNDS)
        try:
            plain = ChaCha20Poly1305(key).decrypt(self.nonce, self.ciphertext, self.salt)
        except InvalidTag:
            raise WrongPassphraseError("the passphrase does not open this file") from None
        try:
            secret = SecretKey(plain)
        except InvalidKeyError:
            raise DecryptionError("the passphrase opens it, but what is inside is no key") from None
        if secret.public_key.hex != self.public_key:
            raise DecryptionError("the key inside is not the one whose npub the file names")
        return secret


def _bytes(fields: dict[str, object], name: str) -> bytes:
    value = fields.get(name)
    try:
        data = binascii.a2b_base64(value, strict_mode=True) if isinstance(value, str) else b""
    except ValueError:
        data = b""
    if len(data) != _LENGTHS[name]:
        raise DecryptionError(f"{name} of the identity file is not {_LENGTHS[name]} bytes")
    return data
