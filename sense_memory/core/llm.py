"""Asking a language model: what is said to it, and what it is asked for."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")


class Role(StrEnum):
    """Who says something."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation.

    Attributes:
        role: Who said it.
        text: What.
    """

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """What an answer is to be.

    Attributes:
        name: What it is called, letters and underscores: ``session_reading``.
        description: What it is, in a sentence, for the model.
        schema: JSON schema of an object, strict: every property is required, no other is allowed.
        read: Makes the answer of a decoded JSON value. It raises ``ValueError`` with a message
            that says what is wrong, for the model to mend, and quotes nothing.
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    read: Callable[[object], T]


def strict_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object that has all of these properties, and no other."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


@dataclass(frozen=True, slots=True)
class LLMUsage:
    """What a model was asked since it was made.

    Attributes:
        calls: Requests that were answered, repairs included.
        failures: Requests that were not, after all retries.
        input_tokens: As the provider counted them; where it did not, none.
        output_tokens: The same.
    """

    calls: int = 0
    failures: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class LLM(Protocol):
    """Writes text."""

    @property
    def id(self) -> str:
        """The provider and the model that talks: ``anthropic:…``."""
        ...

    @property
    def extract_id(self) -> str:
        """The provider and the model that answers ``extract``; often the same."""
        ...

    @property
    def usage(self) -> LLMUsage:
        """What it was asked so far."""
        ...

    def chat(self, system: str, messages: Sequence[Message]) -> AsyncIterator[str]:
        """The next turn of a conversation, piece by piece.

        Raises:
            LLMError: While it is read; ``LLMInterruptedError`` has what came until then.
        """
        ...

    async def extract(self, system: str, prompt: str, shape: Shape[T]) -> T:
        """An answer of a shape, by the model that is meant for that.

        Raises:
            LLMError: There was none, or another one than was asked for, also when asked again.
        """
        ...
