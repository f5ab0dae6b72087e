"""Errors of this package.

NipError (ValueError)
├─ InvalidKeyError        a secret or public key that is none
├─ InvalidEventError      an event, address or tag list against NIP-01
├─ InvalidFrameError      a message between client and relay against NIP-01
├─ DecryptionError        an encrypted payload that does not open
│  └─ WrongPassphraseError  an encrypted key that does not open with this passphrase
├─ Bech32Error            text that is no NIP-19 entity
├─ ReconciliationError    a comparison of two sets that cannot go on
└─ MessageTooLongError    a plaintext longer than the writer's limit

Messages say what is wrong. They never hold a key, a plaintext or text from the other side.
"""

__all__ = [
    "Bech32Error",
    "DecryptionError",
    "InvalidEventError",
    "InvalidFrameError",
    "InvalidKeyError",
    "MessageTooLongError",
    "NipError",
    "ReconciliationError",
    "WrongPassphraseError",
]


class NipError(ValueError):
    """Root of every error raised by this package."""


class InvalidKeyError(NipError):
    """A secret key out of range, or a public key that is not a point of the curve."""


class InvalidEventError(NipError):
    """An event, an address or a tag list that breaks NIP-01."""


class InvalidFrameError(NipError):
    """A message, a filter or a relay document that cannot be read."""


class DecryptionError(NipError):
    """An encrypted payload that is malformed, forged or not for this key."""


class WrongPassphraseError(DecryptionError):
    """An encrypted secret key is well-formed and does not open with this passphrase."""


class Bech32Error(NipError):
    """Text that is not a bech32 entity of NIP-19."""


class ReconciliationError(NipError):
    """A message of Negentropy that is malformed, or one too many of them."""


class MessageTooLongError(NipError):
    """A plaintext longer than what every reader is known to accept."""
