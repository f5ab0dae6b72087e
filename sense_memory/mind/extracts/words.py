"""The words of a sentence for looking them up: folded, and whole in every script with spaces."""

import re

from ..text import fold

_WORD = re.compile(
    r"(?:[^\W_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0966-\u0dff])+"
)


def words_of(text: str) -> list[str]:
    """The words of a text, in order; ``don't`` is two, of scripts without spaces a run is one."""
    return _WORD.findall(fold(text))
