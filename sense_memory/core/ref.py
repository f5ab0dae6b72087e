"""A reference names one record: its type, its name within the type, and its scope."""

import unicodedata
from dataclasses import dataclass
from typing import Generic, TypeVar

from .errors import InvalidKeyError

R = TypeVar("R")
MAX_SCOPE_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Ref(Generic[R]):
    """Where a record lives, whatever the address on the wire looks like.

    Attributes:
        kind: The record's class.
        name: Its name within its type: ``user_timezone``, ``people/facts/vergel``.
        scope: The user, project or tenant it belongs to; ``""`` is the root scope.
    """

    kind: type[R]
    name: str
    scope: str = ""

    def __str__(self) -> str:
        where = f"{self.scope}:" if self.scope else ""
        return f"{where}{self.kind.__name__}/{self.name}"


def check_scope(scope: str) -> str:
    """Return the scope if it can be part of a path.

    Raises:
        InvalidKeyError: It is empty, longer than 64 characters, or holds slash, backslash,
            NUL or ``..``.
    """
    if not isinstance(scope, str) or not scope:
        raise InvalidKeyError("a scope must be a non-empty string")
    if len(scope) > MAX_SCOPE_LENGTH:
        raise InvalidKeyError(f"scope too long ({len(scope)} chars), at most {MAX_SCOPE_LENGTH}")
    try:
        scope.encode()
    except UnicodeEncodeError:
        raise InvalidKeyError("scope contains invalid characters (lone surrogate)") from None
    scope = unicodedata.normalize("NFC", scope)
    if any(c in scope for c in "/\\\x00") or ".." in scope:
        raise InvalidKeyError(f"scope contains invalid characters (/, \\, NUL or ..): {scope!r}")
    return scope
