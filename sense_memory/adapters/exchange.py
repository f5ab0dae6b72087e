"""A request to a model and its reply, whatever the provider's format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..core.llm import Message, Role
from ..core.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request says.

    Attributes:
        message: The text of the last message of the user; ``""`` if it has none.
        shown: All texts of the request, the caller's own system prompt too.
        said: What the assistant has said since that message: beside calls of tools, or as the
            beginning of its reply.
        goes_on: The reply goes on where the last of ``said`` breaks off.
        is_alone: Nothing but system prompts stands before that message, and no server adds to it.
        is_continued: Something comes after that message: results of tools, or the beginning of
            a reply; or there is no such message, and a server knows it.
        previous: The id of the reply, or of the conversation, that the server is to go on with.
    """

    message: str
    shown: tuple[str, ...]
    said: tuple[str, ...] = ()
    goes_on: bool = False
    is_alone: bool = True
    is_continued: bool = False
    previous: str | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What a reply says.

    Attributes:
        text: What the assistant says, or why it declines; ``""`` if it says nothing.
        wants_tools: Tools were called whose results the caller is to send: the exchange goes on.
        id: What names the reply to a server that holds the conversation.
        has_failed: The provider says that this is no reply: nothing of it is kept.
    """

    text: str = ""
    wants_tools: bool = False
    id: str | None = None
    has_failed: bool = False


class Ear(Protocol):
    """Makes a reply of the events of a stream."""

    def hear(self, event: Any) -> None:
        """Take in the next event."""

    def answered(self) -> Answered:
        """The reply so far."""


class Format(Protocol):
    """How requests and replies of one interface of a provider look."""

    def asked(self, body: Mapping[str, Any]) -> Asked:
        """What a request says."""

    def told(self, body: Mapping[str, Any], asked: Asked, prompt: Prompt) -> dict[str, Any]:
        """The same request with what memory has to say, all else as it was."""

    def answered(self, response: Any) -> Answered:
        """What a reply says."""

    def ear(self) -> Ear:
        """What listens to a stream of this format."""


def of(thing: Any, name: str) -> Any:
    """A field of a JSON object, or an attribute of an SDK's type; ``None`` if it has none."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)


def after(system: str, memory: str) -> str:
    """A system prompt with what memory has to say after it."""
    return f"{system}\n\n{memory}" if system else memory


def earlier(prompt: Prompt) -> Sequence[Message]:
    """The last messages before a prompt's own, from the user's first on.

    Some providers, and the templates of many local models, take no reply before it.
    """
    messages = prompt.messages[:-1]
    first = next((at for at, one in enumerate(messages) if one.role is Role.USER), len(messages))
    return messages[first:]
