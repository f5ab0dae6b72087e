"""What ``store.conversation(id)`` gives: what was said, verbatim."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from ..core.conversation import ConversationStatus
from ..core.llm import Role
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

    async def edit(self, turn: str, text: str) -> Turn:
        """Let a turn say something else; what was observed in it is forgotten.

        Raises:
            UnknownMemoryError: There is no such turn.
            InputError: There is nothing in the text.
        """
        from .conversation import turns

        return await turns.edit(await self._context(), self._id, turn, text)

    async def delete(self, turn: str) -> str:
        """Forget a turn, and what was observed in it; the event id of the tombstone.

        Raises:
            UnknownMemoryError: There is no such turn.
        """
        from .conversation import turns

        return await turns.delete(await self._context(), self._id, turn)

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

        return await turns.forget(await self._context(), self._id)
