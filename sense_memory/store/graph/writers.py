"""Rules and models that describe and tell, and who does it for a store."""

from ...core.config import GraphConfig
from ...core.llm import LLM
from ...mind.graph import rules
from ...mind.graph.describing import Description
from ...mind.graph.prompts import describing, telling
from ...mind.graph.prompts.cost import describing_cost, telling_cost
from ...mind.graph.stories import Story
from ...mind.prompting.cost import Cost
from ...mind.rapport.bounds import cut
from ..context import Context
from ..parallel import checked_limit
from .writer import Writer

RULES = "rules"
AT_ONCE = 200
"""Pieces that rules make and that are kept in one transaction."""
ID_BYTES = 100
"""Of the name of a model."""


class ByRules:
    """Writes without a model.

    Args:
        config: What a description and a story may have.
    """

    id = RULES
    parallel = AT_ONCE

    def __init__(self, config: GraphConfig) -> None:
        self._config = config

    async def describe(self, given: Description) -> str:
        """The clauses that say most of it."""
        return rules.describing.described(given, self._config.description_tokens)

    async def tell(self, story: Story) -> str:
        """The same, with the days."""
        return rules.telling.told(story, self._config.story_tokens)

    def cost(self, given: Description | Story) -> Cost:  # noqa: ARG002 - nobody is asked
        """Nothing."""
        return Cost()


class ByModel:
    """Lets a model write.

    Args:
        llm: The model.
        parallel: How much may be asked of it at once.
    """

    def __init__(self, llm: LLM, parallel: int) -> None:
        self._llm = llm
        self._parallel = parallel

    @property
    def id(self) -> str:
        """The model's id, as far as a record keeps it."""
        return cut(self._llm.extract_id, ID_BYTES)

    @property
    def parallel(self) -> int:
        """How much may be asked of it at once."""
        return self._parallel

    async def describe(self, given: Description) -> str | None:
        """What the model says of it."""
        return await self._llm.extract(
            describing.SYSTEM, describing.prompt(given), describing.shape(given)
        )

    async def tell(self, story: Story) -> str | None:
        """What the model tells."""
        return await self._llm.extract(
            telling.system(story), telling.prompt(story), telling.shape(story)
        )

    def cost(self, given: Description | Story) -> Cost:
        """One request."""
        if isinstance(given, Story):
            return telling_cost([given])
        return describing_cost([given])


def writer_of(context: Context, parallel: int | None = None) -> Writer:
    """Who writes for a store.

    Args:
        context: The store; its model writes, if it has one.
        parallel: How much is asked of a model at once, 1–100; ``None`` is the configured number.

    Raises:
        InputError: The number is out of range.
    """
    config = context.config.graph
    limit = checked_limit(parallel, config.parallel)
    return ByRules(config) if context.llm is None else ByModel(context.llm, limit)
