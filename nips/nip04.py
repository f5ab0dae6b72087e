"""NIP-04: Encrypted Direct Message — reading only.

Supported: decryption, for what was written before NIP-44. Not supported: encryption. Nothing
protects these messages from changes on their way: verify the event that brought one first, and
even then a plaintext proves nothing beyond what the event's signature does.
"""

import binascii
from typing import Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import CBC

from nips.errors import DecryptionError
from nips.keys import PublicKey, SecretKey

__all__ = ["KIND", "SEPARATOR", "decrypt"]

KIND: Final = 4

SEPARATOR: Final = "?iv="
"""What stands in every content, and in no payload of NIP-44, which is Base64."""
_BLOCK: Final = 16  # bytes


def decrypt(
    content: str, secret_key: SecretKey, public_key: PublicKey, *, max_payload: int = 131072
) -> str:
    """Decrypt the content of a message.

    Args:
        content: ``<base64>?iv=<base64>``.
        secret_key: of the reader: the sender or the receiver.
        public_key: of the other of the two.
        max_payload: longest content to look at, in characters.

    Raises:
        DecryptionError: too long, malformed, or not for these keys.
        InvalidKeyError: `public_key` is not on the curve.
    """
    ciphertext, iv = _decode(content, max_payload)
    # NIP-04: "only the X coordinate of the shared point is used as the secret and it is NOT
    # hashed."
    key = secret_key.shared_x(public_key)
    decryptor = Cipher(AES256(key), CBC(iv)).decryptor()
    padded = decryptor.update(ciphertext) + decryptor.finalize()
    try:
        return _unpad(padded).decode()
    except ValueError:
        # One message for wrong padding and wrong text: without a MAC, telling them apart would
        # help whoever changes ciphertexts and watches. The exception holds the plaintext.
        raise DecryptionError("the message does not open with these keys") from None


def _decode(content: str, max_payload: int) -> tuple[bytes, bytes]:
    """Ciphertext and initialization vector."""
    if len(content) > max_payload:
        raise DecryptionError(f"the content has {len(content)} characters, over {max_payload}")
    # NIP-04: "<encrypted_text>?iv=<initialization_vector>"
    text, separator, vector = content.partition(SEPARATOR)
    if not separator:
        raise DecryptionError("the content has no initialization vector")
    try:
        ciphertext = binascii.a2b_base64(text, strict_mode=True)
        iv = binascii.a2b_base64(vector, strict_mode=True)
    except ValueError:
        raise DecryptionError("the content is not base64") from None
    if len(iv) != _BLOCK:
        raise DecryptionError("an initialization vector has 16 bytes")
    if not ciphertext or len(ciphertext) % _BLOCK:
        raise DecryptionError("a ciphertext has a whole number of 16-byte blocks, at least one")
    return ciphertext, iv


def _unpad(padded: bytes) -> bytes:
    """Take off the padding of PKCS #7.

    Raises:
        ValueError: it is none.
    """
    length = padded[-1]
    if not 1 <= length <= _BLOCK or padded[-length:] != bytes([length]) * length:
        raise ValueError
    return padded[:-length]
