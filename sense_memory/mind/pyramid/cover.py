"""The fewest pieces that say all that is known of a topic, none of it twice.

What is in a summary is left out, whatever its time: coverage goes by inputs. A summary that is out
of date is not believed: in its place stands what it is made of. So what somebody corrected is read
correctly before anything was made anew, and what was forgotten is not read.
"""

from collections.abc import Iterable, Mapping, Sequence

from ...core.records.pyramid import Summary
from .seal import Piece, in_order
from .tiers import Pyramid


def cover(pyramid: Pyramid) -> tuple[Piece, ...]:
    """All that is known of a topic, oldest first.

    Once nothing is due there are at most nine pieces of each tier and nine observations, however
    long the history is.
    """
    found = list[Piece]()
    queue = [one for level in pyramid.levels for one in level]
    while queue:
        piece = queue.pop()
        if isinstance(piece, Summary) and piece.input in pyramid.outdated:
            queue += pyramid.parts(piece)
        else:
            found.append(piece)
    return in_order(found)


def non_overlapping(by_tier: Mapping[int, Sequence[Summary]]) -> dict[int, list[Summary]]:
    """Of some summaries those that are in no other one of them, tier by tier, the highest first.

    Args:
        by_tier: Tier to summaries; their order stays.
    """
    inside = set[str]()
    found: dict[int, list[Summary]] = {}
    for tier in sorted(by_tier, reverse=True):
        kept = [one for one in by_tier[tier] if one.input not in inside]
        inside.update(_inputs(by_tier[tier]))
        found[tier] = kept
    return found


def _inputs(summaries: Iterable[Summary]) -> Iterable[str]:
    return (given for one in summaries for given in one.inputs)
