"""What others said, as one line."""

import unicodedata

_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
_JOINERS = "\u200c\u200d"
"""Unseen, too, but words of some languages, and many an emoji, need them."""


def one_line(text: str) -> str:
    """A text as one line of what can be seen: nothing hidden, no change of direction.

    Blanks of any length and kind, and what cannot be seen, become one space; at the ends, none.
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    seen = "".join(
        char if char in _JOINERS or unicodedata.category(char) not in _UNSEEN else " "
        for char in line
    )
    return " ".join(seen.split())
