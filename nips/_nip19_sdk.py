"""NIP-19 entities by nostr-sdk, for installations without a library for bech32."""

from typing import Any

import nostr_sdk as sdk

from nips.errors import Bech32Error, InvalidKeyError
from nips.keys import PublicKey, SecretKey
from nips.nip01 import Address
from nips.nip19 import Entity, Naddr, Nevent, Note, Nprofile, Npub, Nsec

__all__ = ["SdkCodec"]


class SdkCodec:
    """Between entities and bech32 text, with nostr-sdk."""

    def encode(self, entity: Entity) -> str:
        """The text of an entity."""
        try:
            return str(_native(entity).to_bech32())
        except (sdk.NostrSdkError, OverflowError, UnicodeEncodeError):
            raise Bech32Error("a part of the entity cannot be written") from None

    def decode(self, text: str) -> Entity:
        """The entity of a text."""
        try:
            entity = _entity(sdk.Nip19.from_bech32(text).as_enum())
        except InvalidKeyError:
            raise Bech32Error("the entity holds no valid key") from None
        except (sdk.NostrSdkError, UnicodeEncodeError):
            raise Bech32Error("wrong checksum, unknown prefix or a part missing") from None
        # NIP-19: "bech32-(not-m) encoding". nostr-sdk reads both. What it writes is bech32; the
        # bare entities have one spelling, so they can be compared.
        if isinstance(entity, Npub | Nsec | Note) and self.encode(entity) != text.lower():
            raise Bech32Error("wrong checksum, or not bech32")
        return entity


def _native(entity: Entity) -> Any:
    match entity:
        case Npub(public_key):
            return _key(public_key)
        case Nsec(secret_key):
            return sdk.SecretKey.from_bytes(bytes.fromhex(secret_key.to_hex()))
        case Note(event_id):
            return sdk.EventId.parse(event_id)
        case Nprofile(public_key, relays):
            return sdk.Nip19Profile(_key(public_key), _urls(relays))
        case Nevent(event_id, relays, author, kind):
            return sdk.Nip19Event(
                sdk.EventId.parse(event_id),
                None if author is None else _key(author),
                None if kind is None else sdk.Kind(kind),
                _urls(relays),
            )
        case Naddr(address, relays):
            coordinate = sdk.Coordinate(
                sdk.Kind(address.kind), sdk.PublicKey.parse(address.pubkey), address.d
            )
            return sdk.Nip19Coordinate(coordinate, _urls(relays))


def _entity(found: Any) -> Entity:
    if found.is_pubkey():
        return Npub(PublicKey(found.npub.to_hex()))
    if found.is_secret():
        return Nsec(SecretKey.from_hex(found.nsec.to_hex()))
    if found.is_note():
        return Note(found.event_id.to_hex())
    if found.is_profile():
        profile = found.nprofile
        return Nprofile(PublicKey(profile.public_key().to_hex()), _texts(profile.relays()))
    if found.is_event():
        event = found.event
        author, kind = event.author(), event.kind()
        return Nevent(
            event.event_id().to_hex(),
            _texts(event.relays()),
            None if author is None else PublicKey(author.to_hex()),
            None if kind is None else kind.as_u16(),
        )
    if found.is_addr():
        coordinate = found.coordinate.coordinate()
        address = Address(
            coordinate.kind().as_u16(), coordinate.public_key().to_hex(), coordinate.identifier()
        )
        return Naddr(address, _texts(found.coordinate.relays()))
    raise Bech32Error("unknown prefix")


def _key(public_key: PublicKey) -> Any:
    return sdk.PublicKey.parse(public_key.hex)


def _urls(relays: tuple[str, ...]) -> list[Any]:
    return [sdk.RelayUrl.parse(relay) for relay in relays]


def _texts(urls: list[Any]) -> tuple[str, ...]:
    return tuple(map(str, urls))
