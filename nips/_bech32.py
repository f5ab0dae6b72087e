"""Bytes as bech32 text under a prefix of one's own, from whichever library is installed.

NIP-19's own prefixes are in `nips.nip19`; this is for what another NIP writes in bech32.
"""

from functools import cache
from typing import Any, Final, Protocol

from nips.errors import Bech32Error

__all__ = ["decode", "encode"]

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
        return _Pynostr()
    except ImportError:
        return _Bech32()


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
        Bech32Error: too long, a wrong checksum, another prefix, not a whole number of bytes. The
            message does not hold the text.
    """
    if len(text) > _MAX_CHARACTERS:
        raise Bech32Error(f"a bech32 text has at most {_MAX_CHARACTERS} characters")
    found, words = _library().decode(text)
    if found != prefix:
        raise Bech32Error(f"another prefix than {prefix}")
    octets = _library().regroup(words, 5, 8, pad=False)
    if octets is None:
        raise Bech32Error("not a whole number of bytes")
    return bytes(octets)
