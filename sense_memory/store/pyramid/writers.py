"""Rules and models that write, and who writes for a store."""

from collections.abc import Mapping, Sequence

from ...core.config import PyramidConfig
from ...core.errors import LLMAnswerError
from ...core.llm import LLM
from ...core.records.conversation import Turn
from ...core.records.pyramid import STEP, Observation, Topic
from ...mind.learning.reading import read_without_secrets
from ...mind.learning.secrets import holds_secret
from ...mind.pyramid import rules
from ...mind.pyramid.making import Task
from ...mind.pyramid.noted import Noted, Sampled
from ...mind.pyramid.prompts import assigning, observing, summarizing, telling
from ...mind.pyramid.telling import Material
from ...mind.rapport.bounds import cut
from ..context import Context
from ..parallel import checked_limit
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
        self._waiting: Sequence[Observation] = ()
        self._names: Sequence[str] = ()

    async def observe(self, chunk: Sequence[Turn]) -> Sequence[Noted]:
        """Its sentences, but for small talk."""
        return rules.observing.observed(chunk)

    async def assign(
        self,
        batch: Sequence[Observation],
        topics: Sequence[Sampled],
        waiting: Sequence[Observation],
    ) -> Mapping[str, str]:
        """By the names and words in them."""
        if waiting is not self._waiting:
            # what waits is the same for all batches of a refresh, and may be a long history
            self._waiting, self._names = waiting, rules.assigning.discovered(waiting)
        return rules.assigning.filed(batch, topics, self._names)

    async def summarize(self, task: Task, topic: Topic) -> str:  # noqa: ARG002
        """The sentences that say most of it."""
        return rules.summarizing.summarized(task.parts, self._summary_tokens)

    async def tell(self, topic: Topic, material: Material) -> tuple[str, str]:
        """The same, under headings of time."""
        return rules.telling.told(topic, material, self._content_tokens)


class ByModel:
    """Lets a model write.

    Args:
        llm: The model.
        config: How much it is given at once.
        parallel: How much may be asked of it at once.
    """

    batch = STEP

    def __init__(self, llm: LLM, config: PyramidConfig, parallel: int) -> None:
        self._llm = llm
        self._config = config
        self._parallel = parallel

    @property
    def id(self) -> str:
        """The model's id, as far as a record keeps it."""
        return cut(self._llm.extract_id, ID_BYTES)

    @property
    def parallel(self) -> int:
        """How much may be asked of it at once."""
        return self._parallel

    async def observe(self, chunk: Sequence[Turn]) -> Sequence[Noted]:
        """What the model notes of a chunk, which is asked about in as many requests as it takes.

        It is not shown the secrets in it, and what it says of them is none.

        Raises:
            LLMError: It could not be asked about one of them.
        """
        found = list[Noted]()
        readable = read_without_secrets(chunk)
        for parts in observing.requests(readable, self._config.chunk_tokens):
            found += await self._noted(readable, parts, HALVINGS)
        return [one for one in found if not holds_secret(one.text)]

    async def _noted(
        self, chunk: Sequence[Turn], parts: Sequence[observing.Part], halvings: int
    ) -> list[Noted]:
        try:
            return await self._llm.extract(
                observing.SYSTEM, observing.prompt(chunk, parts), observing.shape(parts)
            )
        except LLMAnswerError:
            # an answer that says too much is cut off, and would be every time it is asked for
            if len(parts) == 1 or not halvings:
                raise
        half = len(parts) // 2
        first = await self._noted(chunk, parts[:half], halvings - 1)
        return first + await self._noted(chunk, parts[half:], halvings - 1)

    async def assign(
        self,
        batch: Sequence[Observation],
        topics: Sequence[Sampled],
        waiting: Sequence[Observation],  # noqa: ARG002 - a model sees what it is to assign
    ) -> Mapping[str, str]:
        """What the model says; what it says of others than the batch counts for nothing."""
        return await self._llm.extract(
            assigning.SYSTEM,
            assigning.prompt(batch, topics, self._config.chunk_tokens),
            assigning.shape(batch),
        )

    async def summarize(self, task: Task, topic: Topic) -> str:
        """What the model makes of the parts."""
        return await self._llm.extract(
            summarizing.SYSTEM,
            summarizing.prompt(task, topic, self._config.chunk_tokens),
            summarizing.SHAPE,
        )

    async def tell(self, topic: Topic, material: Material) -> tuple[str, str]:
        """What the model tells."""
        told = await self._llm.extract(
            telling.SYSTEM, telling.prompt(topic, material), telling.SHAPE
        )
        return told.description, told.content


def writer_of(context: Context, parallel: int | None = None) -> Writer:
    """Who writes for a store.

    Args:
        context: The store; its model writes, if it has one.
        parallel: How much is asked of a model at once, 1–100; ``None`` is the configured number.

    Raises:
        InputError: The number is out of range.
    """
    config = context.config.pyramid
    limit = checked_limit(parallel, config.parallel)
    if context.llm is not None:
        return ByModel(context.llm, config, limit)
    return ByRules(config.summary_tokens, config.content_tokens)
