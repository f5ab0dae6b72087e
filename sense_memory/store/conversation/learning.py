"""Keeping an exchange, and learning from it which pieces helped."""

import hashlib
from collections.abc import Mapping, Sequence

from ...core.conversation import Contribution, Exchange, RetrievedSignal, Signal
from ...core.errors import InputError
from ...core.llm import Role
from ...core.ports import Presence
from ...core.prompt import Prompt
from ...core.records.conversation import Turn
from ...core.records.names import check_encodable
from ...mind.stacks.contributing import contributions
from ...mind.views.conversations import KnownConversation
from .. import embedding
from ..context import Context
from ..prompted import check_scope_of
from . import known, vectors
from .answering import rarity_of
from .turns import keep, said_next


async def learn(context: Context, conversation: str, prompt: Prompt, reply: str | None) -> Exchange:
    """Keep a message and its reply.

    Whether a piece helped tells the cosine of its vector and that of the reply. Without an encoder,
    or where it fails, words tell: what share of what the piece says, its stop words left out and
    each word weighed by how rare it is in the conversation, stands in the reply.
    """
    if not isinstance(prompt, Prompt):
        raise InputError(
            f"learn takes what prompt() gave, got {type(prompt).__name__}; messages that were "
            "exchanged without a prompt are kept by add(), or learned by store.learn()"
        )
    check_scope_of(prompt, context)
    if prompt.conversation is not None and prompt.conversation != conversation:
        raise InputError(
            f"this prompt is one of the conversation {prompt.conversation!r}, not of "
            f"{conversation!r}: learn from it there"
        )
    reply = reply or ""
    check_encodable(reply, "a reply")
    there = await known.known(context, conversation, held=True)
    exchange = _Exchange(context, conversation, prompt, reply.strip() and reply)
    await exchange.look_back()
    if exchange.reply and prompt.retrieved and not exchange.is_answered(there):
        await exchange.helped.compare(there)
    await keep(context, conversation, exchange.turns, exchange.learned)
    return exchange.kept(there)


async def weigh(
    context: Context, conversation: str, retrieved: Sequence[RetrievedSignal], reply: str
) -> tuple[Contribution, ...]:
    """Learn from a reply as ``learn`` does, and keep nothing that was said."""
    check_encodable(reply, "a reply")
    if not reply.strip() or not retrieved:
        return ()
    there = await known.known(context, conversation, held=True)
    helped = _Helped(context, retrieved, reply)
    await helped.compare(there)
    await keep(context, conversation, lambda _there: (), helped.learned)
    return helped.contributions


def turn_id(prompt: str, role: Role) -> str:
    """What a turn of a prompt's exchange is called, so that nothing is kept twice.

    The first 32 hex digits of SHA-256 of the prompt's id and the role.
    """
    return hashlib.sha256(f"{prompt}\0{role.value}".encode()).hexdigest()[:32]


class _Exchange:
    """A message and its reply, on their way into a conversation."""

    def __init__(self, context: Context, conversation: str, prompt: Prompt, reply: str) -> None:
        self.reply = reply
        self._context = context
        self._conversation = conversation
        self._prompt = prompt
        self._user = turn_id(prompt.id, Role.USER)
        self._assistant = turn_id(prompt.id, Role.ASSISTANT)
        self.helped = _Helped(context, prompt.retrieved, reply)
        self._forgotten: set[str] = set()

    async def look_back(self) -> None:
        """Whether somebody forgot what was kept of it before: it does not come back."""
        ids = self._user, self._assistant
        refs = [known.turn_ref(self._context, self._conversation, id_) for id_ in ids]
        found = await self._context.records.presence(refs)
        self._forgotten = {
            id_ for id_, how in zip(ids, found, strict=True) if how is Presence.FORGOTTEN
        }

    def is_answered(self, there: KnownConversation) -> bool:
        """Whether the reply was kept before, and what it taught is known."""
        return self._assistant in self._forgotten or there.message(self._assistant) is not None

    def turns(self, there: KnownConversation) -> Sequence[Turn]:
        """What of it is not there yet."""
        context, conversation = self._context, self._conversation
        parts: tuple[Turn, ...] = ()
        if self._asked(there) is None and self._user not in self._forgotten:
            parts = said_next(
                *(context, conversation, there, Role.USER, self._prompt.message),
                message=self._user,
            )
        if self.reply and not self.is_answered(there):
            parts += said_next(
                *(context, conversation, there, Role.ASSISTANT, self.reply),
                message=self._assistant,
                after=parts[0] if parts else None,
            )
        return parts

    def _asked(self, there: KnownConversation) -> str | None:
        """The id of the message, if it is there: kept by this, or said just before."""
        if there.message(self._user) is not None:
            return self._user
        answer = there.message(self._assistant)
        last = there.before(None if answer is None else answer.turn)
        if last is not None and last.role is Role.USER and last.text == self._prompt.message:
            return last.id
        return None

    def learned(self, there: KnownConversation) -> Mapping[str, float]:
        """What the reply makes of what was retrieved: the new base weights."""
        if not self.reply or self.is_answered(there):
            return {}
        return self.helped.learned(there)

    def kept(self, there: KnownConversation) -> Exchange:
        """What became of it."""
        answer = self._assistant if there.message(self._assistant) is not None else None
        return Exchange(self._asked(there) or self._user, answer, self.helped.contributions)


class _Helped:
    """Which of the pieces that were retrieved helped.

    Attributes:
        contributions: What the reply made of each, once ``learned`` was asked.
    """

    def __init__(self, context: Context, retrieved: Sequence[RetrievedSignal], reply: str) -> None:
        self.contributions: tuple[Contribution, ...] = ()
        self._context = context
        self._shown = retrieved
        self._reply = reply
        self._near: dict[str, float] = {}

    async def compare(self, there: KnownConversation) -> None:
        """Know how near what was retrieved is to the reply."""
        from ...mind.conversation.wording import content_words, used_by

        await known.index(there)
        vector = await vectors.reply_vector(self._context, self._reply)
        encoder = embedding.usable(self._context)
        while there.is_outdated:
            await known.index(there)
            await known.settle(there)
        said, rarity = content_words(self._reply), rarity_of(there)
        for signal in self._retrieved(there).values():
            cosine = None
            if vector is not None and encoder is not None and there.has_vectors(encoder.id):
                of = there.vectors(encoder.id)
                if of.dimension == len(vector):
                    cosine = of.similarities(signal.turn_id, vector).get(signal.index)
            if cosine is None and vector is None:
                cosine = used_by(said, signal.text, rarity)
            if cosine is not None:
                self._near[signal.id] = cosine

    def _retrieved(self, there: KnownConversation) -> dict[str, Signal]:
        """What was retrieved for the prompt, as far as it is still said, as it weighs now."""
        messages = dict.fromkeys(one.signal.turn_id for one in self._shown)
        return {signal.id: signal for one in messages for signal in there.signals(one)}

    def learned(self, there: KnownConversation) -> Mapping[str, float]:
        """The new base weights."""
        self.contributions = contributions(
            [one.signal.id for one in self._shown],
            self._retrieved(there),
            self._near,
            self._context.config.conversations,
        )
        return {
            one.signal_id: one.new_weight
            for one in self.contributions
            if one.new_weight != one.old_weight
        }
