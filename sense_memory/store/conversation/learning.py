"""Keeping an exchange, and learning from it which pieces helped."""

import hashlib
from collections.abc import Mapping, Sequence

from ...core.conversation import Contribution, Exchange
from ...core.errors import InputError
from ...core.llm import Role
from ...core.ports import Presence
from ...core.prompt import Prompt
from ...core.records.conversation import Turn
from ...mind.views.conversations import KnownConversation
from ..context import Context
from . import known
from .turns import keep, said_next


async def learn(context: Context, conversation: str, prompt: Prompt, reply: str | None) -> Exchange:
    """Keep a message and its reply."""
    if prompt.conversation is not None and prompt.conversation != conversation:
        raise InputError(
            f"this prompt is one of the conversation {prompt.conversation!r}, not of "
            f"{conversation!r}: learn from it there"
        )
    user, assistant = turn_id(prompt.id, Role.USER), turn_id(prompt.id, Role.ASSISTANT)
    refs = [known.turn_ref(context, conversation, one) for one in (user, assistant)]
    states = await context.records.presence(refs)
    gone = {
        id_ for id_, how in zip((user, assistant), states, strict=True) if how is Presence.FORGOTTEN
    }
    contributions: tuple[Contribution, ...] = ()
    asked, answered = user, assistant if reply else None

    def make(there: KnownConversation) -> Sequence[Turn]:
        nonlocal asked
        parts: tuple[Turn, ...] = ()
        last = there.messages[-1].turn if len(there) else None
        if there.message(user) is None and user not in gone and there.message(assistant) is None:
            if last is not None and last.role is Role.USER and last.text == prompt.message:
                asked = last.id
            else:
                parts = said_next(
                    context, conversation, there, Role.USER, prompt.message, message=user
                )
        if reply and reply.strip() and there.message(assistant) is None and assistant not in gone:
            after = parts[0] if parts else None
            parts += said_next(
                *(context, conversation, there, Role.ASSISTANT, reply),
                message=assistant,
                after=after,
            )
        return parts

    def learned(there: KnownConversation) -> Mapping[str, float]:
        del there
        return {}

    await keep(context, conversation, make, learned)
    return Exchange(asked, answered, contributions)


def turn_id(prompt_id: str, role: Role) -> str:
    """What a turn of a prompt's exchange is called, so that nothing is kept twice."""
    return hashlib.sha256(f"{prompt_id}\0{role.value}".encode()).hexdigest()[:32]
