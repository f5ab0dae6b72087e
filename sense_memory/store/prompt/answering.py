"""Whether something that a search ranks has anything to do with what was asked, and by what."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...core.ref import Ref

if TYPE_CHECKING:
    from ...mind.search.ranking import Ranking

NEAR = 0.25
"""The cosine from which on a vector is near at all, as in a search of all rooms."""
_LEAST = 0.005
"""What is less is 0.00 for people."""


def why(ref: Ref[Any], ranking: "Ranking", cosines: Mapping[Ref[Any], float] | None) -> str | None:
    """By what a record answers, in words; ``None`` if it does not: some vector is the nearest.

    Args:
        ref: Which.
        ranking: Where it is ranked.
        cosines: How near each vector is; ``None`` where no encoder was asked.
    """
    slot = ranking.documents.slots.get(ref)
    if slot is None:
        # it was forgotten meanwhile
        return None
    parts = {name: float(part[slot]) for name, part in ranking.parts.items()}
    near = None if cosines is None else cosines.get(ref)
    is_answer = any(part > 0 for name, part in parts.items() if name not in ("vector", "length"))
    if not is_answer and (near is None or near < NEAR):
        return None
    told = (f"{name} {part:.2f}" for name, part in parts.items() if part >= _LEAST)
    return f"it answers by {', '.join(told)}"
