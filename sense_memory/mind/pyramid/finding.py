"""Which observations and summaries answer a query, in which order.

How well something answers is what a search of memories goes by: words, the lines around a line, its
speaker, dates, and vectors where there is an encoder (``mind.search``). A summary that does not
count, or waits to be made anew, answers nothing. Nor does one stand below something that it is made
of: it says nothing more there.
"""

from collections.abc import Iterator

from ...core.pyramid import PyramidHit
from ...core.records.pyramid import Observation
from ..search.ranking import Candidate, Ranking
from ..views.pyramids import KnownPyramid
from .recency import CANDIDATES, distance_to_best, time_penalty, weighed
from .seal import Piece, moment


def found(
    ranking: Ranking, known: KnownPyramid, limit: int, time_weight: float, now: float
) -> list[PyramidHit]:
    """The hits, the best first.

    Time counts among the ``CANDIDATES * limit`` that answer best and nowhere else: what is recent
    and has nothing to do with the query is not found for that.

    Args:
        ranking: What answers at all.
        known: What stands.
        limit: How many are wanted at most.
        time_weight: 0–1; equals stand as they answer.
        now: Seconds since the epoch.
    """
    hits = list[PyramidHit]()
    best = 0.0
    for piece, candidate in answering(ranking, known):
        score = candidate.score
        best = max(best, score)
        distance = distance_to_best(score, best)
        at = moment(piece)
        order = weighed(distance, at, now, time_weight)
        hits.append(PyramidHit(piece, 1.0 - order, distance, time_penalty(at, now)))
        if len(hits) == CANDIDATES * limit:
            break
    hits.sort(key=lambda hit: -hit.score)
    return _saying_more(hits)[:limit]


def answering(ranking: Ranking, known: KnownPyramid) -> Iterator[tuple[Piece, Candidate]]:
    """What answers and may be shown, the best first."""
    for candidate in ranking.best():
        if (piece := _standing(candidate, known)) is not None:
            yield piece, candidate


def _standing(candidate: Candidate, known: KnownPyramid) -> Piece | None:
    name = candidate.ref.name
    if candidate.ref.kind is Observation:
        return known.observation(name)
    return known.summary(name)


def _saying_more(hits: list[PyramidHit]) -> list[PyramidHit]:
    """The hits without those summaries of which a part stands above them."""
    above = set[str]()
    kept = list[PyramidHit]()
    for hit in hits:
        piece = hit.found
        if isinstance(piece, Observation) or piece.inputs.isdisjoint(above):
            kept.append(hit)
        above.add(piece.input)
    return kept
