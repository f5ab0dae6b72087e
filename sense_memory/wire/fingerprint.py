"""One hash over all memories, so that devices can see whether they hold the same."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Any

from ..core.records.store_settings import Addressing
from ..core.ref import Ref
from . import codec
from .body import Body
from .naming import Naming

_ANY_SIZE = 1 << 30


def digest_key(naming: Naming) -> bytes:
    """What digests are keyed with: the key that this store writes with, or else its identity."""
    key = naming.writing_key or naming.public_key.encode()
    return hashlib.sha256(b"sense-memory/v1/fingerprint\x00" + key).digest()


def digest(ref: Ref[Any], body: Body, key: bytes) -> bytes:
    """32 bytes for one memory, the same on every device that holds the same version."""
    text = codec.plaintext(ref, body, Addressing.PLAIN, _ANY_SIZE)
    content = hashlib.sha256(text.encode()).digest()
    return hmac.digest(key, body.path.encode() + b"\x00" + content, "sha256")


def fingerprint(digests: Iterable[bytes]) -> str:
    """32 hex digits for a set of memories, whatever their order."""
    return hashlib.sha256(b"".join(sorted(set(digests)))).hexdigest()[:32]
