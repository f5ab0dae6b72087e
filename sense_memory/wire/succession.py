"""The consent of one key to be named by another: a signed event that only they can read.

It stands inside the ciphertext of the record that it proves and is never published by itself. Its
``d`` tag is the address of that record, which is a hash over the key that keeps it; so the event
names that key, and can be shown as proof of nothing else.
"""

from nips import nip01, nip78
from nips.errors import NipError
from nips.nip01 import Event, UnsignedEvent

from ..core.records.succession import Succession
from .address import addresses
from .schemas import SUCCESSION
from .schemas.succession import FROM, TO


def consent(signed_by: str, kept_by: str, name: str, at: int) -> UnsignedEvent:
    """The event to be signed.

    Args:
        signed_by: The key that consents, 64 hex digits.
        kept_by: The key under which the record will stand.
        name: ``TO`` or ``FROM``.
        at: Seconds since the epoch.
    """
    (place,) = addresses(SUCCESSION.root + name, (), kept_by)
    return nip78.app_data(signed_by, at, place, "")


def is_proven(record: Succession, kept_by: str) -> bool:
    """Whether the other key signed that it belongs to the one that keeps the record."""
    if kept_by == record.predecessor != record.successor:
        name, other = TO, record.successor
    elif kept_by == record.successor != record.predecessor:
        name, other = FROM, record.predecessor
    else:
        return False
    try:
        event = Event.from_json(record.proof)
    except NipError:
        return False
    (place,) = addresses(SUCCESSION.root + name, (), kept_by)
    is_about_it = event.kind == nip78.KIND and event.tags == (("d", place),)
    return event.pubkey == other and is_about_it and nip01.verify(event)
