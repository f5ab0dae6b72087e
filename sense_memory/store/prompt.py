"""One prompt of everything the mind has to say to a message."""

from collections.abc import Collection

from ..core.prompt import Prompt
from .context import Context


async def prompt(
    context: Context,
    message: str,
    about: str | None,
    conversation: str | None,
    budget: int | None,
    shown: Collection[str],
) -> Prompt:
    """Everything that this mind has to say to a message."""
    raise NotImplementedError
