"""What was observed and summarised, found by words, dates, context and meaning."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core.embedding_report import EmbedReport
from ...core.errors import InputError
from ...core.pyramid import PyramidHit
from ...core.ref import Ref
from ...core.search_result import Filters
from ...mind.pyramid.recency import check_time_weight
from ...mind.views.pyramids import KnownPyramid
from ...mind.views.vectors import Cosines
from .. import embedding
from ..context import Context
from ..filled import AT_ONCE
from . import known, topics

if TYPE_CHECKING:
    from ...mind.search.documents import Documents
    from ...mind.search.ranking import Ranking


async def search(
    context: Context, query: str, limit: int, time_weight: float, topic: str | None
) -> list[PyramidHit]:
    """The observations and summaries that answer a query, the best first."""
    from ...mind.pyramid.finding import found

    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise InputError(f"limit must be a whole number of 1 or more, got {limit!r}")
    check_time_weight(time_weight)
    answers = await answering(context, query, topic)
    now = context.clock.now()
    return found(answers.ranking, answers.known, limit, time_weight, now)


@dataclass(frozen=True, slots=True)
class Answering:
    """What of the pyramid answers a query; all of it holds until something is awaited.

    Attributes:
        ranking: All that does.
        known: What stands.
        cosines: How near each piece is by its vector; ``None`` where no encoder was asked.
        warning: Why the encoder could not be asked, if that is so.
    """

    ranking: "Ranking"
    known: KnownPyramid
    cosines: Cosines | None
    warning: str | None


async def answering(context: Context, query: str, topic: str | None = None) -> Answering:
    """Rank what was observed and summarised by a query; errors as for ``search``."""
    from ...mind.search.question import Question
    from ...mind.search.ranking import rank

    question = Question.of(query, context.clock.now())
    there = await known.known(context)
    slug = None if topic is None else topics.found(there, topic)
    documents = await _indexed(context, there)
    vectors = context.views.piece_vectors
    asked = embedding.Question()
    if len(documents):
        await _know_vectors(context, there)
        asked = await embedding.question(context, vectors, query)
    # from here on nothing is awaited: what is ranked is what stands
    now = context.clock.now()
    cosines = embedding.cosines(context, vectors, asked)
    wanted = Filters(domain=slug)
    ranking = rank(documents, question, wanted, context.config.search, now, cosines)
    return Answering(ranking, there, cosines, asked.warning)


async def embed(context: Context, *, force: bool = False) -> EmbedReport:
    """Make the vectors that are missing or outdated, or all; what was made stays if it fails."""
    await _know_vectors(context, await known.known(context))
    return await embedding.embed(context, context.views.piece_vectors, force=force)


async def _know_vectors(context: Context, there: KnownPyramid) -> None:
    """Take in the vectors of what is known, which need not be read again for that."""
    if (encoder := embedding.usable(context)) is None:
        return

    def held() -> Iterator[tuple[Ref[Any], object]]:
        return ((context.ref(type(piece), piece.id), piece) for piece in there.pieces)

    await embedding.know(context, context.views.piece_vectors, encoder, held)


async def _indexed(context: Context, there: KnownPyramid) -> "Documents":
    """What search knows of this scope: filled once from what is known, and kept in step."""
    index, scope = context.views.piece_index, context.scope
    if (documents := index.documents(scope)) is not None:
        return documents
    filling = index.begin(scope)
    try:
        for piece in there.pieces:
            ref: Ref[Any] = context.ref(type(piece), piece.id)
            filling.add(ref, piece)
            if filling.count % AT_ONCE == 0:
                await asyncio.sleep(0)
    except BaseException:
        index.give_up(scope, filling)
        raise
    return index.finish(scope, filling).documents
