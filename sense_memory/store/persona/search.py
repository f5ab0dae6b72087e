"""Memories found by words, dates, context and meaning. Nothing of it counts as a use."""

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError
from ...core.records.flat import as_persona
from ...core.records.names import canonical, check_taxonomy, check_text
from ...core.records.persona import VALID_STATES, PersonaMemory
from ...core.ref import Ref
from ...core.search_result import Explanation, Filters, SearchHit
from .. import embedding
from ..context import Context
from ..filled import indexed
from .memories import as_of

if TYPE_CHECKING:
    from ...mind.search.choosing import Choice, Chosen
    from ...mind.search.documents import Documents
    from ...mind.search.question import Question
    from ...mind.search.ranking import Candidate, Ranking
    from ...mind.views.vectors import Cosines

SPARE = 3
"""Memories that are read beyond the limit at once, in case that some are not to be shown."""
NEAR_MISSES = 10
"""Memories that an explanation looks at beyond the limit, and as many that the filters refuse."""


async def search(context: Context, query: str, limit: int, filters: Filters) -> list[PersonaMemory]:
    """The memories that answer a query, best first."""
    search = await _Search.of(context, query, limit, filters)
    choice, _ = await search.choose(SPARE)
    return [as_of(one.memory, choice.now) for one in choice.chosen]


async def explain(context: Context, query: str, limit: int, filters: Filters) -> Explanation:
    """The same, with the reasons."""
    from ...mind.search.explaining import parts_of

    search = await _Search.of(context, query, limit, filters)
    choice, ranking = await search.choose(NEAR_MISSES, look_at_refused=NEAR_MISSES)
    return Explanation(
        query=query,
        words=ranking.matches.words,
        dates=tuple(map(str, search.question.dates)),
        hits=tuple(
            SearchHit(
                as_of(one.memory, choice.now),
                one.candidate.score,
                parts_of(ranking, one.candidate),
            )
            for one in choice.chosen
        ),
        near_misses=tuple(sorted(choice.missed, key=lambda miss: (-miss.score, miss.name))),
        answering=int(ranking.is_found.sum()),
        warning=search.asked.warning,
    )


@dataclass(frozen=True, slots=True)
class Answering:
    """The memories that answer a query, for who compares them with what other rooms have.

    Attributes:
        ranking: All of them.
        best: The best as they were read, best first; those that say the same among them.
        cosines: How near each is by its vector; ``None`` where no encoder was asked. They hold
            until something is awaited.
        warning: Why the encoder could not be asked, if that is so.
    """

    ranking: "Ranking"
    best: "tuple[Chosen, ...]"
    cosines: "Cosines | None"
    warning: str | None


async def answering(context: Context, query: str, limit: int) -> Answering:
    """The best memories that answer a query, and how well; errors as for ``search``."""
    search = await _Search.of(context, query, limit, Filters())
    choice, ranking = await search.choose(SPARE)
    best = sorted(
        [*choice.chosen, *choice.twins],
        key=lambda one: (-one.candidate.score, one.candidate.ref.name),
    )
    cosines = embedding.cosines(context, context.views.vectors, search.asked)
    return Answering(ranking, tuple(best), cosines, search.asked.warning)


class _Search:
    """One search on its way.

    Attributes:
        question: What is asked for.
        asked: What the encoder made of it.
    """

    def __init__(
        self,
        context: Context,
        limit: int,
        filters: Filters,
        question: "Question",
        asked: embedding.Question,
        documents: "Documents",
    ) -> None:
        self.question = question
        self.asked = asked
        self._context = context
        self._limit = limit
        self._filters = filters
        self._documents = documents
        self._read: dict[Ref[Any], PersonaMemory | None] = {}

    @classmethod
    async def of(cls, context: Context, query: str, limit: int, filters: Filters) -> "_Search":
        """Begin one.

        Raises:
            InputError: Something that was given is of no use.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from ...mind.search.question import Question

        if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
            raise InputError(f"limit must be a whole number of 1 or more, got {limit!r}")
        filters = _checked(filters)
        question = Question.of(query, context.clock.now())
        documents = await indexed(context.records, context.views.search_index, context.scope)
        asked = embedding.Question()
        if len(documents):
            asked = await embedding.question(context, context.views.vectors, query)
        return cls(context, limit, filters, question, asked, documents)

    async def choose(self, further: int, *, look_at_refused: int = 0) -> tuple["Choice", "Ranking"]:
        """Read the best, with all their uses, until there are enough that may be shown.

        What is read may change the order, and somebody may write meanwhile; so it ends with an
        order of which everything was read, and nothing changed since.

        Args:
            further: Memories to look at beyond the limit.
            look_at_refused: Of those that the filters do not let through.
        """
        from ...mind.search.choosing import Choice

        wanted = self._limit + further
        ranking = self._ranked()
        while True:
            best = list(islice(ranking.best(), wanted))
            refused = list(islice(ranking.filtered(), look_at_refused))
            version = self._documents.version
            if await self._read_all([*best, *refused]) or version != self._documents.version:
                ranking = self._ranked()
                continue
            choice = Choice(self._limit, self._filters, self._context.clock.now())
            for candidate in best:
                if (memory := self._read[candidate.ref]) is not None:
                    choice.offer(candidate, memory)
            if choice.lacking and len(best) == wanted:
                wanted *= 2
                continue
            for candidate in refused:
                if (memory := self._read[candidate.ref]) is not None:
                    choice.refuse(candidate, memory)
            return choice, ranking

    def _ranked(self) -> "Ranking":
        from ...mind.search.ranking import rank

        context = self._context
        return rank(
            self._documents,
            self.question,
            self._filters,
            context.config.search,
            context.clock.now(),
            embedding.cosines(context, context.views.vectors, self.asked),
        )

    async def _read_all(self, candidates: "Collection[Candidate]") -> bool:
        """Read what was not read yet; whether that was anything whose life was not known."""
        unread = [one.ref for one in candidates if one.ref not in self._read]
        if not unread:
            return False
        version = self._documents.version
        records = await self._context.records.get_many(unread)
        for ref, record in zip(unread, records, strict=True):
            self._read[ref] = None if record is None else as_persona(record)
            if record is not None:
                self._documents.live(ref, as_persona(record))
        return version != self._documents.version


def _checked(filters: Filters) -> Filters:
    """The filters with their names in normal form.

    Raises:
        InputError: One is of no use.
    """
    domain, facet = canonical(filters.domain), canonical(filters.facet)
    for name, what in ((domain, "Domain"), (facet, "Facet")):
        if name is not None:
            check_taxonomy(name, what)
    for text, what in ((filters.theme, "theme"), (filters.source, "source")):
        if text is not None:
            check_text(text, what)
    states = filters.states
    if isinstance(states, str) or not states or not set(states) <= set(VALID_STATES):
        raise InputError(f"states are one or more of {', '.join(VALID_STATES)}")
    for at, what in ((filters.since, "since"), (filters.until, "until")):
        if at is not None and (
            isinstance(at, bool) or not isinstance(at, (int, float)) or not math.isfinite(at)
        ):
            raise InputError(f"{what} is seconds since the epoch, got {at!r}")
    return replace(filters, domain=domain, facet=facet, states=frozenset(states))
