"""NIP-65: Relay List Metadata.

Supported: making and reading the list (kind 10002) that says where an author writes and where
they read what others address to them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nips._relay_url import is_relay_url
from nips.errors import InvalidEventError
from nips.nip01 import Event, UnsignedEvent

__all__ = ["KIND", "RelayEntry", "parse", "relay_list"]

KIND: Final = 10002

_BOTH: Final = ""
_READ: Final = "read"
_WRITE: Final = "write"


@dataclass(frozen=True, slots=True)
class RelayEntry:
    """One relay of the list.

    Attributes:
        url: as its author wrote it.
        read: the author looks there for what others address to them.
        write: the author publishes there.

    Raises:
        InvalidEventError: `url` is no relay's, or the relay is for neither.
    """

    url: str
    read: bool = True
    write: bool = True

    def __post_init__(self) -> None:
        if not is_relay_url(self.url):
            raise InvalidEventError("a relay URL is ws:// or wss://, a host, and no spaces")
        if not (self.read or self.write):
            raise InvalidEventError("a relay of the list is to read from, to write to, or both")


def relay_list(pubkey: str, created_at: int, relays: Sequence[RelayEntry]) -> UnsignedEvent:
    """The list of an author's relays.

    Args:
        pubkey: author, 64 lower-case hexadecimal digits.
        created_at: seconds since 1970.
        relays: each URL once; an empty list takes a former one back.

    Raises:
        InvalidEventError: a URL listed twice, a field out of its range.
    """
    if len({relay.url for relay in relays}) != len(relays):
        raise InvalidEventError("a relay stands in the list once")
    return UnsignedEvent(pubkey, created_at, KIND, "", tuple(map(_tag, relays)))


def _tag(relay: RelayEntry) -> tuple[str, ...]:
    # NIP-65: "an optional read or write marker. If the marker is omitted, the relay is both
    # read and write."
    if relay.read and relay.write:
        return ("r", relay.url)
    return ("r", relay.url, _READ if relay.read else _WRITE)


def parse(event: Event) -> tuple[RelayEntry, ...]:
    """Read a list, in its order; entries without a relay URL or with another marker are left out.

    A relay that is listed twice counts once, for all that was said of it.

    Raises:
        InvalidEventError: the event is not of kind 10002.
    """
    if event.kind != KIND:
        raise InvalidEventError("a relay list is of kind 10002")
    found: dict[str, RelayEntry] = {}
    for tag in event.tags_named("r"):
        marker = tag[2] if len(tag) > 2 else _BOTH
        if len(tag) < 2 or not is_relay_url(tag[1]) or marker not in {_BOTH, _READ, _WRITE}:
            continue
        before = found.get(tag[1])
        found[tag[1]] = RelayEntry(
            tag[1],
            read=marker != _WRITE or (before is not None and before.read),
            write=marker != _READ or (before is not None and before.write),
        )
    return tuple(found.values())
