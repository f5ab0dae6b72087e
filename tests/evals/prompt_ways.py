"""Ways of putting what was said before into a prompt: ours, and what it is compared with.

Each is given the messages of a conversation one after the other, and gives what it would put before
a message within a budget. Tokens are counted in the same way for all, with the count of the
package; nothing but texts is counted, no roles.
"""

from collections.abc import Sequence
from typing import Protocol

from sense_memory import Insight
from sense_memory.core.items import Said
from sense_memory.mind.prompting.quoted import quoted
from sense_memory.mind.token_count import token_count
from sense_memory.store.conversation_handle import Conversation

from .baselines import PlainBM25
from .streetai_memory import StreetMemory


class Way(Protocol):
    """A way of putting what was said into a prompt."""

    async def add(self, item: Said) -> None:
        """A message was said."""
        ...

    async def prompt(self, message: str, budget: int | None) -> Sequence[str]:
        """The texts before a message.

        Args:
            message: What is asked.
            budget: Tokens; ``None`` is what the way does unless told.
        """
        ...

    def has(self, texts: Sequence[str], item: Said) -> bool:
        """Whether a message is in a prompt of this way."""
        ...


def cost(texts: Sequence[str]) -> int:
    """Tokens of a prompt."""
    return sum(map(token_count, texts))


def holds(texts: Sequence[str], said: str) -> bool:
    """Whether a message stands in a prompt, whole and verbatim, as it is or within JSON."""
    inside = quoted({"": said}).removeprefix('{"": "').removesuffix('"}')
    return any(said in text or inside in text for text in texts)


def line(item: Said) -> str:
    """A message with its speaker."""
    return f"{item.speaker}: {item.text}"


class Ours:
    """``conversation.prompt`` of a store."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    async def add(self, item: Said) -> None:
        """Keep it."""
        await self._conversation.add(item.role, item.text, at=item.at, speaker=item.speaker)

    async def prompt(self, message: str, budget: int | None) -> Sequence[str]:
        """The block for the system prompt, and the last messages."""
        prompt = await self._conversation.prompt(message, budget=budget)
        texts = [prompt.system, *(one.text for one in prompt.messages[:-1])]
        if cost(texts) > prompt.budget:
            raise RuntimeError(f"{cost(texts)} tokens in a budget of {prompt.budget}")
        return texts

    def has(self, texts: Sequence[str], item: Said) -> bool:
        """All of its text, verbatim."""
        return holds(texts, item.text)


class EverySaid:
    """The full history, or under a budget the last of it."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    async def add(self, item: Said) -> None:
        """Keep it."""
        self._lines.append(line(item))

    async def prompt(self, message: str, budget: int | None) -> Sequence[str]:
        """The last lines that fit."""
        del message
        return self._lines if budget is None else fitting(self._lines[::-1], budget)[::-1]

    def has(self, texts: Sequence[str], item: Said) -> bool:
        """The whole line."""
        return line(item) in texts


class LastSaid(EverySaid):
    """The last so many messages."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    async def prompt(self, message: str, budget: int | None) -> Sequence[str]:
        """Its last lines, as long as they fit."""
        return (await super().prompt(message, budget))[-self._count :]


class ByBM25(EverySaid):
    """The lines that plain BM25 finds, and nothing around them."""

    def __init__(self) -> None:
        super().__init__()
        self._ranking: PlainBM25 | None = None

    async def add(self, item: Said) -> None:
        """Keep it."""
        await super().add(item)
        self._ranking = None

    async def prompt(self, message: str, budget: int | None) -> Sequence[str]:
        """The best lines that fit."""
        if self._ranking is None:
            memories = [Insight("", "", str(at), said) for at, said in enumerate(self._lines)]
            self._ranking = PlainBM25(memories, with_names=False)
        best = [self._lines[int(key)] for key in self._ranking.rank(message)]
        return best if budget is None else fitting(best, budget)


class Street:
    """``build_prompt`` of streetai-memory."""

    def __init__(self, memory: StreetMemory) -> None:
        self._memory = memory

    async def add(self, item: Said) -> None:
        """Keep it."""
        self._memory.add(line(item), item.role)

    async def prompt(self, message: str, budget: int | None) -> Sequence[str]:
        """What it gives; pieces of it under a budget."""
        return self._memory.prompt(message, budget)

    def has(self, texts: Sequence[str], item: Said) -> bool:
        """Any of its pieces: kinder to it than to ours."""
        return any(holds(texts, piece) for piece in self._memory.pieces(line(item)))


def fitting(lines: Sequence[str], budget: int) -> list[str]:
    """The lines that fit one after the other, of those that come first as many as can be."""
    taken = []
    for said in lines:
        tokens = token_count(said)
        if tokens <= budget:
            taken.append(said)
            budget -= tokens
    return taken
