"""Who describes and tells: rules, or a model.

The room knows what is to be done and keeps what comes of it; a writer only thinks. One call is one
piece of work, so that many can go on at once and what was done stays done when one fails.
"""

from typing import Protocol

from ...mind.graph.describing import Description
from ...mind.graph.stories import Story
from ...mind.prompting.cost import Cost


class Writer(Protocol):
    """Thinks. What it is asked never says more than it can bear."""

    @property
    def id(self) -> str:
        """What records say who wrote them: ``rules``, or a model's id."""
        ...

    @property
    def parallel(self) -> int:
        """How much may be asked of it at once; so much is also kept at once where it is quick."""
        ...

    async def describe(self, given: Description) -> str | None:
        """What a node is, or how two relate, in a sentence; ``None``: what stands says it all.

        Raises:
            LLMError: It could not be asked.
        """
        ...

    async def tell(self, story: Story) -> str | None:
        """What happened, in 2–3 sentences of a storyline, 2–4 of a macro; ``None`` as above.

        Raises:
            LLMError: It could not be asked.
        """
        ...

    def cost(self, given: Description | Story) -> Cost:
        """What one of those would take of a model, about."""
        ...
