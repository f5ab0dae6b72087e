"""What each room has to say to a query: its best, in its own order, each in a sentence."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from ...core.records.graph import Node
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Summary, Topic
from ...core.records.reference import reference_to
from ...core.ref import Ref
from ...core.search_result import Filters
from ...mind.graph.finding import is_shown
from ...mind.graph.lifecycle import salience
from ...mind.pyramid.finding import answering as standing
from ...mind.search.across import Answer, Ranked
from ...mind.search.question import Question
from ...mind.search.ranking import Candidate, Ranking, rank
from ...mind.told import Telling, origins, told
from ...mind.views.search_index import SearchIndex
from ..context import Context
from ..filled import indexed
from ..graph import searching as graph
from ..outage import Outage
from ..persona import search as persona
from ..pyramid import searching as pyramid
from ..superseded import superseded

_SALIENCE = 0.05
"""What the salience of a node or an edge counts: as much as the relevance of a memory."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a room answered.

    Attributes:
        ranked: What it found.
        warning: Why the encoder could not be asked, if that is so.
    """

    ranked: Ranked
    warning: str | None = None


async def memories(context: Context, query: str, limit: int) -> Asked:
    """Persona and key-value memories, but for those that faded."""
    found = await persona.answering(context, query, limit)
    answers = [
        _answer(context, one.memory, one.candidate, found.ranking, found.cosines)
        for one in found.best
    ]
    return Asked(Ranked(found.ranking.documents, answers), found.warning)


async def pieces(context: Context, query: str, limit: int) -> Asked:
    """Observations, and summaries that count."""
    found = await pyramid.answering(context, query)
    best = list(islice(standing(found.ranking, found.known), limit))
    answers = [
        _answer(context, piece, candidate, found.ranking, found.cosines)
        for piece, candidate in best
    ]
    answers = await _marked(context, answers, [piece for piece, _ in best])
    return Asked(Ranked(found.ranking.documents, answers), found.warning)


async def relations(context: Context, query: str, limit: int) -> Asked:
    """Nodes, and edges that hold, with what is noted of them."""
    found = await graph.answering(context, query)
    there, documents, now = found.known, found.documents, context.clock.now()
    words, nearness = found.meanings.words, found.meanings.nearness

    answers, shown = list[Answer](), list[Telling]()
    slots = np.flatnonzero(found.meanings.whole > 0)
    names = [(documents.ref_at(slot), slot) for slot in slots.tolist()]
    names.sort(key=lambda row: (-found.meanings.whole[row[1]], reference_to(row[0])))
    for ref, slot in names:
        one = there.node(ref.name) if ref.kind is Node else there.edge(ref.name)
        if one is None or not is_shown(one, there, now):
            continue
        worth = 1.0 - _SALIENCE + _SALIENCE * salience(one, now)
        parts = _Parts(
            float(words[slot] + nearness[slot]) * worth,
            float(words[slot]) * worth,
            float(nearness[slot]) * worth,
            None if found.cosines is None else found.cosines.get(ref),
        )
        answers.append(_told(context, ref, one, parts, there.name_of))
        shown.append(one)
        if len(answers) == limit:
            break
    return Asked(Ranked(documents, await _marked(context, answers, shown)), found.warning)


async def said(context: Context, query: str, limit: int) -> Asked:
    """What was said in conversations."""
    return await _by_words(context, context.views.turn_index, query, limit)


async def texts(context: Context, query: str, limit: int) -> Asked:
    """The diary, what is told of topics, and layers."""
    return await _by_words(context, context.views.text_index, query, limit)


ALL: tuple[Callable[[Context, str, int], Awaitable[Asked]], ...] = (
    memories,
    pieces,
    relations,
    said,
    texts,
)
"""Every room."""


async def _by_words(context: Context, index: SearchIndex, query: str, limit: int) -> Asked:
    """The best of an index without vectors."""
    documents = await indexed(context.records, index, context.scope)
    now = context.clock.now()
    question = Question.of(query, now)
    ranking = rank(documents, question, Filters(), context.config.search, now)
    best = list(islice(ranking.best(), limit))
    records = await context.records.get_many([one.ref for one in best])
    answers = [
        _answer(context, record, candidate, ranking, None)
        for candidate, record in zip(best, records, strict=True)
        if record is not None
    ]
    return Asked(Ranked(documents, answers))


async def _marked(context: Context, answers: list[Answer], records: list[Telling]) -> list[Answer]:
    """The same, with which of them were read of a statement that is so no more."""
    index = context.views.search_index
    memories = await Outage().spared(indexed(context.records, index, context.scope), None)
    gone = await superseded(context, memories, records)
    return [replace(one, is_superseded=one.reference in gone) for one in answers]


def _answer(
    context: Context,
    record: Telling,
    candidate: Candidate,
    ranking: Ranking,
    cosines: Mapping[Ref[Any], float] | None,
) -> Answer:
    slot, factor = candidate.slot, float(ranking.factor[candidate.slot])
    vector = ranking.parts.get("vector")
    parts = _Parts(
        candidate.score,
        float(ranking.parts["words"][slot]) * factor,
        0.0 if vector is None else float(vector[slot]) * factor,
        None if cosines is None else cosines.get(candidate.ref),
    )
    return _told(context, candidate.ref, record, parts, str)


@dataclass(frozen=True, slots=True)
class _Parts:
    """As of an ``Answer``."""

    score: float
    words: float
    meaning: float
    cosine: float | None


def _told(
    context: Context,
    ref: Ref[Any],
    record: Telling,
    parts: _Parts,
    name_of: Callable[[str], str],
) -> Answer:
    one = told(record, name_of, context.user)
    return Answer(
        ref,
        parts.score,
        parts.words,
        parts.meaning,
        parts.cosine,
        reference_to(ref),
        one.room,
        one.text,
        one.since,
        one.source,
        origins(record),
        is_made=isinstance(record, Summary | Topic),
        is_superseded=isinstance(record, PersonaMemory) and record.superseded_by is not None,
    )
