"""What those who speak with one another call each other."""

import re
from collections.abc import Collection, Iterable

from ...text import fold

_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 3
"""Letters that a short form has at least."""


def called(speakers: Iterable[str]) -> frozenset[str]:
    """The words of the names of those who speak, folded, and what they may be cut to.

    ``Melanie`` is ``mel``, too, and ``melan``.
    """
    words = {word for speaker in set(speakers) for word in _WORD.findall(fold(speaker))}
    return frozenset(
        word[:end] for word in words for end in range(min(_SHORTEST, len(word)), len(word) + 1)
    )


def is_called(word: str, names: Collection[str]) -> bool:
    """Whether a folded word is one of such names, perhaps with an ending or a letter twice."""
    return word in names or word.rstrip("sy") in names or word[:-1] in names
