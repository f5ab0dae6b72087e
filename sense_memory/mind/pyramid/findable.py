"""What a search sees of observations and summaries, and what an encoder does.

A search sees lines and dates: what was observed of the turns of one conversation stands beside each
other in order of time, as the turns do, and what was observed directly is about the day at which it
was so. An encoder sees the time in words before the text, so that what is asked of a month lies
near.
"""

import math
from dataclasses import dataclass

from ...core.records.conversation import conversation_in, turn_of_origin
from ...core.records.pyramid import Observation, Summary
from ..dates import temporal_prefix
from .seal import Piece, began, moment

OBSERVATION, SUMMARY = "observation", "summary"


@dataclass(frozen=True, slots=True)
class Findable:
    """An observation or a summary as search knows it; attributes as in ``mind.search.Document``.

    Its domain is its topic's slug, or nothing, and its facet says which of the two it is.
    """

    value: str
    domain: str
    facet: str
    source: str
    created_at: float
    due_at: float | None
    key: str = ""
    themes: tuple[str, ...] = ()


def findable(piece: Piece) -> Findable | None:
    """What search sees of a piece; ``None`` of a summary that waits to be made anew."""
    if piece.text is None:
        return None
    at = moment(piece)
    created_at = -math.inf if at is None else at
    if isinstance(piece, Summary):
        return Findable(piece.text, piece.topic, SUMMARY, "", created_at, None)
    turn = turn_of_origin(piece.origin)
    # where nobody knows when something was said, nobody knows beside what
    source = "" if turn is None or at is None else conversation_in(turn)
    return Findable(piece.text, piece.topic or "", OBSERVATION, source, created_at, at)


def embedded_piece(piece: Piece) -> str | None:
    """The text of which a vector is made; ``None`` as for ``findable``.

    ``"In May 2025: "`` and what it says. Changing anything here makes every vector outdated.
    """
    if piece.text is None:
        return None
    end = None if isinstance(piece, Observation) else moment(piece)
    return temporal_prefix(began(piece), end) + piece.text
