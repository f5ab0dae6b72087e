"""Rules and models that write, and who writes for a store."""

from collections.abc import Mapping, Sequence

from ...core.config import PyramidConfig
from ...core.errors import InputError, LLMAnswerError
from ...core.llm import LLM
from ...core.records.conversation import Turn
from ...core.records.pyramid import STEP, Observation, Topic
from ...mind.pyramid.making import Task
from ...mind.pyramid.noted import Noted, Sampled
from ...mind.pyramid.prompts import assigning, observing, summarizing, telling
from ...mind.pyramid.telling import Material, line_of
from ...mind.pyramid.topics import description_of
from ...mind.rapport.bounds import cut
from ...mind.token_count import token_count
from ..context import Context
from .writer import Writer

RULES = "rules"
AT_ONCE = 200
"""Pieces that rules make and that are kept in one transaction."""
BATCH = 10_000
"""Observations for which rules look for topics at once: they see more in many than in ten."""

ID_BYTES = 100
"""Of the name of a model."""
HALVINGS = 2
"""How often a piece of a conversation is halved of which no usable answer comes."""
MOST_PARALLEL = 100
"""How much anybody may want to be asked at once."""


class ByRules:
    """Writes without a model.

    Args:
        summary_tokens: What a summary may have.
        content_tokens: What the text of a topic may have.
    """

    id = RULES
    parallel = AT_ONCE
    batch = BATCH

    def __init__(self, summary_tokens: int, content_tokens: int) -> None:
        self._summary_tokens = summary_tokens
        self._content_tokens = content_tokens

    async def observe(self, chunk: Sequence[Turn]) -> Sequence[Noted]:
        """Its sentences, but for small talk."""
        return observing.observed(chunk)

    async def assign(
        self,
        batch: Sequence[Observation],
        topics: Sequence[Sampled],
        waiting: Sequence[Observation],
    ) -> Mapping[str, str]:
        """By the names and words in them."""
        return assigning.assigned(batch, topics, waiting)

    async def summarize(self, task: Task, topic: Topic) -> str:
        """The sentences that say most of it."""
        return summarizing.summarized(task.parts, self._summary_tokens)

    async def tell(self, topic: Topic, material: Material) -> tuple[str, str]:
        """The same, under headings of time."""
        return telling.told(topic, material, self._content_tokens)


def writer_of(context: Context, parallel: int | None = None) -> Writer:
    """Who writes for a store.

    Args:
        context: The store; its model writes, if it has one.
        parallel: How much is asked of a model at once, 1–100; ``None`` is the configured number.

    Raises:
        InputError: The number is out of range.
    """
    config = context.config.pyramid
    limit = config.parallel if parallel is None else parallel
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MOST_PARALLEL:
        raise InputError(f"parallel is a number from 1 to {MOST_PARALLEL}, not {parallel!r}")
    if context.llm is not None:
        return ByModel(context.llm, config, limit)
    return ByRules(config.summary_tokens, config.content_tokens)
