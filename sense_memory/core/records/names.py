"""What may be a key, a domain or a facet: the published client's rules and words."""

import unicodedata
from typing import TypeVar, cast

from ..errors import InvalidKeyError

T = TypeVar("T")

MAX_KEY_LENGTH = 256
"""Characters in a key."""

_UNSEEN = frozenset(("Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me"))
"""Categories of Unicode whose characters do not show by themselves."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters of Hangul that fill a place, and the Braille pattern without dots."""

MAX_TAXONOMY_LENGTH = 64
"""Characters in a domain or facet."""

MAX_CONTENT_LENGTH = 65_000
"""Characters in a value. The size in bytes is checked when the record is encoded."""


def canonical(name: T) -> T:
    """The name in Unicode normal form C, so that it is one name however it was typed."""
    return cast("T", unicodedata.normalize("NFC", name)) if isinstance(name, str) else name


def is_visible(character: str) -> bool:
    """Whether a character shows by itself: no blank, no control, no mark that needs a letter."""
    category = unicodedata.category(character)
    return category not in _UNSEEN and character not in _BLANK


def check_key(key: str) -> None:
    """Refuse what cannot be a key.

    Raises:
        InvalidKeyError: Not a string, empty, over 256 characters, or with slash,
            backslash, NUL or ``..``.
    """
    if not isinstance(key, str) or not key:
        raise InvalidKeyError("Memory key must be a non-empty string")
    if len(key) > MAX_KEY_LENGTH:
        raise InvalidKeyError(
            f"Memory key too long ({len(key)} chars). Maximum is {MAX_KEY_LENGTH}."
        )
    _check_path_segment(key, "Memory key")


def check_taxonomy(name: str, what: str) -> None:
    """Refuse what cannot be a domain or facet.

    Raises:
        InvalidKeyError: As for keys, with at most 64 characters.
    """
    if not isinstance(name, str) or not name:
        raise InvalidKeyError(f"{what} must be a non-empty string")
    if len(name) > MAX_TAXONOMY_LENGTH:
        raise InvalidKeyError(f"{what} too long ({len(name)} chars). Max is {MAX_TAXONOMY_LENGTH}.")
    _check_path_segment(name, what)


def _check_path_segment(name: str, what: str) -> None:
    if any(c in name for c in "/\\\x00"):
        raise InvalidKeyError(f"{what} contains invalid characters (/, \\, or null): {name!r}")
    if ".." in name:
        raise InvalidKeyError(f"{what} contains path traversal: {name!r}")
    if _has_surrogate(name):
        raise InvalidKeyError(f"{what} contains invalid characters (lone surrogate): {name!r}")


def check_text(text: str, what: str) -> None:
    """Refuse a value that is no text, or longer than the published client takes.

    Raises:
        InvalidKeyError: Not a string, over 65,000 characters, or not encodable as UTF-8.
    """
    if isinstance(text, str) and len(text) > MAX_CONTENT_LENGTH:
        raise InvalidKeyError(
            f"{what} too long ({len(text)} chars). Maximum is {MAX_CONTENT_LENGTH}."
        )
    check_encodable(text, what)


def check_encodable(text: str, what: str) -> None:
    """Refuse what is no text; how long it may be is left to its record.

    Raises:
        InvalidKeyError: Not a string, or not encodable as UTF-8.
    """
    if not isinstance(text, str):
        raise InvalidKeyError(f"{what} must be a string, got {type(text).__name__}")
    if _has_surrogate(text):
        raise InvalidKeyError(f"{what} contains a lone surrogate and cannot be encoded as UTF-8")


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
