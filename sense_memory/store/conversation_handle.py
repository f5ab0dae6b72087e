"""What ``store.conversation(id)`` gives: what was said, and what of it answers a message."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime

from ..core.conversation import (
    Contribution,
    ConversationStats,
    ConversationStatus,
    Exchange,
    Retrieval,
    RetrievedSignal,
    Signal,
)
from ..core.embedding_report import EmbedReport
from ..core.llm import Role
from ..core.prompt import Prompt
from ..core.records.conversation import Turn
from .context import Context


class Conversation:
    """The turns of one conversation."""

    def __init__(self, context: Callable[[], Awaitable[Context]], conversation: str) -> None:
        from .conversation.turns import check_conversation

        self._context = context
        self._id = check_conversation(conversation)

    def __repr__(self) -> str:
        return f"Conversation({self._id!r})"

    @property
    def id(self) -> str:
        """Which conversation."""
        return self._id

    async def add(
        self,
        role: Role | str,
        text: str,
        *,
        at: float | datetime | str | None = None,
        speaker: str = "",
    ) -> Turn:
        """Keep a turn. The conversation exists from the first one on.

        Args:
            role: ``user`` or ``assistant``.
            text: What was said; some of it is no space. What is longer than a record is kept in
                parts.
            at: When: seconds since the epoch, a date, or ISO 8601; ``None`` is now.
            speaker: The name of who said it.

        Raises:
            InputError: The role is another word, or there is nothing in the text.
        """
        from .conversation import turns

        return await turns.add(await self._context(), self._id, role, text, at, speaker)

    async def turns(self) -> list[Turn]:
        """Everything, oldest first, in the same order on every device; the parts of a turn are one.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .conversation import turns

        return await turns.turns(await self._context(), self._id)

    async def recent(self, count: int) -> list[Turn]:
        """The last so many turns, oldest first.

        Raises:
            InputError: The count is not 1 or more.
        """
        from .conversation import turns

        return await turns.recent(await self._context(), self._id, count)

    # ------------------------------------------------------- what comes back of it

    async def prompt(
        self, message: str, *, budget: int | None = None, shown: Collection[str] = ()
    ) -> Prompt:
        """All that this conversation has to say to a message: its last turns, and what answers.

        What is in it counts as used, from the next write on also on other devices. For the rest of
        the mind ask ``store.prompt(message, conversation=id)``.

        Args:
            message: What is asked next; it is not kept by this.
            budget: Tokens that memory may add; ``None`` is ``PromptConfig.budget``.
            shown: Texts that the model is shown anyway, and nothing quotes once more.

        Raises:
            InputError: There is nothing in the message, the budget is less than 50, or what is
                shown is one text.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .conversation import prompting

        return await prompting.prompt(await self._context(), self._id, message, budget, shown)

    async def learn(self, prompt: Prompt, reply: str | None) -> Exchange:
        """Keep a message and its reply, and learn from it which memories helped.

        The message becomes a turn unless it is the last one already, and the reply becomes one
        unless it is empty; both in one commit with the weights. Called again with the same prompt
        it keeps nothing twice. A piece that was retrieved for the prompt is boosted if it is near
        the reply, and demoted if it is far; one that was forgotten meanwhile stays forgotten.

        Args:
            prompt: What ``prompt`` or ``store.prompt`` gave.
            reply: What was answered; ``None`` or empty if nothing was.

        Raises:
            InputError: The prompt is one of another conversation, or of another scope.
        """
        from .conversation import learning

        return await learning.learn(await self._context(), self._id, prompt, reply)

    async def weigh(
        self, retrieved: Sequence[RetrievedSignal], reply: str
    ) -> tuple[Contribution, ...]:
        """Learn from a reply which pieces helped, and keep nothing that was said.

        It is the half of ``learn`` for who keeps what was said with ``add``.

        Args:
            retrieved: What ``retrieve`` gave, as far as it was shown.
            reply: What was answered; an empty one says nothing of any piece.

        Returns:
            What the reply made of each piece; one that was forgotten meanwhile is left out.
        """
        from .conversation import learning

        return await learning.weigh(await self._context(), self._id, retrieved, reply)

    async def retrieve(self, message: str, *, without: Collection[str] = ()) -> Retrieval:
        """The pieces that answer a message, through the stacks nearest to it, the best first.

        With an encoder as in the design of seed 002: the ``top_stacks`` nearest stacks, then
        ``max(weight, floor) · similarity`` of each piece in them, from ``activation_threshold`` on,
        at most ``max_thinking_space``. What is returned counts as used. Without an encoder words
        tell how near a piece is, and all pieces are looked at.

        Args:
            message: What is asked.
            without: Ids of turns that are shown anyway: nothing of them is returned, or used.

        Raises:
            InputError: There is nothing in the message, or what is to be left out is one text.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .conversation import retrieving

        return await retrieving.retrieve(await self._context(), self._id, message, without)

    async def signals(self, turn: str | None = None) -> list[Signal]:
        """All pieces of what was said, in order, with their weights as of now.

        Args:
            turn: The id of a turn: only its own; of one that there is not, none.
        """
        from .conversation import retrieving

        return await retrieving.signals(await self._context(), self._id, turn)

    async def turn_counter(self) -> int:
        """The number of the last turn, which never goes back; 0 while nothing was said."""
        from .conversation import retrieving

        return await retrieving.turn_counter(await self._context(), self._id)

    async def stats(self) -> ConversationStats:
        """How many pieces it holds, how many of them are awake, and in how many stacks they are.

        Of a conversation that does not exist all numbers are 0.
        """
        from .conversation import retrieving

        return await retrieving.stats(await self._context(), self._id)

    async def embed(self, *, force: bool = False) -> EmbedReport:
        """Make the vectors that what was said has not got yet: of what was imported, mostly.

        What is said gets its vectors at once where the store has an encoder.

        Args:
            force: Make all of them anew.

        Raises:
            InputError: The store has no encoder.
            EncoderError: It cannot be asked.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .conversation import vectors

        return await vectors.embed(await self._context(), self._id, force=force)

    async def reset(self) -> int:
        """Forget everything that was said, weights and counter too; how many turns that were.

        Unlike ``forget`` it takes one that does not exist. What is added from then on begins anew.
        """
        from .conversation import turns
        from .forget import let_names_go

        context = await self._context()
        count = await turns.reset(context, self._id)
        await let_names_go(context)
        return count

    async def edit(self, turn: str, text: str) -> Turn:
        """Let a turn say something else; what was observed in it is forgotten.

        Raises:
            UnknownMemoryError: There is no such turn.
            InputError: There is nothing in the text.
        """
        from .conversation import turns
        from .forget import let_names_go

        context = await self._context()
        edited = await turns.edit(context, self._id, turn, text)
        await let_names_go(context)
        return edited

    async def delete(self, turn: str) -> str:
        """Forget a turn, and what was observed in it; the event id of the tombstone.

        Raises:
            UnknownMemoryError: There is no such turn.
        """
        from .conversation import turns
        from .forget import let_names_go

        context = await self._context()
        event_id = await turns.delete(context, self._id, turn)
        await let_names_go(context)
        return event_id

    async def status(self) -> ConversationStatus:
        """How much was said, and when.

        Raises:
            UnknownMemoryError: There is no such conversation.
        """
        from .conversation import turns

        return await turns.status(await self._context(), self._id)

    async def forget(self) -> str:
        """Forget the conversation, its turns, and what was observed in them, on every device.

        Returns:
            The event id of the conversation's tombstone.

        Raises:
            UnknownMemoryError: There is no such conversation.
        """
        from .conversation import turns
        from .forget import let_names_go

        context = await self._context()
        event_id = await turns.forget(context, self._id)
        await let_names_go(context)
        return event_id
