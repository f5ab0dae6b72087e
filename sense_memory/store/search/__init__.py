"""Whatever answers a query, of all rooms, by one measure. Nothing of it counts as used."""

from ...core.errors import InputError
from ...core.found import SearchedMind
from .. import embedding
from ..context import Context
from ..outage import Outage

NEAR_MISSES = 10
"""So many more than are wanted every room is asked for, and so many near misses are told."""


async def search(context: Context, query: str, limit: int) -> SearchedMind:
    """The best of all rooms.

    Raises:
        InputError: There is nothing in the query, or the limit is not 1 or more.
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    from ...mind.search.across import Ranked, across, once
    from ...mind.search.documents import Documents
    from ...mind.search.question import Question
    from . import rooms

    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise InputError(f"limit must be a whole number of 1 or more, got {limit!r}")
    question = Question.of(query, context.clock.now())
    context = embedding.asking_once(context)
    outage, silent = Outage(), rooms.Asked(Ranked(Documents(), ()))
    asked = [
        await outage.spared(room(context, query, limit + NEAR_MISSES), silent) for room in rooms.ALL
    ]
    outage.check()
    found = across([one.ranked for one in asked], question, context.config.search)
    answers = {one.reference: one for room in asked for one in room.ranked.answers}
    hits, missed = once(found, answers, limit)
    warning = next((one.warning for one in asked if one.warning is not None), None)
    return SearchedMind(query, hits, missed[:NEAR_MISSES], warning)
