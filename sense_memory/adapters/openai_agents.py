"""Memory for OpenAI's Agents SDK: a session that is a conversation, instructions that recall."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..core.llm import Role
from ..core.records.conversation import Turn
from ..store import Conversation
from .exchange import after, of
from .store_reach import AnyStore, StoreReach

if TYPE_CHECKING:
    from agents.memory import SessionSettings

FIRST = ""
"""What stands in the place of a turn before there is one."""


class MemorySession:
    """The history of an agent, kept as turns: ``Runner.run(…, session=MemorySession(store))``.

    What the user and the agent say is remembered, on every device. Calls of tools, their results,
    reasoning, and messages without text are no turns: they stand in the history as long as this
    object lives, exactly as they were added, and are no longer there in the next process.

    It is a history; what else the mind knows is told by ``recalling``. A client with memory
    (``with_memory``) would keep everything twice, unless it holds another conversation.

    Args:
        store: A ``MemoryStore``, or a ``sense_memory.blocking.MemoryStore``.
        session_id: The conversation.
        session_settings: The SDK's, of which ``limit`` is how many items are read at most.

    Raises:
        InvalidKeyError: The id is not 1–64 characters without slash, backslash, NUL or ``..``.
    """

    def __init__(
        self,
        store: AnyStore,
        session_id: str = "main",
        session_settings: "SessionSettings | None" = None,
    ) -> None:
        self._reach = StoreReach(store)
        self._reach.mind.conversation(session_id)  # says what is wrong with the name
        self.session_id = session_id
        self.session_settings = session_settings
        self._said: dict[str, tuple[str, Any]] = {}
        self._after: dict[str, list[Any]] = {}

    @property
    def _conversation(self) -> Conversation:
        return self._reach.mind.conversation(self.session_id)

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The history, oldest first, or the latest so many items of it."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        items = list(self._after.get(FIRST, ()))
        for turn in await self._turns():
            items += (self._item(turn), *self._after.get(turn.id, ()))
        return items if limit is None else items[max(0, len(items) - max(0, limit)) :]

    async def add_items(self, items: list[Any]) -> None:
        """Add to the history."""
        turns = await self._turns()
        last = turns[-1].id if turns else FIRST
        for item in items:
            role, text = _said_in(item)
            if role is None or not text.strip():
                self._after.setdefault(last, []).append(item)
                continue
            turn = await self._reach.there(self._conversation.add(role, text))
            last = turn.id
            self._said[last] = (text, item)

    async def pop_item(self) -> Any | None:
        """Take the last item back; ``None`` if there is none. A turn is forgotten."""
        turns = await self._turns()
        last = turns[-1].id if turns else FIRST
        if self._after.get(last):
            return self._after[last].pop()
        if not turns:
            return None
        await self._reach.there(self._conversation.delete(last))
        item = self._item(turns[-1])
        self._said.pop(last, None)
        return item

    async def clear_session(self) -> None:
        """Forget the history, on every device."""
        await self._reach.there(self._conversation.reset())
        self._said.clear()
        self._after.clear()

    async def _turns(self) -> list[Turn]:
        return await self._reach.there(self._conversation.turns())

    def _item(self, turn: Turn) -> Any:
        """As it was added, unless it was said in another process or corrected since."""
        text, item = self._said.get(turn.id, ("", None))
        if item is not None and text == turn.text:
            return item
        return {"role": turn.role.value, "content": turn.text}


def recalling(
    store: AnyStore,
    instructions: str = "",
    *,
    about: str | None = None,
    conversation: str | None = None,
    budget: int | None = None,
) -> Callable[[Any, Any], Awaitable[str]]:
    """Instructions of an agent, and what the store has to say to the user's last message.

    For ``Agent(instructions=recalling(store, "Be brief."))``.

    Args:
        store: A ``MemoryStore``, or a ``sense_memory.blocking.MemoryStore``.
        instructions: The agent's own, which stand first.
        about: With whom the agent talks, as in ``store.prompt``.
        conversation: The conversation that is recalled, too: that of the session.
        budget: Tokens that memory may add; ``None`` is ``PromptConfig.budget``.
    """
    reach = StoreReach(store)

    async def told(context: Any, agent: Any) -> str:
        del agent
        said = [_said_in(item) for item in context.turn_input]
        asked = [text for role, text in said if role is Role.USER and text.strip()]
        if not asked:
            return instructions
        shown = [instructions, *(text for _, text in said)]
        prompt = await reach.there(
            reach.mind.prompt(
                asked[-1],
                about=about,
                conversation=conversation,
                budget=budget,
                shown=[text for text in shown if text],
            )
        )
        return after(instructions, prompt.system) if prompt.system else instructions

    return told


def _said_in(item: Any) -> tuple[Role | None, str]:
    """Who says what in a message; nobody in another item."""
    role = of(item, "role")
    if role not in ("user", "assistant") or of(item, "type") not in (None, "message"):
        return None, ""
    content = of(item, "content")
    if not isinstance(content, str):
        parts = [content] if isinstance(content, Mapping) else content or ()
        texts = [of(part, "text") or of(part, "refusal") for part in parts]
        content = "\n".join(text for text in texts if isinstance(text, str))
    return Role(role), content
