"""What a model says aloud, of what it streams."""

from enum import Enum

from ...core.surrogates import joined

_BEGIN = "<think>"
_END = "</think>"
_HALF = ("\ud800", "\udbff")


class _Doing(Enum):
    BEGINS = 1
    THINKS = 2
    PAUSES = 3
    SPEAKS = 4


class Spoken:
    """Takes a stream of text apart into what is said and what is left out.

    A model on one's own machine may think aloud before it answers, and nobody between takes that
    out: it is no part of a conversation. And a character outside the first 65,536 may come in
    halves.
    """

    def __init__(self) -> None:
        self._held = ""
        self._doing = _Doing.BEGINS

    def take(self, piece: str) -> str:
        """What can be said now that a piece came."""
        text = self._held + piece
        self._held = ""
        if self._doing is _Doing.BEGINS:
            start = text.lstrip()
            if len(start) < len(_BEGIN) and _BEGIN.startswith(start):
                self._held = text
                return ""
            self._doing = _Doing.THINKS if start.startswith(_BEGIN) else _Doing.SPEAKS
        if self._doing is _Doing.THINKS:
            _, end, after = text.partition(_END)
            if not end:
                self._held = text[-len(_END) :]
                return ""
            text = after
            self._doing = _Doing.PAUSES
        if self._doing is _Doing.PAUSES:
            text = text.lstrip()
            self._doing = _Doing.SPEAKS if text else _Doing.PAUSES
        return self._joined(text)

    def rest(self) -> str:
        """What was held back for what did not come."""
        held, self._held = self._held, ""
        return "" if self._doing is _Doing.THINKS else joined(held)

    def _joined(self, text: str) -> str:
        if text and _HALF[0] <= text[-1] <= _HALF[1]:
            text, self._held = text[:-1], text[-1]
        return joined(text)


def without_thoughts(text: str) -> str:
    """A whole text without what a model thought before it."""
    spoken = Spoken()
    return spoken.take(text) + spoken.rest()
