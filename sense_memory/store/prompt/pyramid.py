"""What was observed: what answers, and what is told of whom it is about, and of the user."""

from collections.abc import Iterator
from typing import Any

from ...core.errors import InputError
from ...core.prompt import Section
from ...core.records.pyramid import USER, Observation
from ...core.ref import Ref
from ...mind.pyramid.finding import found
from ...mind.pyramid.telling import still_holds
from ...mind.rapport.line import one_line
from ...mind.text import query_tokens
from ...mind.told import lines_of
from ...mind.views.pyramids import KnownPyramid
from ..context import Context
from ..pyramid import searching
from ..pyramid.known import known
from .answering import why
from .asking import Asking
from .offers import Offer, Offers, once

OBSERVATION, SUMMARY, TOPIC = "pyramid/obs/", "pyramid/summary/", "pyramid/topic/"


async def offers(context: Context, asking: Asking) -> Offers:
    """Observations and summaries that answer, then the texts of topics."""
    most = asking.most[Section.TOPICS]
    there = await known(context)
    if not most or there.is_empty:
        return Offers(pyramid=there)
    offered, warning = list[Offer](), None
    if asking.query:
        answers = await searching.answering(context, asking.query)
        warning = answers.warning
        for hit in found(answers.ranking, answers.known, most, 0.0, context.clock.now()):
            piece = hit.found
            ref: Ref[Any] = context.ref(type(piece), piece.id)
            if (said := why(ref, answers.ranking, answers.cosines)) is not None:
                prefix = OBSERVATION if isinstance(piece, Observation) else SUMMARY
                offered.append(Offer(Section.TOPICS, prefix + piece.id, piece, hit.score, said))
    told = [*_told(there, asking.about, asking.query), *_told(there, USER, asking.query)]
    return Offers(
        once([*offered, *told], most, lambda offer: offer.reference + (offer.text or "")),
        warning,
        pyramid=there,
    )


def _told(there: KnownPyramid, name: str | None, query: str) -> Iterator[Offer]:
    """The text of a topic, line by line, those first that have words of the message."""
    if name is None:
        return
    try:
        slug = there.slug_of(name)
    except InputError:
        # a name of marks alone is no topic's
        return
    topic = there.topic(slug)
    if topic.content is None or not still_holds(topic, there.inputs_of(topic)):
        # nobody has told it yet, or it was corrected since: what was observed last stands for it
        for rank, one in enumerate(reversed(there.samples(slug))):
            lately = f"it was observed of {topic.name} lately"
            yield Offer(Section.TOPICS, OBSERVATION + one.id, one, 1 / (2 + rank), lately)
        return
    asked = set(query_tokens(query))
    lines = [line for line in (one_line(topic.description or ""), *lines_of(topic)) if line]
    shared = {line: len(asked.intersection(query_tokens(line))) for line in lines}
    for rank, line in enumerate(sorted(shared, key=lambda each: -shared[each])):
        told = f"it is told of {topic.name}"
        yield Offer(Section.TOPICS, TOPIC + slug, topic, 1 / (2 + rank), told, text=line)
