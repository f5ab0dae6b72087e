"""Which edges somebody means by a score: a number, a word for it, or a span of numbers.

Words differ by the type of an edge, so what a word means is told for each type.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from ...core.errors import InputError
from ...core.records.graph import HIGHEST_SCORE, LOWEST_SCORE, EdgeType
from .words import WORDS, check_score

Scored: TypeAlias = Literal["attitude", "proximity"]
Spans: TypeAlias = Mapping[EdgeType, tuple[int, int]]
"""The least and the greatest score that is meant, 1–5; a type that is not there is not meant."""


def spans(
    given: int | str | tuple[int, int] | None, what: Scored, kind: EdgeType | None = None
) -> Spans:
    """What is meant by a score, for each type of edge.

    Args:
        given: 1–5; a word that some type has for it, in any case; the least and the greatest; or
            ``None``, which is any.
        what: Which of the two scores.
        kind: The only type that is asked for; ``None`` is all.

    Raises:
        InputError: It is no score, or the first of two is the greater one, or no type that is asked
            for has such a word; the message says what is allowed.
    """
    kinds = tuple(EdgeType) if kind is None else (kind,)
    if isinstance(given, str):
        return _called(given, what, kinds)
    if given is None:
        least, greatest = LOWEST_SCORE, HIGHEST_SCORE
    elif isinstance(given, tuple):
        if len(given) != 2:
            raise InputError(f"{what} is searched from the least to the greatest, got {given!r}")
        least, greatest = (check_score(one, what) for one in given)
        if least > greatest:
            raise InputError(
                f"{what} is searched from the least to the greatest, not from {least} to {greatest}"
            )
    else:
        least = greatest = check_score(given, what)
    return dict.fromkeys(kinds, (least, greatest))


def _called(word: str, what: Scored, kinds: tuple[EdgeType, ...]) -> Spans:
    folded = word.strip().casefold()
    tables = {kind: getattr(WORDS[kind], what) for kind in kinds}
    found = {
        kind: (table.index(folded) + 1, table.index(folded) + 1)
        for kind, table in tables.items()
        if folded in table
    }
    if not found:
        allowed = "; ".join(f"of {kind}: {', '.join(table)}" for kind, table in tables.items())
        raise InputError(
            f"{what} is a whole number from {LOWEST_SCORE} to {HIGHEST_SCORE} or one of these "
            f"words: {allowed}; not {word!r}"
        )
    return found
