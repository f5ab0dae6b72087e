"""§2: paths, and the addresses they stand at."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from functools import cache

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SETTINGS = "sense-memory/v1/settings"
KEY = "sense-memory/v1/key/"
DEVICE = "sense-memory/v1/device/"
MOVED = "sense-memory/v1/moved/"
LONGEST_PLAIN = 184


def kv_path(key: str, scope: str = "") -> str:
    """Return the path of a key-value memory."""
    return in_scope(f"sense-memory/{nfc(key)}", scope)


def journal_path(name: str, scope: str = "") -> str:
    """Return the path of a journal entry, by its name `{ts}-{4 hex}`."""
    return in_scope(f"sense-journal/{name}", scope)


def persona_path(domain: str, facet: str, key: str, scope: str = "") -> str:
    """Return the path of a persona memory."""
    return in_scope(f"sense-memory/persona/{nfc(domain)}/{nfc(facet)}/{nfc(key)}", scope)


def in_scope(path: str, scope: str) -> str:
    """Return a path with its scope before it (S-2.1); the root scope is empty."""
    return f"sense-memory/scope/{nfc(scope)}/{path}" if scope else path


def nfc(text: str) -> str:
    """Return a text in Unicode form C (S-2.2)."""
    return unicodedata.normalize("NFC", text)


def kid_of(key: str) -> str:
    """Return the name of a blinding key of 64 hex digits (S-2.5)."""
    return hashlib.sha256(bytes.fromhex(key)).hexdigest()[:16]


def own_address(path: str, pubkey: str) -> str | None:
    """Return where a record of the store itself stands (S-2.5, S-2.13, S-10.2)."""
    if path == SETTINGS:
        return _digest(SETTINGS, pubkey)
    for start in (KEY, DEVICE, MOVED):
        if path.startswith(start):
            return _digest(start.rstrip("/"), pubkey, path.removeprefix(start))
    return None


def blinded_address(path: str, key: str) -> str:
    """Return the blinded address of a path under one key (S-2.4)."""
    text = b"30078\x00" + nfc(path).encode()
    return hmac.new(_tag_key(key), text, hashlib.sha256).hexdigest()


def stays_plain(path: str) -> bool:
    """Return whether a plain store writes a path as it is (S-2.3)."""
    return (
        not path.startswith("sense-memory/scope/")
        and len(path.encode()) <= LONGEST_PLAIN
        and not any(char < " " or char == "\x7f" for char in path)
    )


def write_address(path: str, pubkey: str, addressing: str, key: str) -> str:
    """Return where a store writes a path (S-2.3, S-2.4)."""
    own = own_address(path, pubkey)
    if own is not None:
        return own
    if addressing == "plain" and stays_plain(path):
        return path
    return blinded_address(path, key)


def address_of(path: str, pubkey: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return every address where a reader looks for a path (S-2.6)."""
    own = own_address(path, pubkey)
    if own is not None:
        return (own,)
    return (path, *(blinded_address(path, key) for key in keys))


@cache
def _tag_key(key: str) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=32, salt=b"sense-memory/v1", info=b"d-tag")
    return kdf.derive(bytes.fromhex(key))


def _digest(*parts: str) -> str:
    return hashlib.sha256(b"\x00".join(part.encode() for part in parts)).hexdigest()
