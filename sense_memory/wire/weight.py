"""What a record weighs on the wire, sealed or before that."""

from nips import nip44

_VERSION_AND_NONCE = 1 + 32
_LENGTH = 2
_MAC = 32
_ENVELOPE = len(
    '{"id":"","pubkey":"","created_at":0123456789,"kind":30078,"tags":[["d",""]],"content":"",'
    '"sig":""}'
) + (64 + 64 + 128)
"""An event's JSON with everything but its address and its content."""


def event_bytes(content: int, address: str) -> int:
    """Bytes of a record's event as JSON, without tags that relays ask for.

    Args:
        content: The length of its content, which is base64.
        address: The ``d`` tag.
    """
    return _ENVELOPE + len(address.encode()) + content


def sealed_bytes(plaintext: int, address: str) -> int:
    """The same of an event that is not made yet.

    NIP-44: "base64_encode(concat(version, nonce, ciphertext, mac))", where the ciphertext is as
    long as the padded plaintext and its length in two bytes.

    Args:
        plaintext: Its length in bytes, 1 or more.
        address: As above.
    """
    padded = _LENGTH + nip44.calc_padded_len(plaintext)
    return event_bytes(-(-(_VERSION_AND_NONCE + padded + _MAC) // 3) * 4, address)
