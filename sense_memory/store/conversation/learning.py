"""Keeping an exchange, and learning from it which pieces helped."""

from ...core.conversation import Exchange
from ...core.prompt import Prompt
from ..context import Context


async def learn(context: Context, conversation: str, prompt: Prompt, reply: str | None) -> Exchange:
    """Keep a message and its reply."""
    raise NotImplementedError
