"""What a store knows about addressing, and the names that follow from it."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

from ..core.local_only import is_local_only
from ..core.records.store_settings import Addressing, BlindingKey
from ..core.ref import Ref
from .address import (
    addresses,
    blinded,
    entry_at,
    key_id,
    needs_key,
    write_address,
    writing_key,
)
from .schema import Schema

STAYS = "stays:"
"""How the buckets of scopes begin whose records go to no relay: the file itself knows them."""
BELOW = "-"
"""Behind it a bucket says which group of a type and scope it is."""


@dataclass(frozen=True, slots=True)
class Naming:
    """How paths become addresses here.

    Attributes:
        public_key: The identity, 64 hex digits.
        file_key: 32 random bytes of this file. Until the addressing is known the file is blinded
            with it and nothing is sent; a new blinded store makes it its first blinding key.
        addressing: ``None`` while nobody has said.
        keys: The published blinding keys, by key id.
    """

    public_key: str
    file_key: BlindingKey
    addressing: Addressing | None
    keys: Mapping[str, BlindingKey]

    def with_addressing(self, addressing: Addressing) -> Self:
        """The same, once it is known."""
        return replace(self, addressing=addressing)

    def with_key(self, key: BlindingKey) -> Self:
        """Keys are only ever added."""
        return replace(self, keys={**self.keys, key_id(key): key})

    @property
    def all_keys(self) -> list[BlindingKey]:
        """Every key under which this file may hold addresses."""
        published = list(self.keys.values())
        return published if self.file_key in published else [*published, self.file_key]

    @property
    def writing_key(self) -> bytes | None:
        """The blinding key that all devices write with, or ``None`` if there is none."""
        key = writing_key(self.keys.values())
        return None if key is None else key.key

    def lacks_key_for(self, path: str) -> bool:
        """Whether a key must be published before this path can be."""
        return (
            self.addressing is not None
            and needs_key(path, self.addressing)
            and writing_key(self.keys.values()) is None
        )

    def candidates(self, path: str) -> list[str]:
        """Every address at which versions of the path may stand."""
        return addresses(path, self.all_keys, self.public_key)

    def under_every_key(self, path: str) -> list[str]:
        """Where other devices may have written a path that has no plain address here.

        Two devices may each make a key; until they hear of each other, each writes under its own.
        """
        if self.addressing is None or not needs_key(path, self.addressing):
            return []
        return [blinded(path, key) for key in self.keys.values()]

    def address(self, path: str) -> str:
        """Where a new version goes; only this file's own address while nobody has said."""
        if self.addressing is None:
            return write_address(path, Addressing.BLINDED, [self.file_key], self.public_key)
        keys = self.keys.values() if self.keys else [self.file_key]
        return write_address(path, self.addressing, keys, self.public_key)

    def is_current(self, path: str, address: str) -> bool:
        """Whether a path stands where the store writes it now."""
        # an entry of kind 4 stands where it stands, however the store addresses
        return entry_at(address) is not None or self.address(path) == address

    def padding(self) -> Addressing:
        """Whether plaintexts are padded; while nobody has said, they are."""
        return self.addressing or Addressing.BLINDED

    def bucket(self, record_type: str, scope: str, group: str = "") -> str:
        """Where the file files a type and scope: found without decrypting, said to nobody.

        What is filed by groups stands below it: each group's bucket begins with this one.
        """
        whole = _bucket(self.file_key.key, record_type, scope)
        if is_local_only(scope):
            whole = STAYS + whole
        if not group:
            return whole
        return whole + BELOW + _bucket(self.file_key.key, record_type, f"{scope}\x00{group}")

    def note(self, path: str) -> str:
        """How the file says that something in it names the record of a path."""
        return _keyed_hash(self.file_key.key, "named", path)[:32]

    def filed(self, ref: Ref[Any], schema: Schema[Any]) -> str:
        """The bucket of a record, or of all whose names start like that."""
        return self.bucket(schema.type, ref.scope, schema.group(ref.name))


@lru_cache(maxsize=1024)
def _bucket(file_key: bytes, record_type: str, scope: str) -> str:
    return _keyed_hash(file_key, "bucket", f"{record_type}\x00{scope}")[:16]


def _keyed_hash(file_key: bytes, purpose: str, text: str) -> str:
    key = hashlib.sha256(f"sense-memory/v1/{purpose}\x00".encode() + file_key).digest()
    return hmac.digest(key, text.encode(), "sha256").hex()
