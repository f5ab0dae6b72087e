"""Attitude and proximity as people type them: 4, a word, or from the least to the greatest."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...store.graph_handle import Score

_RANGE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,3}", re.ASCII)


def score(text: str) -> int | str:
    """A number if it is one, else the word; what is allowed the store says."""
    return int(text) if _NUMBER.fullmatch(text.strip()) else text


def wanted(text: str | None) -> "Score | None":
    """Which scores are to be shown; ``None`` is any."""
    if text is None:
        return None
    if found := _RANGE.fullmatch(text.strip()):
        return int(found[1]), int(found[2])
    return score(text)
