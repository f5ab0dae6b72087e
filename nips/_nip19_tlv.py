"""NIP-19 entities as bytes: bare, or as a list of type, length and value."""

from collections.abc import Iterator
from typing import Final

from nips import _bech32
from nips._hex import is_hex32
from nips.errors import Bech32Error, InvalidKeyError
from nips.keys import PublicKey, SecretKey
from nips.nip01 import Address
from nips.nip19 import Entity, Naddr, Nevent, Note, Nprofile, Npub, Nsec

__all__ = ["TlvCodec"]

# NIP-19: "These possible standardized TLV types are indicated here"
_SPECIAL: Final = 0
_RELAY: Final = 1
_AUTHOR: Final = 2
_KIND: Final = 3


class TlvCodec:
    """Between entities and bech32 text; the bech32 is a library's."""

    def encode(self, entity: Entity) -> str:
        """The text of an entity."""
        match entity:
            case Npub(public_key):
                return _bech32.encode("npub", bytes.fromhex(public_key.hex))
            case Nsec(secret_key):
                return _bech32.encode("nsec", bytes.fromhex(secret_key.to_hex()))
            case Note(event_id):
                return _bech32.encode("note", _id_bytes(event_id))
            case Nprofile(public_key, relays):
                head = _item(_SPECIAL, bytes.fromhex(public_key.hex))
                return _bech32.encode("nprofile", head + _relay_items(relays))
            case Nevent(event_id, relays, author, kind):
                data = _item(_SPECIAL, _id_bytes(event_id)) + _relay_items(relays)
                if author is not None:
                    data += _item(_AUTHOR, bytes.fromhex(author.hex))
                if kind is not None:
                    data += _kind_item(kind)
                return _bech32.encode("nevent", data)
            case Naddr(address, relays):
                if not is_hex32(address.pubkey):
                    raise Bech32Error("the author of an address is 64 lower-case hex digits")
                data = (
                    _item(_SPECIAL, _utf8(address.d))
                    + _relay_items(relays)
                    + _item(_AUTHOR, bytes.fromhex(address.pubkey))
                    + _kind_item(address.kind)
                )
                return _bech32.encode("naddr", data)

    def decode(self, text: str) -> Entity:
        """The entity of a text."""
        # NIP-19: "bech32-(not-m) encoding"
        prefix, data = _bech32.split(text)
        try:
            return _entity(prefix, data)
        except InvalidKeyError:
            raise Bech32Error(f"the {prefix} holds no valid key") from None


def _entity(prefix: str, data: bytes) -> Entity:
    match prefix:
        case "npub":
            return Npub(PublicKey(_32(data).hex()))
        case "nsec":
            return Nsec(SecretKey(_32(data)))
        case "note":
            return Note(_32(data).hex())
        case "nprofile":
            found = _Items(data)
            return Nprofile(PublicKey(_32(found.special).hex()), found.relays)
        case "nevent":
            found = _Items(data)
            return Nevent(_32(found.special).hex(), found.relays, found.author, found.kind)
        case "naddr":
            found = _Items(data)
            if found.author is None or found.kind is None:
                raise Bech32Error("an naddr holds an author and a kind")
            try:
                d = found.special.decode()
            except UnicodeDecodeError:
                raise Bech32Error("the identifier of an naddr is UTF-8") from None
            return Naddr(Address(found.kind, found.author.hex, d), found.relays)
        case _:
            raise Bech32Error("unknown prefix")


class _Items:
    """The items of a list, by type; the first of each counts, except for relays."""

    def __init__(self, data: bytes) -> None:
        special: bytes | None = None
        relays: list[str] = []
        self.author: PublicKey | None = None
        self.kind: int | None = None
        for kind_of_item, value in _items(data):
            if kind_of_item == _SPECIAL and special is None:
                special = value
            elif kind_of_item == _RELAY:
                try:
                    relays.append(value.decode("ascii"))
                except UnicodeDecodeError:
                    raise Bech32Error("a relay URL is ASCII") from None
            elif kind_of_item == _AUTHOR and self.author is None:
                self.author = PublicKey(_32(value).hex())
            elif kind_of_item == _KIND and self.kind is None:
                self.kind = _kind(value)
            # NIP-19: TLVs "that are not recognized or supported should be ignored".
        if special is None:
            raise Bech32Error("the entity lacks its main part")
        self.special = special
        self.relays = tuple(relays)


def _items(data: bytes) -> Iterator[tuple[int, bytes]]:
    position = 0
    while position < len(data):
        # NIP-19: "with T and L being 1 byte each ... and V being a sequence of bytes of the
        # size indicated by L"
        start = position + 2
        if start > len(data) or start + data[position + 1] > len(data):
            raise Bech32Error("the entity is cut off")
        end = start + data[position + 1]
        yield data[position], data[start:end]
        position = end


def _32(value: bytes) -> bytes:
    if len(value) != 32:
        raise Bech32Error("a key or an id has 32 bytes")
    return value


def _kind(value: bytes) -> int:
    # NIP-19: "the 32-bit unsigned integer of the kind, big-endian"
    kind = int.from_bytes(value)
    if len(value) != 4 or kind > 65535:
        raise Bech32Error("a kind is 4 bytes, a number in 0..65535")
    return kind


def _id_bytes(event_id: str) -> bytes:
    if not is_hex32(event_id):
        raise Bech32Error("an event id is 64 lower-case hexadecimal digits")
    return bytes.fromhex(event_id)


def _item(kind_of_item: int, value: bytes) -> bytes:
    if len(value) > 255:
        raise Bech32Error("a part of an entity has at most 255 bytes")
    return bytes((kind_of_item, len(value))) + value


def _kind_item(kind: int) -> bytes:
    if not 0 <= kind <= 65535:
        raise Bech32Error("a kind is a number in 0..65535")
    return _item(_KIND, kind.to_bytes(4))


def _relay_items(relays: tuple[str, ...]) -> bytes:
    if not all(map(str.isascii, relays)):
        raise Bech32Error("a relay URL is ASCII")
    return b"".join(_item(_RELAY, relay.encode("ascii")) for relay in relays)


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Bech32Error("the identifier holds a lone surrogate") from None
