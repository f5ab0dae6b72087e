"""Rules that write, and who writes for a store."""

from collections.abc import Iterable, Mapping, Sequence

from ...core.records.conversation import Turn
from ...core.records.pyramid import Observation, Topic
from ...mind.pyramid.making import Task
from ...mind.pyramid.noted import Noted, Sampled
from ...mind.pyramid.telling import Material, line_of
from ...mind.pyramid.topics import description_of
from ...mind.token_count import token_count
from ..context import Context
from .writer import Writer

RULES = "rules"
AT_ONCE = 200
"""Pieces that rules make and that are kept in one transaction."""
BATCH = 10_000
"""Observations for which rules look for topics at once: they see more in many than in ten."""


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
        """Every turn is what it says."""
        return [Noted(turn.text, n, turn.role.value) for n, turn in enumerate(chunk)]

    async def assign(
        self,
        batch: Sequence[Observation],
        topics: Sequence[Sampled],
        waiting: Sequence[Observation],
    ) -> Mapping[str, str]:
        """None is found."""
        return {}

    async def summarize(self, task: Task, topic: Topic) -> str:
        """The beginnings of what is summarised."""
        texts = ((part.text or "").split(". ")[0] for part in task.parts)
        return _within(texts, self._summary_tokens)

    async def tell(self, topic: Topic, material: Material) -> tuple[str, str]:
        """The newest of what is known."""
        lines = _within(
            (line_of(piece) for piece in reversed(material.pieces)), self._content_tokens
        )
        return description_of(lines), lines


def _within(texts: Iterable[str], tokens: int) -> str:
    kept = list[str]()
    for text in texts:
        tokens -= token_count(text) + 1
        if tokens < 0:
            break
        kept.append(text)
    return "\n".join(kept) or "-"


def writer_of(context: Context, parallel: int | None = None) -> Writer:
    """Who writes for a store.

    Args:
        context: The store; its model writes, if it has one.
        parallel: How much is asked of a model at once; ``None`` is the configured number.
    """
    config = context.config.pyramid
    return ByRules(config.summary_tokens, config.content_tokens)
