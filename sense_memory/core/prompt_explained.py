"""A prompt with its reasons, for people."""

from .prompt import Prompt


def explained(prompt: Prompt) -> str:
    """Why each item is in a prompt, what nearly was, and what the budget left out."""
    return prompt.system
