"""What a conversation has to say to a message."""

from collections.abc import Collection
from dataclasses import dataclass

from ...core.prompt import Prompt
from ...mind.prompt.candidate import Candidate
from ..context import Context


@dataclass(frozen=True, slots=True)
class Said:
    """What a conversation offers for a prompt.

    Attributes:
        candidates: Of the sections ``CONVERSATION``, the best first, and ``RECENT``, the oldest
            first.
        warning: Why the encoder could not be asked, if that is so.
    """

    candidates: tuple[Candidate, ...]
    warning: str | None = None


async def said(context: Context, conversation: str, message: str) -> Said:
    """What a conversation offers; nothing counts as used by this."""
    raise NotImplementedError


async def use(context: Context, conversation: str, prompt: Prompt) -> None:
    """The pieces that a prompt quotes were used: their clocks start anew."""
    raise NotImplementedError


async def prompt(
    context: Context,
    conversation: str,
    message: str,
    budget: int | None,
    shown: Collection[str],
) -> Prompt:
    """A prompt of this conversation alone."""
    raise NotImplementedError
