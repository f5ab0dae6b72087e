"""What a conversation has to say to a message."""

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...core.conversation import RetrievedSignal
from ...core.llm import Role
from ...core.prompt import Prompt, Section, Trust
from ...core.records.conversation import Turn
from ...core.records.names import check_encodable
from ...core.records.reference import reference_to
from ...mind.compress.phrases import cut_to
from ...mind.prompt.assembling import assemble, check_prompt
from ...mind.prompt.candidate import Candidate
from ...mind.rapport.line import one_line
from ...mind.views.conversations import KnownConversation
from ..context import Context
from . import known
from .answering import Answering, Found

OFFERED = 64
"""Messages that are offered for a prompt beside the last ones."""
COST_INFLUENCE = 0.2
"""The power of its length by which a message is put behind shorter ones. Chosen on LoCoMo: with 0.1
to 0.3 more of what answers has room, in each of five conversations as much or more."""
AROUND = 24
"""Characters that a line costs beside its text, about."""
LONG = 400
"""Characters from which on a message is quoted by its best pieces; a piece has at most as many."""
QUOTED = 600
"""Characters of a long message that are quoted, about."""
NAME_TOKENS = 12
"""Of the name of a speaker, who may have chosen it to be long, in each line."""
BETWEEN = " … "
"""What stands between two pieces of a message that is not quoted whole."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a conversation offers for a prompt.

    Attributes:
        candidates: Of the sections ``CONVERSATION``, the best first, and ``RECENT``, the oldest
            first. What is of the second is of the first, too: where it cannot stand as it was
            said, it is quoted.
        warning: Why the encoder could not be asked, if that is so.
    """

    candidates: tuple[Candidate, ...]
    warning: str | None = None


async def said(context: Context, conversation: str, message: str) -> Said:
    """What a conversation offers; nothing counts as used by this."""
    there = await known.known(context, conversation)
    if not len(there):
        return Said(())
    answering = await Answering.of(context, conversation, there, message)
    recent = _recent(context, there, message)
    offered = (one for one in answering.best() if one.score > 0)
    found = dict[str, Candidate]()
    for one in islice(offered, OFFERED):
        whole = there.message(one.id)
        # who asks the same once more is not answered by the question
        if whole is not None and whole.turn.text.strip() != message.strip():
            found[one.id] = _answer(context, there, whole.turn, one)
    best = sorted(found.values(), key=worth, reverse=True)
    lately = [_lately(context, there, turn) for turn in reversed(recent) if turn.id not in found]
    shown = [_as_said(context, there, one) for one in recent]
    return Said((*_told_apart((*best, *lately)), *shown), answering.asked.warning)


def _recent(context: Context, there: KnownConversation, message: str) -> list[Turn]:
    """The last messages, without the one that is asked, where that was kept before.

    Where they begin with a reply, what it replies to comes before it, one more than are asked for.
    """
    count = context.config.conversations.recency_turns
    if not count:
        return []
    last = [one.turn for one in there.messages[-count - 2 :]]
    if last and last[-1].role is Role.USER and last[-1].text == message:
        last.pop()
    begins_with_reply = last[-count:] and last[-count:][0].role is Role.ASSISTANT
    return last[-count - 1 :] if begins_with_reply else last[-count:]


def worth(one: Candidate) -> float:
    """How well a message answers for what it costs: of two that answer as well, the shorter."""
    cost: float = (len(one.text) + AROUND) ** COST_INFLUENCE
    return one.score / cost


def _answer(context: Context, there: KnownConversation, turn: Turn, found: Found) -> Candidate:
    text, pieces = _quoted(turn, found.pieces)
    if found.words:
        why = f"it says {', '.join(found.words[:4])}"
    elif found.is_near:
        why = "it means about the same"
    else:
        why = "it was said beside what answers"
    return Candidate(
        Section.CONVERSATION,
        reference_to(known.turn_ref(context, turn.conversation, turn.id)),
        *(text, _origin(turn), _trust(there, turn), found.score, why, turn.at, turn.role),
        *(_speaker(turn), pieces),
    )


def _quoted(turn: Turn, pieces: Sequence[RetrievedSignal]) -> tuple[str, Sequence[RetrievedSignal]]:
    """A message, or the best pieces of a long one, in their order."""
    if len(turn.text) <= LONG or len(pieces) < 2:
        return turn.text, pieces
    chosen, characters = list[RetrievedSignal](), 0
    for one in sorted(pieces, key=lambda one: (-one.similarity, one.signal.index)):
        characters += len(one.signal.text)
        if chosen and (characters > QUOTED or one.similarity <= 0):
            break
        chosen.append(one)
    chosen.sort(key=lambda one: one.signal.index)
    return BETWEEN.join(one.signal.text for one in chosen), chosen


def _as_said(context: Context, there: KnownConversation, turn: Turn) -> Candidate:
    return Candidate(
        Section.RECENT,
        reference_to(known.turn_ref(context, turn.conversation, turn.id)),
        *(turn.text, _origin(turn), _trust(there, turn), 1.0, "it was said last"),
        *(turn.at, turn.role),
    )


def _lately(context: Context, there: KnownConversation, turn: Turn) -> Candidate:
    """One of the last messages, to be quoted where it cannot stand as it was said."""
    said = _as_said(context, there, turn)
    return replace(
        said,
        section=Section.CONVERSATION,
        score=0.0,
        why="it was said lately",
        speaker=_speaker(turn),
    )


def _speaker(turn: Turn) -> str:
    """Who says it, as a line begins: a name without what ends one, or the role."""
    name = one_line(turn.speaker.replace(":", " "))
    return cut_to(name, NAME_TOKENS) if name else turn.role.value


def _origin(turn: Turn) -> str:
    # when it was stands above each line: so lines of one origin share what says it
    name = _speaker(turn)
    return f"said by the {name}" if name == turn.role.value else f"said by {name}"


def _told_apart(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Whoever has a name in common with the agent: what either of them said, somebody told."""
    given = list(candidates)
    others = {one.speaker.casefold() for one in given if one.trust is not Trust.OWN}
    for one in given:
        is_own = one.trust is Trust.OWN and one.speaker.casefold() not in others
        yield one if is_own or one.trust is not Trust.OWN else replace(one, trust=Trust.PEER)


def _trust(there: KnownConversation, turn: Turn) -> Trust:
    if there.head is not None and there.head.origin:
        return Trust.IMPORTED
    return Trust.OWN if turn.role is Role.ASSISTANT else Trust.PEER


async def use(context: Context, conversation: str, prompt: Prompt) -> None:
    """The pieces that a prompt quotes were used: their clocks start anew."""
    there = await known.known(context, conversation, held=True)
    there.use(one.signal.id for one in prompt.retrieved if there.has(one.signal))


async def prompt(
    context: Context,
    conversation: str,
    message: str,
    budget: int | None,
    shown: Collection[str],
) -> Prompt:
    """A prompt of this conversation alone."""
    config = context.config.prompts
    most = config.budget if budget is None else budget
    check_prompt(message, most, shown)
    check_encodable(message, "a message")
    offered = await said(context, conversation, message)
    made = assemble(
        secrets.token_hex(16),
        message,
        offered.candidates,
        most,
        config,
        shown=shown,
        conversation=conversation,
        warning=offered.warning,
    )
    made = replace(made, scope=context.scope)
    await use(context, conversation, made)
    return made
