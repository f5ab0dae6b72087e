"""Text as a record can hold it, of whatever a source has."""

import re

from .surrogates import joined

_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters, but tab and the ends of lines; a terminal would obey some of them."""


def legible(text: str) -> str:
    """The text without control characters and what surrounds it, each line ended by a line feed.

    Two halves of a surrogate pair are made one character, a half alone U+FFFD.
    """
    return _UNSEEN.sub("", joined(text).replace("\r\n", "\n").replace("\r", "\n")).strip()


def label(value: object, longest: int = 200) -> str:
    """A name or title in one line, cut; nothing where there is no text."""
    if not isinstance(value, str):
        return ""
    return " ".join(legible(value[: 4 * longest]).split())[:longest].rstrip()
