"""Memory for Anthropic's SDK."""

from typing import TypeVar

from ..core.errors import InputError
from .client_memory import ClientMemory, memory_of
from .exchange import Format
from .formats.anthropic_messages import AnthropicMessages
from .missing import needed
from .store_reach import AnyStore

__all__ = ["ClientMemory", "memory_of", "with_memory"]

C = TypeVar("C")

FORMATS: dict[str, Format] = {"/v1/messages": AnthropicMessages()}


def with_memory(
    client: C,
    store: AnyStore,
    *,
    conversation: str = "main",
    about: str | None = None,
    budget: int | None = None,
    learn: bool = False,
) -> C:
    """A copy of an ``Anthropic`` or ``AsyncAnthropic`` client that remembers.

    ``messages`` and ``beta.messages``, with ``create``, ``stream``, ``parse`` and the tool runner;
    ``count_tokens`` counts what the caller gives it, and whatever else the client can do it does as
    before. What is told and kept, and when, is as in ``sense_memory.adapters.openai``; the memories
    are a block of their own behind the caller's, where ``system`` is a list, so that what is cached
    stays so.

    Args:
        client: It stays as it is; the copy shares its connections.
        store: A ``MemoryStore``, or a ``sense_memory.blocking.MemoryStore``.
        conversation: The conversation that is held.
        about: With whom, as in ``store.prompt``.
        budget: Tokens that memory may add to a request; ``None`` is ``PromptConfig.budget``.
        learn: Let every room learn from what the user says, as ``store.learn`` does.

    Raises:
        InputError: It is no such client, has a memory already, or the conversation, or who it is
            with, has no name that could be kept.
    """
    with needed("anthropic"):
        import anthropic  # noqa: F401

        from .posting_clients import remembering
    if not all(hasattr(client, name) for name in ("messages", "post", "copy")):
        raise InputError(
            f"with_memory of sense_memory.adapters.anthropic takes an Anthropic or AsyncAnthropic "
            f"client, not a {type(client).__name__}"
        )
    return remembering(client, ClientMemory(store, conversation, about, budget, learn), FORMATS)
