"""A summary out of what is summarised: its weightiest clauses, as they were said."""

from collections.abc import Sequence

from ...compress.phrases import cut_to
from ...extracts.extracting import NO_DAY, Extract, chosen, day_at, extracts, undated, written
from ..seal import Piece, span
from .passages import passages


def summarized(pieces: Sequence[Piece], tokens: int) -> str:
    """What some pieces say, in so many tokens at most; all of it where there is room.

    Args:
        pieces: Oldest first.
        tokens: At least 1.
    """
    given = extracts(passages(pieces))
    start, _ = span(pieces)
    # whoever reads this again takes what has no day on it to be of the day on which all began
    with_days = {one.origin.day for one in given} != {day_at(start)}

    def write(kept: Sequence[Extract]) -> str:
        text = written(kept, with_days=with_days)
        is_undated = with_days and all(one.origin.day == NO_DAY for one in kept)
        return undated(text) if kept and is_undated else text

    kept = chosen(given, tokens, write)
    if kept or not given:
        return write(kept)
    return cut_to(max(given, key=lambda one: (one.weight, -one.order)).text, tokens)
