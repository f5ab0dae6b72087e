"""Lower-case hexadecimal of a fixed length, the only spelling NIP-01 knows."""

import re
from typing import Final, TypeGuard

__all__ = ["is_hex32", "is_hex64"]

_HEX32: Final = re.compile(r"[0-9a-f]{64}").fullmatch
_HEX64: Final = re.compile(r"[0-9a-f]{128}").fullmatch


def is_hex32(text: object) -> TypeGuard[str]:
    """Whether `text` spells 32 bytes: 64 digits, lower case."""
    return isinstance(text, str) and _HEX32(text) is not None


def is_hex64(text: object) -> TypeGuard[str]:
    """Whether `text` spells 64 bytes: 128 digits, lower case."""
    return isinstance(text, str) and _HEX64(text) is not None
