"""What a conversation has to say to a message."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace

from ...core.conversation import RetrievedSignal
from ...core.llm import Role
from ...core.prompt import Prompt, Section, Trust
from ...core.records.conversation import Turn
from ...core.records.names import check_encodable
from ...core.records.reference import reference_to
from ...core.search_result import Filters
from ...mind.prompt.assembling import assemble
from ...mind.prompt.candidate import Candidate
from ...mind.stacks.weights import effective_weight
from ...mind.views.conversations import KnownConversation
from ..context import Context
from . import known

OFFERED = 64
"""Messages that are offered for a prompt beside the last ones."""


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
    from ...mind.search.question import Question
    from ...mind.search.ranking import rank
    from ...mind.text import query_tokens

    there = await known.known(context, conversation)
    await known.index(there)
    recent = [one.turn for one in there.messages[-context.config.conversations.recency_turns - 1 :]]
    if recent and recent[-1].role is Role.USER and recent[-1].text == message:
        recent.pop()
    recent = recent[-context.config.conversations.recency_turns :]
    last = {one.id for one in recent}
    found = list[Candidate]()
    if query_tokens(message[:8000]):
        now = context.clock.now()
        ranking = rank(
            there.documents,
            Question.of(message[:8000], now),
            Filters(),
            context.config.search,
            now,
        )
        for one in ranking.best():
            id_ = one.ref.name.rpartition("/")[2]
            whole = there.message(id_)
            if whole is None or id_ in last or whole.turn.text == message:
                continue
            found.append(_candidate(context, there, whole.turn, one.score))
            if len(found) == OFFERED:
                break
    shown = [
        replace(_candidate(context, there, one, 1.0), section=Section.RECENT, signals=())
        for one in recent
    ]
    return Said((*found, *shown))


def _candidate(context: Context, there: KnownConversation, turn: Turn, score: float) -> Candidate:
    counter, config = there.counter, context.config.conversations
    signals = tuple(
        RetrievedSignal(one, 0.0, effective_weight(one, counter, config), 0.0)
        for one in there.signals(turn.id)
    )
    return Candidate(
        Section.CONVERSATION,
        reference_to(known.turn_ref(context, turn.conversation, turn.id)),
        turn.text,
        _origin(turn),
        _trust(there, turn),
        score,
        "it was said in this conversation",
        turn.at,
        turn.role,
        signals,
    )


def _origin(turn: Turn) -> str:
    # when it was stands beside each line: so lines of one origin share what says it
    return f"said by {turn.speaker or f'the {turn.role.value}'}"


def _trust(there: KnownConversation, turn: Turn) -> Trust:
    if there.head is not None and there.head.origin:
        return Trust.IMPORTED
    return Trust.OWN if turn.role is Role.ASSISTANT else Trust.PEER


async def use(context: Context, conversation: str, prompt: Prompt) -> None:
    """The pieces that a prompt quotes were used: their clocks start anew."""
    there = await known.known(context, conversation, held=True)
    turn = there.counter
    for one in prompt.retrieved:
        if there.message(one.signal.turn_id) is not None:
            there.waiting[one.signal.id] = turn


async def prompt(
    context: Context,
    conversation: str,
    message: str,
    budget: int | None,
    shown: Collection[str],
) -> Prompt:
    """A prompt of this conversation alone."""
    check_encodable(message, "a message")
    config = context.config.prompts
    offered = await said(context, conversation, message)
    made = assemble(
        secrets.token_hex(16),
        message,
        offered.candidates,
        config.budget if budget is None else budget,
        config,
        shown=shown,
        conversation=conversation,
        warning=offered.warning,
    )
    await use(context, conversation, made)
    return made
