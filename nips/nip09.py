"""NIP-09: Event Deletion Request.

Supported: making a request, reading one, and telling whether it covers an event. Not
supported: deletion of gift wraps by their recipient.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nips._hex import is_hex32
from nips.errors import InvalidEventError
from nips.nip01 import Address, Event, UnsignedEvent

__all__ = ["KIND", "Deletion", "covers", "deletion_request", "parse"]

KIND: Final = 5

_VANISH: Final = 62
"""Request to Vanish (NIP-62), which no deletion takes back."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """What a deletion request names.

    Attributes:
        addresses: addresses of the request's own author.
        event_ids: ids, whoever their author; `covers` compares authors.
    """

    addresses: tuple[Address, ...]
    event_ids: tuple[str, ...]


def deletion_request(
    pubkey: str,
    created_at: int,
    *,
    addresses: Sequence[Address],
    event_ids: Sequence[str],
    content: str = "",
    kinds: Sequence[int] = (),
) -> UnsignedEvent:
    """A request to delete addresses (all versions up to `created_at`) and single events.

    Name the address and the ids of the versions you know: some relays heed one, some the other.

    Args:
        pubkey: author of the request and of everything it names.
        created_at: seconds since 1970; not before any of the versions to delete.
        addresses: addresses of `pubkey`.
        event_ids: ids, 64 lower-case hexadecimal digits each.
        content: reason, public.
        kinds: of the single events, where they are of other kinds than the addresses.

    Raises:
        InvalidEventError: nothing named, another author's address, a malformed id.
    """
    if not addresses and not event_ids:
        raise InvalidEventError("a deletion request names at least one event")
    if any(address.pubkey != pubkey for address in addresses):
        # One foreign address makes some relays refuse the whole request.
        raise InvalidEventError("a deletion request names its author's events only")
    if not all(map(is_hex32, event_ids)):
        raise InvalidEventError("an event id is 64 lower-case hexadecimal digits")
    # NIP-09: "Deletion requests SHOULD include a k tag for the kind of each event being
    # requested for deletion."
    all_kinds = sorted({*kinds, *(address.kind for address in addresses)})
    tags = (
        *(("a", str(address)) for address in addresses),
        *(("e", event_id) for event_id in event_ids),
        *(("k", str(kind)) for kind in all_kinds),
    )
    return UnsignedEvent(pubkey, created_at, KIND, content, tags)


def parse(event: Event) -> Deletion:
    """Read what a deletion request names; malformed and foreign targets are left out.

    Raises:
        InvalidEventError: the event is not of kind 5.
    """
    if event.kind != KIND:
        raise InvalidEventError("a deletion request is of kind 5")
    addresses: list[Address] = []
    event_ids: list[str] = []
    for tag in event.tags:
        if len(tag) < 2:
            continue
        if tag[0] == "e" and is_hex32(tag[1]):
            event_ids.append(tag[1])
        elif tag[0] == "a":
            try:
                address = Address.parse(tag[1])
            except InvalidEventError:
                continue
            if address.pubkey == event.pubkey:
                addresses.append(address)
    return Deletion(tuple(addresses), tuple(event_ids))


def covers(request: Event, event: Event) -> bool:
    """Whether `request` asks, with effect, for the deletion of `event`."""
    # NIP-09: "A client MUST validate that each event pubkey referenced in the e tag of the
    # deletion request is identical to the deletion request pubkey"
    if request.kind != KIND or request.pubkey != event.pubkey:
        return False
    # NIP-09: "Publishing a deletion request event against a deletion request has no effect."
    if event.kind in {KIND, _VANISH}:
        return False
    deletion = parse(request)
    if event.id in deletion.event_ids:
        return True
    # NIP-09: "delete all versions of the replaceable event up to the created_at timestamp of
    # the deletion request event."
    return event.created_at <= request.created_at and event.address in deletion.addresses
