"""Why a memory is where it is in a ranking."""

from ...core.search_result import ScoreParts
from .ranking import Candidate, Ranking

_NAMED = ("neighbours", "conversation", "speaker", "date", "length", "question", "vector")


def parts_of(ranking: Ranking, candidate: Candidate) -> ScoreParts:
    """What each part gave the score of a candidate."""
    slot = candidate.slot
    shares = ranking.matches.shares(slot)
    total = sum(shares)
    words = float(ranking.parts["words"][slot])
    key, themes, value = (share / total * words if total else 0.0 for share in shares)
    rest = {
        name: float(ranking.parts[name][slot]) if name in ranking.parts else 0.0 for name in _NAMED
    }
    relevance = float(ranking.factor[slot])
    lifted = candidate.score - (words + sum(rest.values())) * relevance
    return ScoreParts(
        key=key,
        themes=themes,
        value=value,
        **rest,
        relevance=relevance,
        supersedes=lifted if lifted > _ROUNDING else 0.0,
    )


_ROUNDING = 5e-6
