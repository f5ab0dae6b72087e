"""What is known: the memories that answer, those of whom it is about, else the most relevant."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...core.prompt import Section
from ...core.records.flat import as_persona
from ...core.records.persona import STATE_ACTIVE, PersonaMemory
from ...core.records.reference import reference_to
from ...core.ref import Ref
from ..context import Context
from ..filled import indexed
from ..persona import search
from .answering import why
from .asking import Asking
from .offers import Offer, Offers, once

if TYPE_CHECKING:
    from ...mind.search.documents import Documents

STRONG = 0.3
"""What answers at least so well, against the best, comes before what is known of somebody."""


async def offers(context: Context, asking: Asking) -> Offers:
    """The memories for a prompt; none that something else took the place of."""
    most = asking.most[Section.MEMORIES]
    documents = await indexed(context.records, context.views.search_index, context.scope)
    if not most or not len(documents):
        return Offers(memories=documents)
    answering, warning = list[Offer](), None
    if asking.query:
        found = await search.answering(context, asking.query, most)
        answering, warning = list(_answering(found, "")), found.warning
    known = list[Offer]()
    if asking.about is not None:
        # a name is found by its letters: no encoder is asked about it
        by_words = replace(context, encoder=None)
        named = await search.answering(by_words, asking.about, max(1, most // 2))
        known = list(_answering(named, f"it names {asking.about}; "))
    best = max((offer.score for offer in answering), default=0.0)
    strong = [offer for offer in answering if offer.score >= STRONG * best]
    offered = [*strong, *known, *answering]
    if not offered:
        offered = await _most_relevant(context, documents, most)
    return Offers(once(offered, most, lambda offer: offer.reference), warning, documents)


def _answering(found: search.Answering, before: str) -> Iterator[Offer]:
    for one in found.best:
        memory = one.memory
        if memory.superseded_by:
            continue
        ref = one.candidate.ref
        if (said := why(ref, found.ranking, found.cosines)) is not None:
            yield Offer(
                Section.MEMORIES,
                reference_to(ref),
                memory,
                one.candidate.score,
                f"{before}{said}",
            )


async def _most_relevant(context: Context, documents: "Documents", most: int) -> list[Offer]:
    """The active memories that are most relevant, in the order in which a few lines tell them."""
    now = context.clock.now()
    relevance = np.where(
        documents.is_here[: documents.end], np.round(documents.relevance(now), 4), -np.inf
    )
    created = documents.created_at[: documents.end]
    count = min(most, len(documents))
    slots = np.lexsort((-created, -relevance))[:count]
    refs: list[Ref[PersonaMemory]] = [documents.ref_at(slot) for slot in slots.tolist()]
    read = await context.records.get_many(refs)
    found = list[Offer]()
    for ref, record in zip(refs, read, strict=True):
        memory = None if record is None else as_persona(record)
        if memory is None or memory.superseded_by or memory.compute_state(now) != STATE_ACTIVE:
            continue
        score = memory.current_relevance(now)
        said = f"nothing answers, and its relevance is {score:.2f}"
        found.append(Offer(Section.MEMORIES, reference_to(ref), memory, score, said))
    return found
