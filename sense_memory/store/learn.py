"""Every room learns from a text or from messages."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.learned import Learned
from ..core.llm import Message
from ..core.prompt import Prompt
from .context import Context


async def learn(
    context: Context,
    said: str | Sequence[Message | Mapping[str, Any]],
    about: str | None,
    conversation: str | None,
    prompt: Prompt | None,
    source: str,
) -> Learned:
    """Let every room learn."""
    raise NotImplementedError
