"""A model answers a question from what is found for it."""

from ...core.errors import InputError
from ...core.pyramid import Answer
from ...mind.pyramid.prompts import answering
from ...mind.rapport.bounds import cut
from ..context import Context
from . import searching
from .writers import ID_BYTES

NOTHING_FOUND = "Nothing that was observed has to do with this."
"""The answer where nothing is found: there is nothing to ask a model about."""


async def ask(
    context: Context, query: str, limit: int, time_weight: float, topic: str | None
) -> Answer:
    """Let the model answer from what ``search`` finds."""
    llm = context.llm
    if llm is None:
        raise InputError(
            "there is no language model to answer: give the store one (llm=), or read what "
            "search() finds"
        )
    hits = tuple(await searching.search(context, query, limit, time_weight, topic))
    writer = cut(llm.extract_id, ID_BYTES)
    if not hits:
        return Answer(NOTHING_FOUND, (), writer)
    prompt = answering.prompt(
        query,
        context.clock.now(),
        [hit.found for hit in hits],
        context.config.pyramid.telling_tokens,
    )
    return Answer(
        await llm.extract(answering.SYSTEM, prompt, answering.shape(len(hits))), hits, writer
    )
