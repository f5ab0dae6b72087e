"""Paths and the addresses they get on relays.

A path is what the seed writes as the d tag: ``sense-memory/{key}``, and in any scope but the root
``sense-memory/scope/{id}/`` before it. A plain store uses the path itself, a blinded one an HMAC of
it, so that relays see 64 hex digits and nothing else.
"""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from nips import nip04
from nips.nip01 import Event

from ..core.errors import InvalidKeyError
from ..core.records.store_settings import Addressing, BlindingKey
from ..core.ref import Ref
from .schema import Schema
from .schemas import DEVICE, KEY, SCHEMAS, SETTINGS, SUCCESSION, schema_of

KIND = 30078
SCOPE_ROOT = "sense-memory/scope/"
MAX_PLAIN_BYTES = 184
"""strfry indexes tag values up to 255 bytes; an ``a`` tag spends 71 of them before the path. Beyond
that it files every event under one empty address, where they replace each other."""

_SALT = b"sense-memory/v1"
_ENTRY_ROOT = f"{nip04.KIND}:"
_ENTRY_PLACE = re.compile(r"4:([0-9a-f]{64})\Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]").search


def place_of(event: Event) -> str:
    """Where an event that holds a record stands: its ``d`` tag, or ``4:`` and its id.

    Relays keep every event of kind 4 by itself, so its id is the only address that it can have.
    """
    return entry_place(event.id) if event.kind == nip04.KIND else event.d


def entry_place(event_id: str) -> str:
    """Where a journal entry of kind 4 stands."""
    return _ENTRY_ROOT + event_id


def entry_at(address: str) -> str | None:
    """The id of the journal entry of kind 4 that an address is made for; else ``None``."""
    found = _ENTRY_PLACE.match(address)
    return found[1] if found else None


def is_to_self(event: Event) -> bool:
    """Whether an event of kind 4 names its own author as the receiver."""
    return any(tag[1:2] == (event.pubkey,) for tag in event.tags_named("p"))


def path_of(ref: Ref[Any]) -> str:
    """The path of a record."""
    scope = f"{SCOPE_ROOT}{ref.scope}/" if ref.scope else ""
    return f"{scope}{schema_of(ref.kind).root}{ref.name}"


def scope_at(path: str) -> str:
    """The scope in which a path lies, whatever lies there; ``""`` is the root."""
    return path[len(SCOPE_ROOT) :].partition("/")[0] if path.startswith(SCOPE_ROOT) else ""


def ref_at(path: str) -> tuple[Ref[Any], Schema[Any]] | None:
    """What a path names, or ``None`` if no record type of this release lives there."""
    scope, rest = "", path
    if path.startswith(SCOPE_ROOT):
        scope, _, rest = path[len(SCOPE_ROOT) :].partition("/")
        if not scope:
            return None
    for schema in SCHEMAS:
        if schema.is_of_store and scope:
            continue  # what a store keeps about itself belongs to the identity, not to a scope
        if rest.startswith(schema.root) and schema.is_name(rest[len(schema.root) :]):
            return Ref(schema.record, rest[len(schema.root) :], scope), schema
    return None


def key_id(key: BlindingKey) -> str:
    """The key's name: the first 16 hex digits of its SHA-256."""
    return _key_id(key.key)


@lru_cache(maxsize=64)
def _key_id(key: bytes) -> str:
    return hashlib.sha256(key).hexdigest()[:16]


def writing_key(keys: Iterable[BlindingKey]) -> BlindingKey | None:
    """Of several keys, the one that all devices write with: newest generation, lowest id."""
    return min(keys, key=lambda key: (-key.generation, key_id(key)), default=None)


@lru_cache(maxsize=64)
def _keyed(key: bytes) -> hmac.HMAC:
    derived = HKDF(algorithm=SHA256(), length=32, salt=_SALT, info=b"d-tag").derive(key)
    return hmac.new(derived, b"30078\x00", "sha256")


def blinded(path: str, key: BlindingKey) -> str:
    """The address of a path under a key, 64 hex digits."""
    return _blinded(path, key.key)


@lru_cache(maxsize=8192)
def _blinded(path: str, key: bytes) -> str:
    # kept for a while: a version's path is looked up several times on its way into the file
    mac = _keyed(key).copy()
    try:
        mac.update(unicodedata.normalize("NFC", path).encode())
    except UnicodeEncodeError:
        raise InvalidKeyError("a name contains a lone surrogate: nothing is called so") from None
    return mac.hexdigest()


def _own_address(path: str, public_key: str) -> str:
    """Where the store's own records stand in every store.

    Settings and keys must be found by whoever holds nothing but the identity, and a relay is not
    told which device is writing.
    """
    if path == SETTINGS.root:
        text = f"{path}\x00{public_key}"
    else:
        kind, _, name = path.rpartition("/")
        text = f"{kind}\x00{public_key}\x00{name}"
    return hashlib.sha256(text.encode()).hexdigest()


def _has_own_address(path: str) -> bool:
    return path == SETTINGS.root or path.startswith((KEY.root, DEVICE.root, SUCCESSION.root))


def addresses(path: str, keys: Iterable[BlindingKey], public_key: str) -> list[str]:
    """Every address at which versions of a path may stand, plain first."""
    if _has_own_address(path):
        return [_own_address(path, public_key)]
    return [path, *(blinded(path, key) for key in keys)]


def is_address_of(d: str, path: str, keys: Iterable[BlindingKey], public_key: str) -> bool:
    """Whether versions of a path may stand at an address."""
    if _has_own_address(path):
        return d == _own_address(path, public_key)
    return d == path or any(d == blinded(path, key) for key in keys)


def needs_key(path: str, addressing: Addressing) -> bool:
    """Whether a path can only be written blinded."""
    if _has_own_address(path):
        return False
    if addressing is Addressing.BLINDED:
        return True
    # a name inside a scope says whose it is, and the published client would take it for its own
    if path.startswith(SCOPE_ROOT):
        return True
    # DEL is escaped by one relay's canonical JSON, which then refuses the event's id
    return len(path.encode()) > MAX_PLAIN_BYTES or _CONTROL(path) is not None


def write_address(
    path: str, addressing: Addressing, keys: Iterable[BlindingKey], public_key: str
) -> str:
    """The address that new versions of a path get.

    Raises:
        LookupError: The path must be blinded and there is no key.
    """
    if _has_own_address(path):
        return _own_address(path, public_key)
    if not needs_key(path, addressing):
        return path
    key = writing_key(keys)
    if key is None:
        raise LookupError("no blinding key")
    return blinded(path, key)
