"""Bytes as bech32 text, from whichever library is installed.

``bech32`` is the reference implementation of BIP-173, without its limit of 90 characters, and
comes as a wheel; ``pynostr`` needs distributions that do not, and serves where it is there anyway.
"""

from functools import cache
from typing import Any, Final, Protocol

from nips.errors import Bech32Error

__all__ = ["decode", "encode", "is_installed", "split"]

_MAX_CHARACTERS: Final = 5000


class _Library(Protocol):
    """Five-bit words between a prefix and a checksum."""

    def encode(self, prefix: str, words: list[int]) -> str:
        """The text."""
        ...

    def decode(self, text: str) -> tuple[str, list[int]]:
        """The prefix and the words.

        Raises:
            Bech32Error: a wrong checksum, or not bech32.
        """
        ...

    def regroup(self, values: Any, width: int, new_width: int, *, pad: bool) -> list[int] | None:
        """The same bits in groups of another width."""
        ...


class _Pynostr:
    def __init__(self) -> None:
        from pynostr import bech32

        self._bech32 = bech32

    def encode(self, prefix: str, words: list[int]) -> str:
        return str(self._bech32.bech32_encode(prefix, words, self._bech32.Encoding.BECH32))

    def decode(self, text: str) -> tuple[str, list[int]]:
        prefix, words, encoding = self._bech32.bech32_decode(text)
        if encoding is not self._bech32.Encoding.BECH32:
            raise Bech32Error("wrong checksum, or not bech32")
        return prefix, words

    def regroup(self, values: Any, width: int, new_width: int, *, pad: bool) -> list[int] | None:
        found: list[int] | None = self._bech32.convertbits(values, width, new_width, pad)
        return found


class _Bech32:
    def __init__(self) -> None:
        import bech32

        self._bech32 = bech32

    def encode(self, prefix: str, words: list[int]) -> str:
        return self._bech32.bech32_encode(prefix, words)

    def decode(self, text: str) -> tuple[str, list[int]]:
        prefix, words = self._bech32.bech32_decode(text)
        if prefix is None or words is None:
            raise Bech32Error("wrong checksum, or not bech32")
        return prefix, words

    def regroup(self, values: Any, width: int, new_width: int, *, pad: bool) -> list[int] | None:
        return self._bech32.convertbits(values, width, new_width, pad)


@cache
def _library() -> _Library:
    try:
        return _Bech32()
    except ImportError:
        return _Pynostr()


def is_installed() -> bool:
    """Whether there is a library to use."""
    try:
        _library()
    except ImportError:
        return False
    return True


def encode(prefix: str, data: bytes) -> str:
    """Bytes as bech32 text; `prefix` is lower-case ASCII."""
    library = _library()
    words = library.regroup(data, 8, 5, pad=True)
    if words is None:
        raise Bech32Error("these are no bytes")
    return library.encode(prefix, words)


def decode(prefix: str, text: str) -> bytes:
    """The bytes of a bech32 text that begins with `prefix`.

    Raises:
        Bech32Error: as `split`, or another prefix.
    """
    found, data = split(text)
    if found != prefix:
        raise Bech32Error(f"another prefix than {prefix}")
    return data


def split(text: str) -> tuple[str, bytes]:
    """The prefix, in lower case, and the bytes of a bech32 text.

    Raises:
        Bech32Error: too long, a wrong checksum, not a whole number of bytes. The message does not
            hold the text.
    """
    if len(text) > _MAX_CHARACTERS:
        raise Bech32Error(f"a bech32 text has at most {_MAX_CHARACTERS} characters")
    prefix, words = _library().decode(text)
    octets = _library().regroup(words, 5, 8, pad=False)
    if octets is None:
        raise Bech32Error("not a whole number of bytes")
    return prefix, bytes(octets)
