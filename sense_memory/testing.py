"""For tests of code that uses sense-memory."""

import hashlib
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from .core import arrays
from .core.errors import LLMAnswerError, LLMError, LLMInterruptedError, ProviderError
from .core.llm import LLMUsage, Message, Role, Shape
from .core.ports import TextKind, Verdict
from .core.records.persona import PersonaMemory

__all__ = ["Asked", "HashEncoder", "ManualClock", "ScriptedJudge", "ScriptedLLM"]

T = TypeVar("T")


class ManualClock:
    """A clock that moves only when told to.

    Args:
        now: Seconds since the epoch at which it starts.
    """

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = float(now)

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds


class HashEncoder:
    """An encoder without a model: texts that share words lie near each other.

    The same on every machine, at once, and of no use for meanings: it knows no synonyms.

    Args:
        dimension: How many numbers a vector has.
        name: Told apart in ``id``, for tests with several encoders; it changes the vectors, too.
    """

    def __init__(self, dimension: int = 64, name: str = "") -> None:
        self._dimension = dimension
        self._name = name

    @property
    def id(self) -> str:
        """``hash:``, the name if it has one, and the dimension."""
        return f"hash:{self._name}{':' if self._name else ''}{self._dimension}"

    async def encode(self, texts: Sequence[str], kind: TextKind) -> "arrays.Vectors":  # noqa: ARG002
        """One vector of length 1 per text, as rows."""
        import numpy as np

        rows = np.zeros((len(texts), self._dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in ["", *re.findall(r"\w+", text.casefold())]:
                digest = hashlib.sha256(f"{self._name}\0{word}".encode()).digest()
                sign = 1.0 if digest[0] & 1 else -1.0
                # a text without words has a direction of its own
                row[int.from_bytes(digest[1:5], "big") % self._dimension] += sign if word else 0.1
        lengths: arrays.Vectors = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1.0
        return rows / lengths


class ScriptedJudge:
    """A judge that says what it was told to say, and remembers what it was asked.

    Args:
        verdicts: The keys of an older and a newer memory to what is said of them; an error is
            raised. Of pairs that are not in it, that they go together.
    """

    def __init__(self, verdicts: Mapping[tuple[str, str], float | ProviderError]) -> None:
        self._verdicts = dict(verdicts)
        self.asked: list[tuple[str, str]] = []

    async def judge(self, old: PersonaMemory, new: PersonaMemory) -> Verdict:
        """What it was told to say of the two."""
        pair = (old.key, new.key)
        self.asked.append(pair)
        said = self._verdicts.get(pair, 0.0)
        if isinstance(said, ProviderError):
            raise said
        return Verdict(said, "as it was told")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a scripted model was asked.

    Attributes:
        system: Who it was told to be.
        messages: What was said to it; a prompt is one message of the user.
        shape: The name of the shape it was asked for, ``None`` for a turn of a conversation.
    """

    system: str
    messages: tuple[Message, ...]
    shape: str | None = None


class ScriptedLLM:
    """A language model that says what it was told to say, and remembers what it was asked.

    Asked for more than its script has, it raises ``AssertionError``.

    Args:
        replies: What it says in a conversation, one after the other; an error is raised, after
            what came until then if it has such a text.
        answers: What it answers where a shape is asked for: a decoded JSON value each, which the
            shape reads; an error is raised.
    """

    def __init__(
        self,
        replies: Sequence[str | LLMError] = (),
        answers: Sequence[object] = (),
    ) -> None:
        self._replies = list(replies)
        self._answers = list(answers)
        self._usage = LLMUsage()
        self.asked: list[Asked] = []

    @property
    def id(self) -> str:
        """``scripted``: who talks."""
        return "scripted"

    @property
    def extract_id(self) -> str:
        """``scripted-reader``: who answers what is asked for by shape."""
        return "scripted-reader"

    @property
    def usage(self) -> LLMUsage:
        """Calls and failures; tokens are not counted."""
        return self._usage

    async def chat(self, system: str, messages: Sequence[Message]) -> AsyncIterator[str]:
        """The next reply, word by word.

        Raises:
            LLMError: The script says so.
        """
        self.asked.append(Asked(system, tuple(messages)))
        if not self._replies:
            raise AssertionError(f"question {len(self.asked)}: the script has no more replies")
        said = self._replies.pop(0)
        if isinstance(said, str):
            text = said
        else:
            text = said.text if isinstance(said, LLMInterruptedError) else ""
        for piece in re.findall(r"\s*\S+\s*$|\s*\S+|\s+$", text):
            yield piece
        self._count(failed=isinstance(said, LLMError))
        if isinstance(said, LLMError):
            raise said

    async def extract(self, system: str, prompt: str, shape: Shape[T]) -> T:
        """The next answer, as the shape reads it.

        Raises:
            LLMError: The script says so; ``LLMAnswerError`` if the shape does not take it.
        """
        self.asked.append(Asked(system, (Message(Role.USER, prompt),), shape.name))
        if not self._answers:
            raise AssertionError(f"question {len(self.asked)}: the script has no more answers")
        said = self._answers.pop(0)
        self._count(failed=isinstance(said, LLMError))
        if isinstance(said, LLMError):
            raise said
        try:
            return shape.read(said)
        except ValueError as error:
            raise LLMAnswerError(f"the script answered no {shape.name}: {error}") from None

    def _count(self, *, failed: bool) -> None:
        used = self._usage
        self._usage = replace(
            used, calls=used.calls + (not failed), failures=used.failures + failed
        )
