"""NIP-13: Proof of Work.

Supported: counting the work in an id, checking it against the target an event commits to, and
mining up to `MAX_DIFFICULTY` bits.

Not supported: delegated work, and updating `created_at` while mining. The date of an event is
its author's: it decides which version survives.
"""

from hashlib import sha256
from typing import Final

from nips import _json
from nips._hex import is_hex32
from nips.errors import InvalidEventError, NipError
from nips.nip01 import Event, Tags, UnsignedEvent, serialize

__all__ = ["MAX_DIFFICULTY", "committed_target", "is_mined", "mine", "zero_bits"]

MAX_DIFFICULTY: Final = 20
"""Bits worth mining here: a million attempts, seconds of one core. 30 bits would be an hour."""

_NAME: Final = "nonce"
_ID_BITS: Final = 256


def zero_bits(event_id: str) -> int:
    """The difficulty of an id (64 lower-case hexadecimal digits): its leading zero bits.

    Raises:
        InvalidEventError: it is spelled otherwise.
    """
    if not is_hex32(event_id):
        raise InvalidEventError("an event id is 64 lower-case hexadecimal digits")
    # NIP-13: "difficulty is defined to be the number of leading zero bits in the NIP-01 id."
    return _ID_BITS - int(event_id, 16).bit_length()


def committed_target(event: Event | UnsignedEvent) -> int | None:
    """The difficulty that the author set out to reach, in bits; None if the event says none."""
    # NIP-13: "The third entry to the nonce tag SHOULD contain the target difficulty."
    nonce = next((tag for tag in event.tags if tag[0] == _NAME), ())
    if len(nonce) < 3 or len(nonce[2]) > 3 or not (nonce[2].isascii() and nonce[2].isdecimal()):
        return None
    return int(nonce[2])


def is_mined(event: Event, difficulty: int) -> bool:
    """Whether work of `difficulty` bits was done for `event`. Verify its id first.

    Luck does not count: the event must commit to that target, or to a higher one.
    """
    if difficulty <= 0:
        return True
    # NIP-13: "if you require 40 bits to reply to your thread and see a committed target of 30,
    # you can safely reject it even if the note has 40 bits difficulty."
    target = committed_target(event)
    return target is not None and target >= difficulty and zero_bits(event.id) >= difficulty


def mine(
    unsigned: UnsignedEvent, difficulty: int, *, first_nonce: int = 0, attempts: int = 2**25
) -> UnsignedEvent | None:
    """Look for a nonce with which the id of an event begins with so many zero bits.

    Blocks for the time of the attempts, about a microsecond each and two more per KB of content;
    it takes ``2**difficulty`` of them on average. To be able to give up, ask for a few at a time
    and go on from ``first_nonce + attempts``.

    Args:
        unsigned: the event; a nonce it has is replaced. Its date stays.
        difficulty: bits, 0..`MAX_DIFFICULTY`.
        first_nonce: where to begin, 0 or more.
        attempts: nonces to try, 1 or more.

    Returns:
        The event with its nonce, or None if none of these nonces will do. At the default number
        of attempts the chance of that is 1 in 10**13 for 20 bits, and less below.

    Raises:
        NipError: an argument is out of its range.
    """
    if type(difficulty) is not int or not 0 <= difficulty <= MAX_DIFFICULTY:
        raise NipError(f"the difficulty is a whole number of bits in 0..{MAX_DIFFICULTY}")
    if not _json.is_count(first_nonce) or not _json.is_count(attempts) or not attempts:
        raise NipError("nonces and attempts are whole numbers, the latter at least 1")
    other_tags = tuple(tag for tag in unsigned.tags if tag[0] != _NAME)
    start, end = _around_the_nonce(unsigned, other_tags, difficulty)
    prepared = sha256(start)
    limit = 1 << (_ID_BITS - difficulty)
    for nonce in range(first_nonce, first_nonce + attempts):
        # NIP-13: "the second entry to the nonce tag is updated, and then the id is recalculated"
        attempt = prepared.copy()
        attempt.update(b"%d" % nonce + end)
        if int.from_bytes(attempt.digest()) < limit:
            tags = (*other_tags, (_NAME, str(nonce), str(difficulty)))
            return UnsignedEvent(
                unsigned.pubkey, unsigned.created_at, unsigned.kind, unsigned.content, tags
            )
    return None


def _around_the_nonce(
    unsigned: UnsignedEvent, other_tags: Tags, difficulty: int
) -> tuple[bytes, bytes]:
    """The serialized event before the nonce, which is hashed once, and after it."""

    def with_nonce(nonce: str, content: str) -> bytes:
        tags = (*other_tags, (_NAME, nonce, str(difficulty)))
        return serialize(unsigned.pubkey, unsigned.created_at, unsigned.kind, tags, content)

    # What differs between two nonces begins at the nonce, whatever the other tags hold.
    without = with_nonce("", "")
    behind = len(f'","{difficulty}"]],""]')
    start = without[: len(without) - behind]
    return start, with_nonce("", unsigned.content)[len(start) :]
