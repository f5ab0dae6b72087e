"""NIP-19: bech32-encoded entities.

Supported: npub, nsec, note, nprofile, nevent and naddr. Not supported: nrelay, which NIP-19
has withdrawn.

The bech32 arithmetic is a library's, loaded on first use; where none is installed, nostr-sdk does
the whole work.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol, TypeAlias

from nips.errors import Bech32Error
from nips.keys import PublicKey, SecretKey
from nips.nip01 import Address

__all__ = [
    "Entity",
    "Naddr",
    "Nevent",
    "Note",
    "Nprofile",
    "Npub",
    "Nsec",
    "decode",
    "encode",
    "encode_note",
    "encode_npub",
    "encode_nsec",
]

MAX_CHARACTERS: Final = 5000


@dataclass(frozen=True, slots=True)
class Npub:
    """A public key."""

    public_key: PublicKey


@dataclass(frozen=True, slots=True)
class Nsec:
    """A secret key; its repr does not show it."""

    secret_key: SecretKey


@dataclass(frozen=True, slots=True)
class Note:
    """An event id, 64 lower-case hexadecimal digits."""

    event_id: str


@dataclass(frozen=True, slots=True)
class Nprofile:
    """A public key and relays where its events may be found."""

    public_key: PublicKey
    relays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Nevent:
    """An event id and, where known, its relays, author and kind."""

    event_id: str
    relays: tuple[str, ...] = ()
    author: PublicKey | None = None
    kind: int | None = None


@dataclass(frozen=True, slots=True)
class Naddr:
    """The address of a replaceable event and its relays."""

    address: Address
    relays: tuple[str, ...] = ()


Entity: TypeAlias = Npub | Nsec | Note | Nprofile | Nevent | Naddr


class Codec(Protocol):
    """Between entities and bech32 text. Both functions raise `Bech32Error` only."""

    def encode(self, entity: Entity) -> str:
        """The text of an entity."""
        ...

    def decode(self, text: str) -> Entity:
        """The entity of a text of at most `MAX_CHARACTERS`."""
        ...


@cache
def _codec() -> Codec:
    from nips import _bech32

    if _bech32.is_installed():
        from nips._nip19_tlv import TlvCodec

        return TlvCodec()
    from nips._nip19_sdk import SdkCodec

    return SdkCodec()


def encode(entity: Entity) -> str:
    """The bech32 text of an entity.

    Raises:
        Bech32Error: a part cannot be written, such as a relay URL of more than 255 bytes.
    """
    return _codec().encode(entity)


def encode_npub(public_key: PublicKey) -> str:
    """A public key as npub."""
    return encode(Npub(public_key))


def encode_nsec(secret_key: SecretKey) -> str:
    """A secret key as nsec: the secret itself, for the key file and nothing else."""
    return encode(Nsec(secret_key))


def encode_note(event_id: str) -> str:
    """An event id (64 lower-case hexadecimal digits) as note.

    Raises:
        Bech32Error: the id is spelled otherwise.
    """
    return encode(Note(event_id))


def decode(text: str) -> Entity:
    """Read a bech32 text.

    Raises:
        Bech32Error: too long, a wrong checksum, an unknown prefix, a part missing or malformed.
            The message does not hold the text: it may be a misspelled nsec.
    """
    if len(text) > MAX_CHARACTERS:
        raise Bech32Error(f"a bech32 entity has at most {MAX_CHARACTERS} characters")
    return _codec().decode(text)
