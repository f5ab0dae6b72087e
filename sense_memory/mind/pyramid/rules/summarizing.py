"""A summary out of what is summarised: its weightiest clauses, as they were said."""

from collections.abc import Sequence

from ...compress.phrases import cut_to
from ..seal import Piece
from .extracting import chosen, extracts, written


def summarized(pieces: Sequence[Piece], tokens: int) -> str:
    """What some pieces say, in so many tokens at most; all of it where there is room.

    Args:
        pieces: Oldest first.
        tokens: At least 1.
    """
    given = extracts(pieces)
    kept = chosen(given, tokens, written)
    if kept or not given:
        return written(kept)
    return cut_to(max(given, key=lambda one: (one.weight, -one.order)).text, tokens)
