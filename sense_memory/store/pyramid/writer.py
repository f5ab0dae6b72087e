"""Who observes, assigns, summarises and tells: rules, or a model.

The room knows what is to be done and keeps what comes of it; a writer only thinks. One call is one
piece of work, so that many can go on at once and what was done stays done when one fails.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ...core.records.conversation import Turn
from ...core.records.pyramid import Observation, Topic
from ...mind.pyramid.making import Task
from ...mind.pyramid.noted import Noted, Sampled
from ...mind.pyramid.telling import Material


class Writer(Protocol):
    """Thinks.

    What it is asked never says more than it can bear: chunks and materials are bounded.
    """

    @property
    def id(self) -> str:
        """What records say who wrote them: ``rules``, or a model's id."""
        ...

    @property
    def parallel(self) -> int:
        """How much may be asked of it at once; so much is also kept at once where it is quick."""
        ...

    @property
    def batch(self) -> int:
        """For how many observations at most ``assign`` is asked at once."""
        ...

    async def observe(self, chunk: Sequence[Turn]) -> Sequence[Noted]:
        """The factual sentences of some turns, in their order.

        Raises:
            LLMError: It could not be asked.
        """
        ...

    async def assign(
        self,
        batch: Sequence[Observation],
        topics: Sequence[Sampled],
        waiting: Sequence[Observation],
    ) -> Mapping[str, str]:
        """Observation id to the name of a topic, a known one or a new one; some may be left out.

        Args:
            batch: For these a topic is wanted.
            topics: All that there are.
            waiting: All observations that have no topic, the batch among them.

        Raises:
            LLMError: It could not be asked.
        """
        ...

    async def summarize(self, task: Task, topic: Topic) -> str:
        """What the parts of a task say, in prose, shorter.

        Raises:
            LLMError: It could not be asked.
        """
        ...

    async def tell(self, topic: Topic, material: Material) -> tuple[str, str]:
        """A topic's description, at most 120 characters, and all that is known of it, in prose.

        Raises:
            LLMError: It could not be asked.
        """
        ...
