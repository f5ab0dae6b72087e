"""What an item is called in the store: one key for its namespace and its own."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from ...core.errors import InputError, InvalidKeyError
from ...core.records.names import MAX_KEY_LENGTH

PREFIX = "langgraph:"
"""How the keys of items begin; nothing else in a store is called so."""

_BETWEEN, _BEFORE_KEY = ".", ":"
_NO_KEY = frozenset("%/\\")
_NO_LABEL = _NO_KEY | {_BETWEEN, _BEFORE_KEY}
_UNSEEN = ("Cc", "Cs")
"""Categories of Unicode that have no place in a key: controls, and halves of surrogate pairs."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item is.

    Attributes:
        namespace: Its labels, the outermost first.
        key: What it is called there.
    """

    namespace: tuple[str, ...]
    key: str

    def __str__(self) -> str:
        return f"{self.key!r} in {self.namespace!r}"

    def is_below(self, prefix: tuple[str, ...]) -> bool:
        """Whether its namespace is this one, or within it."""
        return self.namespace[: len(prefix)] == prefix

    @property
    def name(self) -> str:
        """``langgraph:users.123:prefs``: the key of the memory that holds the item.

        What a key of ours cannot hold, or what would mean something else there, is written as
        ``%`` and two hex digits for each byte of UTF-8.

        Raises:
            InvalidKeyError: It would be longer than a key can be.
        """
        name = f"{beginning(self.namespace)}{_BEFORE_KEY}{_escaped(self.key, _NO_KEY)}"
        if len(name) > MAX_KEY_LENGTH:
            raise InvalidKeyError(
                f"the name of the item {self} is too long: it makes a key of {len(name)} "
                f"characters ({PREFIX}…), at most {MAX_KEY_LENGTH} are kept"
            )
        return name


def beginning(prefix: Sequence[str]) -> str:
    """How the names of all items in a namespace, and in those within it, begin.

    Those of some other ones do so, too: of ``("user",)`` those of ``("users",)``.
    """
    return PREFIX + _BETWEEN.join(_escaped(label, _NO_LABEL) for label in prefix)


def place_in(name: str) -> Place | None:
    """Where the item of a memory's key is; ``None`` if the key is that of no item."""
    if not name.startswith(PREFIX):
        return None
    labels, colon, key = name.removeprefix(PREFIX).partition(_BEFORE_KEY)
    if not colon:
        return None
    try:
        namespace = tuple(_plain(label) for label in labels.split(_BETWEEN)) if labels else ()
        place = Place(namespace, _plain(key))
        is_its_name = place.name == name
    except (UnicodeDecodeError, InvalidKeyError):
        return None
    # somebody else may have made up a key that only looks like one: it would be found twice
    return place if is_its_name else None


def check_key(key: object) -> str:
    """The key, if it is one.

    Raises:
        InputError: It is no text.
    """
    if not isinstance(key, str):
        raise InputError(f"the key of an item is a string, got {type(key).__name__}")
    return key


def _escaped(text: str, reserved: frozenset[str]) -> str:
    part = "".join(_hex(one) if one in reserved or _is_unseen(one) else one for one in text)
    part = part.replace("..", "%2E%2E")  # the published client takes it for a way out of a folder
    if unicodedata.normalize("NFC", _BETWEEN + part) == _BETWEEN + part:
        return part
    # a key is kept in normal form C, in which this would be another text
    return "".join(one if one.isascii() else _hex(one) for one in part)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN


def _hex(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def _plain(part: str) -> str:
    return unquote(part, errors="surrogatepass")
