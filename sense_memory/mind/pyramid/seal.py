"""What a text was made of, exactly, in a word: whether it still is follows by comparing.

Devices edit, forget and summarise without seeing each other. So nothing is marked as out of date:
what was made carries a hash of its own text and of all that it was made of, and is out of date
where that is no longer the hash of what stands there.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from ...core.records.pyramid import Observation, Summary

Piece: TypeAlias = Observation | Summary
"""Something that a summary may be made of."""
P = TypeVar("P", bound=Observation | Summary)


def moment(piece: Piece) -> float | None:
    """When a piece was: a summary when the last of it was. ``None`` if nobody knows."""
    return piece.at if isinstance(piece, Observation) else piece.end


def began(piece: Piece) -> float | None:
    """When a piece began."""
    return piece.at if isinstance(piece, Observation) else piece.start


def in_order(pieces: Iterable[P]) -> tuple[P, ...]:
    """Oldest first, what has no time before all, and the same on every device."""
    return tuple(sorted(pieces, key=order))


def order(piece: Piece) -> tuple[bool, float, float, int, str]:
    """What pieces are put in order by."""
    start, end = began(piece), moment(piece)
    # a summary that has no start has no end either, unless somebody wrote it by hand
    place = piece.order if isinstance(piece, Observation) else 0
    return start is not None, start or 0.0, end or 0.0, place, piece.input


def span(pieces: Iterable[Piece]) -> tuple[float | None, float | None]:
    """When the first of some pieces began and the last one ended."""
    given = list(pieces)
    starts = [at for at in map(began, given) if at is not None]
    ends = [at for at in map(moment, given) if at is not None]
    return min(starts, default=None), max(ends, default=None)


def sealed(texts: Iterable[str | None], pieces: Iterable[Piece], *rest: object) -> str:
    """16 hex digits of SHA-256 over texts, what they are made of, and what else belongs to it.

    Args:
        texts: What was made.
        pieces: Of what, in any order.
        rest: Anything else that the texts follow from, of JSON.
    """
    parts = sorted(
        (one.input, _seconds(began(one)), _seconds(moment(one)), one.text) for one in pieces
    )
    said = json.dumps([list(texts), parts, rest], separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(said.encode("ascii")).hexdigest()[:16]


def seal_of(summary: Summary, pieces: Iterable[Piece]) -> str:
    """The seal that a summary has if it was made of these as they stand."""
    return sealed([summary.text], pieces, _seconds(summary.start), _seconds(summary.end))


def _seconds(at: float | None) -> float | None:
    """A time as records give it back: whole seconds are no integers."""
    return None if at is None else float(at)
